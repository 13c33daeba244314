//! `elicitlint check`: recordings in, a report out.
//! In: paths and flags. Out: findings, counts, an exit code.
//! Never: an input that is passed over in silence.

use std::fs::File;
use std::io;
use std::path::Path;

use super::arguments::Check;
use super::baseline::Baseline;
use super::config::reason;
use super::destinations::Destinations;
use super::exit::Exit;
use super::exit::Problem;
use super::nearby::path_hint;
use super::progress::Progress;
use super::progress::Watched;
use super::settings::Built;
use super::streams::Streams;
use super::streams::is_set;
use super::suppressions::Suppressions;
use crate::check::CheckOptions;
use crate::check::FindingRecord;
use crate::check::InputSummary;
use crate::check::check;
use crate::error::Error;
use crate::output::Eyes;
use crate::output::OutputFormat;
use crate::output::Totals;
use crate::output::plural;
use crate::output::safe;
use crate::recording::Input;

pub(super) fn run(arguments: &Check, streams: &Streams) -> Result<Exit, Problem> {
    let built = built(arguments, streams)?;
    if arguments.show_settings {
        return streams.write(settings(arguments, &built, streams).as_bytes());
    }
    if arguments.show_inputs {
        return show_inputs(arguments, streams);
    }
    if arguments.verbose {
        let path = built.path.as_ref().map_or_else(|| String::from("none"), |path| path.display().to_string());
        streams.tell(&format!("policy: {}", safe(&path)));
    }
    let baseline = arguments.baseline.as_deref().map(Baseline::read).transpose()?;
    let destinations = Destinations::open(arguments, &built.linter, streams)?;
    let mut run = Run::new(arguments, &built, streams, destinations);
    run.suppressions = Suppressions::new(baseline);
    run.inputs();
    run.end()
}

/// Every finding that would be reported, for a baseline; and how the run ended.
pub(super) fn collect(arguments: &Check, streams: &Streams) -> Result<(Exit, Vec<FindingRecord>), Problem> {
    let built = built(arguments, streams)?;
    let mut run = Run::new(arguments, &built, streams, Destinations::none());
    run.collected = Some(Vec::new());
    run.inputs();
    Ok((run.exit, run.collected.unwrap_or_default()))
}

fn built(arguments: &Check, streams: &Streams) -> Result<Built, Problem> {
    if arguments.paths.iter().filter(|path| is_standard_input(path)).count() > 1 {
        return Err(Problem::usage("standard input can be read once only"));
    }
    arguments.policy.build(streams)
}

struct Run<'r> {
    arguments: &'r Check,
    streams: &'r Streams,
    built: &'r Built,
    eyes: Eyes,
    destinations: Destinations,
    suppressions: Suppressions,
    /// Where findings go in place of a report.
    collected: Option<Vec<FindingRecord>>,
    totals: Totals,
    exit: Exit,
}

impl<'r> Run<'r> {
    fn new(arguments: &'r Check, built: &'r Built, streams: &'r Streams, destinations: Destinations) -> Self {
        Self {
            arguments,
            streams,
            built,
            eyes: Eyes::new(&built.linter, arguments.redact),
            destinations,
            suppressions: Suppressions::default(),
            collected: None,
            totals: Totals::default(),
            exit: Exit::Clean,
        }
    }

    fn inputs(&mut self) {
        for path in &self.arguments.paths {
            if self.is_decided() {
                break;
            }
            self.input(path);
        }
    }

    fn input(&mut self, path: &Path) {
        match self.check(path) {
            Ok(summary) => self.read(summary),
            Err(problem) => {
                self.streams.tell(&format!("error: {}", safe(&problem)));
                self.totals.failed = true;
                self.fail(Exit::NoInput);
            }
        }
    }

    fn check(&mut self, path: &Path) -> Result<InputSummary, String> {
        let Check { input_format, revision, .. } = self.arguments;
        let options = CheckOptions::default().format(input_format.0).revision(revision.0.unwrap_or_default());
        let name = path.to_string_lossy();
        let file = if is_standard_input(path) { None } else { Some(opened(path)?) };
        // Only a regular file can be read twice.
        let length =
            file.as_ref().and_then(|file| file.metadata().ok()).filter(|file| file.is_file()).map(|file| file.len());
        let progress = Progress::new(self.shows_progress(), length);
        let summary = match file {
            Some(reader) if length.is_some() => {
                let mut reader = Watched { reader, progress: &progress };
                self.lint(&name, Input::File(&mut reader), &options, &progress)
            }
            Some(reader) => {
                let mut reader = Watched { reader, progress: &progress };
                self.lint(&name, Input::Stream(&mut reader), &options, &progress)
            }
            None => {
                let mut reader = Watched { reader: io::stdin().lock(), progress: &progress };
                self.lint(&name, Input::Stream(&mut reader), &options, &progress)
            }
        };
        progress.clear();
        summary.map_err(|error| told(&error))
    }

    fn lint(
        &mut self,
        name: &str,
        input: Input<'_>,
        options: &CheckOptions,
        progress: &Progress,
    ) -> Result<InputSummary, Error> {
        check(&self.built.linter, name, input, options, &mut |finding| {
            progress.found();
            self.finding(finding);
            if self.is_decided() {
                progress.stop();
            }
        })
    }

    /// True where nobody reads any longer and the exit code says all the same that something was found.
    fn is_decided(&self) -> bool {
        self.is_closed() && self.exit != Exit::Clean
    }

    /// True where nobody reads any longer.
    fn is_closed(&self) -> bool {
        self.collected.is_none() && self.destinations.are_closed()
    }

    fn finding(&mut self, mut finding: FindingRecord) {
        self.suppressions.judge(&mut finding);
        let is_suppressed = finding.suppressed.is_some();
        if let Some(collected) = &mut self.collected {
            collected.extend((!is_suppressed).then_some(finding));
            return;
        }
        if !is_suppressed && self.arguments.fail.on(finding.severity) {
            self.fail(Exit::Findings);
        }
        if self.is_closed() {
            return;
        }
        match is_suppressed {
            true => self.totals.summary.suppressed += 1,
            false => self.totals.count(&finding.rule, finding.severity),
        }
        self.destinations.finding(&self.eyes.show(finding));
    }

    /// Says what of an input was not read.
    fn read(&mut self, summary: InputSummary) {
        self.destinations.input(&summary);
        if self.is_closed() {
            return;
        }
        let InputSummary { messages, missing_bodies, unreadable, elicitations, format, bytes, .. } = &summary;
        let path = safe(&summary.path);
        if self.arguments.verbose {
            let (messages, elicitations) = (plural(*messages, "message"), plural(*elicitations, "elicitation"));
            self.streams.tell(&format!("{path}: {format}, {}, {messages}, {elicitations}", plural(*bytes, "byte")));
        }
        let is_partial = *missing_bodies > 0 || *unreadable > 0;
        if is_partial {
            let what = [(*unreadable, "unreadable record"), (*missing_bodies, "missing HTTP body")]
                .into_iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, noun)| plural(count, noun).replace("bodys", "bodies"))
                .collect::<Vec<_>>()
                .join(", ");
            self.warn(&format!("{path}: part of it was not judged: {what} (--strict-input makes this a failure)"));
        }
        if summary.forgotten > 0 {
            let what = plural(summary.forgotten, "forgotten fact");
            self.warn(&format!(
                "{path}: the sessions are long: {what}, which nothing later was compared with (limits.open)"
            ));
        }
        if is_partial && self.arguments.strict_input {
            self.fail(Exit::Incomplete);
        }
        if *messages == 0 && !self.arguments.allow_empty {
            let what = if *bytes == 0 { "it is empty" } else { "no JSON-RPC message was understood in it" };
            self.streams.tell(&format!(
                "error: {path}: {what}, so nothing was judged (--input-format names a format, --allow-empty accepts it)"
            ));
            self.fail(Exit::NoInput);
        }
        self.totals.inputs.push(summary);
    }

    fn end(mut self) -> Result<Exit, Problem> {
        self.destinations.end(&self.totals);
        if !self.destinations.are_closed() && !self.totals.failed {
            self.suppressions.idle(self.built).iter().for_each(|idle| self.warn(idle));
        }
        if !self.arguments.quiet && self.is_concise() && !self.destinations.are_closed() {
            self.streams.tell(&self.totals.sentence());
        }
        match self.destinations.problem {
            Some(problem) => Err(problem),
            None => Ok(self.exit),
        }
    }

    /// True where the report on standard output has no counts of its own and a person may wait for some.
    fn is_concise(&self) -> bool {
        let format = self.arguments.format;
        let is_usual = format.is_none() && !(self.streams.out_is_terminal && self.arguments.output.is_empty());
        is_usual || format == Some(OutputFormat::Concise)
    }

    fn shows_progress(&self) -> bool {
        let Check { no_progress, quiet, .. } = self.arguments;
        self.streams.err_is_terminal && !no_progress && !quiet && !is_set("CI")
    }

    fn warn(&self, message: &str) {
        if !self.arguments.quiet {
            self.streams.tell(&format!("warning: {message}"));
        }
    }

    fn fail(&mut self, exit: Exit) {
        self.exit = self.exit.max(exit);
    }
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The file, or what to do about it.
fn opened(path: &Path) -> Result<File, String> {
    let name = path.display();
    if path.is_dir() {
        return Err(format!("{name}: it is a directory; name the recordings in it, such as {name}/*.jsonl"));
    }
    File::open(path).map_err(|error| {
        let is_missing = error.kind() == io::ErrorKind::NotFound;
        let hint = if is_missing { path_hint(path) } else { String::new() };
        format!("{name}: {}{hint}", reason(&error))
    })
}

/// An error with everything below it.
fn told(error: &Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        text.push_str(&format!(": {error}"));
        source = error.source();
    }
    text
}

fn settings(arguments: &Check, built: &Built, streams: &Streams) -> String {
    let format =
        arguments.format.map_or_else(|| if streams.out_is_terminal { "full" } else { "concise" }, OutputFormat::name);
    built.settings(&[
        ("revision", arguments.revision.to_string()),
        ("input-format", arguments.input_format.to_string()),
        ("format", format.to_owned()),
        ("fail-on", arguments.fail.name().to_owned()),
    ])
}

/// Every input on a line; those that cannot be read are told on standard error.
fn show_inputs(arguments: &Check, streams: &Streams) -> Result<Exit, Problem> {
    let mut exit = Exit::Clean;
    let mut list = String::new();
    for path in &arguments.paths {
        match if is_standard_input(path) { Ok(()) } else { opened(path).map(drop) } {
            Ok(()) => list.push_str(&format!("{}\n", safe(&path.to_string_lossy()))),
            Err(problem) => {
                streams.tell(&format!("error: {}", safe(&problem)));
                exit = Exit::NoInput;
            }
        }
    }
    streams.write(list.as_bytes())?;
    Ok(exit)
}
