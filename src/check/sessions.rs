//! The sessions of one input.
//! In: the session id of a record, and its message. Out: the conversation that it belongs to.
//! Never: more conversations than the limit; the one that began first is forgotten first.

use std::collections::BTreeMap;

use crate::conversation::Conversation;
use crate::elicitation::Revision;
use crate::message::Message;
use crate::message::Side;

/// A conversation and its number in the input, from 1.
pub(super) struct Numbered {
    pub(super) ordinal: u64,
    pub(super) conversation: Conversation,
}

pub(super) struct Sessions {
    by_name: BTreeMap<Box<str>, Numbered>,
    revision: Revision,
    limit: usize,
    count: u64,
}

impl Sessions {
    pub(super) fn new(revision: Revision, limit: usize) -> Self {
        Self { by_name: BTreeMap::new(), revision, limit, count: 0 }
    }

    /// The session of a record. An `initialize` of the client begins another one under the same name.
    pub(super) fn of(&mut self, name: Option<&str>, message: &Message<'_>, side: Option<Side>) -> &mut Numbered {
        let name = name.unwrap_or_default();
        let begins = Conversation::begins_session(message) && side != Some(Side::Server);
        if begins || !self.by_name.contains_key(name) {
            self.make_room();
            self.by_name.remove(name);
        }
        let Self { by_name, revision, limit, count } = self;
        by_name.entry(name.into()).or_insert_with(|| {
            *count += 1;
            Numbered { ordinal: *count, conversation: Conversation::new(*revision, *limit) }
        })
    }

    fn make_room(&mut self) {
        while self.by_name.len() >= self.limit.max(1) {
            let oldest = self.by_name.iter().min_by_key(|(_, session)| session.ordinal);
            let Some(name) = oldest.map(|(name, _)| name.clone()) else { break };
            self.by_name.remove(&name);
        }
    }
}
