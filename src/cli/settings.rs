//! A linter as the flags ask for it.
//! In: policy flags. Out: a linter, and what it was built from.
//! Never: a name that is passed over; the library refuses what it does not know.

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::path::PathBuf;

use super::arguments::PolicyArguments;
use super::clock;
use super::config;
use super::config::Configured;
use super::config::reason;
use super::exit::Problem;
use super::streams::Streams;
use crate::finding::Level;
use crate::linter::Linter;
use crate::output::safe;
use crate::policy::Policy;
use crate::policy::is_always_error;
use crate::rules::Contract;

/// The group of the rules that a user adds.
const USER_GROUP: &str = "user";

/// A linter and where its policy stands.
pub(super) struct Built {
    pub(super) linter: Linter,
    pub(super) path: Option<PathBuf>,
    pub(super) text: String,
    /// What flags and policy ask for and do not get, in sentences.
    pub(super) passed_over: Vec<String>,
}

impl Built {
    /// Tells what is passed over.
    pub(super) fn tell(&self, streams: &Streams) {
        self.passed_over.iter().for_each(|passed_over| streams.warn(passed_over));
    }
}

impl PolicyArguments {
    /// A linter that could find something. What it passes over is for the caller to tell: [`Built::tell`].
    pub(super) fn build(&self, streams: &Streams) -> Result<Built, Problem> {
        let (linter, configured) = self.compiled(streams)?;
        let is_chosen = |rule: &Contract| self.select.iter().any(|name| name == rule.id());
        let is_on =
            |(rule, level): (&Contract, Level)| level != Level::Off && (is_chosen(rule) || !is_always_error(rule.id()));
        if !linter.rules().any(is_on) {
            let next = "--show-settings tells the level of each, --severity RULE=LEVEL sets one";
            return Err(Problem::usage(format!("every rule is off, so nothing would be judged: {next}")));
        }
        let chosen = linter.rules().filter(|(rule, level)| *level == Level::Off && is_chosen(rule));
        let mut passed_over = configured.policy.passed_over();
        passed_over.extend(chosen.map(|(rule, _)| self.off_all_the_same(rule)));
        let Configured { path, text, .. } = configured;
        Ok(Built { linter, path, text, passed_over })
    }

    /// The linter, and what it was built from.
    pub(super) fn compiled(&self, streams: &Streams) -> Result<(Linter, Configured), Problem> {
        let mut configured = config::configured(&self.config, self.no_config, streams)?;
        configured.policy = self.over(std::mem::take(&mut configured.policy))?;
        let rules = self.rules.as_deref().map(|directory| user_rules(directory, streams)).transpose()?;
        let rules = rules.unwrap_or_default();
        let linter = Linter::with_rules(&configured.policy, &rules).map_err(|error| {
            let setting = || config::wrong_setting(&self.config, &rules, streams).filter(|_| error.span().is_none());
            setting().unwrap_or_else(|| configured.wrong(&error, streams))
        })?;
        Ok((linter, configured))
    }

    /// Says why a rule finds nothing that was chosen.
    fn off_all_the_same(&self, rule: &Contract) -> String {
        let id = rule.id();
        let next = match self.ignore.iter().any(|name| name == id || name == rule.group()) {
            true => String::from("--ignore takes it out again"),
            false => format!("--severity {id}=warning switches it on"),
        };
        format!("--select {id}: this rule is off, so it finds nothing: {next}")
    }

    /// The policy with what the flags say over it.
    fn over(&self, mut policy: Policy) -> Result<Policy, Problem> {
        if let Some(profile) = self.profile {
            policy = policy.profile(profile);
        }
        policy = policy.today(clock::today());
        policy = self.select.iter().fold(policy, |policy, name| policy.select(name));
        policy = self.ignore.iter().fold(policy, |policy, name| policy.ignore(name));
        policy = self.severity.iter().fold(policy, |policy, choice| policy.override_level(&choice.name, choice.level));
        policy = self.known_site.iter().fold(policy, |policy, domain| policy.known_site(domain));
        for host in &self.allow_host {
            policy = policy.internal_host(host).map_err(|error| Problem::usage(format!("--allow-host: {error}")))?;
        }
        Ok(policy)
    }
}

/// The rules of a directory: `<id>.toml` each, in the order of their names.
pub(super) fn user_rules(directory: &Path, streams: &Streams) -> Result<Vec<Contract>, Problem> {
    let unreadable =
        |path: &Path, error: &std::io::Error| Problem::usage(format!("rules {}: {}", path.display(), reason(error)));
    if !directory.is_dir() {
        return Err(Problem::usage(format!("rules {}: there is no such directory", directory.display())));
    }
    let entries = fs::read_dir(directory).map_err(|error| unreadable(directory, &error))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| unreadable(directory, &error))?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            paths.push(path);
        }
    }
    paths.sort();
    if paths.is_empty() {
        return Err(Problem::usage(format!("rules {}: there is no *.toml in it", directory.display())));
    }
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        Contract::from_toml(USER_GROUP, &id, &text)
            .map_err(|error| config::wrong(&error, &path.to_string_lossy(), &text, streams))
    };
    paths.iter().map(read).collect()
}

impl Built {
    /// Where the policy says something: file and line, or the flag.
    pub(super) fn place(&self, span: Option<Range<usize>>) -> String {
        match (&self.path, span.and_then(|span| self.text.get(..span.start))) {
            (Some(path), Some(before)) => {
                format!("{}:{}", safe(&path.to_string_lossy()), before.matches('\n').count() + 1)
            }
            _ => String::from("--config"),
        }
    }

    /// What applies, for `--show-settings`.
    pub(super) fn settings(&self, others: &[(&str, String)]) -> String {
        let path = self.path.as_ref().map_or_else(|| String::from("none"), |path| path.display().to_string());
        let profile = self.linter.policy().profile.name().to_owned();
        let mut text = String::new();
        let own = [("policy", path), ("profile", profile)];
        for (name, value) in own.iter().chain(others) {
            let _infallible = writeln!(text, "{name:<14} {}", safe(value));
        }
        text.push('\n');
        for (rule, level) in self.linter.rules() {
            let _infallible = writeln!(text, "{:<28} {}", rule.id(), level.name());
        }
        text
    }
}
