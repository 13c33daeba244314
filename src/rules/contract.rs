//! What a rule promises, apart from its code.
//! In: a contract file, digested. Out: identity, levels, revisions, words.
//! Never: a second home of these facts; the table of built-in contracts is written from the files.

use std::borrow::Cow;

use crate::elicitation::Revisions;
use crate::finding::Level;
use crate::policy::Profile;

/// The public face of a rule: its identity, levels and words.
#[derive(Clone, Debug)]
pub struct Contract {
    pub(crate) id: Cow<'static, str>,
    pub(crate) group: Cow<'static, str>,
    pub(crate) summary: Cow<'static, str>,
    pub(crate) message: Cow<'static, str>,
    pub(crate) help: Cow<'static, str>,
    pub(crate) clauses: Cow<'static, [Clause]>,
    pub(crate) levels: [Level; 3],
    pub(crate) revisions: Revisions,
    pub(crate) every_message: bool,
    pub(crate) yields_to_internal: bool,
    pub(crate) pattern: Option<PatternSource>,
    /// The whole contract as TOML, read only when prose is printed.
    #[cfg_attr(not(feature = "policy"), expect(dead_code, reason = "prose is read by feature policy"))]
    pub(crate) source: Cow<'static, str>,
}

/// A sentence of the specification that a rule checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    pub(crate) revision: Cow<'static, str>,
    pub(crate) page: Cow<'static, str>,
    pub(crate) section: Cow<'static, str>,
    pub(crate) level: Cow<'static, str>,
}

/// The `[match]` of a rule that is data only.
#[derive(Clone, Debug)]
pub(crate) struct PatternSource {
    pub(crate) target: Target,
    pub(crate) any: Cow<'static, [Cow<'static, str>]>,
    pub(crate) none: Cow<'static, [Cow<'static, str>]>,
}

/// What a data-only rule matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    FieldName,
    Host,
    Message,
    Path,
    QueryName,
    QueryValue,
    Text,
    Url,
}

impl Target {
    #[cfg(feature = "policy")]
    pub(crate) const ALL: [(&'static str, Self); 8] = [
        ("field-name", Self::FieldName),
        ("host", Self::Host),
        ("message", Self::Message),
        ("path", Self::Path),
        ("query-name", Self::QueryName),
        ("query-value", Self::QueryValue),
        ("text", Self::Text),
        ("url", Self::Url),
    ];
}

impl Contract {
    /// The public, fixed name: "url-plain-http".
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The group: "url".
    #[must_use]
    pub fn group(&self) -> &str {
        &self.group
    }

    /// What is wrong, as a heading.
    #[must_use]
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// What the author of the server can do instead.
    #[must_use]
    pub fn help(&self) -> &str {
        &self.help
    }

    /// The level in a profile, before any policy.
    #[must_use]
    pub fn level(&self, profile: Profile) -> Level {
        let [recommended, strict, development] = self.levels;
        match profile {
            Profile::Recommended => recommended,
            Profile::Strict => strict,
            Profile::Development => development,
        }
    }

    /// True where the rule needs every message of a recording, also those that hold no trace of an elicitation.
    #[must_use]
    pub fn needs_every_message(&self) -> bool {
        self.every_message
    }

    /// The dates of the revisions in which the rule holds.
    pub fn revisions(&self) -> impl Iterator<Item = &'static str> {
        let held = self.revisions;
        let all = [
            ("2025-06-18", Revisions::V2025_06_18),
            ("2025-11-25", Revisions::V2025_11_25),
            ("2026-07-28", Revisions::V2026_07_28),
        ];
        all.into_iter().filter(move |(_, revision)| held.contains(*revision)).map(|(date, _)| date)
    }

    /// The sentences of the specification that the rule checks; none where it stands on its own reasons.
    #[must_use]
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The sentence that holds in the revision of this date, else the newest one.
    #[must_use]
    pub fn clause(&self, date: Option<&str>) -> Option<&Clause> {
        let same = self.clauses.iter().find(|clause| Some(&*clause.revision) == date);
        same.or(self.clauses.last())
    }
}

impl Clause {
    /// Page, section, revision and strength: "client/elicitation, Safe URL Handling (2025-11-25, SHOULD)".
    #[must_use]
    pub fn citation(&self) -> String {
        let Self { revision, page, section, level } = self;
        format!("{page}, {section} ({revision}, {level})")
    }

    /// Where the page is published.
    #[must_use]
    pub fn address(&self) -> String {
        format!("https://modelcontextprotocol.io/specification/{}/{}", self.revision, self.page)
    }
}
