//! Names made from known sites by each kind of change are found.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use elicitlint::{Context, Linter, Severity};

/// What must be found of a kind, in percent.
fn goal(kind: &str) -> usize {
    match kind {
        "addition" | "bitsquatting" | "insertion" | "omission" | "plural" | "replacement" => 85,
        _ => 95,
    }
}

#[test]
fn changed_names_of_known_sites_are_found_whatever_the_change() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/permutations.csv");
    let table = fs::read_to_string(path).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    let linter = Linter::new();
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut missed = Vec::new();
    for row in rows {
        let [domain, kind, _] = row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}: three columns") };
        let url = format!("https://{domain}/");
        let report = linter.vet_url(&url, &Context::default());
        let is_found = report
            .findings()
            .iter()
            .any(|finding| report.rule(finding).group() == "lookalike" && finding.severity() > Severity::Info);
        let (found, all) = kinds.entry(kind).or_default();
        *all += 1;
        *found += usize::from(is_found);
        if !is_found {
            missed.push(row);
        }
    }
    assert_eq!(kinds.len(), 16);
    for (kind, (found, all)) in kinds {
        assert!(found * 100 >= all * goal(kind), "{kind}: {found} of {all}; missed of all kinds: {missed:?}");
    }
}
