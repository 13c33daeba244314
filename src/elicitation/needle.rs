//! Which bytes could hold an elicitation.
//! In: any bytes. Out: yes or no, without parsing.
//! Never: no for bytes that do, however their letters are spelled.

use std::sync::LazyLock;

use memchr::memmem::Finder;

static NEEDLES: LazyLock<[Finder<'static>; 3]> =
    LazyLock::new(|| [Finder::new("elicit"), Finder::new("inputRe"), Finder::new("-32042")]);
static ESCAPE: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("\\u00"));

/// True where the bytes hold a word that every elicitation, answer round or `-32042` holds, plain or in escapes.
pub(crate) fn holds_elicitation(bytes: &[u8]) -> bool {
    holds_plain(bytes) || (ESCAPE.find(bytes).is_some() && holds_plain(&without_escapes(bytes)))
}

fn holds_plain(bytes: &[u8]) -> bool {
    NEEDLES.iter().any(|needle| needle.find(bytes).is_some())
}

/// The bytes with every `\u00XX` replaced by its character; nothing else is decoded, nothing is checked.
fn without_escapes(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = ESCAPE.find(rest) {
        let (before, escape) = rest.split_at(at);
        plain.extend_from_slice(before);
        let digits = escape.get(4..6).and_then(|digits| std::str::from_utf8(digits).ok());
        let character = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        let length = if character.is_some() { 6 } else { 4 };
        plain.extend(character);
        rest = escape.get(length..).unwrap_or_default();
    }
    plain.extend_from_slice(rest);
    plain
}
