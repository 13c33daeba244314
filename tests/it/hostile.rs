//! Hostile text acts in no format: not on a terminal, a log, a browser, a forge or a reader of XML.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

use crate::cli::{Directory, FORMATS, text};
use crate::reports::{elements, page};

/// Strings that act on terminals, logs, annotations, Markdown, XML or browsers; tests/html uses the same table.
fn acts() -> Vec<String> {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/hostile.json");
    let mut acts: Vec<String> = serde_json::from_str(&fs::read_to_string(table).unwrap()).unwrap();
    acts.push(format!("evil{}", "\u{202e}x".repeat(500)));
    acts
}

/// Each string by itself, and every third in one of the places of a link or text where it could act.
fn hostile() -> Vec<String> {
    let frames: [fn(&str) -> String; 5] = [
        |act| format!("https://{act}/"),
        |act| format!("http://a.example/{act}?q={act}"),
        |act| format!("Please open http://b.example/?{act} soon"),
        |act| format!("javascript:{act}"),
        |act| format!("https://{act}@c.example/#{act}"),
    ];
    let acts = acts();
    let framed = acts.iter().step_by(3).enumerate().map(|(number, act)| frames[number % frames.len()](act));
    acts.iter().cloned().chain(framed).collect()
}

/// What no Rust string can hold is put in for this.
const SURROGATE: char = '\u{e000}';

/// Recordings of a few strings each, in every place that a finding can quote.
fn recordings() -> Vec<String> {
    let mut hostile = hostile();
    hostile.extend([format!("{SURROGATE}evil"), format!("https://a.example/{SURROGATE}")]);
    let of = |texts: &[String]| texts.iter().map(|text| lines(text)).collect::<String>();
    hostile.chunks(8).map(of).collect()
}

fn lines(text: &str) -> String {
    let link = serde_json::json!({"mode": "url", "message": text, "elicitationId": text, "url": text});
    let form = serde_json::json!({"message": text, "requestedSchema": {"type": "object", "properties": {
        (text): {"type": text, "title": text, "description": text, "default": text, "enum": [text]},
        "password": {"type": "string", "title": text}}}});
    let other = serde_json::json!({"mode": text, "message": text});
    let mut lines = String::new();
    for (index, params) in [link, form, other].iter().enumerate() {
        let id = format!("{text}{index}");
        let request = serde_json::json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params});
        let answer = serde_json::json!({"jsonrpc": "2.0", "id": id, "result": {"action": text, (text): text}});
        lines.push_str(&format!("{request}\n{answer}\n"));
    }
    lines.replace(SURROGATE, "\\ud83d")
}

/// Characters that a report must never hold, apart from its own line breaks.
fn acts_on_readers(character: char) -> bool {
    matches!(character, '\0'..='\u{1f}' | '\u{7f}'..='\u{a0}' | '\u{ad}' | '\u{61c}' | '\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[test]
fn hostile_text_acts_in_no_format() {
    let distinct: BTreeSet<_> = hostile().into_iter().collect();
    assert!(distinct.len() >= 200, "{} strings", distinct.len());
    let directory = Directory::new("hostile");
    directory.write("h.jsonl", recordings().concat());
    for (format, report) in reports(&directory, "h.jsonl") {
        let is_bounded = format == "markdown";
        assert!(report.lines().count() > 1000 || is_bounded, "{format} has {} lines", report.lines().count());
        check(format, &report);
    }
}

/// A comment is bounded, so that one of all strings would hold only the first.
#[test]
fn hostile_text_acts_in_no_comment() {
    let directory = Directory::new("hostile-comments");
    for (number, recording) in recordings().iter().enumerate() {
        let name = format!("h{number}.jsonl");
        directory.write(&name, recording);
        let output = directory.run(&["check", &name, "--format", "markdown"]);
        check("markdown", &text(&output.stdout));
    }
}

#[test]
fn a_hostile_file_name_acts_in_no_format() {
    let names = [
        "<img src=x onerror=alert(1)>.jsonl",
        "a|b`c[evil](javascript:1).jsonl",
        "\u{202e}\u{1b}[31m::error::x\n.jsonl",
        "\"><script>evil.jsonl",
    ];
    let directory = Directory::new("hostile-names");
    for name in names {
        let recording = lines("evil");
        directory.write(name, recording);
        for (format, report) in reports(&directory, name) {
            check(format, &report);
        }
    }
}

/// The reports of one run in every format.
fn reports(directory: &Directory, name: &str) -> Vec<(&'static str, String)> {
    let wishes = FORMATS.iter().flat_map(|format| [String::from("-o"), format!("{format}=report.{format}")]);
    let arguments: Vec<_> = ["check", name].map(String::from).into_iter().chain(wishes).collect();
    let output = directory.run(&arguments);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let read = |format: &str| fs::read_to_string(directory.0.join(format!("report.{format}"))).unwrap();
    FORMATS.into_iter().map(|format| (format, read(format))).collect()
}

fn check(format: &str, report: &str) {
    for line in report.lines() {
        let found = line.chars().find(|character| acts_on_readers(*character));
        assert!(found.is_none(), "{format}: {found:?} in {line}");
        assert!(!line.contains("##["), "{format}: {line}");
        match format {
            "json" | "jsonl" | "sarif" | "gitlab" => assert!(line.is_ascii(), "{format}: {line}"),
            "github" => github_line(line),
            "full" | "concise" => {
                assert!(!line.trim_start().starts_with("::"), "{format}: {line}");
                assert!(!holds_link(line), "{format}: {line}");
            }
            _ => {}
        }
    }
    match format {
        "sarif" => sarif(report),
        "gitlab" => gitlab(report),
        "junit" => junit(report),
        "markdown" => markdown(report),
        "html" => html(report),
        _ => {}
    }
}

/// True for a line with something to click on that is not ours.
fn holds_link(line: &str) -> bool {
    let lower = line.to_lowercase();
    let is_ours = line.starts_with(" = help: ") || line.starts_with(" = why: ") || line.starts_with("        ");
    !is_ours && (lower.contains("https://") || lower.contains("http://"))
}

fn github_line(line: &str) {
    let command = ["::error ", "::warning ", "::notice "].iter().find_map(|command| line.strip_prefix(command));
    let (properties, message) = command.unwrap_or_else(|| panic!("{line}")).split_once("::").unwrap();
    assert!(properties.starts_with("file=") && properties.contains(",line="), "{line}");
    assert_eq!(properties.matches(',').count(), 2, "{line}");
    assert!(!message.contains("::"), "{line}");
}

fn sarif(report: &str) {
    let log: Value = serde_json::from_str(report).unwrap();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        assert!(!result["message"]["text"].as_str().unwrap().contains("]("), "{result}");
    }
}

fn gitlab(report: &str) {
    let issues: Value = serde_json::from_str(report).unwrap();
    for issue in issues.as_array().unwrap() {
        let description = issue["description"].as_str().unwrap();
        assert!(!description.contains("]("), "{issue}");
        assert!(!holds_link(description), "{issue}");
        assert!(!description.chars().any(acts_on_readers), "{issue}");
    }
}

fn junit(report: &str) {
    let known = ["testsuites", "testsuite", "testcase", "failure", "system-out", "system-err"];
    for (name, attributes, text) in elements(report) {
        assert!(known.contains(&name.as_str()), "{name}");
        for (attribute, value) in attributes {
            let known = ["name", "classname", "tests", "failures", "errors", "type", "message"];
            assert!(known.contains(&attribute.as_str()), "{attribute}={value}");
            assert!(!holds_link(&value), "{value}");
        }
        assert!(!text.lines().any(holds_link), "{text}");
    }
}

/// Everything of the wire is code; a reader of Markdown sees no link, image, mention or tag of it.
fn markdown(report: &str) {
    let mut is_code = false;
    let mut rows = 0;
    for event in Parser::new_ext(report, Options::all()) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Start(Tag::TableRow) => rows += 1,
            Event::Start(
                Tag::Heading { .. } | Tag::Paragraph | Tag::Table(_) | Tag::TableHead | Tag::TableCell | Tag::HtmlBlock,
            )
            | Event::End(_)
            | Event::Code(_)
            | Event::SoftBreak => {}
            Event::Text(text) => {
                let is_of_wire = text.to_lowercase().contains("evil") || text.contains("alert(");
                assert!(is_code || !is_of_wire, "{text}");
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let ours = ["<!-- elicitlint -->\n", "</details>\n"];
                let summary = html.strip_prefix("<details><summary><b>").unwrap_or_default();
                let tags: String = summary.split('<').skip(1).filter_map(|tag| Some(tag.split_once('>')?.0)).collect();
                let is_ours = ours.contains(&&*html) || tags == "/bcode/codecode/code/summary";
                assert!(is_ours, "{html:?}");
            }
            other => panic!("{other:?}"),
        }
    }
    let lines = report.lines().filter(|line| line.starts_with("| ") && line.ends_with(" |"));
    let is_row = |line: &&str| line.matches('|').count() - line.matches("\\|").count() == 5;
    assert_eq!(lines.filter(is_row).count(), rows + 1, "every row has four cells");
    assert!(report.len() < 65_536, "{} bytes", report.len());
}

fn html(report: &str) {
    page(report);
    let start = report.find("<main>").unwrap();
    let end = report.find("<section id=\"rules\">").unwrap();
    let written_by_us = ["<p><b>Fix:</b>", "<p class=\"clause\">"];
    for line in report[start..end].lines().filter(|line| !written_by_us.iter().any(|ours| line.starts_with(ours))) {
        assert!(!holds_link(line), "{line}");
    }
}

#[test]
fn colour_adds_styles_of_ours_and_nothing_else() {
    let directory = Directory::new("colour");
    directory.write("h.jsonl", recordings()[..4].concat());
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
            assert!(!line.chars().any(acts_on_readers), "{format}: {line:?}");
            assert!(!line.contains("##[") || format == "json", "{format}: {line}");
            assert!(format == "json" || !holds_link(line), "{format}: {line}");
        }
    }
}
