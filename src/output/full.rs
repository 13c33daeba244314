//! Findings for people: a snippet with a caret, where the link leads, the clause, the fix; counts at the end.
//! In: findings, ready to show. Out: at most a screen of text for each.
//! Never: a link that can be clicked.

use std::io;
use std::io::Write;
use std::ops::Range;

use annotate_snippets::AnnotationKind;
use annotate_snippets::Group;
use annotate_snippets::Level;
use annotate_snippets::Snippet;

use crate::finding::Severity;

use super::Settings;
use super::Shown;
use super::Style;
use super::Totals;
use super::Writer;
use super::place::pointer;
use super::place::position;
use super::plural;
use super::safe;
use super::statistics::statistics;

pub(super) struct Full {
    style: Style,
    quiet: bool,
    statistics: bool,
}

impl Full {
    pub(super) fn new(settings: &Settings) -> Self {
        let Settings { style, quiet, statistics, .. } = *settings;
        Self { style, quiet, statistics }
    }
}

impl Writer for Full {
    fn finding(&mut self, shown: &Shown, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "{}\n", diagnostic(shown, self.style))
    }

    fn end(&mut self, totals: &Totals, output: &mut dyn Write) -> io::Result<()> {
        if self.statistics {
            writeln!(output, "{}", statistics(totals))?;
        }
        let held_back = totals.summary.held_back;
        if held_back > 0 {
            let held_back = plural(held_back, "more finding");
            writeln!(output, "{held_back} held back: `--max-findings {}` shows all.", totals.findings())?;
        }
        if self.quiet {
            return Ok(());
        }
        writeln!(output, "{}", self.style.bold(&totals.sentence()))?;
        if let Some(rule) = totals.foremost() {
            writeln!(output, "{}", self.style.dim(&format!("`elicitlint rule {rule}` says why and what to do.")))?;
        }
        Ok(())
    }
}

/// One finding with everything that helps to judge it.
pub(super) fn diagnostic(shown: &Shown, style: Style) -> String {
    let record = &shown.record;
    let level = match record.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let mut group = Group::with_title(level.primary_title(shown.sentence.as_str()).id(record.rule.as_str()));
    if let Some(snippet) = &shown.snippet {
        let annotation = AnnotationKind::Primary.span(snippet.span.clone());
        group = group.element(Snippet::source(&*snippet.text).line_numbering(false).annotation(annotation));
    }
    let note = |name: &'static str, text: String| Level::NOTE.with_name(Some(name)).message(text);
    for related in &record.related {
        group = group.element(note("see", format!("{}:{}, {}", safe(&related.path), related.line, related.note)));
    }
    if let Some(target) = shown.target.as_ref().filter(|target| !shown.sentence.starts_with(&target.line())) {
        group = group.element(note("leads to", target.line()));
    }
    if let Some(clause) = &record.spec {
        group = group.element(note("clause", clause.clone()));
    }
    group = group.element(Level::HELP.message(record.help.as_str()));
    let rendered = style.renderer().render(&[group]);
    if record.path.is_empty() {
        return rendered;
    }
    let place = format!("{} {}", position(record), pointer(record));
    located(&rendered, place.trim_end(), "", style)
}

/// Puts the place below the title: the renderer knows only places in the text that it shows.
fn located(rendered: &str, place: &str, indent: &str, style: Style) -> String {
    match rendered.split_once('\n') {
        Some((title, rest)) => format!("{title}\n{indent}{} {place}\n{rest}", style.arrow()),
        None => format!("{rendered}\n{indent}{} {place}", style.arrow()),
    }
}

/// A mistake in a file of the user, with the line that it stands on.
pub(crate) fn fault(title: &str, path: &str, source: &str, span: Range<usize>, style: Style) -> String {
    let start = source.get(..span.start).map_or(0, |before| before.rfind('\n').map_or(0, |end| end + 1));
    let line = source.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let number = source.get(..start).map_or(1, |before| before.matches('\n').count() + 1);
    let inside = |place: usize| line.get(..place.saturating_sub(start).min(line.len())).unwrap_or(line);
    let column = inside(span.start).chars().count() + 1;
    let shown = |text: &str| safe(&text.replace('\t', " "));
    let [from, to] = [span.start, span.end].map(|place| shown(inside(place)).len());
    let annotation = AnnotationKind::Primary.span(from..to.max(from + 1));
    let group = Group::with_title(Level::ERROR.primary_title(safe(title)))
        .element(Snippet::source(shown(line)).line_start(number).annotation(annotation));
    let indent = " ".repeat(number.to_string().len());
    located(&style.renderer().render(&[group]), &format!("{}:{number}:{column}", safe(path)), &indent, style)
}
