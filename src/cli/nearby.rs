//! What was probably meant by a path that does not exist.
//! In: the path. Out: the nearest command, or the nearest name in the same directory, as the end of an error.
//! Never: a name from another directory.

use std::fs;
use std::path::Path;

use super::arguments::command_hint;
use crate::text::nearest::hint;

/// Names of a directory that are looked at.
const MOST: usize = 10_000;

pub(super) fn path_hint(path: &Path) -> String {
    let of_command = command_hint(&path.to_string_lossy());
    if !of_command.is_empty() {
        return of_command;
    }
    let Some(name) = path.file_name().map(|name| name.to_string_lossy().into_owned()) else { return String::new() };
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let Ok(entries) = fs::read_dir(directory.unwrap_or(Path::new("."))) else { return String::new() };
    let mut names: Vec<_> = entries.flatten().take(MOST).map(|entry| entry.file_name()).collect();
    names.sort();
    let names: Vec<_> = names.iter().map(|name| name.to_string_lossy()).collect();
    hint(&name, names.iter().map(AsRef::as_ref))
}
