//! The format of a recording, from its first bytes.
//! In: up to 64 KiB. Out: a format and the reason for it; or why it cannot be read, and what helps.
//! Never: a look at the whole input, or at its name.

use std::io;
use std::io::Read;

use super::Format;
use super::envelope::Object;
use super::har::Entries;
use super::har::Search;
use super::log;
use super::log::Line;
use super::mitm;
use super::refusal;
use super::refusal::Refusal;
use super::sse;

/// Bytes that are looked at.
const HEAD_BYTES: u64 = 64 << 10;

/// What an input is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Detected {
    /// A recording of this format, for this reason.
    Recording(Format, &'static str),
    /// Something that holds no messages, or none that can be read.
    Refused(&'static Refusal),
}

/// Reads the head of an input.
pub(super) fn head(input: &mut (impl Read + ?Sized)) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    input.take(HEAD_BYTES).read_to_end(&mut head)?;
    Ok(head)
}

pub(super) fn format(head: &[u8]) -> Detected {
    use Detected::Recording;
    if let Some(refusal) = refusal::by_magic(head) {
        return Detected::Refused(refusal);
    }
    if mitm::begins_as_flow(head) {
        return Recording(Format::Mitm, "it begins with the length of a mitmproxy flow");
    }
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let keys = Keys::of(head);
    if head.first() == Some(&b'{') {
        if is_archive(head) {
            return Recording(Format::Har, "its first value has log.entries");
        }
        if keys.are_interactions() {
            return Recording(Format::Interactions, "its first value is a list of interactions");
        }
    }
    if head.first() == Some(&b'[') && keys.are_of_the_inspector() {
        return Recording(Format::Inspector, "it is a list of messages with their origin");
    }
    let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r'));
    let deciding = lines.find(|line| !line.is_empty() && !sse::is_of_curl(line));
    if deciding.is_some_and(|line| begins_with(line, &sse::FIELDS)) {
        return Recording(Format::Sse, "it begins with a field of an event or the head of a response");
    }
    by_lines(head, &keys)
}

/// Counts the lines that are messages, and those that hold one after a prefix.
fn by_lines(head: &[u8], keys: &Keys<'_>) -> Detected {
    let (mut plain, mut prefixed) = (0, 0);
    for line in head.split(|byte| *byte == b'\n') {
        let Ok(line) = std::str::from_utf8(line) else { continue };
        let line = line.trim_ascii();
        // A list on one line; `[` also opens the prefix of many logs.
        let first = line.strip_prefix('[').map_or(line, str::trim_ascii_start);
        if first.starts_with('{') {
            plain += u64::from(Object::read(first).is_ok_and(|(object, _)| object.may_hold_message()));
        } else if line.contains('{') && !line.starts_with('"') && !refusal::is_dump(line) {
            let holds = matches!(log::read(line), Line::Message(_)) || line.contains(r#" data="{\""#);
            prefixed += u64::from(holds);
        }
    }
    if prefixed > plain {
        return Detected::Recording(Format::Log, "its first lines hold messages after a prefix");
    }
    let by_lines = || refusal::by_lines(head).filter(|_| !holds_pretty_message(head));
    match refusal::by_keys(&keys.0).or_else(by_lines) {
        Some(refusal) if plain == 0 => Detected::Refused(refusal),
        _ if plain > 0 => Detected::Recording(Format::Jsonl, "its first lines are JSON"),
        _ => Detected::Recording(Format::Jsonl, "nothing in its first bytes says otherwise"),
    }
}

/// True where a message is spread over lines, the first of which is its brace, as mcp-snoop prints it below a summary.
fn holds_pretty_message(head: &[u8]) -> bool {
    let whole = head.utf8_chunks().next().map(|chunk| chunk.valid());
    let mut rest = whole.unwrap_or_default();
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        if line.trim_ascii() == "{" && Object::read(rest).is_ok_and(|(object, _)| object.may_hold_message()) {
            return true;
        }
        rest = after;
    }
    false
}

/// True where the first value has `log.entries`, or has `log` and is longer than the head.
fn is_archive(head: &[u8]) -> bool {
    let mut entries = Entries::default();
    match entries.search(head) {
        Search::Found(_) => true,
        Search::Absent => false,
        Search::More => entries.in_log(),
    }
}

/// The keys of the first object; in an array, of its first element.
struct Keys<'h>(Vec<&'h str>);

impl<'h> Keys<'h> {
    /// Reads the keys by quotes and brackets, as far as the head goes.
    fn of(head: &'h [u8]) -> Self {
        let mut keys = Vec::new();
        let outermost = if head.first() == Some(&b'[') { 2 } else { 1 };
        let (mut depth, mut position) = (0_usize, 0);
        let mut string = None;
        while let Some(byte) = head.get(position) {
            position += 1;
            match byte {
                b'"' => {
                    let start = position;
                    while head.get(position).is_some_and(|byte| *byte != b'"') {
                        position += if head.get(position) == Some(&b'\\') { 2 } else { 1 };
                    }
                    string = head.get(start..position);
                    position += 1;
                }
                b':' => {
                    let key = string.take().and_then(|key| std::str::from_utf8(key).ok());
                    keys.extend(key.filter(|_| depth == outermost));
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    if depth < outermost {
                        break;
                    }
                }
                _ => {}
            }
        }
        Self(keys)
    }

    /// True for what the MCP Inspector exports of a protocol.
    fn are_of_the_inspector(&self) -> bool {
        ["message", "origin", "timestamp"].iter().all(|name| self.0.contains(name))
    }

    /// True for the document of mcp-recorder or agent-vcr.
    fn are_interactions(&self) -> bool {
        let has = |name: &str| self.0.contains(&name);
        has("interactions") || (has("format_version") && has("session"))
    }
}

fn begins_with(line: &[u8], beginnings: &[&[u8]]) -> bool {
    beginnings.iter().any(|beginning| line.starts_with(beginning))
}
