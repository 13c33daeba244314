//! `elicitlint check`: recordings in, a report out.
//! In: paths and flags. Out: findings, counts, an exit code.
//! Never: an input that is passed over in silence.

use std::fs;
use std::num::NonZeroUsize;

use super::arguments::Check;
use super::baseline::Baseline;
use super::destinations::Destinations;
use super::exit::Exit;
use super::exit::Problem;
use super::inputs;
use super::inputs::Recording;
use super::inputs::is_standard_input;
use super::jobs::Event;
use super::jobs::Work;
use super::progress::Progress;
use super::settings::Built;
use super::streams::Streams;
use super::suppressions::Suppressions;
use crate::check::CheckOptions;
use crate::check::FindingRecord;
use crate::check::InputSummary;
use crate::output::Eyes;
use crate::output::OutputFormat;
use crate::output::Totals;
use crate::output::plural;
use crate::output::safe;

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
    run.read_all();
    run.end()
}

/// Every finding that would be reported, for a baseline; and how the run ended.
pub(super) fn collect(arguments: &Check, streams: &Streams) -> Result<(Exit, Vec<FindingRecord>), Problem> {
    let built = built(arguments, streams)?;
    let mut run = Run::new(arguments, &built, streams, Destinations::none());
    run.collected = Some(Vec::new());
    run.read_all();
    run.tell_passed_over();
    Ok((run.exit, run.collected.unwrap_or_default()))
}

fn built(arguments: &Check, streams: &Streams) -> Result<Built, Problem> {
    if arguments.paths.iter().filter(|path| is_standard_input(path)).count() > 1 {
        return Err(Problem::usage("standard input can be read once only"));
    }
    arguments.policy.build(streams)
}

/// Why an input that was read gives nothing.
const NOTHING: &str = "no JSON-RPC message was understood in it";

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
    progress: Progress,
    /// Files that were found and are no recordings, each with the reason.
    passed_over: Vec<String>,
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
            progress: Progress::new(false, None),
            passed_over: Vec::new(),
        }
    }

    /// What the paths mean. One that means nothing is told, and costs only itself.
    fn recordings(&mut self) -> Vec<Recording> {
        let mut recordings = Vec::new();
        for path in &self.arguments.paths {
            match inputs::recordings(path) {
                Ok(found) => recordings.extend(found),
                Err(problem) => self.failed(&problem),
            }
        }
        recordings
    }

    fn read_all(&mut self) {
        self.totals.summary.fast = self.arguments.fast;
        let recordings = self.recordings();
        let Check { input_format, revision, threads, fast, .. } = self.arguments;
        self.progress = Progress::new(self.shows_progress(), size(&recordings));
        let reading = self.progress.reading();
        let work = Work {
            linter: &self.built.linter,
            options: CheckOptions::default()
                .format(input_format.0)
                .revision(revision.0.unwrap_or_default())
                .fast(*fast),
            reading: &reading,
            threads: threads.map_or_else(available_threads, NonZeroUsize::get),
        };
        work.run(&recordings, &mut |recording, event| {
            match event {
                Event::Finding(finding) => {
                    self.progress.found();
                    self.finding(*finding);
                }
                Event::End(result) => {
                    self.progress.clear();
                    self.ended(recording, *result);
                }
                Event::Wait => self.progress.draw(),
            }
            !self.is_decided()
        });
    }

    fn ended(&mut self, recording: &Recording, result: Result<InputSummary, String>) {
        match result {
            Ok(summary) if recording.was_found && holds_nothing(&summary) => {
                self.passed_over.push(format!("{}: {NOTHING}", summary.path));
            }
            Ok(summary) => self.read(summary),
            Err(problem) if recording.was_found => {
                self.warn(&format!("passed over: {}", safe(&problem)));
                self.passed_over.push(problem);
            }
            Err(problem) => self.failed(&problem),
        }
    }

    fn failed(&mut self, problem: &str) {
        self.streams.tell(&format!("error: {}", safe(problem)));
        self.totals.failed = true;
        self.fail(Exit::NoInput);
    }

    /// Says which files of a directory were no recordings; where none was, nothing was judged.
    fn tell_passed_over(&mut self) {
        if self.passed_over.is_empty() {
            return;
        }
        let (count, passed_over) = (self.passed_over.len(), std::mem::take(&mut self.passed_over));
        if self.totals.inputs.is_empty() && !self.arguments.allow_empty {
            let first = passed_over.first().map(String::as_str).unwrap_or_default();
            let none = match count {
                1 => String::from("the only file found is no recording"),
                _ => format!("none of the {count} files found is a recording"),
            };
            self.failed(&format!("{none}; {first}"));
            return;
        }
        let what = plural(widen(count), "file");
        self.warn(&format!("passed over as no recordings: {what} (-v names them)"));
        if self.arguments.verbose {
            for problem in passed_over.iter().filter(|problem| problem.ends_with(NOTHING)) {
                self.streams.tell(&format!("passed over: {}", safe(problem)));
            }
        }
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
        if let Some(caveat) = summary.caveat {
            self.warn(&format!("{path}: {caveat}"));
        }
        if summary.redacted > 0 {
            let what = plural(summary.redacted, "message");
            self.warn(&format!("{path}: the recorder replaced text in {what}, and such texts were not judged"));
        }
        let is_partial = *missing_bodies > 0 || *unreadable > 0;
        if is_partial {
            let what = [(*unreadable, "unreadable record"), (*missing_bodies, "missing HTTP body")]
                .into_iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, noun)| plural(count, noun).replace("bodys", "bodies"))
                .collect::<Vec<_>>()
                .join(", ");
            let first = summary.first_unreadable.map(|line| format!(", the first at line {line}")).unwrap_or_default();
            self.warn(&format!(
                "{path}: part of it was not judged: {what}{first} (--strict-input makes this a failure)"
            ));
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
        if *messages == 0 && summary.skipped == 0 && !self.arguments.allow_empty {
            let what = if *bytes == 0 { "it is empty" } else { NOTHING };
            self.streams.tell(&format!(
                "error: {path}: {what}, so nothing was judged (--input-format names a format, --allow-empty accepts it)"
            ));
            self.fail(Exit::NoInput);
        }
        self.totals.inputs.push(summary);
    }

    fn end(mut self) -> Result<Exit, Problem> {
        self.tell_passed_over();
        if self.arguments.fast {
            let off = self.built.linter.rules().filter(|(rule, _)| rule.needs_every_message()).count();
            let skipped = plural(self.totals.inputs.iter().map(|input| input.skipped).sum(), "line");
            let off = plural(widen(off), "rule");
            self.warn(&format!("--fast: {skipped} skipped, {off} that need every message are off"));
        }
        if !self.arguments.quiet {
            self.built.tell(self.streams);
        }
        self.totals.elapsed = Some(self.progress.elapsed());
        self.destinations.end(&self.totals);
        if !self.destinations.are_closed() && !self.totals.failed {
            self.suppressions.idle(self.built).iter().for_each(|idle| self.warn(idle));
        }
        if !self.arguments.quiet && self.is_concise() && !self.destinations.are_closed() {
            self.streams.tell(&self.totals.sentence_for(self.streams.err_is_terminal));
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
        self.streams.takes_progress() && !no_progress && !quiet
    }

    fn warn(&self, message: &str) {
        if !self.arguments.quiet {
            self.streams.warn(message);
        }
    }

    fn fail(&mut self, exit: Exit) {
        self.exit = self.exit.max(exit);
    }
}

/// True for what was read and gave nothing to judge, and nothing to worry about.
fn holds_nothing(summary: &InputSummary) -> bool {
    summary.messages == 0 && summary.skipped == 0 && summary.unreadable == 0 && summary.missing_bodies == 0
}

/// Size of all recordings; none where it is not known.
fn size(recordings: &[Recording]) -> Option<u64> {
    let size = |recording: &Recording| {
        let file = fs::metadata(&recording.path).ok().filter(fs::Metadata::is_file)?;
        Some(file.len())
    };
    recordings.iter().map(size).sum()
}

fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

fn widen(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
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

/// Every input on a line, with what it is taken for; those that cannot be read are told on standard error.
fn show_inputs(arguments: &Check, streams: &Streams) -> Result<Exit, Problem> {
    let mut exit = Exit::Clean;
    let mut list = String::new();
    let mut failed = |problem: &str| {
        streams.tell(&format!("error: {}", safe(problem)));
        exit = Exit::NoInput;
    };
    for path in &arguments.paths {
        let recordings = inputs::recordings(path).unwrap_or_else(|problem| {
            failed(&problem);
            Vec::new()
        });
        for Recording { path, .. } in recordings {
            match inputs::explained(&path, arguments.input_format.0) {
                Ok(explained) => list.push_str(&format!("{}: {explained}\n", safe(&path.to_string_lossy()))),
                Err(problem) => failed(&problem),
            }
        }
    }
    streams.write(list.as_bytes())?;
    Ok(exit)
}
