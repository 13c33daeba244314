//! The characters that a label may hold, and what is special about each.
//! In: a character. Out: its scripts, its kind, whether it imitates; none where no label should hold it.
//! Never: a judgement; a second search for one character.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::imitation;
use super::place;
use crate::link::table;

/// A set of scripts, one bit each. Han, kana and Hangul also carry the bits of the writing systems that mix them
/// (UTS 39 section 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scripts(u64);

/// The Recommended scripts of UAX 31 (table 5) by their codes in ISO 15924; the place is the bit.
const CODES: [&str; 26] = [
    "Latn", "Hani", "Hira", "Kana", "Hang", "Grek", "Cyrl", "Arab", "Armn", "Beng", "Deva", "Ethi", "Geor", "Gujr",
    "Guru", "Hebr", "Khmr", "Knda", "Laoo", "Mlym", "Mymr", "Orya", "Sinh", "Taml", "Telu", "Thai",
];
const OTHERS: [&str; 2] = ["Thaa", "Tibt"];

impl Scripts {
    pub(super) const LATIN: Self = Self(1);
    const HAN: Self = Self(1 << 1);
    pub(super) const HIRAGANA: Self = Self(1 << 2);
    pub(super) const KATAKANA: Self = Self(1 << 3);
    const HANGUL: Self = Self(1 << 4);
    pub(super) const ARABIC: Self = Self(1 << 7);
    pub(super) const LATIN_GREEK_CYRILLIC: Self = Self(1 | 1 << 5 | 1 << 6);
    pub(super) const CHINESE_OR_JAPANESE: Self = Self(0b1110);
    const JAPANESE: Self = Self(1 << 61);
    const KOREAN: Self = Self(1 << 62);
    /// The writing systems that stand beside Latin letters.
    pub(super) const MIXING: Self = Self(1 << 61 | 1 << 62);
    /// A script that is not Recommended.
    pub(super) const OTHER: Self = Self(1 << 60);
    /// Of a character that belongs to no script of its own.
    pub(super) const ALL: Self = Self(u64::MAX);
    const NONE: Self = Self(0);

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The script of a code; none of one that is not Recommended.
    pub(super) fn of_code(code: &str) -> Option<Self> {
        let bit = CODES.iter().chain(&OTHERS).position(|known| *known == code)?;
        let script = Self(1 << bit);
        Some(match script {
            Self::HAN => script.or(Self::JAPANESE).or(Self::KOREAN),
            Self::HIRAGANA | Self::KATAKANA => script.or(Self::JAPANESE),
            Self::HANGUL => script.or(Self::KOREAN),
            _ => script,
        })
    }

    fn of_codes(codes: &str) -> Self {
        match codes {
            "Zyyy" | "Zinh" => Self::ALL,
            _ => codes.split(' ').filter_map(Self::of_code).fold(Self::NONE, Self::or),
        }
    }
}

/// What a character is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Letter,
    /// A combining mark.
    Mark,
    /// A decimal digit of the system with this zero.
    Digit(char),
    /// Hyphen and underscore.
    Separator,
    /// A zero-width joiner or non-joiner.
    Joiner,
}

/// What a letter is taken for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Likeness {
    /// It has the shape of a Latin letter or an ASCII digit.
    pub(super) identical: bool,
    /// It has nearly such a shape.
    pub(super) similar: bool,
    /// It reads as a digit among digits.
    pub(super) digit: bool,
}

/// A character that a label may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) scripts: Scripts,
    pub(super) kind: Kind,
    pub(super) likeness: Likeness,
    /// The number of the rule on its place in a label.
    pub(super) place: Option<u8>,
}

impl Letter {
    const fn new(scripts: Scripts, kind: Kind) -> Self {
        let likeness = Likeness { identical: false, similar: false, digit: false };
        Self { scripts, kind, likeness, place: None }
    }

    /// None of a character that no label should hold.
    pub(super) fn of(character: char) -> Option<Self> {
        match character {
            'a'..='z' => Some(const { Self::new(Scripts::LATIN, Kind::Letter) }),
            '0'..='9' => Some(const { Self::new(Scripts::ALL, Kind::Digit('0')) }),
            '-' | '_' => Some(const { Self::new(Scripts::ALL, Kind::Separator) }),
            '\u{200c}' | '\u{200d}' => Some(const { Self::new(Scripts::ALL, Kind::Joiner) }),
            _ => Self::in_table(character),
        }
    }

    fn in_table(character: char) -> Option<Self> {
        let end = ROWS.partition_point(|row| row.first <= character);
        let row = ROWS.get(end.checked_sub(1)?)?;
        (character <= row.last).then_some(row.letter)
    }
}

/// Characters that follow each other and are alike in all that is known of them.
struct Row {
    first: char,
    last: char,
    letter: Letter,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let special = special();
    let mut rows = Vec::new();
    for row in table::rows(CHARACTERS_TABLE).filter_map(Row::read) {
        let mut rest = Some(row.first);
        for (&character, &(likeness, place)) in special.range(row.first..=row.last) {
            let Some(first) = rest else { break };
            if let Some(last) = (first..character).next_back() {
                rows.push(Row { first, last, letter: row.letter });
            }
            rows.push(Row { first: character, last: character, letter: Letter { likeness, place, ..row.letter } });
            rest = (character..=row.last).nth(1);
        }
        rows.extend(rest.map(|first| Row { first, ..row }));
    }
    rows
});

impl Row {
    fn read([first, last, kind, scripts]: [&'static str; 4]) -> Option<Self> {
        let first = code_point(first)?;
        let kind = match kind {
            "letter" => Kind::Letter,
            "mark" => Kind::Mark,
            "digit" => Kind::Digit(first),
            _ => return None,
        };
        Some(Self { first, last: code_point(last)?, letter: Letter::new(Scripts::of_codes(scripts), kind) })
    }
}

/// What the tables of imitations and of places say of single characters.
fn special() -> BTreeMap<char, (Likeness, Option<u8>)> {
    let mut special: BTreeMap<char, (Likeness, Option<u8>)> = BTreeMap::new();
    for (character, likeness) in imitation::likenesses() {
        let known = &mut special.entry(character).or_default().0;
        known.identical |= likeness.identical;
        known.similar |= likeness.similar;
        known.digit |= likeness.digit;
    }
    for (number, place) in (0..).zip(place::PLACES.iter()) {
        for character in place.characters() {
            special.entry(character).or_default().1 = Some(number);
        }
    }
    special
}

/// A code point in hexadecimal digits.
pub(super) fn code_point(digits: &str) -> Option<char> {
    u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
}

pub(super) const CHARACTERS_TABLE: &str = include_str!("../../../../rules/data/label-characters.csv");

#[cfg(test)]
#[path = "tests_letters.rs"]
mod tests;
