//! Keys under which elicitations were asked for in `inputRequests`.
//! In: results that ask for input. Out: which elicitation an entry of `inputResponses` answers.
//! Never: more keys than the limit; the oldest is forgotten first.

use std::collections::BTreeMap;
use std::collections::VecDeque;

use super::open::FORM_BYTES;
use crate::elicitation::Asked;
use crate::elicitation::input_keys;
use crate::message::Message;

#[derive(Debug, Default)]
pub(super) struct Inputs {
    keys: BTreeMap<Box<str>, Asked>,
    /// Bytes of the forms.
    held: usize,
    oldest: VecDeque<Box<str>>,
    limit: usize,
}

impl Inputs {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Remembers the keys of a result or task that ask for elicitations, and forgets those that ask for something else.
    pub(super) fn learn(&mut self, message: &Message<'_>) {
        input_keys(message, |key, asked| {
            let is_known = self.forget(key);
            let Some(asked) = asked else { return };
            let asked = asked.within(FORM_BYTES.saturating_sub(self.held));
            self.held += asked.bytes();
            self.keys.insert(key.into(), asked);
            if !is_known {
                self.oldest.push_back(key.into());
            }
        });
        while self.oldest.len() > self.limit {
            if let Some(oldest) = self.oldest.pop_front() {
                self.forget(&oldest);
            }
        }
    }

    /// Forgets a key; true where it was known.
    fn forget(&mut self, key: &str) -> bool {
        let asked = self.keys.remove(key);
        self.held -= asked.as_ref().map_or(0, Asked::bytes);
        asked.is_some()
    }

    /// What was asked for under this key.
    pub(super) fn get(&self, key: &str) -> Option<&Asked> {
        self.keys.get(key)
    }
}
