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

impl<'a> Source<'a> {
    /// The text, where it holds no escape and so is what it decodes to.
    pub(super) fn plain(self) -> Option<&'a str> {
        (!self.escaped).then_some(self.text)
    }
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

/// Number of bytes before the first quote, backslash or control character. Most strings end soon, so that the first bytes
/// are looked at in words; what is longer is passed in blocks.
#[inline]
fn plain_run(bytes: &[u8]) -> usize {
    const HEAD: usize = 16;
    const BLOCK: usize = 32;
    let (head, rest) = bytes.split_at(HEAD.min(bytes.len()));
    if let Some(at) = first_special(head) {
        return at;
    }
    // A fold without an early exit, so that the compiler compares a whole block at once.
    let is_plain = |block: &&[u8; BLOCK]| block.iter().fold(0_u8, |hit, byte| hit | u8::from(is_special(*byte))) == 0;
    let passed = HEAD.min(bytes.len()) + BLOCK * rest.as_chunks::<BLOCK>().0.iter().take_while(is_plain).count();
    let rest = bytes.get(passed..).unwrap_or_default();
    passed + first_special(rest).unwrap_or(rest.len())
}

#[inline]
fn is_special(byte: u8) -> bool {
    (byte == b'"') | (byte == b'\\') | (byte < 0x20)
}

/// Index of the first special byte, found eight at a time.
#[inline]
fn first_special(bytes: &[u8]) -> Option<usize> {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut passed = 0;
    for word in words {
        let special = special_bytes(u64::from_le_bytes(*word));
        if special != 0 {
            return Some(passed + usize::from(first_byte(special)));
        }
        passed += 8;
    }
    rest.iter().position(|byte| is_special(*byte)).map(|at| passed + at)
}

/// The high bit of each byte that is a quote, a backslash or a control character. Bits above the lowest one may be
/// wrong, because a subtraction borrows.
#[inline]
fn special_bytes(word: u64) -> u64 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = LOW << 7;
    let zero_byte = |word: u64| word.wrapping_sub(LOW) & !word;
    let quote = zero_byte(word ^ (LOW * 0x22));
    let backslash = zero_byte(word ^ (LOW * 0x5c));
    let control = word.wrapping_sub(LOW * 0x20) & !word;
    (quote | backslash | control) & HIGH
}

/// Index of the byte that holds the lowest bit.
#[inline]
fn first_byte(bits: u64) -> u8 {
    u8::try_from(bits.trailing_zeros() / 8).unwrap_or(u8::MAX)
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
    match (escape.get(SINGLE..SINGLE + 2), unit(SINGLE + 2)) {
        (Some("\\u"), Some(second @ 0xdc00..0xe000)) => {
            (char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)), PAIR)
        }
        _ => (None, SINGLE),
    }
}
