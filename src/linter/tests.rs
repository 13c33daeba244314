//! What a policy does to a linter.

use super::*;
use crate::elicitation::Revision;
use crate::finding::Severity;
use crate::report::Verdict;

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
        let policy =
            if policy.public_suffix_list_file().is_some() { policy.public_suffix_list(LIST).unwrap() } else { policy };
        assert!(Linter::with_policy(&policy).is_ok(), "{example}");
    }
    for key in ["profile", "[levels]", "[sites]", "[hosts]", "[servers.", "[[allow]]", "[limits]"] {
        assert!(examples.iter().any(|example| example.contains(key)), "{key} has no example");
    }
}

/// A list with one private suffix that the compiled list does not have.
const LIST: &str = "// ===BEGIN ICANN DOMAINS===\ncom\n// ===END ICANN DOMAINS===\n\
    // ===BEGIN PRIVATE DOMAINS===\ntenants.example.com\n// ===END PRIVATE DOMAINS===\n";

#[test]
fn the_list_of_a_policy_decides_which_domain_somebody_registered() {
    let listed = Linter::with_policy(&Policy::new().public_suffix_list(LIST).unwrap()).unwrap();
    let context = Context::new(Revision::V2025_11_25);
    let url = "https://www.one.tenants.example.com/";
    let params = format!(r#"{{"mode":"url","message":"Sign in","elicitationId":"1","url":"{url}"}}"#);
    for (linter, domain) in [(Linter::new(), "example.com"), (listed, "one.tenants.example.com")] {
        for report in [linter.vet(params.as_bytes(), &context), linter.vet_url(url, &context)] {
            let shown = report.consent().url.unwrap();
            assert_eq!(shown.registrable_domain.as_deref(), Some(domain));
            assert_eq!(shown.registrable_span.map(|span| span.of(&shown.display)), Some(domain));
        }
    }
}

#[test]
fn the_list_of_a_policy_decides_what_is_one_site() {
    let listed = Linter::with_policy(&Policy::new().public_suffix_list(LIST).unwrap()).unwrap();
    let has = |report: &Report<'_>, rule: &str| report.findings().iter().any(|found| report.rule(found).id() == rule);
    let server = "https://mcp.one.tenants.example.com/";
    let context = Context::new(Revision::V2025_11_25).server(server);
    let page = "https://login.TENANT.tenants.example.com/authorize?response_type=code&client_id=a&code_challenge=b\
        &code_challenge_method=S256&state=c&redirect_uri=https://mcp.one.tenants.example.com/callback";
    let redirect = |linter: &Linter, to: &str| {
        has(&linter.vet_redirect("https://one.tenants.example.com/", to, &context), "url-off-domain")
    };
    let third_party = |linter: &Linter, tenant: &str| {
        has(&linter.vet_url(&page.replace("TENANT", tenant), &context), "oauth-third-party-authorize")
    };
    for (linter, tenant, is_apart) in [
        (&Linter::new(), "one", false),
        (&Linter::new(), "two", false),
        (&listed, "one", false),
        (&listed, "two", true),
    ] {
        assert_eq!(redirect(linter, &format!("https://{tenant}.tenants.example.com/next")), is_apart, "{tenant}");
        assert_eq!(third_party(linter, tenant), is_apart, "{tenant}");
    }
}

#[test]
fn a_policy_file_changes_what_a_linter_says() {
    let table = [
        ("", "https://10.20.0.1/", "url-private-address", Some(Severity::Warning)),
        ("hosts.internal = ['10.20.0.0/16']", "https://10.20.0.1/", "url-private-address", Some(Severity::Info)),
        ("hosts.internal = ['10.20.0.0/16']", "https://0x0a140001/", "url-private-address", Some(Severity::Info)),
        (
            "hosts.internal = ['10.20.0.0/16']",
            "https://[::ffff:10.20.0.1]/",
            "url-private-address",
            Some(Severity::Info),
        ),
        ("hosts.internal = ['10.20.0.0/16']", "https://10.21.0.1/", "url-private-address", Some(Severity::Warning)),
        (
            "hosts.internal = ['10.20.0.0/16']\nlevels.url = 'error'",
            "https://10.20.0.1/",
            "url-private-address",
            Some(Severity::Error),
        ),
        ("hosts.internal = ['0.0.0.0/0']", "https://169.254.169.254/", "url-metadata-endpoint", Some(Severity::Error)),
        ("", "myapp://sign-in", "url-scheme-not-allowed", Some(Severity::Error)),
        ("hosts.allow-schemes = ['MyApp']", "myapp://sign-in", "url-scheme-not-allowed", None),
        ("levels = { url = 'off', url-plain-http = 'info' }", "http://a.test/", "url-plain-http", Some(Severity::Info)),
        ("levels = { url = 'info', url-plain-http = 'off' }", "http://a.test/", "url-plain-http", None),
        ("levels.input = 'off'\nlimits.url-bytes = 9", "https://a.test/", "input-oversized", Some(Severity::Error)),
    ];
    for (policy, url, rule, severity) in table {
        let linter = Linter::with_policy(&Policy::from_toml(policy).unwrap()).unwrap();
        let report = linter.vet_url(url, &Context::default());
        let found = report.findings().iter().find(|finding| report.rule(finding).id() == rule);
        assert_eq!(found.map(Finding::severity), severity, "{policy}: {url}: {report:?}");
    }
}

#[test]
fn a_policy_that_asks_for_what_no_policy_gets_builds_no_linter() {
    for policy in [Policy::new().allow_scheme("javascript"), Policy::new().known_site("co.uk")] {
        let error = Linter::with_policy(&policy).unwrap_err();
        assert!(error.is_policy(), "{error}");
    }
}

#[test]
fn a_policy_that_is_nested_without_end_is_refused() {
    for (open, close) in [("[", "]"), ("{a=", "}")] {
        let text = format!("profile = {}1{}", open.repeat(100_000), close.repeat(100_000));
        assert!(Policy::from_toml(&text).unwrap_err().is_policy());
    }
    assert!(Policy::from_toml(&format!("[{}]", ["a"; 100_000].join("."))).unwrap_err().is_policy());
}

#[test]
fn what_a_policy_accepts_is_out_of_the_verdict() {
    let of = |entry: &str, today: Option<&str>| {
        let policy = Policy::from_toml(&format!("[[allow]]\nreason = 'known'\n{entry}")).unwrap();
        let policy = today.into_iter().fold(policy, |policy, day| policy.today(day.parse().unwrap()));
        Linter::with_policy(&policy).unwrap()
    };
    let context = Context::new(Revision::V2025_11_25).server("https://mcp.example.com/mcp");
    let plain = "rule = 'url-plain-http'";
    let table = [
        (plain.to_owned(), None, true),
        (String::from("rule = 'url'"), None, true),
        (format!("{plain}\nhost = '*.example.com'"), None, true),
        (format!("{plain}\nhost = 'example.com'"), None, false),
        (format!("{plain}\nserver = 'https://mcp.example.com'"), None, true),
        (format!("{plain}\nserver = 'https://other.example.com'"), None, false),
        (format!("{plain}\nexpires = 2027-06-30"), Some("2027-06-30"), true),
        (format!("{plain}\nexpires = 2027-06-30"), Some("2027-07-01"), false),
        (format!("{plain}\nexpires = 2027-06-30"), None, false),
        (String::from("rule = 'url-private-address'\nhost = '10.0.0.0/8'"), None, false),
    ];
    let link = r#"{"mode":"url","message":"Sign in","elicitationId":"1","url":"http://login.example.com/"}"#;
    let text =
        r#"{"message":"See http://login.example.com/ first","requestedSchema":{"type":"object","properties":{}}}"#;
    for (entry, today, is_accepted) in table {
        for params in [link, text] {
            let linter = of(&entry, today);
            let report = linter.vet(params.as_bytes(), &context);
            let is_left = report.findings().iter().any(|found| report.rule(found).id() == "url-plain-http");
            let accepted = report
                .suppressed()
                .any(|(found, reason)| report.rule(found).id() == "url-plain-http" && reason == "known");
            assert!(params == text || accepted != is_left, "{entry}");
            assert_eq!(accepted, is_accepted && (params == link || accepted), "{entry} {params}");
        }
    }
    let broken = of("rule = 'input'", None).vet(b"{", &context).verdict();
    assert_eq!(broken, Verdict::Block, "what was not judged is never accepted");
}
