//! Logs, dumps and other formats of text: what is found in lines, and what is refused.
//! In: lines as clients, SDKs and proxies write them. Out: their items.
//! Never: a fixture from elsewhere.

use super::super::detect;
use super::check;
use super::items;
use super::read_with;
use crate::recording::Format;
use crate::recording::Input;

#[test]
fn messages_are_found_in_lines_with_side_time_and_server() {
    check(&[
        (
            "Claude Desktop, one file for all servers",
            "2025-06-13T14:44:29.945Z [info] [harbor] Message from client: {\"jsonrpc\":1}\n",
            &[r#"1@62 client time 1749825869945 session harbor: {"jsonrpc":1}"#],
        ),
        (
            "Claude Desktop, one file a server, with a tail",
            "2025-06-13T14:44:29.945Z [harbor] [info] Message from server: {\"jsonrpc\":1} { metadata: undefined }\n",
            &[r#"1@62 server time 1749825869945 session harbor: {"jsonrpc":1}"#],
        ),
        (
            "VS Code",
            "2025-06-13 14:44:29.945 [trace] [server -> editor] {\"jsonrpc\":1}\n",
            &[r#"1@51 server time 1749825869945: {"jsonrpc":1}"#],
        ),
        (
            "VS Code of March 2025",
            "2025-06-13 14:44:29.945 [info] [Client Says] {\"jsonrpc\":1}\n",
            &[r#"1@45 client time 1749825869945: {"jsonrpc":1}"#],
        ),
        (
            "supergateway with a session",
            "[supergateway] SSE \u{2192} Child (session a1): {\"jsonrpc\":1}\n",
            &[r#"1@43 client session a1: {"jsonrpc":1}"#],
        ),
        ("the Go SDK, whose words mean either side", "read: {\"jsonrpc\":1}\n", &[r#"1@6: {"jsonrpc":1}"#]),
        (
            "an arrow that means either side",
            "2025-06-13 14:44:29,945 [DEBUG] \u{2192} stdio: {\"jsonrpc\":1}\n",
            &[r#"1@43 time 1749825869945: {"jsonrpc":1}"#],
        ),
        (
            "an array",
            "write: [{\"jsonrpc\":1},{\"jsonrpc\":2}]\n",
            &[r#"1@8 entry 0: {"jsonrpc":1}"#, r#"1@22 entry 1: {"jsonrpc":2}"#],
        ),
        (
            "an object before it",
            "{x} {} {\"a\":1} read: {\"jsonrpc\":1}\n",
            &["1@0 broken: {x} {} {\"a\":1} read: {\"jsonrpc\":1}"],
        ),
        (
            "an object before it in a log",
            "read: {\"jsonrpc\":1}\nx {} {\"a\":1}: {\"jsonrpc\":2}\n",
            &[r#"1@6: {"jsonrpc":1}"#, r#"2@34: {"jsonrpc":2}"#],
        ),
        (
            "several messages in a line, as where two programs write into one file",
            "read: {\"jsonrpc\":1}write: {\"jsonrpc\":2} {x} {\"jsonrpc\":3}\n",
            &[r#"1@6: {"jsonrpc":1}"#, r#"1@26: {"jsonrpc":2}"#, r#"1@44: {"jsonrpc":3}"#],
        ),
        (
            "several messages that zeros part",
            "{\"jsonrpc\":1}\0{\"jsonrpc\":2}\0{\"jsonrpc\":3}\0",
            &[r#"1@0: {"jsonrpc":1}"#, r#"1@14: {"jsonrpc":2}"#, r#"1@28: {"jsonrpc":3}"#],
        ),
        (
            "a line that begins with a clock, as flows of mitmproxy begin with lengths",
            "09:00:01.500 read: {\"jsonrpc\":1}\n",
            &[r#"1@19: {"jsonrpc":1}"#],
        ),
        (
            "a log after events",
            "data: {\"jsonrpc\":1}\n\n[Client Says] {\"jsonrpc\":2}\n",
            &[r#"1@6 event 0 server: {"jsonrpc":1}"#, r#"3@35 client: {"jsonrpc":2}"#],
        ),
        ("an envelope", "read: {\"msg\":{\"jsonrpc\":1},\"dir\":\"c2s\"}\n", &[r#"1@13 client: {"jsonrpc":1}"#]),
        (
            "an error that is no message",
            "read: {\"jsonrpc\":1}\nfailed {\"error\":{}}\n",
            &[r#"1@6: {"jsonrpc":1}"#, "2@20 text"],
        ),
        (
            "a message over several lines",
            "read: {\"jsonrpc\":1}\nread: {\n  \"jsonrpc\": 2\n}\n",
            &[r#"1@6: {"jsonrpc":1}"#, "2@26: {\n  \"jsonrpc\": 2\n}"],
        ),
        (
            "a broken message",
            "read: {\"jsonrpc\":1}\nread: {\"method\":\"elicit\n",
            &[r#"1@6: {"jsonrpc":1}"#, "2@26 broken: {\"method\":\"elicit"],
        ),
    ]);
}

#[test]
fn the_log_of_github_mcp_server_is_put_together() {
    let line = |stream: &str, data: &str| {
        format!("time=2025-06-13T14:44:29.945Z level=INFO msg=\"[{stream}]: x bytes\" count=9 data=\"{data}\"\n")
    };
    let whole = line("stdin", r#"{\"jsonrpc\":1}\n"#);
    let first = line("stdout", r#"{\"jsonrpc\":2,\"a\":\"\x41\u00e9"#);
    let second = line("stdout", r#"\"}\n{\"jsonrpc\":3}\n"#);
    let cut = line("stdin", r#"{\"jsonrpc\":4"#);
    check(&[
        ("one line a message", &whole, &[r#"1@0 client time 1749825869945 decoded: {"jsonrpc":1}"#]),
        (
            "two reads of one message, and two messages of one read",
            &format!("{first}{whole}{second}"),
            &[
                r#"2@114 client time 1749825869945 decoded: {"jsonrpc":1}"#,
                "1@0 server time 1749825869945 decoded: {\"jsonrpc\":2,\"a\":\"A\u{e9}\"}",
                r#"3@211 server time 1749825869945 decoded: {"jsonrpc":3}"#,
            ],
        ),
        (
            "the end in the middle of a message",
            &format!("{whole}{cut}"),
            &[r#"1@0 client time 1749825869945 decoded: {"jsonrpc":1}"#, r#"2@97 broken: {"jsonrpc":4"#],
        ),
    ]);
}

#[test]
fn messages_are_found_in_the_strings_of_what_keeps_the_output_of_programs() {
    check(&[
        (
            "a container's log",
            "{\"log\":\"{\\\"jsonrpc\\\":1}\\n\",\"stream\":\"stdout\"}\n",
            &[r#"1@7 decoded: {"jsonrpc":1}"#],
        ),
        (
            "a line of a log in it",
            "{\"log\":\"[info] [harbor] Message from client: {\\\"jsonrpc\\\":1}\\n\"}\n",
            &[r#"1@7 client session harbor decoded: {"jsonrpc":1}"#],
        ),
        (
            "a message beside such a string",
            "{\"msg\":{\"jsonrpc\":1},\"log\":\"{\\\"jsonrpc\\\":2}\"}",
            &[r#"1@7: {"jsonrpc":1}"#],
        ),
        (
            "a quotation in a message",
            "{\"jsonrpc\":1,\"text\":\"{\\\"jsonrpc\\\":2}\"}",
            &["1@0: {\"jsonrpc\":1,\"text\":\"{\\\"jsonrpc\\\":2}\"}"],
        ),
    ]);
}

#[test]
fn a_file_whose_first_lines_mislead_is_read_as_what_it_is() {
    let noise = "ready {\"a\":1}\n".repeat(6_000);
    let log = format!("{noise}read: {{\"jsonrpc\":1}}\nread: {{\"jsonrpc\":2}}\n");
    let (items, counts) = read_with(Input::Stream(&mut log.as_bytes()), None, 1 << 20);
    assert_eq!((counts.format, counts.records, items.len()), (Format::Log, 2, 6_002));
}

/// Files that followed each other, or several outputs in one file.
#[test]
fn messages_in_lines_of_text_are_read_after_lines_of_json() {
    let lines = "{\"jsonrpc\":1}\n{\"jsonrpc\":2}\n";
    let after = |more: &str| items(&format!("{lines}{more}\n")).split_off(2);
    let cases: [(&str, &str, &[&str]); 9] = [
        ("a log", "[server -> editor] {\"jsonrpc\":3}", &[r#"3@47 server: {"jsonrpc":3}"#]),
        ("an event", "data: {\"jsonrpc\":3}", &[r#"3@34: {"jsonrpc":3}"#]),
        ("a batch", "x [{\"jsonrpc\":3}]", &[r#"3@31 entry 0: {"jsonrpc":3}"#]),
        ("a value over lines", "sent {\n  \"jsonrpc\": 3\n}", &["3@33: {\n  \"jsonrpc\": 3\n}"]),
        ("an object that is no JSON", "sent {\n  jsonrpc: 3\n}", &["3@28 text", "4@37 text", "5@48 text"]),
        ("what the line before says", "sent {\"jsonrpc\":2}", &["3@28 text"]),
        (
            "what the line after says",
            "sends {\"jsonrpc\":3}\n{\"jsonrpc\":3}",
            &["3@28 text", r#"4@48: {"jsonrpc":3}"#],
        ),
        (
            "what a line further up says",
            "sent\nsent x {\"jsonrpc\":3}\nsent {\"jsonrpc\":2}",
            &["3@28 text", r#"4@40: {"jsonrpc":3}"#, r#"5@59: {"jsonrpc":2}"#],
        ),
        ("what no line beside it says", "sent {\"jsonrpc\":1}", &[r#"3@33: {"jsonrpc":1}"#]),
    ];
    for (name, more, expected) in cases {
        assert_eq!(after(more), expected, "{name}");
    }
}

#[test]
fn a_list_on_one_line_is_json_and_a_prefix_in_brackets_is_none() {
    for (head, format) in [
        ("[{\"jsonrpc\":1},{\"jsonrpc\":2}]", Format::Jsonl),
        (" [ {\"payload\":{\"jsonrpc\":1},\"direction\":\"SEND\"}]\n", Format::Jsonl),
        ("[supergateway] x: {\"jsonrpc\":1}\n", Format::Log),
        ("[12:00:01] {\"jsonrpc\":1}\n", Format::Log),
        ("[server -> editor] [{\"jsonrpc\":1}]\n", Format::Log),
    ] {
        let detect::Detected::Recording(found, _) = detect::format(head.as_bytes()) else { panic!("{head}") };
        assert_eq!(found, format, "{head}");
    }
}

#[test]
fn what_holds_no_messages_is_refused_with_a_reason_and_what_helps() {
    let tar = ["notes.txt", &"\0".repeat(248), "ustar\x00"].concat();
    let cases: [(&[u8], &str); 20] = [
        (b"\xd4\xc3\xb2\xa1\x02\x00", "packet capture"),
        (b"\x0a\x0d\x0d\x0a\x6c\x00", "packet capture"),
        (b"PK\x03\x04", "zip"),
        (b"{\"resourceSpans\":[]}", "OpenTelemetry"),
        (
            b"{\"name\":\"a\",\"context\":{},\"kind\":\"b\",\"parent_id\":null,\"start_time\":1,\"attributes\":{}}\n",
            "OpenTelemetry",
        ),
        (
            b"[{\"id\":\"a\",\"name\":\"b\",\"description\":\"c\",\"status\":\"INFO\",\"timestamp\":\"d\"}]",
            "conformance",
        ),
        (b"event {\n  message: {\n    jsonrpc: '2.0',\n    id: 0\n", "util.inspect"),
        (b"== Info: x\n=> Send header, 2 bytes (0x2)\n<= Recv data, 9 bytes (0x9)\n", "--trace-ascii"),
        ("[12:00:00.001] \u{2190}CLIENT #1 elicitation/create\n".as_bytes(), "mcp-snoop"),
        (b">>> SENT: SessionMessage(message=JSONRPCRequest(method='ping'))\n", "Python"),
        (b"SQLite format 3\x00", "SQLite"),
        (b"\xfd7zXZ\x00", "xz -dc"),
        (tar.as_bytes(), "tar archive"),
        (b"[{\"id\":\"a\",\"name\":\"b\",\"status\":\"INFO\",\"specReferences\":[]}]", "conformance"),
        (b"{\"id\":1,\"run_type\":\"tool\",\"inputs\":{},\"outputs\":{}}", "LangSmith"),
        (b"[{\"id\":1,\"traceId\":2,\"type\":\"SPAN\",\"input\":{}}]", "Langfuse"),
        (b"2026-03-02T09:00:00Z info request mcp.method.name=tools/call status=200\n", "log of calls"),
        (b"{\"time\":1,\"mcp.method.name\":\"elicitation/create\"}\n", "log of calls"),
        (b"<<< RECV: {'jsonrpc': '2.0', 'id': 1}\n", "Python"),
        (b"DEBUG:client:root=JSONRPCRequest(method='ping', jsonrpc='2.0', id=1)\n", "Python"),
    ];
    for (head, what) in cases {
        let detect::Detected::Refused(refusal) = detect::format(head) else { panic!("{what} is read") };
        let said = format!("{} {}", refusal.what, refusal.instead);
        assert!(said.contains(what), "{what}: {said}");
        assert!(!refusal.why.is_empty() && !refusal.instead.is_empty());
    }
}

#[test]
fn an_input_with_a_message_is_not_refused() {
    for head in [
        "jsonrpc: '2.0'\nread: {\"jsonrpc\":1}\n",
        "{\"jsonrpc\":1}\n[12:00:00.001] \u{2190}CLIENT #1 x\n",
        "{\"context\":1,\"kind\":1,\"parent_id\":1,\"start_time\":1,\"attributes\":1,\"message\":{\"jsonrpc\":1}}",
        "{\"jsonrpc\":1,\"resourceSpans\":1}",
        "[12:00:00.001] \u{2190}CLIENT #1 x\n{\n  \"jsonrpc\":1\n}\n",
    ] {
        assert!(matches!(detect::format(head.as_bytes()), detect::Detected::Recording(..)), "{head}");
        assert_eq!(items(head).iter().filter(|item| item.contains("jsonrpc\":1")).count(), 1, "{head}");
    }
}
