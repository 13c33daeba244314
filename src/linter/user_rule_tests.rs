//! Rules that users bring: refused where they are wrong, and exact where they find.

use super::*;
use crate::elicitation::Revision;
use crate::finding::Severity;
use crate::policy::Profile;

/// A rule file whose examples hold for any pattern that finds `acme` in a form's message.
const RULE: &str = r#"
summary  = "Names a competitor"
message  = "{text} is not ours"
severity = { recommended = "warning", strict = "error", development = "off" }
revisions = ["2025-11-25"]
why      = "House rule."
fix      = "Leave the name out. Then ask again."
[match]
target = "message"
any    = ['(?i)\bacme\b']
none   = ['(?i)acme cookbook']
[[example]]
fires = true
at    = "/message"
json  = '{"message":"As good as ACME","requestedSchema":{"type":"object","properties":{}}}'
[[example]]
fires = false
json  = '{"message":"Our own","requestedSchema":{"type":"object","properties":{}}}'
"#;

fn rule() -> Contract {
    Contract::from_toml("house", "house-competitor", RULE).unwrap()
}

/// A rule of one target and pattern, with examples for it.
fn rule_on(target: &str, pattern: &str, fires: &str, quiet: &str) -> Contract {
    let toml = format!(
        "summary = 's'\nmessage = '{{text}}'\nwhy = 'w'\nfix = 'f'\nyields-to-internal = true\n\
         severity = {{ recommended = 'warning', strict = 'warning', development = 'warning' }}\n\
         match = {{ target = '{target}', any = ['{pattern}'] }}\n\
         example = [{{ fires = true, json = '''{fires}''' }}, {{ fires = false, json = '''{quiet}''' }}]\n"
    );
    Contract::from_toml("house", &format!("house-{target}"), &toml).unwrap()
}

/// Pointer and text of every finding of the rules of group `house`.
fn found(linter: &Linter, params: &str) -> Vec<(String, String, Severity)> {
    let report = linter.vet(params.as_bytes(), &Context::new(Revision::V2025_11_25));
    let own = report.findings().iter().filter(|finding| report.rule(finding).group() == "house");
    own.map(|finding| (report.pointer(finding), report.text(finding).unwrap(), finding.severity())).collect()
}

fn linter(policy: &Policy, rule: Contract) -> Result<Linter, Error> {
    Linter::with_rules(policy, &[rule])
}

#[test]
fn a_wrong_rule_file_is_refused_with_its_place() {
    // What is replaced in the file, by what, the message, and the text under the span.
    let table = [
        ("summary  =", "sumary =", "unknown field `sumary`", "sumary"),
        ("fix      = \"Leave the name out. Then ask again.\"", "", "missing field `fix`", ""),
        ("\"House rule.\"", "7", "invalid type: integer `7`, expected a string", "7"),
        (
            "strict = \"error\"",
            "strict = \"fatal\"",
            "`fatal` is no level: use off, info, warning or error",
            "\"fatal\"",
        ),
        ("strict = \"error\", ", "", "missing field `strict`", ""),
        ("[\"2025-11-25\"]", "[\"2025-11-26\"]", "`2025-11-26` is no revision", "\"2025-11-26\""),
        ("\"message\"\nany", "\"mesage\"\nany", "`mesage` is no target: use one of field-name, host", "\"mesage\""),
        ("target = \"message\"\n", "", "missing field `target`", ""),
        ("'(?i)\\bacme\\b'", "'(acme'", "the pattern `(acme` is no regular expression", "'(acme'"),
        ("'(?i)acme cookbook'", "'x**)'", "the pattern `x**)` is no regular expression", "'x**)'"),
        ("'(?i)\\bacme\\b'", "'(?=acme)'", "the pattern `(?=acme)` is no regular expression", "'(?=acme)'"),
        (
            "'(?i)\\bacme\\b'",
            "'(?:a{1000}){1000}'",
            "the pattern `(?:a{1000}){1000}` is too large: it may take 262144 bytes when compiled",
            "'(?:a{1000}){1000}'",
        ),
        ("fires = true", "fires = 1", "invalid type: integer `1`, expected a boolean", "1"),
        ("at    =", "where =", "unknown field `where`", "where"),
        ("[match]", "[match", "unclosed table, expected `]`", ""),
    ];
    for (right, wrong, message, under) in table {
        assert!(RULE.contains(right), "{right}");
        let text = RULE.replacen(right, wrong, 1);
        let error = Contract::from_toml("house", "house-competitor", &text).unwrap_err();
        let said = error.to_string();
        assert!(error.is_rule() && said.starts_with("rule `house-competitor`: "), "{said}");
        assert!(said.contains(message), "{wrong}: {said}");
        let span = error.span().unwrap_or_else(|| panic!("{wrong}: {said} has no span"));
        let found = text.get(span).unwrap();
        assert!(under.is_empty() || found == under, "{wrong}: {found}");
    }
}

#[test]
fn a_name_of_a_rule_is_lower_case_letters_digits_and_hyphens() {
    for (group, id) in [("house", ""), ("", "house-rule"), ("house", "House"), ("house", "a/b"), ("ho use", "x")] {
        let error = Contract::from_toml(group, id, RULE).unwrap_err();
        assert!(error.is_rule() && error.to_string().contains("is no name of a rule"), "{error}");
    }
}

#[test]
fn a_rule_that_does_not_do_what_it_says_is_refused() {
    let table = [
        ("'(?i)\\bacme\\b'", "'(?i)\\bacne\\b'", "example 1: it should fire and does not"),
        ("'(?i)\\bacme\\b'", "'(?i)as|our'", "example 2: it should be quiet and fires at `/message`"),
        ("at    = \"/message\"", "at    = \"/url\"", "example 1: it should fire at `/url` and fires at `/message`"),
        ("fires = false", "fires = true", "give an example that fires and one that does not"),
        ("fires = true\nat    = \"/message\"", "fires = false", "give an example that fires and one that does not"),
        ("any    = ['(?i)\\bacme\\b']", "any = []", "example 1: it should fire and does not"),
        ("[\"2025-11-25\"]", "[\"2026-07-28\"]", "example 1: it should fire and does not"),
        ("recommended = \"warning\"", "recommended = \"off\"", "example 1: it should fire and does not"),
        ("at    = \"/message\"", "revision = \"1999-01-01\"", "example 1: `1999-01-01` is no revision"),
        ("at    = \"/message\"", "carrier = \"pigeon\"", "example 1: `pigeon` is no carrier"),
        ("at    = \"/message\"", "profile = \"lax\"", "example 1: `lax` is no profile"),
        ("at    = \"/message\"", "capabilities = \"[\"", "example 1: `[` is no elicitation capability"),
        ("at    = \"/message\"", "message = '{}'", "example 1: give one of json and message"),
    ];
    for (right, wrong, message) in table {
        assert!(RULE.contains(right), "{right}");
        let contract = Contract::from_toml("house", "house-competitor", &RULE.replacen(right, wrong, 1)).unwrap();
        let error = linter(&Policy::new(), contract).unwrap_err();
        assert!(error.is_rule() && error.to_string().contains(message), "{wrong}: {error}");
    }
}

#[test]
fn a_rule_without_a_match_is_refused() {
    let (start, rest) = RULE.split_once("[match]").unwrap();
    let (_, examples) = rest.split_once("[[example]]").unwrap();
    let text = format!("{start}[[example]]{examples}");
    let error = linter(&Policy::new(), Contract::from_toml("house", "house-x", &text).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "rule `house-x` has no [match], so it can find nothing");
}

#[test]
fn a_rule_may_be_called_as_nothing_else() {
    let table = [
        ("house", "url-plain-http", "rule `url-plain-http` exists already: choose another id"),
        ("house", "url", "rule `url` is called as a group: choose another id"),
        ("house", "house", "rule `house` is called as a group: choose another id"),
        (
            "url-plain-http",
            "house-x",
            "rule `house-x`: its group `url-plain-http` is called as a rule: choose another group",
        ),
    ];
    for (group, id, message) in table {
        let error = linter(&Policy::new(), Contract::from_toml(group, id, RULE).unwrap()).unwrap_err();
        assert_eq!((error.is_rule(), error.to_string().as_str()), (true, message));
    }
    let error = Linter::with_rules(&Policy::new(), &[rule(), rule()]).unwrap_err();
    assert_eq!(error.to_string(), "rule `house-competitor` exists already: choose another id");
}

#[test]
fn nothing_is_found_in_a_text_that_none_matches() {
    let linter = linter(&Policy::new(), rule()).unwrap();
    let schema = r#""requestedSchema":{"type":"object","properties":{}}"#;
    let table = [("Ask Acme", 1), ("The acme cookbook", 0), ("Acme, or the Acme Cookbook", 0), ("Acmes", 0)];
    for (message, count) in table {
        assert_eq!(found(&linter, &format!(r#"{{"message":"{message}",{schema}}}"#)).len(), count, "{message}");
    }
}

const FORM: &str = r#"{"mode":"form","message":"Mes\u0073age","requestedSchema":{"type":"object","properties":{"na\u006de":{"type":"string","title":"A title"}}}}"#;

fn url(url: &str) -> String {
    format!(r#"{{"mode":"url","message":"Sign in","elicitationId":"0b9e3f0a","url":"{url}"}}"#)
}

#[test]
fn each_target_finds_its_part_with_pointer_and_span() {
    let other = url("https://quiet.test/quiet");
    let long = url("https://a.example/a/a?a=b&c=a#a");
    let encoded = url("https://A.EXAMPLE/%61/x?n%61me=v%61lue&plus=a+b");
    type Row<'t> = (&'t str, &'t str, &'t str, &'t [(&'t str, &'t str)]);
    let table: &[Row<'_>] = &[
        ("message", "age", FORM, &[("/message", "age")]),
        ("text", "tit|age", FORM, &[("/message", "age"), ("/requestedSchema/properties/name/title", "tit")]),
        ("field-name", "me$", FORM, &[("/requestedSchema/properties/name", "me")]),
        ("url", "a$", &long, &[("/url", "a")]),
        ("url", "^https:..a", &long, &[("/url", "https://a")]),
        ("host", "^a[.]", &long, &[("/url", "a.")]),
        ("host", "example$", &encoded, &[("/url", "EXAMPLE")]),
        ("path", "^/a/a$", &long, &[("/url", "/a/a")]),
        ("path", "x$", &encoded, &[("/url", "x")]),
        ("query-name", "^a$", &long, &[("/url", "a")]),
        ("query-value", "^a$", &long, &[("/url", "a")]),
        ("query-name", "name", &encoded, &[("/url", "n%61me")]),
        ("query-value", "val", &encoded, &[("/url", "v%61lue")]),
        ("query-value", "a b", &encoded, &[("/url", "a+b")]),
    ];
    for (target, pattern, fires, expected) in table {
        let linter = linter(&Policy::new(), rule_on(target, pattern, fires, &other)).unwrap();
        let found = found(&linter, fires);
        let found: Vec<_> = found.iter().map(|(pointer, text, _)| (pointer.as_str(), text.as_str())).collect();
        assert_eq!(found, *expected, "{target} {pattern}");
    }
}

/// Where the match of a rule on a URL begins in it.
fn starts(target: &str, pattern: &str, text: &str) -> Vec<u32> {
    let fires = url(text);
    let other = url("https://quiet.test/quiet?quiet=quiet");
    let linter = linter(&Policy::new(), rule_on(target, pattern, &fires, &other)).unwrap();
    let report = linter.vet_url(text, &Context::new(Revision::V2025_11_25));
    let own = report.findings().iter().filter(|finding| report.rule(finding).group() == "house");
    own.map(|finding| finding.span().unwrap().start).collect()
}

#[test]
fn a_part_of_a_url_is_found_where_it_stands_and_not_where_the_same_letters_stand_before() {
    let table: &[(&str, &str, &str, &[u32])] = &[
        ("path", "^/$", "https://a.example/", &[17]),
        ("path", "^/$", "https://a.example", &[17]),
        ("host", "^s$", "https://s/", &[8]),
        ("host", "^a[.]example$", "https://a.example@a.example/", &[18]),
        ("query-name", "^a$", "https://a.example/a?b=a&a=b&&a#a", &[24, 29]),
        ("query-value", "^a$", "https://a.example/a?b=a&a=b&&a#a", &[22]),
        ("query-value", "^$", "https://a.example/?&a", &[21]),
        ("path", "^a@x$", "mailto:a@x", &[7]),
    ];
    for (target, pattern, text, expected) in table {
        assert_eq!(starts(target, pattern, text), *expected, "{target} {pattern} {text}");
    }
}

#[test]
fn levels_of_a_policy_apply_to_user_rules() {
    let form = r#"{"message":"As good as Acme","requestedSchema":{"type":"object","properties":{}}}"#;
    let severities = |policy: &Policy| -> Vec<_> {
        let linter = linter(policy, rule()).unwrap();
        found(&linter, form).into_iter().map(|(_, _, severity)| severity).collect()
    };
    let table = [
        (Policy::new(), Some(Severity::Warning)),
        (Policy::new().profile(Profile::Strict), Some(Severity::Error)),
        (Policy::new().profile(Profile::Development), None),
        (Policy::from_toml("levels.house-competitor = 'info'").unwrap(), Some(Severity::Info)),
        (Policy::from_toml("levels.house = 'error'").unwrap(), Some(Severity::Error)),
        (Policy::from_toml("levels = { house = 'error', house-competitor = 'off' }").unwrap(), None),
        (Policy::new().ignore("house"), None),
        (Policy::new().select("url"), None),
        (Policy::new().select("house-competitor"), Some(Severity::Warning)),
    ];
    for (policy, severity) in table {
        assert_eq!(severities(&policy), Vec::from_iter(severity), "{policy:?}");
    }
}

#[test]
fn a_user_rule_may_yield_to_an_internal_host() {
    let (inside, outside) = (url("https://x.corp.example/"), url("https://x.test/"));
    let policy = Policy::new().internal_host("*.corp.example").unwrap();
    let linter = linter(&policy, rule_on("host", "^x", &inside, &url("https://y.test/"))).unwrap();
    for (params, severity) in [(inside, Severity::Info), (outside, Severity::Warning)] {
        assert_eq!(found(&linter, &params), [(String::from("/url"), String::from("x"), severity)]);
    }
}
