//! The standard streams: who reads them, and whether colour is welcome.
//! In: the flag, the environment, the terminal. Out: writers and answers.
//! Never: colour in a pipe unless it was forced.

use std::ffi::OsString;
use std::io;
use std::io::BufWriter;
use std::io::IsTerminal;
use std::io::Write;

use anstream::AutoStream;
use anstream::ColorChoice;

use super::environment::set;
use super::exit::Exit;
use super::exit::Problem;
use crate::output::Style;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Colour {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb
    #[default]
    Auto,
    /// Also in pipes and files
    Always,
    /// Plain text
    Never,
}

impl Colour {
    fn is_on(self, is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto if variable("NO_COLOR").is_some() => false,
            Self::Auto => match variable("FORCE_COLOR") {
                Some(value) => value != "0",
                None => is_terminal && !is_dumb(variable),
            },
        }
    }
}

/// True for a terminal that knows no escape sequences.
fn is_dumb(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    variable("TERM").is_some_and(|term| term == "dumb")
}

/// Columns for prose: what `COLUMNS` says, else the terminal itself; neither so few that it is torn nor so many that the
/// eye loses the line.
fn columns(variable: impl Fn(&str) -> Option<OsString>, measured: impl Fn() -> Option<usize>) -> usize {
    let said = variable("COLUMNS").and_then(|columns| columns.to_str()?.parse().ok()).filter(|columns| *columns > 0);
    said.or_else(measured).unwrap_or(WIDEST).clamp(NARROWEST, WIDEST)
}

const NARROWEST: usize = 40;
const WIDEST: usize = 100;

pub(super) struct Streams {
    choice: Colour,
    pub(super) out_is_terminal: bool,
    pub(super) err_is_terminal: bool,
}

impl Streams {
    pub(super) fn new(choice: Colour) -> Self {
        let [out_is_terminal, err_is_terminal] = [io::stdout().is_terminal(), io::stderr().is_terminal()];
        Self { choice, out_is_terminal, err_is_terminal }
    }

    /// Whether standard output (else standard error) takes colour: flag, NO_COLOR, FORCE_COLOR, terminal.
    pub(super) fn colour(&self, output: bool) -> bool {
        let is_terminal = if output { self.out_is_terminal } else { self.err_is_terminal };
        self.choice.is_on(is_terminal, set)
    }

    /// Whether a line on standard error may be taken back.
    pub(super) fn takes_progress(&self) -> bool {
        self.err_is_terminal && !is_dumb(set) && set("CI").is_none()
    }

    pub(super) fn style(&self, output: bool) -> Style {
        Style { colour: self.colour(output), width: self.width().filter(|_| output) }
    }

    /// Columns of the terminal that standard output is; none where it is none.
    pub(super) fn width(&self) -> Option<usize> {
        let measured = || Some(usize::from(terminal_size::terminal_size_of(io::stdout())?.0.0));
        self.out_is_terminal.then(|| columns(set, measured))
    }

    /// Standard output for text. `AutoStream` also takes away every escape sequence where colour is off.
    pub(super) fn text_output(&self, is_live: bool) -> Box<dyn Write> {
        let choice = if self.colour(true) { ColorChoice::Always } else { ColorChoice::Never };
        self.buffered(AutoStream::new(io::stdout(), choice), is_live)
    }

    /// Standard output for data.
    pub(super) fn data_output(&self, is_live: bool) -> Box<dyn Write> {
        self.buffered(io::stdout(), is_live)
    }

    /// Where somebody watches, each line is sent at once, as standard output does by itself.
    fn buffered(&self, output: impl Write + 'static, is_live: bool) -> Box<dyn Write> {
        if is_live || self.out_is_terminal {
            Box::new(output)
        } else {
            Box::new(BufWriter::with_capacity(64 << 10, output))
        }
    }

    /// Writes a whole answer to standard output. A reader that has gone away is no failure.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<Exit, Problem> {
        let mut output = self.text_output(false);
        match output.write_all(bytes).and_then(|()| output.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Problem::internal(format!("standard output cannot be written: {error}")))
            }
            _ => Ok(Exit::Clean),
        }
    }

    /// Tells the user something on standard error.
    pub(super) fn tell(&self, line: &str) {
        say(&format!("{}\n", self.style(false).told(line)));
    }

    /// Tells the user what may not be as wished.
    pub(super) fn warn(&self, message: &str) {
        self.tell(&format!("warning: {message}"));
    }
}

/// Writes to standard error in one piece. It has no buffer, and other programs write there too: a text that goes out as
/// its parts is torn by theirs.
pub(super) fn say(text: &str) {
    let _unwritable = io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_as_wide_as_columns_says_or_as_it_is_within_bounds() {
        for (said, measured, expected) in [
            (None, Some(72), 72),
            (None, Some(10), 40),
            (None, Some(240), 100),
            (None, None, 100),
            (Some("60"), Some(80), 60),
            (Some("300"), Some(80), 100),
            (Some("0"), Some(80), 80),
            (Some("wide"), Some(80), 80),
        ] {
            let variable = |name: &str| said.filter(|_| name == "COLUMNS").map(OsString::from);
            assert_eq!(columns(variable, || measured), expected, "{said:?} {measured:?}");
        }
    }

    #[test]
    fn colour_is_decided_by_flag_then_no_color_then_force_color_then_terminal() {
        let table = [
            (Colour::Auto, true, "", true),
            (Colour::Auto, false, "", false),
            (Colour::Auto, true, "TERM=xterm", true),
            (Colour::Auto, true, "TERM=dumb", false),
            (Colour::Auto, true, "NO_COLOR=1", false),
            (Colour::Auto, false, "FORCE_COLOR=1", true),
            (Colour::Auto, true, "FORCE_COLOR=1 TERM=dumb", true),
            (Colour::Auto, true, "FORCE_COLOR=0", false),
            (Colour::Auto, true, "FORCE_COLOR=1 NO_COLOR=1", false),
            (Colour::Always, false, "NO_COLOR=1 TERM=dumb", true),
            (Colour::Never, true, "FORCE_COLOR=1", false),
        ];
        for (choice, is_terminal, environment, expected) in table {
            let variables = || environment.split(' ').filter_map(|variable| variable.split_once('='));
            let variable =
                |name: &str| variables().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value));
            assert_eq!(choice.is_on(is_terminal, variable), expected, "{choice:?} {is_terminal} {environment}");
        }
    }
}
