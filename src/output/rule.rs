//! Rules, explained and listed.
//! In: contracts. Out: a page for one, a list or a JSON document for many.
//! Never: a fact that does not stand in a contract.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::io::Write;

use serde::Serialize;

use crate::error::Error;
use crate::policy::Profile;
use crate::rules::Contract;
use crate::rules::Example;

use super::Style;
use super::json::write_ascii;
use super::paragraphs;
use super::safe;

/// Many rules, as a list for people or as data.
#[derive(Serialize)]
pub(crate) struct RuleList<'r> {
    rules: Vec<Entry<'r>>,
}

#[derive(Serialize)]
struct Levels {
    recommended: &'static str,
    strict: &'static str,
    development: &'static str,
}

#[derive(Serialize)]
struct Entry<'r> {
    id: &'r str,
    group: &'r str,
    severity: Levels,
    revisions: Vec<&'static str>,
    summary: &'r str,
}

impl<'r> RuleList<'r> {
    pub(crate) fn of(rules: impl Iterator<Item = &'r Contract>) -> Self {
        let entry = |rule: &'r Contract| Entry {
            id: rule.id(),
            group: rule.group(),
            severity: Levels {
                recommended: rule.level(Profile::Recommended).name(),
                strict: rule.level(Profile::Strict).name(),
                development: rule.level(Profile::Development).name(),
            },
            revisions: rule.revisions().collect(),
            summary: rule.summary(),
        };
        Self { rules: rules.map(entry).collect() }
    }

    pub(crate) fn json(&self, output: &mut dyn Write) -> io::Result<()> {
        write_ascii(output, self)?;
        output.write_all(b"\n")
    }

    /// The rules by group, each with its level in the recommended profile.
    pub(crate) fn text(&self, style: Style, output: &mut dyn Write) -> io::Result<()> {
        let mut groups: BTreeMap<&str, Vec<&Entry<'_>>> = BTreeMap::new();
        for rule in &self.rules {
            groups.entry(rule.group).or_default().push(rule);
        }
        for (group, rules) in groups {
            writeln!(output, "{}", style.bold(group))?;
            for Entry { id, severity, summary, .. } in rules {
                writeln!(output, "  {id:<28} {:<8} {}", severity.recommended, safe(summary))?;
            }
            writeln!(output)?;
        }
        writeln!(output, "`elicitlint rule ID` explains one of the {} rules.", self.rules.len())
    }
}

/// The page of one rule.
///
/// # Errors
/// If its prose cannot be read, which a test rules out for built-in rules.
pub(crate) fn explain(rule: &Contract, style: Style) -> Result<String, Error> {
    let prose = rule.prose()?;
    let levels = Profile::ALL.map(|profile| format!("{} {}", profile.name(), rule.level(profile).name())).join(", ");
    let cwe = prose.cwe.iter().map(|number| format!("CWE-{number}")).collect::<Vec<_>>().join(", ");
    let facts = [
        ("group", rule.group().to_owned()),
        ("levels", levels),
        ("revisions", rule.revisions().collect::<Vec<_>>().join(", ")),
        ("since", prose.since.clone()),
        ("weakness", cwe),
    ];
    let mut page = format!("{}: {}\n\n", style.bold(rule.id()), safe(rule.summary()));
    for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
        page.push_str(&format!("  {name:<10} {}\n", safe(value)));
    }
    section(&mut page, style, "Why", &lines(&paragraphs(&prose.why, style.width), ""));
    section(&mut page, style, "Fix", &lines(&paragraphs(&prose.fix, style.width), ""));
    for (fires, heading) in [(true, "Found"), (false, "Not found")] {
        let found = prose.examples.iter().filter(|example| example.fires == fires).map(body).collect::<Vec<_>>();
        section(&mut page, style, heading, &found.join("\n"));
    }
    let mut clauses = String::new();
    for clause in rule.clauses() {
        let _infallible = write!(clauses, "  {}\n  {}\n", safe(&clause.citation()), safe(&clause.address()));
    }
    section(&mut page, style, "Specification", &clauses);
    Ok(page)
}

fn section(page: &mut String, style: Style, heading: &str, body: &str) {
    if !body.trim().is_empty() {
        page.push_str(&format!("\n{}\n{}\n", style.bold(heading), body.trim_end()));
    }
}

/// What an example judges, indented.
fn body(example: &Example) -> String {
    let texts = [&example.json, &example.message, &example.recording];
    texts.into_iter().flatten().map(|text| lines(text.trim(), "  ")).collect()
}

fn lines(text: &str, indent: &str) -> String {
    text.lines().map(|line| format!("{indent}{}\n", safe(line))).collect()
}
