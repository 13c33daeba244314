//! The elicitation scenarios of the conformance suite, recorded by a proxy and checked.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::json;

use crate::processes::Sdk::{Node, Python};
use crate::processes::{NO_PACKAGES, check, folder, run, say, script, skip};

#[test]
fn recordings_of_the_conformance_suite_are_clean() {
    if Node.interpreter().is_none() || Python.interpreter().is_none() {
        return skip("conformance suite", NO_PACKAGES);
    }
    let folder = folder("conformance");
    let recordings = folder.join("recordings");
    let ran = run(&folder, Command::new("bash").arg(script("conformance")).arg(&recordings), Some(b""));
    assert!(ran.status.success(), "{}\n{}", ran.lines().join("\n"), ran.stderr);
    let mut recordings: Vec<PathBuf> = fs::read_dir(recordings).unwrap().map(|entry| entry.unwrap().path()).collect();
    recordings.sort();
    let said = check(&recordings);
    assert_eq!((&said["summary"]["errors"], &said["summary"]["warnings"]), (&json!(0), &json!(0)), "{said}");
    // Three scenarios for each of two servers, and one for each of two clients.
    assert_eq!(recordings.len(), 8);
    for (recording, input) in recordings.iter().zip(said["inputs"].as_array().unwrap()) {
        assert_eq!((&input["elicitations"], &input["by_carrier"]["answers"]), (&json!(1), &json!(1)), "{input}");
        let name = recording.file_stem().unwrap().to_str().unwrap();
        say(&format!("conformance: {name}: {} messages, 1 elicitation, clean", input["messages"]));
    }
}
