//! What a live session says of each message: what to show, and what to send where it must not pass.

use elicitlint::{Capabilities, CheckOptions, Context, Limits, Linter, Mode, Policy, Session, Severity, Side, Verdict};
use serde_json::{Value, json};

use crate::script::*;

const C: Side = Side::Client;
const S: Side = Side::Server;
const BOTH: &str = r#""elicitation":{"form":{},"url":{}}"#;
const HOSTILE: &str = r#"{"mode":"url","message":"Go","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"javascript:alert(1)"}"#;
/// A link as from 2026-07-28 on.
const OPEN: &str = r#"{"mode":"url","message":"Sign in","url":"https://id.example.com/"}"#;

fn begun(elicitation: &str) -> Vec<(Side, String)> {
    vec![(C, initialize("2025-11-25", elicitation)), (S, initialized("2025-11-25")), (C, call("1"))]
}

fn required(params: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32042,"message":"m","data":{{"elicitations":[{params}]}}}}}}"#
    )
}

/// Says the messages; returns whom the last one must not reach, and what is said instead.
fn refused(script: &[(Side, String)]) -> (Verdict, Option<(Side, Value)>) {
    let mut session = Session::new(&Linter::new(), Context::default());
    let mut last = (Verdict::Allow, None);
    for (side, message) in script {
        let observed = session.observe(*side, message.as_bytes());
        let instead = observed.refused().map(|refused| {
            let message: Value = serde_json::from_str(&refused.message).unwrap();
            assert_eq!(message["error"]["code"].as_i64(), refused.code);
            assert!(!refused.message.contains('\n'));
            (refused.to, message)
        });
        last = (observed.verdict(), instead);
    }
    last
}

fn error(id: Value, code: i64, rule: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": format!("refused: {rule}")}})
}

fn result(id: Value, action: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": {"action": action}})
}

#[test]
fn a_message_that_must_not_pass_is_answered_as_its_revision_says() {
    let forms = || begun(r#""elicitation":{}"#);
    let both = || begun(BOTH);
    let stated = |declared: &str| vec![(C, stated_call("1", "2026-07-28", declared))];
    let after = |mut script: Vec<_>, side, message| {
        script.push((side, message));
        script
    };
    let mut missing = error(json!(1), -32021, "mode-undeclared");
    missing["error"]["data"] = json!({"requiredCapabilities": {"elicitation": {"url": {}}}});
    let cases = [
        ("an undeclared mode", after(forms(), S, elicit("7", LINK)), (S, error(json!(7), -32602, "mode-undeclared"))),
        ("a hostile link", after(both(), S, elicit("7", HOSTILE)), (S, result(json!(7), "decline"))),
        (
            "an id is kept as it is",
            after(both(), S, elicit(r#""a\"\\\u00e9""#, HOSTILE)),
            (S, result(json!("a\"\\\u{e9}"), "decline")),
        ),
        (
            "a request of a server that may send none",
            after(stated(BOTH), S, elicit("7", FORM)),
            (S, error(json!(7), -32601, "server-initiated-request")),
        ),
        (
            "an undeclared mode in an error",
            after(forms(), S, required(LINK)),
            (C, error(json!(1), -32602, "mode-undeclared")),
        ),
        (
            "an undeclared mode in a result",
            after(stated(r#""elicitation":{}"#), S, asks_for_input("1", OPEN)),
            (C, missing),
        ),
        (
            "a hostile link in a result",
            after(stated(BOTH), S, asks_for_input("1", &OPEN.replace("https:", "javascript:"))),
            (C, error(json!(1), -32603, "url-scheme-dangerous")),
        ),
        (
            "a request that declares nothing",
            after(stated(BOTH), C, call("2")),
            (C, error(json!(2), -32602, "request-meta-missing")),
        ),
        (
            "an answer that is none",
            after(after(both(), S, elicit("7", FORM)), C, answer("7", "ok")),
            (S, result(json!(7), "cancel")),
        ),
    ];
    for (name, script, expected) in cases {
        assert_eq!(refused(&script), (Verdict::Block, Some(expected)), "{name}");
    }
}

#[test]
fn what_nobody_waits_for_is_dropped_and_what_may_pass_is_not_answered() {
    let notice = r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{}}"#;
    for dropped in [notice, r#"{"jsonrpc":"2.0","id":7,"method":"elicitation/create","par"#, r#"[{"jsonrpc":"2.0"}]"#] {
        let mut script = begun(BOTH);
        script.push((S, dropped.to_owned()));
        assert_eq!(refused(&script), (Verdict::Block, None), "{dropped}");
    }
    let mut script = begun(BOTH);
    script.push((S, elicit("7", FORM)));
    assert_eq!(refused(&script), (Verdict::Allow, None));
    script.push((S, elicit("8", &LINK.replace("https:", "http:"))));
    assert_eq!(refused(&script), (Verdict::Warn, None), "a warning passes with the elicitation");
}

/// A gateway that refuses an elicitation answers it, and the server may count on from there.
#[test]
fn a_refusal_that_is_observed_closes_the_request() {
    let ids_in_use = |observes: bool| {
        let mut session = Session::new(&Linter::new(), Context::default());
        for (side, message) in begun(BOTH) {
            session.observe(side, message.as_bytes());
        }
        let refused = session.observe(S, elicit("7", HOSTILE).as_bytes()).refused().cloned().unwrap();
        assert_eq!(refused.to, S);
        if observes {
            assert_eq!(session.observe(C, refused.message.as_bytes()).verdict(), Verdict::Allow);
        }
        let again = elicit("7", LINK);
        let next = session.observe(S, again.as_bytes());
        let rules =
            next.reports().iter().flat_map(|report| report.findings().iter().map(|found| report.rule(found).id()));
        rules.filter(|rule| *rule == "input-id-invalid").count()
    };
    assert_eq!((ids_in_use(true), ids_in_use(false)), (0, 1));
}

#[test]
fn a_batch_is_no_message_whatever_the_revision() {
    for revision in ["2025-03-26", "2025-11-25"] {
        let mut session = Session::new(&Linter::new(), Context::default());
        session.observe(C, initialize(revision, "").as_bytes());
        session.observe(S, initialized(revision).as_bytes());
        let observed = session.observe(S, format!("[{}]", elicit("7", FORM)).as_bytes()).verdict();
        assert_eq!(observed, Verdict::Block, "{revision}");
    }
}

#[test]
fn every_elicitation_of_a_message_can_be_shown() {
    let mut session = Session::new(&Linter::new(), Context::default());
    session.observe(C, stated_call("1", "2026-07-28", BOTH).as_bytes());
    let asks = asks_for_input("1", FORM).replace(
        r#""ask":"#,
        &format!(
            r#""roots":{{"method":"roots/list"}},"link":{{"method":"elicitation/create","params":{OPEN}}},"ask":"#
        ),
    );
    let observed = session.observe(S, asks.as_bytes());
    let modes: Vec<_> = observed.elicitations().map(elicitlint::Report::mode).collect();
    assert_eq!((observed.verdict(), modes), (Verdict::Allow, vec![Some(Mode::Url), Some(Mode::Form)]));
}

#[test]
fn what_only_the_session_knows_blocks_the_link_too() {
    let mut session = Session::new(&Linter::new(), Context::default());
    for (side, message) in begun(BOTH) {
        session.observe(side, message.as_bytes());
    }
    session.observe(S, elicit("7", LINK).as_bytes());
    let again = elicit("8", &LINK.replace("id.example.com", "pay.example.com"));
    let observed = session.observe(S, again.as_bytes());
    let report = observed.elicitations().next().unwrap();
    let finding = report.findings().iter().find(|finding| finding.severity() == Severity::Error).unwrap();
    assert_eq!(report.rule(finding).id(), "elicitation-id-reused");
    assert_eq!(report.pointer(finding), "/params/elicitationId");
    assert_eq!(report.consent().url.unwrap().href, None, "nothing to open where the report blocks");
    let earlier = report.earlier(finding).unwrap();
    assert_eq!((earlier.place.line, earlier.note), (4, "the interaction that has this id"));
}

#[test]
fn the_end_of_a_session_tells_what_was_never_asked_for() {
    let notice = |id: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{{"elicitationId":"{id}"}}}}"#
        )
    };
    let mut session = Session::new(&Linter::new(), Context::default());
    for (side, message) in begun(BOTH) {
        session.observe(side, message.as_bytes());
    }
    assert!(session.observe(S, notice("e-9").as_bytes()).reports().is_empty());
    let rules = |reports: &[elicitlint::Report<'_>]| -> Vec<_> {
        reports
            .iter()
            .flat_map(|report| report.findings().iter().map(|found| report.rule(found).id().to_owned()))
            .collect()
    };
    // Another session of the client ends the first one.
    let hello = initialize("2025-11-25", BOTH);
    let observed = session.observe(C, hello.as_bytes());
    assert_eq!(rules(observed.ended()), ["completion-unknown-id"]);
    assert_eq!(observed.ended()[0].pointer(&observed.ended()[0].findings()[0]), "/params/elicitationId");
    // What was wrong with the session before is no reason to refuse this message.
    assert_eq!((observed.reports().len(), observed.verdict(), observed.refused()), (0, Verdict::Allow, None));
    session.observe(S, notice("e-10").as_bytes());
    assert_eq!(rules(&session.finish()), ["completion-unknown-id"]);
}

#[test]
fn the_context_holds_until_the_session_says_otherwise() {
    let context = Context::default()
        .capabilities(Capabilities::none().with(Mode::Form))
        .session("1868a90c-9d4e-4f7b-8b1a-5c2e7d3f6a01");
    let mut session = Session::new(&Linter::new(), context);
    let link = LINK.replace("example.com/", "example.com/?s=1868a90c-9d4e-4f7b-8b1a-5c2e7d3f6a01");
    let mut rules = |side, message: String| -> Vec<_> {
        let observed = session.observe(side, message.as_bytes());
        let of = |report: &elicitlint::Report<'_>| -> Vec<_> {
            report.findings().iter().map(|found| report.rule(found).id().to_owned()).collect()
        };
        observed.reports().iter().flat_map(of).collect()
    };
    assert_eq!(rules(S, elicit("1", &link)), ["mode-undeclared", "url-session-id"]);
    assert_eq!(rules(C, initialize("2025-11-25", BOTH)), Vec::<String>::new());
    assert_eq!(rules(C, call("1")), Vec::<String>::new());
    assert_eq!(rules(S, elicit("2", &link)), ["url-session-id"]);
}

#[test]
fn what_is_forgotten_is_counted() {
    let limits = Limits { open: 4, ..Limits::default() };
    let linter = Linter::with_policy(&Policy::new().limits(limits)).unwrap();
    let mut session = Session::new(&linter, Context::default());
    let script: Vec<_> = (0..7).map(|id| elicit(&id.to_string(), FORM)).collect();
    for (index, message) in (0_u64..).zip(&script) {
        session.observe(S, message.as_bytes());
        assert_eq!(session.forgotten(), (index + 1).saturating_sub(4));
    }
    let (summary, _) = lint_with(limits, &CheckOptions::default(), script.join("\n").as_bytes());
    assert_eq!(summary.forgotten, 3);
}

#[test]
fn a_session_may_go_from_thread_to_thread() {
    fn sendable<T: Send + Sync + 'static>() {}
    sendable::<Session>();
    sendable::<elicitlint::Observation<'static>>();
}
