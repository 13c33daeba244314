//! Markdown for a comment on a change: a table, and details to unfold.
//! In: findings, ready to show. Out: less than code forges take for one comment.
//! Never: text from the wire outside of code, so that it is no link, no mention, no image and no tag.

use std::io;
use std::io::Write;

use super::Shown;
use super::Style;
use super::Totals;
use super::Writer;
use super::full::diagnostic;
use super::markup;
use super::place::position;
use super::plural;
use super::safe;
use super::shown::Words;

/// Bytes of the table and of the details. GitHub takes 65,536 characters in a comment.
const TABLE: usize = 24_000;
const DETAILS: usize = 36_000;

/// Waits with everything, because the counts stand first.
#[derive(Default)]
pub(super) struct Markdown {
    table: Bounded,
    details: Bounded,
}

/// Pieces up to a size; once one did not fit, none follows.
#[derive(Default)]
struct Bounded {
    text: String,
    left_out: u64,
}

impl Bounded {
    fn push(&mut self, piece: impl FnOnce() -> String, limit: usize) {
        let piece = Some(piece).filter(|_| self.left_out == 0).map(|piece| piece());
        match piece.filter(|piece| self.text.len() + piece.len() <= limit) {
            Some(piece) => self.text.push_str(&piece),
            None => self.left_out += 1,
        }
    }
}

impl Writer for Markdown {
    fn finding(&mut self, shown: &Shown, _output: &mut dyn Write) -> io::Result<()> {
        self.table.push(|| row(shown), TABLE);
        self.details.push(|| details(shown), DETAILS);
        Ok(())
    }

    fn end(&mut self, totals: &Totals, output: &mut dyn Write) -> io::Result<()> {
        // A comment that a bot can find again, to replace it.
        writeln!(output, "<!-- elicitlint -->\n### elicitlint\n\n{}", totals.sentence())?;
        if totals.failed {
            writeln!(output, "\nAn input could not be read.")?;
        }
        let Self { table, details } = self;
        if totals.findings() > 0 {
            writeln!(output, "\n| severity | rule | where | finding |\n|---|---|---|---|\n{}", table.text)?;
            output.write_all(details.text.as_bytes())?;
        }
        let left_out = [
            (table.left_out, "is not in the table", "are not in the table"),
            (details.left_out, "has no details here", "have no details here"),
        ];
        for (count, of_one, of_many) in left_out.into_iter().filter(|(count, ..)| *count > 0) {
            let what = if count == 1 { of_one } else { of_many };
            writeln!(output, "\n{} {what}: a comment has its limits.", plural(count, "finding"))?;
        }
        Ok(())
    }
}

fn row(shown: &Shown) -> String {
    let record = &shown.record;
    let finding: String = shown.words.iter().map(words).collect();
    let (severity, rule, place) = (record.severity.name(), code(&record.rule), code(&position(record)));
    format!("| {severity} | {rule} | {place} | {finding} |\n")
}

/// What the format for people says, in a block of code.
fn details(shown: &Shown) -> String {
    let record = &shown.record;
    let text = diagnostic(shown, None, Style::default());
    let fence = "`".repeat(longest_run(&text).max(2) + 1);
    let [severity, rule, place] = [record.severity.name(), &record.rule, &position(record)].map(markup::escaped);
    let summary = format!("<b>{severity}</b> <code>{rule}</code> <code>{place}</code>");
    format!("<details><summary>{summary}</summary>\n\n{fence}text\n{text}\n{fence}\n\n</details>\n")
}

fn words(words: &Words) -> String {
    match words {
        Words::Ours(text) => prose(text),
        Words::Wire(text) => code(text),
    }
}

/// A span of code for a cell of a table. A bar would end the cell, even in code.
fn code(text: &str) -> String {
    if text.trim().is_empty() {
        return String::from("(empty)");
    }
    let text = markup_free(text);
    let fence = "`".repeat(longest_run(&text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Bars and whatever is no character as escapes.
fn markup_free(text: &str) -> String {
    safe(text).replace('|', "\\u{7c}")
}

/// Prose of a rule: backticks in pairs stay, everything else that Markdown knows is escaped.
fn prose(text: &str) -> String {
    let pieces: Vec<_> = text.split('`').collect();
    let is_paired = pieces.len() % 2 == 1 && !text.contains("``");
    let mut output = String::with_capacity(text.len());
    for (index, piece) in pieces.iter().enumerate() {
        match (index, is_paired) {
            (0, _) => {}
            (_, true) => output.push('`'),
            (_, false) => output.push_str("\\`"),
        }
        if is_paired && index % 2 == 1 {
            output.push_str(&markup_free(piece));
            continue;
        }
        for character in piece.chars() {
            if matches!(character, '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '!' | '&' | '@' | '$') {
                output.push('\\');
            }
            output.push(character);
        }
    }
    output
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_strangers_is_code_and_cannot_end_it() {
        let table = [
            ("plain", "`plain`"),
            ("a|b", "`a\\u{7c}b`"),
            ("`", "`` ` ``"),
            ("a```b", "````a```b````"),
            (" ", "(empty)"),
            ("\u{202e}x", "`\\u{202e}x`"),
        ];
        for (text, expected) in table {
            assert_eq!(code(text), expected);
        }
    }

    #[test]
    fn prose_of_rules_keeps_its_code_and_nothing_else() {
        assert_eq!(prose("send `accept` or *x*"), "send `accept` or \\*x\\*");
        assert_eq!(prose("one ` alone <b>"), "one \\` alone \\<b\\>");
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let mut bounded = Bounded::default();
        for piece in ["1234", "56789", "x"] {
            bounded.push(|| piece.to_owned(), 6);
        }
        assert_eq!((bounded.text.as_str(), bounded.left_out), ("1234", 2));
    }
}
