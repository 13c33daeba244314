//! The command line.
//! In: arguments, recordings. Out: a report and an exit code.
//! Never: logic; all of it is in the library.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    elicitlint::cli::run(std::env::args_os())
}
