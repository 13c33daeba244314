//! SARIF is valid against the official schema.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Recordings of many kinds: the example, an empty one, and every recording among the cases.
fn recordings() -> Vec<PathBuf> {
    let mut found = vec![root().join("examples/session.jsonl"), PathBuf::from("/dev/null")];
    for rule in fs::read_dir(root().join("tests/cases")).unwrap() {
        let fires = rule.unwrap().path().join("fires");
        let files = fs::read_dir(fires).into_iter().flatten().map(|file| file.unwrap().path());
        found.extend(files.filter(|file| file.extension().is_some_and(|extension| extension == "jsonl")));
    }
    found.sort();
    found
}

#[test]
fn sarif_is_valid_against_the_official_schema() {
    let schema = fs::read_to_string(root().join("tests/data/sarif-schema-2.1.0.json")).unwrap();
    // The pattern of a language has a bracket too many, which only some engines read as itself.
    let schema = schema.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}\\\\]?$");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let recordings = recordings();
    assert!(recordings.len() > 40, "{} recordings", recordings.len());
    for recording in recordings {
        let output = Command::new(env!("CARGO_BIN_EXE_elicitlint"))
            .args(["check", "--no-config", "--allow-empty", "--format", "sarif"])
            .args(["--config", "allow = [{ rule = 'url', reason = 'known | `so far`' }]"])
            .arg(&recording)
            .output()
            .unwrap();
        let log: Value = serde_json::from_slice(&output.stdout).unwrap();
        let problems: Vec<_> =
            validator.iter_errors(&log).map(|problem| format!("{}: {problem}", problem.instance_path())).collect();
        assert!(problems.is_empty(), "{}:\n{}", recording.display(), problems.join("\n"));
    }
}
