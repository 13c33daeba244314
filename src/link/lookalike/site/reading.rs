//! How letters beyond ASCII read to somebody who expects ASCII.
//! In: a host in ASCII with `xn--` labels. Out: what it reads as, in a few variants where a letter reads as several.
//! Never: more than 32 variants; a judgement of honest names, which read as something too.

use std::sync::LazyLock;

use unicode_normalization::char::decompose_canonical;
use unicode_normalization::char::is_combining_mark;

use crate::link::lookalike::decoded::Decoded;
use crate::link::table;

const MOST_VARIANTS: usize = 32;

/// One way to read a host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// In ASCII; `/` for what reads as a slash, `?` for what reads as nothing in ASCII.
    pub(super) text: String,
    /// The characters that are written otherwise, by their place in `text`.
    pub(super) written: Vec<(usize, char)>,
}

/// The ways to read a host, the likeliest first.
pub(super) fn readings(ascii: &str, decoded: &Decoded) -> Vec<Reading> {
    let mut readings = vec![Reading { text: String::with_capacity(ascii.len()), written: Vec::with_capacity(16) }];
    for (number, label) in ascii.split('.').enumerate() {
        if number > 0 {
            readings.iter_mut().for_each(|reading| reading.text.push('.'));
        }
        match decoded.label(number) {
            Some(characters) => characters.iter().for_each(|character| read(&mut readings, *character)),
            None => readings.iter_mut().for_each(|reading| reading.text.push_str(label)),
        }
    }
    // What is ASCII reads as itself. Fuzzing runs with these assertions.
    debug_assert!((1..=MOST_VARIANTS).contains(&readings.len()) && readings.iter().all(|it| it.text.is_ascii()));
    readings
}

fn read(readings: &mut Vec<Reading>, character: char) {
    if character.is_ascii() {
        return readings.iter_mut().for_each(|reading| reading.text.push(character));
    }
    let ways = Ways::of(character);
    let ways = ways.as_slice();
    if ways.len() < 2 {
        let way = ways.first().copied().unwrap_or("?");
        return readings.iter_mut().for_each(|reading| reading.add(way, character));
    }
    let count = readings.len();
    if count * ways.len() <= MOST_VARIANTS {
        for way in ways.iter().skip(1) {
            for index in 0..count {
                let Some(mut other) = readings.get(index).cloned() else { continue };
                other.add(way, character);
                readings.push(other);
            }
        }
    }
    let first = ways.first().copied().unwrap_or_default();
    readings.iter_mut().take(count).for_each(|reading| reading.add(first, character));
}

/// The likeliest way to read a host or a label.
pub(super) fn first(ascii: &str) -> String {
    readings(ascii, &Decoded::new(ascii)).into_iter().next().map(|reading| reading.text).unwrap_or_default()
}

impl Reading {
    fn add(&mut self, way: &str, character: char) {
        // A mark belongs to the letter before it.
        let at = if way.is_empty() { self.text.len().saturating_sub(1) } else { self.text.len() };
        self.written.push((at, character));
        self.text.push_str(way);
    }
}

/// The ways to read a character beyond ASCII.
enum Ways {
    Listed(&'static [&'static str]),
    /// One, or none where it reads as no letter of ASCII.
    Found(Option<&'static str>),
}

impl Ways {
    fn of(character: char) -> Self {
        match listed(character) {
            Some(ways) => Self::Listed(ways),
            None => Self::Found(found(character)),
        }
    }

    fn as_slice(&self) -> &[&'static str] {
        match self {
            Self::Listed(ways) => ways,
            Self::Found(way) => way.as_slice(),
        }
    }
}

/// What a character that is not in the table reads as: its base letter, or nothing for a mark.
fn found(character: char) -> Option<&'static str> {
    if is_combining_mark(character) {
        return Some("");
    }
    let mut base = character;
    decompose_canonical(character, |part| base = if base == character { part } else { base });
    match base {
        base if base == character || is_east_asian(character) => None,
        base if base.is_ascii() => letter(base),
        base => listed(base).and_then(|ways| ways.first().copied()),
    }
}

fn letter(character: char) -> Option<&'static str> {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
    let at = LETTERS.find(character.to_ascii_lowercase())?;
    LETTERS.get(at..=at)
}

/// True for the scripts with thousands of letters, some of which decompose into others.
fn is_east_asian(character: char) -> bool {
    matches!(character, '\u{2E80}'..='\u{A4CF}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}' | '\u{20000}'..)
}

/// The ways of a character of the table.
fn listed(character: char) -> Option<&'static [&'static str]> {
    let at = TABLE.binary_search_by_key(&character, |(other, _)| *other).ok()?;
    TABLE.get(at).map(|(_, ways)| ways.as_slice())
}

static TABLE: LazyLock<Vec<(char, Vec<&'static str>)>> = LazyLock::new(|| {
    let rows = table::rows(include_str!("../../../../rules/data/confusables.csv"));
    rows.filter_map(|[code, reads, _]| Some((char_of(code)?, reads.split(' ').collect()))).collect()
});

fn char_of(code: &str) -> Option<char> {
    u32::from_str_radix(code, 16).ok().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True for a character that the URL Standard maps or refuses.
    fn is_in_no_host(character: char) -> bool {
        let text = format!("a{character}a");
        let Ok(url::Host::Domain(name)) = url::Host::parse(&text) else { return true };
        url::quirks::domain_to_unicode(&name) != text
    }

    #[test]
    fn what_uts_39_says_of_single_letters_is_in_the_table() {
        let mut missing = Vec::new();
        for character in ('\u{80}'..=char::MAX).filter(|character| !is_combining_mark(*character)) {
            let mut place = [0; 4];
            let skeleton: String = unicode_security::skeleton(character.encode_utf8(&mut place)).collect();
            let is_ascii = skeleton.len() == 1 && skeleton.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if is_ascii && Ways::of(character).as_slice().is_empty() && !is_in_no_host(character) {
                missing.push(format!("{:04X} {skeleton}", u32::from(character)));
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }

    /// Labels of letters from the table, between others, a few hundred of them.
    fn labels() -> impl Iterator<Item = String> {
        let letters: Vec<char> = TABLE.iter().map(|(character, _)| *character).collect();
        let mixed = ["a", "b\u{300}", "\u{4e2d}", "-", "\u{df}", "9", "\u{e6}", "\u{fe}"];
        let mut state = 7_usize;
        let mut below = move |bound: usize| {
            state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(11);
            (state >> 33) % bound
        };
        std::iter::repeat_with(move || {
            let count = 1 + below(12);
            let part = |_| match below(3) {
                0 => mixed[below(mixed.len())].to_owned(),
                _ => letters[below(letters.len())].to_string(),
            };
            (0..count).map(part).collect::<String>()
        })
        .take(500)
    }

    #[test]
    fn a_reading_reads_as_itself_and_there_are_few_of_one_host() {
        for label in labels() {
            let host = format!("a.xn--{}.com", idna::punycode::encode_str(&label).unwrap());
            let readings = readings(&host, &Decoded::new(&host));
            assert!((1..=MOST_VARIANTS).contains(&readings.len()), "{label}: {}", readings.len());
            for reading in readings {
                assert!(reading.text.is_ascii() && reading.text.split('.').count() == 3, "{label}: {}", reading.text);
                assert_eq!(first(&reading.text), reading.text, "{label}");
            }
        }
    }

    #[test]
    fn a_letter_is_read_by_its_shape_or_its_base() {
        for (text, reads) in [
            ("b\u{fc}cher", "bucher"),
            ("\u{430}\u{440}\u{440}\u{4cf}\u{435}", "apple"),
            ("\u{3ac}\u{457}", "ai"),
            ("p\u{69}\u{307}xel", "pixel"),
            ("\u{4e2d}\u{56fd}", "??"),
            ("a\u{b7}b\u{2010}c", "a/b-c"),
        ] {
            let label = format!("xn--{}", idna::punycode::encode_str(text).unwrap());
            assert_eq!(first(&label), reads, "{text}");
        }
    }
}
