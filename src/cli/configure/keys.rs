//! What the keys of a policy mean: the one table of them.
//! In: rules/data/policy/keys.toml. Out: an explanation, a list, a file to begin with.
//! Never: a key that the reader of policies does not know; a test compares them.

use serde::Deserialize;

use crate::cli::exit::Problem;
use crate::output::paragraphs;
use crate::text::nearest::hint;

const TABLE: &str = include_str!("../../../rules/data/policy/keys.toml");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keys {
    pub(super) key: Vec<Key>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Key {
    pub(super) name: String,
    pub(super) kind: Kind,
    #[serde(default)]
    pub(super) values: Vec<String>,
    pub(super) maximum: Option<u64>,
    /// As TOML where it is a value, else in words; none for a table.
    pub(super) default: Option<String>,
    pub(super) summary: String,
    doc: String,
    pub(super) example: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Boolean,
    Date,
    Entries,
    Integer,
    List,
    Path,
    Table,
    Text,
    Word,
}

impl Keys {
    pub(super) fn read() -> Result<Self, Problem> {
        toml::from_str(TABLE).map_err(Problem::internal)
    }

    /// Every key with its summary, one a line.
    pub(super) fn list(&self) -> String {
        let shown = self.key.iter().filter(|key| key.kind != Kind::Table);
        let rows: String = shown.map(|key| format!("{:<26} {}\n", key.name, key.summary)).collect();
        format!("{rows}\n`elicitlint config explain KEY` says more.\n")
    }

    /// What a key means, with values, default and an example; prose in lines of the width.
    pub(super) fn explain(&self, wanted: &str, width: Option<usize>) -> Result<String, Problem> {
        let wanted = wanted.trim_matches(['[', ']']);
        let key = self.key.iter().find(|key| key.is_called(wanted)).ok_or_else(|| {
            let hint = hint(wanted, self.key.iter().map(|key| key.name.as_str()));
            let hint = if hint.is_empty() { "; `elicitlint config explain` lists them" } else { &hint };
            Problem::usage(format!("there is no key `{wanted}` of a policy{hint}"))
        })?;
        let mut page = format!("{}: {}\n\n  value    {}\n", key.name, key.summary, key.values());
        if let Some(default) = &key.default {
            page.push_str(&format!("  default  {default}\n"));
        }
        let doc = paragraphs(key.doc.trim(), width);
        for (text, indent) in [(doc.as_str(), ""), (key.example.trim(), "  ")] {
            if !text.is_empty() {
                page.push('\n');
                text.lines().for_each(|line| page.push_str(&format!("{indent}{line}\n")));
            }
        }
        let inside = format!("{}.", key.name);
        let below: Vec<_> = self.key.iter().filter(|below| below.name.starts_with(&inside)).collect();
        if !below.is_empty() {
            page.push('\n');
            below.into_iter().for_each(|below| page.push_str(&format!("{:<26} {}\n", below.name, below.summary)));
        }
        Ok(page)
    }

    /// A policy file in which every key stands as a comment: prose after `# `, settings after `#`.
    pub(super) fn starter(&self) -> String {
        let mut file = String::from(
            "# The policy of elicitlint. Every line is a comment: an empty policy is the recommended one.\n\
             # `elicitlint config explain KEY` says more of a key, `elicitlint config show` what applies.\n",
        );
        for key in &self.key {
            let is_table = matches!(key.kind, Kind::Table | Kind::Entries);
            let in_table =
                key.name.contains('.') && !matches!(key.name.split('.').next(), Some("limits" | "sites" | "hosts"));
            if in_table {
                continue;
            }
            let separator = if is_table || !key.name.contains('.') { "\n" } else { "" };
            file.push_str(&format!("{separator}# {}.\n", key.summary));
            let example = match key.name.split_once('.') {
                Some((table, _)) => key.example.replacen(&format!("{table}."), "", 1),
                None if matches!(key.name.as_str(), "limits" | "sites" | "hosts") => format!("[{}]", key.name),
                None => key.example.clone(),
            };
            example.trim().lines().for_each(|line| file.push_str(&format!("#{line}\n")));
        }
        file
    }
}

impl Key {
    /// True for its name, where `*` stands for any word.
    fn is_called(&self, wanted: &str) -> bool {
        self.name == wanted
            || self.name.split_once('*').is_some_and(|(before, after)| {
                let middle = wanted.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
                middle.is_some_and(|middle| !middle.is_empty())
            })
    }

    fn values(&self) -> String {
        match self.kind {
            Kind::Boolean => String::from("true or false"),
            Kind::Date => String::from("a date without quotes"),
            Kind::Entries => String::from("entries, each under [[allow]]"),
            Kind::Integer => format!("an integer from 1 to {}", self.maximum.unwrap_or_default()),
            Kind::List => String::from("a list of strings"),
            Kind::Path => String::from("the path of a file"),
            Kind::Table => String::from("a table"),
            Kind::Text => String::from("a string"),
            Kind::Word => self.values.iter().map(|value| format!("\"{value}\"")).collect::<Vec<_>>().join(", "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Policy;

    #[test]
    fn every_example_is_a_policy_and_every_key_is_explained() {
        let keys = Keys::read().unwrap();
        for key in &keys.key {
            let policy = Policy::from_toml(&key.example).unwrap_or_else(|error| panic!("{}: {error}", key.name));
            drop(policy);
            assert!(keys.explain(&key.name, None).unwrap().lines().count() < 40, "{}: more than a screen", key.name);
            assert!(key.doc.lines().all(|line| line.len() <= 120));
        }
        assert!(keys.explain("servers.files.domains", None).unwrap().starts_with("servers.*.domains: "));
        assert!(keys.explain("hosts.internl", None).unwrap_err().text.ends_with("did you mean `hosts.internal`?"));
    }

    #[test]
    fn the_table_has_the_keys_that_a_policy_has() {
        let keys = Keys::read().unwrap();
        let mut tops: Vec<_> = keys.key.iter().filter_map(|key| key.name.split('.').next()).collect();
        tops.dedup();
        let error = Policy::from_toml("colour = 1").unwrap_err().to_string();
        assert!(error.ends_with(&format!("use {}", tops.join(", "))), "{error}: {tops:?}");
        for table in ["sites", "hosts", "limits"] {
            let inside = format!("{table}.");
            let names: Vec<_> = keys.key.iter().filter_map(|key| key.name.strip_prefix(&inside)).collect();
            let error = Policy::from_toml(&format!("[{table}]\nzzzzzzzzzzz = 1")).unwrap_err().to_string();
            let mut listed: Vec<_> = error.split(": use ").nth(1).unwrap().split(", ").collect();
            let mut sorted = names.clone();
            listed.sort_unstable();
            sorted.sort_unstable();
            assert_eq!(listed, sorted);
        }
        for key in keys.key.iter().filter(|key| key.kind == Kind::Integer) {
            let most = key.maximum.unwrap();
            assert!(Policy::from_toml(&format!("{} = {most}", key.name)).is_ok());
            assert!(Policy::from_toml(&format!("{} = {}", key.name, most + 1)).is_err(), "{}", key.name);
            let default = Policy::from_toml(&format!("{} = {}", key.name, key.default.as_ref().unwrap())).unwrap();
            assert_eq!(default.limits, Policy::new().limits, "{}", key.name);
        }
    }

    #[test]
    fn the_starter_is_an_empty_policy_and_a_whole_one_without_its_comments() {
        let starter = Keys::read().unwrap().starter();
        assert!(starter.lines().all(|line| line.is_empty() || line.starts_with('#')));
        let settings = starter.lines().filter(|line| !line.starts_with("# ")).map(|line| line.trim_start_matches('#'));
        let settings = settings.collect::<Vec<_>>().join("\n");
        let policy = Policy::from_toml(&settings).unwrap_or_else(|error| panic!("{error}\n{settings}"));
        assert!(!policy.allows.is_empty() && policy.without_builtin_sites && policy.limits.depth == 32);
    }
}
