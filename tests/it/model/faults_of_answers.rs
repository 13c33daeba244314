//! Faults of answers, and of what clients declare.

use std::ops::Range;

use elicitlint::{Mode, Revision};
use serde_json::{Value, json};

use super::fault::{ALL, Edit, Fault, JULY, JUNE, NOVEMBER, OLDER, Place, fault};
use super::talk::{Action, C, Kind, S, Sent, Talk};
use Edit::{Remove, Session, Set};

const CAPABILITIES: &str = "/params/_meta/io.modelcontextprotocol~1clientCapabilities";

#[rustfmt::skip]
pub const ANSWERS: &[Fault] = &[
    fault("the action of a draft", "answer-action-unknown", ALL, Place::Accepted(Mode::Form),
        &[Set("/action", r#""reject""#)]).besides(&["legacy-draft-shape"]),
    fault("no action", "answer-action-unknown", ALL, Place::Accepted(Mode::Form), &[Remove("/action")]),
    fault("an action in capitals", "answer-action-unknown", ALL, Place::Refused, &[Set("/action", r#""Cancel""#)]),
    fault("no content", "answer-content-missing", ALL, Place::Filled, &[Remove("/content")]),
    fault("content that is a list", "answer-content-mismatch", ALL, Place::Filled, &[Set("/content", "[]")]),
    fault("no value for a required field", "answer-content-mismatch", ALL, Place::Filled,
        &[Session(leave_out_required)]),
    fault("an object for a field", "answer-content-mismatch", ALL, Place::Filled, &[Session(answer_with_an_object)]),
    fault("content for a link", "answer-content-in-url-mode", super::fault::NEWER, Place::Accepted(Mode::Url),
        &[Set("/content", "{}")]),
    fault("content with a refusal", "answer-content-on-refusal", ALL, Place::Refused,
        &[Set("/content", r#"{"note":"x"}"#)]),
    fault("the same question again", "reprompt-after-decline", OLDER, Place::Message(Kind::Reply),
        &[Session(ask_again)]).besides(&["unsolicited-elicitation", "task-related-missing"]),
    fault("one question after the other", "elicitation-flood", OLDER, Place::Message(Kind::Call),
        &[Session(flood)]).besides(&["elicitation-undeclared", "mode-undeclared"]),
];

#[rustfmt::skip]
pub const CAPABILITY: &[Fault] = &[
    fault("nothing declared", "elicitation-undeclared", OLDER, Place::Message(Kind::Hello),
        &[Remove("/params/capabilities/elicitation"), Session(first_ask)]).besides(&["undeclared-mode-answer"]),
    fault("another mode declared", "mode-undeclared", NOVEMBER, Place::Message(Kind::Hello),
        &[Session(declare_the_other_mode)]).besides(&["undeclared-mode-answer"]),
    fault("an undeclared mode that is answered", "undeclared-mode-answer", NOVEMBER, Place::Message(Kind::Hello),
        &[Session(declare_the_other_mode), Session(answer_to_undeclared)]).besides(&["mode-undeclared"]),
    fault("a declaration that is no object", "capability-malformed", OLDER, Place::Message(Kind::Hello),
        &[Set("/params/capabilities/elicitation", "true")]),
    fault("the declaration of a draft", "capability-malformed", OLDER, Place::Message(Kind::Hello),
        &[Set("/params/capabilities/elicitation", r#"{"modes":["form"]}"#)])
        .besides(&["legacy-draft-shape", "mode-undeclared", "undeclared-mode-answer"]),
    fault("a call that declares nothing", "elicitation-undeclared", JULY, Place::Message(Kind::InputRequired),
        &[Session(undeclare_call)]),
    fault("a call without metadata", "request-meta-missing", JULY, Place::Message(Kind::Call),
        &[Remove("/params/_meta")]),
    fault("a call without a revision", "request-meta-missing", JULY, Place::Message(Kind::Call),
        &[Remove("/params/_meta/io.modelcontextprotocol~1protocolVersion")]),
    fault("a retry without capabilities", "request-meta-missing", JULY, Place::Message(Kind::Retry),
        &[Remove(CAPABILITIES)]),
    fault("a capability that is a list", "missing-capability-error-malformed", JULY, Place::Message(Kind::Missing),
        &[Set("/error/data/requiredCapabilities", r#"["elicitation"]"#)]),
    fault("a missing capability that is not named", "missing-capability-error-malformed", JULY, Place::Message(Kind::Missing),
        &[Remove("/error/data")]),
    fault("a revision without elicitations", "not-yet-in-revision", JUNE, Place::Message(Kind::Hello),
        &[Session(older_revision)]),
    fault("a task that was not declared", "task-augmentation-undeclared", NOVEMBER, Place::Message(Kind::Elicit),
        &[Session(undeclare_tasks)]),
];

fn required(talk: &Talk, index: usize, at: &str) -> Option<String> {
    talk.sent[index].answers.iter().find(|answer| answer.at == at)?.required.clone()
}

fn leave_out_required(talk: &mut Talk, index: usize, at: &str) -> Option<Range<usize>> {
    let name = required(talk, index, at)?;
    talk.sent[index].message.pointer_mut(at)?["content"].as_object_mut()?.remove(&name)?;
    Some(index..index + 1)
}

fn answer_with_an_object(talk: &mut Talk, index: usize, at: &str) -> Option<Range<usize>> {
    let name = required(talk, index, at)?;
    talk.sent[index].message.pointer_mut(at)?["content"][name] = json!({"a": 1});
    Some(index..index + 1)
}

/// Asks what was declined.
fn ask_again(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let reply = &talk.sent[index];
    if reply.answers.first()?.action != Action::Decline {
        return None;
    }
    let mut again = talk.sent[reply.about?].clone();
    again.message["id"] = json!("asked-again");
    talk.sent.insert(index + 1, again);
    Some(index + 1..index + 2)
}

fn flood(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    for number in 0..21 {
        let params = json!({"message": format!("Question {number} of many"), "requestedSchema": {"type": "object", "properties": {}}});
        let message = json!({"jsonrpc": "2.0", "id": format!("flood-{number}"), "method": "elicitation/create", "params": params});
        talk.sent.insert(index + 1 + number, Sent::new(S, Kind::Elicit, message));
    }
    Some(index + 1..index + 22)
}

/// The first message that elicits.
fn first_ask(talk: &mut Talk, _: usize, _: &str) -> Option<Range<usize>> {
    let first = talk.sent.iter().position(|sent| !sent.asks.is_empty())?;
    Some(first..first + 1)
}

fn declare_the_other_mode(talk: &mut Talk, index: usize, at: &str) -> Option<Range<usize>> {
    let first = first_ask(talk, index, at)?;
    let declared = match talk.sent[first.start].asks[0].mode {
        Mode::Form => json!({"url": {}}),
        Mode::Url => json!({"form": {}}),
    };
    talk.sent[index].message["params"]["capabilities"]["elicitation"] = declared;
    Some(first)
}

/// The answer to the first elicitation.
fn answer_to_undeclared(talk: &mut Talk, index: usize, at: &str) -> Option<Range<usize>> {
    let first = first_ask(talk, index, at)?;
    let reply = talk.sent.iter().position(|sent| sent.kind == Kind::Reply && sent.about == Some(first.start))?;
    Some(reply..reply + 1)
}

/// Takes the declaration out of the call that a result answers.
fn undeclare_call(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let sent = &talk.sent[index];
    let call = sent.about.filter(|_| !sent.asks.is_empty())?;
    talk.sent[call].message.pointer_mut(CAPABILITIES)?.as_object_mut()?.remove("elicitation")?;
    Some(index..index + 1)
}

fn older_revision(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    let params = &mut talk.sent[index].message["params"];
    params["capabilities"].get("elicitation")?;
    params["protocolVersion"] = json!("2025-03-26");
    let welcome = talk.sent.iter_mut().find(|sent| sent.about == Some(index))?;
    welcome.message["result"]["protocolVersion"] = json!("2025-03-26");
    Some(index..index + 1)
}

fn undeclare_tasks(talk: &mut Talk, index: usize, _: &str) -> Option<Range<usize>> {
    talk.sent[index].message["params"].get("task")?;
    let hello = talk.sent.iter_mut().find(|sent| sent.kind == Kind::Hello && sent.side == C)?;
    let Value::Object(capabilities) = &mut hello.message["params"]["capabilities"] else { return None };
    capabilities.remove("tasks")?;
    (talk.revision == Revision::V2025_11_25).then_some(index..index + 1)
}
