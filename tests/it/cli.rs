//! The command line as a user meets it: arguments and input in, streams and status out.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::schema;

const FORMATS: [&str; 6] = ["full", "concise", "json", "jsonl", "sarif", "github"];

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

/// Strings that act on terminals, logs, annotations, Markdown or readers.
fn hostile() -> Vec<String> {
    let acts = [
        "\u{1b}[31mred\u{1b}[0m",
        "\u{1b}]8;;https://evil.example\u{7}click\u{1b}]8;;\u{7}",
        "\u{9b}2J",
        "\u{1b}c",
        "a\rb",
        "a\nb",
        "a\r\n::error file=x,line=1::owned",
        "::error::owned",
        "::stop-commands::x",
        "##[error]owned",
        "##[add-mask]x",
        "%0A::error::owned",
        "%25",
        "\u{202e}gpj.exe",
        "\u{2066}x\u{2069}",
        "\u{200b}zero\u{200d}",
        "\u{feff}bom",
        "tag\u{e0041}\u{e007f}",
        "\u{85}next\u{2028}line\u{2029}",
        "]]>",
        "--><script>",
        "| cell |",
        "`code`",
        "```\nfence",
        "[text](https://evil.example)",
        "\u{0}nul\u{7f}",
        "\u{ad}soft",
        "\u{180e}",
        "\u{3164}",
        "https://evil.example/click",
        "HTTPS://EVIL.example",
        "&lt;b&gt;",
        "\",\"rule\":\"x",
        "\\u001b[31m",
        "{0} {text}",
        "\u{2800}\u{a0}",
        "\u{fff9}a\u{fffa}b\u{fffb}",
        "www.evil.example",
        "\u{1d173}music",
        "\u{fe0f}",
    ];
    let frames: [fn(&str) -> String; 5] = [
        str::to_owned,
        |act| format!("https://{act}/"),
        |act| format!("http://a.example/{act}?q={act}"),
        |act| format!("Please open http://b.example/?{act} soon"),
        |act| format!("javascript:{act}"),
    ];
    frames.iter().flat_map(|frame| acts.iter().map(|act| frame(act))).collect()
}

/// Characters that a report must never hold, apart from its own line breaks.
fn acts(character: char) -> bool {
    matches!(character, '\0'..='\u{1f}' | '\u{7f}'..='\u{a0}' | '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// A recording with hostile strings in every place that a finding can quote.
fn hostile_recording() -> String {
    let mut lines = String::new();
    for (number, text) in hostile().iter().enumerate() {
        let link = serde_json::json!({"mode": "url", "message": text, "elicitationId": text, "url": text});
        let form = serde_json::json!({"message": text, "requestedSchema": {"type": "object", "properties": {
            (text): {"type": text, "title": text, "description": text, "default": text, "enum": [text]},
            "password": {"type": "string", "title": text}}}});
        let other = serde_json::json!({"mode": text, "message": text});
        for (index, params) in [link, form, other].iter().enumerate() {
            let id = format!("{text}{number}-{index}");
            let request =
                serde_json::json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params});
            let answer = serde_json::json!({"jsonrpc": "2.0", "id": id, "result": {"action": text, (text): text}});
            lines.push_str(&format!("{request}\n{answer}\n"));
        }
    }
    lines
}

#[test]
fn hostile_text_acts_in_no_format() {
    assert_eq!(hostile().len(), 200);
    let directory = Directory::new("hostile");
    directory.write("h.jsonl", hostile_recording());
    for format in FORMATS {
        let output = directory.run(&["h.jsonl", "--format", format]);
        assert_eq!(output.status.code(), Some(1), "{format}: {}", text(&output.stderr));
        let report = text(&output.stdout);
        assert!(report.lines().count() > 400 || format == "sarif", "{format} has too few lines");
        for line in report.lines() {
            let found = line.chars().find(|character| acts(*character));
            assert!(found.is_none(), "{format}: {found:?} in {line}");
            assert!(!line.contains("##["), "{format}: {line}");
            match format {
                "json" | "jsonl" | "sarif" => assert!(line.is_ascii(), "{format}: {line}"),
                "github" => github_line(line),
                _ => {
                    assert!(!line.trim_start().starts_with("::"), "{format}: {line}");
                    assert!(!holds_link(line), "{format}: {line}");
                }
            }
        }
    }
}

#[test]
fn a_sarif_message_holds_no_link() {
    let directory = Directory::new("sarif-links");
    directory.write("h.jsonl", hostile_recording());
    let log = text(&directory.run(&["h.jsonl", "--format", "sarif", "--redact", "none"]).stdout);
    let log: Value = serde_json::from_str(&log).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let messages: Vec<_> = results.iter().map(|result| result["message"]["text"].as_str().unwrap()).collect();
    assert!(messages.iter().any(|message| message.contains("[text]")), "some rule quotes the link");
    for message in messages {
        assert!(!message.contains("]("), "{message}");
    }
}

/// True for a line with something to click on that is not ours.
fn holds_link(line: &str) -> bool {
    let lower = line.to_lowercase();
    !line.starts_with(" = help: ") && (lower.contains("https://") || lower.contains("http://"))
}

fn github_line(line: &str) {
    let command = ["::error ", "::warning ", "::notice "].iter().find_map(|command| line.strip_prefix(command));
    let (properties, message) = command.unwrap_or_else(|| panic!("{line}")).split_once("::").unwrap();
    assert!(properties.starts_with("file=h.jsonl,line="), "{line}");
    assert!(!message.contains("::"), "{line}");
}

#[test]
fn colour_adds_styles_of_ours_and_nothing_else() {
    let directory = Directory::new("colour");
    directory.write("h.jsonl", hostile_recording());
    for format in ["full", "concise"] {
        let plain = text(&directory.run(&["h.jsonl", "--format", format]).stdout);
        let dressed = text(&directory.run(&["h.jsonl", "--format", format, "--color", "always"]).stdout);
        assert_ne!(plain, dressed);
        let mut undressed = String::new();
        let mut rest = dressed.as_str();
        while let Some((before, after)) = rest.split_once("\u{1b}[") {
            let end = after.find('m').unwrap();
            assert!(after[..end].chars().all(|style| style.is_ascii_digit() || style == ';'), "{after:.20}");
            undressed.push_str(before);
            rest = &after[end + 1..];
        }
        undressed.push_str(rest);
        assert_eq!(undressed, plain, "{format}");
    }
}

#[test]
fn hostile_urls_are_vetted_without_acting() {
    let directory = Directory::new("vet-hostile");
    let urls: Vec<String> = hostile().into_iter().filter(|url| !url.contains('\0')).collect();
    for format in ["full", "concise", "json"] {
        let mut arguments = vec!["vet".to_owned(), "--format".to_owned(), format.to_owned(), "--".to_owned()];
        arguments.extend(urls.iter().cloned());
        let output = directory.run(&arguments);
        assert_eq!(output.status.code(), Some(1));
        let report = text(&output.stdout);
        for line in report.lines() {
            assert!(!line.chars().any(acts), "{format}: {line:?}");
            assert!(!line.contains("##[") || format == "json", "{format}: {line}");
            assert!(format == "json" || !holds_link(line), "{format}: {line}");
        }
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let directory = Directory::new("pipe");
    let lines = fs::read_to_string(directory.0.join("session.jsonl")).unwrap();
    directory.write("long.jsonl", lines.repeat(3000));
    for format in FORMATS {
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
