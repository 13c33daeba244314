//! A recording as a script, one message a line: `c ` sent by the client, `s ` by the server, else the recording does not
//! say. With the messages that sessions are made of.

use elicitlint::recording::Input;
use elicitlint::{CheckOptions, FindingRecord, InputSummary, Limits, Linter, Policy, Severity, check};

pub const FORM: &str = r#"{"message":"Which branch?","requestedSchema":{"type":"object","properties":{}}}"#;
pub const LINK: &str = r#"{"mode":"url","message":"Sign in","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"https://id.example.com/"}"#;
/// Breaks a rule of every revision, so that there is a finding to look at.
pub const NO_MESSAGE: &str = r#"{"requestedSchema":{"type":"object","properties":{}}}"#;

pub fn initialize(revision: &str, elicitation: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{revision}","capabilities":{{{elicitation}}},"clientInfo":{{"name":"desk","version":"1"}}}}}}"#
    )
}

pub fn initialized(revision: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":"{revision}","capabilities":{{}},"serverInfo":{{"name":"files","version":"1"}}}}}}"#
    )
}

pub fn call(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"deploy"}}}}"#)
}

/// A call that states its revision and what the client declares for it, as from 2026-07-28 on.
pub fn stated_call(id: &str, revision: &str, elicitation: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"deploy","_meta":{{"io.modelcontextprotocol/protocolVersion":"{revision}","io.modelcontextprotocol/clientCapabilities":{{{elicitation}}}}}}}}}"#
    )
}

pub fn elicit(id: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"elicitation/create","params":{params}}}"#)
}

/// A result that asks for input (2026-07-28).
pub fn asks_for_input(id: &str, params: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required","inputRequests":{{"ask":{{"method":"elicitation/create","params":{params}}}}}}}}}"#
    )
}

pub fn answer(id: &str, action: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"action":"{action}"}}}}"#)
}

pub fn done(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}}}}"#)
}

pub fn from_client(message: &str) -> String {
    format!("c {message}")
}

pub fn from_server(message: &str) -> String {
    format!("s {message}")
}

pub fn lint_with(limits: Limits, options: &CheckOptions, recording: &[u8]) -> (InputSummary, Vec<FindingRecord>) {
    let linter = Linter::with_policy(&Policy::new().limits(limits)).unwrap();
    let mut findings = Vec::new();
    let input = Input::Stream(&mut &*recording);
    let summary = check(&linter, "session", input, options, &mut |finding| findings.push(finding)).unwrap();
    (summary, findings)
}

pub fn lint(script: &[String]) -> (InputSummary, Vec<FindingRecord>) {
    let line = |line: &String| match line.split_at_checked(2) {
        Some(("c ", message)) => format!(r#"{{"dir":"c2s","msg":{message}}}"#),
        Some(("s ", message)) => format!(r#"{{"dir":"s2c","msg":{message}}}"#),
        _ => line.clone(),
    };
    let recording = script.iter().map(line).collect::<Vec<_>>().join("\n");
    lint_with(Limits::default(), &CheckOptions::default(), recording.as_bytes())
}

/// Rule and line of each finding that is worse than information.
pub fn loud(script: &[String]) -> Vec<(String, u64)> {
    let findings = lint(script).1.into_iter().filter(|finding| finding.severity > Severity::Info);
    findings.map(|finding| (finding.rule, finding.line)).collect()
}

pub fn rules_of(findings: &[FindingRecord]) -> Vec<&str> {
    findings.iter().map(|finding| finding.rule.as_str()).collect()
}

pub fn fires(rule: &str, line: u64) -> Vec<(String, u64)> {
    vec![(rule.to_owned(), line)]
}
