//! Server-sent events: lines, joined data, replays, and what curl writes between them.
//! In: transcripts. Out: their items.
//! Never: a fixture from elsewhere.

use super::Counts;
use super::Format;
use super::check;
use super::items_within;

#[test]
fn the_data_of_an_event_is_a_record() {
    check(&[
        ("an event", "event: message\ndata: {\"jsonrpc\":1}\n\n", &[r#"2@21 event 0 server: {"jsonrpc":1}"#]),
        ("no space", "data:{\"jsonrpc\":1}\n\n", &[r#"1@5 event 0 server: {"jsonrpc":1}"#]),
        (
            "carriage returns and line feeds",
            "data: {\"jsonrpc\":1}\r\n\r\ndata: {\"jsonrpc\":2}\r\n\r\n",
            &[r#"1@6 event 0 server: {"jsonrpc":1}"#, r#"3@29 event 1 server: {"jsonrpc":2}"#],
        ),
        (
            "carriage returns",
            "data: {\"jsonrpc\":1}\r\rdata: {\"jsonrpc\":2}\r\r",
            &[r#"1@6 event 0 server: {"jsonrpc":1}"#, r#"1@27 event 1 server: {"jsonrpc":2}"#],
        ),
        ("joined lines", "data: {\"jsonrpc\":\ndata: 1}\n\n", &["1@6 event 0 server decoded: {\"jsonrpc\":\n1}"]),
        ("no blank line at the end", "data: {\"jsonrpc\":1}", &[r#"1@6 event 0 server: {"jsonrpc":1}"#]),
        (
            "a priming event",
            "id: 1\nretry: 9\ndata:\n\n: ping\n\ndata: {\"jsonrpc\":1}\n\n",
            &[r#"7@36 event 1 server: {"jsonrpc":1}"#],
        ),
        (
            "a batch",
            "data: [{\"jsonrpc\":1},{\"jsonrpc\":2}]\n\n",
            &[r#"1@7 entry 0 event 0 server: {"jsonrpc":1}"#, r#"1@21 entry 1 event 0 server: {"jsonrpc":2}"#],
        ),
        ("text", "event: endpoint\ndata: /messages\n\n", &["2@22 event 0 text"]),
        (
            "cut",
            "data: {\"jsonrpc\":\n\n",
            &[r#"1@6 event 0 server: {"jsonrpc":"#.replace("server:", "broken:").as_str()],
        ),
    ]);
}

#[test]
fn the_head_of_a_response_names_the_session() {
    check(&[
        (
            "curl -i",
            "HTTP/1.1 200 OK\r\nMcp-Session-Id: s\r\n\r\ndata: {\"jsonrpc\":1}\r\n\r\n",
            &[r#"4@44 event 0 server session s: {"jsonrpc":1}"#],
        ),
        (
            "curl -v",
            "* Trying ::1\n> mcp-protocol-version: 2025-11-25\n< mcp-session-id: s\n{ [9 bytes data]\ndata: {\"jsonrpc\":1}\n\n",
            &[r#"5@91 event 0 server session s revision 2025-11-25: {"jsonrpc":1}"#],
        ),
        (
            "curl -v, without the spaces that end lines",
            "> POST /mcp HTTP/1.1\n>\n< HTTP/1.1 200 OK\n<\ndata: {\"jsonrpc\":1}\n\n",
            &[r#"5@49 event 0 server: {"jsonrpc":1}"#],
        ),
        ("a JSON response", "HTTP/2 200\n\n{\"jsonrpc\":1}", &[r#"3@12 server: {"jsonrpc":1}"#]),
    ]);
}

fn counts(input: &str) -> Counts {
    items_within(input.as_bytes(), 1 << 20).1
}

#[test]
fn only_what_is_sent_again_as_it_was_is_a_duplicate() {
    let event = |id: &str, data: &str| format!("{id}data: {{\"jsonrpc\":{data}}}\n\n");
    let cases = [
        ("the same", event("id: 1\n", "1") + &event("id: 1\n", "1"), 1, 1),
        ("another id", event("id: 1\n", "1") + &event("id: 2\n", "1"), 2, 0),
        ("the same id for other data", event("id: 1\n", "1") + &event("id: 1\n", "2"), 2, 0),
        ("no id", event("", "1") + &event("", "1"), 2, 0),
    ];
    for (name, input, records, duplicates) in cases {
        let counts = counts(&input);
        assert_eq!((counts.records, counts.duplicates, counts.format), (records, duplicates, Format::Sse), "{name}");
    }
}

#[test]
fn data_that_is_too_long_is_skipped_and_searched() {
    let filler = "x".repeat(200);
    let good = "data: {\"jsonrpc\":1}\n\n";
    let cases = [
        (format!("data: {filler}\n\n{good}"), r#"3@208 event 1 server: {"jsonrpc":1}"#.replace("@208", "@214"), ""),
        (format!("data: elicit{filler}\n\n{good}"), r#"3@220 event 1 server: {"jsonrpc":1}"#.to_owned(), " needle"),
    ];
    for (input, second, needle) in cases {
        let items = items_within(input.as_bytes(), 100).0;
        assert!(items[0].contains("oversized") && items[0].ends_with(needle), "{items:?}");
        assert_eq!(items[1..], [second]);
    }
}
