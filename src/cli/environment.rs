//! What the environment says in place of flags, and what is said when the program is at fault.
//! In: variables, a panic. Out: settings, one line on standard error.
//! Never: the message of a panic, which may quote the traffic.

use std::env;
use std::io;
use std::io::Write as _;
use std::panic;

use super::arguments::Check;
use super::exit::Problem;
use crate::text::nearest::hint;

const LOG: &str = "ELICITLINT_LOG";
const LEVELS: [&str; 3] = ["quiet", "normal", "verbose"];

/// Lets `ELICITLINT_LOG` choose how much is said, where no flag does.
pub(super) fn heed_log(check: &mut Check) -> Result<(), Problem> {
    let Some(level) = env::var_os(LOG).filter(|level| !level.is_empty()) else { return Ok(()) };
    if check.quiet || check.verbose {
        return Ok(());
    }
    match level.to_string_lossy().as_ref() {
        "quiet" => check.quiet = true,
        "normal" => {}
        "verbose" => check.verbose = true,
        other => {
            let near = hint(other, LEVELS);
            let near = if near.is_empty() { format!(": use {}", LEVELS.join(", ")) } else { near };
            return Err(Problem::usage(format!("{LOG}: there is no level `{other}`{near}")));
        }
    }
    Ok(())
}

/// Says where a panic is reported, in place of its message.
pub(super) fn tell_of_panics() {
    panic::set_hook(Box::new(|panicked| {
        let place = panicked.location().map(ToString::to_string).unwrap_or_default();
        let _unwritable = writeln!(io::stderr(), "{}", fault(&place));
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
