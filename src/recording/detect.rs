//! The format of a recording, from its first bytes.
//! In: up to 64 KiB. Out: a format.
//! Never: a look at the whole input, or at its name.

use std::io;
use std::io::Read;

use super::Format;
use super::har::Entries;
use super::har::Search;
use super::sse;

/// Bytes that are looked at.
const HEAD_BYTES: u64 = 64 << 10;

/// Reads the head of an input.
pub(super) fn head(input: &mut (impl Read + ?Sized)) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    input.take(HEAD_BYTES).read_to_end(&mut head)?;
    Ok(head)
}

pub(super) fn format(head: &[u8]) -> Format {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if head.first() == Some(&b'{') && is_archive(head) {
        return Format::Har;
    }
    let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r'));
    let deciding = lines.find(|line| !line.is_empty() && !begins_with(line, &sse::CURL));
    if deciding.is_some_and(|line| begins_with(line, &sse::FIELDS)) { Format::Sse } else { Format::Jsonl }
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

fn begins_with(line: &[u8], beginnings: &[&[u8]]) -> bool {
    beginnings.iter().any(|beginning| line.starts_with(beginning))
}
