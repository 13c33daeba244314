//! What a conversation establishes and what follows from it: revision, capabilities, sides, pairs.

use elicitlint::{Carrier, CheckOptions, Context, Limits, Linter, Revision, Session, Side, Verdict};

use crate::script::*;

/// An archive of one exchange, with the revision in the header of its request.
fn archive(header: &str, request: &str, response: &str) -> Vec<u8> {
    let body = |text: &str| serde_json::to_string(text).unwrap();
    format!(
        r#"{{"log":{{"version":"1.2","creator":{{"name":"t","version":"1"}},"entries":[{{"startedDateTime":"2026-08-01T10:00:00.000Z","time":1,
        "request":{{"method":"POST","url":"https://mcp.example.com/mcp","headers":[{{"name":"MCP-Protocol-Version","value":"{header}"}},{{"name":"Content-Type","value":"application/json"}}],"postData":{{"mimeType":"application/json","text":{}}}}},
        "response":{{"status":200,"headers":[{{"name":"Content-Type","value":"application/json"}}],"content":{{"size":1,"mimeType":"application/json","text":{}}}}}}}]}}}}"#,
        body(request),
        body(response)
    )
    .into_bytes()
}

#[test]
fn the_revision_is_what_the_session_agreed_on() {
    let broken = from_server(&elicit("1", NO_MESSAGE));
    let hello = |revision| from_client(&initialize(revision, r#""elicitation":{}"#));
    let welcome = |revision| from_server(&initialized(revision));
    let meta = |revision| from_client(&stated_call("1", revision, r#""elicitation":{}"#));
    let asks = from_server(&asks_for_input("1", NO_MESSAGE));
    let cases: &[(&str, Vec<String>, Option<&str>)] = &[
        ("nothing said", vec![broken.clone()], None),
        ("what the client proposed", vec![hello("2025-11-25"), broken.clone()], Some("2025-11-25")),
        (
            "what the server agreed to",
            vec![hello("2025-11-25"), welcome("2025-06-18"), broken.clone()],
            Some("2025-06-18"),
        ),
        ("a recording that begins late", vec![welcome("2025-11-25"), broken.clone()], Some("2025-11-25")),
        ("the metadata of the request", vec![meta("2026-07-28"), asks.clone()], Some("2026-07-28")),
        (
            "metadata before the session",
            vec![hello("2025-11-25"), welcome("2025-11-25"), meta("2026-07-28"), asks.clone()],
            Some("2026-07-28"),
        ),
        ("the draft is the newest", vec![meta("draft"), asks], Some("2026-07-28")),
    ];
    for (name, script, revision) in cases {
        let (_, findings) = lint(script);
        let found = findings.iter().find(|finding| finding.rule == "message-missing");
        assert_eq!(found.map(|finding| finding.revision), Some(*revision), "{name}");
    }
}

#[test]
fn a_header_tells_the_revision_and_an_option_fills_in() {
    let revision = |recording: &[u8], options: CheckOptions| {
        let (_, findings) = lint_with(Limits::default(), &options, recording);
        let found = findings.iter().find(|finding| finding.rule == "message-missing").unwrap();
        (found.revision, found.side)
    };
    let assumed = CheckOptions::default().revision(Revision::V2025_11_25);
    let request = elicit("1", NO_MESSAGE);
    let agreed = format!("{}\n{request}", initialize("2025-06-18", r#""elicitation":{}"#));
    assert_eq!(revision(request.as_bytes(), assumed), (Some("2025-11-25"), Some(Side::Server)), "the option");
    assert_eq!(revision(agreed.as_bytes(), assumed).0, Some("2025-06-18"), "the session before the option");

    let asks = asks_for_input("1", NO_MESSAGE);
    let by_header = archive("2026-07-28", &call("1"), &asks);
    assert_eq!(revision(&by_header, assumed), (Some("2026-07-28"), Some(Side::Server)), "the header before the option");
    let by_meta = archive("2025-11-25", &stated_call("1", "2026-07-28", r#""elicitation":{}"#), &asks);
    assert_eq!(revision(&by_meta, assumed).0, Some("2026-07-28"), "the metadata before the header");
}

#[test]
fn a_server_cannot_change_revision_or_capabilities() {
    let hello = from_client(&initialize("2025-11-25", r#""elicitation":{}"#));
    let declares = |revision: &str| {
        let meta = format!(
            r#"{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"{revision}","io.modelcontextprotocol/clientCapabilities":{{"elicitation":{{"url":{{}}}}}}}},"#
        );
        LINK.replacen('{', &meta, 1)
    };
    // In its own request; the second, without the metadata, stands under what the client agreed on too.
    let script = [
        hello.clone(),
        from_server(&initialized("2025-11-25")),
        from_server(&elicit("1", &declares("2025-06-18"))),
        from_server(&elicit("2", LINK)),
    ];
    let expected = [("mode-undeclared".to_owned(), 3), ("mode-undeclared".to_owned(), 4)];
    assert_eq!(loud(&script), expected);
    // In a result that looks like that of `initialize`.
    let script = [
        hello,
        from_server(&initialized("2025-11-25")),
        from_client(&call("1")),
        from_server(r#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"protocolVersion":"2025-06-18"}}"#),
        from_server(&elicit("2", LINK)),
    ];
    assert_eq!(loud(&script), fires("mode-undeclared", 5));
    // In one that answers nothing.
    let mut script = script;
    script[3] = script[3].replace(r#""id":1"#, r#""id":99"#);
    assert_eq!(loud(&script), fires("mode-undeclared", 5));
}

#[test]
fn capabilities_hold_for_the_session_until_2025_11_25() {
    let session = |declared: &str, params: &str| {
        [
            from_client(&initialize("2025-11-25", declared)),
            from_server(&initialized("2025-11-25")),
            from_client(&call("1")),
            from_server(&elicit("7", params)),
        ]
    };
    let cases = [
        ("", FORM, Some("elicitation-undeclared")),
        ("", LINK, Some("elicitation-undeclared")),
        (r#""elicitation":{}"#, FORM, None),
        (r#""elicitation":{}"#, LINK, Some("mode-undeclared")),
        (r#""elicitation":{"form":{}}"#, FORM, None),
        (r#""elicitation":{"form":{}}"#, LINK, Some("mode-undeclared")),
        (r#""elicitation":{"url":{}}"#, FORM, Some("mode-undeclared")),
        (r#""elicitation":{"url":{}}"#, LINK, None),
        (r#""elicitation":{"form":{},"url":{}}"#, FORM, None),
        (r#""elicitation":{"form":{},"url":{}}"#, LINK, None),
    ];
    for (declared, params, rule) in cases {
        let script = session(declared, params);
        assert_eq!(loud(&script), rule.map(|rule| (rule.to_owned(), 4)).into_iter().collect::<Vec<_>>(), "{declared}");
        if rule.is_some() {
            let related = &lint(&script).1[0].related[0];
            assert_eq!((related.line, related.pointer), (1, "/params/capabilities"), "{declared}");
        }
    }
    // Of an unknown shape nothing follows for the elicitation.
    assert_eq!(loud(&session(r#""elicitation":true"#, LINK)), fires("capability-malformed", 1));
}

#[test]
fn from_2026_07_28_on_each_request_declares_for_itself() {
    let new = |id: &str, declared: &str| from_client(&stated_call(id, "2026-07-28", declared));
    let both = r#""elicitation":{"form":{},"url":{}}"#;
    let link = LINK.replace(r#""elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","#, "");
    let script = [
        new("1", both),
        new("2", r#""elicitation":{}"#),
        new("3", ""),
        from_server(&asks_for_input("3", &link)),
        from_server(&asks_for_input("2", &link)),
        from_server(&asks_for_input("1", &link)),
    ];
    assert_eq!(loud(&script), [("elicitation-undeclared".to_owned(), 4), ("mode-undeclared".to_owned(), 5)]);
    let related: Vec<_> = lint(&script).1.iter().map(|finding| finding.related[0].line).collect();
    assert_eq!(related, [3, 2]);
    // Nothing is inferred from an earlier session.
    let silent = r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"deploy","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#;
    let script =
        [from_client(&initialize("2025-11-25", "")), from_client(silent), from_server(&asks_for_input("4", &link))];
    assert_eq!(loud(&script), fires("request-meta-missing", 2));
}

#[test]
fn ids_of_the_two_sides_are_two_ids() {
    let script = [
        from_client(&call("1")),
        from_server(&elicit("1", FORM)),
        from_server(&done("1")),
        from_client(&answer("1", "submit")),
    ];
    let (summary, findings) = lint(&script);
    assert_eq!((summary.by_carrier.answers, rules_of(&findings)), (1, vec!["answer-action-unknown"]));
    assert_eq!((findings[0].line, findings[0].side), (4, Some(Side::Client)));
}

#[test]
fn an_answer_is_paired_with_its_request_by_id_and_type_of_id() {
    // The id of the answer, and whether it answers the elicitation with the id before it.
    let cases = [
        ("1", "1", true),
        (r#""1""#, r#""1""#, true),
        ("1", r#""1""#, false),
        (r#""1""#, "1", false),
        ("1", "2", false),
        ("1", "1.0", true),
        ("1", "1e0", true),
        ("10000000000000000000000", "10000000000000000000000", true),
        (r#""a""#, r#""\u0061""#, true),
        ("1", "null", false),
    ];
    for (asked, answered, pairs) in cases {
        let (summary, findings) = lint(&[from_server(&elicit(asked, FORM)), from_client(&answer(answered, "submit"))]);
        assert_eq!(summary.by_carrier.answers, u64::from(pairs), "{asked} {answered}");
        let answers = findings.iter().filter(|finding| finding.rule == "answer-action-unknown").count();
        assert_eq!(answers, usize::from(pairs), "{asked} {answered}");
    }
}

#[test]
fn answers_name_the_request_that_they_answer() {
    let script = [
        from_server(&elicit("1", FORM)),
        from_server(&elicit("2", LINK)),
        from_client(&answer("2", "submit")),
        from_client(&answer("1", "ok")),
        // Answered already: this is the answer to something else.
        from_client(&answer("1", "ok")),
    ];
    let (summary, findings) = lint(&script);
    let related: Vec<_> = findings.iter().map(|finding| (finding.line, finding.related[0].line)).collect();
    assert_eq!(related, [(3, 2), (4, 1)]);
    assert!(findings.iter().all(|finding| finding.pointer == "/result/action"));
    assert!(findings.iter().all(|finding| finding.related[0].pointer == "/params"));
    assert_eq!((summary.by_carrier.answers, summary.elicitations), (2, 2));
}

#[test]
fn answers_in_a_retry_belong_to_the_keys_that_were_asked_for() {
    let retry = |id: &str, responses: &str| {
        let call = stated_call(id, "2026-07-28", r#""elicitation":{}"#);
        from_client(&call.replace(r#""_meta""#, &format!(r#""inputResponses":{{{responses}}},"_meta""#)))
    };
    let call = |id: &str| from_client(&stated_call(id, "2026-07-28", r#""elicitation":{}"#));
    let asks =
        from_server(&asks_for_input("1", FORM).replace(r#""ask":"#, r#""roots":{"method":"roots/list"},"ask":"#));
    let script = [call("1"), asks, retry("2", r#""ask":{"content":{}},"roots":{"roots":[]}"#)];
    let (summary, findings) = lint(&script);
    assert_eq!((summary.by_carrier.answers, rules_of(&findings)), (1, vec!["answer-action-unknown"]));
    assert_eq!((findings[0].pointer.as_str(), findings[0].related[0].line), ("/params/inputResponses/ask", 2));
    assert_eq!(findings[0].related[0].pointer, "/result/inputRequests");
    // Two calls at once under one key: each answer belongs to the round of its own state.
    let asks = |id: &str, state: &str| {
        from_server(
            &asks_for_input(id, FORM)
                .replace(r#""input_required","#, &format!(r#""input_required","requestState":"{state}","#)),
        )
    };
    let brings = |id: &str, state: &str| {
        retry(id, r#""ask":{"action":"no"}"#)
            .replace(r#""inputResponses""#, &format!(r#""requestState":"{state}","inputResponses""#))
    };
    let script = [
        call("1"),
        call("2"),
        asks("1", "first state"),
        asks("2", "second state"),
        brings("3", "first state"),
        brings("4", "second state"),
    ];
    let (_, findings) = lint(&script);
    let related: Vec<_> = findings.iter().map(|finding| (finding.line, finding.related[0].line)).collect();
    assert_eq!((rules_of(&findings), related), (vec!["answer-action-unknown"; 2], vec![(5, 3), (6, 4)]));
}

#[test]
fn another_initialize_begins_another_session() {
    let script = [
        from_client(&initialize("2025-11-25", r#""elicitation":{}"#)),
        from_server(&elicit("5", LINK)),
        from_client(&initialize("2025-11-25", r#""elicitation":{"url":{}}"#)),
        from_server(&elicit("6", LINK)),
        // The request with this id was asked in the session before.
        from_client(&answer("5", "submit")),
        from_server(&elicit("7", FORM)),
    ];
    let (_, findings) = lint(&script);
    let found: Vec<_> =
        findings.iter().map(|finding| (finding.rule.as_str(), finding.line, finding.session.as_deref())).collect();
    assert_eq!(found, [("mode-undeclared", 2, Some("s1")), ("mode-undeclared", 6, Some("s2"))]);
    // What a server calls `initialize` begins nothing.
    let script = [
        from_client(&initialize("2025-11-25", r#""elicitation":{}"#)),
        from_server(&initialize("2025-11-25", r#""elicitation":{"url":{}}"#)),
        from_server(&elicit("5", LINK)),
    ];
    assert_eq!(loud(&script), fires("mode-undeclared", 3));
}

#[test]
fn sides_follow_from_what_is_said() {
    // Without directions; ids collide on purpose.
    let refusal = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}"#.to_owned();
    let asked = || vec![call("1"), elicit("1", FORM)];
    let then = |first: String, second: String| [asked(), vec![first, second]].concat();
    let unknown = "answer-action-unknown";
    let cases = [
        ("an answer with an action is the client's", then(answer("1", "x"), done("1")), Some((unknown, 3))),
        ("a result without one is the server's", then(done("1"), answer("1", "x")), Some((unknown, 4))),
        ("a refusal comes before the result", then(refusal, done("1")), None),
        ("only the server asked", vec![elicit("1", FORM), done("1")], Some((unknown, 2))),
        ("only the client asked", vec![call("1"), answer("1", "x")], None),
    ];
    for (name, script, expected) in cases {
        let expected: Vec<_> = expected.into_iter().map(|(rule, line)| (rule.to_owned(), line)).collect();
        assert_eq!(loud(&script), expected, "{name}");
    }
}

#[test]
fn a_finding_tells_what_carried_the_elicitation() {
    let request = elicit("1", NO_MESSAGE);
    let asks = asks_for_input("1", NO_MESSAGE);
    let error = format!(
        r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32042,"message":"m","data":{{"elicitations":[{NO_MESSAGE}]}}}}}}"#
    );
    // The result of `tasks/get` has a type of its own; in 2025-11-25 and in a notification there is none.
    let polled = asks.replace(r#""input_required","#, r#""complete","taskId":"t","status":"input_required","#);
    let untyped = asks.replace(r#""resultType":"input_required","#, r#""taskId":"t","status":"input_required","#);
    let told = untyped.replace(r#""id":1,"result""#, r#""method":"notifications/tasks","params""#);
    let cases = [
        (request, Carrier::Request),
        (error, Carrier::UrlRequiredError),
        (asks, Carrier::InputRequest),
        (polled, Carrier::Task),
        (untyped, Carrier::Task),
        (told, Carrier::Task),
    ];
    for (message, carrier) in cases {
        let (_, findings) = lint(&[from_server(&message)]);
        let found = findings.iter().find(|finding| finding.rule == "message-missing");
        assert_eq!(found.and_then(|finding| finding.carrier), Some(carrier), "{message}");
    }
}

#[test]
fn spelling_does_not_hide_an_elicitation() {
    let plain = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"url","message":"m","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"javascript:alert(1)"}}"#;
    let escaped = plain
        .replace("elicitation/create", r"\u0065licitation\/create")
        .replace(r#""mode""#, r#""mod\u0065""#)
        .replace(r#""url":"#, r#""\u0075\u0072\u006C":"#)
        .replace("javascript:", r"\u006a\u0061vascript\u003A");
    let all_in_escapes = escaped.replace("elicitationId", r"\u0065licitationId").replace(r#""url""#, r#""u\u0072l""#);
    let surrogate = plain.replace(r#""m""#, r#""m \ud800 \udc00\ud800""#);
    let surrogate_in_key = plain.replace(r#""message""#, r#""\udfff":1,"message""#);
    let spaced = plain.replace(':', " :\t").replace("javascript :\t", "javascript:").replace(',', " ,\r ");
    // What cannot be decoded is shown as a mark of its own, which is a fault besides.
    let both: Vec<_> = fires("text-hidden-characters", 1).into_iter().chain(fires("url-scheme-dangerous", 1)).collect();
    assert_eq!(loud(std::slice::from_ref(&surrogate)).into_iter().collect::<Vec<_>>(), both);
    for spelling in [plain, &escaped, &all_in_escapes, &surrogate_in_key, &spaced] {
        assert_eq!(loud(&[spelling.to_owned()]), fires("url-scheme-dangerous", 1), "{spelling}");
        let observed = Session::new(&Linter::new(), Context::default()).observe(Side::Server, spelling.as_bytes());
        let reports = observed.reports();
        assert_eq!(reports.len(), 1, "{spelling}");
        let rules: Vec<_> = reports[0].findings().iter().map(|finding| reports[0].rule(finding).id()).collect();
        assert_eq!((reports[0].verdict(), rules), (Verdict::Block, vec!["url-scheme-dangerous"]), "{spelling}");
    }
}

#[test]
fn a_code_is_the_same_however_the_number_is_written() {
    for code in ["-32042", "-32042.0", "-3.2042e4", "-320420E-1"] {
        let error = format!(
            r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"m","data":{{"elicitations":[{{"mode":"url","message":"m","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"javascript:alert(1)"}}]}}}}}}"#
        );
        assert_eq!(loud(&[from_server(&error)]), fires("url-scheme-dangerous", 1), "{code}");
    }
}

#[test]
fn an_entry_that_is_no_object_hides_none_after_it() {
    for entry in ["5", " 5", " null", " [ ]", r#" "x""#] {
        let asks = asks_for_input("1", NO_MESSAGE).replace(r#""ask":"#, &format!(r#""a":{entry},"ask":"#));
        let both: Vec<_> = fires("message-missing", 1).into_iter().chain(fires("mrtr-input-method", 1)).collect();
        assert_eq!(loud(&[from_server(&asks)]), both, "{entry}");
        let schema = format!(r#"{{"message":"m","requestedSchema":{{"type":"object","properties":{{"a":{entry}}}}}}}"#);
        assert_eq!(loud(&[elicit("1", &schema)]), fires("schema-type-unsupported", 1), "{entry}");
    }
}

#[test]
fn a_live_session_judges_as_a_recording_does() {
    let mut session = Session::new(&Linter::new(), Context::default());
    let mut hear = |side, message: String| -> Vec<String> {
        let observed = session.observe(side, message.as_bytes());
        let rules = |report: &elicitlint::Report<'_>| -> Vec<_> {
            report.findings().iter().map(|finding| report.rule(finding).id().to_owned()).collect()
        };
        observed.reports().iter().flat_map(rules).collect()
    };
    assert!(hear(Side::Client, initialize("2025-11-25", r#""elicitation":{}"#)).is_empty());
    assert!(hear(Side::Server, initialized("2025-11-25")).is_empty());
    assert!(hear(Side::Client, call("1")).is_empty());
    assert!(hear(Side::Server, elicit("1", FORM)).is_empty());
    assert_eq!(hear(Side::Server, elicit("2", LINK)), ["mode-undeclared"]);
    assert!(hear(Side::Server, done("1")).is_empty(), "the answer to the client's request");
    assert_eq!(hear(Side::Client, answer("1", "submit")), ["answer-action-unknown"]);
    assert!(hear(Side::Client, initialize("2025-11-25", r#""elicitation":{"url":{}}"#)).is_empty());
    assert_eq!(hear(Side::Server, elicit("3", FORM)), ["mode-undeclared"]);
    assert_eq!(hear(Side::Server, elicit("4", FORM)[..60].to_owned()), ["input-malformed"]);
}

#[test]
fn a_live_session_knows_its_revision() {
    let mut session = Session::new(&Linter::new(), Context::new(Revision::V2025_06_18));
    assert_eq!(session.revision(), Revision::Unknown);
    session.observe(Side::Client, initialize("2025-11-25", "").as_bytes());
    assert_eq!(session.revision(), Revision::V2025_11_25);
    session.observe(Side::Server, initialized("2025-06-18").as_bytes());
    assert_eq!(session.revision(), Revision::V2025_06_18);
    session.observe(Side::Client, stated_call("1", "2026-07-28", "").as_bytes());
    assert_eq!(session.revision(), Revision::V2026_07_28);
}

#[test]
fn a_repeated_member_hides_no_elicitation_whichever_of_them_a_client_reads() {
    const HOSTILE: &str = r#"{"mode":"url","message":"m","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"javascript:alert(1)"}"#;
    const ASK: &str = r#"{"method":"elicitation/create","params":HOSTILE}"#;
    // One of two values holds what is judged; the record is read in both orders.
    let cases = [
        (
            "method",
            r#"{"jsonrpc":"2.0","id":1,"params":HOSTILE,"method":ONE,"method":OTHER}"#,
            r#""elicitation/create""#,
            r#""tools/list""#,
        ),
        (
            "params",
            r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":ONE,"params":OTHER}"#,
            HOSTILE,
            LINK,
        ),
        (
            "mode",
            r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":ONE,"mode":OTHER,"message":"m","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"javascript:alert(1)"}}"#,
            r#""url""#,
            r#""form""#,
        ),
        (
            "url",
            r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"url","message":"m","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":ONE,"url":OTHER}}"#,
            r#""javascript:alert(1)""#,
            r#""https://id.example.com/""#,
        ),
        (
            "result",
            r#"{"jsonrpc":"2.0","id":1,"result":ONE,"result":OTHER}"#,
            r#"{"resultType":"input_required","inputRequests":{"a":ASK}}"#,
            r#"{"resultType":"complete"}"#,
        ),
        (
            "inputRequests",
            r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":ONE,"inputRequests":OTHER}}"#,
            r#"{"a":ASK}"#,
            r#"{"a":{"method":"roots/list"}}"#,
        ),
        (
            "an entry",
            r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"a":ONE,"a":OTHER}}}"#,
            "ASK",
            r#"{"method":"roots/list"}"#,
        ),
        (
            "the method of an entry",
            r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"a":{"params":HOSTILE,"method":ONE,"method":OTHER}}}}"#,
            r#""elicitation/create""#,
            r#""roots/list""#,
        ),
        (
            "code",
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":ONE,"code":OTHER,"message":"m","data":{"elicitations":[HOSTILE]}}}"#,
            "-32042",
            "-32000",
        ),
        (
            "data",
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"m","data":ONE,"data":OTHER}}"#,
            r#"{"elicitations":[HOSTILE]}"#,
            r#"{"elicitations":[]}"#,
        ),
    ];
    let linter = Linter::new();
    for (name, record, one, other) in cases {
        for (first, last) in [(one, other), (other, one)] {
            let record =
                record.replace("ONE", first).replace("OTHER", last).replace("ASK", ASK).replace("HOSTILE", HOSTILE);
            let found = |findings: &[(String, u64)]| {
                ["url-scheme-dangerous", "input-duplicate-key"]
                    .map(|rule| findings.iter().filter(|(found, _)| found == rule).count())
            };
            assert_eq!(found(&loud(&[from_server(&record)])), [1, 1], "{name}: {record}");
            let verdict = Session::new(&linter, Context::default()).observe(Side::Server, record.as_bytes()).verdict();
            assert_eq!(verdict, Verdict::Block, "{name}: {record}");
        }
    }
    // A field that stands behind another of its name, and a schema behind another.
    let secret = r#"{"type":"object","properties":{"password":{"type":"string"}}}"#;
    let plain = r#"{"type":"object","properties":{}}"#;
    for (first, last) in [(secret, plain), (plain, secret)] {
        let params = format!(r#"{{"message":"m","requestedSchema":{first},"requestedSchema":{last}}}"#);
        let report = linter.vet(params.as_bytes(), &Context::new(Revision::V2025_11_25));
        assert_eq!(report.verdict(), Verdict::Block, "{params}");
        let secret = report.findings().iter().find(|finding| report.rule(finding).id() == "form-secret-field");
        assert_eq!(report.pointer(secret.unwrap()), "/requestedSchema/properties/password");
    }
}
