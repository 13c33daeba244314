//! Findings for people: a snippet with a caret, where the link leads, the clause, the fix; counts at the end.
//! In: findings, ready to show. Out: at most a screen of text for each.
//! Never: a link that can be clicked.

use std::collections::BTreeSet;
use std::io;
use std::io::Write;
use std::ops::Range;

use annotate_snippets::AnnotationKind;
use annotate_snippets::Group;
use annotate_snippets::Level;
use annotate_snippets::Snippet;

use crate::finding::Severity;
use crate::linter::Linter;

use super::Settings;
use super::Shown;
use super::Style;
use super::Totals;
use super::Writer;
use super::place::pointer;
use super::place::position;
use super::plural;
use super::safe;
use super::shown::WhereTo;
use super::statistics::statistics;
use super::wrap::wrapped;

/// Columns of a reason where no terminal has its own; what the wire says is on one line, however long.
const WIDTH: usize = 100;

pub(super) struct Full {
    style: Style,
    quiet: bool,
    statistics: bool,
    on_terminal: bool,
    linter: Linter,
    /// Rules whose reason was given.
    explained: BTreeSet<String>,
}

impl Full {
    pub(super) fn new(settings: &Settings, linter: &Linter) -> Self {
        let Settings { style, quiet, statistics, on_terminal, .. } = *settings;
        Self { style, quiet, statistics, on_terminal, linter: linter.clone(), explained: BTreeSet::new() }
    }
}

impl Writer for Full {
    fn finding(&mut self, shown: &Shown, output: &mut dyn Write) -> io::Result<()> {
        let is_first = self.explained.insert(shown.record.rule.clone());
        let reason = is_first.then(|| reason(&self.linter, &shown.record.rule)).flatten();
        writeln!(output, "{}\n", diagnostic(shown, reason.as_deref(), self.style))
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
        writeln!(output, "{}", self.style.bold(&totals.sentence_for(self.on_terminal)))?;
        if let Some(rule) = totals.foremost() {
            writeln!(output, "{}", self.style.dim(&format!("`elicitlint rule {rule}` says why and what to do.")))?;
        }
        Ok(())
    }
}

/// Why a rule is there: the first sentence of its contract on it.
pub(super) fn reason(linter: &Linter, rule: &str) -> Option<String> {
    let (contract, _) = linter.rules().find(|(contract, _)| contract.id() == rule)?;
    let prose = contract.prose().ok()?;
    let paragraph = prose.why.trim().split("\n\n").next()?.lines().collect::<Vec<_>>().join(" ");
    let sentence = paragraph.split_inclusive(". ").next()?.trim_end();
    Some(safe(sentence)).filter(|sentence| !sentence.is_empty())
}

/// One finding with everything that helps to judge it: what the person would see, where it leads, why, what to do.
pub(super) fn diagnostic(shown: &Shown, reason: Option<&str>, style: Style) -> String {
    let record = &shown.record;
    let level = match record.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let mut group = Group::with_title(level.primary_title(shown.sentence.as_str()).id(record.rule.as_str()));
    if let Some(snippet) = &shown.snippet {
        let site = snippet.domain.clone().filter(|domain| !domain.is_empty() && *domain != snippet.span);
        let site = site.map(|domain| AnnotationKind::Context.span(domain).label("registered domain"));
        let annotation = AnnotationKind::Primary.span(snippet.span.clone());
        let source = Snippet::source(&*snippet.text).line_numbering(false).annotation(annotation);
        group = group.element(source.annotations(site));
    }
    let target = shown.target.as_ref().filter(|target| !shown.sentence.starts_with(&target.line()));
    let seen = record
        .related
        .iter()
        .map(|related| ("see", format!("{}:{}, {}", safe(&related.path), related.line, related.note)));
    // Behind the name of the note, below which further lines begin.
    let room = |name: &str| style.width.map(|width| width.saturating_sub(" = : ".len() + name.len()));
    let notes = [
        ("asks", shown.prompt.clone()),
        ("asked by", shown.server.clone()),
        ("leads to", target.map(WhereTo::line)),
        ("why", reason.map(|reason| wrapped(reason, room("why").unwrap_or(WIDTH)))),
        ("clause", record.spec.clone()),
    ];
    let notes = notes.into_iter().filter_map(|(name, text)| Some((name, text?)));
    for (name, text) in seen.chain(notes) {
        group = group.element(Level::NOTE.with_name(Some(name)).message(text));
    }
    let help = room("help").map_or_else(|| record.help.clone(), |room| wrapped(&record.help, room));
    group = group.element(Level::HELP.message(help));
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
