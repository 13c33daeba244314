//! `elicitlint vet`: one verdict a URL.
//! In: URLs and flags. Out: verdicts, an exit code.
//! Never: the network; a URL is judged by its text.

use std::io;
use std::io::Write;

use super::arguments::Vet;
use super::exit::Exit;
use super::exit::Problem;
use super::streams::Streams;
use crate::context::Context;
use crate::output::Eyes;
use crate::output::OutputFormat;
use crate::output::Vetted;

pub(super) fn run(arguments: &Vet, streams: &Streams) -> Result<Exit, Problem> {
    let built = arguments.policy.build(streams)?;
    built.tell(streams);
    let linter = built.linter;
    let context = Context::new(arguments.revision.0.unwrap_or_default());
    let eyes = Eyes::new(&linter, arguments.redact);
    let mut exit = Exit::Clean;
    let mut output = Vec::new();
    for url in &arguments.urls {
        let report = linter.vet_url(url, &context);
        let vetted = Vetted::of(url, &report, &eyes);
        if vetted.severities().any(|severity| arguments.fail.on(severity)) {
            exit = Exit::Findings;
        }
        written(&vetted, arguments.format, streams, &mut output).map_err(Problem::internal)?;
    }
    streams.write(&output)?;
    Ok(exit)
}

fn written(vetted: &Vetted, format: OutputFormat, streams: &Streams, output: &mut dyn Write) -> io::Result<()> {
    match format {
        OutputFormat::Json => vetted.json(output),
        OutputFormat::Concise => vetted.concise(streams.style(true), output),
        _ => vetted.full(streams.style(true), output),
    }
}
