//! SARIF 2.1.0, for code scanning.
//! In: findings as they come. Out: one log with one run; rules first, then results.
//! Never: a link made of text from the wire, a region that was guessed.

mod region;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::io;
use std::io::Write;

use serde::Serialize;

use crate::check::FindingRecord;
use crate::check::RelatedRecord;
use crate::check::Suppression;
use crate::finding::Level;
use crate::finding::Severity;
use crate::linter::Linter;
use crate::rules::Contract;

use super::Shown;
use super::TOOL;
use super::Totals;
use super::VERSION;
use super::Writer;
use super::json::write_ascii;
use super::shown::without_links;
use region::Region;
use region::Regions;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
const HOME: &str = env!("CARGO_PKG_REPOSITORY");

pub(super) struct Sarif {
    rules: Vec<Rule>,
    indexes: BTreeMap<String, usize>,
    regions: Regions,
    has_result: bool,
    has_baseline: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: String,
    short_description: Message,
    help: Help,
    #[serde(skip_serializing_if = "Option::is_none")]
    help_uri: Option<String>,
    default_configuration: Configuration,
    properties: Properties,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Serialize)]
struct Configuration {
    enabled: bool,
    level: &'static str,
}

#[derive(Serialize)]
struct Properties {
    tags: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'r> {
    rule_id: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    partial_fingerprints: BTreeMap<&'static str, &'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Accepted<'r>>,
}

/// Why a result is known and accepted: by a file beside the traffic, never by the traffic itself.
#[derive(Serialize)]
struct Accepted<'r> {
    kind: &'static str,
    status: &'static str,
    justification: &'r str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: Physical,
    logical_locations: [Logical; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical {
    fully_qualified_name: String,
    kind: &'static str,
}

impl Sarif {
    pub(super) fn new(linter: &Linter, has_baseline: bool) -> Self {
        // Only built-in rules have a page.
        let built_in = Linter::new();
        let pages: BTreeSet<_> = built_in.rules().map(|(rule, _)| rule.id()).collect();
        let of = |(rule, level): (&Contract, _)| Rule::of(rule, level, pages.contains(rule.id()));
        let rules: Vec<_> = linter.rules().map(of).collect();
        let indexes = rules.iter().enumerate().map(|(index, rule)| (rule.id.clone(), index)).collect();
        Self { rules, indexes, regions: Regions::default(), has_result: false, has_baseline }
    }
}

impl Writer for Sarif {
    fn begin(&mut self, output: &mut dyn Write) -> io::Result<()> {
        write!(
            output,
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{{\"name\":\"{TOOL}\",\
             \"version\":\"{VERSION}\",\"semanticVersion\":\"{VERSION}\",\"informationUri\":\"{HOME}\",\n\"rules\":"
        )?;
        write_ascii(output, &self.rules)?;
        output.write_all(b"}},\"columnKind\":\"unicodeCodePoints\",\n\"results\":[")
    }

    fn finding(&mut self, shown: &Shown, output: &mut dyn Write) -> io::Result<()> {
        let record = &shown.record;
        let suppressed = record.suppressed.as_ref();
        let is_known = suppressed.is_some_and(|suppressed| suppressed.entry.is_none());
        let related = record.related.iter().enumerate().map(|(index, related)| Location::related(index + 1, related));
        let outcome = Outcome {
            rule_id: &record.rule,
            rule_index: self.indexes.get(&record.rule).copied(),
            level: level_of(record.severity),
            message: Message { text: without_links(&shown.sentence) },
            locations: [Location::of(record, self.regions.of(record))],
            related_locations: related.collect(),
            partial_fingerprints: BTreeMap::from([("elicitlint/v1", record.fingerprint.as_str())]),
            baseline_state: self.has_baseline.then_some(if is_known { "unchanged" } else { "new" }),
            suppressions: suppressed.map(Accepted::of).into_iter().collect(),
        };
        output.write_all(if self.has_result { b",\n" } else { b"\n" })?;
        self.has_result = true;
        write_ascii(output, &outcome)
    }

    fn suppressed(&mut self, shown: &Shown, output: &mut dyn Write) -> io::Result<()> {
        self.finding(shown, output)
    }

    fn end(&mut self, totals: &Totals, output: &mut dyn Write) -> io::Result<()> {
        let successful = !totals.failed;
        writeln!(output, "],\n\"invocations\":[{{\"executionSuccessful\":{successful}}}]}}]}}")
    }
}

impl<'r> Accepted<'r> {
    fn of(suppression: &'r Suppression) -> Self {
        Self { kind: "external", status: "accepted", justification: &suppression.reason }
    }
}

impl Rule {
    fn of(rule: &Contract, level: Level, has_page: bool) -> Self {
        let prose = rule.prose().ok();
        let [why, fix] = [prose.as_ref().map(|prose| &prose.why), prose.as_ref().map(|prose| &prose.fix)]
            .map(|text| text.cloned().unwrap_or_default());
        let clause = rule.clause(None).map(|clause| format!("\n\n[{}]({})", clause.citation(), clause.address()));
        let clause = clause.unwrap_or_default();
        let cwe = prose.iter().flat_map(|prose| &prose.cwe).map(|number| format!("external/cwe/cwe-{number}"));
        let tags = [String::from("security"), rule.group().to_owned()].into_iter().chain(cwe).collect();
        let (enabled, level) = match level {
            Level::Off => (false, "none"),
            Level::On(severity) => (true, level_of(severity)),
        };
        Self {
            id: rule.id().to_owned(),
            short_description: Message { text: rule.summary().to_owned() },
            help: Help { text: format!("{why}\n\n{fix}"), markdown: format!("{why}\n\n**Fix:** {fix}{clause}") },
            help_uri: has_page.then(|| format!("{HOME}/blob/main/docs/rules.md#{}", rule.id())),
            default_configuration: Configuration { enabled, level },
            properties: Properties { tags },
        }
    }
}

impl Location {
    fn of(record: &FindingRecord, region: Region) -> Self {
        Self {
            id: None,
            physical_location: Physical { artifact_location: Artifact { uri: uri(&record.path) }, region },
            logical_locations: [Logical { fully_qualified_name: record.pointer.clone(), kind: "member" }],
            message: None,
        }
    }

    fn related(id: usize, related: &RelatedRecord) -> Self {
        let RelatedRecord { path, line, pointer, note, .. } = related;
        let region = Region::line(*line);
        Self {
            id: Some(id),
            physical_location: Physical { artifact_location: Artifact { uri: uri(path) }, region },
            logical_locations: [Logical { fully_qualified_name: (*pointer).to_owned(), kind: "member" }],
            message: Some(Message { text: (*note).to_owned() }),
        }
    }
}

fn level_of(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// The path as a URI reference (RFC 3986).
fn uri(path: &str) -> String {
    if path == "-" {
        return String::from("stdin");
    }
    let mut uri = String::with_capacity(path.len());
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
