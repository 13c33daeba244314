//! Recordings that are compressed or in UTF-16, flows of mitmproxy, and recorders of requests.
//! In: inputs that the tests write. Out: the same items as without.
//! Never: a fixture from elsewhere.

use super::items_within;
use crate::recording::Encoding;
use crate::recording::Format;

const LINES: &str = "{\"jsonrpc\":1}\n{\"jsonrpc\":2,\"a\":\"\u{e9}\u{1f600}\"}\n";

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn utf_16_is_read_with_a_byte_order_mark_and_without() {
    let expected = ["1@0 decoded: {\"jsonrpc\":1}", "2@14 decoded: {\"jsonrpc\":2,\"a\":\"\u{e9}\u{1f600}\"}"];
    type Write = fn(u16) -> [u8; 2];
    let little: Write = u16::to_le_bytes;
    let big: Write = u16::to_be_bytes;
    for (bytes, encoding) in [(little, Encoding::Utf16Le), (big, Encoding::Utf16Be)] {
        let (items, counts) = items_within(&utf16(LINES, bytes), 1 << 20);
        assert_eq!((items.as_slice(), counts.encoding), (&expected.map(String::from)[..], Some(encoding)));
        let marked = format!("\u{feff}{LINES}");
        let (items, counts) = items_within(&utf16(&marked, bytes), 1 << 20);
        assert_eq!((items.len(), counts.records, counts.encoding), (2, 2, Some(encoding)));
        let odd = [utf16(LINES, bytes), vec![b'{']].concat();
        assert_eq!(items_within(&odd, 1 << 20).1.unreadable, 1, "half a character at the end");
    }
}

#[cfg(feature = "gzip")]
#[test]
fn gzip_is_read_and_a_cut_is_said() {
    use std::io::Write;
    let gzip = |text: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    };
    let one = gzip(LINES.as_bytes());
    let (items, counts) = items_within(&one, 1 << 20);
    assert_eq!((items.len(), counts.records, counts.encoding), (2, 2, Some(Encoding::Gzip)));
    let members = [one.clone(), one.clone()].concat();
    assert_eq!(items_within(&members, 1 << 20).1.records, 4, "two members");
    let nested = gzip(&gzip(&utf16(LINES, u16::to_le_bytes)));
    assert_eq!(items_within(&nested, 1 << 20).1.records, 2, "UTF-16 in gzip in gzip");
    for cut in 10..one.len() {
        let (_, counts) = items_within(&one[..cut], 1 << 20);
        assert!(counts.unreadable >= 1, "cut at {cut}");
    }
    let zeros = vec![0; 9_000];
    let last = b"{\"jsonrpc\":3}";
    let open = gzip(last);
    let noise: &[u8] = b"\x01\xff\x80";
    let cases: [(&str, &[&[u8]], u64, u64); 8] = [
        ("zeros", &[&one, &zeros], 2, 0),
        ("a member after zeros", &[&one, &zeros, &one], 4, 0),
        ("an empty member", &[&one, &gzip(b""), &one, &[0]], 4, 0),
        ("lines appended as they are", &[&one, LINES.as_bytes()], 4, 0),
        ("a line after one without its end", &[&open, last, b"\n"], 2, 0),
        ("noise", &[&one, noise], 2, 1),
        ("noise after a line without its end", &[&open, noise], 1, 1),
        ("the beginning of a member", &[&one, &one[..2]], 2, 1),
    ];
    for (name, parts, records, unreadable) in cases {
        let (items, counts) = items_within(&parts.concat(), 1 << 20);
        assert_eq!((counts.records, counts.unreadable), (records, unreadable), "{name}: {items:#?}");
    }
    let many = items_within(&one.repeat(5_000), 1 << 20).1;
    assert_eq!((many.records, many.unreadable), (10_000, 0), "as many members as a block compressor writes");
}

/// A tnetstring.
fn net(kind: char, payload: &str) -> String {
    format!("{}:{payload}{kind}", payload.len())
}

fn dictionary(members: &[(&str, String)]) -> String {
    net('}', &members.iter().map(|(key, value)| net(';', key) + value).collect::<String>())
}

fn flow(started: &str, request: &str, kind: &str, response: Option<&str>) -> String {
    let header = |name: &str, value: &str| net(']', &(net(',', name) + &net(',', value)));
    let content = |body: Option<&str>| body.map_or_else(|| net('~', ""), |body| net(',', body));
    dictionary(&[
        ("type", net(';', "http")),
        (
            "request",
            dictionary(&[
                ("method", net(',', "POST")),
                ("scheme", net(',', "http")),
                ("host", net(';', "mcp.example")),
                ("port", net('#', "80")),
                ("path", net(',', "/mcp")),
                ("headers", net(']', &(header("Accept", "text/event-stream") + &header("Mcp-Session-Id", "a")))),
                ("content", content(Some(request))),
                ("timestamp_start", net('^', started)),
            ]),
        ),
        (
            "response",
            dictionary(&[
                ("status_code", net('#', "200")),
                ("headers", net(']', &header("content-type", kind))),
                ("content", content(response)),
            ]),
        ),
    ])
}

#[test]
fn flows_of_mitmproxy_are_read_in_the_order_of_time() {
    let late = flow("20.5", "{\"jsonrpc\":3}", "application/json", Some("{\"jsonrpc\":4}"));
    let early = flow("10.25", "{\"jsonrpc\":1}", "text/event-stream", Some("data: {\"jsonrpc\":2}\n\n"));
    let lost = flow("30", "{\"jsonrpc\":5}", "text/event-stream", None);
    let (items, counts) = items_within(format!("{late}{early}{lost}").as_bytes(), 1 << 20);
    assert_eq!(counts.format, Format::Mitm);
    let told: Vec<_> = items.iter().map(|item| item.split_once(' ').unwrap().1).collect();
    assert_eq!(
        told,
        [
            "entry 1 client time 10250 exchange 1 session a decoded: {\"jsonrpc\":1}",
            "entry 1 event 0 server time 10250 exchange 1 session a decoded: {\"jsonrpc\":2}",
            "entry 0 client time 20500 exchange 0 session a decoded: {\"jsonrpc\":3}",
            "entry 0 server time 20500 exchange 0 session a decoded: {\"jsonrpc\":4}",
            "entry 2 client time 30000 exchange 2 session a decoded: {\"jsonrpc\":5}",
            "entry 2 missing: Server",
        ]
    );
    let cut = format!("{early}{late}");
    for length in early.len() + 1..cut.len() {
        let (_, counts) = items_within(&cut.as_bytes()[..length], 1 << 20);
        assert_eq!((counts.records, counts.unreadable), (2, 1), "cut at {length}");
    }
}

/// A connection, as a flow: what the client sent and what the server sent in turn.
fn connection(kind: &str, contents: &[&str]) -> String {
    let messages = contents.iter().enumerate().map(|(index, content)| {
        let from_client = if index % 2 == 0 { "true" } else { "false" };
        net(']', &[net('!', from_client), net(',', content), net('^', "1.5")].concat())
    });
    dictionary(&[("type", net(';', kind)), ("messages", net(']', &messages.collect::<String>()))])
}

#[test]
fn connections_in_flows_are_read_where_they_carry_lines_and_else_searched() {
    let cases: [(&str, &[&str], &[&str]); 5] = [
        (
            "lines in pieces",
            &["{\"jsonrpc\":1}\n{\"json", "{\"jsonrpc\":2}\n", "rpc\":3}\n"],
            &["client decoded: {\"jsonrpc\":1}", "server decoded: {\"jsonrpc\":2}", "client decoded: {\"jsonrpc\":3}"],
        ),
        (
            "a line that ends too early",
            &["{\"jsonrpc\":1}\n{\"json"],
            &["client decoded: {\"jsonrpc\":1}", "broken: {\"json"],
        ),
        ("HTTP without a word of interest", &["GET / HTTP/1.1\r\n\r\n"], &["text"]),
        ("HTTP with one", &["POST / HTTP/1.1\r\n\r\n{\"method\":\"elicit\"}"], &["unreadable: "]),
        ("noise", &["\u{16}\u{3}\u{1}"], &["text"]),
    ];
    for (name, contents, expected) in cases {
        let (items, counts) = items_within(connection("tcp", contents).as_bytes(), 1 << 20);
        assert_eq!(counts.format, Format::Mitm);
        let told: Vec<_> = items.iter().map(|item| item.split_once("entry 0 ").unwrap().1).collect();
        assert_eq!(told.len(), expected.len(), "{name}: {told:?}");
        assert!(told.iter().zip(expected).all(|(told, expected)| told.starts_with(expected)), "{name}: {told:?}");
    }
    let socket = dictionary(&[
        ("type", net(';', "http")),
        ("request", dictionary(&[("method", net(',', "GET"))])),
        ("websocket", connection("", &["{\"jsonrpc\":1}", "{\"jsonrpc\":2}"])),
    ]);
    let items = items_within(socket.as_bytes(), 1 << 20).0;
    assert!(items[0].contains(" client ") && items[0].ends_with("{\"jsonrpc\":1}"), "{items:?}");
    assert!(items[1].contains(" server ") && items[1].ends_with("{\"jsonrpc\":2}"), "{items:?}");
}

#[test]
fn recorders_of_requests_give_both_sides_and_begin_once() {
    let initialize = "{\"jsonrpc\":1,\"method\":\"initialize\"}";
    let interaction = "{\"request\":{\"jsonrpc\":2},\"response\":{\"jsonrpc\":3},\"notifications\":[{\"jsonrpc\":4}]}";
    let recorder = format!("{{\"version\":\"1.0\",\"interactions\":[{interaction}]}}");
    let (items, counts) = items_within(recorder.as_bytes(), 1 << 20);
    assert_eq!(counts.format, Format::Interactions);
    assert_eq!(
        items,
        [
            "1@0 gap",
            "1@44 entry 0 client: {\"jsonrpc\":2}",
            "1@69 entry 0 server: {\"jsonrpc\":3}",
            "1@100 entry 0 server: {\"jsonrpc\":4}",
        ]
    );
    for (interactions, records) in [(String::new(), 2), (format!("{{\"request\":{initialize}}}"), 1)] {
        let vcr = format!(
            "{{\"format_version\":\"1\",\"session\":{{\"initialize_request\":{initialize},\
             \"initialize_response\":{{\"jsonrpc\":2}},\"interactions\":[{interactions}]}}}}"
        );
        assert_eq!(items_within(vcr.as_bytes(), 1 << 20).1.records, records, "{vcr}");
    }
}

#[test]
fn the_header_of_a_recorder_holds_for_what_it_wrapped_only() {
    let header = r#"{"cassetteVersion":1,"redaction":{"applied":true}}"#;
    let wrapped = r#"{"frame":{"jsonrpc":1,"a":"[REDACTED]"},"dir":"s2c"}"#;
    let bare = r#"{"jsonrpc":1,"a":"[REDACTED]"}"#;
    for (line, redacted) in [(wrapped, 1), (bare, 0)] {
        let counts = items_within(format!("{header}\n{line}\n").as_bytes(), 1 << 20).1;
        assert_eq!((counts.records, counts.redacted), (1, redacted), "{line}");
    }
}

/// A flow of exact length may stand around a message, wherever its grammar has a string.
#[test]
fn no_flow_that_a_server_prints_hides_its_messages() {
    let message = "{\"jsonrpc\":\"2.0\",\"method\":\"elicit\"}";
    let line = format!("\n{message}\n");
    let honest = flow("10", "{\"jsonrpc\":1}", "text/event-stream", Some("data: {\"jsonrpc\":2}\n\n"));
    let body = |kind: &str| flow("10", "{\"jsonrpc\":1}", kind, Some(&line));
    let forged = [
        dictionary(&[("type", net(';', "http")), ("comment", net(',', &line))]),
        dictionary(&[("type", net(';', "tcp")), ("messages", net(',', &line))]),
        honest.clone() + &dictionary(&[("type", net(';', "dns")), ("comment", net(',', &line))]),
        honest + &line,
        net(',', &net(',', &line)),
        connection("tcp", &[&line]),
        body("application/json"),
        body("text/event-stream"),
    ];
    for input in forged {
        let items = items_within(input.as_bytes(), 1 << 20).0;
        let is_found = |item: &&String| item.ends_with(message) && !item.contains(" broken: ");
        assert_eq!(items.iter().filter(is_found).count(), 1, "{input}: {items:#?}");
    }
    let (_, counts) = items_within(body("text/html").as_bytes(), 1 << 20);
    assert_eq!(counts.unreadable, 1, "what no client of MCP reads as a body is said");
}

/// A server that is recorded by its plain output can print what it likes before its messages, and after them.
#[test]
fn nothing_that_a_server_prints_hides_its_messages() {
    let printed = [
        (r#"{"interactions":[]}"#, ""),
        (r#"{"interactions":["#, ""),
        (r#"{"interactions":["#, "]}"),
        (r#"{"jsonrpc":"2.0","interactions":[]}"#, ""),
        (r#"[{"message":{},"origin":"client","timestamp":"x"}]"#, ""),
        (r#"[{"message":{},"origin":"client","timestamp":"x"},"#, ""),
        (r#"[{"message":{},"origin":"client","timestamp":"x","more":"#, "}]"),
        (r#"{"log":{"entries":[]}}"#, ""),
        (r#"{"log":{"entries":[]"#, ""),
        (r#"{"log":{"entries":["#, ""),
        (r#"{"log":{"entries":[{"more":"#, "}]}}"),
        (r#"{"log":{"entries":[{"more":""#, ""),
        (r#"{"log":{"more":"#, r#","entries":[]}}"#),
        (r#"{"log":{"entries":[]},"jsonrpc":"2.0"}"#, ""),
        ("HTTP/1.1 200 OK", ""),
        ("data: ", ""),
        (": ", ""),
        ("< a: b", ""),
        ("8:1:a,1:b,}", ""),
        ("8:1:a,1:b,}9999:1:a", ""),
        ("9999:1:a", ""),
        ("[info] Message from server: {", ""),
        (r#"{"log":"#, ""),
        ("[", "]"),
        ("[{", "}]"),
        (r#"{"a":""#, ""),
    ];
    for (before, after) in printed {
        let message = r#"{"jsonrpc":"2.0","method":"elicit"}"#;
        let (items, _) = items_within(format!("{before}\n{message}\n{after}\n{message}\n").as_bytes(), 1 << 20);
        let is_record =
            |item: &&String| item.ends_with(message) && !item.contains(" broken: ") && !item.contains(" unreadable: ");
        let found = items.iter().filter(is_record).count();
        assert_eq!(found, 2, "{before:?} and {after:?}: {items:#?}");
    }
}
