//! Which policy applies.
//! In: flags, the environment, the current directory. Out: the text of a policy, and where it stands.
//! Never: a file beside the input. Who supplies a recording must not supply its policy.

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::path::PathBuf;

use super::environment::set;
use super::exit::Problem;
use super::streams::Streams;
use crate::error::Error;
use crate::linter::Linter;
use crate::output::fault;
use crate::policy::Policy;
use crate::rules::Contract;

const NAMES: [&str; 2] = ["elicitlint.toml", ".elicitlint.toml"];

/// Names the policy where no flag does.
const CONFIG: &str = "ELICITLINT_CONFIG";

/// The name of settings from the command line, in messages.
const INLINE: &str = "--config";

/// A policy and the text that it was read from.
#[derive(Debug, Default)]
pub(super) struct Configured {
    pub(super) policy: Policy,
    /// Where the text stands; none where no policy file applies.
    pub(super) path: Option<PathBuf>,
    pub(super) text: String,
}

/// Reads the policy: `--config FILE`, else `ELICITLINT_CONFIG`, else the nearest file; then `--config 'key = value'`.
pub(super) fn configured(config: &[String], no_config: bool, streams: &Streams) -> Result<Configured, Problem> {
    let (settings, files): (Vec<_>, Vec<_>) = config.iter().partition(|text| is_setting(text));
    let (path, source) = match files.as_slice() {
        [file] if file.is_empty() => return Err(Problem::usage("--config names no file")),
        [file] => (Some(PathBuf::from(file)), ""),
        [] if no_config => (None, ""),
        [] => match set(CONFIG) {
            Some(path) => (Some(PathBuf::from(path)), " (ELICITLINT_CONFIG names it)"),
            None => (discovered(), ""),
        },
        _ => return Err(Problem::usage("--config names more than one file")),
    };
    let mut configured = Configured::default();
    if let Some(path) = path {
        let text = fs::read_to_string(&path)
            .map_err(|error| Problem::usage(format!("policy {}: {}{source}", path.display(), reason(&error))))?;
        let policy =
            Policy::from_toml(&text).map_err(|error| wrong(&error, &path.to_string_lossy(), &text, streams))?;
        let policy = with_list(policy, &path, &text, streams)?;
        configured = Configured { policy, path: Some(path), text };
    }
    for setting in settings {
        let policy = std::mem::take(&mut configured.policy);
        let policy = policy.with_setting(setting).map_err(|error| wrong(&error, INLINE, setting, streams))?;
        configured.policy = with_list(policy, Path::new(INLINE), setting, streams)?;
    }
    Ok(configured)
}

/// True for one setting of a policy, as it stands in a file.
fn is_setting(text: &str) -> bool {
    text.contains('=') && !Path::new(text).is_file()
}

/// The setting that names a rule that there is not, shown with its place.
pub(super) fn wrong_setting(config: &[String], rules: &[Contract], streams: &Streams) -> Option<Problem> {
    config.iter().filter(|text| is_setting(text)).find_map(|setting| {
        let error = Linter::with_rules(&Policy::from_toml(setting).ok()?, rules).err()?;
        Some(wrong(&error, INLINE, setting, streams))
    })
}

/// Reads the public suffix list that a policy names, from beside the policy: its directory, or the current one for a
/// setting of the command line.
fn with_list(policy: Policy, policy_path: &Path, policy_text: &str, streams: &Streams) -> Result<Policy, Problem> {
    let Some(list) = &policy.named_list else { return Ok(policy) };
    let path = policy_path.parent().unwrap_or(Path::new("")).join(&list.path);
    let text = fs::read_to_string(&path).map_err(|error| {
        let problem = format!("public suffix list {}: {}", path.display(), reason(&error));
        let error = Error::policy(problem).at(list.span.clone());
        wrong(&error, &policy_path.to_string_lossy(), policy_text, streams)
    })?;
    policy.public_suffix_list(&text).map_err(|error| wrong(&error, &path.to_string_lossy(), &text, streams))
}

impl Configured {
    /// A mistake that shows only when the linter is built, such as a rule that does not exist.
    pub(super) fn wrong(&self, error: &Error, streams: &Streams) -> Problem {
        let path = self.path.as_ref().map_or(INLINE.into(), |path| path.to_string_lossy());
        wrong(error, &path, &self.text, streams)
    }
}

/// The error with the line that it is about, where it is about one.
pub(super) fn wrong(error: &Error, path: &str, text: &str, streams: &Streams) -> Problem {
    match error.span() {
        Some(span) => Problem::rendered(fault(&error.to_string(), path, text, span, streams.style(false))),
        None => Problem::usage(error),
    }
}

fn discovered() -> Option<PathBuf> {
    let current = env::current_dir().ok()?;
    let nearest = nearest_file(&current);
    // Messages name it as the user would.
    let nearest = nearest.map(|path| path.strip_prefix(&current).map(Path::to_owned).unwrap_or(path));
    nearest.or_else(|| user_file(|name| env::var_os(name).map(PathBuf::from)))
}

/// The nearest policy from a directory upwards to the root of its repository. Outside a repository only the directory
/// itself counts: the ones above it may belong to somebody else.
fn nearest_file(directory: &Path) -> Option<PathBuf> {
    let root = directory.ancestors().find(|ancestor| ancestor.join(".git").exists()).unwrap_or(directory);
    let inside = directory.ancestors().take_while(|ancestor| ancestor.starts_with(root));
    inside.flat_map(|ancestor| NAMES.map(|name| ancestor.join(name))).find(|path| path.is_file())
}

fn user_file(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let home = || Some(variable("HOME")?.join(".config"));
    let base = variable("XDG_CONFIG_HOME").or_else(|| variable("APPDATA")).or_else(home)?;
    Some(base.join("elicitlint").join("elicitlint.toml")).filter(|path| path.is_file())
}

/// Why a file could not be read, in a few words.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => String::from("there is no such file"),
        io::ErrorKind::PermissionDenied => String::from("reading it is not permitted"),
        io::ErrorKind::InvalidData => String::from("it is not UTF-8"),
        io::ErrorKind::IsADirectory => String::from("it is a directory"),
        _ => error.to_string(),
    }
}

/// Why a file could not be written, in a few words.
pub(super) fn unwritten(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => String::from("there is no such directory"),
        io::ErrorKind::PermissionDenied => String::from("writing it is not permitted"),
        io::ErrorKind::IsADirectory => String::from("it is a directory"),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_policy_of_the_repository_applies_and_none_from_above_it() {
        let base = env::temp_dir().join(format!("elicitlint-config-{}", std::process::id()));
        let inner = base.join("repository").join("inner");
        fs::create_dir_all(&inner).unwrap();
        fs::write(base.join("elicitlint.toml"), "").unwrap();
        assert_eq!(nearest_file(&inner), None, "outside a repository only the directory itself counts");
        fs::create_dir_all(base.join("repository/.git")).unwrap();
        assert_eq!(nearest_file(&inner), None, "the repository ends the search");
        let policy = base.join("repository").join(".elicitlint.toml");
        fs::write(&policy, "").unwrap();
        assert_eq!(nearest_file(&inner), Some(policy));
        let nearest = inner.join("elicitlint.toml");
        fs::write(&nearest, "").unwrap();
        assert_eq!(nearest_file(&inner), Some(nearest));
        fs::remove_dir_all(&base).unwrap();
    }
}
