//! Which recordings a run reads: files, directories, patterns, standard input.
//! In: paths as they were given. Out: files in order, each opened once.
//! Never: a file that is passed over without being counted.

use std::fs::File;
use std::io;
use std::io::Read;
use std::path::Path;
use std::path::PathBuf;

use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;

use super::config::reason;
use super::nearby::path_hint;
use crate::recording::Detection;
use crate::recording::Format;
use crate::recording::detect;

/// What is wrong with a directory. Links may lead anywhere, also to what is read already.
const NO_FILE: &str = "there is no file in it; hidden ones and symbolic links count only where they are named";

/// One recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recording {
    pub(super) path: PathBuf,
    /// True where it was found in a directory or by a pattern, and may be something else.
    pub(super) was_found: bool,
}

/// The recordings that a path means, in the order of their names. What is wrong with it is told.
pub(super) fn recordings(path: &Path) -> Result<Vec<Recording>, String> {
    let name = path.display();
    if path.is_dir() {
        let files = files(path, &mut WalkBuilder::new(path))?;
        return if files.is_empty() { Err(format!("{name}: {NO_FILE}")) } else { Ok(files) };
    }
    let is_pattern = !path.exists() && path.to_string_lossy().contains(['*', '?', '[', '{']);
    if is_pattern && !is_standard_input(path) {
        let files = matching(path)?;
        return if files.is_empty() { Err(format!("{name}: no file matches")) } else { Ok(files) };
    }
    Ok(vec![Recording { path: path.to_owned(), was_found: false }])
}

pub(super) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The file, or what to do about it.
pub(super) fn opened(path: &Path) -> Result<File, String> {
    let name = path.display();
    File::open(path).map_err(|error| {
        let is_missing = error.kind() == io::ErrorKind::NotFound;
        let hint = if is_missing { path_hint(path) } else { String::new() };
        format!("{name}: {}{hint}", reason(&error))
    })
}

/// What a recording would be read as, and why.
pub(super) fn explained(path: &Path, given: Option<Format>) -> Result<String, String> {
    let mut input: Box<dyn Read> = match is_standard_input(path) {
        true => Box::new(io::stdin().lock()),
        false => Box::new(opened(path)?),
    };
    if let Some(format) = given {
        return Ok(format!("{format}: --input-format says so"));
    }
    let Detection { encoding, format, reason, .. } =
        detect(&mut *input).map_err(|error| format!("{}: {error}", path.display()))?;
    let encoding = encoding.map(|encoding| format!(" in {}", encoding.name())).unwrap_or_default();
    Ok(format!("{format}{encoding}: {reason}"))
}

/// Every file below a directory but hidden ones and symbolic links. What a version control system ignores is often a
/// recording.
fn files(path: &Path, walk: &mut WalkBuilder) -> Result<Vec<Recording>, String> {
    let mut files = Vec::new();
    for entry in walk.standard_filters(false).hidden(true).sort_by_file_name(std::cmp::Ord::cmp).build() {
        let entry = entry.map_err(|error| format!("{}: {error}", path.display()))?;
        if entry.file_type().is_some_and(|kind| kind.is_file()) {
            files.push(Recording { path: entry.into_path(), was_found: true });
        }
    }
    Ok(files)
}

/// The files that match a pattern, which a shell would have resolved.
fn matching(pattern: &Path) -> Result<Vec<Recording>, String> {
    let is_plain =
        |part: &&std::path::Component<'_>| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']);
    let root: PathBuf = pattern.components().take_while(|part| is_plain(&part)).collect();
    let rest = pattern.strip_prefix(&root).unwrap_or(pattern);
    let root = if root.as_os_str().is_empty() { PathBuf::from(".") } else { root };
    let wrong = |error: ignore::Error| format!("{}: {error}", pattern.display());
    let glob = format!("/{}", rest.to_string_lossy());
    let overrides = OverrideBuilder::new(&root).add(&glob).and_then(|builder| builder.build()).map_err(wrong)?;
    if !root.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = files(pattern, WalkBuilder::new(&root).overrides(overrides))?;
    for recording in &mut found {
        if let Ok(path) = recording.path.strip_prefix("./") {
            recording.path = path.to_owned();
        }
    }
    Ok(found)
}
