//! Every row of the requirements that a message or a session shows has a rule, a session that the rule finds, and one in
//! which it is quiet; or there is none, and the table says why.
//!
//! `tests/corpus/requirements.tsv` is the table. `tests/corpus/requirements/*.jsonl` hold the sessions: the lines before
//! the first `# ` begin each session of a file; a line `# row fires|quiet rule` begins a session.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use elicitlint::{CheckOptions, FindingRecord, Limits, Linter, Severity};

use crate::script::lint_with;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// The rows with their rules; none where the table says why.
fn table() -> BTreeMap<String, Vec<String>> {
    let table = fs::read_to_string(corpus().join("requirements.tsv")).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|line| {
        let (row, rules) = line.split_once('\t').unwrap();
        let reason = rules.strip_prefix("none: ");
        assert!(reason.is_none_or(|reason| reason.len() > 20), "{row}: why is there no rule?");
        let rules = if reason.is_some() { "" } else { rules };
        (row.to_owned(), rules.split_whitespace().map(str::to_owned).collect())
    })
    .collect()
}

struct Session {
    row: String,
    fires: bool,
    rule: String,
    recording: String,
}

fn sessions() -> Vec<Session> {
    let mut files: Vec<_> =
        fs::read_dir(corpus().join("requirements")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut sessions = Vec::<Session>::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.is_ascii(), "{}", file.display());
        let (mut begin, mut first) = (String::new(), true);
        for line in text.lines() {
            if let Some(title) = line.strip_prefix("# ") {
                let [row, kind, rule] = title.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
                assert!(matches!(kind, "fires" | "quiet"), "{line}");
                let (row, rule, recording) = (row.to_owned(), rule.to_owned(), begin.clone());
                sessions.push(Session { row, fires: kind == "fires", rule, recording });
                first = false;
                continue;
            }
            let text = if first { &mut begin } else { &mut sessions.last_mut().unwrap().recording };
            text.push_str(line);
            text.push('\n');
        }
    }
    sessions
}

fn problem(session: &Session, findings: &[FindingRecord]) -> Option<String> {
    let found: Vec<_> = findings.iter().map(|finding| format!("{}:{}", finding.rule, finding.line)).collect();
    let fires = findings.iter().any(|finding| finding.rule == session.rule);
    let is_loud = findings.iter().any(|finding| finding.severity > Severity::Info);
    let holds = if session.fires { fires } else { !fires && !is_loud };
    (!holds).then(|| {
        format!("{} {} {}: {found:?}", session.row, if session.fires { "fires" } else { "quiet" }, session.rule)
    })
}

fn known_rules() -> BTreeSet<String> {
    Linter::new().rules().map(|(contract, _)| contract.id().to_owned()).collect()
}

#[test]
fn every_session_of_a_row_is_found_or_quiet_as_it_says() {
    let mut problems = Vec::new();
    for session in &sessions() {
        let (_, findings) = lint_with(Limits::default(), &CheckOptions::default(), session.recording.as_bytes());
        problems.extend(problem(session, &findings));
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn every_row_has_a_rule_with_a_firing_and_a_quiet_session_or_a_reason() {
    let (table, sessions, known) = (table(), sessions(), known_rules());
    for (row, rules) in &table {
        for rule in rules {
            assert!(known.contains(rule), "{row}: there is no rule {rule}");
        }
        let has = |fires| sessions.iter().any(|session| session.row == *row && session.fires == fires);
        // A row that only says what is lawful has nothing to find.
        let only_lawful = row == "F3";
        assert!(rules.is_empty() || ((has(true) || only_lawful) && has(false)), "{row} lacks a session");
    }
    for session in &sessions {
        let rules = table.get(&session.row).unwrap_or_else(|| panic!("{} is no row", session.row));
        assert!(rules.contains(&session.rule), "{}: {} is not in the table", session.row, session.rule);
    }
}

/// The requirements themselves, where they are at hand beside the project.
#[test]
fn no_row_of_the_requirements_is_left_out() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/requirements.md");
    let Ok(requirements) = fs::read_to_string(&path) else {
        return eprintln!("skipped: there are no requirements at {}", path.display());
    };
    let table = table();
    let mut count = 0;
    for line in requirements.lines().take_while(|line| !line.starts_with("## 2.")) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let row = cells[0];
        let is_row = row.len() > 1
            && row.starts_with(|c: char| c.is_ascii_uppercase())
            && row[1..].bytes().all(|b| b.is_ascii_digit());
        // The class stands before the rule, in the last column but one.
        let Some(class) = cells.len().checked_sub(2).and_then(|index| cells.get(index)).filter(|_| is_row) else {
            continue;
        };
        let shows = class.split(|c: char| !c.is_ascii_alphabetic()).any(|word| matches!(word, "a" | "b"));
        if shows {
            count += 1;
            assert!(table.contains_key(row), "{row} ({class}) is not in the table");
        }
    }
    assert!(count > 60, "{count} rows");
}
