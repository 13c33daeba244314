//! The command line as a user meets it: arguments and input in, streams and status out.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::schema;

pub const FORMATS: [&str; 10] =
    ["full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown", "html"];

/// A directory of its own for each test, gone at the end.
pub struct Directory(pub PathBuf);

impl Directory {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("elicitlint-cli-{}-{name}", std::process::id()));
        let _leftover = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join(".git")).unwrap();
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/session.jsonl");
        fs::copy(example, path.join("session.jsonl")).unwrap();
        Self(path)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// The program in this directory, in an environment without anything that it listens to.
    pub fn command(&self, arguments: &[impl AsRef<std::ffi::OsStr>]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_elicitlint"));
        command.args(arguments).current_dir(&self.0).env_clear().env("HOME", &self.0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &[impl AsRef<std::ffi::OsStr>]) -> Output {
        self.command(arguments).stdin(Stdio::null()).output().unwrap()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _already_gone = fs::remove_dir_all(&self.0);
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Case {
    name: String,
    args: Vec<String>,
    #[serde(default)]
    stdin: String,
    #[serde(default)]
    env: BTreeMap<String, String>,
    #[serde(default)]
    files: BTreeMap<String, String>,
    status: i32,
    /// The whole of standard output.
    stdout: Option<String>,
    /// The whole of standard error.
    stderr: Option<String>,
    /// Parts of standard output.
    #[serde(default)]
    shows: Vec<String>,
    /// Parts of standard error.
    #[serde(default)]
    tells: Vec<String>,
    /// Parts of neither.
    #[serde(default)]
    without: Vec<String>,
}

#[derive(serde::Deserialize)]
struct Table {
    case: Vec<Case>,
}

#[test]
fn every_command_line_of_the_tables_ends_as_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli");
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let table: Table = toml::from_str(&fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for case in table.case {
            count += 1;
            if let Err(problem) = case.run(count) {
                failures.push(format!("{}: {}\n{problem}", path.display(), case.name));
            }
        }
    }
    assert!(count > 40, "only {count} cases were found");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

impl Case {
    fn run(&self, number: usize) -> Result<(), String> {
        let directory = Directory::new(&format!("case-{number}"));
        for (name, content) in &self.files {
            directory.write(name, content);
        }
        let mut child = directory.command(&self.args).envs(&self.env).spawn().unwrap();
        // A program that does not read its input may have ended by now.
        let _closed = child.stdin.take().unwrap().write_all(self.stdin.as_bytes());
        let output = child.wait_with_output().unwrap();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        let both = format!("--- stdout\n{stdout}--- stderr\n{stderr}--- status {:?}", output.status.code());
        let is_whole = |expected: &Option<String>, found: &str| expected.as_ref().is_none_or(|text| text == found);
        let holds = output.status.code() == Some(self.status)
            && is_whole(&self.stdout, &stdout)
            && is_whole(&self.stderr, &stderr)
            && self.shows.iter().all(|part| stdout.contains(part))
            && self.tells.iter().all(|part| stderr.contains(part))
            && !self.without.iter().any(|part| stdout.contains(part) || stderr.contains(part));
        if holds { Ok(()) } else { Err(both) }
    }
}

#[test]
fn json_formats_follow_their_schemas() {
    let directory = Directory::new("schemas");
    let json = |arguments: &[&str]| text(&directory.run(arguments).stdout);
    let document = |text: &str| serde_json::from_str::<Value>(text).unwrap();

    let check = document(&json(&["session.jsonl", "--format", "json"]));
    assert_eq!(check["findings"].as_array().unwrap().len(), 4);
    schema::check(&check, &schema::published("check"));

    let lines = json(&["session.jsonl", "--format", "jsonl"]);
    let types: Vec<_> = lines.lines().map(|line| document(line)["type"].as_str().unwrap().to_owned()).collect();
    assert_eq!(types, ["finding", "finding", "finding", "finding", "input", "summary"]);
    lines.lines().for_each(|line| schema::check(&document(line), &schema::published("jsonl")));

    let urls = ["vet", "--format", "json", "https://example.com/", "http://10.0.0.1/", "nothing", "javascript:1"];
    let vetted = json(&urls);
    assert_eq!(vetted.lines().count(), 4);
    vetted.lines().for_each(|line| schema::check(&document(line), &schema::published("vet")));

    let rules = document(&json(&["rule", "--all", "--format", "json"]));
    assert!(rules["rules"].as_array().unwrap().len() > 30);
    schema::check(&rules, &schema::published("rules"));
}

#[test]
fn members_of_json_stand_in_the_order_of_the_contract() {
    let directory = Directory::new("order");
    let json = text(&directory.run(&["session.jsonl", "--format", "json"]).stdout);
    let members = [
        "schema_version",
        "tool",
        "findings",
        "rule",
        "group",
        "severity",
        "message",
        "help",
        "spec",
        "path",
        "line",
        "entry",
        "event",
        "pointer",
        "span",
        "span_utf16",
        "revision",
        "side",
        "carrier",
        "mode",
        "server",
        "session",
        "request_id",
        "evidence",
        "related",
        "fingerprint",
        "inputs",
        "summary",
        "errors",
        "fast",
    ];
    let mut rest = json.as_str();
    for member in members {
        let place = rest.find(&format!("\"{member}\":")).unwrap_or_else(|| panic!("{member} does not follow"));
        rest = &rest[place..];
    }
}

#[test]
fn a_sarif_region_is_the_raw_token() {
    let directory = Directory::new("sarif");
    let pretty = "{\n  \"jsonrpc\": \"2.0\", \"id\": \"\u{fc}\",\n  \"method\": \"elicitation/create\",\n  \"params\": {\n    \
                  \"message\": \"\u{1f600} hi\", \"mode\": \"url\", \"elicitationId\": \"x\", \"url\": \"http:\\/\\/a.example\\/\"\n  }\n}\n";
    directory.write("pretty.jsonl", pretty);
    let log = text(&directory.run(&["pretty.jsonl", "--format", "sarif", "--select", "url-plain-http"]).stdout);
    let log: Value = serde_json::from_str(&log).unwrap();
    let run = &log["runs"][0];
    let result = &run["results"][0];
    let region = &result["locations"][0]["physicalLocation"]["region"];
    let number = |name: &str| usize::try_from(region[name].as_u64().unwrap()).unwrap();
    let line: Vec<char> = pretty.lines().nth(number("startLine") - 1).unwrap().chars().collect();
    let token: String = line[number("startColumn") - 1..number("endColumn") - 1].iter().collect();
    assert_eq!(token, "\"http:\\/\\/a.example\\/\"");
    let rule = &run["tool"]["driver"]["rules"][usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
    assert_eq!((rule["id"].as_str(), result["ruleId"].as_str()), (Some("url-plain-http"), Some("url-plain-http")));
    assert!(rule["help"]["markdown"].as_str().unwrap().contains("https"));
    assert_eq!(result["partialFingerprints"]["elicitlint/v1"].as_str().unwrap().len(), 32);
}

#[test]
fn a_secret_of_a_url_is_in_no_format() {
    let directory = Directory::new("secret");
    let secret = "c2VjcmV0LXRva2VuLTEyMzQ1Njc4OTA";
    let line = |params: Value| {
        let message = serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params});
        format!("{message}\n")
    };
    let url = format!("http://u:{secret}@a.example/x?token={secret}&{secret}#{secret}");
    let form = serde_json::json!({"message": format!("See {url} now"), "requestedSchema": {"type": "object", "properties": {}}});
    let link = serde_json::json!({"mode": "url", "message": "Hi", "elicitationId": "x", "url": url});
    directory.write("secret.jsonl", line(link) + &line(form));
    for format in FORMATS {
        for redact in ["partial", "full"] {
            let output = directory.run(&["secret.jsonl", "--format", format, "--redact", redact]);
            assert_eq!(output.status.code(), Some(1));
            assert!(!text(&output.stdout).contains(&secret[..9]), "{format} {redact}");
        }
    }
    let whole = directory.run(&["secret.jsonl", "--format", "full", "--redact", "none"]);
    assert!(text(&whole.stdout).contains(secret));
    for format in ["full", "concise", "json"] {
        let output = directory.run(&["vet", &url, "--format", format]);
        assert!(!text(&output.stdout).contains(&secret[..9]), "vet {format}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let directory = Directory::new("pipe");
    let lines = fs::read_to_string(directory.0.join("session.jsonl")).unwrap();
    directory.write("long.jsonl", lines.repeat(3000));
    // A format whose counts stand first writes nothing before its end.
    for format in FORMATS.into_iter().filter(|format| !["junit", "markdown"].contains(format)) {
        let mut child = directory.command(&["long.jsonl", "--format", format]).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        // A format with a long beginning meets the closed pipe before anything is judged.
        assert!(matches!(output.status.code(), Some(1 | 4)), "{format}: {:?}", output.status);
        assert_eq!(text(&output.stderr), "", "{format}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_an_internal_error() {
    let directory = Directory::new("full-disk");
    let output = directory.run(&["session.jsonl", "-o", "json=/dev/full"]);
    assert_eq!(output.status.code(), Some(70));
    assert!(text(&output.stderr).contains("/dev/full cannot be written"));
    assert!(text(&output.stdout).contains("form-secret-field"), "the other report is whole");
}

#[test]
fn several_reports_are_written_in_one_run() {
    let directory = Directory::new("reports");
    let output = directory.run(&["session.jsonl", "-o", "sarif=out.sarif", "-o", "json=out.json"]);
    assert!(text(&output.stdout).starts_with("session.jsonl:4: error form-secret-field "));
    let read =
        |name: &str| serde_json::from_str::<Value>(&fs::read_to_string(directory.0.join(name)).unwrap()).unwrap();
    assert_eq!(read("out.sarif")["runs"][0]["results"].as_array().unwrap().len(), 4);
    assert_eq!(read("out.json")["summary"]["errors"], 3);
}

#[test]
fn completions_know_every_flag_that_the_help_shows() {
    let directory = Directory::new("completions");
    let mut flags = Vec::new();
    for command in ["check", "vet", "rule", "completions"] {
        let help = text(&directory.run(&[command, "--help"]).stdout);
        let words = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|word| word.len() > 3);
        flags.extend(words.filter(|word| word.starts_with("--")).map(str::to_owned));
    }
    assert!(flags.len() > 30, "{flags:?}");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = text(&directory.run(&["completions", shell]).stdout);
        for flag in &flags {
            assert!(script.contains(flag.trim_start_matches('-')), "{shell} does not know {flag}");
        }
    }
}

#[test]
fn every_format_gives_the_same_exit_code() {
    let directory = Directory::new("codes");
    directory.write("empty.jsonl", "");
    directory.write("clean.jsonl", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    let table: [(&[&str], i32); 6] = [
        (&["clean.jsonl"], 0),
        (&["session.jsonl"], 1),
        (&["session.jsonl", "--exit-zero"], 0),
        (&["session.jsonl", "--select", "nothing"], 2),
        (&["session.jsonl", "empty.jsonl"], 3),
        (&["session.jsonl", "missing.jsonl", "--exit-zero"], 3),
    ];
    for format in FORMATS {
        for (arguments, status) in table {
            let output = directory.run(&[arguments, &["--format", format]].concat());
            assert_eq!(output.status.code(), Some(status), "{arguments:?} {format}");
            if status != 2 && matches!(format, "json" | "sarif") {
                assert!(serde_json::from_slice::<Value>(&output.stdout).is_ok(), "{arguments:?} {format} is whole");
            }
        }
    }
}
