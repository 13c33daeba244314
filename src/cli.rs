//! The command line: arguments to library calls to an exit code.
//! In: arguments, environment, files. Out: findings on standard output, everything else on standard error.
//! Never: a judgement, the network, a policy from beside the input.

mod arguments;
mod baseline;
mod check;
mod clock;
mod config;
mod configure;
mod destinations;
mod environment;
mod exit;
mod hook;
mod inputs;
mod jobs;
mod man;
mod nearby;
mod progress;
mod request;
mod rule;
mod serve;
mod settings;
mod streams;
mod suppressions;
mod vet;
mod written;

use std::ffi::OsString;
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::Parser;

use arguments::Arguments;
use arguments::Command;
use exit::Exit;
use exit::Problem;
use streams::Streams;

/// Runs the command line: the first argument is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = arguments::with_default_command(arguments.into_iter().collect());
    environment::tell_of_panics();
    let is_hook = arguments::is_hook(&arguments);
    let exit = ended(is_hook, || match Arguments::try_parse_from(arguments) {
        Ok(arguments) => answer(arguments),
        Err(error) => usage(&error),
    });
    ExitCode::from(exit.code())
}

/// How the work ends; a panic is an internal error.
fn ended(is_hook: bool, work: impl FnOnce() -> Exit) -> Exit {
    let exit = catch_unwind(AssertUnwindSafe(work)).unwrap_or(Exit::Internal);
    // Callers of hooks take only 2 for a refusal.
    if is_hook && exit != Exit::Clean { Exit::Usage } else { exit }
}

fn answer(arguments: Arguments) -> Exit {
    let streams = Streams::new(arguments.color);
    let result = match arguments.command {
        Command::Check(mut arguments) => {
            environment::heed(&mut arguments).and_then(|()| check::run(&arguments, &streams))
        }
        Command::Config(action) => configure::run(&action, &streams),
        Command::Baseline(action) => baseline::run(action, &streams),
        Command::Vet(arguments) => vet::run(&arguments, &streams),
        Command::Rule(arguments) => rule::run(&arguments, &streams),
        Command::Hook(arguments) => hook::run(&arguments, &streams),
        Command::Serve(arguments) => serve::run(&arguments, &streams),
        Command::Man => man::run(&streams),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "elicitlint", &mut script);
            streams.write(&script)
        }
        Command::Version => streams.write(concat!("elicitlint ", env!("CARGO_PKG_VERSION"), "\n").as_bytes()),
    };
    result.unwrap_or_else(|problem: Problem| {
        streams.tell(&problem.text);
        problem.exit
    })
}

/// Help that was asked for goes to standard output and is no failure; a mistake is told on standard error.
fn usage(error: &clap::Error) -> Exit {
    let streams = Streams::new(streams::Colour::Auto);
    let is_help = !error.use_stderr();
    let rendered = error.render();
    let text = if streams.colour(is_help) { rendered.ansi().to_string() } else { rendered.to_string() };
    if is_help {
        return streams.write(text.as_bytes()).unwrap_or_else(|problem| problem.exit);
    }
    streams::say(&text);
    Exit::Usage
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_internal_error_and_a_refusal_of_a_hook() {
        type Work = fn() -> Exit;
        let cases: [(Work, u8, u8); 4] = [
            (|| panic!("a fault"), 70, 2),
            (|| Exit::Clean, 0, 0),
            (|| Exit::Findings, 1, 2),
            (|| Exit::NoInput, 3, 2),
        ];
        for (work, code, of_hook) in cases {
            assert_eq!((ended(false, work).code(), ended(true, work).code()), (code, of_hook));
        }
    }
}
