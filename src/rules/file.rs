//! Contract files.
//! In: the TOML of one rule. Out: its contract, its prose, its examples.
//! Never: a key that is passed over in silence. Built-in and user rules are the same file.

use std::borrow::Cow;
use std::str::FromStr;

use serde::Deserialize;
use toml::Spanned;

use super::Clause;
use super::Contract;
use super::Target;
use super::contract::PatternSource;
use super::pattern;
use crate::elicitation::Revision;
use crate::elicitation::Revisions;
use crate::error::Error;
use crate::finding::Level;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    summary: String,
    message: String,
    severity: Severities,
    #[serde(default)]
    since: String,
    #[serde(default)]
    every_message: bool,
    #[serde(default)]
    yields_to_internal: bool,
    #[serde(default)]
    revisions: Vec<Spanned<String>>,
    #[serde(default)]
    spec: Vec<SpecEntry>,
    #[serde(default)]
    cwe: Vec<u32>,
    why: String,
    fix: String,
    #[serde(rename = "match")]
    pattern: Option<Match>,
    #[serde(default)]
    example: Vec<Example>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Severities {
    recommended: Spanned<String>,
    strict: Spanned<String>,
    development: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpecEntry {
    revision: String,
    page: String,
    section: String,
    level: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Match {
    target: Spanned<String>,
    any: Vec<Spanned<String>>,
    #[serde(default)]
    none: Vec<Spanned<String>>,
}

/// An example of a contract: what is judged, and whether the rule is among the findings.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Example {
    /// True where the rule must fire.
    pub fires: bool,
    /// JSON Pointer of the finding, into what is given below.
    pub at: Option<String>,
    /// The params of one elicitation.
    pub json: Option<String>,
    /// One JSON-RPC message.
    pub message: Option<String>,
    /// The lines of a recording.
    pub recording: Option<String>,
    /// The revision; 2025-11-25 for `json` where none is given, else unknown.
    pub revision: Option<String>,
    /// What carries the params; a request where nothing is given.
    pub carrier: Option<String>,
    /// JSON of the client's `elicitation` capability, or `none`.
    pub capabilities: Option<String>,
    /// URL of the server.
    pub server: Option<String>,
    /// The profile; recommended where none is given.
    pub profile: Option<String>,
    /// TOML of a policy that holds besides.
    pub policy: Option<String>,
}

/// The prose of a contract, read when it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Prose {
    /// Markdown: the attack or harm.
    pub why: String,
    /// What the author of the server does instead.
    pub fix: String,
    /// Numbers of the Common Weakness Enumeration.
    pub cwe: Vec<u32>,
    /// The version that brought the rule.
    pub since: String,
    /// What fires and what does not.
    pub examples: Vec<Example>,
}

impl Contract {
    /// Reads the contract of a rule `id` of `group` from its TOML.
    ///
    /// A user rule must have a `[match]`, since it brings no code; see [`Linter::with_rules`](crate::Linter::with_rules).
    ///
    /// ```
    /// let toml = r#"
    /// summary  = "Message names a competitor"
    /// message  = "{text} is not ours"
    /// severity = { recommended = "warning", strict = "warning", development = "off" }
    /// why      = "House rule."
    /// fix      = "Leave the name out."
    /// [match]
    /// target = "message"
    /// any    = ['(?i)\bacme\b']
    /// [[example]]
    /// fires = true
    /// json  = '{"message":"As good as ACME","requestedSchema":{"type":"object","properties":{}}}'
    /// [[example]]
    /// fires = false
    /// json  = '{"message":"Our own","requestedSchema":{"type":"object","properties":{}}}'
    /// "#;
    /// let rule = elicitlint::Contract::from_toml("house", "house-competitor", toml)?;
    /// assert_eq!(rule.id(), "house-competitor");
    /// # Ok::<(), elicitlint::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the TOML is wrong (with the span at fault), a word in it is unknown, or a pattern is wrong or too large.
    pub fn from_toml(group: &str, id: &str, source: &str) -> Result<Self, Error> {
        let is_name = |name: &str| {
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        if !is_name(id) || !is_name(group) {
            let problem = format!("`{group}/{id}` is no name of a rule: use lower-case letters, digits and hyphens");
            return Err(Error::rule(problem));
        }
        let file = parse(id, source)?;
        let Severities { recommended, strict, development } = &file.severity;
        let level = |word| parse_word::<Level>(id, word);
        let help = first_sentence(&file.fix).to_owned();
        Ok(Self {
            id: Cow::Owned(id.to_owned()),
            group: Cow::Owned(group.to_owned()),
            summary: Cow::Owned(file.summary),
            message: Cow::Owned(file.message),
            help: Cow::Owned(help),
            clauses: file.spec.into_iter().map(SpecEntry::clause).collect(),
            levels: [level(recommended)?, level(strict)?, level(development)?],
            revisions: revisions(id, &file.revisions)?,
            every_message: file.every_message,
            yields_to_internal: file.yields_to_internal,
            pattern: file.pattern.map(|pattern| pattern.source(id)).transpose()?,
            source: Cow::Owned(source.to_owned()),
        })
    }

    /// The prose and the examples of the contract.
    ///
    /// # Errors
    /// Never for built-in rules, and never for one that [`Contract::from_toml`] has read.
    pub fn prose(&self) -> Result<Prose, Error> {
        let File { why, fix, cwe, since, example, .. } = parse(&self.id, &self.source)?;
        let [why, fix] = [why, fix].map(|text| text.trim().to_owned());
        Ok(Prose { why, fix, cwe, since, examples: example })
    }
}

fn parse(id: &str, source: &str) -> Result<File, Error> {
    toml::from_str(source).map_err(|error| wrong(id, error.message()).at(error.span()).because(error))
}

fn wrong(id: &str, problem: &str) -> Error {
    Error::rule(format!("rule `{id}`: {problem}"))
}

/// A word of a few, with its span where it is none of them.
fn parse_word<T: FromStr<Err = String>>(id: &str, word: &Spanned<String>) -> Result<T, Error> {
    word.get_ref().parse().map_err(|problem: String| wrong(id, &problem).at(Some(word.span())))
}

/// Text up to the first full stop that ends a sentence, on one line.
fn first_sentence(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = line.find(". ").map_or(line.len(), |stop| stop + 1);
    line.get(..end).unwrap_or_default().to_owned()
}

fn revisions(id: &str, dates: &[Spanned<String>]) -> Result<Revisions, Error> {
    if dates.is_empty() {
        return Ok(Revisions::ALL);
    }
    dates.iter().try_fold(Revisions::default(), |held, date| {
        let only = parse_word::<Revision>(id, date)?;
        Ok(held.with(Revisions::only(only).unwrap_or_default()))
    })
}

impl SpecEntry {
    fn clause(self) -> Clause {
        let Self { revision, page, section, level } = self;
        let [revision, page, section, level] = [revision, page, section, level].map(Cow::Owned);
        Clause { revision, page, section, level }
    }
}

impl Match {
    fn source(self, id: &str) -> Result<PatternSource, Error> {
        let known = Target::ALL.into_iter().find(|(name, _)| name == self.target.get_ref());
        let Some((_, target)) = known else {
            let names = Target::ALL.map(|(name, _)| name).join(", ");
            let problem = format!("`{}` is no target: use one of {names}", self.target.get_ref());
            return Err(wrong(id, &problem).at(Some(self.target.span())));
        };
        for written in self.any.iter().chain(&self.none) {
            pattern::compile(id, written.get_ref()).map_err(|error| error.at(Some(written.span())))?;
        }
        let owned = |patterns: Vec<Spanned<String>>| {
            patterns.into_iter().map(|pattern| Cow::Owned(pattern.into_inner())).collect()
        };
        Ok(PatternSource { target, any: owned(self.any), none: owned(self.none) })
    }
}
