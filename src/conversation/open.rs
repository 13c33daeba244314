//! Requests that wait for their answer.
//! In: requests and answers by side and id. Out: which request an answer belongs to, and what else is open.
//! Never: more requests than the limit; the oldest is forgotten first.

use super::Asked;
use super::Declaration;
use super::Turn;
use super::bounded::Bounded;
use crate::elicitation::Revision;
use crate::json::Digest;
use crate::json::Raw;
use crate::message::Id;
use crate::message::Message;
use crate::message::Side;
use crate::recording::RecordPlace;

/// What the rules of a conversation know methods by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Initialize,
    Other,
    /// One that may be answered by a request for input (2026-07-28, basic/patterns/mrtr, Supported Requests).
    Rounds,
    Task,
}

impl Method {
    pub(super) fn of(name: &str) -> Self {
        match name {
            "initialize" => Self::Initialize,
            "prompts/get" | "resources/read" | "tools/call" => Self::Rounds,
            _ if name.starts_with("tasks/") => Self::Task,
            _ => Self::Other,
        }
    }
}

/// An open request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) place: RecordPlace,
    pub(super) method: Method,
    /// The revision that the request itself states, or its transport.
    pub(super) revision: Revision,
    /// True where its metadata state it, as from 2026-07-28 on.
    pub(super) states_revision: bool,
    pub(super) declaration: Option<Declaration>,
    /// The elicitation that the request is, or that the task runs whose result it wants.
    pub(super) asked: Option<Asked>,
    /// The task that it is about.
    pub(super) task: Option<Digest>,
    /// True for `tasks/result`.
    pub(super) wants_result: bool,
    /// True where a task may answer it (2025-11-25).
    pub(super) wants_task: bool,
    /// Method and params without what changes from round to round, where there may be rounds.
    pub(super) call: Option<Digest>,
    /// Of all params as they were written.
    pub(super) content: Digest,
    pub(super) exchange: Option<u64>,
    /// Its number in the session.
    pub(super) number: u64,
}

impl Open {
    /// A request, before it is known what it is about.
    pub(super) fn of(turn: &Turn<'_, '_>) -> Self {
        let method = turn.message.method_name().unwrap_or_default();
        Self {
            place: turn.arrival.place,
            method: Method::of(method),
            revision: turn.own,
            states_revision: turn.metadata.revision().is_some(),
            declaration: turn.declaration,
            asked: None,
            task: None,
            wants_result: method == "tasks/result",
            wants_task: turn.message.params.as_ref().is_some_and(|params| params.task.is_some()),
            call: None,
            content: Self::content(turn.message),
            exchange: turn.arrival.exchange,
            number: turn.number,
        }
    }

    /// True where a message looks like the answer: an elicitation is answered by an action, a call that wants a task by
    /// one, a question about a task by its state, and anything else by none of these. An error answers anything.
    pub(super) fn fits(&self, message: &Message<'_>) -> bool {
        let Some(result) = &message.result else { return true };
        let (is_task, is_state) = (result.task.is_some(), result.status.text().is_some());
        match self.method {
            _ if result.has_action => self.asked.is_some(),
            _ if is_task => self.wants_task,
            Method::Task if !self.wants_result => is_state,
            _ => !is_state && !self.wants_task && self.asked.is_none(),
        }
    }

    pub(super) fn content(message: &Message<'_>) -> Digest {
        let params = message.params.as_ref().and_then(|params| params.raw);
        Digest::of(&(message.method_name(), params.map(Raw::source)))
    }
}

/// How many requests of the client wait.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Waiting {
    /// Those that state a revision of their own, as from 2026-07-28 on.
    pub(super) stating: u64,
    /// Those about tasks, of the others.
    pub(super) about_tasks: u64,
    pub(super) others: u64,
}

impl Waiting {
    pub(super) fn any(self) -> bool {
        self.stating + self.about_tasks + self.others > 0
    }

    fn class(&mut self, open: &Open) -> &mut u64 {
        if open.states_revision {
            &mut self.stating
        } else if open.method == Method::Task {
            &mut self.about_tasks
        } else {
            &mut self.others
        }
    }
}

/// The open requests of both sides. The ids of the sides collide, and `1` is not `"1"`.
#[derive(Debug)]
pub(super) struct Requests {
    by_id: Bounded<(Side, Id), Open>,
    /// Those of which nobody knows who sent them, such as pings.
    of_nobody: Bounded<Id, ()>,
    pub(super) waiting: Waiting,
}

impl Requests {
    pub(super) fn new(limit: usize) -> Self {
        Self { by_id: Bounded::new(limit), of_nobody: Bounded::new(limit), waiting: Waiting::default() }
    }

    pub(super) fn forgotten(&self) -> u64 {
        self.by_id.forgotten + self.of_nobody.forgotten
    }

    /// Remembers a request that either side may have sent.
    pub(super) fn add_of_nobody(&mut self, id: Id) {
        self.of_nobody.insert(id, ());
    }

    pub(super) fn close_of_nobody(&mut self, id: &Id) {
        self.of_nobody.remove(id);
    }

    /// True where a message answers a request that either side may have sent: by a result that says nothing, as that of a
    /// ping.
    pub(super) fn is_answer_to_nobody(&self, id: &Id, message: &Message<'_>) -> bool {
        let result = message.result.as_ref().and_then(|result| result.raw);
        self.of_nobody.get(id).is_some() && result.is_some_and(says_nothing)
    }

    pub(super) fn add(&mut self, side: Side, id: Id, open: Open) {
        self.close(side, &id);
        if side == Side::Client {
            *self.waiting.class(&open) += 1;
        }
        if let Some(((Side::Client, _), forgotten)) = self.by_id.insert((side, id), open) {
            *self.waiting.class(&forgotten) -= 1;
        }
    }

    /// Takes out the request of `side` that is answered.
    pub(super) fn close(&mut self, side: Side, id: &Id) -> Option<Open> {
        let open = self.by_id.remove(&(side, id.clone()))?;
        if side == Side::Client {
            *self.waiting.class(&open) -= 1;
        }
        Some(open)
    }

    /// Takes out the request of `side` that is answered in this exchange. A request that states its revision is answered
    /// in its own exchange only, so that the ids of several clients may collide.
    pub(super) fn close_in(&mut self, side: Side, id: &Id, exchange: Option<u64>) -> Option<Open> {
        let open = self.get(side, id)?;
        let is_of_other =
            open.states_revision && open.exchange.is_some() && exchange.is_some() && open.exchange != exchange;
        if is_of_other { None } else { self.close(side, id) }
    }

    pub(super) fn get(&self, side: Side, id: &Id) -> Option<&Open> {
        self.by_id.get(&(side, id.clone()))
    }
}

/// True for an object without members, but for metadata.
fn says_nothing(result: Raw<'_>) -> bool {
    let mut is_empty = true;
    result.cursor().object(|key, _| is_empty &= key.as_str() == "_meta") && is_empty
}
