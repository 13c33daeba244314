//! What the environment says in place of flags, and what is said when the program is at fault.
//! In: variables, a panic. Out: settings, one line on standard error.
//! Never: the message of a panic, which may quote the traffic.

use std::env;
use std::ffi::OsString;
use std::panic;

use super::arguments::Check;
use super::exit::Problem;
use super::streams::say;
use crate::output::OutputFormat;
use crate::text::nearest::hint;

const FORMAT: &str = "ELICITLINT_FORMAT";
const OUTPUT: &str = "ELICITLINT_OUTPUT";
const THREADS: &str = "ELICITLINT_THREADS";
const LOG: &str = "ELICITLINT_LOG";
const LEVELS: [&str; 3] = ["quiet", "normal", "verbose"];

/// Lets the environment choose where no flag does.
pub(super) fn heed(check: &mut Check) -> Result<(), Problem> {
    if let (None, Some(format)) = (check.format, variable(FORMAT)) {
        let parsed =
            format.parse().map_err(|_| unknown(FORMAT, "format", &format, &OutputFormat::ALL.map(OutputFormat::name)));
        check.format = Some(parsed?);
    }
    if check.output.is_empty() {
        check.output.extend(set(OUTPUT));
    }
    if let (None, Some(threads)) = (check.threads, variable(THREADS)) {
        let parsed =
            threads.parse().map_err(|_| Problem::usage(format!("{THREADS}: `{threads}` is no number from 1 on")));
        check.threads = Some(parsed?);
    }
    if let (false, false, Some(level)) = (check.quiet, check.verbose, variable(LOG)) {
        match level.as_str() {
            "quiet" => check.quiet = true,
            "normal" => {}
            "verbose" => check.verbose = true,
            other => return Err(unknown(LOG, "level", other, &LEVELS)),
        }
    }
    Ok(())
}

/// A variable that says something.
pub(super) fn set(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

fn variable(name: &str) -> Option<String> {
    set(name).map(|value| value.to_string_lossy().into_owned())
}

fn unknown(variable: &str, what: &str, word: &str, known: &[&str]) -> Problem {
    let near = hint(word, known.iter().copied());
    let near = if near.is_empty() { format!(": use {}", known.join(", ")) } else { near };
    Problem::usage(format!("{variable}: there is no {what} `{word}`{near}"))
}

/// Says where a panic is reported, in place of its message.
pub(super) fn tell_of_panics() {
    panic::set_hook(Box::new(|panicked| {
        let place = panicked.location().map(ToString::to_string).unwrap_or_default();
        say(&format!("{}\n", fault(&place)));
    }));
}

fn fault(place: &str) -> String {
    format!(
        "error: internal error at {place} in elicitlint {}. This is a bug: please report it at {}/issues with this line \
         and the command, but without the recording.",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_the_program_says_where_to_report_it() {
        let told = fault("src/check.rs:1:2");
        assert!(told.contains("at src/check.rs:1:2") && told.contains("/elicitlint/issues") && !told.contains('\n'));
    }
}
