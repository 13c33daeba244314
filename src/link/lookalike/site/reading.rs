//! How letters beyond ASCII read to somebody who expects ASCII.
//! In: a host in ASCII with `xn--` labels. Out: what it reads as, in a few variants where a letter reads as several.
//! Never: more than 32 variants; a judgement of honest names, which read as something too.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::pieces::LONGEST;
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
pub(super) fn readings(ascii: &str) -> Vec<Reading> {
    let mut readings = vec![Reading { text: String::with_capacity(ascii.len()), written: Vec::new() }];
    for (number, label) in ascii.split('.').enumerate() {
        if number > 0 {
            readings.iter_mut().for_each(|reading| reading.text.push('.'));
        }
        let encoded = label.strip_prefix("xn--").filter(|_| label.len() <= LONGEST);
        match encoded.and_then(idna::punycode::decode) {
            Some(characters) => characters.into_iter().for_each(|character| read(&mut readings, character)),
            None => readings.iter_mut().for_each(|reading| reading.text.push_str(label)),
        }
    }
    readings
}

fn read(readings: &mut Vec<Reading>, character: char) {
    if character.is_ascii() {
        return readings.iter_mut().for_each(|reading| reading.text.push(character));
    }
    let ways = Ways::of(character);
    let ways = ways.as_slice();
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
    let first = ways.first().copied().unwrap_or("?");
    readings.iter_mut().take(count).for_each(|reading| reading.add(first, character));
}

/// The likeliest way to read a host or a label.
pub(super) fn first(ascii: &str) -> String {
    readings(ascii).into_iter().next().map(|reading| reading.text).unwrap_or_default()
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

/// What Unicode itself says that a character reads as: without its marks (canonical decomposition), or by UTS 39.
fn found(character: char) -> Option<&'static str> {
    if is_combining_mark(character) {
        return Some("");
    }
    if is_east_asian(character) {
        return None;
    }
    let base = std::iter::once(character).nfd().next().filter(|base| *base != character);
    if let Some(base) = base {
        return if base.is_ascii() { letter(base) } else { Ways::of(base).as_slice().first().copied() };
    }
    let mut place = [0; 4];
    let text = &*character.encode_utf8(&mut place);
    let mut skeleton = unicode_security::skeleton(text).filter(|it| !is_combining_mark(*it));
    match [skeleton.next(), skeleton.next(), skeleton.next()].map(|it| it.map(|it| it.to_ascii_lowercase())) {
        [Some(one), None, None] if one.is_ascii() => letter(one),
        [Some(one), None, None] => listed(one).and_then(|ways| ways.first().copied()),
        [Some(one), Some(two), None] => PAIRS.into_iter().find(|pair| pair.chars().eq([one, two])),
        _ => None,
    }
}

/// Two letters that one character reads as by UTS 39.
const PAIRS: [&str; 15] = ["aa", "ae", "ao", "au", "av", "ay", "dz", "ll", "lz", "oe", "oo", "rn", "ts", "ue", "vv"];

fn letter(character: char) -> Option<&'static str> {
    const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
    let at = LETTERS.find(character.to_ascii_lowercase())?;
    LETTERS.get(at..=at)
}

/// True for the scripts with thousands of letters; those that look like others are in the table.
fn is_east_asian(character: char) -> bool {
    matches!(character, '\u{2E80}'..='\u{A4CF}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}' | '\u{20000}'..)
}

/// The ways of a character of the table.
fn listed(character: char) -> Option<&'static [&'static str]> {
    let at = EXTRA.binary_search_by_key(&character, |(other, _)| *other).ok()?;
    EXTRA.get(at).map(|(_, ways)| ways.as_slice())
}

static EXTRA: LazyLock<Vec<(char, Vec<&'static str>)>> = LazyLock::new(|| {
    let rows = table::rows(include_str!("../../../../rules/data/extra-confusables.csv"));
    rows.filter_map(|[code, reads, _]| Some((char_of(code)?, reads.split(' ').collect()))).collect()
});

fn char_of(code: &str) -> Option<char> {
    u32::from_str_radix(code, 16).ok().and_then(char::from_u32)
}
