//! JSON-RPC messages in the lines of logs.
//! In: a line of text. Out: the message in it, who sent it, when, in which session.
//! Never: a message out of a quotation; only what begins in the line itself counts.

use super::envelope::Nature;
use super::envelope::Object;
use super::envelope::is_batch;
use super::refusal::holds_dump;
use super::time;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::FaultKind;
use crate::message::Side;
use crate::text::Place;

/// What stands before a message, and who sent that. Sources, 2026-11: quotations of Claude Desktop's logs; VS Code
/// (mcpServerRequestHandler.ts, now and in March 2025); supergateway 4; invariant gateway. The Go SDK's `read:` and
/// `write:` and ContextForge's arrows to `stdio` mean either side, and are left to the message itself.
const SIDES: [(&str, Side); 16] = [
    ("Message from client:", Side::Client),
    ("Message from server:", Side::Server),
    ("[editor -> server]", Side::Client),
    ("[server -> editor]", Side::Server),
    ("[Client Says]", Side::Client),
    ("[Server Says]", Side::Server),
    ("client -> server:", Side::Client),
    ("server -> client:", Side::Server),
    ("client \u{2192} server:", Side::Client),
    ("server \u{2192} client:", Side::Server),
    ("StreamableHttp \u{2192} Child", Side::Client),
    ("Child \u{2192} StreamableHttp", Side::Server),
    ("SSE \u{2192} Child", Side::Client),
    ("Child \u{2192} SSE", Side::Server),
    ("WebSocket \u{2192} Child", Side::Client),
    ("Child \u{2192} WebSocket", Side::Server),
];

/// Words in brackets that name no server.
const LEVELS: [&str; 12] = [
    "trace",
    "debug",
    "info",
    "notice",
    "warn",
    "warning",
    "error",
    "fatal",
    "critical",
    "verbose",
    "log",
    "supergateway",
];

/// Objects in one line that are tried.
const MOST: usize = 16;

/// A message in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found<'a> {
    /// Offset of its first byte in the line.
    pub(super) offset: usize,
    pub(super) source: &'a str,
    pub(super) around: Around<'a>,
}

/// What a line says of its message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Around<'a> {
    pub(super) side: Option<Side>,
    /// Milliseconds since 1970.
    pub(super) time: Option<u64>,
    pub(super) session: Option<&'a str>,
}

/// What a line of a log holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// A message, or an array of messages; what follows it is no part of it.
    Message(Found<'a>),
    /// An object begins at this offset and goes on in the next line.
    Opens(usize, Around<'a>),
    /// No message, though one begins at this offset and is broken.
    Broken(usize),
    /// Text.
    Text,
}

/// The messages of a line after its first, as where several programs write into one file; and where the line goes on
/// that is not looked through, because too much in it looks like a message and is none.
pub(super) fn others<'a>(line: &'a str, first: &Found<'a>) -> (Vec<Found<'a>>, Option<usize>) {
    let mut others = Vec::new();
    let mut from = first.offset + first.source.len();
    let mut left = MOST;
    while let Line::Message(found) = read_some(line.get(from..).unwrap_or_default(), &mut left) {
        let offset = from + found.offset;
        from = offset + found.source.len();
        others.push(Found { offset, ..found });
        // Only what is no message counts.
        left += 1;
    }
    (others, (left == 0).then_some(from))
}

/// Looks for the first message of a line.
pub(super) fn read(line: &str) -> Line<'_> {
    read_some(line, &mut { MOST })
}

/// The same, where only so many objects are left to be tried.
fn read_some<'a>(line: &'a str, left: &mut usize) -> Line<'a> {
    let mut broken = None;
    for offset in memchr::memchr2_iter(b'{', b'[', line.as_bytes()).filter(|at| begins_value(line, *at)) {
        let Some(fewer) = left.checked_sub(1) else { break };
        *left = fewer;
        let (prefix, rest) = line.split_at_checked(offset).unwrap_or_default();
        // In the dump of an object, what looks like JSON is the text of a message.
        if holds_dump(prefix.as_bytes()) {
            break;
        }
        if rest.starts_with('[') {
            if let Some(source) = batch(rest) {
                return Line::Message(Found { offset, source, around: around(prefix) });
            }
            continue;
        }
        match Object::read(rest) {
            Ok((object, _)) if is_message(&object) => {
                let source = rest.get(..object.length).unwrap_or_default();
                // In a quoted string of Python or JavaScript, escapes of JSON are escaped once more.
                if prefix.ends_with('\'') && source.contains('\\') {
                    return Line::Broken(offset);
                }
                return Line::Message(Found { offset, source, around: around(prefix) });
            }
            Err(FaultKind::Truncated) if rest.trim_ascii_end().len() == 1 => {
                return Line::Opens(offset, around(prefix));
            }
            Err(_) => {
                broken.get_or_insert(offset);
            }
            Ok(_) => {}
        }
    }
    broken.map_or(Line::Text, Line::Broken)
}

/// True where an object or an array of objects may begin: `{"`, `{` at the end of a line, `[{`.
fn begins_value(line: &str, at: usize) -> bool {
    let rest = line.get(at..).unwrap_or_default();
    let (open, rest) = rest.split_at_checked(1).unwrap_or_default();
    let next = rest.trim_ascii_start().bytes().next();
    match open {
        "{" => next == Some(b'"') || next.is_none(),
        _ => next == Some(b'{'),
    }
}

fn batch(rest: &str) -> Option<&str> {
    let mut cursor = Cursor::new(rest, Place::START, DEPTH_OF_RECORD);
    let source = cursor.raw()?.source();
    is_batch(source).then_some(source)
}

/// A message by its `jsonrpc`, an envelope with one, or a method with parameters. An object with an `error` in a line of text is no message.
fn is_message(object: &Object<'_>) -> bool {
    match object.nature() {
        Nature::Message => true,
        Nature::Envelope => object.holds_message(),
        _ => object.is_call(),
    }
}

fn around(prefix: &str) -> Around<'_> {
    let side = SIDES.iter().find(|(words, _)| prefix.contains(words)).map(|(_, side)| *side);
    let names_server = prefix.contains("Message from ");
    let session = if names_server { server(prefix) } else { between(prefix, "(session ", ")") };
    Around { side, time: time_of(prefix), session }
}

/// The name in brackets that is neither level nor time.
fn server(prefix: &str) -> Option<&str> {
    let mut rest = prefix;
    let mut name = None;
    while let Some((_, after)) = rest.split_once('[') {
        let (word, after) = after.split_once(']')?;
        let is_level = LEVELS.iter().any(|level| level.eq_ignore_ascii_case(word.trim()));
        if !is_level && !word.starts_with(|first: char| first.is_ascii_digit()) {
            name = Some(word);
        }
        rest = after;
    }
    name
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    Some(text.split_once(before)?.1.split_once(after)?.0)
}

/// The time at the beginning of a line: a date, `T` or a space, and a clock; also after `time=`.
pub(super) fn time_of(prefix: &str) -> Option<u64> {
    let prefix = prefix.trim_start_matches("time=").trim_start_matches(['[', ' ']);
    let separator = prefix.get(10..)?.chars().next().filter(|separator| matches!(separator, 'T' | 't' | ' '))?;
    let clock = prefix.get(10 + separator.len_utf8()..)?;
    let is_part = |byte: u8| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b',' | b'+' | b'-' | b'Z');
    let length = clock.bytes().take_while(|byte| is_part(*byte)).count();
    Some(time::date_time(prefix.get(..11 + length)?)? / time::MILLISECOND)
}
