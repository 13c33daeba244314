//! The file of a baseline.
//! In: findings, or the file. Out: how often each fingerprint is accepted; one entry a line, sorted.
//! Never: lines, ids or text of a recording.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::path::PathBuf;

use serde::Deserialize;
use serde::Serialize;

use super::is_acceptable;
use crate::check::FindingRecord;
use crate::cli::config::reason;
use crate::cli::config::unwritten;
use crate::cli::exit::Problem;
use crate::cli::written;

const VERSION: u64 = 1;

/// The rule and the fingerprint: sorted by what people read.
type Key = (String, String);

/// Fingerprints with the number of findings that each accepts.
#[derive(Debug, PartialEq, Eq)]
pub(in super::super) struct Baseline {
    path: PathBuf,
    counts: BTreeMap<Key, u64>,
}

#[derive(Deserialize)]
struct Document {
    schema_version: u64,
    findings: Vec<Entry>,
}

#[derive(Deserialize, Serialize)]
struct Entry {
    rule: String,
    fingerprint: String,
    count: u64,
}

impl Baseline {
    pub(super) fn of(path: PathBuf, findings: &[FindingRecord]) -> Self {
        let mut counts = BTreeMap::new();
        for finding in findings.iter().filter(|finding| is_acceptable(finding)) {
            *counts.entry((finding.rule.clone(), finding.fingerprint.clone())).or_default() += 1;
        }
        Self { path, counts }
    }

    pub(in super::super) fn read(path: &Path) -> Result<Self, Problem> {
        let wrong = |problem: String| Problem::usage(format!("baseline {}: {problem}", path.display()));
        let made = "`elicitlint baseline create` writes one";
        let text = fs::read_to_string(path).map_err(|error| wrong(format!("{}: {made}", reason(&error))))?;
        let document: Document =
            serde_json::from_str(&text).map_err(|error| wrong(format!("it is no baseline ({error}): {made}")))?;
        if document.schema_version != VERSION {
            let version = document.schema_version;
            let next =
                "a newer elicitlint may read it, and `elicitlint baseline create --baseline FILE` writes another";
            return Err(wrong(format!("it has schema_version {version}, and this elicitlint reads {VERSION}: {next}")));
        }
        let mut counts: BTreeMap<Key, u64> = BTreeMap::new();
        for Entry { rule, fingerprint, count } in document.findings {
            // A merge of two branches may leave an entry twice.
            let known = counts.entry((rule, fingerprint)).or_default();
            *known = count.max(*known);
        }
        Ok(Self { path: path.to_owned(), counts })
    }

    pub(super) fn write(&self) -> Result<(), Problem> {
        let text = self.text().map_err(Problem::internal)?;
        let unwritable =
            |error: std::io::Error| Problem::usage(format!("baseline {}: {}", self.path.display(), unwritten(&error)));
        written::write(&self.path, text.as_bytes()).map_err(unwritable)
    }

    fn text(&self) -> Result<String, serde_json::Error> {
        let tool =
            concat!("{\"name\":\"", env!("CARGO_PKG_NAME"), "\",\"version\":\"", env!("CARGO_PKG_VERSION"), "\"}");
        let mut text = format!("{{\"schema_version\":{VERSION},\n\"tool\":{tool},\n\"findings\":[");
        let mut separator = "\n";
        for ((rule, fingerprint), count) in &self.counts {
            let entry = Entry { rule: rule.clone(), fingerprint: fingerprint.clone(), count: *count };
            text.push_str(separator);
            text.push_str(&serde_json::to_string(&entry)?);
            separator = ",\n";
        }
        text.push_str("\n]}\n");
        Ok(text)
    }

    /// Takes the finding off the file; false where it is not in it, or not that often.
    pub(in super::super) fn take(&mut self, finding: &FindingRecord) -> bool {
        let key = (finding.rule.clone(), finding.fingerprint.clone());
        let left = self.counts.get_mut(&key).filter(|left| **left > 0 && is_acceptable(finding));
        left.map(|left| *left -= 1).is_some()
    }

    /// Findings that were not taken.
    pub(in super::super) fn left(&self) -> u64 {
        self.counts.values().sum()
    }

    pub(in super::super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// What is in both.
    pub(super) fn both(&self, other: &Self) -> Self {
        let shared = |(key, count): (&Key, &u64)| {
            let count = other.counts.get(key).copied().unwrap_or_default().min(*count);
            (count > 0).then(|| (key.clone(), count))
        };
        Self { path: self.path.clone(), counts: self.counts.iter().filter_map(shared).collect() }
    }

    /// How many findings this has that the other has not.
    pub(super) fn beyond(&self, other: &Self) -> u64 {
        let more =
            |(key, count): (&Key, &u64)| count.saturating_sub(other.counts.get(key).copied().unwrap_or_default());
        self.counts.iter().map(more).sum()
    }
}
