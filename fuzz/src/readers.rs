//! What holds of every reader of recordings, whatever it reads.
//! In: any bytes, or one message. Out: nothing; a panic where a relation is broken.
//! Never: knowledge of what one reader does.

use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;

use elicitlint::recording::{Counts, Format, Input, Item, Options, Record, read};
use elicitlint::{CheckOptions, Error, FindingRecord, InputSummary, Limits, Linter, check};

/// What a reader hands on of an input.
#[derive(Debug, PartialEq, Eq)]
pub struct Items {
    /// The messages.
    pub records: Vec<Vec<u8>>,
    /// Everything, with its place and its bytes.
    pub all: Vec<(String, Vec<u8>)>,
    pub counts: Counts,
}

/// Reads an input, as a format or as what it looks like.
pub fn items(input: Input<'_>, format: Option<Format>) -> Result<Items, Error> {
    let limits = Limits::default();
    let needle = |bytes: &[u8]| bytes.contains(&b'{');
    let options = Options { format, limits: &limits, needle: &needle, fast: false };
    let (mut records, mut all) = (Vec::new(), Vec::new());
    let counts = read(input, &options, &mut |item| {
        // What the bytes are is compared apart: their debugging text is long.
        let (bytes, bare) = match item {
            Item::Record(record) => {
                records.push(record.bytes.to_vec());
                (record.bytes, Item::Record(Record { bytes: b"", ..record }))
            }
            // It says something of the recording, and nothing of its bytes.
            Item::Gap { .. } => return ControlFlow::Continue(()),
            Item::Unreadable { place, bytes, begins_as_json } => {
                (bytes, Item::Unreadable { place, bytes: b"", begins_as_json })
            }
            other => (b"".as_slice(), other),
        };
        all.push((format!("{bare:?}"), bytes.to_vec()));
        ControlFlow::Continue(())
    })?;
    Ok(Items { records, all, counts })
}

/// Neither the pieces in which the bytes come nor where they end lose anything without a word. The first two bytes say
/// where.
pub fn reader(format: &str, data: &[u8]) {
    let Ok(format) = format.parse::<Format>() else { return };
    let (at, data) = data.split_first_chunk::<2>().map_or((0, data), |(at, rest)| (u16::from_le_bytes(*at), rest));
    let at = usize::from(at) % (data.len() + 1);
    for format in [None, Some(format)] {
        split(data, at, format);
        cut(data, at, format);
    }
}

/// A reader that gives one part, and then the rest.
struct Halves<'a> {
    first: &'a [u8],
    rest: &'a [u8],
}

impl Read for Halves<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let half = if self.first.is_empty() { &mut self.rest } else { &mut self.first };
        half.read(buffer)
    }
}

/// Two reads that meet at `at` give what one gives, and a file what a stream gives.
pub fn split(data: &[u8], at: usize, format: Option<Format>) {
    let whole = items(Input::Stream(&mut &*data), format).ok();
    let (first, rest) = data.split_at(at);
    let halves = items(Input::Stream(&mut Halves { first, rest }), format).ok();
    assert!(whole == halves, "{format:?}: split at {at}\n{whole:?}\n{halves:?}");
    let file = items(Input::File(&mut Cursor::new(data)), format).ok();
    assert!(whole == file, "{format:?}: as a stream, and as a file\n{whole:?}\n{file:?}");
}

/// What is cut at `at` is read without a word lost: what is no record is counted as something else.
pub fn cut(data: &[u8], at: usize, format: Option<Format>) -> Option<Items> {
    let cut = items(Input::Stream(&mut &data[..at]), format).ok()?;
    let counts = cut.counts;
    let told = counts.records + counts.unreadable + counts.oversized + counts.missing_bodies;
    let told = told + counts.text_lines + counts.other_values;
    assert_eq!(told, cut.all.len() as u64, "{format:?}: items and counts");
    // Of events and archives the beginning alone says nothing yet.
    let tells_all = ["jsonl", "log"].contains(&counts.format.name());
    let is_mark = |byte: &u8| byte.is_ascii_whitespace() || b"\xef\xbb\xbf\xff\xfe\0".contains(byte);
    assert!(!tells_all || told > 0 || data[..at].iter().all(is_mark), "{format:?}: nothing is said of {at} bytes");
    Some(cut)
}

/// What stands before a message in the lines of logs, with the direction that it gives.
pub const PREFIXES: [(&str, Option<&str>); 14] = [
    ("2026-03-02T09:00:00.000Z [info] [harbor] Message from client: ", Some("c2s")),
    ("2026-03-02T09:00:00.000Z [info] [harbor] Message from server: ", Some("s2c")),
    ("2026-03-02 09:00:00.000 [trace] [editor -> server] ", Some("c2s")),
    ("2026-03-02 09:00:00.000 [trace] [server -> editor] ", Some("s2c")),
    ("2026-03-02 09:00:00.000 [info] [Client Says] ", Some("c2s")),
    ("2026-03-02 09:00:00.000 [info] [Server Says] ", Some("s2c")),
    ("[supergateway] StreamableHttp \u{2192} Child: ", Some("c2s")),
    ("[supergateway] Child \u{2192} StreamableHttp: ", Some("s2c")),
    ("2026-03-02 09:00:00,000 [DEBUG] \u{2192} stdio: ", None),
    ("2026-03-02 09:00:00,000 [DEBUG] \u{2190} stdio: ", None),
    ("[INFO] client -> server: ", Some("c2s")),
    ("[INFO] server -> client: ", Some("s2c")),
    ("read: ", None),
    ("write: ", None),
];

/// A message in the line of a log gives the findings that it gives in an envelope, whatever stands around it. In text an
/// object is taken for one by its `jsonrpc`.
pub fn embedded(linter: &Linter, message: &[u8]) {
    let is_line = message.starts_with(br#"{"jsonrpc":"#) && !message.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
    let Some(format) = "log".parse::<Format>().ok().filter(|_| is_line) else { return };
    let plain = items(Input::Stream(&mut &*message), Some("jsonl".parse().expect("a format")));
    if plain.is_ok_and(|plain| plain.records != [message]) {
        return;
    }
    for (prefix, direction) in PREFIXES {
        let envelope = match direction {
            Some(direction) => [format!(r#"{{"dir":"{direction}","msg":"#).as_bytes(), message, b"}\n"].concat(),
            None => [message, b"\n"].concat(),
        };
        let (alone, expected) = lint(linter, &envelope, Some("jsonl".parse().expect("a format")));
        if (alone.messages, alone.unreadable) != (1, 0) {
            continue;
        }
        for tail in ["", " { metadata: undefined }"] {
            let line = [prefix.as_bytes(), message, tail.as_bytes(), b"\n"].concat();
            let (summary, found) = lint(linter, &line, Some(format));
            assert_eq!((summary.messages, summary.by_carrier), (1, alone.by_carrier), "{prefix}: the message");
            assert_eq!(found, expected, "{prefix}: its findings");
        }
    }
}

/// Rule, pointer and message of each finding.
fn lint(linter: &Linter, data: &[u8], format: Option<Format>) -> (InputSummary, Vec<(String, String, String)>) {
    let mut found = Vec::new();
    let mut emit = |finding: FindingRecord| found.push((finding.rule, finding.pointer, finding.message));
    let options = CheckOptions::default().format(format);
    let summary = check(linter, "recording", Input::Stream(&mut &*data), &options, &mut emit);
    (summary.expect("a reader in memory does not fail"), found)
}
