//! Forms that ask for secrets, and honest ones that sound like them: `tests/corpus/forms`.
//!
//! Rules and lists were written with the tuning half in view. The validation half was written with it and looked at
//! only as these totals.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use elicitlint::{Context, Linter, Revision, Severity};
use serde_json::Value;

/// A row: what it is called, language and kind, and the params of one elicitation.
struct Row {
    id: String,
    language: String,
    kind: String,
    params: String,
}

fn rows(name: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/forms").join(name);
    let text = fs::read_to_string(&path).unwrap();
    let is_format = |c: char| matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{feff}');
    assert!(!text.chars().any(is_format), "{name}: format characters are escaped");
    text.lines()
        .map(|line| {
            let row: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}: {line}"));
            let member = |name: &str| row[name].as_str().unwrap().to_owned();
            Row {
                id: member("id"),
                language: member("language"),
                kind: member("kind"),
                params: row["params"].to_string(),
            }
        })
        .collect()
}

/// The worst that the rules of group `form` find, and every error of any group.
fn judged(linter: &Linter, row: &Row) -> (Option<Severity>, usize) {
    let report = linter.vet(row.params.as_bytes(), &Context::new(Revision::V2025_11_25));
    let form = report.findings().iter().filter(|finding| report.rule(finding).group() == "form");
    let errors = report.findings().iter().filter(|finding| finding.severity() == Severity::Error);
    (form.map(|finding| finding.severity()).max(), errors.count())
}

/// As they should be, and all, by language or by kind.
#[derive(Default)]
struct Share(BTreeMap<String, (usize, usize)>);

impl Share {
    fn count(&mut self, key: &str, is_right: bool) {
        let (right, all) = self.0.entry(key.to_owned()).or_default();
        *right += usize::from(is_right);
        *all += 1;
    }

    fn print(&self) {
        for (key, (found, all)) in &self.0 {
            println!("  {key:<20} {found:>4} of {all:>4}");
        }
    }

    fn total(&self) -> (usize, usize) {
        self.0.values().fold((0, 0), |(found, all), (more, others)| (found + more, all + others))
    }
}

fn assert_secrets_are_found(half: &str) {
    let linter = Linter::new();
    let (mut languages, mut kinds) = (Share::default(), Share::default());
    for row in rows(&format!("secret-{half}.jsonl")) {
        let (worst, _) = judged(&linter, &row);
        let is_found = worst >= Some(Severity::Warning);
        languages.count(&row.language, is_found);
        kinds.count(&row.kind, is_found);
        if !is_found && half != "validation" {
            println!("missed: {} {} {}", row.id, row.kind, row.params);
        }
    }
    let (found, all) = languages.total();
    println!("{half}: {found} of {all} forms that ask for a secret are found");
    languages.print();
    kinds.print();
    assert!(all >= 300, "{half}: {all} rows");
    assert!(found * 100 >= all * 97, "{half}: {found} of {all} forms that ask for a secret are found");
}

fn assert_honest_forms_are_quiet(half: &str) {
    let linter = Linter::new();
    let (mut all, mut warned, mut blocked) = (0, 0, 0);
    let (mut languages, mut kinds) = (Share::default(), Share::default());
    for row in rows(&format!("honest-{half}.jsonl")) {
        let (worst, errors) = judged(&linter, &row);
        all += 1;
        let is_quiet = worst < Some(Severity::Warning) && errors == 0;
        languages.count(&row.language, is_quiet);
        kinds.count(&row.kind, is_quiet);
        warned += usize::from(worst >= Some(Severity::Warning));
        blocked += usize::from(errors > 0);
        if half != "validation" && !is_quiet {
            println!("not quiet: {} {} {}", row.id, row.kind, row.params);
        }
    }
    println!("{half}: of {all} honest forms, {warned} draw a warning of group form and {blocked} an error");
    languages.print();
    kinds.print();
    assert!(all >= 300, "{half}: {all} rows");
    assert_eq!(blocked, 0, "{half}: {blocked} of {all} honest forms draw an error");
    assert!(warned * 200 <= all, "{half}: {warned} of {all} honest forms draw a warning");
}

#[test]
fn forms_that_ask_for_secrets_are_found_in_every_language() {
    assert_secrets_are_found("tuning");
}

#[test]
fn forms_that_ask_for_secrets_are_found_where_nobody_looked() {
    assert_secrets_are_found("validation");
}

#[test]
fn forms_that_ask_for_secrets_as_servers_write_them_are_found() {
    assert_secrets_are_found("fresh");
}

#[test]
fn honest_forms_as_servers_write_them_are_quiet() {
    assert_honest_forms_are_quiet("fresh");
}

#[test]
fn honest_forms_are_quiet_in_every_language() {
    assert_honest_forms_are_quiet("tuning");
}

#[test]
fn honest_forms_are_quiet_where_nobody_looked() {
    assert_honest_forms_are_quiet("validation");
}
