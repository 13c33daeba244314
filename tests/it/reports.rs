//! Each format of a report: what it looks like, and that its readers accept it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::{Directory, FORMATS, text};
use crate::schema;

/// Every element of an XML text with its attributes and its own text.
pub fn elements(xml: &str) -> Vec<(String, BTreeMap<String, String>, String)> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, nodes_limit: u32::MAX, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(xml, options).unwrap_or_else(|error| panic!("{error}"));
    let of = |node: roxmltree::Node| {
        let attributes = node.attributes().map(|one| (one.name().to_owned(), one.value().to_owned())).collect();
        (node.tag_name().name().to_owned(), attributes, node.text().unwrap_or_default().to_owned())
    };
    document.descendants().filter(roxmltree::Node::is_element).map(of).collect()
}

/// Checks that an HTML report is well-formed, holds only what we write, and leads nowhere.
pub fn page(html: &str) {
    let known: BTreeSet<_> = "html head meta title style body header h1 h2 h3 p main article b a code span pre mark \
        blockquote figure figcaption dl dt dd aside fieldset legend label input select option section div"
        .split_whitespace()
        .collect();
    let mut ids = BTreeSet::new();
    let mut links = Vec::new();
    for (name, attributes, text) in elements(html) {
        assert!(known.contains(name.as_str()), "<{name}> {text}");
        for (attribute, value) in attributes {
            match (name.as_str(), attribute.as_str()) {
                ("a", "href") => links.push(value.strip_prefix('#').unwrap_or_else(|| panic!("{value}")).to_owned()),
                (_, "id") => assert!(ids.insert(value.clone()), "two of {value}"),
                (_, "class" | "title" | "lang" | "charset" | "http-equiv" | "content" | "name") => {}
                ("input" | "select" | "option", "type" | "value" | "checked" | "autocomplete" | "aria-label") => {}
                _ => panic!("<{name} {attribute}={value}>"),
            }
        }
    }
    for link in links {
        assert!(ids.contains(&link), "#{link} leads nowhere");
    }
    let policy = html.find("Content-Security-Policy").unwrap();
    assert!(html[policy..].contains("default-src 'none'") && policy < html.find("<style>").unwrap());
}

/// A form, a link beyond ASCII with another in its text, an address in disguise, and an answer that is none.
const MESSAGES: [&str; 4] = [
    r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"url","message":"Sign in at https://login.example.com/?token=c2VjcmV0LXRva2Vu","elicitationId":"e1","url":"http://xn--pple-43d.example.co.uk:8080/start?state=9b1deb4d3b7d4bad"}}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"elicitation/create","params":{"message":"Your <b>API</b> key | please","requestedSchema":{"type":"object","properties":{"api_key":{"type":"string","title":"`API` key"}}}}}"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{"mode":"url","message":"Confirm the device","elicitationId":"e2","url":"https://accounts.example.com@0xA9FEA9FE/latest"}}"#,
    r#"{"jsonrpc":"2.0","id":3,"result":{"action":"ok"}}"#,
];

/// The messages on lines, and in the archive of a stream, which knows the server.
fn directory(name: &str) -> Directory {
    let directory = Directory::new(&format!("reports-{name}"));
    directory.write("tickets.jsonl", MESSAGES.join("\n"));
    let stream: String = MESSAGES.iter().map(|message| format!("data: {message}\n\n")).collect();
    let kind = "text/event-stream";
    let archive = serde_json::json!({"log": {"version": "1.2", "entries": [{
        "request": {"method": "GET", "url": "https://mcp.tickets.example/mcp", "headers": []},
        "response": {"status": 200, "headers": [{"name": "Content-Type", "value": kind}],
            "content": {"mimeType": kind, "text": stream}}}]}});
    directory.write("tickets.har", archive.to_string());
    directory
}

fn report(directory: &Directory, arguments: &[&str]) -> String {
    text(&directory.run(arguments).stdout)
}

#[test]
fn each_format_looks_as_its_snapshot() {
    let directory = directory("snapshots");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reports");
    let names = [
        ("full", "full.txt"),
        ("concise", "concise.txt"),
        ("github", "github.txt"),
        ("gitlab", "gitlab.json"),
        ("junit", "junit.xml"),
        ("markdown", "markdown.md"),
        ("html", "html.html"),
    ];
    for (format, name) in names {
        let report = report(&directory, &["check", "tickets.har", "--format", format]);
        // The style sheet names each rule, so that a new one would change it.
        let report = match report.split_once("<style>").zip(report.split_once("</style>")) {
            Some(((before, _), (_, after))) => format!("{before}<style></style>{after}"),
            None => report,
        };
        let written = without_hash(&report.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
        if std::env::var_os("UPDATE").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(name), &written).unwrap();
        }
        let present = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(present == written, "{name} is stale: run `UPDATE=1 cargo test` and look at the difference");
    }
}

fn without_hash(report: &str) -> String {
    match report.split_once("'sha256-") {
        Some((before, after)) => format!("{before}'sha256-HASH'{}", after.split_once('\'').unwrap().1),
        None => report.to_owned(),
    }
}

/// What junit-10.xsd of the xUnit plugin of Jenkins says: names, required attributes, and what stands in what.
#[test]
fn junit_follows_its_schema() {
    let directory = directory("junit");
    directory.write("empty.jsonl", "");
    directory.write("clean.jsonl", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    directory.write("broken.jsonl", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n{\"x\n");
    // Element; required attributes; other attributes that we use; elements in it.
    let schema = [
        ("testsuites", "", "name", "testsuite"),
        ("testsuite", "name tests failures errors", "", "testcase system-err"),
        ("testcase", "name", "classname", "failure error skipped system-out"),
        ("failure", "", "type message", ""),
        ("error", "", "type message", ""),
        ("skipped", "", "message", ""),
        ("system-out", "", "", ""),
        ("system-err", "", "", ""),
    ];
    let holds = |words: &str, word: &str| words.split(' ').any(|known| known == word);
    let runs: [&[&str]; 4] =
        [&["tickets.jsonl"], &["empty.jsonl", "clean.jsonl"], &["missing.jsonl"], &["broken.jsonl", "tickets.jsonl"]];
    for arguments in runs {
        let xml = report(&directory, &[&["check", "--format", "junit"], arguments].concat());
        let document = roxmltree::Document::parse(&xml).unwrap();
        assert_eq!(document.root_element().tag_name().name(), "testsuites");
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            let name = node.tag_name().name();
            let (_, required, others, inner) = schema.iter().find(|(known, ..)| *known == name).unwrap();
            assert!(required.split_whitespace().all(|one| node.has_attribute(one)), "{xml}");
            let is_known = |one: &str| holds(required, one) || holds(others, one);
            assert!(node.attributes().all(|one| is_known(one.name())), "{xml}");
            let children = node.children().filter(roxmltree::Node::is_element);
            assert!(children.clone().all(|child| holds(inner, child.tag_name().name())), "{xml}");
            if name == "testsuite" {
                let of = |what: &str| {
                    let cases = node.children().filter(|case| case.has_tag_name("testcase"));
                    cases.filter(|case| what.is_empty() || case.children().any(|one| one.has_tag_name(what))).count()
                };
                let said = |name: &str| node.attribute(name).unwrap().parse::<usize>().unwrap();
                assert_eq!([said("tests"), said("failures"), said("errors")], [of(""), of("failure"), of("error")]);
                assert!(said("tests") > 0, "{xml}");
            }
        }
    }
    let missing = report(&directory, &["missing.jsonl", "--format", "junit"]);
    assert!(missing.contains("errors=\"1\""), "an input that cannot be read does not pass: {missing}");
}

#[test]
fn gitlab_gets_issues_that_it_can_tell_apart() {
    let directory = directory("gitlab");
    directory.write("twice.jsonl", format!("{}\n", MESSAGES.join("\n")).repeat(2));
    let issues: Value =
        serde_json::from_str(&report(&directory, &["./twice.jsonl", "tickets.jsonl", "--format", "gitlab"])).unwrap();
    schema::check(&issues, &schema::published("gitlab"));
    let issues = issues.as_array().unwrap();
    let fingerprints: BTreeSet<_> = issues.iter().map(|issue| issue["fingerprint"].as_str().unwrap()).collect();
    assert!(issues.len() > 10 && fingerprints.len() == issues.len());
    assert_eq!(issues[0]["location"]["path"], "twice.jsonl");
    let nothing: Value = serde_json::from_str(&report(&directory, &["/dev/null", "--format", "gitlab"])).unwrap();
    assert_eq!(nothing, Value::Array(Vec::new()));
}

#[test]
fn a_page_is_whole_whatever_was_read() {
    let directory = directory("html");
    directory.write("clean.jsonl", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    for arguments in [&["tickets.jsonl"][..], &["clean.jsonl"], &["missing.jsonl"], &["clean.jsonl", "tickets.jsonl"]] {
        page(&report(&directory, &[arguments, &["--format", "html"]].concat()));
    }
    let html = report(&directory, &["clean.jsonl", "missing.jsonl", "--format", "html"]);
    assert!(html.contains("Nothing found in 1 input") && html.contains("An input could not be read."));
    let html = report(&directory, &["missing.jsonl", "--format", "html"]);
    assert!(html.contains("Nothing was judged."));
}

#[test]
fn one_of_a_thing_is_told_as_one() {
    let directory = directory("one");
    directory.write("one.jsonl", format!("{}\n{{\n", MESSAGES[0]));
    for format in FORMATS {
        let output = directory.run(&["one.jsonl", "--format", format, "--max-findings", "1", "-v", "--statistics"]);
        let said = text(&output.stdout) + &text(&output.stderr);
        let words: Vec<_> = said.split(|character: char| !character.is_ascii_alphanumeric()).collect();
        for pair in words.windows(2).filter(|pair| pair[0] == "1") {
            let nouns = ["message", "elicitation", "input", "finding", "error", "warning", "info", "part", "file"];
            let many = nouns.iter().any(|noun| pair[1] == format!("{noun}s"));
            assert!(!many, "{format}: {} {}", pair[0], pair[1]);
        }
    }
    let html = report(&directory, &["one.jsonl", "--format", "html"]);
    assert!(html.contains(": jsonl, 1 message, 1 elicitation, 1 part could not be read</p>"), "{html}");
}

#[test]
fn a_comment_is_bounded_and_says_so() {
    let directory = directory("markdown");
    directory.write("many.jsonl", format!("{}\n", MESSAGES.join("\n")).repeat(100));
    let comment = report(&directory, &["many.jsonl", "--format", "markdown"]);
    assert!(comment.len() < 65_536 && comment.len() > 50_000, "{} bytes", comment.len());
    assert!(comment.contains("findings are not in the table"), "{comment}");
    let nothing = report(&directory, &["/dev/null", "--format", "markdown"]);
    assert_eq!(nothing, "<!-- elicitlint -->\n### elicitlint\n\nNothing was judged.\n");
}

#[test]
fn every_format_can_go_to_a_file_of_its_own() {
    let directory = directory("files");
    let formats = ["sarif", "gitlab", "junit", "markdown", "html", "github", "jsonl"];
    let mut arguments = vec![String::from("tickets.jsonl")];
    arguments.extend(formats.iter().flat_map(|format| [String::from("-o"), format!("{format}=report.{format}")]));
    let output = directory.run(&arguments);
    assert!(text(&output.stdout).starts_with("tickets.jsonl:1: "), "standard output has its own format");
    for format in formats {
        let alone = report(&directory, &["tickets.jsonl", "--format", format]);
        assert_eq!(fs::read_to_string(directory.0.join(format!("report.{format}"))).unwrap(), alone, "{format}");
    }
}
