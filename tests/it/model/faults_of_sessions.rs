//! Faults that only a session shows, and faults of messages without an elicitation.

use std::ops::Range;

use elicitlint::Mode;
use serde_json::{Value, json};

use super::fault::{ALL, Edit, Fault, JULY, NOVEMBER, OLDER, Place, fault};
use super::talk::{C, Kind, S, Sent, Talk};
use Edit::{Remove, Session, Set};

const FORM: &str = r#"{"message":"Which branch?","requestedSchema":{"type":"object","properties":{}}}"#;

const fn on(kind: Kind) -> Place {
    Place::Message(kind)
}

#[rustfmt::skip]
pub const SESSIONS: &[Fault] = &[
    fault("an elicitation that is sent as a request", "server-initiated-request", JULY, on(Kind::Call),
        &[Session(request_by_server)]).besides(&["elicitation-undeclared", "mode-undeclared"]),
    fault("a notification that is no more", "removed-in-revision", JULY, on(Kind::Call),
        &[Session(complete_something)]),
    fault("an elicitation out of nowhere", "unsolicited-elicitation", OLDER, on(Kind::Hello),
        &[Session(elicit_first)]).besides(&["elicitation-undeclared", "mode-undeclared"]),
    fault("an elicitation in a list", "batch-not-allowed", OLDER, on(Kind::Elicit), &[Session(batch)]),
    fault("a call in a list", "batch-not-allowed", ALL, on(Kind::Call), &[Session(batch)]),
    fault("an elicitation that does not name its task", "task-related-missing", NOVEMBER, on(Kind::Elicit),
        &[Session(forget_task)]),
    fault("a task that asks for nothing", "task-input-missing", JULY, on(Kind::State),
        &[Session(without_inputs)]).besides(&["answer-key-unknown"]),
    fault("a task that asks for an empty map", "task-input-missing", JULY, on(Kind::State),
        &[Session(empty_inputs)]).besides(&["answer-key-unknown"]),
    fault("a key of a task for another question", "task-input-key-reused", JULY, on(Kind::State),
        &[Session(reuse_key)]),
    fault("an id that is null", "input-id-invalid", ALL, on(Kind::Plain), &[Set("/id", "null")]),
    fault("an id that is a fraction", "input-id-invalid", ALL, on(Kind::Plain), &[Set("/id", "1.5")]),
    fault("an id that is in use", "input-id-invalid", OLDER, on(Kind::Elicit), &[Session(reuse_id)])
        .besides(&["answer-content-missing", "answer-content-mismatch", "answer-content-in-url-mode"]),
    fault("a message that is cut", "input-malformed", ALL, Place::Ask(Mode::Form), &[Session(cut)])
        .besides(&["input-unreadable-record", "answer-key-unknown", "mrtr-state-unexpected", "mrtr-state-altered"]),
    fault("a completion of nothing", "completion-id-missing", NOVEMBER, on(Kind::Complete),
        &[Remove("/params/elicitationId")]),
    fault("a completion of what was never asked", "completion-unknown-id", NOVEMBER, on(Kind::Complete),
        &[Set("/params/elicitationId", r#""5d2c7b1e-8f3a-4e69-b0d4-6a9c1e2f7b80""#)]),
    fault("a completion that is told twice", "completion-duplicate", NOVEMBER, on(Kind::Complete), &[Session(repeat)]),
    fault("a link that leads elsewhere under its old id", "elicitation-id-reused", NOVEMBER, on(Kind::Elicit),
        &[Session(reuse_elicitation_id)]).besides(&["completion-unknown-id", "unsolicited-elicitation"]),
    fault("an error without its list", "url-required-error-empty", NOVEMBER, on(Kind::Required),
        &[Remove("/error/data")]).besides(&["completion-unknown-id"]),
    fault("an error with an empty list", "url-required-error-empty", NOVEMBER, on(Kind::Required),
        &[Set("/error/data/elicitations", "[]")]).besides(&["completion-unknown-id"]),
    fault("an error that is no more", "error-code-retired", JULY, on(Kind::Done), &[Session(retired_error)])
        .besides(&["elicitation-undeclared", "mode-undeclared"]),
    fault("an error of a draft", "legacy-draft-shape", ALL, on(Kind::Done), &[Session(draft_error)]),
    fault("a request of a draft", "legacy-draft-shape", OLDER, on(Kind::Call), &[Session(draft_request)]),
];

#[rustfmt::skip]
pub const ROUNDS: &[Fault] = &[
    fault("a round without a type", "mrtr-result-type-missing", JULY, on(Kind::InputRequired),
        &[Remove("/result/resultType")]),
    fault("a round of an unknown type", "mrtr-result-type-unknown", JULY, on(Kind::InputRequired),
        &[Set("/result/resultType", r#""input-required""#)]),
    fault("a result of an unknown type", "mrtr-result-type-unknown", JULY, on(Kind::Done), &[Session(unknown_type)]),
    fault("a round of a method without rounds", "mrtr-method-unsupported", JULY, on(Kind::PlainDone),
        &[Set("/result", r#"{"resultType":"input_required","requestState":"v1.Hq3xwB7dKz9mTn2cRj5vYg8p"}"#)]),
    fault("a round that asks for nothing", "mrtr-empty", JULY, on(Kind::InputRequired),
        &[Set("/result", r#"{"resultType":"input_required"}"#)])
        .besides(&["answer-key-unknown", "mrtr-state-unexpected", "mrtr-state-altered"]),
    fault("a round that asks for a tool", "mrtr-input-method", JULY, on(Kind::InputRequired),
        &[Session(ask_for_a_tool)]),
    fault("a state that is changed", "mrtr-state-altered", JULY, on(Kind::Retry), &[Session(alter_state)]),
    fault("a state that is left out", "mrtr-state-altered", JULY, on(Kind::Retry), &[Session(drop_state)]),
    fault("a state that nobody gave", "mrtr-state-unexpected", JULY, on(Kind::Retry), &[Session(invent_state)]),
    fault("a state of another call", "mrtr-state-unexpected", JULY, on(Kind::Retry), &[Session(state_of_another)]),
    fault("a retry under the old id", "mrtr-id-reused", JULY, on(Kind::Retry), &[Session(keep_id)]),
    fault("a state that can be read", "mrtr-state-readable", JULY, on(Kind::InputRequired), &[Session(readable_state)]),
    fault("a state that says who may what", "mrtr-state-privileged", JULY, on(Kind::InputRequired),
        &[Session(privileged_state)]),
    fault("a state that comes twice", "mrtr-state-replayed", JULY, on(Kind::Retry), &[Session(replay)]),
    fault("an answer that nobody asked for", "answer-key-unknown", JULY, on(Kind::Retry),
        &[Set("/params/inputResponses/never-asked", r#"{"action":"cancel"}"#)]),
    fault("an answer that the task did not ask for", "answer-key-unknown", JULY, on(Kind::Update),
        &[Set("/params/inputResponses/never-asked", r#"{"action":"cancel"}"#)]),
    fault("an answer that is left out", "answer-key-missing", JULY, on(Kind::Retry), &[Session(leave_out_key)]),
];

fn here(index: usize) -> Option<Range<usize>> {
    Some(index..index + 1)
}

fn insert(talk: &mut Talk, index: usize, sent: Sent) -> Option<Range<usize>> {
    talk.sent.insert(index, sent);
    here(index)
}

fn form_request(id: &str) -> Value {
    let params: Value = serde_json::from_str(FORM).unwrap();
    json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params})
}

fn request_by_server(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    insert(talk, index + 1, Sent::new(S, Kind::Elicit, form_request("by-server")))
}

fn complete_something(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let message =
        json!({"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": {"elicitationId": "e-1"}});
    insert(talk, index + 1, Sent::new(S, Kind::Complete, message))
}

/// Elicits after the handshake, before the client has called anything.
fn elicit_first(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    insert(talk, index + 3, Sent::new(S, Kind::Elicit, form_request("first")))
}

fn batch(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let text = format!("[{}]", talk.sent[index].text());
    talk.sent[index].written = Some(text);
    here(index)
}

/// True where the client waits for something else than a task before this message.
fn client_waits(talk: &Talk, index: usize) -> bool {
    let is_call = |sent: &Sent| {
        let method = sent.message.get("method").and_then(Value::as_str).unwrap_or_default();
        sent.side == C && sent.message.get("id").is_some() && !method.is_empty() && !method.starts_with("tasks/")
    };
    let is_closed = |call: usize| {
        talk.sent[..index].iter().any(|sent| {
            sent.about == Some(call)
                || sent.message.pointer("/params/requestId") == Some(&talk.sent[call].message["id"])
        })
    };
    (0..index).any(|number| is_call(&talk.sent[number]) && !is_closed(number))
}

fn forget_task(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    if client_waits(talk, index) {
        return None;
    }
    talk.sent[index].message["params"].as_object_mut()?.remove("_meta")?;
    here(index)
}

/// The state of a task that asks for input. None where something was answered before, which the task may not have seen.
fn inputs_of_task(talk: &mut Talk, index: usize) -> Option<&mut Value> {
    if talk.sent[..index].iter().any(|sent| sent.kind == Kind::Update) {
        return None;
    }
    let message = &mut talk.sent[index].message;
    let holder = if message.get("result").is_some() { "result" } else { "params" };
    message[holder].get("inputRequests")?;
    Some(&mut message[holder])
}

fn without_inputs(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    inputs_of_task(talk, index)?.as_object_mut()?.remove("inputRequests");
    here(index)
}

fn empty_inputs(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    inputs_of_task(talk, index)?["inputRequests"] = json!({});
    here(index)
}

/// Changes a question that was shown before.
fn reuse_key(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let ask = talk.sent[index].asks.first()?.at.clone();
    let params = talk.sent[index].message.pointer(&ask)?.clone();
    let is_shown = |sent: &Sent| sent.asks.iter().any(|ask| sent.message.pointer(&ask.at) == Some(&params));
    if !talk.sent[..index].iter().any(is_shown) {
        return None;
    }
    talk.sent[index].message.pointer_mut(&ask)?["message"] = json!("Another question");
    here(index)
}

/// Gives an elicitation the id of one that is still open.
fn reuse_id(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let is_closed = |number: usize| {
        talk.sent[..index].iter().any(|sent| {
            sent.about == Some(number)
                || sent.message.pointer("/params/requestId") == Some(&talk.sent[number].message["id"])
        })
    };
    let open = (0..index).find(|number| talk.sent[*number].kind == Kind::Elicit && !is_closed(*number))?;
    let id = talk.sent[open].message["id"].clone();
    talk.sent[index].message["id"] = id;
    here(index)
}

/// Cuts a message behind the word that says what it is.
fn cut(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let text = talk.sent[index].text();
    let end = text.find("elicitation/create")? + 24;
    talk.sent[index].written = Some(text.get(..end)?.to_owned());
    here(index)
}

fn repeat(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let again = talk.sent[index].clone();
    insert(talk, index + 1, again)
}

fn reuse_elicitation_id(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let id = |sent: &Sent| sent.message.pointer("/params/elicitationId").cloned();
    id(&talk.sent[index])?;
    let earlier = talk.sent[..index].iter().find_map(id)?;
    talk.sent[index].message["params"]["elicitationId"] = earlier;
    here(index)
}

fn to_error(talk: &mut Talk, index: usize, error: Value) -> Option<Range<usize>> {
    let message = talk.sent[index].message.as_object_mut()?;
    message.remove("result")?;
    message.insert("error".to_owned(), error);
    here(index)
}

fn retired_error(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let link = json!({"mode": "url", "message": "Sign in", "elicitationId": "0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11",
        "url": "https://calendar.example.com/"});
    to_error(talk, index, json!({"code": -32042, "message": "m", "data": {"elicitations": [link]}}))
}

fn draft_error(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    to_error(talk, index, json!({"code": -32604, "message": "m"}))
}

fn draft_request(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let message =
        json!({"jsonrpc": "2.0", "id": "tracked", "method": "elicitation/track", "params": {"elicitationId": "e-1"}});
    insert(talk, index + 1, Sent::new(C, Kind::Other, message))
}

fn unknown_type(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    *talk.sent[index].message.pointer_mut("/result/resultType")? = json!("done");
    here(index)
}

fn ask_for_a_tool(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let requests = talk.sent[index].message["result"].get_mut("inputRequests")?.as_object_mut()?;
    let other = requests.values_mut().find(|request| request["method"] == "roots/list")?;
    other["method"] = json!("tools/call");
    here(index)
}

/// What a call is, but for what changes from round to round.
fn call(message: &Value) -> Option<(Value, Value)> {
    let mut params = message.get("params")?.clone();
    for changing in ["_meta", "inputResponses", "requestState"] {
        params.as_object_mut()?.remove(changing);
    }
    Some((message.get("method")?.clone(), params))
}

/// True where no other round of the same call can be meant.
fn is_alone(talk: &Talk, retry: usize) -> bool {
    let of = |round: &Sent| call(&talk.sent[round.about?].message);
    let own = call(&talk.sent[retry].message);
    talk.sent[..retry].iter().filter(|sent| sent.kind == Kind::InputRequired && of(sent) == own).count() == 1
}

fn alter_state(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let state = talk.sent[index].message.pointer_mut("/params/requestState")?;
    *state = json!(format!("{}=", state.as_str()?));
    here(index)
}

fn drop_state(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    talk.sent[index].message["params"].get("inputResponses")?;
    talk.sent[index].message["params"].as_object_mut()?.remove("requestState").filter(|_| is_alone(talk, index))?;
    here(index)
}

fn invent_state(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let alone = is_alone(talk, index);
    let params = &mut talk.sent[index].message["params"];
    if !alone || params.get("requestState").is_some() {
        return None;
    }
    params["requestState"] = json!("v1.Hq3xwB7dKz9mTn2cRj5vYg8p");
    here(index)
}

fn state_of_another(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let own = call(&talk.sent[index].message);
    let of_another = |round: &&Sent| {
        let other = round.about.and_then(|about| call(&talk.sent[about].message));
        round.kind == Kind::InputRequired
            && other.is_some()
            && other != own
            && round.message["result"].get("requestState").is_some()
    };
    let state = talk.sent[..index].iter().find(of_another)?.message["result"]["requestState"].clone();
    talk.sent[index].message["params"]["requestState"] = state;
    here(index)
}

fn keep_id(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let round = &talk.sent[talk.sent[index].about?];
    let id = round.message["id"].clone();
    let has_state = talk.sent[index].message["params"].get("requestState").is_some();
    if !has_state && !is_alone(talk, index) {
        return None;
    }
    talk.sent[index].message["id"] = id;
    here(index)
}

fn replace_state(talk: &mut Talk, index: usize, state: &str) -> Option<Range<usize>> {
    let old = talk.sent[index].message["result"].get("requestState")?.clone();
    for sent in &mut talk.sent {
        for at in ["/result/requestState", "/params/requestState"] {
            if let Some(known) = sent.message.pointer_mut(at).filter(|known| **known == old) {
                *known = json!(state);
            }
        }
    }
    here(index)
}

fn readable_state(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    // {"step":2,"of":"plan"}
    replace_state(talk, index, "eyJzdGVwIjoyLCJvZiI6InBsYW4ifQ==")
}

fn privileged_state(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    // {"user":"ada","role":"admin"}
    replace_state(talk, index, "eyJ1c2VyIjoiYWRhIiwicm9sZSI6ImFkbWluIn0=")
}

fn replay(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    talk.sent[index].message["params"].get("requestState")?;
    let mut again = talk.sent[index].clone();
    again.message["id"] = json!("again");
    insert(talk, index + 1, again)
}

fn leave_out_key(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let has_state = talk.sent[index].message["params"].get("requestState").is_some();
    if !has_state && !is_alone(talk, index) {
        return None;
    }
    let responses = talk.sent[index].message["params"].get_mut("inputResponses")?.as_object_mut()?;
    let key = responses.keys().next()?.clone();
    responses.remove(&key);
    here(index)
}
