//! Adversarial cases: `tests/cases/<rule>/{fires,quiet,gap}`.
//!
//! `params.txt` is a table: `# name` before each case, one line of params a case, and directives (`@revision`,
//! `@carrier`, `@capabilities`, `@server`, `@policy`, `@profile`) that hold until they change. A `.jsonl` file is a recording. A
//! gap is a case that the rule should find and does not: when it does, the case moves to `fires`.

use std::fs;
use std::path::{Path, PathBuf};

use elicitlint::Linter;

use crate::harness::{Around, Fired, rules};

/// What a folder promises of its cases.
#[derive(Clone, Copy, PartialEq)]
enum Promise {
    Fires,
    Quiet,
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn directive(around: &mut Around, line: &str) {
    let (name, value) = line.split_once(' ').unwrap_or_else(|| panic!("a directive has a value: {line}"));
    let value = value.trim();
    match name {
        "@revision" => around.revision = (value != "unknown").then(|| value.parse().unwrap()),
        "@carrier" => around.carrier = Some(value.to_owned()),
        "@capabilities" => around.capabilities = (value != "unknown").then(|| value.to_owned()),
        "@server" => around.server = (value != "unknown").then(|| value.to_owned()),
        "@policy" => around.policy = (value != "none").then(|| value.to_owned()),
        "@profile" => around.profile = value.parse().unwrap(),
        _ => panic!("no such directive: {line}"),
    }
}

/// Runs the cases of a file; `judge` says what is wrong with one.
fn run(path: &Path, judge: &dyn Fn(&[Fired]) -> Option<String>, problems: &mut Vec<String>) -> usize {
    let bytes = fs::read(path).unwrap();
    let mut note = |name: &str, fired: &[Fired]| {
        if let Some(problem) = judge(fired) {
            problems.push(format!("{} ({name}): {problem}", path.display()));
        }
    };
    if path.extension().is_some_and(|extension| extension == "jsonl") {
        note("recording", &Around::default().recording(&bytes));
        return 1;
    }
    let (mut around, mut name, mut count) = (Around::default(), "", 0);
    let text = std::str::from_utf8(&bytes).unwrap();
    assert!(text.is_ascii(), "{}: cases are ASCII", path.display());
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match line.as_bytes() {
            [b'#', ..] => name = line.trim_start_matches(['#', ' ']),
            [b'@', ..] => directive(&mut around, line),
            params => {
                note(name, &around.params(params));
                count += 1;
            }
        }
    }
    count
}

fn run_folder(folder: &str, promise: Promise) -> (usize, Vec<String>) {
    let (mut count, mut problems) = (0, Vec::new());
    for rule in entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")) {
        let id = rule.file_name().unwrap().to_str().unwrap();
        let judge = |fired: &[Fired]| {
            let found = fired.iter().any(|fired| fired.rule == id);
            (found != (promise == Promise::Fires)).then(|| format!("{:?}", rules(fired)))
        };
        for file in entries(&rule.join(folder)) {
            count += run(&file, &judge, &mut problems);
        }
    }
    (count, problems)
}

fn assert_folder(folder: &str, promise: Promise) {
    let (count, problems) = run_folder(folder, promise);
    assert!(problems.is_empty(), "{} of {count} cases:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn every_case_that_should_fire_fires() {
    assert_folder("fires", Promise::Fires);
}

#[test]
fn every_case_that_should_be_quiet_is_quiet() {
    assert_folder("quiet", Promise::Quiet);
}

#[test]
fn a_known_gap_that_is_closed_moves_to_fires() {
    assert_folder("gap", Promise::Quiet);
}

#[test]
fn every_folder_of_cases_belongs_to_a_rule_and_every_rule_has_cases() {
    let linter = Linter::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let ids: Vec<_> = linter.rules().map(|(contract, _)| contract.id().to_owned()).collect();
    for folder in entries(&root) {
        assert!(ids.contains(&folder.file_name().unwrap().to_str().unwrap().to_owned()), "{}", folder.display());
    }
    for id in ids {
        for folder in ["fires", "quiet"] {
            assert!(!entries(&root.join(&id).join(folder)).is_empty(), "{id} has no cases in {folder}");
        }
    }
}
