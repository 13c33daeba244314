//! The documents say what the program does: rules, commands with their output, examples.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use elicitlint::{Contract, Example, Linter, Profile};

/// Columns of a line of a document.
const WIDTH: usize = 120;

const RULES: &str = "docs/rules.md";

/// What stands before the index of docs/rules.md.
const INTRODUCTION: &str = "\
# Rules

Every rule, written from its contract in `rules/` by `UPDATE=1 cargo test`. Each example below is run by every test.
An **error** blocks, a **warning** warns, an **info** allows; the levels stand for the profiles *recommended*, *strict*
and *development*, before any [policy](policy.md). `elicitlint rule ID` prints the same page.
";

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The page of rules is taken from its source, because another test may be writing it.
pub fn read(name: &str) -> String {
    static PAGE: LazyLock<String> = LazyLock::new(page_of_rules);
    if name == RULES {
        return PAGE.clone();
    }
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// README and the documents, by their path from the root.
pub fn documents() -> Vec<String> {
    let listed = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: PathBuf| format!("docs/{}", path.file_name().unwrap().to_str().unwrap());
    let mut found: Vec<_> = listed.map(named).filter(|name| name.ends_with(".md")).collect();
    found.extend(["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "rules/README.md"].map(str::to_owned));
    found.sort();
    found
}

/// The lines of a document with their numbers, without those of fenced blocks.
pub fn prose(document: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(document.lines()) {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            lines.push((number, line));
        }
    }
    lines
}

/// The lines of each block that is fenced as `language`.
fn blocks<'a>(document: &'a str, language: &str) -> Vec<Vec<&'a str>> {
    let mut blocks = Vec::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        if let Some(tag) = line.strip_prefix("```") {
            let block: Vec<_> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            if tag == language {
                blocks.push(block);
            }
        }
    }
    blocks
}

#[test]
fn the_page_of_rules_is_what_the_contracts_say() {
    let written = page_of_rules();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(root().join(RULES), &written).unwrap();
    }
    assert!(written.is_ascii(), "a contract holds text that is not ASCII");
    let present = fs::read_to_string(root().join(RULES)).unwrap();
    assert!(present == written, "{RULES} is stale: run `UPDATE=1 cargo test`");
}

fn page_of_rules() -> String {
    let linter = Linter::new();
    let mut groups: BTreeMap<&str, Vec<&Contract>> = BTreeMap::new();
    for (contract, _) in linter.rules() {
        groups.entry(contract.group()).or_default().push(contract);
    }
    let mut addresses = BTreeMap::new();
    let mut page = String::from(INTRODUCTION);
    for (group, contracts) in &groups {
        write!(page, "\n**{group}**\n\n| rule | finds | recommended | strict | development |\n|---|---|---|---|---|\n")
            .unwrap();
        for contract in contracts {
            let (id, summary) = (contract.id(), contract.summary());
            writeln!(page, "| [{id}](#{id}) | {summary} | {} |", levels(contract).join(" | ")).unwrap();
        }
    }
    for (group, contracts) in &groups {
        write!(page, "\n## {group}\n").unwrap();
        for contract in contracts {
            push_rule(&mut page, contract, &mut addresses);
        }
    }
    page.push('\n');
    for (label, address) in addresses {
        writeln!(page, "[{label}]: {address}").unwrap();
    }
    page
}

fn levels(contract: &Contract) -> [&'static str; 3] {
    Profile::ALL.map(|profile| contract.level(profile).name())
}

fn push_rule(page: &mut String, contract: &Contract, addresses: &mut BTreeMap<String, String>) {
    let prose = contract.prose().unwrap();
    let [recommended, strict, development] = levels(contract);
    let levels = if strict == recommended && development == recommended {
        format!("{recommended} in every profile")
    } else {
        format!("{recommended}; strict {strict}; development {development}")
    };
    let revisions = contract.revisions().collect::<Vec<_>>().join(", ");
    write!(page, "\n### {}\n\n**{}**\n\n", contract.id(), contract.summary()).unwrap();
    write!(page, "* level: {levels}\n* revisions: {revisions}\n* since: {}\n", prose.since).unwrap();
    let mut weaknesses = Vec::new();
    for number in prose.cwe {
        weaknesses.push(format!("[CWE-{number}]"));
        addresses.insert(format!("CWE-{number}"), format!("https://cwe.mitre.org/data/definitions/{number}.html"));
    }
    if !weaknesses.is_empty() {
        writeln!(page, "* weakness: {}", weaknesses.join(", ")).unwrap();
    }
    for clause in contract.clauses() {
        writeln!(page, "* clause: [{}]", clause.citation()).unwrap();
        addresses.insert(clause.citation(), clause.address());
    }
    write!(page, "\n{}\n\n**Fix**\n\n{}\n", prose.why, prose.fix).unwrap();
    let captions = captions(contract);
    assert_eq!(captions.len(), prose.examples.len(), "{}: a caption for each example", contract.id());
    for (fires, heading) in [(true, "Found"), (false, "Not found")] {
        write!(page, "\n**{heading}**\n").unwrap();
        for (example, caption) in prose.examples.iter().zip(&captions).filter(|(example, _)| example.fires == fires) {
            push_example(page, example, caption);
        }
    }
}

/// The comment above each example of a contract; empty where there is none.
fn captions(contract: &Contract) -> Vec<String> {
    let file = read(&format!("rules/{}/{}.toml", contract.group(), contract.id()));
    let mut captions = Vec::new();
    let mut comment = Vec::new();
    for line in file.lines() {
        match line.strip_prefix('#') {
            Some(text) => comment.push(text.trim()),
            None if line == "[[example]]" => captions.push(std::mem::take(&mut comment).join(" ")),
            None => comment.clear(),
        }
    }
    captions
}

fn push_example(page: &mut String, example: &Example, caption: &str) {
    let around = [
        ("revision", &example.revision),
        ("carrier", &example.carrier),
        ("capabilities", &example.capabilities),
        ("server", &example.server),
        ("profile", &example.profile),
        ("policy", &example.policy),
    ];
    let quoted = |name: &str, value: &str| format!("{name} `{}`", value.trim().replace('\n', "; "));
    let around = around.into_iter().filter_map(|(name, value)| Some(quoted(name, value.as_deref()?)));
    let at = example.at.as_deref().filter(|_| example.fires).map(|at| match at {
        "" => String::from("found at the root"),
        at => quoted("found at", at),
    });
    let around: Vec<_> = around.chain(at).collect();
    let around = if around.is_empty() { String::new() } else { format!("{}:", around.join(",\n")) };
    let lines = [caption, &around].into_iter().filter(|text| !text.is_empty());
    let caption = lines.map(|text| format!("{text}\n\n")).collect::<String>();
    let bodies = [("json", &example.json), ("json", &example.message), ("jsonl", &example.recording)];
    for (language, body) in bodies {
        if let Some(body) = body {
            write!(page, "\n{caption}```{language}\n{}\n```\n", body.trim()).unwrap();
        }
    }
}

/// What the doctest of the crate hides is not part of the example.
#[test]
fn the_client_of_the_readme_is_the_doctest_of_the_crate() {
    let source = read("src/lib.rs");
    let document: String = source
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    let [doctest] = blocks(&document, "").try_into().expect("the crate has one example");
    let shown: Vec<_> = doctest.into_iter().filter(|line| *line != "#" && !line.starts_with("# ")).collect();
    let readme = read("README.md");
    let [example] = blocks(&readme, "rust").try_into().expect("README has one example");
    assert_eq!(example, shown);
    assert_eq!(shown.len(), 10);
}

/// In a block fenced as `console`, `$ ` begins a command, `...` stands for lines that are left out, and all else is
/// what the program prints.
#[test]
fn commands_in_documents_print_what_the_documents_say() {
    let mut commands = 0;
    for name in documents() {
        let document = read(&name);
        for block in blocks(&document, "console") {
            for (command, output) in transcripts(&block) {
                if let Some(printed) = printed(command) {
                    commands += 1;
                    assert_printed(&format!("{name}: {command}"), &output, &printed);
                }
            }
        }
    }
    assert!(commands >= 2, "only {commands} commands were run");
}

/// Each command of a block with the lines under it.
fn transcripts<'a>(block: &[&'a str]) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut transcripts = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), transcripts.last_mut()) {
            (Some(command), _) => transcripts.push((command, Vec::new())),
            (None, Some((_, output))) => output.push(*line),
            (None, None) => panic!("a console block begins with a command: {line}"),
        }
    }
    transcripts
}

/// What a command prints on a terminal; none for one that is not run here.
fn printed(command: &str) -> Option<Vec<String>> {
    let (program, arguments) = match command.strip_prefix("cargo run --release -- ") {
        Some(arguments) => (env!("CARGO_BIN_EXE_elicitlint").to_owned(), arguments),
        None => match (command.strip_prefix("elicitlint "), command) {
            (Some(arguments), _) => (env!("CARGO_BIN_EXE_elicitlint").to_owned(), arguments),
            (None, "cargo test") => return None,
            (None, "cargo run --example client < examples/params.json") => (example("client")?, ""),
            (None, other) => panic!("`{other}` is a command that no test runs"),
        },
    };
    let arguments = arguments.split_whitespace().map(|word| word.trim_matches('\''));
    let mut run = Command::new(program);
    run.args(arguments).current_dir(root()).env_clear().env("ELICITLINT_FORMAT", "full");
    let input = fs::File::open(root().join("examples/params.json")).unwrap();
    let output = run.stdin(Stdio::from(input)).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    Some(String::from_utf8(text).unwrap().lines().map(str::to_owned).collect())
}

/// An example, which cargo builds beside the tests; none where only one test was asked for.
fn example(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_BIN_EXE_elicitlint")).with_file_name("examples").join(name);
    path.exists().then(|| path.to_str().unwrap().to_owned())
}

fn assert_printed(what: &str, shown: &[&str], printed: &[String]) {
    let mut rest = printed.iter();
    let mut left_out = false;
    for line in shown {
        if *line == "..." {
            left_out = true;
        } else if left_out {
            assert!(rest.any(|printed| printed == line), "{what}: does not print (or not there) {line:?}");
            left_out = false;
        } else {
            assert_eq!(rest.next().map(String::as_str), Some(*line), "{what}");
        }
    }
    let unsaid: Vec<_> = rest.filter(|line| !line.is_empty()).collect();
    assert!(left_out || unsaid.is_empty(), "{what}: also prints {unsaid:?}");
}

#[test]
fn every_rule_that_the_documents_name_exists() {
    let linter = Linter::new();
    let ids: Vec<_> = linter.rules().map(|(contract, _)| contract.id()).collect();
    let families: Vec<_> = ids.iter().filter_map(|id| id.split_once('-')).map(|(family, _)| family).collect();
    let is_id = |word: &str| {
        let is_lower = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        word.bytes().all(is_lower) && word.split_once('-').is_some_and(|(family, _)| families.contains(&family))
    };
    let mut named = 0;
    for name in ["README.md", "docs/design.md", "docs/policy.md", "docs/recording.md", "CHANGELOG.md"] {
        for word in read(name).split('`').skip(1).step_by(2).filter(|word| is_id(word)) {
            // The word for what the limits of a policy bound is no rule.
            if !["text-bytes", "url-bytes"].contains(&word) {
                assert!(ids.contains(&word), "{name}: there is no rule `{word}`");
                named += 1;
            }
        }
    }
    assert!(named > 10, "only {named} rules are named");
}

#[test]
fn the_readme_names_every_group_of_rules() {
    let readme = read("README.md");
    for (contract, _) in Linter::new().rules() {
        let row = format!("| `{}` |", contract.group());
        assert!(readme.contains(&row), "README.md: the table of groups has no row {row}");
    }
}

/// `tests/it/cases.rs` and the like, and functions that a promise rests on.
#[test]
fn the_design_names_files_and_tests_that_exist() {
    let mut sources = String::new();
    for folder in ["src", "tests", "fuzz/src"] {
        push_sources(&root().join(folder), &mut sources);
    }
    let mut named = 0;
    for word in read("docs/design.md").split('`').skip(1).step_by(2) {
        let is_name = word.chars().all(|character| character.is_ascii_lowercase() || "_0123456789".contains(character));
        if ["src/", "tests/", "docs/", "rules/", "fuzz/"].iter().any(|folder| word.starts_with(folder)) {
            assert!(word.contains('<') || root().join(word).exists(), "docs/design.md: there is no {word}");
        } else if is_name && word.matches('_').count() > 2 {
            named += 1;
            assert!(sources.contains(&format!("fn {word}(")), "docs/design.md: there is no test {word}");
        }
    }
    assert!(named > 10, "only {named} tests are named");
}

fn push_sources(folder: &Path, sources: &mut String) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            push_sources(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

/// Tables, addresses and examples of the page of rules are as wide as what they hold.
#[test]
fn lines_of_documents_are_short() {
    for name in documents() {
        let document = read(&name);
        let lines: Vec<_> = match name.as_str() {
            RULES => prose(&document).into_iter().filter(|(_, line)| !line.starts_with(['|', '['])).collect(),
            _ => (1..).zip(document.lines()).collect(),
        };
        for (number, line) in lines {
            assert!(line.chars().count() <= WIDTH, "{name}:{number}: more than {WIDTH} columns");
        }
    }
    assert!(read("README.md").lines().count() < 200, "README is long");
}
