//! One conversation in every format that there is a reader for, and what cannot be read.
//!
//! `tools/render_recordings.py` writes tests/recordings; expected.tsv beside the files says what each holds.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;

use elicitlint::recording::{Format, Input};
use elicitlint::{CheckOptions, Error, FindingRecord, InputSummary, Linter, check};

use crate::regressions::fuzz::readers;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings")
}

/// Every file in a folder and below.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files
}

/// A line of the table.
struct Row {
    file: String,
    /// Name of the format, or `refused`.
    format: String,
    /// The columns of numbers, by their names.
    counts: BTreeMap<String, u64>,
    /// `all`, `all and` a rule, `server-side`, `none`, or `partial:` and why.
    findings: String,
}

fn table() -> Vec<Row> {
    let text = fs::read_to_string(root().join("expected.tsv")).unwrap();
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    let row = |columns: Vec<&str>| {
        let [file, format, numbers @ .., findings] = &columns[..] else { panic!("a short line: {columns:?}") };
        let numbers = numbers.iter().map(|number| number.parse().unwrap());
        Row {
            file: (*file).to_owned(),
            format: (*format).to_owned(),
            counts: names[2..].iter().map(|name| (*name).to_owned()).zip(numbers).collect(),
            findings: (*findings).to_owned(),
        }
    };
    // A build without a decompressor says so, and reads nothing.
    let is_read = |row: &Row| {
        let needs = |ending: &str, is_built: bool| !is_built && row.file.ends_with(ending);
        !needs(".gz", cfg!(feature = "gzip")) && !needs(".zst", cfg!(feature = "zstd"))
    };
    lines.map(row).filter(is_read).collect()
}

fn lint(name: &str, bytes: &[u8]) -> Result<(InputSummary, Vec<FindingRecord>), Error> {
    let mut findings = Vec::new();
    let input = Input::File(&mut Cursor::new(bytes));
    let summary = check(&Linter::new(), name, input, &CheckOptions::default(), &mut |finding| findings.push(finding))?;
    Ok((summary, findings))
}

fn fixture(name: &str) -> Vec<u8> {
    fs::read(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Rule, pointer and message of each finding, in an order of their own.
fn said(findings: &[FindingRecord]) -> Vec<(String, String, String)> {
    let of = |finding: &FindingRecord| (finding.rule.clone(), finding.pointer.clone(), finding.message.clone());
    let mut said: Vec<_> = findings.iter().map(of).collect();
    said.sort();
    said
}

/// What is counted, by the names of the table's columns.
fn counted(summary: &InputSummary) -> BTreeMap<&'static str, u64> {
    let by = summary.by_carrier;
    BTreeMap::from([
        ("messages", summary.messages),
        ("from_client", summary.from_client),
        ("from_server", summary.from_server),
        ("request_form", by.request_form),
        ("request_url", by.request_url),
        ("errors_32042", by.url_required_errors),
        ("entries", by.url_required_entries),
        ("completions", by.completions),
        ("answers", by.answers),
        ("unreadable", summary.unreadable),
        ("missing_bodies", summary.missing_bodies),
        ("duplicates", summary.duplicates),
        ("redacted", summary.redacted),
    ])
}

#[test]
fn every_rendering_is_what_the_script_writes() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/render_recordings.py");
    let run = Command::new("python3").arg(script).arg("--check").output();
    let Ok(run) = run else {
        eprintln!("skipped: there is no python3");
        return;
    };
    let stale = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "run tools/render_recordings.py; stale are\n{stale}");
}

#[test]
fn the_table_names_every_rendering() {
    let is_rendering = |path: &PathBuf| path.parent() != Some(&root());
    let name = |path: PathBuf| path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
    let mut files: Vec<_> = files(&root()).into_iter().filter(is_rendering).map(name).collect();
    files.sort();
    let text = fs::read_to_string(root().join("expected.tsv")).unwrap();
    let named: Vec<_> = text.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(named, files);
}

#[test]
fn every_rendering_is_read_as_its_format_and_holds_what_the_table_says() {
    let mut problems = Vec::new();
    for row in table() {
        let (summary, _) = match lint(&row.file, &fixture(&row.file)) {
            Ok(_) if row.format == "refused" => {
                problems.push(format!("{}: is not refused", row.file));
                continue;
            }
            Ok(read) => read,
            Err(error) if row.format == "refused" => {
                assert!(error.to_string().contains(&row.file), "{}: which file is it? {error}", row.file);
                continue;
            }
            Err(error) => {
                problems.push(format!("{}: {error}", row.file));
                continue;
            }
        };
        if summary.format != row.format {
            problems.push(format!("{}: read as {}, not as {}", row.file, summary.format, row.format));
        }
        for (name, found) in counted(&summary) {
            let expected = row.counts[name];
            if found != expected {
                problems.push(format!("{}: {name} {found}, not {expected}", row.file));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_rendering_of_the_whole_conversation_gives_the_findings_of_the_plain_one() {
    let reference = |name: &str| said(&lint(name, &fixture(name)).unwrap().1);
    let (all, server_side) = (reference("jsonl/python.jsonl"), reference("jsonl/server-only.jsonl"));
    let rules: Vec<_> = all.iter().map(|(rule, ..)| rule.as_str()).collect();
    assert!(rules.contains(&"form-secret-field") && rules.contains(&"url-plain-http"), "{rules:?}");
    let mut problems = Vec::new();
    for row in table().into_iter().filter(|row| row.format != "refused") {
        let Ok((_, findings)) = lint(&row.file, &fixture(&row.file)) else { continue };
        let found = said(&findings);
        let (more, rest): (Vec<_>, Vec<_>) = found.iter().cloned().partition(|finding| !all.contains(finding));
        let more: Vec<_> = more.into_iter().map(|(rule, ..)| rule).collect();
        let right = match row.findings.split_once(" and ") {
            Some(("all", rule)) => rest == all && more == [rule],
            _ if row.findings == "all" => found == all,
            _ if row.findings == "server-side" => found == server_side,
            _ => more.iter().all(|rule| rule == "input-unreadable-record"),
        };
        if !right {
            problems.push(format!("{} ({}): {found:#?}", row.file, row.findings));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Recordings of other tools and of real sessions, where they are at hand beside the project: what each file is read as,
/// and messages, requests with a form and with a link, errors -32042 and their entries, results that ask for input, forms
/// and links in them, completions, answers, missing bodies.
const CAPTURES: &[(&str, &str, [u64; 11])] = &[
    ("01-raw-jsonl/both.jsonl", "jsonl", WHOLE),
    ("01-raw-jsonl/dirty-stdout.jsonl", "jsonl", [5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("01-raw-jsonl/pretty.json", "jsonl", [8, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]),
    ("01-raw-jsonl/s2c.jsonl", "jsonl", [13, 2, 1, 1, 2, 2, 1, 1, 1, 0, 0]),
    ("01-raw-jsonl/ts-key-order.jsonl", "jsonl", WHOLE),
    ("02-tee-envelope/tee.jsonl", "jsonl", WHOLE),
    ("03-claude-desktop/mcp-server-lab.log", "log", WHOLE),
    ("03-claude-desktop/mcp.log", "log", WHOLE),
    ("04-vscode/mcpServer.lab.log", "log", WHOLE),
    ("04-vscode/old-2025-03.log", "log", [6, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("05-inspector/network.json", "jsonl", [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("05-inspector/protocol.json", "inspector", WHOLE),
    ("06-mcpjam/json-rpc-logs-2026-11-29T15-48-01-000Z.json", "jsonl", WHOLE),
    ("07-har/http-auto.har", "har", ROUNDS),
    ("07-har/http-lab.har", "har", [16, 1, 1, 1, 1, 0, 0, 0, 1, 2, 0]),
    ("07-har/http-legacy.har", "har", LEGACY),
    ("08-mitm-flow/http-auto-json.mitm", "mitm", ROUNDS),
    ("08-mitm-flow/http-legacy.mitm", "mitm", LEGACY),
    ("09-pcap/http-lab.pcap", "refused", NONE),
    ("09-pcap/http-legacy.pcap", "refused", NONE),
    ("09-pcap/http-legacy.pcapng", "refused", NONE),
    ("10-sse-curl/book.v.txt", "sse", [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("10-sse-curl/guard.sse", "sse", [1, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0]),
    ("10-sse-curl/guard.trace-ascii.txt", "refused", NONE),
    ("10-sse-curl/init.headers", "sse", NONE),
    ("10-sse-curl/init.sse", "sse", [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("10-sse-curl/link.i.sse", "sse", [3, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0]),
    ("11-proxy-console/mcp-proxy-6.7.19-debug.log", "refused", NONE),
    ("11-proxy-console/supergateway-4.0.0-info.log", "log", [31, 2, 1, 1, 2, 0, 0, 0, 1, 3, 0]),
    ("12-go-sdk/logging-transport.log", "log", WHOLE),
    ("13-github-mcp-server/github-mcp-server.log", "log", WHOLE),
    ("14-mcp-cassette/lab.cassette.jsonl", "jsonl", WHOLE),
    ("15-mcp-debug/session.jsonl", "jsonl", WHOLE),
    // These two keep one answer for a request of the client.
    ("16-mcp-recorder/recording.json", "interactions", [19, 0, 0, 1, 2, 2, 1, 1, 0, 1, 0]),
    ("17-agent-vcr/lab.vcr", "interactions", [18, 0, 0, 1, 2, 2, 1, 1, 0, 1, 0]),
    ("18-contextforge/translate.log", "log", WHOLE),
    ("19-mcpspy/output.jsonl", "jsonl", WHOLE),
    ("20-snyk-agent-scan/server_output.txt", "refused", NONE),
    ("21-claude-code/2026-11-29T15-47-59-000Z.jsonl", "refused", NONE),
    ("22-otel/server-spans.jsonl", "refused", NONE),
    ("23-mcp-snoop/mcp-snoop-0.1.0-legacy.log", "refused", NONE),
    ("24-conformance/checks.json", "refused", NONE),
    ("24-conformance/server-elicitation-sep1034-defaults.checks.json", "refused", NONE),
    ("24-conformance/server-elicitation-sep1330-enums.checks.json", "refused", NONE),
    ("24-conformance/server-tools-call-elicitation.checks.json", "refused", NONE),
    // A client that prints what it is asked for, without version and id.
    ("24-conformance/stdout.txt", "log", [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
];

const WHOLE: [u64; 11] = [28, 2, 1, 1, 2, 2, 1, 1, 1, 4, 0];
const ROUNDS: [u64; 11] = [22, 0, 0, 1, 2, 4, 2, 2, 0, 4, 0];
const LEGACY: [u64; 11] = [31, 2, 1, 1, 2, 0, 0, 0, 1, 3, 1];
const NONE: [u64; 11] = [0; 11];

#[test]
fn recordings_of_other_tools_hold_what_is_known_of_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/captures");
    if !folder.exists() {
        eprintln!("skipped: there are no recordings at {}", folder.display());
        return;
    }
    let mut problems = Vec::new();
    for (name, format, expected) in CAPTURES {
        let bytes = fs::read(folder.join(name)).unwrap();
        let (summary, _) = match lint(name, &bytes) {
            Ok(read) => read,
            Err(_) if *format == "refused" => continue,
            Err(error) => {
                problems.push(format!("{name}: {error}"));
                continue;
            }
        };
        let by = summary.by_carrier;
        let found = [
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
        if found != *expected || (*format != "refused" && summary.format != *format) {
            problems.push(format!("{name}: {} {found:?}, not {format} {expected:?}", summary.format));
        }
    }
    let named = |name: &str| CAPTURES.iter().any(|(known, ..)| *known == name);
    for folder in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap()) {
        let group = folder.file_name().into_string().unwrap();
        if !group.starts_with(|first: char| first.is_ascii_digit()) {
            continue;
        }
        for file in fs::read_dir(folder.path()).unwrap() {
            let name = format!("{group}/{}", file.unwrap().file_name().into_string().unwrap());
            if !name.ends_with("SOURCE.txt") && !named(&name) {
                problems.push(format!("{name}: nothing is known of it"));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Each session behind the proxy was kept twice.
#[test]
fn flows_and_archives_of_one_session_give_the_same_findings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/captures/real");
    if !folder.exists() || "mitm".parse::<Format>().is_err() {
        eprintln!("skipped: there are no flows at {}, or no reader of them", folder.display());
        return;
    }
    let mut pairs = 0;
    for archive in files(&folder).into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "har")) {
        let flows = archive.with_extension("mitm");
        pairs += 1;
        let [archive, flows] = [archive, flows].map(|path| {
            let (summary, findings) = lint("session", &fs::read(&path).unwrap()).unwrap();
            (path, said(&findings), summary.messages, summary.by_carrier, summary.missing_bodies > 0)
        });
        let (path, archive) = (archive.0, (archive.1, archive.2, archive.3, archive.4));
        assert_eq!(archive, (flows.1, flows.2, flows.3, flows.4), "{}", path.display());
    }
    assert!(pairs > 5, "only {pairs} sessions were compared");
}

/// At most about `most` numbers up to `length`, closer at both ends.
fn sample(length: usize, most: usize) -> Vec<usize> {
    let step = (length / most).max(1);
    (0..=length).filter(|index| index % step == 0 || *index < 12 || length - index < 12).collect()
}

#[test]
fn where_a_stream_is_split_changes_nothing() {
    for row in table() {
        eprintln!("{}", row.file);
        let bytes = fixture(&row.file);
        sample(bytes.len(), 30).into_iter().for_each(|at| readers::split(&bytes, at, None));
    }
}

#[test]
fn what_is_cut_anywhere_is_counted() {
    for row in table().into_iter().filter(|row| row.format != "refused") {
        eprintln!("{}", row.file);
        let bytes = fixture(&row.file);
        let Ok(whole) = readers::items(Input::Stream(&mut &*bytes), None) else { continue };
        // An archive is put into the order of time; all others begin with what the whole begins with.
        let begins_alike = ["jsonl", "log"].contains(&row.format.as_str()) && !row.file.ends_with(".json");
        for at in sample(bytes.len(), 100) {
            let Some(cut) = readers::cut(&bytes, at, None).filter(|_| begins_alike) else { continue };
            let kept = cut.records.iter().zip(&whole.records).take_while(|(one, other)| one == other).count();
            assert!(cut.records.len() <= kept + 1, "{at}: records of the first bytes that are none of the whole");
        }
    }
}

#[test]
fn a_small_sample_may_be_split_and_end_at_every_byte() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/regressions");
    for name in ["har", "interactions", "jsonl", "log", "mitm", "sse"] {
        let Ok(format) = name.parse() else { continue };
        for path in fs::read_dir(root.join(name)).unwrap().map(|entry| entry.unwrap().path()) {
            eprintln!("{}", path.display());
            let bytes = fs::read(path).unwrap();
            for (at, format) in (0..=bytes.len()).flat_map(|at| [(at, None), (at, Some(format))]) {
                readers::split(&bytes, at, format);
                readers::cut(&bytes, at, format);
            }
        }
    }
}

#[test]
fn a_message_in_a_line_of_any_log_gives_the_findings_of_the_message() {
    let linter = Linter::new();
    let plain = fixture("jsonl/python.jsonl");
    plain.split(|byte| *byte == b'\n').for_each(|message| readers::embedded(&linter, message));
}

/// Groups whose rules look at more than elicitations.
const OF_SESSIONS: [&str; 6] = ["answer", "capability", "completion", "input", "mrtr", "protocol"];

#[test]
fn skipped_lines_cost_only_what_is_said_of_sessions_and_threads_nothing() {
    let linter = Linter::new();
    for row in table().into_iter().filter(|row| row.format != "refused") {
        let bytes = fixture(&row.file);
        let run = |options: &CheckOptions| {
            let mut findings = Vec::new();
            let input = Input::File(&mut Cursor::new(&bytes));
            let summary = check(&linter, &row.file, input, options, &mut |finding| findings.push(finding)).unwrap();
            (summary, findings)
        };
        let of_elicitations = |findings: &[FindingRecord]| {
            let of_sessions = |finding: &&FindingRecord| OF_SESSIONS.contains(&finding.group.as_str());
            said(&findings.iter().filter(|finding| !of_sessions(finding)).cloned().collect::<Vec<_>>())
        };
        let (whole, expected) = run(&CheckOptions::default());
        let (fast, found) = run(&CheckOptions::default().fast(true));
        assert_eq!(of_elicitations(&found), of_elicitations(&expected), "{}", row.file);
        assert_eq!(fast.elicitations, whole.elicitations, "{}", row.file);
        assert!(fast.records >= whole.records, "{}", row.file);
        let (threads, found) = run(&CheckOptions::default().threads(2));
        assert_eq!((threads, said(&found)), (whole, said(&expected)), "{}", row.file);
    }
}
