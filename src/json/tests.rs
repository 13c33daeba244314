//! What the reader makes of each construct of JSON, as tables; `tests_mutation` compares it with serde_json.

use super::*;

/// Why the text is not one value; none where it is.
fn fault(text: &[u8]) -> Option<Fault> {
    let mut cursor = Cursor::of_record(text, DEPTH_OF_RECORD);
    cursor.skip();
    cursor.finish().err()
}

fn decoded(text: &str) -> (String, bool) {
    let text = Cursor::new(text, Place::START, 1).string().unwrap();
    (text.to_string(), text.has_lone_surrogate())
}

#[test]
fn strings_decode_as_clients_show_them() {
    let cases: &[(&str, &str, bool)] = &[
        (r#""""#, "", false),
        (r#""plain""#, "plain", false),
        (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t", false),
        (r#""\u0041\u00e9\u20AC""#, "A\u{e9}\u{20ac}", false),
        (r#""\u0000""#, "\0", false),
        (r#""\\u0041""#, "\\u0041", false),
        (r#""\\\u0041\\""#, "\\A\\", false),
        (r#""\ud83d\ude00""#, "\u{1f600}", false),
        (r#""\uD83D\uDE00!""#, "\u{1f600}!", false),
        (r#""\udbff\udfff\ud800\udc00""#, "\u{10ffff}\u{10000}", false),
        (r#""\ud83d""#, "\u{fffd}", true),
        (r#""\ude00""#, "\u{fffd}", true),
        (r#""\ude00\ud83d""#, "\u{fffd}\u{fffd}", true),
        (r#""\ud83d\ud83d\ude00""#, "\u{fffd}\u{1f600}", true),
        (r#""\ud83d\u0041""#, "\u{fffd}A", true),
        (r#""\ud83d\\ude00""#, "\u{fffd}\\ude00", true),
        (r#""\ud83dx\ude00""#, "\u{fffd}x\u{fffd}", true),
        ("\"0123456789abcdef\u{e9}0123456789abcde\\n\"", "0123456789abcdef\u{e9}0123456789abcde\n", false),
    ];
    for (source, text, surrogate) in cases {
        assert_eq!(decoded(source), ((*text).to_owned(), *surrogate), "{source}");
    }
}

#[test]
fn a_string_without_an_escape_is_borrowed() {
    let text = |source| Cursor::new(source, Place::START, 1).string().unwrap();
    assert_eq!(text(r#""as it is""#).borrowed(), Some("as it is"));
    assert_eq!(text(r#""as it i\u0073""#).borrowed(), None);
}

#[test]
fn what_is_no_json_is_a_fault() {
    use FaultKind::{Syntax, Truncated};
    let cases: &[(&str, FaultKind)] = &[
        // Strings.
        (r#""a"#, Truncated),
        (r#""\"#, Truncated),
        (r#""\u00"#, Truncated),
        (r#""\u00g0""#, Syntax),
        (r#""\x41""#, Syntax),
        (r#""\U0041""#, Syntax),
        (r#""\u+041""#, Syntax),
        ("\"tab\t\"", Syntax),
        ("\"line\n\"", Syntax),
        ("'a'", Syntax),
        // Numbers.
        ("-", Truncated),
        ("+1", Syntax),
        ("01", Syntax),
        ("-01", Syntax),
        ("00", Syntax),
        (".5", Syntax),
        ("1.", Truncated),
        ("[1.]", Syntax),
        ("1.e1", Syntax),
        ("1e", Truncated),
        ("[1e+]", Syntax),
        ("1e1.5", Syntax),
        ("0x1", Syntax),
        ("1_000", Syntax),
        ("--1", Syntax),
        ("NaN", Syntax),
        ("-Infinity", Syntax),
        // Literals.
        ("t", Truncated),
        ("nul", Truncated),
        ("fals", Truncated),
        ("[tru]", Syntax),
        ("True", Syntax),
        ("nulll", Syntax),
        ("undefined", Syntax),
        // Containers.
        ("", Truncated),
        (" \n", Truncated),
        ("[", Truncated),
        ("[1", Truncated),
        ("[1,", Truncated),
        ("[1,]", Syntax),
        ("[,1]", Syntax),
        ("[1 2]", Syntax),
        ("[1}", Syntax),
        ("]", Syntax),
        ("{", Truncated),
        (r#"{"a""#, Truncated),
        (r#"{"a":"#, Truncated),
        (r#"{"a":1,"#, Truncated),
        (r#"{"a":1,}"#, Syntax),
        (r#"{"a" 1}"#, Syntax),
        (r#"{"a":}"#, Syntax),
        ("{a:1}", Syntax),
        ("{1:1}", Syntax),
        ("{,}", Syntax),
        // One value only.
        ("{} {}", Syntax),
        ("1 2", Syntax),
        ("{}]", Syntax),
        ("{}\u{feff}", Syntax),
        ("\u{a0}{}", Syntax),
        ("{}//", Syntax),
    ];
    for (text, kind) in cases {
        assert_eq!(fault(text.as_bytes()).map(|fault| fault.kind), Some(*kind), "{text:?}");
    }
}

#[test]
fn a_fault_says_where() {
    let cases = [("[1,2,x]", 5), (r#"{"a":tru }"#, 5), (r#"["\u00g0"]"#, 6), ("{} x", 3), ("[1", 2)];
    for (text, offset) in cases {
        assert_eq!(fault(text.as_bytes()).unwrap().place.offset(), offset, "{text}");
    }
    let fault = fault(b"[\"\xff\"]").unwrap();
    assert_eq!((fault.kind, fault.place.offset()), (FaultKind::Encoding, 2));
}

#[test]
fn numbers_stay_as_they_are_written() {
    for number in ["0", "-0", "1e999", "-1E+999", "0.10", "123456789012345678901234567890", "1e-400"] {
        let raw = Cursor::new(number, Place::START, 1).raw().unwrap();
        assert_eq!((raw.kind(), raw.number()), (Kind::Number, Some(number)));
    }
}

#[test]
fn nesting_is_counted_and_bounded() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let read = |text: &str, depth| {
        let mut cursor = Cursor::new(text, Place::START, depth);
        cursor.skip();
        cursor.finish().err().map(|fault| (fault.kind, fault.place.offset()))
    };
    assert_eq!(read(&nested(64), 64), None);
    assert_eq!(read(&nested(65), 64), Some((FaultKind::Depth, 64)));
    assert_eq!(read(&"{\"a\":".repeat(100_000), 256), Some((FaultKind::Depth, 256 * 5)));
    assert_eq!(read("[[],{},[],[{}]]", 3), None, "siblings do not add up");
    assert_eq!(read("7", 0), None);
}

#[test]
fn repeated_keys_are_counted_with_the_place_of_the_first_repetition() {
    let many: Vec<_> = (0..40).map(|number| format!("\"k{number}\":0")).collect();
    let many = many.join(",");
    let cases: &[(String, u64, Option<usize>)] = &[
        (r#"{"a":1,"b":2}"#.to_owned(), 0, None),
        (r#"{"a":1,"a":2}"#.to_owned(), 1, Some(7)),
        (r#"{"a":1,"a":2,"a":3}"#.to_owned(), 2, Some(7)),
        (r#"{"a":1,"A":2}"#.to_owned(), 0, None),
        (r#"{"a":1,"\u0061":2}"#.to_owned(), 1, Some(7)),
        (r#"{"\u0061":1,"a":2}"#.to_owned(), 1, Some(12)),
        (r#"{"\u0061":1,"\u0061":2,"a":3}"#.to_owned(), 2, Some(12)),
        (r#"{"\u0061":1,"a":2,"a":3}"#.to_owned(), 2, Some(12)),
        (r#"{"\ud800":1,"\udfff":2}"#.to_owned(), 1, Some(12)),
        (r#"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#.to_owned(), 0, None),
        (r#"{"a":{"b":1,"b":2},"a":3}"#.to_owned(), 2, Some(12)),
        (r#"[{"b":1,"b":2}]"#.to_owned(), 1, Some(8)),
        (format!("{{{many}}}"), 0, None),
        (format!("{{{many},\"k0\":1}}"), 1, Some(many.len() + 2)),
        (format!("{{{many},\"k39\":1}}"), 1, Some(many.len() + 2)),
        (format!("{{{many},\"\\u006b0\":1,\"k20\":2}}"), 2, Some(many.len() + 2)),
    ];
    for (text, count, first) in cases {
        let mut cursor = Cursor::of_record(text.as_bytes(), 8).counting_repeats();
        cursor.skip();
        let repeats = cursor.finish().unwrap();
        assert_eq!((repeats.count, repeats.first.map(Place::offset)), (*count, *first), "{text}");
    }
}

#[test]
fn values_and_keys_know_their_place() {
    let text = " { \"a\" : [ 1 , \"x\" ] , \"b\" : null }";
    let mut places = Vec::new();
    let mut cursor = Cursor::new(text, Place::new(100), 8);
    cursor.object(|key, cursor| {
        places.push((key.to_string(), key.place().offset()));
        let read_array = cursor.array(|_, cursor| {
            let raw = cursor.raw().unwrap();
            places.push((raw.source().to_owned(), raw.place().offset()));
        });
        if !read_array {
            let raw = cursor.raw().unwrap();
            places.push((raw.source().to_owned(), raw.place().offset()));
        }
    });
    let expected = [("a", 103), ("1", 111), ("\"x\"", 115), ("b", 123), ("null", 129)];
    assert_eq!(places, expected.map(|(text, place)| (text.to_owned(), place)));
    assert_eq!(cursor.finish(), Ok(Repeats::default()));
}

#[test]
fn a_value_that_a_reader_only_looked_at_is_skipped() {
    for text in [r#"{"a": 5,"b": 6}"#, r#"{"a":5,"b":6}"#, "{\"a\" :\n5 , \"b\" : 6}"] {
        let looks: [fn(&mut Cursor<'_>) -> bool; 5] = [
            |cursor| cursor.kind() == Some(Kind::Number),
            |cursor| cursor.place() > Place::START,
            |cursor| cursor.string().is_none(),
            |cursor| !cursor.object(|_, _| {}),
            |cursor| !cursor.array(|_, _| {}),
        ];
        for (number, look) in looks.into_iter().enumerate() {
            let mut keys = Vec::new();
            let mut cursor = Cursor::new(text, Place::START, 8);
            cursor.object(|key, cursor| {
                keys.push(key.to_string());
                assert!(look(cursor));
            });
            assert!(cursor.finish().is_ok() && keys == ["a", "b"], "look {number} at {text:?}: {keys:?}");
        }
    }
}

#[test]
fn of_a_repeated_member_the_last_is_the_value() {
    let raw = Cursor::new(r#"{"a":1,"\u0061":[2],"b":3}"#, Place::START, 8).raw().unwrap();
    assert_eq!(raw.get("a").map(Raw::source), Some("[2]"));
    assert_eq!(raw.get("c"), None);
}

#[test]
fn a_byte_order_mark_is_skipped_and_counted() {
    let mut cursor = Cursor::of_record(b"\xef\xbb\xbf[1]", 8);
    assert_eq!(cursor.place().offset(), 3);
    cursor.skip();
    assert!(cursor.finish().is_ok());
}

#[test]
fn pointers_name_values_members_and_what_lies_around() {
    let text = r#"{"a~b/c": [10, {"x": "yz"}], "\u0064": {} }"#;
    let at = |needle: &str| Place::new(text.find(needle).unwrap());
    let cases = [
        (Place::START, ""),
        (at("\"a~b"), "/a~0b~1c"),
        (at("[10"), "/a~0b~1c"),
        (at("10"), "/a~0b~1c/0"),
        (at(", {"), "/a~0b~1c"),
        (at("{\"x"), "/a~0b~1c/1"),
        (at("\"x"), "/a~0b~1c/1/x"),
        (at("\"yz"), "/a~0b~1c/1/x"),
        (at("z\""), "/a~0b~1c/1/x"),
        (at("\"\\u0064"), "/d"),
        (at(" }"), ""),
        (Place::new(text.len() + 5), ""),
    ];
    let places = cases.map(|(place, _)| place);
    let expected = cases.map(|(_, pointer)| pointer.to_owned());
    assert_eq!(pointers(text.as_bytes(), &places), expected);
    let mut backwards = places;
    backwards.reverse();
    let mut found = pointers(text.as_bytes(), &backwards);
    found.reverse();
    assert_eq!(found, expected, "in any order");
}

#[test]
fn pointers_of_a_cut_record_go_as_far_as_it_goes() {
    assert_eq!(pointers(br#"{"a":{"b":[1,x"#, &[Place::new(13)]), ["/a/b/1"]);
    assert_eq!(pointers(b"\xff", &[Place::START]), [""]);
}
