//! JSON strings: where they end, and what they decode to.
//! In: the text of a record and the offset of a quote. Out: the checked source, the decoded text.
//! Never: an allocation for a string without an escape.

use std::borrow::Cow;

use super::FaultKind;
use crate::text::{Place, Text};

/// A string between its quotes, its escapes checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    text: &'a str,
    escaped: bool,
}

/// Reads the string whose opening quote stands at `quote`. Returns its source and the offset after the closing
/// quote, or the fault and its offset.
pub(super) fn scan(text: &str, quote: usize) -> Result<(Source<'_>, usize), (FaultKind, usize)> {
    let bytes = text.as_bytes();
    let start = quote + 1;
    let mut position = start;
    let mut escaped = false;
    loop {
        position += plain_run(bytes.get(position..).unwrap_or_default());
        match bytes.get(position) {
            Some(b'"') => {
                let text = text.get(start..position).unwrap_or_default();
                return Ok((Source { text, escaped }, position + 1));
            }
            Some(b'\\') => {
                escaped = true;
                position += escape_length(bytes, position)?;
            }
            Some(_) => return Err((FaultKind::Syntax, position)),
            None => return Err((FaultKind::Truncated, position)),
        }
    }
}

/// Number of bytes before the first quote, backslash or control character.
#[inline]
fn plain_run(bytes: &[u8]) -> usize {
    const BLOCK: usize = 16;
    let special = |byte: u8| u8::from(byte == b'"') | u8::from(byte == b'\\') | u8::from(byte < 0x20);
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    // A fold without an early exit, so that the compiler compares a whole block at once.
    let plain = blocks.iter().take_while(|block| block.iter().fold(0, |hit, &byte| hit | special(byte)) == 0).count();
    let run = plain * BLOCK;
    let rest = bytes.get(run..).unwrap_or_default();
    run + rest.iter().position(|&byte| special(byte) != 0).unwrap_or(rest.len())
}

/// Length of the escape at `position`.
fn escape_length(bytes: &[u8], position: usize) -> Result<usize, (FaultKind, usize)> {
    match bytes.get(position + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(2),
        Some(b'u') => {
            for at in position + 2..position + 6 {
                match bytes.get(at) {
                    Some(byte) if byte.is_ascii_hexdigit() => {}
                    Some(_) => return Err((FaultKind::Syntax, at)),
                    None => return Err((FaultKind::Truncated, at)),
                }
            }
            Ok(6)
        }
        Some(_) => Err((FaultKind::Syntax, position + 1)),
        None => Err((FaultKind::Truncated, position + 1)),
    }
}

/// Decodes a checked string; `place` is that of its opening quote.
#[inline]
pub(super) fn decode(source: Source<'_>, place: Place) -> Text<'_> {
    if source.escaped {
        let (value, surrogate) = unescape(source.text);
        Text::new(Cow::Owned(value), place, surrogate)
    } else {
        Text::new(Cow::Borrowed(source.text), place, false)
    }
}

fn unescape(source: &str) -> (String, bool) {
    let mut value = String::with_capacity(source.len());
    let mut surrogate = false;
    let mut rest = source;
    while let Some((plain, escape)) = rest.split_once('\\') {
        value.push_str(plain);
        let mut characters = escape.chars();
        match characters.next() {
            Some('u') => {
                let (character, length) = unicode_escape(escape);
                surrogate |= character.is_none();
                value.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
                rest = escape.get(length..).unwrap_or_default();
                continue;
            }
            Some('b') => value.push('\u{8}'),
            Some('f') => value.push('\u{c}'),
            Some('n') => value.push('\n'),
            Some('r') => value.push('\r'),
            Some('t') => value.push('\t'),
            Some(other) => value.push(other),
            None => {}
        }
        rest = characters.as_str();
    }
    value.push_str(rest);
    (value, surrogate)
}

/// The character of an escape from its `u` on, and how many bytes it takes; no character for a lone surrogate.
fn unicode_escape(escape: &str) -> (Option<char>, usize) {
    const SINGLE: usize = 5;
    const PAIR: usize = 11;
    let unit = |from: usize| u32::from_str_radix(escape.get(from..from + 4)?, 16).ok();
    let Some(first) = unit(1) else { return (None, SINGLE) };
    if !(0xd800..0xdc00).contains(&first) {
        return (char::from_u32(first), SINGLE);
    }
    if escape.get(SINGLE..SINGLE + 2) == Some("\\u") {
        if let Some(second @ 0xdc00..0xe000) = unit(SINGLE + 2) {
            return (char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)), PAIR);
        }
    }
    (None, SINGLE)
}
