//! Where the reports of a run go: standard output, files, or both.
//! In: `--format` and `--output`. Out: findings and counts, handed to every report.
//! Never: a report over an input, a complaint about a pipe that was closed.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::fs::File;
use std::io;
use std::io::BufWriter;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;

use super::arguments::Check;
use super::config::unwritten;
use super::exit::Problem;
use super::streams::Streams;
use super::written;
use super::written::Pending;
use crate::check::InputSummary;
use crate::linter::Linter;
use crate::output::Destination;
use crate::output::OutputFormat;
use crate::output::Settings;
use crate::output::Shown;
use crate::output::Totals;
use crate::text::nearest::hint;

/// Findings that are shown on a terminal where nothing else is said.
const ON_TERMINAL: u64 = 50;

/// Every report of a run.
pub(super) struct Destinations {
    open: Vec<Named>,
    /// What could not be written, once.
    pub(super) problem: Option<Problem>,
}

struct Named {
    name: String,
    destination: Destination,
    /// The file that gets its name at the end; none for standard output.
    pending: Option<Pending>,
}

/// One wish of `--output`.
#[derive(Debug, PartialEq, Eq)]
struct Wish {
    format: Option<OutputFormat>,
    /// None for standard output.
    path: Option<PathBuf>,
}

impl Destinations {
    pub(super) fn open(arguments: &Check, linter: &Linter, streams: &Streams) -> Result<Self, Problem> {
        let wishes: Vec<_> = arguments.output.iter().map(|text| Wish::of(text)).collect::<Result<_, _>>()?;
        let is_replaced = wishes.iter().any(|wish| wish.format.is_none() || wish.path.is_none());
        let standard = (!is_replaced).then_some(Wish { format: None, path: None });
        let all: Vec<_> = standard.into_iter().chain(wishes).collect();
        if all.iter().filter(|wish| wish.path.is_none()).count() > 1 {
            return Err(Problem::usage("only one report can go to standard output"));
        }
        let mut seen = BTreeSet::new();
        let mut paths = all.iter().filter_map(|wish| wish.path.as_ref());
        if let Some(path) = paths.find(|path| !seen.insert(*path)) {
            return Err(Problem::usage(format!("--output {} is given twice", path.display())));
        }
        let mut destinations = Self { open: Vec::new(), problem: None };
        for wish in all {
            destinations.open.push(wish.open(arguments, linter, streams)?);
        }
        destinations.each(Destination::begin);
        Ok(destinations)
    }

    /// No report at all.
    pub(super) fn none() -> Self {
        Self { open: Vec::new(), problem: None }
    }

    /// True where nobody reads any longer.
    pub(super) fn are_closed(&self) -> bool {
        self.open.is_empty()
    }

    pub(super) fn finding(&mut self, shown: &Shown) {
        self.each(|destination| destination.finding(shown));
    }

    pub(super) fn input(&mut self, input: &InputSummary) {
        self.each(|destination| destination.input(input));
    }

    pub(super) fn end(&mut self, totals: &Totals) {
        self.each(|destination| destination.end(totals));
        // What could not be written whole is dropped by now, and with it its file.
        self.open.retain_mut(|Named { name, pending, .. }| {
            let Some(Err(error)) = pending.take().map(Pending::settle) else { return true };
            self.problem.get_or_insert_with(|| unwritable(name, &error));
            false
        });
    }

    /// Writes to each; one that fails is dropped, and the others go on.
    fn each(&mut self, write: impl Fn(&mut Destination) -> io::Result<()>) {
        let problem = &mut self.problem;
        self.open.retain_mut(|Named { name, destination, .. }| {
            let Err(error) = write(destination) else { return true };
            if error.kind() != io::ErrorKind::BrokenPipe {
                problem.get_or_insert_with(|| unwritable(name, &error));
            }
            false
        });
    }
}

impl Wish {
    fn of(text: &OsStr) -> Result<Self, Problem> {
        let path = |file: &OsStr| Some(PathBuf::from(file)).filter(|file| file.as_os_str() != "-");
        if text.is_empty() {
            return Err(Problem::usage("--output names no file"));
        }
        let Some((name, file)) = text.to_str().and_then(|text| text.split_once('=')) else {
            return Ok(Self { format: None, path: path(text) });
        };
        if let Ok(format) = name.parse() {
            if file.is_empty() {
                return Err(Problem::usage(format!("--output {name}= names no file: `{name}=-` is standard output")));
            }
            return Ok(Self { format: Some(format), path: path(OsStr::new(file)) });
        }
        match hint(name, OutputFormat::ALL.map(OutputFormat::name)) {
            hint if hint.is_empty() => Ok(Self { format: None, path: path(text) }),
            hint => Err(Problem::usage(format!("--output: there is no format `{name}`{hint}"))),
        }
    }

    fn open(self, arguments: &Check, linter: &Linter, streams: &Streams) -> Result<Named, Problem> {
        let is_terminal = self.path.is_none() && streams.out_is_terminal;
        let usual = if is_terminal { OutputFormat::Full } else { OutputFormat::Concise };
        let format = self.format.or(arguments.format).unwrap_or(usual);
        let style = if self.path.is_none() { streams.style(true) } else { Default::default() };
        let settings = Settings {
            style,
            maximum: arguments.max_findings.or(is_terminal.then_some(ON_TERMINAL)),
            on_terminal: is_terminal,
            quiet: arguments.quiet,
            statistics: arguments.statistics,
            baseline: arguments.baseline.is_some(),
        };
        // Traffic may come in slowly over standard input.
        let is_live = arguments.paths.iter().any(|path| path.as_os_str() == "-");
        let (name, output, pending): (_, Box<dyn Write>, _) = match self.path {
            None if format.is_text() => (String::from("standard output"), streams.text_output(is_live), None),
            None => (String::from("standard output"), streams.data_output(is_live), None),
            Some(path) => {
                let (file, pending) = created(&path, &arguments.paths)?;
                (path.display().to_string(), Box::new(BufWriter::new(file)), Some(pending))
            }
        };
        Ok(Named { name, destination: Destination::new(format, &settings, linter, output), pending })
    }
}

fn unwritable(name: &str, error: &io::Error) -> Problem {
    Problem::internal(format!("{name} cannot be written: {error}"))
}

/// Creates a report, unless it would replace an input.
fn created(path: &Path, inputs: &[PathBuf]) -> Result<(File, Pending), Problem> {
    let same = |input: &PathBuf| match (fs::canonicalize(input), fs::canonicalize(path)) {
        (Ok(input), Ok(output)) => input == output,
        _ => false,
    };
    if inputs.iter().any(same) {
        return Err(Problem::usage(format!("--output {} would replace an input", path.display())));
    }
    written::opened(path).map_err(|error| Problem::usage(format!("--output {}: {}", path.display(), unwritten(&error))))
}
