//! The reader against serde_json: the same answer for every message, however it was mutated.

use serde_json::Value;

use super::*;

/// Messages as clients, servers and recorders write them; what the mutations start from.
const MESSAGES: &[&str] = &[
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{"form":{},"url":{}}},"clientInfo":{"name":"desk","version":"1.0.0"}}}"#,
    r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"files","version":"2"}}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deploy","arguments":{"to":"staging","force":false}}}"#,
    r#"{"jsonrpc":"2.0","id":"a-1","method":"elicitation/create","params":{"message":"Which branch?","requestedSchema":{"type":"object","properties":{"branch":{"type":"string","minLength":1,"maxLength":40}},"required":["branch"]}}}"#,
    r#"{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"mode":"url","elicitationId":"0b9e3f0a-6c1d","url":"https://id.example.com/connect?state=a%20b&n=1","message":"Sign in"}}"#,
    r#"{"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"branch":"main","score":95.5,"all":true,"tags":["a","b"]}}}"#,
    r#"{"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}"#,
    r#"{"jsonrpc":"2.0","id":7,"result":{"action":"cancel","content":null}}"#,
    r#"{"jsonrpc":"2.0","id":3,"error":{"code":-32042,"message":"More is needed","data":{"elicitations":[{"mode":"url","elicitationId":"e1","url":"https://a.example/","message":"m"}]}}}"#,
    r#"{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Mode not supported"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e1"}}"#,
    r#"{"jsonrpc":"2.0","id":4,"result":{"resultType":"input_required","inputRequests":{"who":{"method":"elicitation/create","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{}}}},"where":{"method":"roots/list"}},"requestState":"eyJhIjoxfQ=="}}"#,
    r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"x","inputResponses":{"who":{"action":"accept","content":{}}},"requestState":"eyJhIjoxfQ==","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
    r#"{"type":"object","properties":{"size":{"type":"number","minimum":-1.5e-3,"maximum":1E+6,"default":0.25},"n":{"type":"integer","default":-0}}}"#,
    r##"{"oneOf":[{"const":"#F00","title":"Red"},{"const":"\u00e9t\u00e9","title":"\"Summer\"\tand\nmore \\ \/"}]}"##,
    r#"{"\u0065licit":"\ud83d\ude00 smile","k\u0000":"\b\f\r","":""}"#,
    r#"{"a":1,"a":2,"b":{"a":3,"\u0061":4},"a":[{"a":5},{"a":6}]}"#,
    r#"[1,-2,3.0,0,-0,1e2,1E-2,123456789012345678901234567890,18446744073709551616,0.1e1]"#,
    r#"[[[[[]]]],{"a":{"b":{"c":{}}}},[null,true,false,"",{}]]"#,
    " { \"a\" :\t[ 1 , 2 ] ,\r\n \"b\" : { } , \"c\" : \"d\" } ",
    "{\n  \"message\": \"multi\",\n  \"list\": [\n    true,\n    null\n  ]\n}\n",
    "{\"name\":\"J\u{fc}rgen \u{65e5}\u{672c}\",\"emoji\":\"\u{1f600}\",\"\u{43a}\":\"\u{7f}\"}",
    r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.5,"total":1}}"#,
    r#"{"jsonrpc":"2.0","id":9,"result":{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"q":{"type":"string"}}}}]}}"#,
    r#"{"dir":"s2c","ts":1753660800.125,"msg":{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}}"#,
    r#"{"one":"1","two":"2","three":"3","four":4,"five":5,"six":6,"seven":7,"eight":8,"nine":9,"ten":10,"k11":1,"k12":2,"k13":3,"k14":4,"k15":5,"k16":6,"k17":7,"one":8,"k17":9}"#,
    r#""a lone string with \u0041 and \\u0041""#,
    "-12.5e+10",
    "null",
];

/// What mutations put in: the bytes on which readers of JSON differ.
const FRAGMENTS: &[&[u8]] = &[
    b"\"",
    b"\\",
    b"\\\"",
    b"\\u",
    b"\\u0041",
    b"\\ud83d",
    b"\\ude00",
    b"\\ud83d\\ude00",
    b"\\x",
    b"\\/",
    b"{",
    b"}",
    b"[",
    b"]",
    b"[[",
    b"]]",
    b"{\"a\":",
    b"\"a\":1,",
    b",",
    b":",
    b",,",
    b"0",
    b"-",
    b"+",
    b".",
    b"e",
    b"1e999",
    b"1e5",
    b"-0",
    b"01",
    b"1.",
    b".5",
    b"9007199254740993",
    b"true",
    b"false",
    b"null",
    b"nul",
    b"NaN",
    b"Infinity",
    b" ",
    b"\t",
    b"\n",
    b"\r",
    b"\x0b",
    b"\x00",
    b"\x1f",
    b"\x7f",
    b"\xef\xbb\xbf",
    b"\xc3\xa9",
    b"\xc3",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xe2\x80\xae",
    b"/*c*/",
    b"'",
];

/// How many mutated inputs are compared.
const INPUTS: usize = 120_000;

/// A small generator (xorshift64*), so that every run sees the same inputs.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).unwrap() % sides.max(1)
    }

    /// A short range of `bytes`.
    fn range(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let start = self.roll(bytes.len() + 1);
        start..bytes.len().min(start + 1 + self.roll(12))
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        let range = self.range(bytes);
        match self.roll(7) {
            0 if !range.is_empty() => bytes[range.start] ^= 1 << self.roll(8),
            1 => drop(bytes.drain(range)),
            2 => {
                let copy = bytes[range.clone()].to_vec();
                bytes.splice(range.end..range.end, copy).for_each(drop);
            }
            3 => bytes.truncate(range.start),
            4 => {
                let copy = bytes[range].to_vec();
                let at = self.roll(bytes.len() + 1);
                bytes.splice(at..at, copy).for_each(drop);
            }
            _ => {
                let fragment = FRAGMENTS[self.roll(FRAGMENTS.len())];
                bytes.splice(range.start..range.start, fragment.iter().copied()).for_each(drop);
            }
        }
    }
}

/// A value as our reader hands it out, and what of it serde_json refuses.
#[derive(Default)]
struct Walk {
    depth: u32,
    deepest: u32,
    surrogates: bool,
    out_of_range: bool,
}

impl Walk {
    fn text(&mut self, text: &Text<'_>) -> String {
        self.surrogates |= text.has_lone_surrogate();
        text.to_string()
    }

    fn value(&mut self, cursor: &mut Cursor<'_>) -> Value {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let value = match cursor.kind() {
            Some(Kind::Object) => {
                let mut object = serde_json::Map::new();
                cursor.object(|key, cursor| {
                    let value = self.value(cursor);
                    object.insert(self.text(key), value);
                });
                Value::Object(object)
            }
            Some(Kind::Array) => {
                let mut array = Vec::new();
                cursor.array(|_, cursor| array.push(self.value(cursor)));
                Value::Array(array)
            }
            Some(Kind::String) => cursor.string().map_or(Value::Null, |text| Value::String(self.text(&text))),
            _ => cursor.raw().map_or(Value::Null, |raw| self.scalar(raw)),
        };
        self.depth -= 1;
        value
    }

    fn scalar(&mut self, raw: Raw<'_>) -> Value {
        match raw.kind() {
            Kind::Boolean => Value::Bool(raw.source() == "true"),
            Kind::Number => {
                let number: f64 = raw.number().unwrap().parse().unwrap();
                self.out_of_range |= number.is_infinite();
                serde_json::Number::from_f64(number).map_or(Value::Null, Value::Number)
            }
            _ => Value::Null,
        }
    }
}

/// Whole-document skip, and the walk where that accepts.
fn read(bytes: &[u8]) -> Result<(Value, Walk), Fault> {
    let mut cursor = Cursor::of_record(bytes, DEPTH_OF_RECORD);
    cursor.skip();
    cursor.finish()?;
    let mut walk = Walk::default();
    let mut cursor = Cursor::of_record(bytes, DEPTH_OF_RECORD);
    let value = walk.value(&mut cursor);
    cursor.finish().map(|_| (value, walk))
}

/// Equal, numbers by value: serde_json may miss the nearest double by one unit in the last place.
fn same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) => {
            let (ours, theirs) = (ours.as_f64().unwrap(), theirs.as_f64().unwrap());
            (ours - theirs).abs() <= ours.abs() * f64::EPSILON * 2.0
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().all(|(key, value)| theirs.get(key).is_some_and(|theirs| same(value, theirs)))
        }
        _ => ours == theirs,
    }
}

/// Compares the two readers on one input. Returns whether both accept it.
fn compare(bytes: &[u8]) -> bool {
    let shown = bytes.escape_ascii();
    let theirs: Result<Value, _> = serde_json::from_slice(bytes);
    match (read(bytes), theirs) {
        (Ok((ours, _)), Ok(theirs)) => {
            assert!(same(&ours, &theirs), "{shown}\nours   {ours}\ntheirs {theirs}");
            true
        }
        (Err(fault), Ok(_)) => panic!("{fault:?} where serde_json accepts: {shown}"),
        (Ok((_, walk)), Err(error)) => {
            // Clients read lone surrogates and huge numbers; we skip a byte order mark and nest 256 deep, not 127.
            let explained =
                walk.surrogates || walk.out_of_range || walk.deepest > 127 || bytes.starts_with(b"\xef\xbb\xbf");
            assert!(explained, "accepted where serde_json says {error}: {shown}");
            false
        }
        (Err(_), Err(_)) => false,
    }
}

#[test]
fn it_accepts_and_decodes_what_serde_json_does() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut accepted = 0;
    for message in MESSAGES {
        assert!(compare(message.as_bytes()), "{message}");
    }
    for round in 0..INPUTS {
        let mut bytes = MESSAGES[round % MESSAGES.len()].as_bytes().to_vec();
        for _ in 0..=dice.roll(3) {
            dice.mutate(&mut bytes);
        }
        accepted += usize::from(compare(&bytes));
    }
    // Both answers must be common, or the comparison says little.
    assert!((INPUTS / 10..INPUTS * 9 / 10).contains(&accepted), "{accepted} of {INPUTS} accepted");
}

#[test]
fn a_cut_value_is_never_accepted() {
    for message in MESSAGES.iter().map(|message| message.trim()).filter(|message| message.starts_with(['{', '['])) {
        for end in 0..message.len() {
            let Err(fault) = read(&message.as_bytes()[..end]) else { panic!("{end} bytes are accepted of {message}") };
            let expected = if message.is_char_boundary(end) { FaultKind::Truncated } else { FaultKind::Encoding };
            assert_eq!(fault.kind, expected, "{end} bytes of {message}");
        }
    }
}
