//! `elicitlint hook`: one request, one verdict, for clients that ask a program before they show a dialog.
//! In: a JSON object on standard input. Out: a JSON object on standard output.
//! Never: an exit code but 0 and 2: callers take only 2 for a refusal.

use std::io;
use std::io::Read as _;

use clap::Args;
use serde::Serialize;

use super::arguments::PolicyArguments;
use super::exit::Exit;
use super::exit::Problem;
use super::request::Members;
use super::request::judged;
use super::streams::Streams;
use crate::context::Context;
use crate::json::Kind;
use crate::json::Raw;
use crate::linter::Linter;
use crate::output::Answer;
use crate::output::Eyes;
use crate::output::Redact;
use crate::output::safe;
use crate::output::write_line;
use crate::report::Verdict;

/// The event of Claude Code that comes before the dialog of an elicitation.
const ELICITATION: &str = "Elicitation";

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    policy: PolicyArguments,
}

/// The answer to any client.
#[derive(Serialize)]
struct Generic {
    schema_version: u8,
    action: &'static str,
    reason: Option<String>,
    #[serde(flatten)]
    answer: Answer,
}

/// The answer to Claude Code; empty where the dialog may open.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HookOutput {
    #[serde(skip_serializing_if = "Option::is_none")]
    hook_specific_output: Option<Decision>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system_message: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Decision {
    hook_event_name: &'static str,
    action: &'static str,
}

pub(super) fn run(arguments: &Arguments, streams: &Streams) -> Result<Exit, Problem> {
    let built = arguments.policy.build(streams)?;
    built.tell(streams);
    let linter = built.linter;
    let request = read(&linter).map_err(|error| Problem::usage(format!("hook: {error}")))?;
    let refused = |problem: String| Problem::usage(format!("hook: {problem}"));
    let members = Members::read(&request)
        .map_err(|problem| refused(format!("{problem}; `elicitlint help hook` says what it reads")))?;
    let eyes = Eyes::new(&linter, Redact::Partial);
    let written = match members.text("hook_event_name").map_err(refused)? {
        Some(event) => {
            // The event need not carry the id that the request has.
            let mut policy = arguments.policy.clone();
            if members.get("elicitation_id").is_none() {
                policy.ignore.push(String::from("elicitation-id-missing"));
            }
            let (linter, _) = policy.compiled(streams)?;
            write_line(&mut io::stdout(), &of_event(&event, &members, &linter, &eyes).map_err(refused)?)
        }
        None => write_line(&mut io::stdout(), &generic(&members, &linter, &eyes).map_err(refused)?),
    };
    written.map_err(|error| refused(format!("the answer cannot be written: {error}")))?;
    Ok(Exit::Clean)
}

fn read(linter: &Linter) -> Result<Vec<u8>, String> {
    let most = u64::try_from(linter.policy().limits.record_bytes).unwrap_or(u64::MAX);
    let mut request = Vec::new();
    let read = io::stdin().lock().take(most.saturating_add(1)).read_to_end(&mut request);
    read.map_err(|error| format!("standard input cannot be read: {error}"))?;
    if u64::try_from(request.len()).unwrap_or(u64::MAX) > most {
        return Err(format!("the request is larger than {most} bytes (limits.record-bytes)"));
    }
    Ok(request)
}

fn generic(members: &Members<'_>, linter: &Linter, eyes: &Eyes) -> Result<Generic, String> {
    members.only(&["elicitation", "message", "url"])?;
    let answer = judged(members, linter, eyes)?;
    let action = if answer.verdict == Verdict::Block { "decline" } else { "ask" };
    let reason = answer.reason();
    // A verdict that is logged needs no whole link, so that there is no consent.
    let answer = Answer { consent: None, elicitations: None, ..answer };
    Ok(Generic { schema_version: 1, action, reason, answer })
}

fn of_event(event: &str, members: &Members<'_>, linter: &Linter, eyes: &Eyes) -> Result<HookOutput, String> {
    if event != ELICITATION {
        return Err(format!("the event `{}` is not judged: register the hook for {ELICITATION}", event.escape_debug()));
    }
    let server = members.text("mcp_server_name")?.unwrap_or_default();
    let context = Context::default().local_server(&server);
    let params = params_of(members);
    let answer = Answer::of(&linter.vet(params.as_bytes(), &context), eyes);
    let reason = answer.reason().unwrap_or_default();
    let from = if server.is_empty() { String::from("a server") } else { safe(&server) };
    let (decision, message) = match answer.verdict {
        Verdict::Allow => (None, None),
        Verdict::Warn => (None, Some(format!("elicitlint warns of what {from} asks: {reason}"))),
        Verdict::Block => {
            let decision = Decision { hook_event_name: ELICITATION, action: "decline" };
            (Some(decision), Some(format!("elicitlint declined what {from} asked: {reason}")))
        }
    };
    Ok(HookOutput { hook_specific_output: decision, system_message: message })
}

/// The params of the elicitation, of what the event has of them.
fn params_of(members: &Members<'_>) -> String {
    let names = [
        ("mode", "mode"),
        ("message", "message"),
        ("requested_schema", "requestedSchema"),
        ("url", "url"),
        ("elicitation_id", "elicitationId"),
    ];
    let is_there = |raw: &Raw<'_>| raw.kind() != Kind::Null;
    let given = names.into_iter().filter_map(|(name, own)| Some((own, members.get(name).filter(is_there)?)));
    let given: Vec<_> = given.map(|(own, raw)| format!("\"{own}\":{}", raw.source())).collect();
    format!("{{{}}}", given.join(","))
}
