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
