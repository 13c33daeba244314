//! The forms that answers are held against.
//! In: what an elicitation asks for. Out: the same, by its number, until newer ones need the room.
//! Never: more bytes or more forms than the limits; a text that a person reads.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::elicitation::Awaited;
use crate::elicitation::Mode;

/// Bytes of the forms that are kept.
const BYTES: usize = 1 << 20;

/// The number of a form in its session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FormNumber(u64);

/// The youngest forms of a session.
#[derive(Debug)]
pub(super) struct Forms {
    /// By number, which only grows.
    kept: VecDeque<(FormNumber, Arc<Awaited>)>,
    bytes: usize,
    limit: usize,
    last: FormNumber,
}

impl Forms {
    pub(super) fn new(limit: usize) -> Self {
        Self { kept: VecDeque::new(), bytes: 0, limit, last: FormNumber::default() }
    }

    /// Keeps a form, and lets go of the oldest ones where it needs their room.
    pub(super) fn keep(&mut self, awaited: Awaited) -> FormNumber {
        self.last.0 += 1;
        let awaited = awaited.within(BYTES);
        self.bytes += awaited.bytes();
        self.kept.push_back((self.last, Arc::new(awaited)));
        while self.bytes > BYTES || self.kept.len() > self.limit {
            let Some((_, oldest)) = self.kept.pop_front() else { break };
            self.bytes -= oldest.bytes();
        }
        self.last
    }

    /// The form of this number; where it is no longer kept, the mode alone.
    pub(super) fn get(&self, number: FormNumber, mode: Option<Mode>) -> Arc<Awaited> {
        let found = self.kept.binary_search_by_key(&number, |(number, _)| *number).ok();
        let kept = found.and_then(|index| self.kept.get(index));
        kept.map_or_else(|| Arc::new(Awaited::without_form(mode)), |(_, awaited)| Arc::clone(awaited))
    }
}
