//! Our JSON follows docs/schema: by a validator of JSON Schema, and by the part of it that is used, read so strictly that
//! every member must be described. A keyword that is not known here fails the test.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// A published schema.
pub fn published(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/schema/{name}.schema.json"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Checks a value, and that every member of an object is described.
pub fn check(value: &Value, root: &Value) {
    check_all(std::slice::from_ref(value), root);
}

pub fn check_all(values: &[Value], root: &Value) {
    let validator = jsonschema::validator_for(root).unwrap();
    for value in values {
        if let Err(problem) = matches(value, root, root) {
            panic!("{problem}\nin {value}");
        }
        if let Err(problem) = validator.validate(value) {
            panic!("{problem}\nin {value}");
        }
    }
}

/// What one schema says of a member, every other says too, unless it is no part of it.
#[test]
fn published_schemas_agree() {
    let mut said = BTreeMap::new();
    for name in ["check", "jsonl", "vet", "hook", "serve"] {
        let schema = published(name);
        for (definition, object) in schema["$defs"].as_object().unwrap() {
            for (member, described) in object["properties"].as_object().unwrap() {
                let (first, before) =
                    said.entry((definition.clone(), member.clone())).or_insert_with(|| (name, described.clone()));
                assert_eq!(before, described, "{definition}.{member} of {first} and {name}");
            }
        }
    }
    assert!(said.len() > 60, "only {} members", said.len());
}

fn matches(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    for (keyword, given) in schema.as_object().unwrap() {
        let holds = match keyword.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" | "additionalProperties" => true,
            "$ref" => {
                matches(value, root.pointer(given.as_str().unwrap().trim_start_matches('#')).unwrap(), root)?;
                true
            }
            "type" => match given {
                Value::Array(types) => types.iter().any(|name| is(value, name)),
                name => is(value, name),
            },
            "const" => value == given,
            "enum" => given.as_array().unwrap().contains(value),
            "minimum" => value.as_i64() >= given.as_i64(),
            "required" => {
                let missing = given.as_array().unwrap().iter().find(|name| value.get(name.as_str().unwrap()).is_none());
                value.is_null() || missing.is_none()
            }
            "properties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    match given.get(name) {
                        Some(schema) => {
                            matches(member, schema, root).map_err(|problem| format!("{name}: {problem}"))?
                        }
                        None if schema.get("$ref").is_some() || name == "type" => {}
                        None => return Err(format!("`{name}` is not described")),
                    }
                }
                true
            }
            "items" => {
                for item in value.as_array().unwrap() {
                    matches(item, given, root)?;
                }
                true
            }
            "oneOf" => given.as_array().unwrap().iter().filter(|one| matches(value, one, root).is_ok()).count() == 1,
            other => panic!("the schema uses `{other}`, which this test does not know"),
        };
        if !holds {
            return Err(format!("{keyword} {given} does not hold for {value}"));
        }
    }
    Ok(())
}

fn is(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        "object" => value.is_object(),
        "string" => value.is_string(),
        other => panic!("no type {other}"),
    }
}
