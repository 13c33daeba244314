//! Each shape of a form, and the rule that it fires in each revision: that one and no other.

use elicitlint::{Carrier, Context, Linter, Revision, Severity};

/// What fires in 2025-06-18, 2025-11-25, 2026-07-28, and where the revision is not known.
type Fires = [&'static [&'static str]; 4];

const NOTHING: Fires = [&[]; 4];
const NESTED: Fires = [&["schema-nested"]; 4];
const TYPE: Fires = [&["schema-type-unsupported"]; 4];
const FORMAT: Fires = [&["schema-format-unsupported"]; 4];
const KEYWORD: Fires = [&["schema-keyword-unsupported"]; 4];
const PATTERN: Fires = [&["schema-pattern"]; 4];
const ENUM: Fires = [&["schema-enum-malformed"]; 4];
const CONTRADICTORY: Fires = [&["schema-contradictory"]; 4];
const ROOT: Fires = [&["schema-root-invalid"]; 4];
/// Came with 2025-11-25: a default of another type than boolean.
const NEW_DEFAULT: Fires = [&["schema-default-unsupported"], &[], &[], &[]];
/// A default that its field refuses. Where the revision is not known no rule holds: the oldest has another one.
const WRONG_DEFAULT: Fires =
    [&["schema-default-unsupported"], &["schema-default-invalid"], &["schema-default-invalid"], &[]];
/// Came with 2025-11-25: a list of choices.
const NEW_LIST: Fires = [&["schema-type-unsupported"], &[], &[], &[]];
/// Came with 2025-11-25: choices with titles.
const NEW_TITLES: Fires = [&["schema-enum-malformed"], &[], &[], &[]];
const WRONG_LIST: Fires =
    [&["schema-type-unsupported"], &["schema-enum-malformed"], &["schema-enum-malformed"], &["schema-enum-malformed"]];

/// Definitions of the property `field`.
const PROPERTIES: &[(&str, Fires)] = &[
    // What every revision has.
    (r#"{"type":"string"}"#, NOTHING),
    (r#"{"type":"string","title":"T","description":"D","minLength":1,"maxLength":9,"format":"email"}"#, NOTHING),
    (r#"{"type":"string","format":"uri"}"#, NOTHING),
    (r#"{"type":"string","format":"date"}"#, NOTHING),
    (r#"{"type":"string","format":"date-time"}"#, NOTHING),
    (r#"{"type":"number","title":"T","description":"D","minimum":-1.5,"maximum":1e3}"#, NOTHING),
    (r#"{"type":"integer","minimum":0,"maximum":9}"#, NOTHING),
    (r#"{"type":"boolean","title":"T","description":"D","default":true}"#, NOTHING),
    (r#"{"type":"string","enum":["a","b"]}"#, NOTHING),
    (
        r#"{"type":"string","enum":["a","b"],"enumNames":["A","B"]}"#,
        [&[], &["schema-enum-names-legacy"], &["schema-enum-names-legacy"], &[]],
    ),
    (r#"{"type":"string","$schema":"s","$comment":"c","x-order":1}"#, NOTHING),
    // What came with 2025-11-25.
    (r#"{"type":"string","default":"John Doe"}"#, NEW_DEFAULT),
    (r#"{"type":"string","default":""}"#, NEW_DEFAULT),
    (r#"{"type":"integer","default":30}"#, NEW_DEFAULT),
    (r#"{"type":"number","default":95.5}"#, NEW_DEFAULT),
    (r#"{"type":"string","enum":["active","inactive"],"default":"active"}"#, NEW_DEFAULT),
    (r#"{"type":"string","oneOf":[{"const":"a","title":"A"}]}"#, NEW_TITLES),
    (r#"{"type":"array","items":{"type":"string","enum":["a","b"]}}"#, NEW_LIST),
    (
        r#"{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["a","b"]},"default":["a"]}"#,
        NEW_LIST,
    ),
    (r#"{"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}}"#, NEW_LIST),
    // S2: a property is one value.
    (r#"{"type":"object","properties":{"a":{"type":"string"}}}"#, NESTED),
    (r#"{"type":"object"}"#, NESTED),
    (r#"{"type":"object","additionalProperties":{"type":"string"},"default":{},"title":5}"#, NESTED),
    (r#"{"properties":{"a":{"type":"string"}}}"#, NESTED),
    (r#"{"type":"array","items":{"type":"object"}}"#, NESTED),
    (r#"{"type":"array","items":{"type":"array","items":{"type":"string"}}}"#, NESTED),
    // S3: of one of four types, or a list of choices.
    (r#"{"type":"null"}"#, TYPE),
    (r#"{"type":["string","null"]}"#, TYPE),
    (r#"{"type":["string"],"minLength":"1","format":"ipv4","pattern":"x"}"#, TYPE),
    (r#"{"type":"file"}"#, TYPE),
    (r#"{}"#, TYPE),
    (r#"true"#, TYPE),
    (r#"{"title":"T"}"#, TYPE),
    (r#"{"enum":["a","b"]}"#, TYPE),
    (r#"{"const":"a"}"#, TYPE),
    (r##"{"$ref":"#/$defs/a"}"##, TYPE),
    (r#"{"anyOf":[{"type":"string"},{"type":"null"}],"default":null,"title":"T"}"#, TYPE),
    (r#"{"anyOf":[{"type":"integer"},{"type":"null"}],"default":5}"#, TYPE),
    (r#"{"type":"string","anyOf":[{"type":"string"},{"type":"null"}]}"#, TYPE),
    (r#"{"oneOf":[{"type":"string","enum":["a"]},{"type":"null"}]}"#, TYPE),
    (r#"{"anyOf":[{"type":"object","properties":{}},{"type":"null"}]}"#, TYPE),
    (r#"{"allOf":[{"type":"string"}]}"#, TYPE),
    (r#"{"type":"array","items":{"type":"string"}}"#, TYPE),
    (r#"{"type":"array","items":{"type":"string","format":"email"},"uniqueItems":true}"#, TYPE),
    (r#"{"type":"array","items":true}"#, TYPE),
    // S4: four formats.
    (r#"{"type":"string","format":"hostname"}"#, FORMAT),
    (r#"{"type":"string","format":"time"}"#, FORMAT),
    (r#"{"type":"string","format":"multiline"}"#, FORMAT),
    (r#"{"type":"string","format":null}"#, FORMAT),
    (r#"{"type":"string","enum":["a"],"format":"color"}"#, FORMAT),
    // S5: no other keywords.
    (r##"{"type":"string","$ref":"#/$defs/a"}"##, KEYWORD),
    (r#"{"type":"string","const":"a"}"#, KEYWORD),
    (r#"{"type":"string","allOf":[{"minLength":1}]}"#, KEYWORD),
    (r#"{"type":"string","anyOf":[{"format":"date"},{"format":"email"}]}"#, KEYWORD),
    (r#"{"type":"string","oneOf":[{"minLength":1},{"maxLength":9}]}"#, KEYWORD),
    (r#"{"type":"string","not":{"const":"a"}}"#, KEYWORD),
    (r#"{"type":"string","nullable":true}"#, KEYWORD),
    (r#"{"type":"string","examples":["a"]}"#, KEYWORD),
    (r#"{"type":"string","required":true}"#, KEYWORD),
    (r#"{"type":"number","multipleOf":0.5}"#, KEYWORD),
    (r#"{"type":"integer","exclusiveMinimum":0}"#, KEYWORD),
    (r#"{"type":"integer","format":"uint32"}"#, KEYWORD),
    (r#"{"type":"integer","maxLength":3}"#, KEYWORD),
    (r#"{"type":"boolean","minimum":0}"#, KEYWORD),
    (r#"{"type":"string","minLength":"3"}"#, KEYWORD),
    (r#"{"type":"string","maxLength":-1}"#, KEYWORD),
    (r#"{"type":"number","minimum":null}"#, KEYWORD),
    (r#"{"type":"string","title":null}"#, KEYWORD),
    (r#"{"type":"string","description":["d"]}"#, KEYWORD),
    (r#"{"type":"string","enum":["a"],"oneOf":[{"const":"a","title":"A"}]}"#, KEYWORD),
    (
        r#"{"type":"array","items":{"type":"string","enum":["a"]},"uniqueItems":true}"#,
        [
            &["schema-type-unsupported"],
            &["schema-keyword-unsupported"],
            &["schema-keyword-unsupported"],
            &["schema-keyword-unsupported"],
        ],
    ),
    (
        r#"{"type":"array","items":{"type":"string","enum":["a"],"enumNames":["A"]}}"#,
        [
            &["schema-type-unsupported"],
            &["schema-keyword-unsupported"],
            &["schema-keyword-unsupported"],
            &["schema-keyword-unsupported"],
        ],
    ),
    (r#"{"type":"string","pattern":"^a"}"#, PATTERN),
    (r#"{"type":"string","format":"email","pattern":"@"}"#, PATTERN),
    // S6, S7: defaults.
    (r#"{"type":"boolean","default":"true"}"#, WRONG_DEFAULT),
    (r#"{"type":"string","default":5}"#, WRONG_DEFAULT),
    (r#"{"type":"string","default":null}"#, WRONG_DEFAULT),
    (r#"{"type":"number","default":"5"}"#, WRONG_DEFAULT),
    (r#"{"type":"integer","default":1.5}"#, WRONG_DEFAULT),
    (r#"{"type":"integer","minimum":1,"default":0}"#, WRONG_DEFAULT),
    (r#"{"type":"string","maxLength":2,"default":"abc"}"#, WRONG_DEFAULT),
    (r#"{"type":"string","enum":["a"],"default":"x"}"#, WRONG_DEFAULT),
    (r#"{"type":"string","format":"date","default":"soon"}"#, WRONG_DEFAULT),
    (
        r#"{"type":"array","items":{"type":"string","enum":["a"]},"default":["x"]}"#,
        [&["schema-type-unsupported"], &["schema-default-invalid"], &["schema-default-invalid"], &[]],
    ),
    // S8, S9: choices.
    (r#"{"type":"string","enum":[]}"#, ENUM),
    (r#"{"type":"string","enum":[1,2]}"#, ENUM),
    (r#"{"type":"integer","enum":[1,2]}"#, ENUM),
    (r#"{"type":"boolean","enum":[true]}"#, ENUM),
    (r#"{"type":"string","enum":null}"#, ENUM),
    (r#"{"type":"string","oneOf":[{"const":"a"}]}"#, ENUM),
    (r#"{"type":"string","oneOf":[{"title":"A"}]}"#, ENUM),
    (r#"{"type":"string","oneOf":["a"]}"#, ENUM),
    (r#"{"type":"string","anyOf":[{"const":"a","title":"A"}]}"#, ENUM),
    (r#"{"type":"string","enum":["a","b"],"enumNames":["A"]}"#, ENUM),
    (r#"{"type":"string","enumNames":["A"]}"#, ENUM),
    (r#"{"type":"array"}"#, WRONG_LIST),
    (r#"{"type":"array","items":{"type":"string","enum":[]}}"#, WRONG_LIST),
    (r#"{"type":"array","items":{"enum":["a"]}}"#, WRONG_LIST),
    (r#"{"type":"array","items":{"type":"integer","enum":[1]}}"#, WRONG_LIST),
    (r#"{"type":"array","items":{"oneOf":[{"const":"a","title":"A"}]}}"#, WRONG_LIST),
    (r#"{"type":"array","items":{"anyOf":[{"const":"a"}]}}"#, WRONG_LIST),
    // S11: what nobody can answer.
    (r#"{"type":"string","minLength":9,"maxLength":3}"#, CONTRADICTORY),
    (r#"{"type":"number","minimum":1.5,"maximum":1}"#, CONTRADICTORY),
    (r#"{"type":"integer","minimum":0.2,"maximum":0.8}"#, CONTRADICTORY),
    (
        r#"{"type":"array","minItems":2,"items":{"type":"string","enum":["a"]}}"#,
        [&["schema-type-unsupported"], &["schema-contradictory"], &["schema-contradictory"], &["schema-contradictory"]],
    ),
    (
        r#"{"type":"string","enum":["a","a"],"enumNames":["A","B"]}"#,
        [
            &["schema-contradictory"],
            &["schema-contradictory", "schema-enum-names-legacy"],
            &["schema-contradictory", "schema-enum-names-legacy"],
            &["schema-contradictory"],
        ],
    ),
];

/// Whole schemas.
const SCHEMAS: &[(&str, Fires)] = &[
    (r#"{"type":"object","properties":{}}"#, NOTHING),
    (r#"{"type":"object","properties":{},"required":[]}"#, NOTHING),
    (
        r#"{"$schema":"s","$comment":"c","x-a":1,"title":"T","description":"D","type":"object","additionalProperties":false,"properties":{}}"#,
        NOTHING,
    ),
    (r#"{"type":"object","properties":{"a":{"type":"string"}},"$defs":{"b":{"type":"object"}}}"#, NOTHING),
    (r#"{"type":"array","items":{"type":"string"}}"#, ROOT),
    (r#"{"type":"object"}"#, ROOT),
    (r#"{"properties":{}}"#, ROOT),
    (r#"{"type":"string"}"#, ROOT),
    (r#"{"type":["object"],"properties":{}}"#, ROOT),
    (r#"{"type":"object","properties":[]}"#, ROOT),
    (r#"[]"#, ROOT),
    (r#"null"#, ROOT),
    (r#"{"type":"object","properties":{"a":{"type":"string"}},"required":true}"#, ROOT),
    (r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a",1]}"#, ROOT),
    (r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a","zz"]}"#, CONTRADICTORY),
    (r#"{"type":"object","properties":{"a":{"type":"string"}},"minProperties":1}"#, KEYWORD),
    (r#"{"type":"object","properties":{"a":{"type":"string"}},"allOf":[]}"#, KEYWORD),
];

const REVISIONS: [&str; 4] = ["2025-06-18", "2025-11-25", "2026-07-28", "unknown"];

fn contexts() -> [Context; 4] {
    let newest = Context::new(Revision::V2026_07_28).carrier(Carrier::InputRequest);
    [Context::new(Revision::V2025_06_18), Context::new(Revision::V2025_11_25), newest, Context::default()]
}

fn fired(linter: &Linter, schema: &str, context: &Context) -> Vec<String> {
    let params = format!(r#"{{"message":"Please fill in","requestedSchema":{schema}}}"#);
    let report = linter.vet(params.as_bytes(), context);
    report.findings().iter().map(|finding| report.rule(finding).id().to_owned()).collect()
}

#[test]
fn each_shape_fires_exactly_its_rule_in_each_revision() {
    let linter = Linter::new();
    let of_field = |definition: &str| format!(r#"{{"type":"object","properties":{{"field":{definition}}}}}"#);
    let properties = PROPERTIES.iter().map(|(definition, fires)| (of_field(definition), fires));
    let schemas = SCHEMAS.iter().map(|(schema, fires)| ((*schema).to_owned(), fires));
    let mut problems = Vec::new();
    for (schema, fires) in properties.chain(schemas) {
        for ((revision, context), expected) in REVISIONS.iter().zip(contexts()).zip(fires) {
            let mut found = fired(&linter, &schema, &context);
            found.sort();
            if found != *expected {
                problems.push(format!("{revision} {schema}: {found:?} instead of {expected:?}"));
            }
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

/// Forms as generators and SDKs write them, and those of the scenarios for choices (SEP-1330) and defaults (SEP-1034).
#[test]
fn what_honest_servers_send_is_quiet_apart_from_info() {
    let forms = [
        // The five forms of choices.
        r#"{"type":"object","properties":{
            "untitledSingle":{"type":"string","description":"One","enum":["option1","option2","option3"]},
            "titledSingle":{"type":"string","description":"One","oneOf":[{"const":"value1","title":"First"},{"const":"value2","title":"Second"}]},
            "legacyEnum":{"type":"string","description":"One","enum":["opt1","opt2"],"enumNames":["Option One","Option Two"]},
            "untitledMulti":{"type":"array","description":"Some","minItems":1,"maxItems":3,"items":{"type":"string","enum":["option1","option2","option3"]}},
            "titledMulti":{"type":"array","description":"Some","minItems":1,"maxItems":3,"items":{"anyOf":[{"const":"value1","title":"First"},{"const":"value2","title":"Second"},{"const":"value3","title":"Third"}]}}},"required":[]}"#,
        // Defaults of every type.
        r#"{"type":"object","properties":{
            "name":{"type":"string","description":"Name","default":"John Doe"},"age":{"type":"integer","description":"Age","default":30},
            "score":{"type":"number","description":"Score","default":95.5},
            "status":{"type":"string","description":"Status","enum":["active","inactive","pending"],"default":"active"},
            "verified":{"type":"boolean","description":"Verified","default":true}},"required":[]}"#,
        // A class with defaults.
        r#"{"description":"Preferences","properties":{"checkAlternative":{"description":"Look at another date?","title":"Checkalternative","type":"boolean"},
            "alternativeDate":{"default":"2024-12-26","description":"Other date (YYYY-MM-DD)","title":"Alternativedate","type":"string"}},
            "required":["checkAlternative"],"title":"BookingPreferences","type":"object"}"#,
        // An object of a validation library.
        r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"title":{"type":"string","minLength":3},
            "count":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},"note":{"default":"","type":"string"},
            "mail":{"type":"string","format":"email","pattern":"^(?!\\.)[A-Za-z0-9_'+\\-.]+@[A-Za-z0-9.-]+$"}},
            "required":["title","count"],"additionalProperties":false}"#,
        // One value in a wrapper.
        r#"{"properties":{"value":{"title":"Value","type":"boolean"}},"required":["value"],"title":"ScalarElicitationType","type":"object"}"#,
        // A struct, with the name of the dialect.
        r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","title":"UserInfo","properties":{"name":{"type":"string","description":"User's name"}},
            "required":["name"],"description":"User information"}"#,
        // Consent only.
        r#"{"type":"object","properties":{}}"#,
    ];
    let linter = Linter::new();
    for form in forms {
        for context in contexts().iter().skip(1) {
            let params = format!(r#"{{"message":"Please fill in","requestedSchema":{form}}}"#);
            let report = linter.vet(params.as_bytes(), context);
            let loud = report.findings().iter().filter(|finding| finding.severity() > Severity::Info);
            let loud: Vec<_> = loud.map(|finding| (report.rule(finding).id(), report.pointer(finding))).collect();
            assert!(loud.is_empty(), "{form}\n{loud:?}");
        }
    }
}
