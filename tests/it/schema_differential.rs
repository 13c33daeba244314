//! The rules on schemas beside a validation with JSON Schema, and `check` beside the validation of content.
//!
//! `tests/data/form-*.schema.json` are the interfaces of each revision, closed. A form is valid by them exactly if no rule
//! on its shape fires, apart from the differences that [`explained`] names and takes out before the comparison.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use elicitlint::{Answer, Carrier, Context, Linter, Problem, Report, Revision, Session, Side};
use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::rewrite::Seeded;

const FORMS: u64 = 2_000;
const ANSWERS: u64 = 2_000;

fn validator(revision: Revision) -> Validator {
    let file = if revision == Revision::V2025_06_18 { "form-2025-06-18" } else { "form-2025-11-25" };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{file}.schema.json"));
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn context(revision: Revision) -> Context {
    let carrier = if revision == Revision::V2026_07_28 { Carrier::InputRequest } else { Carrier::Request };
    Context::new(revision).carrier(carrier)
}

fn params(schema: &Value) -> String {
    json!({"message": "Please fill in", "requestedSchema": schema}).to_string()
}

/// The rules on the shape that fire. Bounds, choices and required fields of a form are no matter of its shape.
fn on_shape(report: &Report<'_>) -> Vec<String> {
    const ASIDE: [&str; 4] = ["schema-contradictory", "schema-enum-names-legacy", "schema-pattern", "schema-too-large"];
    let findings = report.findings().iter().filter(|finding| {
        let rule = report.rule(finding);
        let is_value = rule.id() == "schema-default-invalid"
            && !report.message(finding).ends_with(Problem::WrongType.description());
        rule.group() == "schema" && !ASIDE.contains(&rule.id()) && !is_value
    });
    findings.map(|finding| report.rule(finding).id().to_owned()).collect()
}

fn pick<'a, T>(seeded: &mut Seeded, list: &'a [T]) -> &'a T {
    &list[seeded.below(list.len())]
}

fn texts(seeded: &mut Seeded) -> Value {
    let count = 1 + seeded.below(3);
    Value::from(["a", "b", "c"][..count].to_vec())
}

fn pairs(seeded: &mut Seeded) -> Value {
    let count = 1 + seeded.below(3);
    ["a", "b", "c"][..count].iter().map(|value| json!({"const": value, "title": value.to_uppercase()})).collect()
}

/// A property that 2025-11-25 and later allow.
fn property(seeded: &mut Seeded) -> Map<String, Value> {
    let definition = match seeded.below(9) {
        0 => json!({"type": "string"}),
        1 => json!({"type": "string", "minLength": seeded.below(3), "maxLength": 2 + seeded.below(3)}),
        2 => json!({"type": "string", "format": pick(seeded, &["email", "uri", "date", "date-time"])}),
        3 => json!({"type": "number", "minimum": -1.5, "maximum": 10}),
        4 => json!({"type": "integer", "minimum": seeded.below(3), "maximum": 3 + seeded.below(3)}),
        5 => json!({"type": "boolean"}),
        6 => json!({"type": "string", "enum": texts(seeded)}),
        7 => json!({"type": "string", "oneOf": pairs(seeded)}),
        _ if seeded.below(2) == 0 => json!({"type": "array", "items": {"type": "string", "enum": texts(seeded)}}),
        _ => json!({"type": "array", "minItems": 1, "maxItems": 2, "items": {"anyOf": pairs(seeded)}}),
    };
    let Value::Object(mut definition) = definition else { unreachable!() };
    if seeded.below(3) == 0 {
        definition.insert("title".to_owned(), json!("T"));
    }
    if seeded.below(4) == 0 {
        let default = match definition["type"].as_str() {
            Some("string") => json!("a"),
            Some("boolean") => json!(true),
            Some("array") => json!(["a"]),
            _ => json!(3),
        };
        definition.insert("default".to_owned(), default);
    }
    definition
}

/// Sets, changes or takes away one keyword.
fn mutate(seeded: &mut Seeded, definition: &mut Map<String, Value>) {
    const KEYWORDS: [&str; 27] = [
        "type",
        "type",
        "title",
        "description",
        "default",
        "format",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "items",
        "enum",
        "enum",
        "enumNames",
        "oneOf",
        "anyOf",
        "pattern",
        "const",
        "$ref",
        "nullable",
        "properties",
        "$comment",
        "x-own",
        "allOf",
        "uniqueItems",
    ];
    let keyword = *pick(seeded, &KEYWORDS);
    if seeded.below(4) == 0 {
        definition.remove(keyword);
        return;
    }
    if let (0, Some(Value::Object(items))) = (seeded.below(2), definition.get_mut("items")) {
        let value = mutated(seeded, keyword);
        items.insert(keyword.to_owned(), value);
        return;
    }
    let value = mutated(seeded, keyword);
    definition.insert(keyword.to_owned(), value);
}

fn mutated(seeded: &mut Seeded, keyword: &str) -> Value {
    let own = match keyword {
        "type" => vec![
            json!("string"),
            json!("number"),
            json!("integer"),
            json!("boolean"),
            json!("array"),
            json!("object"),
            json!("null"),
            json!("file"),
            json!(["string", "null"]),
        ],
        "format" => vec![json!("email"), json!("password"), json!("uuid"), json!("date")],
        "enum" => vec![json!([]), json!([1, 2]), json!(["a"]), json!(["a", "b"]), json!(["a", null])],
        "enumNames" => vec![json!(["A"]), json!(["A", "B"]), json!([1])],
        "oneOf" | "anyOf" => vec![
            json!([]),
            json!([{"const": "a", "title": "A"}]),
            json!([{"const": "a"}]),
            json!(["a"]),
            json!([{"type": "string"}, {"type": "null"}]),
            json!([{"minLength": 1}]),
            json!([{"title": "A"}]),
        ],
        "items" => vec![
            json!({"type": "string"}),
            json!({"type": "object"}),
            json!({"type": "string", "enum": ["a"]}),
            json!({"enum": ["a"]}),
            json!({"anyOf": [{"const": "a", "title": "A"}]}),
            json!([]),
            json!({}),
        ],
        "default" => vec![json!("a"), json!(1), json!(1.5), json!(true), json!(["a"]), json!(["z"]), json!("")],
        "properties" => vec![json!({}), json!({"a": {"type": "string"}})],
        "minimum" | "maximum" | "minLength" | "maxLength" | "minItems" | "maxItems" => {
            vec![json!(0), json!(2), json!(2.0), json!(-1), json!(2.5), json!("3")]
        }
        _ => vec![json!("x"), json!(true), json!({})],
    };
    if seeded.below(6) == 0 {
        return pick(seeded, &[json!(null), json!(5), json!("x"), json!([]), json!({}), json!(false)]).clone();
    }
    pick(seeded, &own).clone()
}

/// A form; two of three have something changed.
fn form(seed: u64) -> Value {
    let seeded = &mut Seeded(seed.wrapping_mul(7_919) + 1);
    let mut properties = Map::new();
    for index in 0..1 + seeded.below(2) {
        properties.insert(format!("f{index}"), Value::Object(property(seeded)));
    }
    let mut root = Map::from_iter([("type".to_owned(), json!("object"))]);
    if seeded.below(3) > 0 {
        for _ in 0..1 + seeded.below(2) {
            match properties.get_mut("f0") {
                Some(Value::Object(definition)) if seeded.below(10) > 0 => mutate(seeded, definition),
                Some(definition) => *definition = pick(seeded, &[json!(true), json!(null), json!("string")]).clone(),
                None => {}
            }
        }
    }
    root.insert("properties".to_owned(), Value::Object(properties));
    match seeded.below(12) {
        0 => root.insert("required".to_owned(), json!(["f0", "other"])),
        1 => root.insert("required".to_owned(), pick(seeded, &[json!(true), json!([1]), json!(null)]).clone()),
        2 => root.insert("type".to_owned(), pick(seeded, &[json!("array"), json!(["object"]), json!(null)]).clone()),
        3 => root.remove("properties"),
        4 => root.insert("additionalProperties".to_owned(), json!(false)),
        5 => root.insert("allOf".to_owned(), json!([])),
        6 => root.insert("$defs".to_owned(), json!({"a": {"type": "string"}})),
        7 => root.insert("title".to_owned(), json!(null)),
        _ => None,
    };
    Value::Object(root)
}

/// The form without the differences between interfaces and rules, and the reasons of those that were taken out.
fn explained(form: &Value) -> (Value, Vec<&'static str>) {
    let (mut form, mut reasons) = (form.clone(), Vec::new());
    let mut drop_key = |object: &mut Map<String, Value>, key: &str, reason| {
        if object.remove(key).is_some() {
            reasons.push(reason);
        }
    };
    drop_key(form.as_object_mut().unwrap(), "$defs", "definitions ask for nothing");
    let properties = form.get_mut("properties").and_then(Value::as_object_mut);
    for definition in properties.into_iter().flat_map(Map::values_mut).filter_map(Value::as_object_mut) {
        drop_key(definition, "pattern", "a pattern has a rule of its own, of information");
        let is_text = definition.get("type") == Some(&json!("string"));
        let is_titled = definition.get("oneOf").is_some_and(|list| list[0].get("const").is_some());
        if is_text && (definition.contains_key("enum") || is_titled) {
            for key in ["minLength", "maxLength", "format"] {
                let is_right = match &definition.get(key) {
                    Some(Value::Number(bound)) if key != "format" => {
                        bound.as_f64().is_some_and(|bound| bound >= 0.0 && bound.fract() == 0.0)
                    }
                    Some(Value::String(word)) => ["email", "uri", "date", "date-time"].contains(&word.as_str()),
                    _ => false,
                };
                if is_right {
                    drop_key(definition, key, "bounds and format of a text may stand beside its choices");
                }
            }
        }
        if let Some(items) = definition.get_mut("items").and_then(Value::as_object_mut) {
            drop_key(items, "title", "items may say what they are");
            drop_key(items, "description", "items may say what they are");
            drop_key(items, "$comment", "items may say what they are");
            drop_key(items, "x-own", "items may say what they are");
            if items.contains_key("anyOf") {
                drop_key(items, "type", "items may say what they are");
            }
        }
    }
    let properties = form.get_mut("properties").and_then(Value::as_object_mut);
    for definition in properties.into_iter().flat_map(Map::values_mut).filter_map(Value::as_object_mut) {
        let count = |value: Option<&Value>| value.and_then(Value::as_array).map(Vec::len);
        let (values, names) = (count(definition.get("enum")), count(definition.get("enumNames")));
        if names.is_some() && names != values || names == Some(0) {
            definition.insert("enumNames".to_owned(), Value::Null);
            reasons.push("labels must pair off with values");
        }
        let items = definition.get_mut("items").and_then(Value::as_object_mut);
        let mut refuse_empty = |object: &mut Map<String, Value>| {
            for key in ["enum", "oneOf", "anyOf"] {
                if object.get(key) == Some(&json!([])) {
                    object.insert(key.to_owned(), Value::Null);
                    reasons.push("there must be something to choose from");
                }
            }
        };
        items.map(&mut refuse_empty);
        refuse_empty(definition);
    }
    (form, reasons)
}

#[test]
fn rules_on_shapes_agree_with_the_interfaces_of_each_revision() {
    let linter = Linter::new();
    let mut problems = Vec::new();
    let (mut valid, mut seen) = (0, BTreeMap::new());
    for revision in [Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28] {
        let (validator, context) = (validator(revision), context(revision));
        for form in (0..FORMS).map(form) {
            let text = params(&form);
            let fired = on_shape(&linter.vet(text.as_bytes(), &context));
            let (form, reasons) = explained(&form);
            let is_valid = validator.is_valid(&form);
            valid += usize::from(is_valid);
            reasons.into_iter().for_each(|reason| *seen.entry(reason).or_insert(0) += 1);
            if is_valid != fired.is_empty() {
                problems.push(format!("{revision} {text}: valid {is_valid}, {fired:?}"));
            }
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
    assert!((1_500..4_500).contains(&valid), "{valid} valid forms of {}", 3 * FORMS);
    assert!(seen.values().all(|count| *count > 20) && seen.len() == 6, "{seen:?}");
}

/// How much a session finds wrong with the answer to a form.
fn in_session(linter: &Linter, params: &str, answer: &str) -> usize {
    let mut session = Session::new(linter, Context::new(Revision::V2025_11_25));
    let request = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{params}}}"#);
    session.observe(Side::Server, request.as_bytes());
    let response = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{answer}}}"#);
    let reports = session.observe(Side::Client, response.as_bytes()).into_reports();
    let rules = reports.iter().flat_map(|report| report.findings().iter().map(|finding| report.rule(finding).id()));
    rules.filter(|rule| rule.starts_with("answer-content-m")).count()
}

/// A value for a field: often one that it takes.
fn value(seeded: &mut Seeded, definition: &Map<String, Value>) -> Value {
    let right = match definition["type"].as_str().unwrap() {
        "string" => [
            "",
            "a",
            "b",
            "abc",
            "\u{fc}\u{1f600}",
            "2026-02-28",
            "2026-02-30",
            "2026-07-28T09:30:00Z",
            "a@b.example",
            "https://a.example/x",
            "z",
        ]
        .map(Value::from)
        .to_vec(),
        "boolean" => vec![json!(true), json!(false)],
        "array" => vec![json!(["a"]), json!(["a", "b"]), json!([]), json!(["z"]), json!(["a", 1]), json!(["a", "a"])],
        _ => vec![
            json!(0),
            json!(3),
            json!(3.0),
            json!(2.5),
            json!(95.5),
            json!(-2),
            json!(10),
            json!(9_007_199_254_740_993_u64),
        ],
    };
    let wrong = [json!(null), json!("5"), json!(5), json!(true), json!([]), json!({"a": 1}), json!(["a"])];
    let values = if seeded.below(5) == 0 { &wrong[..] } else { &right[..] };
    pick(seeded, values).clone()
}

#[test]
fn check_accepts_the_content_that_a_validation_by_the_form_accepts() {
    let linter = Linter::new();
    let mut problems = Vec::new();
    let mut accepted = 0;
    for seed in 0..ANSWERS {
        let seeded = &mut Seeded(seed.wrapping_mul(104_729) + 5);
        let fields: Vec<_> = (0..2).map(|index| (format!("f{index}"), property(seeded))).collect();
        let mut content = Map::new();
        for (name, definition) in &fields {
            if seeded.below(8) > 0 {
                content.insert(name.clone(), value(seeded, definition));
            }
        }
        if seeded.below(6) == 0 {
            content.insert("other".to_owned(), json!("x"));
        }
        let mut form = json!({"type": "object", "properties": fields.into_iter().collect::<BTreeMap<_, _>>()});
        if seeded.below(2) == 0 {
            form["required"] = json!(["f1"]);
        }
        if seeded.below(2) == 0 {
            form["additionalProperties"] = json!(false);
        }
        let content = Value::Object(content);
        let validator = jsonschema::options().should_validate_formats(true).build(&form).unwrap();
        let text = params(&form);
        let report = linter.vet(text.as_bytes(), &Context::new(Revision::V2025_11_25));
        let answer = json!({"action": "accept", "content": content}).to_string();
        let wrong = report.requested_schema().unwrap().check(&Answer::parse(answer.as_bytes()).unwrap());
        assert_eq!(in_session(&linter, &text, &answer), wrong.len(), "a session judges {answer} as check does");
        accepted += usize::from(wrong.is_empty());
        if validator.is_valid(&content) != wrong.is_empty() {
            problems.push(format!("{form} {content}: {wrong:?}"));
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
    assert!((300..1_500).contains(&accepted), "{accepted} accepted");
}
