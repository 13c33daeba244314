//! Real recordings, made with the official SDKs, where they are at hand beside the project.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use elicitlint::recording::Input;
use elicitlint::{CheckOptions, FindingRecord, InputSummary, Linter, Severity, check};

fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/captures/real");
    let there = folder.join("expected.tsv").exists();
    if !there {
        eprintln!("skipped: there are no recordings at {}", folder.display());
    }
    there.then_some(folder)
}

fn lint(path: &Path) -> (InputSummary, Vec<FindingRecord>) {
    let mut findings = Vec::new();
    let mut file = File::open(path).unwrap();
    let name = path.display().to_string();
    let summary = check(&Linter::new(), &name, Input::File(&mut file), &CheckOptions::default(), &mut |finding| {
        findings.push(finding);
    });
    (summary.unwrap(), findings)
}

#[test]
fn real_recordings_hold_what_the_table_says() {
    let Some(folder) = folder() else { return };
    let table = fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let mut problems = Vec::new();
    for line in table.lines().skip(1) {
        let (name, numbers) = line.split_once('\t').unwrap();
        let expected: Vec<u64> = numbers.split('\t').map(|number| number.parse().unwrap()).collect();
        let (summary, _) = lint(&folder.join(name));
        let by = summary.by_carrier;
        let found = vec![
            summary.messages,
            by.request_form,
            by.request_url,
            by.url_required_errors,
            by.url_required_entries,
            by.input_required,
            by.input_form,
            by.input_url,
            by.completions,
            by.answers,
            summary.missing_bodies,
        ];
        if found != expected {
            problems.push(format!("{name}: {found:?} instead of {expected:?}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What the official SDKs and servers send is lawful but for these, each by a sentence of the specification.
const DEFENDED: &[(&str, &str)] = &[
    // The recording lab asks for a password and a card number on purpose: "Servers MUST NOT use form mode elicitation to
    // request sensitive information" (2025-11-25, client/elicitation).
    ("form-secret-field", "capture lab"),
    // The library sends one error to both generations of clients: "Implementations of this protocol version MUST NOT emit
    // these codes", -32042 among them (2026-07-28, basic).
    ("error-code-retired", "py-mcp 2.3.0"),
    // It puts a link into a form on purpose: "SHOULD NOT include URLs intended to be clickable in any field of a form".
    ("form-url-in-message", "capture lab"),
    // It sends a person to a name with a Cyrillic letter among Latin ones on purpose: clients should warn of suspicious
    // names, Punycode among them (2025-11-25, client/elicitation, Safe URL Handling).
    ("idn-confusable-name", "capture lab"),
    // It sends a person to http://192.168.1.20/ on purpose: "Servers SHOULD use HTTPS URLs for non-development
    // environments" (2025-11-25, client/elicitation), and "block access to private, internal addresses" (SEP-1036).
    ("url-plain-http", "capture lab"),
    ("url-private-address", "capture lab"),
    // The client of the recordings fills one sample text into every text field, also where at most two characters are
    // asked for: "Clients SHOULD validate user input against the provided schema" (2025-11-25, client/elicitation).
    ("answer-content-mismatch", "capture lab"),
];

#[test]
fn real_recordings_are_quiet_but_for_what_a_sentence_forbids() {
    let Some(folder) = folder() else { return };
    let table = fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let mut problems = Vec::new();
    for name in table.lines().skip(1).filter_map(|line| line.split('\t').next()) {
        for finding in lint(&folder.join(name)).1 {
            let defended = DEFENDED.iter().any(|(rule, _)| *rule == finding.rule);
            if finding.severity > Severity::Info && !defended {
                let FindingRecord { rule, line, pointer, message, .. } = finding;
                problems.push(format!("{name}:{line} {rule} {pointer}: {message}"));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_same_conversation_gives_the_same_findings_as_tee_and_as_har() {
    let Some(folder) = folder() else { return };
    for (one, other) in [
        ("fastmcp-4.2.3/http-legacy.har", "fastmcp-4.2.3/stdio-legacy.tee.jsonl"),
        ("py-mcp-2.3.0/http-auto-json.har", "py-mcp-2.3.0/http-auto.har"),
        ("py-mcp-2.3.0/http-auto.har", "py-mcp-2.3.0/stdio-auto.tee.jsonl"),
        ("py-mcp-2.3.0/http-legacy.har", "py-mcp-2.3.0/stdio-legacy.tee.jsonl"),
        ("server-everything-2026.8.31/http.har", "server-everything-2026.8.31/stdio.tee.jsonl"),
    ] {
        let findings = |name: &str| {
            let of = |finding: FindingRecord| (finding.rule, finding.severity, finding.pointer, finding.fingerprint);
            let mut findings: Vec<_> = lint(&folder.join(name)).1.into_iter().map(of).collect();
            findings.sort();
            findings
        };
        assert_eq!(findings(one), findings(other), "{one} and {other}");
    }
}
