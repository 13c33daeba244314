//! What `vet`, `hook` and `serve` answer follows the schemas that are published for it.

use std::io::Write as _;
use std::path::Path;

use elicitlint::{Example, Linter};
use serde_json::{Value, json};

use crate::cli::{Directory, text};
use crate::schema::{check_all, published};

fn answers(directory: &Directory, arguments: &[&str], input: &str) -> Vec<Value> {
    let mut child = directory.command(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What the table of command lines gives to a command that answers it.
fn cases(command: &str) -> Vec<String> {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/programs.toml");
    let table: toml::Value = toml::from_str(&std::fs::read_to_string(table).unwrap()).unwrap();
    let cases = table["case"].as_array().unwrap().iter();
    let cases =
        cases.filter(|case| case["args"][0].as_str() == Some(command) && case["status"].as_integer() == Some(0));
    cases.map(|case| case["stdin"].as_str().unwrap().to_owned()).collect()
}

fn examples() -> Vec<Example> {
    let linter = Linter::new();
    linter.rules().flat_map(|(contract, _)| contract.prose().unwrap().examples).collect()
}

/// An example as requests: its params, its message, or what a session sees of its recording.
fn requests(number: usize, example: &Example) -> Vec<Value> {
    let mut around = json!({"id": number});
    if let Some(revision) = &example.revision {
        around["revision"] = json!(revision);
    }
    if let Some(server) = &example.server {
        around["server"] = json!(server);
    }
    let with = |more: Value| {
        let mut request = around.clone();
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let session = format!("s{number}");
    let observed =
        |message: &str, side| json!({"method": "observe", "session": session, "side": side, "message": message});
    let recorded = example.recording.iter().flat_map(|recording| recording.lines());
    let recorded = recorded.filter_map(|line| serde_json::from_str::<Value>(line).ok()).map(|record| {
        // As our own recorder writes them; a message by itself is taken for one of the server.
        let message = record.get("msg").unwrap_or(&record);
        let side = if record["dir"] == "c2s" { "client" } else { "server" };
        observed(&message.to_string(), side)
    });
    let params = example.json.iter().flat_map(|json| {
        [json!({"method": "vet", "elicitation": json.trim()}), json!({"method": "consent", "elicitation": json.trim()})]
    });
    let message = example.message.iter().flat_map(|message| {
        [json!({"method": "vet_message", "message": message.trim()}), observed(message.trim(), "server")]
    });
    let finish = [json!({"method": "finish", "session": session})];
    params.chain(message).chain(recorded).chain(finish).map(with).collect()
}

#[test]
fn answers_of_serve_follow_their_schema() {
    let mut input = String::new();
    let mut count = 0;
    for (number, example) in examples().iter().enumerate() {
        for request in requests(number, example) {
            input.push_str(&format!("{request}\n"));
            count += 1;
        }
    }
    for case in cases("serve") {
        input.push_str(&case);
        count += case.lines().filter(|line| !line.trim().is_empty()).count();
    }
    for wrong in
        ["nonsense", "[]", "{}", r#"{"id":1,"method":"vte"}"#, r#"{"id":[],"method":"vet"}"#, r#"{"a":1,"a":2}"#]
    {
        input.push_str(&format!("{wrong}\n"));
        count += 1;
    }
    let answers = answers(&Directory::new("serve-schema"), &["serve"], &input);
    assert_eq!(answers.len(), count);
    check_all(&answers, &published("serve"));
    for (member, least) in
        [("findings", 500), ("consent", 300), ("elicitations", 100), ("refused", 20), ("ended", 1), ("error", 6)]
    {
        let having = answers.iter().filter(|answer| answer.get(member).is_some()).count();
        assert!(having >= least, "only {having} answers have {member}");
    }
}

#[test]
fn answers_of_a_hook_follow_their_schema() {
    let directory = Directory::new("hook-schema");
    let mut requests = cases("hook");
    // Some of the rules: a program for each request is slow, and `serve` tells findings in the same way.
    let linter = Linter::new();
    for (contract, _) in linter.rules().step_by(6) {
        let examples = contract.prose().unwrap().examples;
        let params = examples.iter().find(|example| example.fires).and_then(|example| example.json.as_deref());
        requests.extend(params.map(|params| json!({"elicitation": params.trim()}).to_string()));
    }
    let given: Vec<_> = requests.iter().flat_map(|request| answers(&directory, &["hook"], request)).collect();
    assert_eq!(given.len(), requests.len(), "each is answered");
    check_all(&given, &published("hook"));
    let actions = |action: &str| given.iter().filter(|answer| answer["action"] == action).count();
    assert!(actions("ask") > 2 && actions("decline") > 5);
    assert!(given.contains(&json!({})), "the event that may pass");
    for failure in ["", "{", "[]", r#"{"url":1}"#] {
        assert!(answers(&directory, &["hook"], failure).is_empty(), "a failure has no answer");
    }
}

#[test]
fn lines_of_vet_follow_their_schema() {
    let of = |example: &Example| {
        serde_json::from_str::<Value>(example.json.as_deref()?).ok()?["url"].as_str().map(str::to_owned)
    };
    let urls: Vec<_> = examples().iter().filter_map(of).filter(|url| !url.contains('\0')).collect();
    let arguments: Vec<_> =
        ["vet", "--format", "json", "--"].into_iter().chain(urls.iter().map(String::as_str)).collect();
    let lines = answers(&Directory::new("vet-schema"), &arguments, "");
    assert_eq!(lines.len(), urls.len());
    check_all(&lines, &published("vet"));
}
