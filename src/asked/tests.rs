//! Every example of every list does what it says, and the lists are written as their engine reads them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use unicode_normalization::UnicodeNormalization;

use super::language::LANGUAGES;
use super::language::Verbs;
use super::list::Usage;
use super::*;
use crate::limits::Limits;
use crate::text::Role;
use crate::text::escape::is_hidden;

const PERSONAL_DATA: &str = include_str!("../../rules/data/personal-data.txt");

fn asked_by(params: &str, is: impl Fn(&Asked) -> bool) -> Vec<(&'static str, Certainty, Role)> {
    let (elicitation, _) = Elicitation::of_params(params.as_bytes(), &Limits::default()).unwrap().unwrap();
    let mut found = Vec::new();
    visit(&elicitation, 65_536, |asked| {
        if is(asked) {
            found.push((asked.what(), asked.certainty, asked.part.role));
        }
    });
    found
}

/// Forms that say `text` to the person, one for each part that may say it.
fn forms(text: &str) -> Vec<String> {
    let text = serde_json::to_string(text).unwrap();
    let form = |message: &str, name: &str, field: &str| {
        format!(
            r#"{{"message":{message},"requestedSchema":{{"type":"object","properties":{{{name}:{{"type":"string"{field}}}}}}}}}"#
        )
    };
    let mut forms =
        vec![form(r#""Please fill in""#, r#""field1""#, &format!(r#","title":{text}"#)), form(&text, r#""value""#, "")];
    if !text.contains(' ') {
        forms.push(form(r#""Please fill in""#, &text, ""));
    }
    forms
}

fn described(text: &str) -> String {
    let text = serde_json::to_string(text).unwrap();
    format!(
        r#"{{"message":"Please fill in","requestedSchema":{{"type":"object","properties":{{"field1":{{"type":"string","description":{text}}}}}}}}}"#
    )
}

/// The examples of a list: the text, and what it asks for.
fn examples(list: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = list.lines().filter_map(|line| line.strip_prefix("example:"));
    lines.map(|line| {
        let (text, kind) = line.rsplit_once("=>").unwrap_or_else(|| panic!("an example has `=>`: {line}"));
        (text.trim(), kind.trim())
    })
}

fn lists() -> impl Iterator<Item = (&'static str, &'static str)> {
    LANGUAGES.iter().map(|language| (language.name, language.list)).chain([("personal data", PERSONAL_DATA)])
}

#[test]
fn every_example_of_every_language_does_what_it_says() {
    let mut problems = String::new();
    for (name, list) in lists() {
        let asked = |form: &str| asked_by(form, |asked| (name == "personal data") == (asked.sort() == Sort::Personal));
        let (mut asking, mut quiet) = (0, 0);
        for (text, kind) in examples(list) {
            let found: Vec<_> = forms(text).iter().flat_map(|form| asked(form)).collect();
            if kind == "none" {
                quiet += 1;
                let described = asked(&described(text));
                if !found.is_empty() || !described.is_empty() {
                    writeln!(problems, "{name}: {text:?} asks for nothing, found {found:?} {described:?}").unwrap();
                }
            } else {
                asking += 1;
                assert!(list::KINDS.iter().any(|known| known.name == kind), "{name}: no such kind: {kind}");
                if !found.iter().any(|(found, ..)| *found == kind) {
                    writeln!(problems, "{name}: {text:?} asks for {kind}, found {found:?}").unwrap();
                }
            }
        }
        if name != "personal data" && (asking < 12 || quiet < 12) {
            writeln!(problems, "{name}: {asking} examples that ask and {quiet} that do not").unwrap();
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

#[test]
fn lists_are_in_normal_form_and_lower_case_and_hide_nothing() {
    let mut problems = String::new();
    for (name, list) in lists() {
        assert!(list.starts_with("# "), "{name}: begins with what it is");
        for (number, line) in list.lines().enumerate() {
            let mut note = |problem: &str| writeln!(problems, "{name}:{}: {problem}: {line}", number + 1).unwrap();
            let is_normal = line.nfc().eq(line.chars());
            if !is_normal {
                note("not NFC");
            }
            if line.chars().any(is_hidden) {
                note("a character that nobody sees");
            }
            if line.chars().count() > 120 {
                note("longer than 120 columns");
            }
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            let Some((key, items)) = line.split_once(": ") else {
                note("no key");
                continue;
            };
            if !is_key(key) {
                note("no such key");
            }
            if key != "example" && items.chars().any(|c| c.to_lowercase().ne([c])) {
                note("not in lower case");
            }
            if key != "example" && items.split(',').any(|item| item.trim().is_empty()) {
                note("an item without a word");
            }
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

fn is_key(key: &str) -> bool {
    let known = [
        "after", "again", "ahead", "ask", "before", "behind", "beside", "example", "gone", "joint", "neutral", "never",
        "paste", "place", "purpose", "script", "specific", "stop",
    ];
    let kind = key.strip_prefix("cue ").unwrap_or(key);
    known.contains(&key) || list::KINDS.iter().any(|known| known.name == kind)
}

/// Terms, by the words that they come down to.
fn terms() -> BTreeMap<String, Vec<(&'static str, &'static str, String)>> {
    let mut terms: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for (name, list) in lists() {
        for item in list::items(list) {
            let Usage::Term(kind, _) = item.usage else { continue };
            let text = item.phrase.replace('*', "");
            let words: Vec<_> = words::Words::of(&text, None)
                .map(|word| String::from_utf8(word.folded.as_bytes().to_vec()).unwrap())
                .collect();
            terms.entry(words.join(" ")).or_default().push((name, kind.name, text));
        }
    }
    terms
}

#[test]
fn every_term_is_found_by_itself() {
    let mut problems = String::new();
    for (words, terms) in terms() {
        assert!(!words.is_empty(), "{terms:?} has no words");
        for (name, kind, text) in &terms {
            // An address is pasted where somebody is told to.
            let message = if *kind == list::CALLBACK_URL { "Copy and paste" } else { "Please fill in" };
            let text = serde_json::to_string(text).unwrap();
            let form = format!(
                r#"{{"message":"{message}","requestedSchema":{{"type":"object","properties":{{"field1":{{"type":"string","title":{text}}}}}}}}}"#
            );
            let named = form.replace("field1", &text.trim_matches('"').replace(' ', "_"));
            if asked_by(&form, |_| true).is_empty() && asked_by(&named, |_| true).is_empty() {
                writeln!(problems, "{name}: {text} is not found").unwrap();
            }
            if terms.iter().any(|(list, other, _)| list == name && other != kind) {
                writeln!(problems, "{name}: {text} is a {kind}, and also {terms:?}").unwrap();
            }
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

#[test]
fn no_phrase_both_opens_or_asks_and_denies() {
    for (name, list) in lists() {
        let phrases = |is: &dyn Fn(Usage) -> bool| {
            let items = list::items(list).filter(|item| is(item.usage)).map(|item| item.phrase);
            items.collect::<std::collections::BTreeSet<_>>()
        };
        let before = phrases(&|usage| matches!(usage, Usage::Opener | Usage::Ask | Usage::Paste));
        let is_around = LANGUAGES.iter().any(|language| language.name == name && language.verbs == Verbs::Around);
        let is_verb = |usage| is_around && matches!(usage, Usage::Ask | Usage::Paste);
        let behind = phrases(&|usage| usage == Usage::Closer || is_verb(usage));
        let left = phrases(&|usage| matches!(usage, Usage::Ahead | Usage::Beside));
        let right = phrases(&|usage| matches!(usage, Usage::Behind | Usage::Beside));
        let both: Vec<_> = before.intersection(&left).chain(behind.intersection(&right)).collect();
        assert!(both.is_empty(), "{name}: {both:?}");
    }
}

#[test]
fn every_list_is_compiled_in() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/data/secret-words");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    let mut names: Vec<_> = LANGUAGES.iter().map(|language| language.name.to_owned()).collect();
    assert_eq!(names.first().map(String::as_str), Some("english"));
    names.sort();
    assert_eq!(names, files);
}
