//! The Code Quality report of GitLab: an array of issues in the form of Code Climate.
//! In: findings, ready to show. Out: one JSON document in ASCII, an issue a line.
//! Never: two issues of one fingerprint, of which GitLab would show the first.

use std::collections::BTreeMap;
use std::io;
use std::io::Write;

use serde::Serialize;

use crate::finding::Severity;

use super::Shown;
use super::Totals;
use super::Writer;
use super::json::write_ascii;
use super::place::pointer;
use super::shown::without_links;

#[derive(Default)]
pub(super) struct Gitlab {
    has_issue: bool,
    /// How often each fingerprint was written.
    written: BTreeMap<String, u64>,
}

#[derive(Serialize)]
struct Issue<'i> {
    description: String,
    check_name: &'i str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'i>,
}

#[derive(Serialize)]
struct Location<'i> {
    path: &'i str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u64,
}

impl Writer for Gitlab {
    fn begin(&mut self, output: &mut dyn Write) -> io::Result<()> {
        output.write_all(b"[")
    }

    fn finding(&mut self, shown: &Shown, output: &mut dyn Write) -> io::Result<()> {
        let record = &shown.record;
        let mut description = without_links(&shown.sentence);
        if !record.pointer.is_empty() {
            description.push_str(&format!(" ({})", without_links(&pointer(record))));
        }
        let path = if record.path == "-" { "stdin" } else { record.path.trim_start_matches("./") };
        let issue = Issue {
            description,
            check_name: &record.rule,
            fingerprint: self.unique(&record.fingerprint),
            severity: match record.severity {
                Severity::Error => "critical",
                Severity::Warning => "major",
                Severity::Info => "info",
            },
            location: Location { path, lines: Lines { begin: record.line.max(1) } },
        };
        output.write_all(if self.has_issue { b",\n" } else { b"\n" })?;
        self.has_issue = true;
        write_ascii(output, &issue)
    }

    fn end(&mut self, _totals: &Totals, output: &mut dyn Write) -> io::Result<()> {
        output.write_all(b"]\n")
    }
}

impl Gitlab {
    /// The fingerprint, with a number where the same fault was found before.
    fn unique(&mut self, fingerprint: &str) -> String {
        let count = self.written.entry(fingerprint.to_owned()).or_default();
        *count += 1;
        if *count == 1 { fingerprint.to_owned() } else { format!("{fingerprint}-{count}") }
    }
}
