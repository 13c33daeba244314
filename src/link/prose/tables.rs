//! The tables that tell links from prose.
//! In: a last label, or a scheme. Out: what it is in prose.
//! Never: a row in code: they stand in `rules/data`.

use crate::link::table;
use std::sync::LazyLock;

/// What a delegated last label is in prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The end of file names.
    Extension,
    /// A word of sentences and identifiers.
    Word,
    /// The end of product names, which hold a capital letter.
    Product,
    Other,
}

impl Ending {
    pub(super) fn of(last: &str) -> Self {
        let row = ENDINGS.iter().find(|(suffix, _)| suffix.eq_ignore_ascii_case(last));
        row.map_or(Self::Other, |(_, ending)| *ending)
    }

    fn from_word(word: &str) -> Option<Self> {
        match word {
            "extension" => Some(Self::Extension),
            "word" => Some(Self::Word),
            "product" => Some(Self::Product),
            _ => None,
        }
    }
}

/// What must follow the colon of a scheme that needs no slashes, so that prose with a colon stays quiet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follows {
    /// Anything but white space.
    Any,
    /// A digit or a plus sign.
    Digit,
    /// A slash or backslash.
    Slash,
    /// A word with a slash, question mark, colon or the like after it.
    Word,
    /// A comma before the next white space, as in `data:,text`.
    Comma,
    /// Another URL.
    Colon,
    /// An e-mail address.
    At,
}

impl Follows {
    pub(super) fn allows(self, after: &str) -> bool {
        // A bounded look ahead: a text of nothing but schemes stays linear.
        let holds = |marks: &[char]| {
            let mut body = after.chars().take(64).take_while(|character| !character.is_whitespace());
            body.any(|character| marks.contains(&character))
        };
        match self {
            Self::Any => after.starts_with(|character: char| !character.is_whitespace()),
            Self::Digit => after.starts_with(|character: char| character.is_ascii_digit() || character == '+'),
            Self::Slash => after.starts_with(['/', '\\']),
            Self::Word => after.starts_with(char::is_alphanumeric) && holds(&['/', '?', ':', '=', '|', '-']),
            Self::Comma => holds(&[',']),
            Self::Colon => holds(&[':']),
            Self::At => after.starts_with(char::is_alphanumeric) && holds(&['@']),
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        match word {
            "any" => Some(Self::Any),
            "at" => Some(Self::At),
            "digit" => Some(Self::Digit),
            "slash" => Some(Self::Slash),
            "word" => Some(Self::Word),
            "comma" => Some(Self::Comma),
            "colon" => Some(Self::Colon),
            _ => None,
        }
    }
}

pub(super) fn slashless(scheme: &str) -> Option<Follows> {
    SLASHLESS.iter().find(|(name, _)| name.eq_ignore_ascii_case(scheme)).map(|(_, follows)| *follows)
}

pub(super) static ENDINGS: LazyLock<Vec<(&str, Ending)>> = LazyLock::new(|| {
    table::rows(ENDINGS_TABLE).filter_map(|[suffix, kind]| Some((suffix, Ending::from_word(kind)?))).collect()
});

pub(super) static SLASHLESS: LazyLock<Vec<(&str, Follows)>> = LazyLock::new(|| {
    table::rows(SLASHLESS_TABLE).filter_map(|[scheme, follows]| Some((scheme, Follows::from_word(follows)?))).collect()
});

pub(super) const ENDINGS_TABLE: &str = include_str!("../../../rules/data/prose-suffixes.csv");
pub(super) const SLASHLESS_TABLE: &str = include_str!("../../../rules/data/slashless-schemes.csv");
