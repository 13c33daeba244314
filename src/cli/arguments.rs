//! The arguments of every command: the one home of flags, help and completions.
//! In: words. Out: plain data.
//! Never: a flag that is accepted and does nothing.

use std::ffi::OsString;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use clap::Parser;
use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;

use super::baseline;
use super::configure;
use super::hook;
use super::serve;
use super::streams::Colour;
use crate::elicitation::Revision;
use crate::finding::Level;
use crate::finding::Severity;
use crate::output::OutputFormat;
use crate::output::Redact;
use crate::policy::Profile;
use crate::recording::Format;
use crate::text::nearest::hint;

const COMMANDS: [&str; 11] =
    ["check", "vet", "rule", "config", "baseline", "hook", "serve", "man", "completions", "version", "help"];

const EXAMPLES: &str = "\
Examples:
  elicitlint session.jsonl                      lint a recording
  elicitlint check *.jsonl -o sarif=out.sarif   the same, with a report for code scanning
  elicitlint vet https://example.com/login      judge a link
  elicitlint rule url-plain-http                explain a rule";

const EXIT_CODES: &str = "\
Exit codes:
  0   nothing at or above --fail-on
  1   findings
  2   wrong arguments, policy or rule file
  3   an input is missing or unreadable, or no message in it was understood
  4   finished, but part of a recording could not be read, and --strict-input was given
  70  internal error
  130 interrupted
The first that applies of 130, 70, 2, 3, 1, 4, 0. `hook` ends with 0 or 2 only.

Environment:
  ELICITLINT_CONFIG, ELICITLINT_FORMAT,
  ELICITLINT_OUTPUT, ELICITLINT_THREADS  as --config FILE, --format, --output, --threads
  ELICITLINT_LOG=quiet|normal|verbose    as -q and -v
  SOURCE_DATE_EPOCH                      which day it is, for entries that expire
  NO_COLOR, FORCE_COLOR, TERM=dumb       colour, unless --color decides
  COLUMNS                                how wide a terminal is
  CI                                     no progress
A flag goes before its variable; a variable that is empty says nothing.

elicitlint uses no network, sends no telemetry and looks for no updates.";

/// Says whether what an MCP server asks of a person, and where it sends that person, is safe and lawful.
///
/// `elicitlint PATH` is short for `elicitlint check PATH`. Findings go to standard output, everything else to standard
/// error. No network, no telemetry, no look for updates.
#[derive(Debug, Parser)]
#[command(name = "elicitlint", version, after_help = EXAMPLES, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
    /// When to use colour
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    pub(super) color: Colour,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Lint recordings of MCP traffic (the default)
    Check(Box<Check>),
    /// Judge URLs: verdict, where they lead, findings
    ///
    /// With `--format json`, each URL gives one document on one line.
    Vet(Box<Vet>),
    /// Explain a rule, or list them all
    Rule(Rule),
    /// Show and explain the policy, or begin one
    #[command(subcommand)]
    Config(configure::Action),
    /// Keep the findings of today, so that only new ones fail
    #[command(subcommand)]
    Baseline(baseline::Action),
    /// Judge one request of a client: JSON in, JSON out
    ///
    /// Reads {"elicitation": {...}}, {"message": {...}} or {"url": "..."} with what is known around it, or the event
    /// Elicitation of Claude Code. Ends with 0 and an answer, which may decline, or with 2 on any failure.
    Hook(Box<hook::Arguments>),
    /// Judge requests as they come: JSON lines in, JSON lines out
    ///
    /// Methods: vet, vet_message, vet_url, consent, observe, finish.
    Serve(Box<serve::Arguments>),
    /// Print the manual page
    Man,
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the version
    Version,
}

#[derive(Debug, Default, Args)]
#[command(after_long_help = EXIT_CODES)]
pub(super) struct Check {
    /// Recordings; `-` is standard input
    #[arg(value_name = "PATH", required = true)]
    pub(super) paths: Vec<PathBuf>,

    /// Format of the report: full on a terminal, concise elsewhere
    #[arg(long, value_parser = output_format(), help_heading = "Report")]
    pub(super) format: Option<OutputFormat>,
    /// Also write a report in FORMAT to FILE; without FORMAT, write the report there and not to standard output
    #[arg(short, long, value_name = "[FORMAT=]FILE", help_heading = "Report")]
    pub(super) output: Vec<OsString>,
    /// Show at most N findings in full and concise [default: 50 on a terminal]
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true, help_heading = "Report")]
    pub(super) max_findings: Option<u64>,
    /// How much of the traffic is left out: everything, long values in URLs, nothing
    #[arg(long, value_name = "HOW", default_value = "partial", value_parser = redact(), help_heading = "Report")]
    pub(super) redact: Redact,
    /// Count findings by rule, elicitations and answers by kind, in full and concise
    #[arg(long, help_heading = "Report")]
    pub(super) statistics: bool,

    /// Format of the recordings
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = input_format(), help_heading = "Input")]
    pub(super) input_format: OrAuto<Format>,
    /// How many threads read and judge: as many as there are processors, unless given
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>, allow_negative_numbers = true, help_heading = "Input")]
    pub(super) threads: Option<NonZeroUsize>,
    /// Skip lines without a trace of an elicitation
    ///
    /// Answers and what was declared go unseen, and rules that need every message are off.
    #[arg(long, conflicts_with = "strict_input", help_heading = "Input")]
    pub(super) fast: bool,
    /// Revision of the specification where a recording does not say
    #[arg(long, value_name = "DATE", default_value = "auto", value_parser = revision(), help_heading = "Input")]
    pub(super) revision: OrAuto<Revision>,
    /// An input without any message is no failure
    #[arg(long, help_heading = "Input")]
    pub(super) allow_empty: bool,
    /// Fail where part of a recording cannot be read
    #[arg(long, help_heading = "Input")]
    pub(super) strict_input: bool,

    #[command(flatten)]
    pub(super) policy: PolicyArguments,
    /// Accept the findings of this file, which `elicitlint baseline` writes
    #[arg(long, value_name = "FILE", help_heading = "Policy")]
    pub(super) baseline: Option<PathBuf>,
    #[command(flatten)]
    pub(super) fail: Fail,

    /// Print the settings that apply, and stop
    #[arg(long, help_heading = "Messages")]
    pub(super) show_settings: bool,
    /// Print the inputs, and stop
    #[arg(long, help_heading = "Messages")]
    pub(super) show_inputs: bool,
    /// Show no progress
    #[arg(long, help_heading = "Messages")]
    pub(super) no_progress: bool,
    /// Findings and errors only: no warnings, no counts
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Messages")]
    pub(super) quiet: bool,
    /// Say which policy applies and what was read of each input
    #[arg(short, long, help_heading = "Messages")]
    pub(super) verbose: bool,
}

#[derive(Debug, Args)]
#[command(after_long_help = EXIT_CODES)]
pub(super) struct Vet {
    /// URLs, as a server gives them
    #[arg(value_name = "URL", required = true)]
    pub(super) urls: Vec<String>,
    /// Format of the answer
    #[arg(long, default_value = "full", value_parser = vet_format(), help_heading = "Report")]
    pub(super) format: OutputFormat,
    /// How much of a URL is left out: long values, or nothing. A URL that was cut has no `href` in JSON
    #[arg(long, value_name = "HOW", default_value = "partial", value_parser = vet_redact(), help_heading = "Report")]
    pub(super) redact: Redact,
    /// Revision of the specification
    #[arg(long, value_name = "DATE", default_value = "auto", value_parser = revision(), help_heading = "Input")]
    pub(super) revision: OrAuto<Revision>,
    #[command(flatten)]
    pub(super) policy: PolicyArguments,
    #[command(flatten)]
    pub(super) fail: Fail,
}

#[derive(Debug, Args)]
pub(super) struct Rule {
    /// The rule to explain, or a group to list; without it, every rule is listed
    #[arg(value_name = "ID|GROUP", conflicts_with = "all")]
    pub(super) id: Option<String>,
    /// List every rule
    #[arg(long)]
    pub(super) all: bool,
    /// Format of the answer
    #[arg(long, default_value = "full", value_parser = rule_format())]
    pub(super) format: OutputFormat,
    /// Add the rules of a directory, as in check
    #[arg(long, value_name = "DIR")]
    pub(super) rules: Option<PathBuf>,
}

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Policy")]
pub(super) struct PolicyArguments {
    /// Levels to start from
    #[arg(long, value_name = "NAME", value_parser = profile())]
    pub(super) profile: Option<Profile>,
    /// Report only these rules or groups
    #[arg(long, value_name = "RULE|GROUP", value_delimiter = ',')]
    pub(super) select: Vec<String>,
    /// Never report these rules or groups
    #[arg(long, value_name = "RULE|GROUP", value_delimiter = ',')]
    pub(super) ignore: Vec<String>,
    /// Give a rule or group a level: off, info, warning or error
    #[arg(long, value_name = "RULE|GROUP=LEVEL", value_delimiter = ',')]
    pub(super) severity: Vec<LevelChoice>,
    /// An internal host that is fine: a host, *.suffix or network
    #[arg(long, value_name = "HOST")]
    pub(super) allow_host: Vec<String>,
    /// A domain that nobody may imitate
    #[arg(long, value_name = "DOMAIN")]
    pub(super) known_site: Vec<String>,
    /// Add the rules of a directory: every *.toml in it
    #[arg(long, value_name = "DIR")]
    pub(super) rules: Option<PathBuf>,
    /// A policy file, or one setting of it such as 'profile = "strict"'
    #[arg(long, value_name = "FILE|KEY = VALUE")]
    pub(super) config: Vec<String>,
    /// Look for no policy file
    #[arg(long)]
    pub(super) no_config: bool,
}

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Exit code")]
pub(super) struct Fail {
    /// The least severity that fails
    #[arg(long, value_name = "LEVEL", default_value = "error", value_parser = fail_on())]
    fail_on: FailOn,
    /// Findings do not fail
    #[arg(long)]
    exit_zero: bool,
}

impl Fail {
    /// True where a finding of this severity makes the run fail.
    pub(super) fn on(&self, severity: Severity) -> bool {
        !self.exit_zero && self.fail_on.0.is_some_and(|least| severity >= least)
    }

    pub(super) fn name(&self) -> &'static str {
        self.fail_on.0.map_or("never", Severity::name)
    }
}

/// Without a flag nothing fails; clap gives the default.
#[derive(Clone, Copy, Debug, Default)]
struct FailOn(Option<Severity>);

/// A value, or "auto".
#[derive(Clone, Copy, Debug)]
pub(super) struct OrAuto<T>(pub(super) Option<T>);

impl<T> Default for OrAuto<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: fmt::Display> fmt::Display for OrAuto<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(formatter),
            None => formatter.write_str("auto"),
        }
    }
}

/// `RULE=LEVEL`
#[derive(Clone, Debug)]
pub(super) struct LevelChoice {
    pub(super) name: String,
    pub(super) level: Level,
}

impl FromStr for LevelChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, level) =
            text.split_once('=').ok_or("give a rule or group and a level, such as url-plain-http=error")?;
        Ok(Self { name: name.trim().to_owned(), level: level.trim().parse()? })
    }
}

/// A number, with words of ours for what is none.
fn number<T: FromStr + Least>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("give a number from {} on", T::LEAST))
}

/// The least number of a kind.
trait Least {
    const LEAST: u8;
}

impl Least for u64 {
    const LEAST: u8 = 0;
}

impl Least for NonZeroUsize {
    const LEAST: u8 = 1;
}

/// A value of a fixed list, so that help, completions and suggestions know it.
fn one_of<T: Clone + Send + Sync + 'static>(
    words: impl IntoIterator<Item = &'static str>,
    parse: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words).try_map(move |word| parse(&word).ok_or("is not one of the values"))
}

fn output_format() -> impl TypedValueParser<Value = OutputFormat> {
    one_of(OutputFormat::ALL.map(OutputFormat::name), |word| word.parse().ok())
}

fn vet_format() -> impl TypedValueParser<Value = OutputFormat> {
    one_of(["full", "concise", "json"], |word| word.parse().ok())
}

fn rule_format() -> impl TypedValueParser<Value = OutputFormat> {
    one_of(["full", "json"], |word| word.parse().ok())
}

fn redact() -> impl TypedValueParser<Value = Redact> {
    one_of(Redact::ALL.map(Redact::name), redact_of)
}

/// A verdict that must not name its link would say nothing.
fn vet_redact() -> impl TypedValueParser<Value = Redact> {
    one_of([Redact::Partial, Redact::None].map(Redact::name), redact_of)
}

fn redact_of(word: &str) -> Option<Redact> {
    Redact::ALL.into_iter().find(|redact| redact.name() == word)
}

pub(super) fn input_format() -> impl TypedValueParser<Value = OrAuto<Format>> {
    let names = Format::NAMES.iter().map(|(_, name)| *name);
    one_of(std::iter::once("auto").chain(names), |word| match word {
        "auto" => Some(OrAuto(None)),
        name => Some(OrAuto(Some(name.parse().ok()?))),
    })
}

pub(super) fn revision() -> impl TypedValueParser<Value = OrAuto<Revision>> {
    one_of(["auto", "2025-06-18", "2025-11-25", "2026-07-28", "draft"], |word| match word {
        "auto" => Some(OrAuto(None)),
        date => Some(OrAuto(Some(date.parse().ok()?))),
    })
}

fn profile() -> impl TypedValueParser<Value = Profile> {
    one_of(Profile::ALL.map(Profile::name), |word| word.parse().ok())
}

fn fail_on() -> impl TypedValueParser<Value = FailOn> {
    one_of(["error", "warning", "info", "never"], |word| {
        let known = [Severity::Error, Severity::Warning, Severity::Info];
        Some(FailOn(known.into_iter().find(|severity| severity.name() == word)))
    })
}

/// Puts `check` before a path, `-` or a flag of check, so that `elicitlint session.jsonl` works.
pub(super) fn with_default_command(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_own = |word: &str| COMMANDS.contains(&word) || matches!(word, "-h" | "--help" | "-V" | "--version");
    let (place, word) = command_word(&arguments);
    if word.is_some_and(|word| !is_own(&word)) {
        arguments.insert(place, OsString::from("check"));
    }
    arguments
}

/// True for the command whose callers know two exit codes only.
pub(super) fn is_hook(arguments: &[OsString]) -> bool {
    command_word(arguments).1.is_some_and(|word| word == "hook")
}

/// The word where a command may stand, and its place.
fn command_word(arguments: &[OsString]) -> (usize, Option<String>) {
    let word = |place: usize| arguments.get(place).map(|word| word.to_string_lossy().into_owned());
    // `--color` belongs to every command, and may stand before one.
    let place = match word(1).as_deref() {
        Some("--color") => 3,
        Some(first) if first.starts_with("--color=") => 2,
        _ => 1,
    };
    (place, word(place))
}

/// "; did you mean `check`?", where a word is near a command.
pub(super) fn command_hint(word: &str) -> String {
    hint(word, COMMANDS)
}
