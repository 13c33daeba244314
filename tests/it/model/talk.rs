//! A session while it is made up: its messages, and of each what it is, so that a mutation finds its place.

use elicitlint::{Mode, Revision, Side};
use serde_json::{Map, Value, json};

use super::forms::Question;
use crate::rewrite::Seeded;

pub const C: Side = Side::Client;
pub const S: Side = Side::Server;

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A request that may be answered by asking for input.
    Call,
    Complete,
    /// The result of a call.
    Done,
    /// `elicitation/create`
    Elicit,
    /// `initialize`
    Hello,
    /// A result that asks for input.
    InputRequired,
    /// The error -32021.
    Missing,
    Other,
    /// The answer to `elicitation/create`.
    Reply,
    /// The error -32042.
    Required,
    Retry,
    /// A state of a task, in a result or a notification.
    State,
    /// A request that has no rounds.
    Plain,
    /// The result of such a request.
    PlainDone,
    Update,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Accept,
    Cancel,
    Decline,
}

/// An elicitation in a message.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Pointer to its params.
    pub at: String,
    pub mode: Mode,
}

/// An answer to one.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Pointer to the ElicitResult.
    pub at: String,
    pub mode: Mode,
    pub action: Action,
    /// The name of a field that is required.
    pub required: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Sent {
    pub side: Side,
    pub kind: Kind,
    pub message: Value,
    pub asks: Vec<Ask>,
    pub answers: Vec<Answer>,
    /// Its number in the session of the message that it answers, repeats or goes on with.
    pub about: Option<usize>,
    /// The message as it is written, where no value of serde_json says it.
    pub written: Option<String>,
}

impl Sent {
    pub fn new(side: Side, kind: Kind, message: Value) -> Self {
        Self { side, kind, message, asks: Vec::new(), answers: Vec::new(), about: None, written: None }
    }

    pub fn text(&self) -> String {
        self.written.clone().unwrap_or_else(|| self.message.to_string())
    }
}

/// What the client declares.
#[derive(Clone, Debug)]
pub struct Declares {
    /// The value of `elicitation`; none where it declares none.
    pub elicitation: Option<Value>,
    pub tasks: bool,
}

impl Declares {
    pub fn any(numbers: &mut Seeded, revision: Revision) -> Self {
        let elicitation = match (revision, numbers.below(10)) {
            (_, 0) => None,
            (Revision::V2025_06_18, _) | (_, 1) => Some(json!({})),
            (_, 2) => Some(json!({"form": {}})),
            (_, 3) => Some(json!({"url": {}})),
            (_, 4) => Some(json!({"form": {"applyDefaults": true}, "url": {}})),
            _ => Some(json!({"form": {}, "url": {}})),
        };
        Self { elicitation, tasks: revision != Revision::V2025_06_18 && numbers.below(2) == 0 }
    }

    pub fn modes(&self) -> Vec<Mode> {
        let Some(declared) = &self.elicitation else { return Vec::new() };
        let has = |mode: Mode| declared.get(mode.name()).is_some();
        let form = has(Mode::Form) || !has(Mode::Url);
        [(form, Mode::Form), (has(Mode::Url), Mode::Url)]
            .into_iter()
            .filter_map(|(has, mode)| has.then_some(mode))
            .collect()
    }

    pub fn capabilities(&self, revision: Revision) -> Value {
        let mut capabilities = json!({"roots": {}, "sampling": {}});
        if let Some(elicitation) = &self.elicitation {
            capabilities["elicitation"] = elicitation.clone();
        }
        if self.tasks && revision == Revision::V2026_07_28 {
            capabilities["extensions"] = json!({"io.modelcontextprotocol/tasks": {}});
        } else if self.tasks {
            capabilities["tasks"] = json!({"list": {}, "requests": {"elicitation": {"create": {}}}});
        }
        capabilities
    }
}

/// The ids of one side, which it counts for itself.
#[derive(Debug)]
struct Ids {
    next: u64,
    style: usize,
}

impl Ids {
    fn next(&mut self) -> Value {
        self.next += 1;
        match self.style {
            0 | 1 => json!(self.next),
            2 => json!(self.next.to_string()),
            _ => json!(format!("request-{}", self.next)),
        }
    }
}

#[derive(Debug)]
pub struct Talk {
    pub revision: Revision,
    pub sent: Vec<Sent>,
    client_ids: Ids,
    server_ids: Ids,
    /// For texts and names that no other message has.
    fresh: u32,
}

impl Talk {
    pub fn new(revision: Revision, numbers: &mut Seeded) -> Self {
        let first = [0, 0, 1, 40][numbers.below(4)];
        let mut ids = || Ids { next: first, style: numbers.below(4) };
        Self { revision, sent: Vec::new(), client_ids: ids(), server_ids: ids(), fresh: 0 }
    }

    pub fn fresh(&mut self) -> u32 {
        self.fresh += 1;
        self.fresh
    }

    fn say(&mut self, sent: Sent) -> usize {
        self.sent.push(sent);
        self.sent.len() - 1
    }

    pub fn request(&mut self, side: Side, kind: Kind, method: &str, params: Value) -> (Value, usize) {
        let id = if side == C { self.client_ids.next() } else { self.server_ids.next() };
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        (id, self.say(Sent::new(side, kind, message)))
    }

    pub fn notice(&mut self, side: Side, kind: Kind, method: &str, params: Value) -> usize {
        self.say(Sent::new(side, kind, json!({"jsonrpc": "2.0", "method": method, "params": params})))
    }

    pub fn result(&mut self, side: Side, kind: Kind, id: &Value, result: Value, about: usize) -> usize {
        let message = json!({"jsonrpc": "2.0", "id": id, "result": result});
        self.say(Sent { about: Some(about), ..Sent::new(side, kind, message) })
    }

    pub fn error(&mut self, side: Side, kind: Kind, id: &Value, error: Value, about: usize) -> usize {
        let message = json!({"jsonrpc": "2.0", "id": id, "error": error});
        self.say(Sent { about: Some(about), ..Sent::new(side, kind, message) })
    }

    pub fn last(&mut self) -> &mut Sent {
        self.sent.last_mut().unwrap()
    }

    /// The recording: a message a line, with who sent it.
    pub fn recording(&self) -> String {
        let line = |sent: &Sent| {
            let direction = if sent.side == C { "c2s" } else { "s2c" };
            format!("{{\"dir\":\"{direction}\",\"msg\":{}}}\n", sent.text())
        };
        self.sent.iter().map(line).collect()
    }

    /// The same without who sent it.
    pub fn bare(&self) -> String {
        self.sent.iter().map(|sent| sent.text() + "\n").collect()
    }
}

/// Requests under keys, as `inputRequests`, with where the elicitations among them stand below `at`.
pub fn input_requests(entries: &[(String, Question)], at: &str) -> (Value, Vec<Ask>) {
    let (mut requests, mut asks) = (Map::new(), Vec::new());
    for (key, question) in entries {
        let mut request = json!({"method": question.method()});
        if let Some(params) = question.params() {
            request["params"] = params.clone();
        }
        requests.insert(key.clone(), request);
        asks.extend(question.mode().map(|mode| Ask { at: format!("{at}/{key}/params"), mode }));
    }
    (Value::Object(requests), asks)
}

/// What a client answers to each of them, as `inputResponses`.
pub fn input_responses(entries: &[(String, Question)], numbers: &mut Seeded) -> (Value, Vec<Answer>) {
    let (mut responses, mut answers) = (Map::new(), Vec::new());
    for (key, question) in entries {
        let (response, answer) = question.answer(numbers, &format!("/params/inputResponses/{key}"));
        responses.insert(key.clone(), response);
        answers.extend(answer);
    }
    (Value::Object(responses), answers)
}
