//! The form for those who build one, its sketch, and answers held against both.

use super::schema::Sketch;
use super::*;
use crate::json::Raw;

/// Reads a schema and hands it on.
fn with_schema<T>(schema: &str, visit: impl FnOnce(&RequestedSchema<'_>) -> T) -> T {
    let params = format!(r#"{{"message":"m","requestedSchema":{schema}}}"#);
    let (elicitation, _) = Elicitation::of_params(params.as_bytes(), &Limits::default()).unwrap().unwrap();
    visit(elicitation.schema.as_ref().unwrap())
}

fn with_field<T>(definition: &str, visit: impl FnOnce(&Field<'_>) -> T) -> T {
    let schema = format!(r#"{{"type":"object","properties":{{"field":{definition}}}}}"#);
    with_schema(&schema, |schema| visit(&schema.fields()[0]))
}

fn answer(content: &str) -> String {
    format!(r#"{{"action":"accept","content":{content}}}"#)
}

/// What is wrong with a content: pointer and problem.
fn wrong(schema: &str, answer: &str) -> Vec<(String, Problem)> {
    let found = with_schema(schema, |schema| schema.check(&Answer::parse(answer.as_bytes()).unwrap()));
    found.into_iter().map(|mismatch| (mismatch.pointer, mismatch.problem)).collect()
}

#[test]
fn a_field_says_what_it_takes() {
    let text = |least, most, format| FieldKind::Text { min_length: least, max_length: most, format };
    let some = |digits: &str| Some(digits.to_owned());
    let choice = |value: &str, label: &str| Choice { value: value.to_owned(), label: label.to_owned() };
    let table = [
        (r#"{"type":"string"}"#, text(None, None, None)),
        (
            r#"{"type":"string","minLength":1,"maxLength":2e1,"format":"email"}"#,
            text(Some(1), Some(20), Some(Format::Email)),
        ),
        (r#"{"type":"string","minLength":"1","maxLength":-1,"format":"uuid"}"#, text(None, None, None)),
        (
            r#"{"type":"number","minimum":-1.50,"maximum":1e999}"#,
            FieldKind::Number { minimum: some("-1.50"), maximum: some("1e999") },
        ),
        (
            r#"{"type":"integer","maximum":9007199254740993}"#,
            FieldKind::Integer { minimum: None, maximum: some("9007199254740993") },
        ),
        (r#"{"type":"boolean","minimum":1}"#, FieldKind::Boolean),
        (
            r#"{"type":"string","enum":["s","\u006d"]}"#,
            FieldKind::SingleChoice { choices: vec![choice("s", "s"), choice("m", "m")] },
        ),
        (
            r#"{"type":"string","enum":["s","m"],"enumNames":["Small","Middle"]}"#,
            FieldKind::SingleChoice { choices: vec![choice("s", "Small"), choice("m", "Middle")] },
        ),
        (
            r#"{"type":"string","oneOf":[{"title":"Small","const":"s"}]}"#,
            FieldKind::SingleChoice { choices: vec![choice("s", "Small")] },
        ),
        (
            r#"{"type":"array","minItems":1,"maxItems":2,"items":{"anyOf":[{"const":"s","title":"Small"}]}}"#,
            FieldKind::MultipleChoice { choices: vec![choice("s", "Small")], min_items: Some(1), max_items: Some(2) },
        ),
        (
            r#"{"type":"array","items":{"type":"string","enum":["s"]}}"#,
            FieldKind::MultipleChoice { choices: vec![choice("s", "s")], min_items: None, max_items: None },
        ),
        (r#"{"type":["string","null"]}"#, FieldKind::Unsupported),
        (r#"{"type":"object","properties":{}}"#, FieldKind::Unsupported),
    ];
    for (definition, kind) in table {
        assert_eq!(with_field(definition, |field| field.kind()), kind, "{definition}");
    }
}

#[test]
fn a_default_has_its_type_and_is_left_out_where_the_field_refuses_it() {
    let table = [
        (r#"{"type":"string","default":"a"}"#, Some(DefaultValue::Text("a".to_owned()))),
        (r#"{"type":"number","default":95.50}"#, Some(DefaultValue::Number("95.50".to_owned()))),
        (r#"{"type":"boolean","default":false}"#, Some(DefaultValue::Boolean(false))),
        (
            r#"{"type":"array","items":{"type":"string","enum":["a"]},"default":["a"]}"#,
            Some(DefaultValue::List(vec!["a".to_owned()])),
        ),
        (r#"{"type":"string"}"#, None),
        (r#"{"type":"string","default":null}"#, None),
        (r#"{"type":"integer","default":"5"}"#, None),
        (r#"{"type":"string","enum":["a"],"default":"b"}"#, None),
    ];
    for (definition, default) in table {
        assert_eq!(with_field(definition, |field| field.default()), default, "{definition}");
    }
}

#[test]
fn a_form_has_its_fields_in_order_and_knows_which_are_required() {
    // Required before the properties, a name in escapes, and more fields than are looked through one by one.
    let many: Vec<_> =
        (0..40).rev().map(|index| format!(r#""f{index}":{{"type":"string","title":"T{index}"}}"#)).collect();
    let schema = format!(
        r#"{{"required":["f0","f\u0033","f39","other"],"type":"object","title":"T","properties":{{{}}}}}"#,
        many.join(",")
    );
    with_schema(&schema, |form| {
        assert_eq!((form.title(), form.description(), form.fields().len()), (Some("T"), None, 40));
        assert_eq!((form.fields()[0].name(), form.fields()[0].title()), ("f39", Some("T39")));
        let required: Vec<_> = form.fields().iter().filter(|field| field.is_required()).map(Field::name).collect();
        assert_eq!(required, ["f39", "f3", "f0"]);
        let mut unknown = Vec::new();
        form.unknown_required(|name| unknown.push(name.as_str().to_owned()));
        assert_eq!(unknown, ["other"]);
    });
}

const FORM: &str = r#"{"type":"object","properties":{"na/me":{"type":"string","maxLength":2},"age":{"type":"integer","minimum":9007199254740993},
    "tags":{"type":"array","items":{"type":"string","enum":["a","b"]}},"size":{"type":"string","oneOf":[{"const":"s","title":"Small"}]}},"required":["na/me"]}"#;

#[test]
fn an_answer_is_held_against_its_form() {
    let table: [(&str, &[(&str, Problem)]); 14] = [
        (r#"{"na/me":"ab","age":9007199254740993,"tags":["b","a"],"size":"s","more":1.5}"#, &[]),
        (r#"{"na/me":"\ud83d\ude00\ud83d\ude00"}"#, &[]),
        (r#"{"na/me":"","age":1e16}"#, &[]),
        (r#"{"na/me":"abc"}"#, &[("/content/na~1me", Problem::TooLong)]),
        (r#"{"na/me":1,"age":"1"}"#, &[("/content/na~1me", Problem::WrongType), ("/content/age", Problem::WrongType)]),
        (r#"{"na/me":"a","age":9007199254740992}"#, &[("/content/age", Problem::TooSmall)]),
        (r#"{"na/me":"a","age":1e16,"age":1.5e16}"#, &[]),
        (r#"{"na/me":"a","age":9007199254740993.5}"#, &[("/content/age", Problem::NotWhole)]),
        (r#"{"na/me":"a","tags":["a","z"]}"#, &[("/content/tags/1", Problem::NotAChoice)]),
        (r#"{"na/me":"a","tags":["a",null]}"#, &[("/content/tags/1", Problem::WrongType)]),
        (r#"{"na/me":"a","size":"Small"}"#, &[("/content/size", Problem::NotAChoice)]),
        (r#"{"age":null}"#, &[("/content/age", Problem::WrongType), ("/content", Problem::Missing)]),
        (r#"{"na/me":"a","more":{"a":1}}"#, &[("/content/more", Problem::WrongType)]),
        (r#"["a"]"#, &[("/content", Problem::ContentNotAnObject)]),
    ];
    for (content, expected) in table {
        let found = wrong(FORM, &answer(content));
        let found: Vec<_> = found.iter().map(|(pointer, problem)| (pointer.as_str(), *problem)).collect();
        assert_eq!(found, expected, "{content}");
    }
    // Nothing at all, and what is no agreement.
    assert_eq!(wrong(FORM, r#"{"action":"accept"}"#), [(String::new(), Problem::ContentMissing)]);
    assert_eq!(
        wrong(FORM, r#"{"action":"accept","content":null}"#),
        [("/content".to_owned(), Problem::ContentMissing)]
    );
    for refusal in [r#"{"action":"decline"}"#, r#"{"action":"cancel","content":{"age":"x"}}"#, r#"{"action":"Accept"}"#]
    {
        assert_eq!(wrong(FORM, refusal), [], "{refusal}");
    }
    let closed = FORM.replace(r#""required""#, r#""additionalProperties":false,"required""#);
    assert_eq!(wrong(&closed, &answer(r#"{"na/me":"a","more":1}"#)), [("/content/more".to_owned(), Problem::NotAsked)]);
}

#[test]
fn a_field_that_is_at_fault_itself_is_not_held_against_an_answer() {
    for (definition, value) in [
        (r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "null"),
        (r#"{"type":"object"}"#, r#"{"a":1}"#),
        (r#"{"type":"string","enum":[1]}"#, r#""x""#),
        (r#"{"type":"array"}"#, r#"["x"]"#),
        (r#"{"type":"string","minLength":"5"}"#, r#""x""#),
        (r#"{"type":"string","format":"uuid"}"#, r#""x""#),
    ] {
        let schema = format!(r#"{{"type":"object","properties":{{"field":{definition}}}}}"#);
        assert_eq!(wrong(&schema, &answer(&format!(r#"{{"field":{value}}}"#))), [], "{definition}");
    }
}

#[test]
fn many_chosen_values_are_found_among_many_choices() {
    let list = |count: usize| (0..count).map(|index| format!(r#""c{index}""#)).collect::<Vec<_>>().join(",");
    let schema = format!(
        r#"{{"type":"object","properties":{{"field":{{"type":"array","items":{{"type":"string","enum":[{}]}}}}}}}}"#,
        list(400)
    );
    assert_eq!(wrong(&schema, &answer(&format!(r#"{{"field":[{}]}}"#, list(400)))), []);
    let beyond = wrong(&schema, &answer(&format!(r#"{{"field":[{}]}}"#, list(401))));
    assert_eq!(beyond, [("/content/field/400".to_owned(), Problem::NotAChoice)]);
}

#[test]
fn an_answer_is_an_object() {
    for text in ["", "null", "[]", r#""accept""#, r#"{"action":"accept""#, "{} {}"] {
        assert!(Answer::parse(text.as_bytes()).is_none(), "{text}");
    }
    assert!(Answer::parse(br#"{"action":"accept"}"#).unwrap().accepts());
    assert!(!Answer::parse(b"{}").unwrap().accepts());
}

/// The sketch of a schema.
fn sketch(schema: &str) -> Option<Sketch> {
    with_schema(schema, |schema| schema.sketch())
}

#[test]
fn a_sketch_refuses_what_its_form_refuses() {
    let schemas = [
        FORM.to_owned(),
        r#"{"type":"object","properties":{"a\"\\\u0001\u00fc":{"type":"string","title":"T","description":"D","format":"date"},"n":{"type":"number","maximum":1e2},
            "b":{"type":"boolean"},"x":{"type":["string","null"]},"o":{"type":"object"},"l":{"type":"array","minItems":1,"items":{"anyOf":[{"const":"\u00fc","title":"U"}]}},
            "e":{"type":"string","enum":[],"minLength":2},"s":{"type":"string","enum":["\"","b"],"enumNames":["A","B"]}},"required":["b","a\"\\\u0001\u00fc"],"additionalProperties":false}"#
            .to_owned(),
        r#"{"type":"object","properties":{}}"#.to_owned(),
        r#"{"type":"object"}"#.to_owned(),
    ];
    let contents = [
        r#"{}"#,
        r#"{"na/me":"abc","age":1,"tags":["z"],"size":"x"}"#,
        r#"{"na/me":"a","age":9007199254740993,"tags":["a"],"size":"s"}"#,
        r#"{"a\"\\\u0001\u00fc":"2026-07-28","b":true,"n":100,"l":["\u00fc"],"s":"\"","e":"xx"}"#,
        r#"{"a\"\\\u0001\u00fc":"soon","b":1,"n":100.1,"l":[],"s":"A","e":"x","x":null,"o":{}}"#,
        r#"{"other":null}"#,
        r#"[]"#,
        r#"null"#,
    ];
    for schema in &schemas {
        for content in contents {
            let text = answer(content);
            let answer = Answer::parse(text.as_bytes()).unwrap();
            let of = |schema: &RequestedSchema<'_>| {
                let mut found = Vec::new();
                schema.mismatches(&answer, &mut |place, _, problem| found.push((place, problem)));
                found
            };
            let mut of_sketch = Vec::new();
            if let Some(sketch) = sketch(schema) {
                sketch.read(|schema| of_sketch = of(schema));
            }
            assert_eq!(of_sketch, with_schema(schema, of), "{schema} {content}");
        }
    }
}

#[test]
fn a_sketch_keeps_no_text_and_no_more_than_its_limit() {
    let titled = r#"{"type":"object","title":"secret","properties":{"a":{"type":"string","title":"secret","description":"secret","default":"secret"},
        "b":{"type":"string","oneOf":[{"const":"x","title":"secret"}]}}}"#;
    let kept = format!("{:?}", sketch(titled).unwrap());
    assert!(!kept.contains("secret"), "{kept}");
    let large = |count: usize| {
        let choices = (0..count).map(|index| format!(r#""choice {index}""#)).collect::<Vec<_>>().join(",");
        sketch(&format!(r#"{{"type":"object","properties":{{"a":{{"type":"string","enum":[{choices}]}}}}}}"#))
    };
    assert!(large(1_000).is_some_and(|sketch| sketch.bytes() <= 16 << 10) && large(2_000).is_none());
    let asked = |params: &str| {
        let mut cursor = Cursor::new(params, Place::START, 64);
        Awaited::of(cursor.raw())
    };
    let form = asked(r#"{"message":"m","requestedSchema":{"type":"object","properties":{}}}"#);
    assert_eq!((form.mode, form.bytes() > 0, form.clone().within(1).bytes()), (Some(Mode::Form), true, 0));
    let link =
        asked(r#"{"mode":"url","url":"https://example.com/","requestedSchema":{"type":"object","properties":{}}}"#);
    assert_eq!((link.mode, link.bytes()), (Some(Mode::Url), 0));
    assert_eq!(
        (asked(r#"{"mode":"oob"}"#).mode, asked("{}").mode, Awaited::of(None::<Raw<'_>>).mode),
        (None, Some(Mode::Form), Some(Mode::Form))
    );
}
