//! Revisions of the specification.
//! In: the date on the wire. Out: ordered revisions, and sets of them.
//! Never: a guess; what is not known is `Unknown`.

use std::fmt;
use std::str::FromStr;

/// A revision of the Model Context Protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Revision {
    /// Not known: a rule then fires only if it holds in every revision in which the message could be legal.
    #[default]
    Unknown,
    /// 2024-11-05 or 2025-03-26, which have no elicitation.
    Before2025_06_18,
    /// 2025-06-18: forms only.
    V2025_06_18,
    /// 2025-11-25: forms and URL mode, `-32042`, completion.
    V2025_11_25,
    /// 2026-07-28: elicitations inside results, no requests from the server. `draft` is an alias of it.
    V2026_07_28,
}

impl Revision {
    /// The revision that a `protocolVersion` names; [`Revision::Unknown`] for one that this crate does not know.
    #[must_use]
    pub fn of(version: &str) -> Self {
        match version {
            "2024-11-05" | "2025-03-26" => Self::Before2025_06_18,
            "2025-06-18" => Self::V2025_06_18,
            "2025-11-25" => Self::V2025_11_25,
            "2026-07-28" | "draft" => Self::V2026_07_28,
            _ => Self::Unknown,
        }
    }

    /// The date of the revision, as in `protocolVersion`; none where it is not one known date.
    #[must_use]
    pub fn date(self) -> Option<&'static str> {
        match self {
            Self::Unknown | Self::Before2025_06_18 => None,
            Self::V2025_06_18 => Some("2025-06-18"),
            Self::V2025_11_25 => Some("2025-11-25"),
            Self::V2026_07_28 => Some("2026-07-28"),
        }
    }

    /// True where a request may be answered by one for input.
    pub(crate) fn may_have_rounds(self) -> bool {
        matches!(self, Self::Unknown | Self::V2026_07_28)
    }

    pub(crate) fn is_known(self) -> bool {
        self != Self::Unknown
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Unknown => "unknown",
            Self::Before2025_06_18 => "before 2025-06-18",
            other => other.date().unwrap_or_default(),
        })
    }
}

impl FromStr for Revision {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match Self::of(word) {
            Self::Unknown => {
                Err(format!("`{word}` is no revision: use 2025-06-18, 2025-11-25, 2026-07-28, or draft for the newest"))
            }
            revision => Ok(revision),
        }
    }
}

/// A set of revisions. A revision before 2025-06-18 counts as 2025-06-18: a server that elicits there is read by
/// the first revision that knows elicitations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Revisions(u8);

impl Revisions {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const V2025_06_18: Self = Self(1);
    pub(crate) const V2025_11_25: Self = Self(2);
    pub(crate) const V2026_07_28: Self = Self(4);
    pub(crate) const ALL: Self = Self(7);

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set of one known revision.
    pub(crate) fn only(revision: Revision) -> Option<Self> {
        match revision {
            Revision::Unknown => None,
            Revision::Before2025_06_18 | Revision::V2025_06_18 => Some(Self::V2025_06_18),
            Revision::V2025_11_25 => Some(Self::V2025_11_25),
            Revision::V2026_07_28 => Some(Self::V2026_07_28),
        }
    }

    pub(crate) fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}
