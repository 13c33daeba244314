//! Archives: the order of time, bodies in every dress, and bodies that are missing.
//! In: entries, as browsers and proxies write them. Out: their items.
//! Never: a fixture from elsewhere.

use super::Format;
use super::Input;
use super::Item;
use super::Limits;
use super::Options;
use super::items_within;
use super::read;
use crate::recording::encoding::base64;
use crate::recording::time;

fn archive(entries: &[&str]) -> String {
    format!("{{\"log\":{{\"version\":\"1.2\",\"entries\":[{}]}}}}", entries.join(","))
}

/// What stands in the items of an archive, without line and offset.
fn items(entries: &[&str]) -> Vec<String> {
    let (items, counts) = items_within(archive(entries).as_bytes(), 1 << 20);
    assert_eq!(counts.format, Format::Har);
    items.iter().map(|item| item.split_once(' ').unwrap().1.to_owned()).collect()
}

/// A POST with a JSON body and an answer.
fn exchange(second: u32, request: &str, response: &str) -> String {
    format!(
        r#"{{"startedDateTime":"1970-01-01T00:00:{second:02}Z","request":{{"method":"POST","headers":[],"postData":{request}}},"response":{response}}}"#
    )
}

const REQUEST: &str = r#"{"mimeType":"application/json","text":"{\"jsonrpc\":1}"}"#;
const ACCEPTED: &str = r#"{"status":202,"headers":[],"content":{"size":0,"mimeType":"application/json"}}"#;

#[test]
fn entries_are_read_in_the_order_of_time() {
    let late = exchange(2, REQUEST, ACCEPTED);
    let early = exchange(1, &REQUEST.replace("1}", "2}"), ACCEPTED);
    assert_eq!(
        items(&[&late, &early]),
        [
            r#"entry 1 client time 1000 exchange 1 decoded: {"jsonrpc":2}"#,
            r#"entry 0 client time 2000 exchange 0 decoded: {"jsonrpc":1}"#,
        ]
    );
}

#[test]
fn archives_that_follow_each_other_are_all_read() {
    let first = archive(&[&exchange(2, REQUEST, ACCEPTED)]);
    let second = archive(&[&exchange(1, &REQUEST.replace("1}", "2}"), ACCEPTED)]);
    let (items, counts) = items_within(format!("{first}\n{second}\n{{\"a\":\"elicit\"}}").as_bytes(), 1 << 20);
    assert_eq!((counts.format, counts.records, counts.unreadable), (Format::Har, 2, 1));
    assert!(items[0].contains("1@") && items[0].contains("entry 0 client time 2000"), "{items:#?}");
    assert!(items[1].contains("2@") && items[1].contains("entry 1 client time 1000"), "{items:#?}");
    assert!(items[2].starts_with("3@"), "{items:#?}");
}

#[test]
fn bodies_are_read_by_their_type() {
    let response = |content: &str| {
        let response = format!(r#"{{"status":200,"headers":[],"content":{content}}}"#);
        items(&[&exchange(0, REQUEST, &response)]).split_off(1)
    };
    let nothing: [&str; 0] = [];
    let json = [r#"entry 0 server time 0 exchange 0 decoded: {"jsonrpc":2}"#];
    let event = [r#"entry 0 event 0 server time 0 exchange 0 decoded: {"jsonrpc":2}"#];
    let cases: [(&str, &[&str]); 10] = [
        (r#"{"mimeType":"application/json; charset=utf-8","text":"{\"jsonrpc\":2}"}"#, &json),
        (r#"{"mimeType":"application/json","text":"eyJqc29ucnBjIjoyfQ==","encoding":"base64"}"#, &json),
        (r#"{"mimeType":"text/event-stream","text":"data: {\"jsonrpc\":2}\r\n\r\n"}"#, &event),
        (r#"{"mimeType":"text/event-stream","text":"ZGF0YTogeyJqc29ucnBjIjoyfQo=","encoding":"base64"}"#, &event),
        (r#"{"mimeType":"text/html","text":"{\"jsonrpc\":2}"}"#, &nothing),
        (r#"{"mimeType":"application/json","text":"{\"user\":2}"}"#, &nothing),
        (r#"{"mimeType":"application/json","text":")]}',[]"}"#, &nothing),
        (r#"{"mimeType":"application/json","text":"{\"json"}"#, &[r#"entry 0 broken: {"json"#]),
        (r#"{"mimeType":"application/json","text":"{\"a\":\"elicit\"}"}"#, &[r#"entry 0 unreadable: {"a":"elicit"}"#]),
        (r#"{"mimeType":"application/json","text":"e","encoding":"base64"}"#, &["entry 0 unreadable: e"]),
    ];
    for (content, expected) in cases {
        assert_eq!(response(content), expected, "{content}");
    }
}

#[test]
fn headers_name_session_and_revision_of_both_bodies() {
    let entry = r#"{"startedDateTime":"1970-01-01T00:00:00Z",
        "request":{"method":"POST","headers":[{"name":"MCP-Protocol-Version","value":"2025-11-25"}],"postData":{"text":"{\"jsonrpc\":1}"}},
        "response":{"status":200,"headers":[{"name":"Mcp-Session-Id","value":"s"}],
            "content":{"mimeType":"application/json","text":"{\"jsonrpc\":2}"}}}"#;
    assert_eq!(
        items(&[entry]),
        [
            r#"entry 0 client time 0 exchange 0 session s revision 2025-11-25 decoded: {"jsonrpc":1}"#,
            r#"entry 0 server time 0 exchange 0 session s revision 2025-11-25 decoded: {"jsonrpc":2}"#,
        ]
    );
    let (items, _) = items_within(archive(&[entry]).as_bytes(), 1 << 20);
    assert!(items[0].starts_with("2@"), "the line of the body: {items:?}");
}

#[test]
fn a_body_that_should_be_here_is_missing() {
    let status = |status: u32, content: &str| format!(r#"{{"status":{status},"headers":[],"content":{content}}}"#);
    let empty = |mime: &str| format!(r#"{{"size":0,"mimeType":"{mime}","text":""}}"#);
    let (json, events) = (empty("application/json"), empty("text/event-stream"));
    let lost = r#"{"mimeType":"application/json","text": null}"#;
    let cases: [(&str, String, &[&str]); 9] = [
        (REQUEST, status(200, &events), &["Server"]),
        (REQUEST, status(200, &json), &["Server"]),
        (REQUEST, status(200, &empty("text/html")), &[]),
        (REQUEST, status(202, &json), &[]),
        (REQUEST, status(204, &json), &[]),
        (REQUEST, status(404, &json), &[]),
        (REQUEST, status(404, r#"{"size":9,"mimeType":"application/json"}"#), &["Server"]),
        (REQUEST, "null".to_owned(), &["Server"]),
        (lost, status(200, &events), &["Client", "Server"]),
    ];
    for (request, response, expected) in cases {
        let missing = items(&[&exchange(0, request, &response)]);
        let missing: Vec<_> = missing.iter().filter_map(|item| item.strip_prefix("entry 0 missing: ")).collect();
        assert_eq!(missing, expected, "{request} {response}");
    }
    let page = exchange(0, lost, &status(200, &json));
    let page = page.replacen("[]", r#"[{"name":"Accept","value":"*/*"}]"#, 1);
    assert_eq!(items(&[&page]), [""; 0], "a client that does not accept what MCP servers send");
}

#[test]
fn an_archive_is_found_though_its_entries_are_late() {
    let pages = "{\"id\": \"page\"},\n".repeat(10_000);
    let entry = exchange(0, REQUEST, ACCEPTED);
    let input = format!("\u{feff}\n{{\n \"log\": {{\n\"pages\": [{pages}{{}}],\n\"entries\": [\n{entry}\n]\n}}\n}}\n");
    let (items, counts) = items_within(input.as_bytes(), 1 << 20);
    assert_eq!((counts.format, items.len()), (Format::Har, 1));
    let (items, counts) = items_within(b"{\"log\":{\"level\":\"info\"}}\n{\"jsonrpc\":1}\n", 1 << 20);
    assert_eq!((counts.format, items.len()), (Format::Jsonl, 2));
}

#[test]
fn a_cut_or_broken_entry_loses_only_itself() {
    let good = exchange(0, REQUEST, ACCEPTED);
    let whole = archive(&["{\"request\":}", &good]);
    let (items, counts) = items_within(whole.as_bytes(), 1 << 20);
    assert_eq!((counts.records, counts.unreadable), (1, 1), "{items:?}");
    let cut = archive(&[&good, &good]);
    let (items, counts) = items_within(&cut.as_bytes()[..cut.len() - 20], 1 << 20);
    assert_eq!((counts.records, counts.unreadable), (1, 1), "{items:?}");
}

#[test]
fn an_entry_that_is_too_long_is_skipped_and_searched() {
    let good = exchange(0, REQUEST, ACCEPTED);
    let long = format!("{{\"comment\":\"{}elicit\"}}", "x".repeat(8_000));
    let (items, _) = items_within(archive(&[&long, &good]).as_bytes(), 400);
    assert!(items[0].ends_with("entry 0 oversized: 8020 needle"), "{items:?}");
    assert!(items[1].contains("entry 1 client"), "{items:?}");
}

#[test]
fn an_archive_cut_anywhere_is_read_without_a_fault() {
    let whole = archive(&[&exchange(0, REQUEST, ACCEPTED), &exchange(1, REQUEST, ACCEPTED)]);
    let limits = Limits::default();
    for end in 0..whole.len() {
        let options = Options { format: Some(Format::Har), limits: &limits, needle: &|_| false, fast: false };
        let mut lost = 0;
        let counts = read(Input::Stream(&mut &whole.as_bytes()[..end]), &options, &mut |item| {
            lost += usize::from(!matches!(item, Item::Record(_)));
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
        assert!(end == 0 || counts.records == 2 || lost > 0, "cut at {end}: {counts:?}");
    }
}

#[test]
fn base64_is_decoded_or_refused() {
    let cases: [(&str, Option<&[u8]>); 9] = [
        ("", Some(b"")),
        ("Zg==", Some(b"f")),
        ("Zm8", Some(b"fo")),
        ("Zm9v\r\nYg==", Some(b"foob")),
        ("-_8=", Some(b"\xfb\xff")),
        ("+/8=", Some(b"\xfb\xff")),
        ("Z", None),
        ("Zg==Zg", None),
        ("Z*==", None),
    ];
    for (text, expected) in cases {
        assert_eq!(base64(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn times_are_read_as_tools_write_them() {
    let cases = [
        ("1970-01-01T00:00:00Z", Some(0)),
        ("2026-11-29T15:55:05.342182+00:00", Some(1_795_967_705_342_182_000)),
        ("2000-02-29t23:59:60.5z", Some(951_868_800_500_000_000)),
        ("2000-03-01 01:00:00+01:00", Some(951_868_800_000_000_000)),
        ("1999-12-31T19:00:00-05:00", Some(946_684_800_000_000_000)),
        ("2026-11-29T15:55:05", Some(1_795_967_705_000_000_000)),
        ("1970-01-01T00:00:00+01:00", None),
        ("2026-13-01T00:00:00Z", None),
        ("2026-11-29", None),
        ("yesterday", None),
        ("9999-12-31T23:59:59Z", None),
    ];
    for (text, expected) in cases {
        assert_eq!(time::date_time(text), expected, "{text}");
    }
    let numbers = [
        ("0", Some(0)),
        ("1795967705", Some(1_795_967_705_000)),
        ("1795967705.3421", Some(1_795_967_705_342)),
        ("1795967705342", Some(1_795_967_705_342)),
        ("1795967705342182", Some(1_795_967_705_342)),
        ("1795967705342182000", Some(1_795_967_705_342)),
        ("-1", None),
        ("1e9", None),
    ];
    for (text, expected) in numbers {
        assert_eq!(time::number(text), expected, "{text}");
    }
}
