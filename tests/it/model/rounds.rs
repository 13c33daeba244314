//! Lawful sessions of 2026-07-28: requests that declare for themselves, rounds, tasks of the extension.

use std::collections::BTreeSet;

use elicitlint::Revision;
use serde_json::{Value, json};

use super::forms::{Question, opaque, uuid};
use super::talk::{C, Declares, Kind, S, Talk, input_requests, input_responses};
use crate::rewrite::Seeded;

const REVISION: Revision = Revision::V2026_07_28;

/// A call and what waits for it.
#[derive(Clone, Debug)]
struct Call {
    method: &'static str,
    params: Value,
    declares: Declares,
    id: Value,
    at: usize,
    kind: Kind,
}

#[derive(Debug)]
struct Round {
    call: Call,
    entries: Vec<(String, Question)>,
    state: Option<String>,
    at: usize,
}

#[derive(Debug)]
struct Task {
    id: String,
    declares: Declares,
    /// What is asked for and not answered.
    entries: Vec<(String, Question)>,
    /// Keys that the client has seen.
    shown: BTreeSet<String>,
    asked: usize,
}

struct Rounds<'n> {
    talk: Talk,
    numbers: &'n mut Seeded,
    declares: Declares,
    calls: Vec<Call>,
    rounds: Vec<Round>,
    tasks: Vec<Task>,
}

#[derive(Clone, Copy)]
enum Act {
    Abandon,
    Answer,
    Ask,
    AskTask,
    Call,
    CancelCall,
    Create,
    FinishTask,
    List,
    Notice,
    Poll,
    Retry,
    Update,
}

/// A session of as many steps as there are numbers; each decides one step.
pub fn session(setup: u64, steps: &[u64]) -> Talk {
    let mut numbers = Seeded(setup);
    let declares = Declares::any(&mut numbers, REVISION);
    let talk = Talk::new(REVISION, &mut numbers);
    let (calls, rounds, tasks) = Default::default();
    let mut session = Rounds { talk, numbers: &mut numbers, declares, calls, rounds, tasks };
    if session.numbers.below(2) == 0 {
        session.discover();
    }
    for step in steps {
        *session.numbers = Seeded(*step);
        session.step();
    }
    session.end();
    session.talk
}

impl Rounds<'_> {
    fn meta(&self, declares: &Declares) -> Value {
        json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "desk", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": declares.capabilities(REVISION)})
    }

    /// A request with the metadata that each has.
    fn request(&mut self, kind: Kind, method: &str, mut params: Value, declares: &Declares) -> (Value, usize) {
        params["_meta"] = self.meta(declares);
        self.talk.request(C, kind, method, params)
    }

    fn discover(&mut self) {
        let (id, at) = self.request(Kind::Plain, "server/discover", json!({}), &self.declares.clone());
        let found = json!({"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
            "serverInfo": {"name": "planner", "version": "2"}});
        self.talk.result(S, Kind::PlainDone, &id, found, at);
    }

    fn step(&mut self) {
        use Act::*;
        let has_calls = self.calls.iter().any(|call| call.kind != Kind::Plain);
        let has_tools = self.calls.iter().any(|call| call.method == "tools/call" && call.declares.tasks);
        let may_update = self.tasks.iter().any(|task| task.entries.iter().any(|(key, _)| task.shown.contains(key)));
        let enabled = [
            (true, [Notice].as_slice()),
            (self.calls.len() < 4, &[Call, Call, List]),
            (!self.calls.is_empty(), &[Answer, Answer]),
            (has_calls, &[Ask, Ask, Ask, Ask, CancelCall]),
            (has_tools && self.tasks.len() < 3, &[Create, Create]),
            (!self.rounds.is_empty(), &[Retry, Retry, Retry, Retry, Abandon]),
            (!self.tasks.is_empty(), &[AskTask, AskTask, Poll, Poll, Poll, FinishTask]),
            (may_update, &[Update, Update, Update]),
        ];
        let acts: Vec<_> =
            enabled.into_iter().filter(|(can, _)| *can).flat_map(|(_, acts)| acts.iter().copied()).collect();
        match acts[self.numbers.below(acts.len())] {
            Abandon => drop(self.rounds.swap_remove(self.numbers.below(self.rounds.len()))),
            Answer => self.answer(),
            Ask => self.ask(),
            AskTask => self.ask_task(),
            Call => self.call(),
            CancelCall => {
                let call = self.take(|call| call.kind != Kind::Plain);
                self.talk.notice(C, Kind::Other, "notifications/cancelled", json!({"requestId": call.id}));
            }
            Create => self.create(),
            FinishTask => self.finish_task(),
            List => {
                let declares = self.declares.clone();
                let (id, at) = self.request(Kind::Plain, "tools/list", json!({}), &declares);
                let (method, params, kind) = ("tools/list", json!({}), Kind::Plain);
                self.calls.push(self::Call { method, params, declares, id, at, kind });
            }
            Notice => {
                let params = json!({"level": "info", "data": "half done"});
                self.talk.notice(S, Kind::Other, "notifications/message", params);
            }
            Poll => {
                let index = self.numbers.below(self.tasks.len());
                self.poll(index, None);
            }
            Retry => self.retry(),
            Update => self.update(),
        }
    }

    fn end(&mut self) {
        while !self.rounds.is_empty() {
            self.retry();
        }
        while !self.calls.is_empty() {
            self.answer();
        }
        while !self.tasks.is_empty() {
            self.finish_task();
        }
    }

    fn call(&mut self) {
        // Each request declares for itself, and may declare less than another.
        let declares = match self.numbers.below(3) {
            0 => Declares::any(self.numbers, REVISION),
            _ => self.declares.clone(),
        };
        let (method, params) = [
            ("tools/call", json!({"name": "deploy", "arguments": {"to": self.numbers.below(2)}})),
            ("tools/call", json!({"name": "plan_trip", "arguments": {}})),
            ("prompts/get", json!({"name": "review"})),
            ("resources/read", json!({"uri": "file:///readme"})),
        ][self.numbers.below(4)]
        .clone();
        let (id, at) = self.request(Kind::Call, method, params.clone(), &declares);
        self.calls.push(Call { method, params, declares, id, at, kind: Kind::Call });
    }

    fn take(&mut self, fits: impl Fn(&Call) -> bool) -> Call {
        let open: Vec<_> = (0..self.calls.len()).filter(|index| fits(&self.calls[*index])).collect();
        self.calls.swap_remove(open[self.numbers.below(open.len())])
    }

    fn answer(&mut self) {
        let call = self.take(|_| true);
        if call.kind == Kind::Plain {
            let result = json!({"resultType": "complete", "tools": []});
            self.talk.result(S, Kind::PlainDone, &call.id, result, call.at);
        } else if call.declares.elicitation.is_none() && self.numbers.below(2) == 0 {
            let data = json!({"requiredCapabilities": {"elicitation": {"form": {}}}});
            let error = json!({"code": -32021, "message": "Missing capability", "data": data});
            self.talk.error(S, Kind::Missing, &call.id, error, call.at);
        } else {
            let result = json!({"resultType": "complete", "content": [{"type": "text", "text": "Done"}]});
            self.talk.result(S, Kind::Done, &call.id, result, call.at);
        }
    }

    /// Elicitations that the client declared, and other requests.
    fn entries(&mut self, declares: &Declares, count: usize, first: usize) -> Vec<(String, Question)> {
        let modes = declares.modes();
        let style = self.numbers.below(2);
        (first..first + count)
            .map(|index| {
                let question = match self.numbers.below(6) {
                    0 => Question::Roots,
                    1 => Question::Sampling,
                    _ if modes.is_empty() => Question::Roots,
                    _ => {
                        let fresh = self.talk.fresh();
                        Question::elicitation(self.numbers, REVISION, &modes, fresh)
                    }
                };
                (if style == 0 { format!("ask-{index}") } else { format!("question{index}") }, question)
            })
            .collect()
    }

    fn ask(&mut self) {
        let call = self.take(|call| call.kind != Kind::Plain);
        let count = self.numbers.below(4);
        let entries = self.entries(&call.declares, count, 0);
        let (requests, asks) = input_requests(&entries, "/result/inputRequests");
        let has_state = count == 0 || self.numbers.below(3) > 0;
        let state = has_state.then(|| format!("v1.{}", opaque(self.numbers, 48)));
        let mut result = json!({"resultType": "input_required"});
        if count > 0 {
            result["inputRequests"] = requests;
        }
        if let Some(state) = &state {
            result["requestState"] = json!(state);
        }
        let at = self.talk.result(S, Kind::InputRequired, &call.id, result, call.at);
        self.talk.last().asks = asks;
        self.rounds.push(Round { call, entries, state, at });
    }

    fn retry(&mut self) {
        let Round { call, entries, state, at } = self.rounds.swap_remove(self.numbers.below(self.rounds.len()));
        let mut params = call.params.clone();
        let (responses, answers) = input_responses(&entries, self.numbers);
        if !entries.is_empty() {
            params["inputResponses"] = responses;
        }
        if let Some(state) = state {
            params["requestState"] = json!(state);
        }
        let (id, number) = self.request(Kind::Retry, call.method, params, &call.declares);
        self.talk.last().answers = answers;
        self.talk.last().about = Some(at);
        self.calls.push(Call { id, at: number, kind: Kind::Retry, ..call });
    }

    fn create(&mut self) {
        let call = self.take(|call| call.method == "tools/call" && call.declares.tasks);
        let id = uuid(self.numbers);
        let mut result = state(&id, "working");
        result["resultType"] = json!("task");
        self.talk.result(S, Kind::Other, &call.id, result, call.at);
        let (entries, shown) = Default::default();
        self.tasks.push(Task { id, declares: call.declares, entries, shown, asked: 0 });
    }

    /// A task asks for something more, under a key that it never used.
    fn ask_task(&mut self) {
        let index = self.numbers.below(self.tasks.len());
        let (declares, asked) = (self.tasks[index].declares.clone(), self.tasks[index].asked);
        let count = 1 + self.numbers.below(2);
        let entries = self.entries(&declares, count, asked);
        let task = &mut self.tasks[index];
        task.asked += count;
        task.entries.extend(entries);
        self.poll(index, None);
    }

    /// Shows the state of a task, in a result or a notification.
    fn poll(&mut self, index: usize, end: Option<&str>) {
        let task = &self.tasks[index];
        let (id, declares) = (task.id.clone(), task.declares.clone());
        let waits = !task.entries.is_empty();
        let mut now = state(&id, end.unwrap_or(if waits { "input_required" } else { "working" }));
        if end.is_some() {
            now["result"] = json!({"content": []});
        }
        let by_notice = end.is_none() && self.numbers.below(4) == 0;
        let at = if by_notice { "/params/inputRequests" } else { "/result/inputRequests" };
        let (requests, asks) = input_requests(&self.tasks[index].entries, at);
        if waits && end.is_none() {
            now["inputRequests"] = requests;
            let keys = self.tasks[index].entries.iter().map(|(key, _)| key.clone());
            self.tasks[index].shown = keys.collect();
        }
        if by_notice {
            self.talk.notice(S, Kind::State, "notifications/tasks", now);
        } else {
            now["resultType"] = json!("complete");
            let (request, at) = self.request(Kind::Other, "tasks/get", json!({"taskId": id}), &declares);
            self.talk.result(S, Kind::State, &request, now, at);
        }
        self.talk.last().asks = if end.is_none() { asks } else { Vec::new() };
    }

    fn update(&mut self) {
        let can = |task: &Task| task.entries.iter().any(|(key, _)| task.shown.contains(key));
        let open: Vec<_> = (0..self.tasks.len()).filter(|index| can(&self.tasks[*index])).collect();
        let index = open[self.numbers.below(open.len())];
        let task = &mut self.tasks[index];
        let (mut given, mut rest): (Vec<_>, Vec<_>) =
            task.entries.drain(..).partition(|(key, _)| task.shown.contains(key));
        if given.len() > 1 && self.numbers.below(2) == 0 {
            rest.extend(given.drain(1..));
        }
        task.entries = rest;
        let (id, declares) = (task.id.clone(), task.declares.clone());
        let (responses, answers) = input_responses(&given, self.numbers);
        let params = json!({"taskId": id, "inputResponses": responses});
        let (request, at) = self.request(Kind::Update, "tasks/update", params, &declares);
        self.talk.last().answers = answers;
        self.talk.result(S, Kind::Other, &request, json!({"resultType": "complete"}), at);
    }

    fn finish_task(&mut self) {
        let index = self.numbers.below(self.tasks.len());
        let end = if self.numbers.below(3) == 0 { "cancelled" } else { "completed" };
        self.poll(index, Some(end));
        self.tasks.swap_remove(index);
    }
}

fn state(task: &str, status: &str) -> Value {
    json!({"taskId": task, "status": status, "createdAt": "2026-08-10T10:00:00Z",
        "lastUpdatedAt": "2026-08-10T10:00:05Z", "ttlMs": 60000, "pollIntervalMs": 1000})
}
