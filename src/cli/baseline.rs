//! `elicitlint baseline`: the findings of today, so that only new ones fail.
//! In: recordings. Out: a file of fingerprints with counts, one a line.
//! Never: a file that was written although an input could not be read, bytes that were not judged as an entry.

mod file;

use std::path::PathBuf;

use clap::Args;
use clap::Subcommand;

use super::arguments::Check;
use super::arguments::OrAuto;
use super::arguments::PolicyArguments;
use super::arguments::input_format;
use super::arguments::revision;
use super::check;
use super::exit::Exit;
use super::exit::Problem;
use super::streams::Streams;
use crate::check::FindingRecord;
use crate::elicitation::Revision;
use crate::output::plural;
use crate::output::safe;
use crate::policy::is_always_error;
use crate::recording::Format;

pub(super) use file::Baseline;

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Write the findings of recordings to a new file
    Create(Arguments),
    /// Write them to the file that is there: new findings are added, those that are gone taken out
    Update(Arguments),
    /// Take out of the file what is not found any longer; add nothing
    Prune(Arguments),
}

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Recordings; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// The file
    #[arg(long, value_name = "FILE", default_value = "elicitlint-baseline.json")]
    baseline: PathBuf,
    /// Format of the recordings
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = input_format(), help_heading = "Input")]
    input_format: OrAuto<Format>,
    /// Revision of the specification where a recording does not say
    #[arg(long, value_name = "DATE", default_value = "auto", value_parser = revision(), help_heading = "Input")]
    revision: OrAuto<Revision>,
    #[command(flatten)]
    policy: PolicyArguments,
}

pub(super) fn run(action: Action, streams: &Streams) -> Result<Exit, Problem> {
    let (arguments, before) = match action {
        Action::Create(arguments) if arguments.baseline.exists() => {
            let path = arguments.baseline.display();
            return Err(Problem::usage(format!("{path} exists already: `elicitlint baseline update` writes it anew")));
        }
        Action::Create(arguments) => (arguments, None),
        Action::Update(arguments) => {
            let before = Baseline::read(&arguments.baseline)?;
            (arguments, Some((before, true)))
        }
        Action::Prune(arguments) => {
            let before = Baseline::read(&arguments.baseline)?;
            (arguments, Some((before, false)))
        }
    };
    let Arguments { paths, baseline: path, input_format, revision, policy } = arguments;
    let check = Check { paths, input_format, revision, policy, ..Check::default() };
    let (exit, findings) = check::collect(&check, streams)?;
    if exit != Exit::Clean {
        streams.tell(&format!("error: {} was not written", safe(&path.to_string_lossy())));
        return Ok(exit);
    }
    let found = Baseline::of(path, &findings);
    let (written, change) = match before {
        None => (found, String::new()),
        Some((before, adds)) => {
            let written = if adds { found } else { before.both(&found) };
            let (added, removed) = (written.beyond(&before), before.beyond(&written));
            (written, format!(": {added} added, {removed} taken out"))
        }
    };
    written.write()?;
    let name = safe(&written.name());
    streams.tell(&format!("{name} holds {}{change}.", plural(written.left(), "finding")));
    Ok(Exit::Clean)
}

/// True for a finding that a baseline may hold.
fn is_acceptable(finding: &FindingRecord) -> bool {
    !is_always_error(&finding.rule)
}
