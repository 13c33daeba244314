//! Limits: what is over one is said once, and nothing panics; what is cut is said too.

use elicitlint::{CheckOptions, Context, Limits, Linter, Policy, Revision, Session, Severity, Side, Verdict};

use crate::script::*;

/// Small limits, and one elicitation that passes exactly one of them.
#[test]
fn every_limit_passed_is_one_finding() {
    let small = Limits {
        record_bytes: 2_000,
        depth: 12,
        fields: 3,
        options: 4,
        text_bytes: 200,
        links: 3,
        url_bytes: 100,
        findings: 6,
        open: 8,
        flood: 20,
    };
    let form = |message: &str, properties: &str| {
        format!(r#"{{"message":"{message}","requestedSchema":{{"type":"object","properties":{{{properties}}}}}}}"#)
    };
    let long = "a".repeat(201);
    let fields =
        |count: usize| (0..count).map(|n| format!(r#""f{n}":{{"type":"string"}}"#)).collect::<Vec<_>>().join(",");
    let field = |keyword: &str| format!(r#""f":{{"type":"string",{keyword}}}"#);
    let url = |url: &str| {
        format!(
            r#"{{"mode":"url","message":"m","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"{url}"}}"#
        )
    };
    let long_url = format!("https://a.example.com/{}", "b".repeat(100));
    let cases = [
        ("fields of a form", form("m", &fields(5))),
        ("options of a field", form("m", &field(r#""enum":["a","b","c","d","e"]"#))),
        ("options of a field", form("m", &field(r#""oneOf":[{},{},{},{},{}]"#))),
        ("bytes of a text", form(&long, "")),
        ("bytes of a text", format!(r#"{{"message":"{long}",{}"#, &form("m", "")[1..])),
        ("bytes of a text", form("m", &format!(r#""{long}":{{"type":"string"}}"#))),
        ("bytes of a text", form("m", &field(&format!(r#""title":"{long}""#)))),
        ("bytes of a text", form("m", &field(&format!(r#""description":"{long}""#)))),
        ("bytes of a text", form("m", &field(&format!(r#""default":"{long}""#)))),
        ("bytes of a text", form("m", &field(&format!(r#""enum":["{long}"]"#)))),
        ("bytes of a text", form("m", &field(&format!(r#""oneOf":[{{"const":"a","title":"{long}"}}]"#)))),
        (
            "bytes of a text",
            form("m", &format!(r#""f":{{"type":"array","items":{{"type":"string","enum":["{long}"]}}}}"#)),
        ),
        ("links in a text", form("https://a.example.com/ ".repeat(5).trim(), "")),
        ("bytes of a URL", url(&long_url)),
        ("bytes of a URL", format!(r#"{{"url":"{long_url}",{}"#, &url("https://a.example.com/")[1..])),
        ("levels of nesting", form("m", &format!(r#""f":{}{}"#, "[".repeat(20), "]".repeat(20)))),
        ("bytes of a record", form("m", &fields(2)).replace('{', &format!("{{{}", " ".repeat(2_000)))),
        (
            "findings of an elicitation",
            form(
                "m",
                r#""a":{"type":"null","title":"https://a.example.com/ b.example.com/"},"b":{"type":"null","title":"https://a.example.com/ https://b.example.com/"},"password":{"type":"null"}"#,
            ),
        ),
    ];
    for (limit, params) in cases {
        let request = elicit("1", &params);
        let (_, findings) = lint_with(small, &CheckOptions::default(), request.as_bytes());
        let oversized: Vec<_> = findings.iter().filter(|finding| finding.rule == "input-oversized").collect();
        assert_eq!(oversized.len(), 1, "check, {limit}: {:?}", rules_of(&findings));
        assert_eq!(oversized[0].evidence.limit, Some(limit));
        assert_eq!(oversized[0].severity, Severity::Error);

        let linter = Linter::with_policy(&Policy::new().limits(small)).unwrap();
        let report = linter.vet(params.as_bytes(), &Context::new(Revision::V2025_11_25));
        assert_eq!(report.verdict(), Verdict::Block, "vet, {limit}");
        let observed = Session::new(&linter, Context::default()).observe(Side::Server, request.as_bytes());
        let reports = observed.reports();
        let rules = reports.iter().flat_map(|report| report.findings().iter().map(|found| report.rule(found).id()));
        assert_eq!(rules.filter(|rule| *rule == "input-oversized").count(), 1, "observe, {limit}");
    }
}

#[test]
fn open_requests_are_forgotten_oldest_first() {
    let limits = Limits { open: 8, ..Limits::default() };
    let ask = |id: usize| elicit(&id.to_string(), FORM);
    let reply = |id: usize| answer(&id.to_string(), "submit");
    // Nine open: the first is forgotten, the others are not.
    let script: Vec<_> = (0..9).map(ask).chain((0..9).map(reply)).collect();
    let (summary, findings) = lint_with(limits, &CheckOptions::default(), script.join("\n").as_bytes());
    assert_eq!((summary.by_carrier.answers, findings.len()), (8, 8));
    assert!(findings.iter().all(|finding| finding.related[0].line + 9 == finding.line));
    // Those that are answered leave room, however many they are and whatever their ids.
    let script: Vec<_> = (0..100).flat_map(|id| [ask(id % 5), reply(id % 5)]).collect();
    let (summary, _) = lint_with(limits, &CheckOptions::default(), script.join("\n").as_bytes());
    assert_eq!(summary.by_carrier.answers, 100);
}

#[test]
fn forms_that_wait_for_their_answer_take_bounded_room() {
    let choices = (0..1_000).map(|index| format!(r#""choice {index}""#)).collect::<Vec<_>>().join(",");
    let field = format!(r#""a":{{"type":"string","enum":[{choices}]}}"#);
    let form = format!(r#"{{"message":"Which?","requestedSchema":{{"type":"object","properties":{{{field}}}}}}}"#);
    let reply = |id: usize| {
        let id = id.to_string();
        answer(&id, "accept").replace(r#""accept""#, r#""accept","content":{"a":1}"#)
    };
    let mismatched = |script: Vec<String>| {
        let (_, findings) = lint(&script);
        findings.into_iter().filter(|finding| finding.rule == "answer-content-mismatch").count()
    };
    // Some 13 KB each: the first fit, and those that come when there is no room are not checked.
    let asked = (0..200).map(|id| elicit(&id.to_string(), &form));
    let found = mismatched(asked.clone().chain((0..200).map(reply)).collect());
    assert!((60..120).contains(&found), "{found}");
    // What is answered makes room.
    let found = mismatched(asked.enumerate().flat_map(|(id, ask)| [ask, reply(id)]).collect());
    assert_eq!(found, 200);
}

#[test]
fn more_faults_of_an_answer_than_the_limit_are_said_once() {
    let form = r#"{"message":"m","requestedSchema":{"type":"object","properties":{},"additionalProperties":false}}"#;
    let content = (0..300).map(|index| format!(r#""m{index}":1"#)).collect::<Vec<_>>().join(",");
    let reply = answer("1", "accept").replace(r#""accept""#, &format!(r#""accept","content":{{{content}}}"#));
    let (_, findings) = lint(&[elicit("1", form), reply]);
    let rules = rules_of(&findings);
    assert_eq!((rules.len(), rules.iter().filter(|rule| **rule == "input-oversized").count()), (257, 1));
}

#[test]
fn a_cut_record_is_malformed_where_it_could_elicit_and_unreadable_where_not() {
    let cases = [
        (r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mess"#, "input-malformed", 0),
        (r#"{"jsonrpc":"2.0","id":1,"method":"\u0065lici\u0074ation/create","par"#, "input-malformed", 0),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"data":{"#, "input-malformed", 0),
        (r#"{"jsonrpc":"2.0","id":1,"result":{"inputRequests":{"a":"#, "input-malformed", 0),
        (r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"te"#, "input-unreadable-record", 1),
    ];
    for (cut, rule, unreadable) in cases {
        let (summary, findings) = lint(&[call("1"), cut.to_owned()]);
        assert_eq!((rules_of(&findings), summary.unreadable), (vec![rule], unreadable), "{cut}");
        assert_eq!(findings[0].line, 2, "{cut}");
    }
}
