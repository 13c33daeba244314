//! How the pieces of a URL are disguised.
//! In: the text at a place. Out: what stands there without its disguise.
//! Never: a look beyond the next dozen bytes.

use super::host;

/// Punctuation in brackets at the start of `rest`, and the bytes of all: `[.]`, `( dot )`, `{://}`.
pub(super) fn bracketed(rest: &str, open: char) -> Option<(&'static str, usize)> {
    const WRITTEN: [(&str, &str); 9] = [
        (".", "."),
        ("dot", "."),
        ("d0t", "."),
        (":", ":"),
        ("://", "://"),
        ("/", "/"),
        ("//", "//"),
        ("at", "@"),
        ("@", "@"),
    ];
    let close = match open {
        '[' => ']',
        '(' => ')',
        '{' => '}',
        _ => '>',
    };
    let inner = rest.get(1..)?;
    let length = inner.char_indices().take(6).find(|(_, character)| *character == close)?.0;
    let inner = inner.get(..length)?.trim_matches(' ');
    let (_, plain) = WRITTEN.iter().find(|(written, _)| written.eq_ignore_ascii_case(inner))?;
    Some((plain, length + 2))
}

/// The character of an HTML reference at the start of `rest`, and its bytes. Only what a URL is made of: `&amp;` and
/// quotes are the good manners of text in HTML.
pub(super) fn entity(rest: &str) -> Option<(char, usize)> {
    const NAMED: [(&str, char); 3] = [("&colon;", ':'), ("&period;", '.'), ("&sol;", '/')];
    if let Some((name, character)) = NAMED.iter().find(|(name, _)| rest.starts_with(name)) {
        return Some((*character, name.len()));
    }
    let number = rest.strip_prefix("&#")?;
    let (digits, radix) = match number.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16),
        None => (number, 10),
    };
    let length = digits.bytes().take(8).take_while(|byte| char::from(*byte).is_digit(radix)).count();
    let code = u32::from_str_radix(digits.get(..length)?, radix).ok()?;
    let character = char::from_u32(code)?;
    let is_of_url =
        character.is_ascii_alphanumeric() || matches!(character, ':' | '/' | '.' | '-' | '@' | '?' | '=' | '#');
    let semicolon = usize::from(digits.get(length..)?.starts_with(';'));
    is_of_url.then_some((character, rest.len() - digits.len() + length + semicolon))
}

/// The letters that are crossed out at the start of `after`: `tt` for the `xx` of `hxxp`, `t` for the `x` of `htxp`.
pub(super) fn crossed_out(before: &str, after: &str) -> Option<&'static str> {
    const SPELLINGS: [(&str, &str, &str, &str); 6] = [
        ("h", "xx", "p", "tt"),
        ("h", "**", "p", "tt"),
        ("h", "*", "tp", "t"),
        ("h", "x", "tp", "t"),
        ("ht", "*", "p", "t"),
        ("ht", "x", "p", "t"),
    ];
    let starts = |text: &str, start: &str| text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start));
    let spelling = SPELLINGS.iter().find(|(head, crossed, foot, _)| {
        let start = before.len().wrapping_sub(head.len());
        let stands = before.get(start..).is_some_and(|text| text.eq_ignore_ascii_case(head))
            && !before.get(..start).is_some_and(|text| text.ends_with(char::is_alphanumeric));
        let rest = after.get(crossed.len()..).unwrap_or_default();
        let rest_after = rest.get(foot.len()..).unwrap_or_default();
        let rest_after = rest_after.strip_prefix(['s', 'S']).unwrap_or(rest_after).trim_start_matches(' ');
        stands
            && starts(after, crossed)
            && starts(rest, foot)
            && rest_after.starts_with([':', '[', '(', '{', '&', '%', '\u{ff1a}'])
    });
    spelling.map(|(_, _, _, letters)| *letters)
}

/// True where a text begins with a name that a client would link.
pub(super) fn begins_with_host(rest: &str) -> bool {
    let is_name = |character: &char| character.is_alphanumeric() || matches!(character, '-' | '.' | '_');
    let name: String = rest.chars().take(254).take_while(is_name).collect();
    host::reads_as_host(name.trim_end_matches('.'))
}

/// What a character stands for in a URL; none for one that stands for itself.
pub(super) fn plain(character: char) -> Option<char> {
    let code = u32::from(character);
    let letter = |index: u32| char::from_u32(if index < 26 { 0x41 + index } else { 0x61 + index - 26 });
    match character {
        // Dots: ideographic, full-width, half-width, leader.
        '\u{3002}' | '\u{ff0e}' | '\u{ff61}' | '\u{2024}' => Some('.'),
        '\u{ff1a}' | '\u{2236}' | '\u{a789}' | '\u{2d0}' | '\u{fe55}' | '\u{fe13}' => Some(':'),
        '\u{ff0f}' | '\u{2215}' | '\u{2044}' | '\u{29f8}' => Some('/'),
        // Full-width hyphen, digits and letters.
        '\u{ff0d}' | '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => {
            char::from_u32(code - 0xfee0)
        }
        // Mathematical alphabets and digits, circled letters.
        '\u{1d400}'..='\u{1d6a3}' => letter((code - 0x1d400) % 52),
        '\u{1d7ce}'..='\u{1d7ff}' => char::from_u32(0x30 + (code - 0x1d7ce) % 10),
        '\u{24b6}'..='\u{24e9}' => letter(code - 0x24b6),
        _ => None,
    }
}
