//! The JSON Schema of a policy file, for editors.
//! In: the table of keys, the rules. Out: a schema of draft 2020-12.
//! Never: more than the reader of policies accepts.

use serde_json::Map;
use serde_json::Value;
use serde_json::json;

use super::keys::Key;
use super::keys::Keys;
use super::keys::Kind;
use crate::cli::exit::Problem;
use crate::linter::Linter;
use crate::policy::is_always_error;

pub(super) fn schema(keys: &Keys) -> Result<String, Problem> {
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/schema/policy.schema.json"),
        "title": "The policy file of elicitlint",
        "type": "object",
        "additionalProperties": false,
        "properties": properties(keys, ""),
    });
    for (pointer, member, value) in [
        ("/properties/levels", "properties", levels(keys)),
        ("/properties/servers/additionalProperties", "required", json!(["domains"])),
        ("/properties/allow/items", "required", json!(["rule", "reason"])),
    ] {
        if let Some(part) = schema.pointer_mut(pointer).and_then(Value::as_object_mut) {
            part.insert(String::from(member), value);
        }
    }
    let text = serde_json::to_string_pretty(&schema).map_err(Problem::internal)?;
    Ok(text + "\n")
}

/// The schemas of the keys that stand directly in a table; `prefix` is its name and a dot, or empty.
fn properties(keys: &Keys, prefix: &str) -> Value {
    let mut properties = Map::new();
    for key in &keys.key {
        if let Some(name) = key.name.strip_prefix(prefix).filter(|name| !name.contains('.')) {
            properties.insert(name.to_owned(), of(key, keys));
        }
    }
    Value::Object(properties)
}

fn of(key: &Key, keys: &Keys) -> Value {
    let summary = &key.summary;
    let inside = || properties(keys, &format!("{}.", key.name));
    match key.kind {
        Kind::Boolean => json!({"description": summary, "type": "boolean"}),
        Kind::Date => json!({"description": summary}),
        Kind::Entries => {
            let entry = json!({"type": "object", "additionalProperties": false, "properties": inside()});
            json!({"description": summary, "type": "array", "items": entry})
        }
        Kind::Integer => json!({"description": summary, "type": "integer", "minimum": 1, "maximum": key.maximum}),
        Kind::List => json!({"description": summary, "type": "array", "items": {"type": "string"}}),
        Kind::Path | Kind::Text => json!({"description": summary, "type": "string", "minLength": 1}),
        Kind::Table => {
            let named = keys.key.iter().find_map(|below| {
                let name = below.name.strip_prefix(&key.name)?.strip_prefix(".*")?;
                Some((below, name.strip_prefix('.')))
            });
            match named {
                Some((below, None)) => {
                    json!({"description": summary, "type": "object", "additionalProperties": of(below, keys)})
                }
                Some((below, Some(name))) => {
                    let table =
                        json!({"type": "object", "additionalProperties": false, "properties": {name: of(below, keys)}});
                    json!({"description": summary, "type": "object", "additionalProperties": table})
                }
                None => json!({
                    "description": summary, "type": "object", "additionalProperties": false, "properties": inside()
                }),
            }
        }
        Kind::Word => json!({"description": summary, "enum": key.values}),
    }
}

/// Every rule and group by name, so that an editor offers them; rules of the user come beside.
fn levels(keys: &Keys) -> Value {
    let values = keys.key.iter().find(|key| key.name == "levels.*").map(|key| &key.values);
    let mut names = Map::new();
    for (rule, _) in Linter::new().rules() {
        let group = json!({"description": format!("Every rule of the group {}", rule.group()), "enum": values});
        names.entry(rule.group()).or_insert(group);
        let allowed = if is_always_error(rule.id()) { json!(["error"]) } else { json!(values) };
        names.insert(rule.id().to_owned(), json!({"description": rule.summary(), "enum": allowed}));
    }
    Value::Object(names)
}
