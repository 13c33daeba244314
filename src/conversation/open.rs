//! Requests that wait for their answer.
//! In: requests and answers by side and id. Out: which request an answer belongs to.
//! Never: more requests than the limit; the oldest is forgotten first.

use std::collections::BTreeMap;
use std::collections::VecDeque;

use super::Declaration;
use crate::elicitation::Mode;
use crate::elicitation::Revision;
use crate::message::Id;
use crate::message::Side;
use crate::recording::RecordPlace;

/// An open request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) place: RecordPlace,
    /// The revision that the request itself states.
    pub(super) revision: Revision,
    pub(super) declaration: Option<Declaration>,
    /// The mode, where the request is an elicitation; inside, none for an unknown one.
    pub(super) elicitation: Option<Option<Mode>>,
    /// True for `initialize`.
    pub(super) initializes: bool,
}

/// The open requests of both sides. The ids of the sides collide, and `1` is not `"1"`.
#[derive(Debug, Default)]
pub(super) struct Requests {
    by_id: BTreeMap<(Side, Id), Open>,
    oldest: VecDeque<(Side, Id)>,
    limit: usize,
}

impl Requests {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    pub(super) fn add(&mut self, side: Side, id: Id, open: Open) {
        let key = (side, id);
        if self.by_id.insert(key.clone(), open).is_none() {
            self.oldest.push_back(key);
        }
        while self.by_id.len() > self.limit {
            let Some(oldest) = self.oldest.pop_front() else { break };
            self.by_id.remove(&oldest);
        }
        // Closed requests leave their keys behind; sweep them before they outgrow the open ones.
        if self.oldest.len() > self.limit.saturating_mul(2) {
            self.oldest.retain(|key| self.by_id.contains_key(key));
        }
    }

    /// Takes out the request of `side` that is answered.
    pub(super) fn close(&mut self, side: Side, id: &Id) -> Option<Open> {
        self.by_id.remove(&(side, id.clone()))
    }

    pub(super) fn get(&self, side: Side, id: &Id) -> Option<&Open> {
        self.by_id.get(&(side, id.clone()))
    }
}
