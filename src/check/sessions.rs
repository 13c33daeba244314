//! The sessions of one input.
//! In: the session id of a record, and its message. Out: the conversation that it belongs to.
//! Never: more conversations than the limit; the one that began first is ended first.

use std::collections::BTreeMap;

use crate::conversation::Conversation;
use crate::elicitation::Revision;
use crate::limits::Limits;
use crate::message::Message;
use crate::message::Side;

/// A conversation and its number in the input, from 1.
pub(super) struct Numbered {
    pub(super) ordinal: u64,
    pub(super) conversation: Conversation,
}

pub(super) struct Sessions {
    by_name: BTreeMap<Box<str>, Numbered>,
    /// The names, by their ordinals.
    by_age: BTreeMap<u64, Box<str>>,
    revision: Revision,
    limits: Limits,
    count: u64,
}

impl Sessions {
    pub(super) fn new(revision: Revision, limits: Limits) -> Self {
        Self { by_name: BTreeMap::new(), by_age: BTreeMap::new(), revision, limits, count: 0 }
    }

    /// How many there were.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The session that ends before this record: one of the same name where the client begins another, or the oldest
    /// where there is no room for a new one.
    pub(super) fn end(&mut self, name: Option<&str>, message: &Message<'_>, side: Option<Side>) -> Option<Numbered> {
        let name = name.unwrap_or_default();
        let begins = Conversation::begins_session(message) && side != Some(Side::Server);
        if self.by_name.contains_key(name) {
            return if begins { self.remove(name) } else { None };
        }
        if self.by_name.len() < self.limits.open.max(1) {
            return None;
        }
        let (_, oldest) = self.by_age.first_key_value()?;
        let oldest = oldest.clone();
        self.remove(&oldest)
    }

    /// The session of a record.
    pub(super) fn of(&mut self, name: Option<&str>) -> &mut Numbered {
        let name = name.unwrap_or_default();
        let Self { by_name, by_age, revision, limits, count } = self;
        by_name.entry(name.into()).or_insert_with(|| {
            *count += 1;
            by_age.insert(*count, name.into());
            Numbered { ordinal: *count, conversation: Conversation::new(*revision, limits) }
        })
    }

    /// The sessions that are left, in the order of their beginning.
    pub(super) fn end_all(&mut self) -> Vec<Numbered> {
        let names = std::mem::take(&mut self.by_age);
        names.into_values().filter_map(|name| self.by_name.remove(&name)).collect()
    }

    fn remove(&mut self, name: &str) -> Option<Numbered> {
        let ended = self.by_name.remove(name)?;
        self.by_age.remove(&ended.ordinal);
        Some(ended)
    }
}
