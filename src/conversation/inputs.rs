//! Keys under which elicitations were asked for in `inputRequests`.
//! In: results that ask for input. Out: whether an entry of `inputResponses` answers an elicitation.
//! Never: more keys than the limit; the oldest is forgotten first.

use std::collections::BTreeSet;
use std::collections::VecDeque;

use crate::elicitation::input_keys;
use crate::message::Message;

#[derive(Debug, Default)]
pub(super) struct Inputs {
    keys: BTreeSet<Box<str>>,
    oldest: VecDeque<Box<str>>,
    limit: usize,
}

impl Inputs {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Remembers the keys of a result or task that ask for elicitations, and forgets those that ask for something else.
    pub(super) fn learn(&mut self, message: &Message<'_>) {
        input_keys(message, |key, elicits| {
            if !elicits {
                self.keys.remove(key);
            } else if self.keys.insert(key.into()) {
                self.oldest.push_back(key.into());
            }
        });
        while self.oldest.len() > self.limit {
            if let Some(oldest) = self.oldest.pop_front() {
                self.keys.remove(&oldest);
            }
        }
    }

    pub(super) fn contains(&self, key: &str) -> bool {
        self.keys.contains(key)
    }
}
