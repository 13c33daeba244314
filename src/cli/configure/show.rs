//! The policy that applies, with the origin of each value.
//! In: the policy file, settings and flags. Out: TOML with comments.
//! Never: a value that a linter was not built from.

use std::fmt::Write as _;

use toml::Table;
use toml::Value;
use toml::de::DeTable;
use toml::de::DeValue;

use super::keys::Keys;
use super::keys::Kind;
use crate::cli::arguments::PolicyArguments;
use crate::cli::exit::Problem;
use crate::cli::streams::Streams;
use crate::output::safe;

/// Columns before the origin.
const WIDTH: usize = 48;

/// A value with where it comes from.
struct Set {
    path: Vec<String>,
    value: String,
    origin: String,
}

pub(super) fn show(arguments: &PolicyArguments, streams: &Streams) -> Result<String, Problem> {
    let built = arguments.build(streams)?;
    built.tell(streams);
    let keys = Keys::read()?;
    let mut sets = Vec::new();
    for key in keys.key.iter().filter(|key| !key.name.contains('*') && !key.name.starts_with("allow")) {
        let is_value = key.default.as_deref().is_some_and(|default| default.parse::<Value>().is_ok());
        if key.kind != Kind::Table && is_value {
            let path = key.name.split('.').map(str::to_owned).collect();
            let value = key.default.clone().unwrap_or_default();
            sets.push(Set { path, value, origin: String::from("default") });
        }
    }
    let (settings, _): (Vec<_>, Vec<_>) = arguments.config.iter().partition(|text| text.contains('='));
    let file = built.path.as_ref().map(|path| safe(&path.to_string_lossy()));
    let named = file.as_deref().map(|name| (Some(name), built.text.as_str()));
    let sources = named.into_iter().chain(settings.iter().map(|text| (None, text.as_str())));
    for (name, text) in sources {
        // It was read before without a mistake.
        let (Ok(spans), Ok(values)) = (DeTable::parse(text), text.parse::<Table>()) else { continue };
        add(&mut sets, spans.get_ref(), &values, &mut Vec::new(), &|place| match name {
            Some(name) => {
                let line = text.get(..place).unwrap_or_default().matches('\n').count() + 1;
                format!("{name}:{line}")
            }
            None => String::from("--config"),
        });
    }
    flags(&mut sets, arguments);
    Ok(printed(&sets, file.as_deref(), arguments))
}

/// Adds what a table says, over what was said before.
fn add(
    sets: &mut Vec<Set>,
    spans: &DeTable<'_>,
    values: &Table,
    path: &mut Vec<String>,
    origin: &dyn Fn(usize) -> String,
) {
    let mut entries: Vec<_> = spans.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    for (key, spanned) in entries {
        let Some(value) = values.get(key.get_ref().as_ref()) else { continue };
        path.push(key.get_ref().to_string());
        match (spanned.get_ref(), value) {
            (DeValue::Table(spans), Value::Table(values)) => add(sets, spans, values, path, origin),
            _ => set(sets, path.clone(), value.to_string(), origin(key.span().start)),
        }
        path.pop();
    }
}

fn set(sets: &mut Vec<Set>, path: Vec<String>, value: String, origin: String) {
    match sets.iter_mut().find(|set| set.path == path) {
        Some(set) => (set.value, set.origin) = (value, origin),
        None => sets.push(Set { path, value, origin }),
    }
}

/// What flags say over the rest.
fn flags(sets: &mut Vec<Set>, arguments: &PolicyArguments) {
    let path = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    if let Some(profile) = arguments.profile {
        set(sets, path(&["profile"]), format!("\"{profile}\""), String::from("--profile"));
    }
    for choice in &arguments.severity {
        let value = format!("\"{}\"", choice.level.name());
        set(sets, path(&["levels", &choice.name]), value, String::from("--severity"));
    }
    for (key, flag, added) in [
        (["sites", "known"], "--known-site", &arguments.known_site),
        (["hosts", "internal"], "--allow-host", &arguments.allow_host),
    ] {
        let path = path(&key);
        let Some(before) = sets.iter_mut().find(|set| set.path == path).filter(|_| !added.is_empty()) else { continue };
        let known = before.value.parse::<Value>().ok().and_then(|value| value.as_array().cloned());
        let added = added.iter().cloned().map(Value::String);
        let all = known.unwrap_or_default().into_iter().chain(added).collect();
        before.value = Value::Array(all).to_string();
        before.origin = match before.origin.as_str() {
            "default" => flag.to_owned(),
            origin => format!("{origin}, {flag}"),
        };
    }
}

fn printed(sets: &[Set], file: Option<&str>, arguments: &PolicyArguments) -> String {
    let mut text = format!("# policy file: {}\n", file.unwrap_or("none"));
    for (flag, names) in [("--select", &arguments.select), ("--ignore", &arguments.ignore)] {
        if !names.is_empty() {
            let _infallible = writeln!(text, "# {flag} {}", safe(&names.join(",")));
        }
    }
    let mut tables: Vec<&[String]> = sets.iter().map(table_of).collect();
    tables.sort_by_key(|table| !table.is_empty());
    tables.dedup();
    let mut seen: Vec<&[String]> = Vec::new();
    for table in tables {
        if seen.contains(&table) {
            continue;
        }
        seen.push(table);
        if !table.is_empty() {
            let name: Vec<_> = table.iter().map(|word| key(word)).collect();
            let _infallible = writeln!(text, "\n[{}]", name.join("."));
        }
        for set in sets.iter().filter(|set| table_of(set) == table) {
            let name = set.path.last().map(|word| key(word)).unwrap_or_default();
            let line = format!("{name} = {}", safe(&set.value));
            let _infallible = writeln!(text, "{line:<WIDTH$} # {}", set.origin);
        }
    }
    text
}

fn table_of(set: &Set) -> &[String] {
    set.path.split_last().map(|(_, table)| table).unwrap_or_default()
}

/// A key as TOML writes it.
fn key(word: &str) -> String {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if !word.is_empty() && word.bytes().all(is_bare) {
        word.to_owned()
    } else {
        Value::String(word.to_owned()).to_string()
    }
}
