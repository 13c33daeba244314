//! What a check found.
//! In: a rule, a part of a record, evidence. Out: a small Copy value.
//! Never: words, a copy of the input.

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use crate::limits::Limit;
use crate::recording::RecordPlace;
use crate::text::Part;
use crate::text::Span;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Legacy, a hint, an aid for the display.
    Info,
    /// A SHOULD is broken, or a MUST by strong evidence.
    Warning,
    /// A MUST is broken and the bytes prove it, or a client would do harm.
    Error,
}

impl Severity {
    /// The word for it: "info", "warning" or "error".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Whether a rule reports, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The rule does not report.
    Off,
    /// The rule reports with this severity.
    On(Severity),
}

impl Level {
    pub(crate) const ERROR: Self = Self::On(Severity::Error);
    pub(crate) const INFO: Self = Self::On(Severity::Info);
    pub(crate) const WARNING: Self = Self::On(Severity::Warning);

    /// The word for it in a policy.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::On(severity) => severity.name(),
        }
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "off" => Ok(Self::Off),
            "info" => Ok(Self::INFO),
            "warning" => Ok(Self::WARNING),
            "error" => Ok(Self::ERROR),
            _ => Err(format!("`{word}` is no level: use off, info, warning or error")),
        }
    }
}

/// The number of a rule in the tables of a linter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RuleNumber(pub(crate) u16);

/// The number of a known site in the tables of a linter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SiteNumber(pub(crate) u16);

impl SiteNumber {
    /// The site of the server that asks.
    pub(crate) const SERVER: Self = Self(u16::MAX);
}

/// What a check saw, as data. Words are made of it when a finding is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// The part and span say it all.
    #[default]
    None,
    /// An address that the text means, and what it is.
    Address {
        /// The address, taken out of every wrapping.
        address: IpAddr,
        /// What is known of it, from a table.
        reason: &'static str,
    },
    /// A character of the text.
    Character(char),
    /// How many there are.
    Count(u64),
    /// A site that a name imitates; [`Report::site`](crate::Report::site) tells its domain.
    Imitation {
        /// Which one.
        site: SiteNumber,
        /// The character that reads as another, where one does.
        character: Option<char>,
    },
    /// A letter of a name, and what is wrong with it.
    Letter {
        /// The letter.
        character: char,
        /// Its script, by its name in Unicode.
        script: &'static str,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A limit that was passed.
    Limit {
        /// Which one.
        limit: Limit,
        /// The greatest number it allows.
        maximum: u64,
    },
    /// What is known, from a table.
    Reason(&'static str),
}

/// Another message that a finding is about. [`Report::earlier`](crate::Report::earlier) says where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Relation {
    /// The message in which the client declared its capabilities.
    Declaration,
    /// An earlier message of the session, by its number among those that the report knows.
    Earlier(u16),
    /// The request that an answer belongs to.
    Request,
}

/// An earlier message that a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Earlier {
    /// Where it stands in the recording. In a live session only the line is known: the number of the message, from 1.
    pub place: RecordPlace,
    /// JSON Pointer of the part that matters, from the root of that message.
    pub pointer: &'static str,
    /// What it is to the finding.
    pub note: &'static str,
}

impl Earlier {
    pub(crate) fn new(place: RecordPlace, pointer: &'static str, note: &'static str) -> Self {
        Self { place, pointer, note }
    }
}

/// The earlier messages that the findings of a report are about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Relations {
    pub(crate) declaration: Option<Earlier>,
    pub(crate) request: Option<Earlier>,
    pub(crate) earlier: BTreeMap<u16, Earlier>,
}

impl Relations {
    pub(crate) fn of(&self, relation: Relation) -> Option<Earlier> {
        match relation {
            Relation::Declaration => self.declaration,
            Relation::Earlier(number) => self.earlier.get(&number).copied(),
            Relation::Request => self.request,
        }
    }
}

/// One fault, found by one rule. Copy and without strings: the report that holds it tells rule, words and pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    pub(crate) rule: RuleNumber,
    pub(crate) severity: Severity,
    pub(crate) part: Part,
    pub(crate) span: Option<Span>,
    pub(crate) evidence: Evidence,
    pub(crate) related: Option<Relation>,
}

impl Finding {
    /// What two findings have in common that say the same.
    pub(crate) fn key(&self) -> (RuleNumber, Part, Option<Span>) {
        (self.rule, self.part, self.span)
    }

    /// How bad it is, after profile and policy.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// The part of the record.
    #[must_use]
    pub fn part(&self) -> Part {
        self.part
    }

    /// The bytes of the part's decoded text that are at fault; none where the whole part is.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        self.span
    }

    /// What the check saw.
    #[must_use]
    pub fn evidence(&self) -> Evidence {
        self.evidence
    }

    /// The other message that the finding is about.
    #[must_use]
    pub fn related(&self) -> Option<Relation> {
        self.related
    }
}
