//! What an input held: elicitations by carrier, mode, revision and server, sessions, answers by action.

use elicitlint::{Carrier, CheckOptions, Limits, Mode, Statistics};

use crate::script::*;

const BOTH: &str = r#""elicitation":{"form":{},"url":{}}"#;

fn of(script: &[String]) -> Statistics {
    lint(script).0.statistics
}

/// Carrier, mode, revision, server and count.
type Row<'s> = (Carrier, Option<Mode>, Option<&'s str>, Option<&'s str>, u64);

fn rows(statistics: &Statistics) -> Vec<Row<'_>> {
    let rows = statistics.elicitations.iter();
    rows.map(|row| (row.carrier, row.mode, row.revision, row.server.as_deref(), row.count)).collect()
}

fn required(id: &str) -> String {
    let data = format!(r#"{{"elicitations":[{LINK},{LINK}]}}"#);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32042,"message":"m","data":{data}}}}}"#)
}

#[test]
fn elicitations_are_counted_by_kind_and_answers_by_action() {
    let script = [
        from_client(&initialize("2025-11-25", BOTH)),
        from_server(&initialized("2025-11-25")),
        from_client(&call("1")),
        from_server(&elicit("1", FORM)),
        from_client(&answer("1", "accept")),
        from_server(&elicit("2", FORM)),
        from_client(&answer("2", "decline")),
        from_server(&elicit("3", &FORM.replacen('{', r#"{"mode":"oob","#, 1))),
        from_client(&answer("3", "submit")),
        from_server(&elicit("4", LINK)),
        from_client(r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"No window"}}"#),
        from_server(&required("1")),
        from_client(&initialize("2025-06-18", BOTH)),
        from_client(&stated_call("7", "2026-07-28", BOTH)),
        from_server(&asks_for_input("7", FORM)),
    ];
    let statistics = of(&script);
    let (november, july) = (Some("2025-11-25"), Some("2026-07-28"));
    let expected = [
        (Carrier::Request, None, november, None, 1),
        (Carrier::Request, Some(Mode::Form), november, None, 2),
        (Carrier::Request, Some(Mode::Url), november, None, 1),
        (Carrier::UrlRequiredError, Some(Mode::Url), november, None, 2),
        (Carrier::InputRequest, Some(Mode::Form), july, None, 1),
    ];
    assert_eq!(rows(&statistics), expected);
    let answers = statistics.answers;
    let counts = (answers.accept, answers.decline, answers.cancel, answers.other, answers.error);
    assert_eq!((statistics.sessions, counts), (2, (1, 1, 0, 1, 1)));
}

#[test]
fn servers_are_told_apart_by_their_transport_and_not_without_end() {
    let entry = |host: String| {
        let text = serde_json::to_string(&elicit("1", FORM)).unwrap();
        format!(
            r#"{{"startedDateTime":"2026-08-01T10:00:00.000Z","time":1,"request":{{"method":"POST","url":"https://{host}/mcp?key=secret","headers":[],"postData":{{"mimeType":"application/json","text":"{{}}"}}}},"response":{{"status":200,"headers":[],"content":{{"size":1,"mimeType":"application/json","text":{text}}}}}}}"#
        )
    };
    let archive = |count: usize| {
        let entries: Vec<_> = (0..count).map(|number| entry(format!("mcp-{number:03}.example.com"))).collect();
        format!(
            r#"{{"log":{{"version":"1.2","creator":{{"name":"t","version":"1"}},"entries":[{}]}}}}"#,
            entries.join(",")
        )
    };
    let of = |count| lint_with(Limits::default(), &CheckOptions::default(), archive(count).as_bytes()).0.statistics;
    let two = of(2);
    let servers: Vec<_> = rows(&two).into_iter().map(|(.., server, count)| (server, count)).collect();
    assert_eq!(servers, [(Some("https://mcp-000.example.com"), 1), (Some("https://mcp-001.example.com"), 1)]);
    let many = of(105);
    assert_eq!((many.elicitations.len(), many.of_unlisted_servers), (101, 5));
    assert_eq!(many.elicitations.iter().map(|row| row.count).sum::<u64>(), 105);
}
