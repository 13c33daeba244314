//! Sessions of official clients with official servers through the gate: `client.*` runs a script, `server.*` asks.
//!
//! client <-> tee <-> gate <-> tee <-> server, so that what the gate did is the difference between two recordings.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::processes::Sdk::{Node, Python};
use crate::processes::{NO_GATE, NO_PACKAGES, Ran, Sdk, check, folder, gate, run, say, script, skip};

/// A session that ran.
struct Session {
    ran: Ran,
    folder: PathBuf,
}

impl Session {
    /// Runs a script of the client with the server, through the gate or without it.
    fn run(name: &str, parties: &Parties, client_script: &str, through_the_gate: bool) -> Self {
        let folder = folder(&format!("{name}-{}", if through_the_gate { "gated" } else { "direct" }));
        let tee = |file: &str| ["python3".to_owned(), script("tee.py"), folder.join(file).to_str().unwrap().to_owned()];
        let Parties { client: [interpreter, client], server, gate } = parties;
        let mut command = Command::new(interpreter);
        command.args([client, client_script]).args(tee("outside"));
        if through_the_gate {
            command.args([gate, "--server-name", "desk", "--"]).args(tee("inside"));
        }
        let ran = run(&folder, command.args(server), Some(b""));
        assert!(ran.status.success(), "{name}: {}", ran.stderr);
        Self { ran, folder }
    }

    /// What the client printed: what it did, what it showed to the person, what came of it.
    fn steps(&self) -> Vec<Value> {
        self.ran.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// What a tee kept: `outside` or `inside` the gate, `c2s` or `s2c`.
    fn bytes(&self, tee: &str) -> String {
        fs::read_to_string(self.folder.join(tee)).unwrap()
    }

    /// The messages that passed a tee.
    fn recording(&self, tee: &str) -> PathBuf {
        self.folder.join(tee).with_extension("jsonl")
    }
}

/// The commands of a session.
struct Parties {
    client: [String; 2],
    server: [String; 2],
    gate: String,
}

/// None, and a message, where one of them is missing.
fn parties(what: &str, client: Sdk, server: Sdk) -> Option<Parties> {
    match (client.program("client"), server.program("server"), gate()) {
        (Some(client), Some(server), Some(gate)) => return Some(Parties { client, server, gate }),
        (.., None) => skip(what, NO_GATE),
        _ => skip(what, NO_PACKAGES),
    }
    None
}

/// What came of one step of a script, and how many elicitations were shown in it.
type Step = (&'static str, usize, Value);

/// A script of honest exchanges gives the same results with the gate as without it, and not a byte differs on either
/// side of it. Then, in the same session, what is hostile is refused, and the last step is an honest form.
fn passes_what_is_honest_and_refuses_what_is_hostile(client: Sdk, server: Sdk, scripts: [&str; 2], hostile: &[Step]) {
    let name = format!("{}-{client:?}-{server:?}", scripts[0]);
    let Some(parties) = parties(&name, client, server) else { return };
    let direct = Session::run(&name, &parties, scripts[0], false);
    let gated = Session::run(&name, &parties, &scripts.join(","), true);

    let steps = direct.ran.lines();
    assert_eq!(gated.ran.lines().get(..steps.len()), Some(steps.as_slice()), "{name}");
    for side in ["c2s", "s2c"] {
        for tee in ["inside", "outside"] {
            let (passed, said) = (gated.bytes(&format!("{tee}.{side}")), direct.bytes(&format!("outside.{side}")));
            assert!(passed.starts_with(&said), "{name}: {tee}.{side} differs");
        }
    }
    let said = check(&[direct.recording("outside")]);
    assert_eq!((&said["summary"]["errors"], &said["summary"]["warnings"]), (&json!(0), &json!(0)), "{name}: {said}");

    refuses(&name, &gated, &gated.steps()[steps.len()..], hostile);
    let [messages, asked] = ["messages", "elicitations"].map(|count| &said["inputs"][0][count]);
    let refused = hostile.len();
    say(&format!("{name}: {messages} messages, {asked} elicitations, same bytes; {refused} hostile steps refused"));
}

fn refuses(name: &str, gated: &Session, steps: &[Value], hostile: &[Step]) {
    let (last, steps) = steps.split_last().unwrap();
    assert_eq!(steps.len(), hostile.len(), "{name}");
    for (step, (did, shown, result)) in steps.iter().zip(hostile) {
        assert_eq!((&step["did"], shown_in(step)), (&json!(did), *shown), "{name}: {step}");
        assert_eq!(&outcome(&step["result"]), result, "{name}: {step}");
    }
    assert_eq!((&last["did"], shown_in(last)), (&json!("ask form"), 1), "{name}: {last}");
    assert!(outcome(&last["result"]).as_str().unwrap().starts_with("form: accept"), "{name}: {last}");
    assert!(gated.bytes("inside.s2c").contains("hostile"), "{name}: the server did not ask");
    assert!(!gated.bytes("outside.s2c").contains("hostile"), "{name}: it reached the client");
    for rule in RULES {
        assert!(gated.ran.stderr.contains(&format!(" error {rule} at /")), "{name}: {rule}: {}", gated.ran.stderr);
    }
    let warned = gated.ran.stderr.lines().filter(|line| line.starts_with("client_gate: ")).count();
    assert!(warned >= hostile.len(), "{name}: {}", gated.ran.stderr);
}

/// What the gate gives as its reasons.
const RULES: [&str; 6] = [
    "form-secret-field",
    "idn-invalid",
    "idn-mixed-script",
    "text-link-mismatch",
    "url-metadata-endpoint",
    "url-scheme-dangerous",
];

fn shown_in(step: &Value) -> usize {
    step["shown"].as_array().unwrap().len()
}

/// The text of a result, or the code of an error, whose message must say that it was refused and carry no more.
fn outcome(result: &Value) -> Value {
    if let Some(text) = result[0].as_str() {
        return json!(text);
    }
    assert!(result["message"].as_str().unwrap().contains("refused: "), "{result}");
    assert!(result["data"].is_null(), "{result}");
    result["code"].clone()
}

/// Each link is asked for in a request, then in an error -32042; the server hears "decline", the client an error.
fn refused_requests() -> Vec<Step> {
    vec![
        ("ask javascript", 0, json!("javascript: decline null")),
        ("require javascript", 0, json!(-32603)),
        ("ask metadata", 0, json!("metadata: decline null")),
        ("require metadata", 0, json!(-32603)),
        ("ask look-alike", 0, json!("look-alike: decline null")),
        ("require look-alike", 0, json!(-32603)),
        ("ask mixed-script", 0, json!("mixed-script: decline null")),
        ("require mixed-script", 0, json!(-32603)),
        ("ask mislabelled", 0, json!("mislabelled: decline null")),
        ("require mislabelled", 0, json!(-32603)),
        ("ask password", 0, json!("password: decline null")),
    ]
}

#[test]
fn a_node_client_with_a_node_server() {
    passes_what_is_honest_and_refuses_what_is_hostile(Node, Node, ["honest", "hostile"], &refused_requests());
}

#[test]
fn a_node_client_with_a_python_server() {
    passes_what_is_honest_and_refuses_what_is_hostile(Node, Python, ["honest", "hostile"], &refused_requests());
}

#[test]
fn a_python_client_with_a_node_server() {
    passes_what_is_honest_and_refuses_what_is_hostile(Python, Node, ["honest", "hostile"], &refused_requests());
}

/// The rounds of 2026-07-28: what is refused is a result, and the client gets an error in its place.
#[test]
fn a_python_client_with_a_python_server_in_rounds() {
    let mut refused: Vec<Step> =
        ["ask javascript", "ask metadata", "ask look-alike", "ask mixed-script", "ask mislabelled", "ask password"]
            .map(|did| (did, 0, json!(-32603)))
            .into();
    // An honest form in the first round, and a script in the second.
    refused.push(("ask form javascript", 1, json!(-32603)));
    let scripts = ["honest_rounds", "hostile_rounds"];
    passes_what_is_honest_and_refuses_what_is_hostile(Python, Python, scripts, &refused);
}

/// The clients of both SDKs refuse an undeclared mode themselves; the gate does so before them.
#[test]
fn an_undeclared_mode_is_refused_with_invalid_params() {
    for (client_script, results) in [
        ("forms_only", [json!("link: error -32602"), json!(-32602)].as_slice()),
        ("nothing_declared", &[json!("link: error -32602"), json!("form: error -32602")]),
    ] {
        let Some(parties) = parties(client_script, Node, Node) else { return };
        let gated = Session::run(client_script, &parties, client_script, true);
        let refused: Vec<_> = gated.steps().into_iter().filter(|step| step["shown"] == json!([])).collect();
        let refused: Vec<_> = refused.iter().map(|step| outcome(&step["result"])).collect();
        assert_eq!(refused, results, "{client_script}");
        assert!(!gated.bytes("outside.s2c").contains("https:"), "{client_script}: a link reached the client");
        say(&format!("{client_script}: {} elicitations refused with -32602", refused.len()));
    }
}

/// A server that asks as 2026-07-28 forbids it: both faults are found in the recording, and the client, which would
/// fail over what it cannot read, gets an error instead.
#[test]
fn broken_rounds_are_found_and_refused() {
    let what = "broken_rounds";
    let Some(parties) = parties(what, Python, Python) else { return };
    let parties = Parties { server: ["python3".to_owned(), script("broken.py")], ..parties };
    let gated = Session::run(what, &parties, what, true);
    assert_eq!(gated.ran.lines(), ["refused MCPError"; 2], "{}", gated.ran.stderr);
    let said = check(&[gated.recording("inside")]);
    let found: Vec<_> = said["findings"].as_array().unwrap().iter().map(|finding| &finding["rule"]).collect();
    assert_eq!(found, ["mrtr-method-unsupported", "mrtr-result-type-missing"], "{said}");
    say(&format!("{what}: both faults found, both results refused"));
}
