//! Reports in every format, and where they go.
//! In: findings and counts as they come. Out: bytes on a writer.
//! Never: text from the wire as it came. `shown` cuts secrets and escapes once, before any format sees it.

mod answer;
mod concise;
mod full;
mod github;
mod gitlab;
mod html;
mod json;
mod jsonl;
mod junit;
mod markdown;
mod markup;
mod place;
mod rule;
mod sarif;
mod shown;
mod statistics;
mod style;
mod vet;
mod wrap;

use std::collections::BTreeMap;
use std::io;
use std::io::Write;
use std::str::FromStr;
use std::time::Duration;

use crate::check::InputSummary;
use crate::finding::Severity;
use crate::linter::Linter;

pub(crate) use answer::Answer;
pub(crate) use answer::AnswerId;
pub(crate) use answer::Instead;
pub(crate) use answer::Told;
pub(crate) use answer::write_line;
pub(crate) use full::fault;
pub(crate) use rule::RuleList;
pub(crate) use rule::explain;
pub(crate) use shown::Eyes;
pub(crate) use shown::Redact;
pub(crate) use shown::Shown;
pub(crate) use shown::safe;
pub(crate) use style::Style;
pub(crate) use vet::Vetted;
pub(crate) use wrap::paragraphs;

/// The name, for SARIF and JSON.
const TOOL: &str = env!("CARGO_PKG_NAME");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    Concise,
    Full,
    Github,
    Gitlab,
    Html,
    Json,
    Jsonl,
    Junit,
    Markdown,
    Sarif,
}

impl OutputFormat {
    pub(crate) const ALL: [Self; 10] = [
        Self::Full,
        Self::Concise,
        Self::Json,
        Self::Jsonl,
        Self::Sarif,
        Self::Github,
        Self::Gitlab,
        Self::Junit,
        Self::Markdown,
        Self::Html,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Concise => "concise",
            Self::Full => "full",
            Self::Github => "github",
            Self::Gitlab => "gitlab",
            Self::Html => "html",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Junit => "junit",
            Self::Markdown => "markdown",
            Self::Sarif => "sarif",
        }
    }

    /// True where a person reads it: these can be cut and coloured.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Self::Full | Self::Concise)
    }

    fn writer(self, settings: &Settings, linter: &Linter) -> Box<dyn Writer> {
        match self {
            Self::Concise => Box::new(concise::Concise { style: settings.style, statistics: settings.statistics }),
            Self::Full => Box::new(full::Full::new(settings, linter)),
            Self::Github => Box::new(github::Github),
            Self::Gitlab => Box::new(gitlab::Gitlab::default()),
            Self::Html => Box::new(html::Html::new(linter)),
            Self::Json => Box::new(json::Json::default()),
            Self::Jsonl => Box::new(jsonl::Jsonl),
            Self::Junit => Box::new(junit::Junit::default()),
            Self::Markdown => Box::new(markdown::Markdown::default()),
            Self::Sarif => Box::new(sarif::Sarif::new(linter, settings.baseline)),
        }
    }
}

impl FromStr for OutputFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let names = Self::ALL.map(Self::name).join(", ");
        let known = Self::ALL.into_iter().find(|format| format.name() == name);
        known.ok_or_else(|| format!("`{}` is no format: use one of {names}", safe(name)))
    }
}

/// What the text formats are asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) style: Style,
    /// Findings that are written at most.
    pub(crate) maximum: Option<u64>,
    /// A terminal shows the report.
    pub(crate) on_terminal: bool,
    /// Leaves the footer out.
    pub(crate) quiet: bool,
    /// Adds tables of counts.
    pub(crate) statistics: bool,
    /// Findings are compared with those of a baseline.
    pub(crate) baseline: bool,
}

/// Counts of all inputs together, in the members of the JSON formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Summary {
    pub(crate) errors: u64,
    pub(crate) warnings: u64,
    pub(crate) infos: u64,
    pub(crate) suppressed: u64,
    pub(crate) held_back: u64,
    pub(crate) fast: bool,
}

/// What was found and read so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) summary: Summary,
    pub(crate) inputs: Vec<InputSummary>,
    /// An input could not be read.
    pub(crate) failed: bool,
    pub(crate) by_rule: BTreeMap<String, (Severity, u64)>,
    /// How long it took; told to people only, because a report says the same twice.
    pub(crate) elapsed: Option<Duration>,
}

impl Totals {
    pub(crate) fn count(&mut self, rule: &str, severity: Severity) {
        *match severity {
            Severity::Error => &mut self.summary.errors,
            Severity::Warning => &mut self.summary.warnings,
            Severity::Info => &mut self.summary.infos,
        } += 1;
        if let Some((worst, count)) = self.by_rule.get_mut(rule) {
            *worst = severity.max(*worst);
            *count += 1;
        } else {
            self.by_rule.insert(rule.to_owned(), (severity, 1));
        }
    }

    pub(crate) fn findings(&self) -> u64 {
        self.summary.errors + self.summary.warnings + self.summary.infos
    }

    /// "3 errors and 1 warning"; none where nothing was found.
    fn counted(&self) -> Option<String> {
        let Summary { errors, warnings, infos, .. } = self.summary;
        let counts = [(errors, "error"), (warnings, "warning"), (infos, "info")];
        let words: Vec<_> =
            counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, noun)| plural(count, noun)).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }

    /// "3 inputs, 120 messages, 4 elicitations".
    fn read(&self) -> String {
        let sum = |of: fn(&InputSummary) -> u64| self.inputs.iter().map(of).sum();
        let inputs = plural(u64::try_from(self.inputs.len()).unwrap_or(u64::MAX), "input");
        let messages = plural(sum(|input| input.messages), "message");
        let elicitations = plural(sum(|input| input.elicitations), "elicitation");
        format!("{inputs}, {messages}, {elicitations}")
    }

    /// One line that says what was read and found.
    pub(crate) fn sentence(&self) -> String {
        self.sentence_for(false)
    }

    /// The same with the time, where a terminal shows it.
    pub(crate) fn sentence_for(&self, terminal: bool) -> String {
        if self.findings() == 0 && self.inputs.iter().all(|input| input.messages + input.skipped == 0) {
            return String::from("Nothing was judged.");
        }
        let found = self.counted().map_or_else(|| String::from("Nothing found"), |counted| format!("Found {counted}"));
        let suppressed = match self.summary.suppressed {
            0 => String::new(),
            suppressed => format!(" {suppressed} suppressed."),
        };
        let time = self.elapsed.filter(|_| terminal).map(|time| format!(" in {:.1} s", time.as_secs_f64()));
        format!("{found} in {}{}.{suppressed}", self.read(), time.unwrap_or_default())
    }

    /// The rule to explain first: the most severe, then the most frequent.
    fn foremost(&self) -> Option<&str> {
        let mut foremost: Option<(&str, (Severity, u64))> = None;
        for (rule, rank) in &self.by_rule {
            if foremost.is_none_or(|(_, best)| *rank > best) {
                foremost = Some((rule, *rank));
            }
        }
        foremost.map(|(rule, _)| rule)
    }
}

pub(crate) fn plural(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// One format: it writes findings as they come.
trait Writer {
    fn begin(&mut self, _output: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn finding(&mut self, shown: &Shown, output: &mut dyn Write) -> io::Result<()>;

    /// A finding that is known and accepted.
    fn suppressed(&mut self, _shown: &Shown, _output: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn input(&mut self, _input: &InputSummary, _output: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, totals: &Totals, output: &mut dyn Write) -> io::Result<()>;
}

/// A report under way: a format, and where it is written.
pub(crate) struct Destination {
    writer: Box<dyn Writer>,
    output: Box<dyn Write>,
    /// Findings that may still be written.
    left: Option<u64>,
    held_back: u64,
}

impl Destination {
    pub(crate) fn new(format: OutputFormat, settings: &Settings, linter: &Linter, output: Box<dyn Write>) -> Self {
        let left = settings.maximum.filter(|_| format.is_text());
        Self { writer: format.writer(settings, linter), output, left, held_back: 0 }
    }

    pub(crate) fn begin(&mut self) -> io::Result<()> {
        self.writer.begin(&mut self.output)
    }

    pub(crate) fn finding(&mut self, shown: &Shown) -> io::Result<()> {
        if shown.record.suppressed.is_some() {
            return self.writer.suppressed(shown, &mut self.output);
        }
        match &mut self.left {
            Some(0) => {
                self.held_back += 1;
                return Ok(());
            }
            Some(left) => *left -= 1,
            None => {}
        }
        self.writer.finding(shown, &mut self.output)
    }

    /// Also sends on what was written so far, so that a reader of a pipe sees it before the next input is read.
    pub(crate) fn input(&mut self, input: &InputSummary) -> io::Result<()> {
        self.writer.input(input, &mut self.output)?;
        self.output.flush()
    }

    pub(crate) fn end(&mut self, totals: &Totals) -> io::Result<()> {
        let summary = Summary { held_back: self.held_back, ..totals.summary };
        let totals = Totals { summary, ..totals.clone() };
        self.writer.end(&totals, &mut self.output)?;
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_terminal_is_told_how_long_it_took() {
        let mut totals = Totals { elapsed: Some(Duration::from_millis(1_340)), ..Totals::default() };
        totals.count("url-plain-http", Severity::Warning);
        assert_eq!(totals.sentence_for(true), "Found 1 warning in 0 inputs, 0 messages, 0 elicitations in 1.3 s.");
        assert_eq!(totals.sentence(), "Found 1 warning in 0 inputs, 0 messages, 0 elicitations.");
    }
}
