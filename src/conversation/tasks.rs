//! Tasks: those of 2025-11-25, which both sides may run, and those of the extension, which only servers run.
//! In: what creates, shows and ends a task. Out: which run, what they asked for, and how that differs from before.
//! Never: more tasks or keys than the limit; the oldest is forgotten first.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use super::Asked;
use super::Fact;
use super::FactKind;
use super::Facts;
use super::Turn;
use super::asking::Ask;
use super::bounded::Bounded;
use super::open::Open;
use crate::elicitation::Carrier;
use crate::elicitation::INPUT_REQUIRED;
use crate::elicitation::Revision;
use crate::elicitation::input_entries;
use crate::elicitation::input_requests;
use crate::elicitation::input_responses;
use crate::finding::Earlier;
use crate::json::Digest;
use crate::json::Raw;
use crate::message::Message;
use crate::message::MessageKind;
use crate::message::Side;
use crate::text::Role;

/// The notification of the extension that holds a task. That of 2025-11-25 has another name.
const NOTICE: &str = "notifications/tasks";
const NOTICE_OF_STATUS: &str = "notifications/tasks/status";
/// The request of the extension that answers what a task asked for.
const UPDATE: &str = "tasks/update";

#[derive(Clone, Copy, Debug)]
struct Task {
    runs: bool,
    /// The elicitation that a client runs as a task.
    asked: Option<Asked>,
    /// Where it asked for input last.
    inputs: Option<Earlier>,
    /// Requests of that message which are not answered.
    outstanding: usize,
}

impl Task {
    fn new(runs: bool, asked: Option<Asked>) -> Self {
        Self { runs, asked, inputs: None, outstanding: 0 }
    }
}

/// A request under a key of a task.
#[derive(Clone, Copy, Debug)]
struct Key {
    request: Digest,
    place: Earlier,
    /// Where it is an elicitation.
    asked: Option<Asked>,
}

#[derive(Debug)]
pub(super) struct Tasks {
    /// By who runs it, and its id.
    by_id: Bounded<(Side, Digest), Task>,
    keys: Bounded<(Digest, Box<str>), Key>,
    /// Tasks of the server that run.
    running: u64,
}

impl Tasks {
    pub(super) fn new(limit: usize) -> Self {
        Self { by_id: Bounded::new(limit), keys: Bounded::new(limit), running: 0 }
    }

    pub(super) fn forgotten(&self) -> u64 {
        self.by_id.forgotten + self.keys.forgotten
    }

    /// True where a task of the server runs.
    pub(super) fn runs(&self) -> bool {
        self.running > 0
    }

    /// Who asks about a task, where it is known who runs it.
    pub(super) fn asker(&self, message: &Message<'_>) -> Option<Side> {
        let params = message.params.as_ref().and_then(|params| params.raw);
        let is_request = message.method_name().is_some_and(|method| method.starts_with("tasks/"));
        let id = params.filter(|_| is_request).and_then(task_id)?;
        let runs = |side| self.by_id.get(&(side, id)).is_some();
        match (runs(Side::Client), runs(Side::Server)) {
            (true, false) => Some(Side::Server),
            (false, true) => Some(Side::Client),
            _ => None,
        }
    }

    /// The task that a request is about, and the elicitation that the task runs.
    pub(super) fn of_request(&self, turn: &Turn<'_, '_>) -> (Option<Digest>, Option<Asked>) {
        let params = turn.message.params.as_ref().and_then(|params| params.raw);
        let is_about_task = turn.message.method_name().is_some_and(|method| method.starts_with("tasks/"));
        let Some(id) = params.filter(|_| is_about_task).and_then(task_id) else { return (None, None) };
        let of_client = self.by_id.get(&(Side::Client, id)).filter(|_| turn.side == Some(Side::Server));
        let wants_result = turn.message.method_name() == Some("tasks/result");
        (Some(id), of_client.filter(|_| wants_result).and_then(|task| task.asked))
    }

    /// Learns of tasks that a message creates, shows or ends, and notes what is said of them.
    pub(super) fn note(&mut self, turn: &Turn<'_, '_>, facts: &mut Facts) {
        match turn.message.kind() {
            MessageKind::Response => self.note_result(turn, facts),
            MessageKind::Failure => self.end_by_answer(turn.answers.as_ref()),
            MessageKind::Notification => self.note_notice(turn, facts),
            _ => {}
        }
    }

    fn note_result(&mut self, turn: &Turn<'_, '_>, facts: &mut Facts) {
        let (Some(result), Some(side)) = (&turn.message.result, turn.side) else { return };
        let Some(raw) = result.raw else { return };
        let is_type = |name| result.result_type.text().is_some_and(|kind| kind.as_str() == name);
        if let Some(id) = result.task.and_then(task_id) {
            self.create(side, id, turn.answers.as_ref().and_then(|open| open.asked));
        } else if is_type("task") {
            if let Some(id) = task_id(raw) {
                self.create(side, id, None);
            }
        } else if let Some(status) = result.status.text()
            && let Some(id) = task_id(raw)
        {
            self.show(side, id, status);
            if status.as_str() == INPUT_REQUIRED && is_of_extension(turn) {
                self.note_nothing_asked(side, id, result.input_requests, raw, facts);
            }
        } else {
            self.end_by_answer(turn.answers.as_ref());
        }
    }

    fn note_notice(&mut self, turn: &Turn<'_, '_>, facts: &mut Facts) {
        let method = turn.message.method_name().unwrap_or_default();
        let (Some(params), true) = (&turn.message.params, [NOTICE, NOTICE_OF_STATUS].contains(&method)) else { return };
        let Some((raw, id)) = params.raw.and_then(|raw| Some((raw, task_id(raw)?))) else { return };
        let Some(status) = raw.get("status").and_then(Raw::text) else { return };
        self.show(turn.side.unwrap_or(Side::Server), id, &status);
        if method == NOTICE && status.as_str() == INPUT_REQUIRED {
            self.note_nothing_asked(turn.side.unwrap_or(Side::Server), id, params.input_requests, raw, facts);
        }
    }

    /// Notes a task that waits for input and asks for none. One whose requests were all answered may not have seen it yet.
    fn note_nothing_asked(&self, side: Side, id: Digest, requests: Option<Raw<'_>>, state: Raw<'_>, facts: &mut Facts) {
        let asks = requests.is_some_and(|requests| members(requests) > 0);
        let task = self.by_id.get(&(side, id));
        let is_answered = task.is_some_and(|task| task.inputs.is_some() && task.outstanding == 0);
        if !asks && !is_answered {
            let place = requests.unwrap_or(state).place();
            facts.add(Fact::new(FactKind::TaskAsksNothing, Role::Whole, place));
        }
    }

    fn create(&mut self, side: Side, id: Digest, asked: Option<Asked>) {
        self.set(side, id, Task::new(true, asked));
    }

    fn show(&mut self, side: Side, id: Digest, status: &str) {
        let known = self.by_id.get(&(side, id)).copied();
        let runs = !matches!(status, "cancelled" | "completed" | "failed");
        let task = known.unwrap_or(Task::new(runs, None));
        self.set(side, id, Task { runs, ..task });
    }

    /// The answer to `tasks/result` ends the task.
    fn end_by_answer(&mut self, answered: Option<&Open>) {
        let Some(id) = answered.filter(|open| open.wants_result).and_then(|open| open.task) else { return };
        for side in [Side::Client, Side::Server] {
            if let Some(task) = self.by_id.get(&(side, id)).copied() {
                self.set(side, id, Task { runs: false, ..task });
            }
        }
    }

    fn set(&mut self, side: Side, id: Digest, task: Task) {
        let counts = |side, task: &Task| u64::from(side == Side::Server && task.runs);
        if let Some(known) = self.by_id.remove(&(side, id)) {
            self.running -= counts(side, &known);
        }
        self.running += counts(side, &task);
        if let Some(((side, _), forgotten)) = self.by_id.insert((side, id), task) {
            self.running -= counts(side, &forgotten);
        }
    }

    /// Remembers what a task asks for. Returns the keys of the elicitations that are new.
    pub(super) fn note_inputs(
        &mut self,
        turn: &Turn<'_, '_>,
        asks: &[(Ask<'_>, Asked)],
        facts: &mut Facts,
    ) -> BTreeSet<Box<str>> {
        let mut fresh = BTreeSet::new();
        let Some((Carrier::Task, requests)) = input_requests(turn.message) else { return fresh };
        let of_result = turn.message.result.as_ref().and_then(|result| result.raw);
        let holder = of_result.or(turn.message.params.as_ref().and_then(|params| params.raw));
        let Some(task) = holder.and_then(task_id) else {
            return asks.iter().filter_map(|(ask, _)| ask.key.clone()).collect();
        };
        let pointer = if of_result.is_some() { "/result/inputRequests" } else { "/params/inputRequests" };
        let here = |note| Earlier::new(turn.arrival.place, pointer, note);
        let outstanding = members(requests);
        if let Some(known) = self.by_id.get_mut(&(Side::Server, task)).filter(|_| outstanding > 0) {
            (known.inputs, known.outstanding) = (Some(here("what the task asked for")), outstanding);
        }
        let by_key: BTreeMap<_, _> = asks.iter().map(|ask| (ask.0.key.as_deref(), ask)).collect();
        input_entries(turn.message, |entry| {
            let of_entry = by_key.get(&Some(entry.key.as_str()));
            let request = entry.raw.digest();
            let key = (task, Box::from(entry.key.as_str()));
            match self.keys.get(&key) {
                Some(known) if known.request == request => return,
                // A key that is repeated within one message is another fault.
                Some(known) if known.place.place == turn.arrival.place => {}
                Some(known) => {
                    let fact = Fact::new(FactKind::TaskKeyMovedOn, Role::Whole, entry.raw.place());
                    let fact = fact.earlier(Some(known.place));
                    facts.add(of_entry.map_or(fact, |(ask, _)| fact.of_elicitation(ask.place)));
                }
                None => {}
            }
            fresh.extend(of_entry.map(|_| key.1.clone()));
            let asked = of_entry.map(|(_, asked)| *asked);
            self.keys.insert(key, Key { request, asked, place: here("the request that has this key") });
        });
        fresh
    }

    /// Notes a request that answers what a task asked for, and returns what its answers were asked for by; none where the
    /// task is not known. `is_whole` is true where no message was lost that may have asked.
    pub(super) fn update(
        &mut self,
        turn: &Turn<'_, '_>,
        is_whole: bool,
        facts: &mut Facts,
    ) -> Option<BTreeMap<Box<str>, Asked>> {
        let params = turn.message.params.as_ref().and_then(|params| params.raw);
        let task = params.filter(|_| turn.message.method_name() == Some(UPDATE)).and_then(task_id)?;
        let Some(inputs) = self.by_id.get(&(Side::Server, task))?.inputs else { return Some(BTreeMap::new()) };
        let (mut asked, mut answered) = (BTreeMap::new(), 0_usize);
        input_responses(turn.message, |key, response| match self.keys.get(&(task, key.into())) {
            Some(known) => {
                answered += 1;
                asked.extend(known.asked.map(|question| (key.into(), question)));
            }
            None if is_whole && self.keys.forgotten == 0 => {
                facts.add(Fact::new(FactKind::KeyUnknown, Role::Answer, response.place()).earlier(Some(inputs)));
            }
            None => {}
        });
        if let Some(task) = self.by_id.get_mut(&(Side::Server, task)) {
            task.outstanding = task.outstanding.saturating_sub(answered);
        }
        Some(asked)
    }
}

/// True where a result shows a task of the extension: in tasks of 2025-11-25 the input is asked for by requests.
fn is_of_extension(turn: &Turn<'_, '_>) -> bool {
    let declares = turn.declaration.is_some_and(|declaration| declaration.has_tasks);
    let has_type = turn.message.result.as_ref().is_some_and(|result| !result.result_type.is_absent());
    turn.side == Some(Side::Server) && (declares || has_type || turn.revision == Revision::V2026_07_28)
}

/// The id of the task that an object names.
fn task_id(object: Raw<'_>) -> Option<Digest> {
    object.get("taskId").and_then(Raw::text).map(|id| Digest::of(id.as_str()))
}

/// How many members an object has.
fn members(object: Raw<'_>) -> usize {
    let mut count = 0;
    object.cursor().object(|_, _| count += 1);
    count
}
