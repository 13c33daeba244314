//! The JSON reader: lines, values, arrays, envelopes, and what is broken among them.
//! In: tricky inputs. Out: their items.
//! Never: a fixture from elsewhere.

use super::check;
use super::items;
use super::items_within;

#[test]
fn lines_of_messages_are_records() {
    check(&[
        ("nothing", "", &[]),
        ("blank lines", "\n\r\n  \n", &[]),
        ("a line", "{\"jsonrpc\":\"2.0\",\"id\":1}\n", &[r#"1@0: {"jsonrpc":"2.0","id":1}"#]),
        ("no line feed at the end", "\n{\"jsonrpc\":1}", &[r#"2@1: {"jsonrpc":1}"#]),
        (
            "carriage returns",
            "{\"jsonrpc\":1}\r\n{\"jsonrpc\":2}\r\n",
            &[r#"1@0: {"jsonrpc":1}"#, r#"2@15: {"jsonrpc":2}"#],
        ),
        ("a byte order mark", "\u{feff}{\"jsonrpc\":1}\n", &[r#"1@3: {"jsonrpc":1}"#]),
        ("indented", "  \t{\"jsonrpc\":1} \n", &[r#"1@3: {"jsonrpc":1}"#]),
        ("two on a line", "{\"jsonrpc\":1} {\"jsonrpc\":2}\n", &[r#"1@0: {"jsonrpc":1}"#, r#"1@14: {"jsonrpc":2}"#]),
        (
            "untagged",
            "{\"method\":\"ping\"}\n{\"result\":{}}\n",
            &[r#"1@0: {"method":"ping"}"#, r#"2@18: {"result":{}}"#],
        ),
        ("any key order", "{\"method\":\"ping\",\"jsonrpc\":1}", &[r#"1@0: {"method":"ping","jsonrpc":1}"#]),
        ("an escaped key", r#"{"\u006asonrpc":1}"#, &[r#"1@0: {"\u006asonrpc":1}"#]),
    ]);
}

#[test]
fn what_stands_between_messages_is_text() {
    check(&[
        ("a comment", "# Recording\n{\"jsonrpc\":1}\n", &["1@0 text", r#"2@12: {"jsonrpc":1}"#]),
        ("a log line", "[12:00:01] ready\n[INFO] x\n", &["1@0 text", "2@17 text"]),
        ("scalars", "5\n\"x\"\nnull\n[1,2]\n[]\n", &["1@0 text", "2@2 text", "3@6 text", "4@11 text", "5@17 text"]),
        ("a tail", "{\"jsonrpc\":1} done\n", &[r#"1@0: {"jsonrpc":1}"#, "1@14 text"]),
        ("a JSON log", "{\"level\":\"info\",\"msg\":\"x\"}\n", &["1@0 text"]),
        ("a log of HTTP", "{\"method\":\"POST\",\"url\":\"/\"}\n", &["1@0 text"]),
        ("a header", "{\"cassetteVersion\":1,\"command\":\"elicit\"}\n", &["1@0 text"]),
    ]);
}

#[test]
fn a_value_without_a_message_that_holds_a_needle_is_not_passed_over() {
    check(&[
        ("a JSON log", "{\"msg\":\"elicit\"}\n", &[r#"1@0 unreadable: {"msg":"elicit"}"#]),
        (
            "two levels down",
            r#"{"a":{"b":{"jsonrpc":1,"x":"elicit"}}}"#,
            &[r#"1@0 unreadable: {"a":{"b":{"jsonrpc":1,"x":"elicit"}}}"#],
        ),
    ]);
}

#[test]
fn a_broken_line_loses_only_itself() {
    let good = "{\"jsonrpc\":1}\n";
    check(&[
        (
            "cut in a string",
            &format!("{{\"jsonrpc\":\"2\n{good}"),
            &[r#"1@0 broken: {"jsonrpc":"2"#, r#"2@14: {"jsonrpc":1}"#],
        ),
        (
            "cut after a token",
            &format!("{{\"id\":[1,\n{good}"),
            &[r#"1@0 broken: {"id":[1,"#, r#"2@10: {"jsonrpc":1}"#],
        ),
        (
            "cut twice",
            &format!("{{\"id\":\n{{\"ix\":\n{good}"),
            &[r#"1@0 broken: {"id":"#, r#"2@7 broken: {"ix":"#, r#"3@14: {"jsonrpc":1}"#],
        ),
        ("wrong grammar", &format!("{{\"id\":1,}}\n{good}"), &[r#"1@0 broken: {"id":1,}"#, r#"2@10: {"jsonrpc":1}"#]),
        ("not JSON", "{ metadata: undefined }\n", &["1@0 broken: { metadata: undefined }"]),
        (
            "cut at the end",
            &format!("{good}{{\"jsonrpc\":\"2"),
            &[r#"1@0: {"jsonrpc":1}"#, r#"2@14 broken: {"jsonrpc":"2"#],
        ),
        ("a brace", &format!("{{\n{good}"), &["1@0 broken: {", r#"2@2: {"jsonrpc":1}"#]),
        (
            "cut in an array",
            &format!("[{{\"jsonrpc\":0}},{{\"id\":\n{good}"),
            &[r#"1@1 entry 0: {"jsonrpc":0}"#, r#"1@15 broken: {"id":"#, r#"2@22: {"jsonrpc":1}"#],
        ),
        (
            "an array without its end",
            &format!("[{{\"jsonrpc\":0}}\n{good}"),
            &[r#"1@1 entry 0: {"jsonrpc":0}"#, "2@15 unreadable: ", r#"2@15: {"jsonrpc":1}"#],
        ),
        ("an array cut at the end", "[{\"jsonrpc\":0},", &[r#"1@1 entry 0: {"jsonrpc":0}"#, "1@15 unreadable: "]),
    ]);
}

#[test]
fn a_message_on_a_line_is_read_whatever_stands_around_it() {
    check(&[
        (
            "an object around it",
            "{\"a\":[\n {\"jsonrpc\":1}\n]}\n",
            &[r#"1@0 broken: {"a":["#, r#"2@8: {"jsonrpc":1}"#, "3@22 text"],
        ),
        (
            "a batch",
            "{\"a\":\n [{\"jsonrpc\":1}]\n}\n",
            &[r#"1@0 broken: {"a":"#, r#"2@8 entry 0: {"jsonrpc":1}"#, "3@23 text"],
        ),
        ("a byte order mark", "x\n\u{feff}{\"jsonrpc\":1}\n", &["1@0 text", r#"2@5: {"jsonrpc":1}"#]),
    ]);
}

#[test]
fn values_over_many_lines_are_records() {
    check(&[
        (
            "pretty",
            "{\n  \"jsonrpc\": 1\n}\n{\n  \"jsonrpc\": 2\n}\n",
            &["1@0: {\n  \"jsonrpc\": 1\n}", "4@19: {\n  \"jsonrpc\": 2\n}"],
        ),
        (
            "an envelope",
            "{\n\"dir\": \"c2s\",\n\"msg\": {\n\"jsonrpc\": 1\n}\n}\n",
            &["3@23 client: {\n\"jsonrpc\": 1\n}"],
        ),
        (
            "a broken one is one",
            "{\n  \"a\": 1,\n  \"b\": \"\n  \"c\": 2\n}\n{\"jsonrpc\":1}\n",
            &["1@0 broken: {\n  \"a\": 1,\n  \"b\": \"", "4@23 text", "5@30 text", r#"6@32: {"jsonrpc":1}"#],
        ),
    ]);
}

#[test]
fn elements_of_arrays_are_records_with_their_index() {
    check(&[
        (
            "a batch",
            "[{\"jsonrpc\":1}, {\"jsonrpc\":2}]\n{\"jsonrpc\":3}\n",
            &[r#"1@1 entry 0: {"jsonrpc":1}"#, r#"1@16 entry 1: {"jsonrpc":2}"#, r#"2@31: {"jsonrpc":3}"#],
        ),
        (
            "pretty",
            "[\n  {\"jsonrpc\":1},\n  {\n\"jsonrpc\":2}\n]\n",
            &[r#"2@4 entry 0: {"jsonrpc":1}"#, "3@21 entry 1: {\n\"jsonrpc\":2}"],
        ),
        (
            "an element that is broken",
            "[{\"a\":},{\"jsonrpc\":2}]",
            &[r#"1@1 broken: {"a":}"#.replace("1@1", "1@1 entry 0").as_str(), r#"1@8 entry 1: {"jsonrpc":2}"#],
        ),
    ]);
}

#[test]
fn envelopes_are_taken_off() {
    check(&[
        (
            "a tee",
            r#"{"ts":"1970-01-02T00:00:01.5Z","session":"a","dir":"s2c","msg":{"jsonrpc":1}}"#,
            &[r#"1@63 server time 86401500 session a: {"jsonrpc":1}"#],
        ),
        (
            "a cassette",
            "{\"cassetteVersion\":1,\"startedAt\":\"1970-01-01T00:00:02Z\"}\n{\"t\":7.5,\"dir\":\"c2s\",\"frame\":{\"jsonrpc\":1}}",
            &["1@0 text", r#"2@86 client time 2007: {"jsonrpc":1}"#],
        ),
        (
            "kinds are no sides",
            r#"{"direction":"request","server_name":"lab","message":{"jsonrpc":1}}"#,
            &[r#"1@53 session lab: {"jsonrpc":1}"#],
        ),
        (
            "MCPJam",
            r#"[{"serverName":"x","serverId":"lab","direction":"RECEIVE","method":"response","payload":{"jsonrpc":1}}]"#,
            &[r#"1@88 entry 0 server session lab: {"jsonrpc":1}"#],
        ),
        (
            "the Inspector",
            r#"[{"message":{"jsonrpc":1},"origin":"client","response":{"jsonrpc":2}}]"#,
            &[r#"1@12 entry 0 client: {"jsonrpc":1}"#, r#"1@55 entry 0 server: {"jsonrpc":2}"#],
        ),
        ("an untagged message", r#"{"msg":{"method":"ping"}}"#, &[r#"1@7: {"method":"ping"}"#]),
        (
            "a batch",
            r#"{"dir":"c2s","msg":[{"jsonrpc":1},{"jsonrpc":2}]}"#,
            &[r#"1@20 entry 0 client: {"jsonrpc":1}"#, r#"1@34 entry 1 client: {"jsonrpc":2}"#],
        ),
        ("unknown names", r#"{"when":5,"what":{"jsonrpc":1} }"#, &[r#"1@17: {"jsonrpc":1}"#]),
        ("numbers for sessions", r#"{"session_id":7,"msg":{"jsonrpc":1}}"#, &[r#"1@22 session 7: {"jsonrpc":1}"#]),
    ]);
}

#[test]
fn a_message_is_no_envelope() {
    let whole = [
        r#"{"jsonrpc":1,"msg":{"jsonrpc":2}}"#,
        r#"{"jsonrpc":1,"error":{"code":1,"message":{"jsonrpc":2}},"message":{"method":"x"}}"#,
        r#"{"method":"a","params":{"jsonrpc":2}}"#,
        r#"{"method":"a","params":{},"message":{"method":"x"}}"#,
        r#"{"error":{"code":1},"message":"failed"}"#,
    ];
    for message in whole {
        assert_eq!(items(message), [format!("1@0: {message}")]);
    }
}

#[test]
fn bytes_that_are_no_text_are_unreadable() {
    let cases: [(&[u8], &[&str]); 4] = [
        (b"\0\0\xff\n{\"jsonrpc\":1}\n", &["1@0 unreadable: \0\0\u{fffd}", r#"2@4: {"jsonrpc":1}"#]),
        (b"{\"a\":\"\xff\"}\n{\"jsonrpc\":1}\n", &["1@0 broken: {\"a\":\"\u{fffd}\"}", r#"2@10: {"jsonrpc":1}"#]),
        (b"\xff\xfe{\0}\0", &["1@3 text"]),
        (b"{\0\"\0", &["1@0 broken: {\""]),
    ];
    for (input, expected) in cases {
        assert_eq!(items_within(input, 1 << 20).0, expected);
    }
}

#[test]
fn what_is_too_long_is_skipped_and_searched() {
    let filler = "x".repeat(200);
    let good = "{\"jsonrpc\":1}\n";
    let cases = [
        (format!("{{\"a\":\"{filler}\"}}\n{good}"), vec!["1@0 oversized: 208", r#"2@209: {"jsonrpc":1}"#]),
        (format!("{{\"a\":\"{filler}elicit\"}}\n{good}"), vec!["1@0 oversized: 214 needle", r#"2@215: {"jsonrpc":1}"#]),
        (format!("{filler}\n{good}"), vec!["1@0 oversized: 201", r#"2@201: {"jsonrpc":1}"#]),
        (format!("{{\"a\":\"{filler}\n{good}"), vec!["1@0 oversized: 207", r#"2@207: {"jsonrpc":1}"#]),
        (format!("{{\n{}{good}", "\"a\":1,\n".repeat(30)), vec!["1@0 oversized: 212", r#"32@212: {"jsonrpc":1}"#]),
        (
            format!("[{{\"a\":\"{filler}\"}},{}]", good.trim()),
            vec!["1@1 entry 0 oversized: 208", r#"1@210 entry 1: {"jsonrpc":1}"#],
        ),
        (good.trim().repeat(2) + &" ".repeat(200), vec![r#"1@0: {"jsonrpc":1}"#, r#"1@13: {"jsonrpc":1}"#]),
    ];
    for (input, expected) in cases {
        assert_eq!(items_within(input.as_bytes(), 100).0, expected, "{input}");
    }
}

#[test]
fn hostile_inputs_are_read_in_linear_time() {
    for unit in
        ["{", "[", "{\n", "[\n", "[{", "{}", "[{}]", "{\"a\":\n", "{\"a\":[\n", "\"", "[ ", "{\"a\":{}}[{}]", ",\n"]
    {
        let (_, counts) = super::read_with(
            super::Input::Stream(&mut unit.repeat((1 << 18) / unit.len()).as_bytes()),
            Some(super::Format::Jsonl),
            1 << 20,
        );
        assert_eq!(counts.records, 0, "{unit}");
    }
}
