//! Whole conversations: honest ones are quiet, and how one was recorded does not change what is found in it.

use std::fs;
use std::path::{Path, PathBuf};

use elicitlint::{CheckOptions, Context, FindingRecord, Limits, Linter, Report, Session, Side};
use serde_json::{Value, json};

use crate::script::*;

const BOTH: &str = r#""elicitation":{"form":{},"url":{}}"#;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            found.push(path);
        }
    }
}

/// The messages of a recording, where it says of each who sent it and nothing else.
fn messages(recording: &str) -> Option<Vec<(Side, &str)>> {
    recording.lines().map(message).collect()
}

fn message(line: &str) -> Option<(Side, &str)> {
    let client = line.strip_prefix(r#"{"dir":"c2s","msg":"#).map(|rest| (Side::Client, rest));
    let (side, rest) = client.or_else(|| Some((Side::Server, line.strip_prefix(r#"{"dir":"s2c","msg":"#)?)))?;
    let message = rest.strip_suffix('}')?;
    let is_object = serde_json::from_str::<Value>(message).is_ok_and(|message| message.is_object());
    is_object.then_some((side, message))
}

fn of_report(report: &Report<'_>) -> Vec<(String, String)> {
    let found = report.findings().iter();
    found.map(|finding| (report.rule(finding).id().to_owned(), report.pointer(finding))).collect()
}

#[test]
fn a_live_session_finds_in_every_recording_what_check_finds() {
    let linter = Linter::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut recordings = Vec::new();
    for folder in ["cases", "corpus/specification", "corpus/requirements"] {
        files(&root.join(folder), &mut recordings);
    }
    recordings.sort();
    let mut count = 0;
    for path in recordings {
        let recording = fs::read_to_string(&path).unwrap();
        let Some(messages) = messages(&recording) else { continue };
        count += 1;
        let mut session = Session::new(&linter, Context::default());
        let mut live = Vec::new();
        for (side, message) in messages {
            let observed = session.observe(side, message.as_bytes());
            live.extend(observed.ended().iter().chain(observed.reports()).flat_map(of_report));
        }
        live.extend(session.finish().iter().flat_map(of_report));
        let (_, findings) = lint_with(Limits::default(), &CheckOptions::default(), recording.as_bytes());
        let mut recorded: Vec<_> = findings.into_iter().map(|finding| (finding.rule, finding.pointer)).collect();
        recorded.sort();
        live.sort();
        assert_eq!(live, recorded, "{}", path.display());
    }
    assert!(count > 200, "{count} recordings");
}

fn notice(method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","method":"notifications/{method}","params":{params}}}"#)
}

fn request(id: &str, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
}

fn replies(id: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

fn required(id: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32042,"message":"More is needed","data":{{"elicitations":[{LINK}]}}}}}}"#
    )
}

fn begun(script: Vec<String>) -> Vec<String> {
    let hello = [from_client(&initialize("2025-11-25", BOTH)), from_server(&initialized("2025-11-25"))];
    hello
        .into_iter()
        .chain([from_client(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)])
        .chain(script)
        .collect()
}

fn client(message: &str) -> String {
    from_client(message)
}

fn server(message: &str) -> String {
    from_server(message)
}

fn honest() -> Vec<(&'static str, Vec<String>)> {
    let accept = |id: &str| client(&replies(id, r#"{"action":"accept","content":{}}"#));
    let complete =
        server(&notice("elicitation/complete", r#"{"elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11"}"#));
    let other = FORM.replace("Which branch?", "Or which tag?");
    vec![
        (
            "an error that asks, the notification, the retry",
            begun(vec![
                client(&call("1")),
                server(&required("1")),
                complete.clone(),
                client(&call("2")),
                server(&done("2")),
            ]),
        ),
        (
            "an error that asks twice, since the person was not ready",
            begun(vec![
                client(&call("1")),
                server(&required("1")),
                client(&call("2")),
                server(&required("2")),
                complete.clone(),
                client(&call("3")),
                server(&done("3")),
            ]),
        ),
        (
            "two calls at once, each with its question",
            begun(vec![
                client(&call("1")),
                client(&call("2")),
                server(&elicit("1", FORM)),
                server(&elicit("2", &other)),
                accept("2"),
                server(&done("2")),
                accept("1"),
                server(&done("1")),
            ]),
        ),
        (
            "sampling and roots while a question is open",
            begun(vec![
                client(&call("1")),
                server(&elicit("1", FORM)),
                server(&request("2", "sampling/createMessage", r#"{"messages":[],"maxTokens":5}"#)),
                client(&replies("2", r#"{"role":"assistant","content":{"type":"text","text":"a"},"model":"m"}"#)),
                server(r#"{"jsonrpc":"2.0","id":3,"method":"roots/list"}"#),
                client(&replies("3", r#"{"roots":[]}"#)),
                accept("1"),
                server(&done("1")),
            ]),
        ),
        (
            "pings of both sides under one id",
            begun(vec![
                client(&call("1")),
                server(r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#),
                client(r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#),
                server(&replies("5", "{}")),
                client(&replies("5", "{}")),
                server(&elicit("6", FORM)),
                accept("6"),
                server(&done("1")),
            ]),
        ),
        (
            "a question that is withdrawn and asked in other words",
            begun(vec![
                client(&call("1")),
                server(&elicit("1", FORM)),
                server(&notice("cancelled", r#"{"requestId":1,"reason":"timeout"}"#)),
                server(&elicit("2", &other)),
                accept("2"),
                server(&done("1")),
            ]),
        ),
        (
            "declined, and asked for something else",
            begun(vec![
                client(&call("1")),
                server(&elicit("1", FORM)),
                client(&answer("1", "decline")),
                server(&elicit("2", &other)),
                accept("2"),
                server(&done("1")),
            ]),
        ),
        (
            "a link whose page is done before the person has answered",
            begun(vec![
                client(&call("1")),
                server(&elicit("1", LINK)),
                complete.clone(),
                client(&answer("1", "accept")),
                server(&done("1")),
            ]),
        ),
        (
            "a server that answers with an error in place of a form",
            begun(vec![
                client(&call("1")),
                server(&elicit("1", FORM)),
                client(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"No window"}}"#),
                server(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Cannot ask"}}"#),
            ]),
        ),
        (
            "ids that begin anew with a connection",
            [
                begun(vec![client(&call("1")), server(&elicit("1", FORM)), accept("1")]),
                begun(vec![client(&call("1")), server(&elicit("1", FORM)), accept("1"), server(&done("1"))]),
            ]
            .concat(),
        ),
        (
            "a probe for the newest revision before the handshake",
            [
                vec![
                    client(&stated_call("1", "2026-07-28", BOTH).replace("tools/call", "server/discover")),
                    server(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#),
                ],
                begun(vec![client(&call("1")), server(&elicit("1", FORM)), accept("1"), server(&done("1"))]),
            ]
            .concat(),
        ),
        (
            "both generations in one process",
            begun(vec![
                client(&call("1")),
                client(&stated_call("2", "2026-07-28", BOTH)),
                server(&elicit("1", FORM)),
                accept("1"),
                server(&asks_for_input("2", FORM)),
                server(&done("1")),
            ]),
        ),
    ]
}

#[test]
fn honest_conversations_are_quiet() {
    for (name, script) in honest() {
        assert_eq!(loud(&script), [], "{name}");
        // Without the directions as well.
        let bare: Vec<_> = script.iter().map(|line| line[2..].to_owned()).collect();
        assert_eq!(loud(&bare), [], "{name}, without directions");
    }
}

/// What is found, without where in the file.
fn found(recording: &str) -> Vec<(String, String, String)> {
    let (_, findings) = lint_with(Limits::default(), &CheckOptions::default(), recording.as_bytes());
    let of = |finding: FindingRecord| (finding.rule, finding.pointer, finding.fingerprint);
    let mut found: Vec<_> = findings.into_iter().map(of).collect();
    found.sort();
    found
}

/// Sessions with faults that only a session shows.
fn faulty() -> Vec<Vec<(Side, String)>> {
    let both = |script: Vec<(Side, String)>| {
        let hello = [(Side::Client, initialize("2025-11-25", BOTH)), (Side::Server, initialized("2025-11-25"))];
        hello.into_iter().chain(script).collect::<Vec<_>>()
    };
    let pay = LINK.replace("id.example.com", "pay.example.com");
    let complete = |id: &str| notice("elicitation/complete", &format!(r#"{{"elicitationId":"{id}"}}"#));
    let links = vec![
        (Side::Client, call("1")),
        (Side::Server, elicit("1", LINK)),
        (Side::Client, answer("1", "accept")),
        (Side::Server, elicit("2", &pay)),
        (Side::Client, answer("2", "yes")),
        (Side::Server, complete("unknown-to-this-session")),
    ];
    let forms =
        vec![(Side::Client, call("1")), (Side::Server, elicit("1", LINK)), (Side::Client, answer("1", "accept"))];
    let mut forms_only = both(forms);
    forms_only[0].1 = initialize("2025-11-25", r#""elicitation":{}"#);
    vec![both(links), forms_only]
}

#[test]
fn sessions_that_are_interleaved_in_one_file_are_kept_apart() {
    let sessions = faulty();
    let line = |name: Option<usize>, (side, message): &(Side, String)| {
        let direction = if *side == Side::Client { "c2s" } else { "s2c" };
        let name = name.map(|name| format!(r#""session":"s-{name}","#)).unwrap_or_default();
        format!(r#"{{"dir":"{direction}",{name}"msg":{message}}}"#)
    };
    // The first over stdio, without a name, the others over HTTP.
    let name = |index: usize| (index > 0).then_some(index);
    let alone = |index: usize, session: &Vec<(Side, String)>| {
        found(&session.iter().map(|message| line(name(index), message)).collect::<Vec<_>>().join("\n"))
    };
    let mut apart: Vec<_> = sessions.iter().enumerate().flat_map(|(index, session)| alone(index, session)).collect();
    apart.sort();
    assert!(apart.len() > 4, "{apart:?}");
    for step in 1..4 {
        let mut queues: Vec<_> = sessions.iter().map(|session| session.iter()).collect();
        let mut lines = Vec::new();
        while queues.iter().any(|queue| queue.len() > 0) {
            for (index, queue) in queues.iter_mut().enumerate() {
                lines.extend(queue.take(if index == 0 { step } else { 1 }).map(|message| line(name(index), message)));
            }
        }
        assert_eq!(found(&lines.join("\n")), apart, "{step} messages at a time");
    }
}

/// A session as an archive of HTTP exchanges: each request of the client with what the server sends until the next one.
fn exchanges(session: &Conversation) -> Vec<Value> {
    let mut entries: Vec<Value> = Vec::new();
    for (side, message) in session {
        if *side == Side::Client {
            let second = entries.len();
            entries.push(json!({
                "startedDateTime": format!("2026-08-01T10:00:{second:02}.000Z"), "time": 1,
                "request": {"method": "POST", "url": "https://mcp.example.com/mcp",
                    "headers": [{"name": "Mcp-Session-Id", "value": "a-1"}],
                    "postData": {"mimeType": "application/json", "text": message}},
                "response": {"status": 202, "headers": [], "content": {"size": 0, "mimeType": "text/event-stream", "text": ""}}
            }));
        } else {
            let response = &mut entries.last_mut().unwrap()["response"];
            response["status"] = json!(200);
            let body = &mut response["content"]["text"];
            *body = json!(format!("{}data: {message}\n\n", body.as_str().unwrap()));
        }
    }
    entries
}

type Conversation = [(Side, String)];
type Recording = fn(&Conversation) -> String;

/// Ways to record a conversation whose messages say who sent them: each is a row, and a format more is a row more.
const RECORDINGS: [(&str, Recording); 6] = [
    ("lines that say who sent them", |conversation| {
        let direction = |side| if side == Side::Client { "c2s" } else { "s2c" };
        lines(conversation, |(side, message)| format!(r#"{{"dir":"{}","msg":{message}}}"#, direction(*side)))
    }),
    ("plain lines", |conversation| lines(conversation, |(_, message)| message.clone())),
    ("one list", |conversation| {
        format!("[\n{}\n]", lines(conversation, |(_, message)| format!("{message},")).trim_end_matches([',', '\n']))
    }),
    ("lines of another tool", |conversation| {
        let direction = |side| if side == Side::Client { "send" } else { "receive" };
        lines(conversation, |(side, message)| {
            format!(r#"{{"timestamp":"2026-08-01T10:00:00Z","direction":"{}","message":{message}}}"#, direction(*side))
        })
    }),
    ("plain lines between others", |conversation| {
        lines(conversation, |(_, message)| format!("[info] working\n{message}"))
    }),
    ("an archive", |conversation| {
        let entries = exchanges(conversation);
        json!({"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": entries}}).to_string()
    }),
];

fn lines(conversation: &Conversation, line: impl Fn(&(Side, String)) -> String) -> String {
    conversation.iter().map(|message| line(message) + "\n").collect()
}

#[test]
fn how_a_conversation_was_recorded_does_not_change_what_is_found() {
    let rules = |found: Vec<(String, String, String)>| -> Vec<_> {
        // What stands between the messages is told, and is no part of the conversation.
        let of_messages = found.into_iter().filter(|(rule, ..)| rule != "input-non-json-output");
        of_messages.map(|(rule, pointer, _)| (rule, pointer)).collect()
    };
    let (_, first) = RECORDINGS[0];
    for conversation in faulty() {
        let expected = rules(found(&first(&conversation)));
        assert!(!expected.is_empty());
        for (name, record) in RECORDINGS {
            assert_eq!(rules(found(&record(&conversation))), expected, "{name}");
        }
        // A stream of events holds what the server says.
        let of_server: Vec<_> = conversation.into_iter().filter(|(side, _)| *side == Side::Server).collect();
        let events = lines(&of_server, |(_, message)| format!("event: message\ndata: {message}\n"));
        assert_eq!(rules(found(&events)), rules(found(&first(&of_server))), "events");
    }
}

#[test]
fn the_order_of_entries_in_an_archive_does_not_count() {
    for session in faulty() {
        let mut entries = exchanges(&session);
        let archive = |entries: &[Value]| {
            json!({"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": entries}}).to_string()
        };
        let expected = found(&archive(&entries));
        assert!(!expected.is_empty());
        for turn in 0..entries.len() {
            entries.rotate_left(1);
            assert_eq!(found(&archive(&entries)), expected, "turned {turn} times");
            let reversed: Vec<_> = entries.iter().rev().cloned().collect();
            assert_eq!(found(&archive(&reversed)), expected, "turned {turn} times and reversed");
        }
    }
}

#[test]
fn an_event_that_is_sent_again_says_nothing_new() {
    let link = elicit("7", LINK);
    let complete = notice("elicitation/complete", r#"{"elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11"}"#);
    let stream = |events: &[(u32, &str)]| {
        let events = events.iter().map(|(id, data)| format!("id: {id}\ndata: {data}\n\n"));
        format!("HTTP/1.1 200 OK\nmcp-session-id: a-1\n\n{}", events.collect::<String>())
    };
    let once = stream(&[(1, &link), (2, &complete)]);
    let resumed = stream(&[(1, &link), (1, &link), (2, &complete), (2, &complete)]);
    assert_eq!(found(&once), found(&resumed));
    let twice = stream(&[(1, &link), (2, &complete), (3, &complete)]);
    assert_eq!(found(&twice).iter().filter(|(rule, ..)| rule == "completion-duplicate").count(), 1);
}

#[test]
fn a_task_gives_its_answer_later() {
    let capabilities = r#""elicitation":{},"tasks":{"requests":{"elicitation":{"create":{}}}}"#;
    let task = r#""taskId":"a-1","status":"working","createdAt":"2026-01-10T10:00:00Z","ttl":1"#;
    for directed in [true, false] {
        let script = [
            client(&initialize("2025-11-25", capabilities)),
            server(&initialized("2025-11-25")),
            client(&call("1")),
            server(&elicit("5", &FORM.replacen('{', r#"{"task":{},"#, 1))),
            client(&replies("5", &format!(r#"{{"task":{{{task}}}}}"#))),
            server(&request("6", "tasks/get", r#"{"taskId":"a-1"}"#)),
            client(&replies("6", &format!("{{{}}}", task.replace("working", "completed")))),
            server(&request("7", "tasks/result", r#"{"taskId":"a-1"}"#)),
            client(&answer("7", "submit")),
            server(&done("1")),
        ];
        let script = script.map(|line| if directed { line } else { line[2..].to_owned() });
        let (summary, findings) = lint(&script);
        let related: Vec<_> = findings.iter().map(|finding| (finding.line, finding.related[0].line)).collect();
        assert_eq!(
            (rules_of(&findings), related),
            (vec!["answer-action-unknown"], vec![(9, 4)]),
            "directed: {directed}"
        );
        assert_eq!((summary.elicitations, summary.by_carrier.answers), (1, 1));
    }
}

#[test]
fn a_finding_about_two_messages_names_the_other() {
    let script = begun(vec![
        client(&call("1")),
        server(&elicit("7", LINK)),
        client(&answer("7", "decline")),
        server(&elicit("8", &LINK.replace("id.example.com", "pay.example.com"))),
        server(&elicit("9", LINK)),
        server(&elicit("9", FORM)),
    ]);
    let (_, findings) = lint(&script);
    let related: Vec<_> = findings
        .iter()
        .map(|finding| {
            (
                finding.rule.as_str(),
                finding.line,
                finding.related.first().map(|related| (related.line, related.pointer)),
            )
        })
        .collect();
    assert_eq!(
        related,
        [
            ("elicitation-id-reused", 7, Some((5, "/params/elicitationId"))),
            ("reprompt-after-decline", 8, Some((6, "/result"))),
            ("input-id-invalid", 9, Some((8, "/id"))),
        ]
    );
}
