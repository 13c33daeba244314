//! Names of parameters, and what stands under them.
//! In: a decoded name. Out: its row in a table, and the names that make it a signature together.
//! Never: a part of a name; whole names are compared, without case, hyphen and underscore.

use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::LazyLock;

use super::Written;
use crate::link::table;
use crate::text::hash::Fnv;

/// Bytes of the longest name in a table.
const LONGEST: usize = 32;

/// A name in lower case without hyphen and underscore. Lives on the stack.
#[derive(Clone, Copy)]
pub(super) struct Folded {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Folded {
    /// None for a name that is longer than every name of the tables.
    pub(super) fn of(name: Written<'_>) -> Option<Self> {
        if name.is_plain() { Self::fold(name.text.bytes()) } else { Self::fold(name.bytes()) }
    }

    fn fold(name: impl Iterator<Item = u8>) -> Option<Self> {
        let mut folded = Self { bytes: [0; LONGEST], length: 0 };
        for byte in name.filter(|byte| !matches!(byte, b'-' | b'_')) {
            *folded.bytes.get_mut(folded.length)? = byte.to_ascii_lowercase();
            folded.length += 1;
        }
        Some(folded)
    }

    pub(super) fn as_str(&self) -> &str {
        self.bytes.get(..self.length).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

/// What stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A signature, or what belongs to one.
    Presigned,
    /// A link that lets in who opens it.
    PreAuthenticated,
    /// What identifies a person.
    Personal,
    /// A secret, by a name that says so.
    Secret,
    /// Perhaps a secret.
    PerhapsSecret,
    /// Nothing that is judged by its name.
    Allowed,
    /// The same, and a signed token is what belongs there.
    AllowedJwt,
}

/// Which values are harmless; an empty one always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuietWhen {
    Never,
    /// A yes or no.
    Flag,
    /// Under 16 bytes.
    Short,
    /// A code that a person types (RFC 8628, 6.1).
    UserCode,
    NotEmail,
    /// Under 6 digits.
    FewDigits,
    /// Without one of its companions beside it.
    Alone,
}

/// A row of `secret-parameters.csv`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    name: &'static str,
    pub(super) class: Class,
    pub(super) quiet_when: QuietWhen,
    pub(super) reason: &'static str,
}

static ROWS: LazyLock<HashMap<&'static str, Row, Fnv>> = LazyLock::new(|| {
    let rows = table::rows(include_str!("../../../rules/data/secret-parameters.csv")).filter_map(Row::read);
    rows.map(|row| (row.name, row)).collect()
});

static COMPANIONS: LazyLock<Vec<[&'static str; 2]>> =
    LazyLock::new(|| table::rows(include_str!("../../../rules/data/signature-companions.csv")).collect());

static ONWARD: LazyLock<HashSet<&'static str, Fnv>> = LazyLock::new(|| {
    table::rows(include_str!("../../../rules/data/onward-parameters.csv")).map(|[name]: [&str; 1]| name).collect()
});

impl Row {
    pub(super) fn of(name: &Folded) -> Option<&'static Self> {
        ROWS.get(name.as_str())
    }

    /// True where `other` stands beside the parameter of this row and makes it a signature.
    pub(super) fn is_companion(&self, other: &Folded) -> bool {
        COMPANIONS.iter().any(|[name, companion]| *name == self.name && *companion == other.as_str())
    }

    fn read([name, level, class, quiet_when, reason]: [&'static str; 5]) -> Option<Self> {
        let class = match (level, class) {
            ("allow", "jwt") => Class::AllowedJwt,
            ("allow", _) => Class::Allowed,
            (_, "presigned") => Class::Presigned,
            (_, "pre-auth") => Class::PreAuthenticated,
            (_, "pii" | "payment") => Class::Personal,
            ("error", _) => Class::Secret,
            ("warn", _) => Class::PerhapsSecret,
            _ => return None,
        };
        let quiet_when = match quiet_when {
            "never" => QuietWhen::Never,
            "flag" => QuietWhen::Flag,
            "short" => QuietWhen::Short,
            "user-code" => QuietWhen::UserCode,
            "not-email" => QuietWhen::NotEmail,
            "few-digits" => QuietWhen::FewDigits,
            "alone" => QuietWhen::Alone,
            _ => return None,
        };
        Some(Self { name, class, quiet_when, reason })
    }
}

/// True for names of parameters that say where to go next.
pub(super) fn leads_on(name: &Folded) -> bool {
    ONWARD.contains(name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(name: &str) -> Option<Folded> {
        Folded::of(Written { text: name, plus_is_blank: true })
    }

    #[test]
    fn every_row_of_the_tables_is_read() {
        let rows = |table: &str| table.lines().count() - 2;
        assert_eq!(ROWS.len(), rows(include_str!("../../../rules/data/secret-parameters.csv")));
        assert_eq!(COMPANIONS.len(), rows(include_str!("../../../rules/data/signature-companions.csv")));
        assert_eq!(ONWARD.len(), rows(include_str!("../../../rules/data/onward-parameters.csv")));
    }

    #[test]
    fn names_of_the_tables_are_folded_and_fit() {
        let names = ROWS.keys().chain(COMPANIONS.iter().flatten()).chain(ONWARD.iter());
        for name in names {
            assert_eq!(folded(name).map(|folded| folded.as_str() == *name), Some(true), "{name}");
        }
    }

    #[test]
    fn whole_names_are_compared() {
        let class = |name: &str| folded(name).and_then(|name| Row::of(&name)).map(|row| row.class);
        assert_eq!(class("Access-Token"), Some(Class::Secret));
        assert_eq!(class("accessToken"), Some(Class::Secret));
        assert_eq!(class("page_token"), None);
        assert_eq!(class("access_token_of_a_name_that_does_not_end"), None);
    }
}
