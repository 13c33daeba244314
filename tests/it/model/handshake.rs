//! Lawful sessions of 2025-06-18 and 2025-11-25: a handshake, then requests of both sides.

use elicitlint::{Mode, Revision};
use serde_json::{Value, json};

use super::forms::{Question, opaque, uuid};
use super::talk::{Action, Ask, C, Declares, Kind, S, Talk};
use crate::rewrite::Seeded;

const RELATED: &str = "io.modelcontextprotocol/related-task";

/// A request of the client that waits.
#[derive(Debug)]
struct Call {
    id: Value,
    at: usize,
    method: &'static str,
    params: Value,
    kind: Kind,
}

/// A request of the server that waits.
#[derive(Debug)]
struct Asked {
    id: Value,
    at: usize,
    /// None for a ping.
    question: Option<Question>,
    /// The task of the server that asks.
    of_task: Option<String>,
    /// True where the client is to answer with a task of its own.
    by_task: bool,
}

/// An elicitation that the client runs as a task.
#[derive(Debug)]
struct Later {
    task: String,
    at: usize,
    question: Question,
}

struct Handshake<'n> {
    talk: Talk,
    numbers: &'n mut Seeded,
    declares: Declares,
    calls: Vec<Call>,
    asked: Vec<Asked>,
    /// Tasks that the server runs.
    tasks: Vec<String>,
    later: Vec<Later>,
    /// Ids of links that are not complete.
    issued: Vec<String>,
    /// Calls that were refused until links are visited, with these links.
    refused: Vec<(Call, Vec<Value>)>,
}

#[derive(Clone, Copy)]
enum Act {
    AnswerClient,
    AnswerServer,
    AskTask,
    Call,
    CallAsTask,
    CancelCall,
    CancelQuestion,
    Complete,
    Elicit,
    FinishTask,
    Input,
    List,
    Notice,
    Ping,
    PollLater,
    PollTask,
    Require,
    RetryRefused,
}

/// A session of as many steps as there are numbers; each decides one step.
pub fn session(revision: Revision, setup: u64, steps: &[u64]) -> Talk {
    let mut numbers = Seeded(setup);
    let declares = Declares::any(&mut numbers, revision);
    let talk = Talk::new(revision, &mut numbers);
    let (calls, asked, tasks, later, issued, refused) = Default::default();
    let mut session = Handshake { talk, numbers: &mut numbers, declares, calls, asked, tasks, later, issued, refused };
    session.begin();
    for step in steps {
        *session.numbers = Seeded(*step);
        session.step();
    }
    session.end();
    session.talk
}

impl Handshake<'_> {
    fn begin(&mut self) {
        let revision = self.talk.revision.date().unwrap();
        let capabilities = self.declares.capabilities(self.talk.revision);
        let client = json!({"name": "desk", "version": "1"});
        if self.numbers.below(5) == 0 {
            // A client that knows the newest revision asks for it first.
            let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": capabilities, "io.modelcontextprotocol/clientInfo": client});
            let (id, at) = self.talk.request(C, Kind::Other, "server/discover", json!({"_meta": meta}));
            self.talk.error(S, Kind::Other, &id, json!({"code": -32601, "message": "Method not found"}), at);
        }
        let hello = json!({"protocolVersion": revision, "capabilities": capabilities, "clientInfo": client});
        let (id, at) = self.talk.request(C, Kind::Hello, "initialize", hello);
        let welcome = json!({"protocolVersion": revision, "capabilities": {"tools": {}, "prompts": {}},
            "serverInfo": {"name": "planner", "version": "2"}});
        self.talk.result(S, Kind::Other, &id, welcome, at);
        self.talk.notice(C, Kind::Other, "notifications/initialized", json!({}));
    }

    fn step(&mut self) {
        use Act::*;
        let modes = self.declares.modes();
        let has_links = modes.contains(&Mode::Url) && self.talk.revision == Revision::V2025_11_25;
        let has_calls = self.calls.iter().any(|call| call.kind == Kind::Call);
        let runs_tasks = self.talk.revision == Revision::V2025_11_25;
        let enabled = [
            (true, [List, Notice, Ping].as_slice()),
            (self.calls.len() < 4, &[Call, Call]),
            (runs_tasks && self.tasks.len() < 2, &[CallAsTask]),
            (!self.calls.is_empty(), &[AnswerClient, AnswerClient]),
            (has_calls, &[Input, CancelCall]),
            (has_calls && !modes.is_empty(), &[Elicit, Elicit, Elicit, Elicit]),
            (has_calls && has_links, &[Require, Require]),
            (!self.asked.is_empty(), &[AnswerServer, AnswerServer, AnswerServer, AnswerServer, CancelQuestion]),
            (!self.issued.is_empty(), &[Complete, Complete]),
            (!self.refused.is_empty(), &[RetryRefused, RetryRefused]),
            (!self.tasks.is_empty(), &[PollTask, FinishTask]),
            (!self.tasks.is_empty() && !modes.is_empty(), &[AskTask, AskTask]),
            (!self.later.is_empty(), &[PollLater, PollLater]),
        ];
        let acts: Vec<_> =
            enabled.into_iter().filter(|(can, _)| *can).flat_map(|(_, acts)| acts.iter().copied()).collect();
        let act = acts[self.numbers.below(acts.len())];
        self.act(act);
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::AnswerClient => self.answer_client(),
            Act::AnswerServer => self.answer_server(),
            Act::AskTask => {
                let task = self.tasks[self.numbers.below(self.tasks.len())].clone();
                self.elicit(Some(task));
            }
            Act::Call => self.call(),
            Act::CallAsTask => self.call_as_task(),
            Act::CancelCall => {
                let call = self.take_call();
                let reason = json!({"requestId": call.id, "reason": "not needed"});
                self.talk.notice(C, Kind::Other, "notifications/cancelled", reason);
            }
            Act::CancelQuestion => {
                let asked = self.asked.swap_remove(self.numbers.below(self.asked.len()));
                let reason = json!({"requestId": asked.id, "reason": "timeout"});
                self.talk.notice(S, Kind::Other, "notifications/cancelled", reason);
            }
            Act::Complete => {
                let id = self.issued.swap_remove(self.numbers.below(self.issued.len()));
                self.talk.notice(S, Kind::Complete, "notifications/elicitation/complete", json!({"elicitationId": id}));
            }
            Act::Elicit => self.elicit(None),
            Act::FinishTask => self.finish_task(),
            Act::Input => {
                let question = [Question::Roots, Question::Sampling][self.numbers.below(2)].clone();
                let params = question.params().unwrap_or_else(|| json!({}));
                let (id, at) = self.talk.request(S, Kind::Other, question.method(), params);
                self.asked.push(Asked { id, at, question: Some(question), of_task: None, by_task: false });
            }
            Act::List => self.list(),
            Act::Notice => self.notice(),
            Act::Ping => self.ping(),
            Act::PollLater => self.poll_later(),
            Act::PollTask => self.poll_task(),
            Act::Require => self.require(),
            Act::RetryRefused => {
                let (call, links) = self.refused.swap_remove(self.numbers.below(self.refused.len()));
                let (id, at) = self.talk.request(C, Kind::Call, call.method, call.params.clone());
                self.calls.push(Call { id, at, ..call });
                // The person was not ready: the same links are asked for again.
                if self.numbers.below(3) == 0 {
                    self.require_links(links, false);
                }
            }
        }
    }

    /// Answers what is open.
    fn end(&mut self) {
        while !self.asked.is_empty() {
            self.answer_server();
        }
        while !self.later.is_empty() {
            self.poll_later();
        }
        while !self.tasks.is_empty() {
            self.finish_task();
        }
        while !self.calls.is_empty() {
            self.answer_client();
        }
    }

    fn call(&mut self) {
        let fresh = self.talk.fresh() % 3;
        let (method, params) = [
            ("tools/call", json!({"name": "deploy", "arguments": {"to": fresh}, "_meta": {"progressToken": fresh}})),
            ("tools/call", json!({"name": "plan_trip"})),
            ("prompts/get", json!({"name": "review"})),
            ("resources/read", json!({"uri": "file:///readme"})),
        ][self.numbers.below(4)]
        .clone();
        let (id, at) = self.talk.request(C, Kind::Call, method, params.clone());
        self.calls.push(Call { id, at, method, params, kind: Kind::Call });
    }

    fn take_call(&mut self) -> Call {
        let open: Vec<_> = (0..self.calls.len()).filter(|index| self.calls[*index].kind == Kind::Call).collect();
        self.calls.swap_remove(open[self.numbers.below(open.len())])
    }

    fn answer_client(&mut self) {
        let call = self.calls.swap_remove(self.numbers.below(self.calls.len()));
        let result = match call.kind {
            Kind::Plain => json!({"tools": []}),
            _ if self.numbers.below(6) == 0 => {
                let error = json!({"code": -32603, "message": "Cannot be done"});
                self.talk.error(S, Kind::Done, &call.id, error, call.at);
                return;
            }
            _ => json!({"content": [{"type": "text", "text": "Done"}]}),
        };
        let kind = if call.kind == Kind::Plain { Kind::PlainDone } else { Kind::Done };
        self.talk.result(S, kind, &call.id, result, call.at);
    }

    fn list(&mut self) {
        let (id, at) = self.talk.request(C, Kind::Plain, "tools/list", json!({}));
        self.calls.push(Call { id, at, method: "tools/list", params: json!({}), kind: Kind::Plain });
    }

    fn notice(&mut self) {
        let (side, method, params) = [
            (S, "notifications/message", json!({"level": "info", "data": "half done"})),
            (S, "notifications/progress", json!({"progressToken": 1, "progress": 0.5})),
            (S, "notifications/tools/list_changed", json!({})),
            (C, "notifications/roots/list_changed", json!({})),
        ][self.numbers.below(4)]
        .clone();
        self.talk.notice(side, Kind::Other, method, params);
    }

    fn ping(&mut self) {
        if self.numbers.below(2) == 0 {
            let (id, at) = self.talk.request(C, Kind::Other, "ping", json!({}));
            self.talk.result(S, Kind::Other, &id, json!({}), at);
        } else {
            let (id, at) = self.talk.request(S, Kind::Other, "ping", json!({}));
            self.asked.push(Asked { id, at, question: None, of_task: None, by_task: false });
        }
    }

    fn elicit(&mut self, of_task: Option<String>) {
        let mut modes = self.declares.modes();
        if self.talk.revision == Revision::V2025_06_18 {
            modes.retain(|mode| *mode == Mode::Form);
        }
        if modes.is_empty() {
            return;
        }
        let fresh = self.talk.fresh();
        let question = Question::elicitation(self.numbers, self.talk.revision, &modes, fresh);
        let mut params = question.params().unwrap();
        if let Some(id) = params.get("elicitationId").and_then(Value::as_str) {
            self.issued.push(id.to_owned());
        }
        let by_task = self.declares.tasks && of_task.is_none() && self.numbers.below(3) == 0;
        if by_task {
            params["task"] = json!({"ttl": 60000});
        }
        if let Some(task) = &of_task {
            params["_meta"] = json!({RELATED: {"taskId": task}});
        }
        let (id, at) = self.talk.request(S, Kind::Elicit, question.method(), params);
        self.talk.last().asks = vec![Ask { at: "/params".to_owned(), mode: question.mode().unwrap() }];
        self.asked.push(Asked { id, at, question: Some(question), of_task, by_task });
    }

    fn answer_server(&mut self) {
        let Asked { id, at, question, of_task, by_task } = self.asked.swap_remove(self.numbers.below(self.asked.len()));
        let Some(question) = question else {
            self.talk.result(C, Kind::Other, &id, json!({}), at);
            return;
        };
        if by_task {
            let task = opaque(self.numbers, 20);
            self.talk.result(C, Kind::Other, &id, json!({"task": state(&task, "working")}), at);
            self.later.push(Later { task, at, question });
            return;
        }
        let (mut result, answer) = question.answer(self.numbers, "/result");
        if let Some(task) = of_task {
            result["_meta"] = json!({RELATED: {"taskId": task}});
        }
        self.reply(&question, &id, result, at, answer);
    }

    fn reply(
        &mut self,
        question: &Question,
        id: &Value,
        result: Value,
        at: usize,
        answer: Option<super::talk::Answer>,
    ) {
        // What was not agreed to does not become complete.
        if answer.as_ref().is_some_and(|answer| answer.action != Action::Accept)
            && let Some(id) =
                question.params().and_then(|params| Some(params.get("elicitationId")?.as_str()?.to_owned()))
        {
            self.issued.retain(|issued| *issued != id);
        }
        let kind = if answer.is_some() { Kind::Reply } else { Kind::Other };
        self.talk.result(C, kind, id, result, at);
        self.talk.last().answers.extend(answer);
    }

    /// The server asks for the state of a task of the client, and in the end for its result.
    fn poll_later(&mut self) {
        let index = self.numbers.below(self.later.len());
        let task = self.later[index].task.clone();
        if self.numbers.below(2) == 0 {
            let (id, at) = self.talk.request(S, Kind::Other, "tasks/get", json!({"taskId": task}));
            self.talk.result(C, Kind::Other, &id, state(&task, "working"), at);
        }
        let Later { at, question, .. } = self.later.swap_remove(index);
        let (id, _) = self.talk.request(S, Kind::Other, "tasks/result", json!({"taskId": task}));
        let (mut result, answer) = question.answer(self.numbers, "/result");
        result["_meta"] = json!({RELATED: {"taskId": task}});
        self.reply(&question, &id, result, at, answer);
    }

    fn call_as_task(&mut self) {
        let params = json!({"name": "plan_trip", "task": {"ttl": 60000}});
        let (id, at) = self.talk.request(C, Kind::Other, "tools/call", params);
        let task = uuid(self.numbers);
        self.talk.result(S, Kind::Other, &id, json!({"task": state(&task, "working")}), at);
        self.tasks.push(task);
    }

    fn poll_task(&mut self) {
        let task = self.tasks[self.numbers.below(self.tasks.len())].clone();
        let waits = self.asked.iter().any(|asked| asked.of_task.as_ref() == Some(&task));
        let now = state(&task, if waits { "input_required" } else { "working" });
        if self.numbers.below(3) == 0 {
            self.talk.notice(S, Kind::Other, "notifications/tasks/status", now);
        } else {
            let (id, at) = self.talk.request(C, Kind::Other, "tasks/get", json!({"taskId": task}));
            self.talk.result(S, Kind::Other, &id, now, at);
        }
    }

    fn finish_task(&mut self) {
        let index = self.numbers.below(self.tasks.len());
        if self.asked.iter().any(|asked| asked.of_task.as_ref() == Some(&self.tasks[index])) {
            return self.poll_task();
        }
        let task = self.tasks.swap_remove(index);
        let (id, at) = self.talk.request(C, Kind::Other, "tasks/result", json!({"taskId": task}));
        let result = json!({"content": [], "_meta": {RELATED: {"taskId": task}}});
        self.talk.result(S, Kind::Other, &id, result, at);
    }

    /// Refuses a call until links are visited.
    fn require(&mut self) {
        let links: Vec<_> = (0..=self.numbers.below(2))
            .map(|_| {
                let fresh = self.talk.fresh();
                let link = Question::elicitation(self.numbers, self.talk.revision, &[Mode::Url], fresh);
                link.params().unwrap()
            })
            .collect();
        self.require_links(links, true);
    }

    fn require_links(&mut self, links: Vec<Value>, are_new: bool) {
        let call = self.take_call();
        let at = |index| Ask { at: format!("/error/data/elicitations/{index}"), mode: Mode::Url };
        let asks = (0..links.len()).map(at).collect();
        let error = json!({"code": -32042, "message": "More is needed", "data": {"elicitations": links}});
        self.talk.error(S, Kind::Required, &call.id, error, call.at);
        self.talk.last().asks = asks;
        if are_new {
            self.issued.extend(links.iter().map(|link| link["elicitationId"].as_str().unwrap().to_owned()));
        }
        self.refused.push((call, links));
    }
}

fn state(task: &str, status: &str) -> Value {
    json!({"taskId": task, "status": status, "createdAt": "2026-01-10T10:00:00Z",
        "lastUpdatedAt": "2026-01-10T10:00:05Z", "ttl": 60000, "pollInterval": 1000})
}
