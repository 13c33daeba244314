//! What is said of the keys of a policy: the page, `config explain` and the schema say the same.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::cli::{Directory, text};
use crate::docs::read;
use crate::schema::published;

/// What one of the three says of a key, where it says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Said {
    default: Option<String>,
    greatest: Option<String>,
    words: Vec<String>,
}

type Keys = BTreeMap<String, Said>;

/// Numbers without commas, code without its marks, an empty list as none.
fn plain(cell: &str) -> String {
    match cell.trim().trim_matches('`').replace(',', "").as_str() {
        "[]" => "none".to_owned(),
        other => other.to_owned(),
    }
}

/// A section of the page for each table of a policy, and in it a row for each key, or for each word that it may have.
fn of_the_page() -> Keys {
    let page = read("docs/policy.md");
    let mut keys = Keys::new();
    let (mut section, mut header) = ("", Vec::new());
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## `") {
            section = heading.trim_end_matches('`');
            match section {
                "profile" => keys.insert("profile".to_owned(), Said::default()),
                "[levels]" => keys.insert("levels.*".to_owned(), Said::default()),
                "[[allow]]" => keys.insert("allow".to_owned(), Said::default()),
                _ => None,
            };
        }
        let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) else {
            if !line.starts_with('|') {
                header.clear();
            }
            continue;
        };
        let row: Vec<_> = row.split(" | ").collect();
        if header.is_empty() {
            header = row;
            continue;
        }
        let cell = |name| header.iter().position(|column| *column == name).map(|place| plain(row[place]));
        if let Some(word) = cell("value").filter(|_| header[0] == "value") {
            let key = if section == "profile" { "profile" } else { "levels.*" };
            let said = keys.get_mut(key).unwrap();
            if row[1].contains("the default") {
                said.default = Some(word.clone());
            }
            said.words.push(word);
        } else if let Some(key) = cell("key") {
            let table = section.trim_matches(['[', ']']).replace("servers.\"URL\"", "servers.*");
            let said = Said { default: cell("default"), greatest: cell("from 1 to"), words: Vec::new() };
            assert!(keys.insert(format!("{table}.{key}"), said).is_none(), "{table}.{key} stands there twice");
        }
    }
    keys
}

fn of_explain(directory: &Directory) -> Keys {
    let list = text(&directory.run(&["config", "explain"]).stdout);
    let names = list.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()));
    let explained = |name: &str| {
        let shown = text(&directory.run(&["config", "explain", name]).stdout);
        let value = |what: &str| shown.lines().find_map(|line| Some(line.strip_prefix(what)?.trim().to_owned()));
        let values = value("  value").unwrap();
        let words = if values.starts_with('"') { values.split(", ").map(str::to_owned).collect() } else { Vec::new() };
        let greatest = values.strip_prefix("an integer from 1 to ").map(plain);
        Said { default: value("  default").map(|default| plain(&default)), greatest, words }
    };
    names.filter_map(|line| line.split(' ').next()).map(|name| (name.to_owned(), explained(name))).collect()
}

/// Keys that hold no others, and entries.
fn of_the_schema() -> BTreeMap<String, Value> {
    fn walk(schema: &Value, name: &str, keys: &mut BTreeMap<String, Value>) {
        let under = |part: &str| if name.is_empty() { part.to_owned() } else { format!("{name}.{part}") };
        let any = schema.get("additionalProperties").filter(|any| any.is_object());
        let object = if name == "allow" { &schema["items"] } else { schema };
        let named = object.get("properties").and_then(Value::as_object);
        if name == "allow" || (any.is_none() && named.is_none()) {
            keys.insert(name.to_owned(), schema.clone());
        }
        let members = named.into_iter().flatten().filter(|_| any.is_none());
        for (part, member) in members {
            let mut member = member.clone();
            let required = object["required"].as_array().is_some_and(|names| names.iter().any(|known| known == part));
            member["needed"] = Value::Bool(required);
            walk(&member, &under(part), keys);
        }
        if let Some(any) = any {
            walk(any, &under("*"), keys);
        }
    }
    let mut keys = BTreeMap::new();
    walk(&published("policy"), "", &mut keys);
    keys
}

#[test]
fn the_page_explain_and_the_schema_know_the_same_keys() {
    let directory = Directory::new("policy-page");
    let (page, explained, schema) = (of_the_page(), of_explain(&directory), of_the_schema());
    assert!(page.len() > 20, "only {} keys were found", page.len());
    assert_eq!(page.keys().collect::<Vec<_>>(), explained.keys().collect::<Vec<_>>(), "page and explain");
    assert_eq!(schema.keys().collect::<Vec<_>>(), explained.keys().collect::<Vec<_>>(), "schema and explain");
    for (name, said) in &page {
        let (explained, schema) = (&explained[name], &schema[name]);
        assert_eq!((&said.greatest, &said.words), (&explained.greatest, &explained.words), "{name}");
        if let Some(default) = &said.default {
            assert_eq!(
                explained.default.as_deref().map(|known| plain(known).replace('"', "")),
                Some(default.replace('"', "")),
                "{name}"
            );
        }
        assert_eq!(said.greatest, schema.get("maximum").map(Value::to_string), "{name}");
        let words: Vec<_> = schema["enum"].as_array().into_iter().flatten().map(Value::to_string).collect();
        assert_eq!(said.words, words, "{name}");
        assert_eq!(said.default.as_deref() == Some("must be there"), schema["needed"] == true, "{name}");
    }
}

#[test]
fn the_limits_on_the_page_about_security_are_the_defaults() {
    let directory = Directory::new("security-page");
    let page = read("docs/security.md");
    let (_, table) = page.split_once("\n## Limits\n").unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
    let cells = rows.map(|row| row.trim_end_matches(" |").rsplit(" | ").next().unwrap());
    let numbers: Vec<_> = cells.flat_map(|cell| cell.split(", ")).map(plain).collect();
    let explained = of_explain(&directory);
    let keys = ["record-bytes", "depth", "fields", "options", "text-bytes", "links", "url-bytes", "findings", "open"];
    let defaults: Vec<_> =
        keys.iter().map(|key| explained[&format!("limits.{key}")].default.clone().unwrap()).collect();
    assert_eq!(numbers, defaults);
}
