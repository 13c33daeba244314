//! What a policy does to a linter.

use super::*;

#[test]
fn an_unknown_rule_in_a_policy_file_is_told_with_its_place() {
    let text = "profile = \"strict\"\n[levels]\nurl = \"off\"\nurl-plain-htpt = \"off\"\n";
    let error = Linter::with_policy(&Policy::from_toml(text).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "there is no rule or group `url-plain-htpt`; did you mean `url-plain-http`?");
    assert_eq!(error.line_and_column(text), Some((4, 1)));
    assert!(error.is_policy());
}

/// Lines of `docs/policy.md` between fences.
fn documented() -> Vec<String> {
    let page = include_str!("../../docs/policy.md");
    page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn every_example_of_the_page_on_policies_is_right() {
    let examples = documented();
    for example in &examples {
        let policy = Policy::from_toml(example).unwrap_or_else(|error| panic!("{error}\n{example}"));
        assert!(Linter::with_policy(&policy).is_ok(), "{example}");
    }
    for key in ["profile", "[levels]", "[sites]", "[hosts]", "[servers.", "[limits]"] {
        assert!(examples.iter().any(|example| example.contains(key)), "{key} has no example");
    }
}
