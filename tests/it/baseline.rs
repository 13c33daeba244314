//! A baseline accepts what is there, in every later recording of it, and nothing else.

use std::fs;

use serde_json::Value;

use crate::cli::{Directory, text};

const FILE: &str = "elicitlint-baseline.json";

fn created(name: &str) -> Directory {
    let directory = Directory::new(name);
    let output = directory.run(&["baseline", "create", "session.jsonl"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), String::new()));
    assert_eq!(text(&output.stderr), format!("{FILE} holds 4 findings.\n"));
    directory
}

/// A recording of two messages with a fault each, and the same made later: other ids, another order, more around it.
const RECORDED: &str = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"url","message":"Sign in","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"http://login.example.com/start?state=abc"}}
{"jsonrpc":"2.0","id":2,"method":"elicitation/create","params":{"message":"Key, please","requestedSchema":{"type":"object","properties":{"api_key":{"type":"string"}}}}}
"#;
const LATER: &str = r#"{"jsonrpc":"2.0","id":70,"method":"ping"}

{"jsonrpc":"2.0","id":"a-9","method":"elicitation/create","params":{"requestedSchema":{"properties":{"name":{"type":"string"},"api_key":{"type":"string"}},"type":"object"},"message":"Your key, please"}}
{"jsonrpc":"2.0","id":"a-8","method":"elicitation/create","params":{"url":"http://login.example.com/begin?state=other","elicitationId":"77aa4e10-91d3-4c0f-8a5e-6b1d2c3e4f50","message":"Sign in again","mode":"url"}}
"#;

#[test]
fn the_file_has_an_entry_a_line_sorted_by_rule() {
    let directory = created("baseline-file");
    let written = fs::read_to_string(directory.0.join(FILE)).unwrap();
    let document: Value = serde_json::from_str(&written).unwrap();
    let entries = document["findings"].as_array().unwrap();
    let rules: Vec<_> = entries.iter().map(|entry| entry["rule"].as_str().unwrap()).collect();
    assert_eq!(rules, ["answer-action-unknown", "form-secret-field", "url-metadata-endpoint", "url-plain-http"]);
    assert!(entries.iter().all(|entry| entry["count"] == 1 && entry["fingerprint"].as_str().unwrap().len() == 32));
    assert_eq!(written.lines().count(), entries.len() + 4);
    assert!(written.lines().filter(|line| line.starts_with("{\"rule\"")).count() == entries.len());
}

#[test]
fn what_is_in_the_baseline_is_suppressed_and_counted() {
    let directory = created("baseline-check");
    let output = directory.run(&["session.jsonl", "--baseline", FILE]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), String::new()));
    assert_eq!(text(&output.stderr), "Nothing found in 1 input, 10 messages, 3 elicitations. 4 suppressed.\n");
    let sarif = text(&directory.run(&["session.jsonl", "--baseline", FILE, "--format", "sarif"]).stdout);
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 4);
    for result in results {
        assert_eq!(result["baselineState"], "unchanged");
        assert_eq!(result["suppressions"][0]["justification"], "in the baseline");
    }
}

#[test]
fn a_baseline_survives_a_new_recording() {
    let directory = Directory::new("baseline-later");
    directory.write("a.jsonl", RECORDED);
    directory.write("b.jsonl", LATER);
    assert_eq!(directory.run(&["baseline", "create", "a.jsonl"]).status.code(), Some(0));
    let output = directory.run(&["b.jsonl", "--baseline", FILE, "--fail-on", "info"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), String::new()), "{}", text(&output.stderr));
    assert!(!text(&output.stderr).contains("not there any longer"));
}

#[test]
fn one_more_than_the_baseline_has_is_reported() {
    let directory = Directory::new("baseline-count");
    directory.write("a.jsonl", RECORDED);
    directory.write("b.jsonl", [RECORDED, LATER].concat());
    assert_eq!(directory.run(&["baseline", "create", "a.jsonl"]).status.code(), Some(0));
    let output = directory.run(&["b.jsonl", "--baseline", FILE]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout).lines().count(), 2);
    let output = directory.run(&["b.jsonl", "--baseline", FILE, "--format", "sarif"]);
    assert_eq!(text(&output.stdout).matches("\"baselineState\":\"new\"").count(), 2);
}

#[test]
fn stale_entries_are_told_pruned_and_not_added_to() {
    let directory = created("baseline-stale");
    let other = RECORDED.replace("api_key", "password").replace("\"id\":2", "\"id\":3");
    directory.write("a.jsonl", [RECORDED, other.lines().last().unwrap()].concat());
    let output = directory.run(&["a.jsonl", "--baseline", FILE]);
    let told =
        "warning: baseline elicitlint-baseline.json: 2 findings not there any longer: `elicitlint baseline prune`";
    assert!(text(&output.stderr).contains(told), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stdout).lines().count(),
        1,
        "the domain and one field are in the file, the other field is not"
    );

    let output = directory.run(&["baseline", "prune", "a.jsonl"]);
    assert_eq!(text(&output.stderr), format!("{FILE} holds 2 findings: 0 added, 2 taken out.\n"));
    let output = directory.run(&["baseline", "update", "a.jsonl"]);
    assert_eq!(text(&output.stderr), format!("{FILE} holds 3 findings: 1 added, 0 taken out.\n"));
    assert_eq!(directory.run(&["a.jsonl", "--baseline", FILE]).status.code(), Some(0));
}

#[test]
fn bytes_that_were_not_judged_are_in_no_baseline() {
    let directory = Directory::new("baseline-broken");
    directory
        .write("a.jsonl", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n{\"method\":\"elicitation/create\",\n");
    assert_eq!(directory.run(&["baseline", "create", "a.jsonl"]).status.code(), Some(0));
    let output = directory.run(&["a.jsonl", "--baseline", FILE]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("input-malformed"));
}
