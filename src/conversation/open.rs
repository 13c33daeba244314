//! Requests that wait for their answer.
//! In: requests and answers by side and id. Out: which request an answer belongs to.
//! Never: more requests than the limit; the oldest is forgotten first.

use std::collections::BTreeMap;
use std::collections::VecDeque;

use super::Declaration;
use crate::elicitation::Asked;
use crate::elicitation::Revision;
use crate::message::Id;
use crate::message::Side;
use crate::recording::RecordPlace;

/// Bytes of the forms that are kept until they are answered; those that come when it is full are not checked.
pub(super) const FORM_BYTES: usize = 1 << 20;

/// An open request.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub(super) place: RecordPlace,
    /// The revision that the request itself states.
    pub(super) revision: Revision,
    pub(super) declaration: Option<Declaration>,
    /// What is asked for, where the request is an elicitation.
    pub(super) elicitation: Option<Asked>,
    /// True for `initialize`.
    pub(super) initializes: bool,
}

impl Open {
    fn form_bytes(&self) -> usize {
        self.elicitation.as_ref().map_or(0, Asked::bytes)
    }
}

/// The open requests of both sides. The ids of the sides collide, and `1` is not `"1"`.
#[derive(Debug, Default)]
pub(super) struct Requests {
    by_id: BTreeMap<(Side, Id), Open>,
    oldest: VecDeque<(Side, Id)>,
    /// Bytes of the forms.
    held: usize,
    limit: usize,
}

impl Requests {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, ..Self::default() }
    }

    pub(super) fn add(&mut self, side: Side, id: Id, open: Open) {
        let key = (side, id);
        let is_known = self.remove(&key).is_some();
        let elicitation = open.elicitation.map(|asked| asked.within(FORM_BYTES.saturating_sub(self.held)));
        let open = Open { elicitation, ..open };
        self.held += open.form_bytes();
        self.by_id.insert(key.clone(), open);
        if !is_known {
            self.oldest.push_back(key);
        }
        while self.by_id.len() > self.limit {
            let Some(oldest) = self.oldest.pop_front() else { break };
            self.remove(&oldest);
        }
        // Closed requests leave their keys behind; sweep them before they outgrow the open ones.
        if self.oldest.len() > self.limit.saturating_mul(2) {
            self.oldest.retain(|key| self.by_id.contains_key(key));
        }
    }

    /// Takes out the request of `side` that is answered.
    pub(super) fn close(&mut self, side: Side, id: &Id) -> Option<Open> {
        self.remove(&(side, id.clone()))
    }

    fn remove(&mut self, key: &(Side, Id)) -> Option<Open> {
        let open = self.by_id.remove(key)?;
        self.held -= open.form_bytes();
        Some(open)
    }

    pub(super) fn get(&self, side: Side, id: &Id) -> Option<&Open> {
        self.by_id.get(&(side, id.clone()))
    }
}
