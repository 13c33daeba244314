//! Facts about whole URLs: what is refused and why, what is kept.
//! In: URLs as text. Out: assertions on problem, span, scheme, host.
//! Never: a fact that a neighbour module tests already.

use super::suffix::Section;
use super::*;

fn facts(raw: &str) -> LinkFacts {
    LinkFacts::of(raw, &CompiledSuffixes)
}

#[test]
fn a_refused_url_says_why_and_where() {
    for (raw, problem, place) in [
        ("", UrlProblem::Relative, None),
        ("example.com/login", UrlProblem::Relative, None),
        ("//example.com", UrlProblem::Relative, None),
        ("https://", UrlProblem::EmptyHost, Some("")),
        ("https:///?x", UrlProblem::EmptyHost, Some("")),
        ("https://example.com:65536/", UrlProblem::InvalidPort, Some("65536")),
        ("https://example.com:80a/", UrlProblem::InvalidPort, Some("80a")),
        ("https://256.0.0.1/", UrlProblem::InvalidAddress, Some("256.0.0.1")),
        ("https://[::1%25eth0]/", UrlProblem::InvalidAddress, Some("[::1%25eth0]")),
        ("https://good.exa mple/", UrlProblem::InvalidHostCharacter, Some("exa mple")),
        ("https://good%40evil.example/", UrlProblem::InvalidHostCharacter, Some("good%40evil")),
        ("foo://a b/", UrlProblem::InvalidHostCharacter, Some("a b")),
        ("https://www.xn--a.example/", UrlProblem::IdnaInvalid, Some("xn--a")),
        ("https://XN--A.example/", UrlProblem::IdnaInvalid, Some("XN--A")),
        ("https://%78n--a.example/", UrlProblem::IdnaInvalid, Some("%78n--a")),
        ("https://a.b\u{3002}\u{e000}.example/", UrlProblem::IdnaInvalid, Some("\u{e000}")),
        ("https://good.example\u{ff0f}x.evil.example/", UrlProblem::IdnaInvalid, Some("example\u{ff0f}x")),
    ] {
        let facts = facts(raw);
        assert_eq!(facts.problem(), Some(problem), "{raw}");
        assert_eq!(facts.problem_span().map(|span| span.of(raw)), place, "{raw}");
        assert!(facts.url().is_none() && facts.canonical().is_none() && facts.host().is_none(), "{raw}");
        assert!(!problem.phrase().is_empty());
    }
}

#[test]
fn the_scheme_is_lower_case_even_where_the_url_is_refused() {
    for (raw, scheme) in [
        ("HTTPS://example.com/", "https"),
        ("Java\tScript:alert(1)", "javascript"),
        ("HT\tTP://256.0.0.1/", "http"),
        ("https://", "https"),
        ("localhost:3000", "localhost"),
        ("example.com", ""),
        ("", ""),
    ] {
        assert_eq!(facts(raw).scheme(), scheme, "{raw:?}");
    }
}

#[test]
fn an_accepted_url_keeps_its_host_and_canonical_text() {
    let facts = facts("https://WWW.Example.CO.UK.:443/a");
    assert_eq!(facts.problem(), None);
    assert_eq!(facts.canonical(), Some("https://www.example.co.uk./a"));
    let host = facts.host().expect("a host");
    assert_eq!(host.ascii(), "www.example.co.uk");
    assert_eq!(host.registrable(), Some("example.co.uk"));
    assert_eq!(host.kind, HostKind::Domain);
}

#[test]
fn a_url_without_host_has_no_host_facts() {
    for raw in ["mailto:a@example.com", "data:,x", "file:///etc/passwd", "javascript:alert(1)"] {
        assert!(facts(raw).host().is_none(), "{raw}");
        assert_eq!(facts(raw).problem(), None, "{raw}");
    }
}

#[test]
fn another_suffix_list_decides_where_the_suffix_ends() {
    struct Flat;
    impl SuffixList for Flat {
        fn suffix(&self, name: &str) -> (usize, Section) {
            (name.rsplit('.').next().map_or(0, str::len), Section::Icann)
        }
    }
    let facts = LinkFacts::of("https://www.example.co.uk/", &Flat);
    assert_eq!(facts.host().and_then(|host| host.registrable()), Some("co.uk"));
}

#[test]
fn any_suffix_length_is_survived() {
    struct Wrong(usize);
    impl SuffixList for Wrong {
        fn suffix(&self, _: &str) -> (usize, Section) {
            (self.0, Section::Icann)
        }
    }
    for length in 0..20 {
        let facts = LinkFacts::of("https://a.example.com/", &Wrong(length));
        assert!(facts.host().is_some_and(|host| host.registrable().is_none_or(|name| name.contains('.'))), "{length}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,40}", scheme in "(https?://|ssh://|)") {
        let raw = format!("{scheme}{text}");
        let facts = facts(&raw);
        proptest::prop_assert_eq!(facts.url().is_none(), facts.problem().is_some());
        proptest::prop_assert_eq!(facts.url().is_some_and(url::Url::has_host), facts.host().is_some());
        for link in prose::links(&raw, 64).links {
            proptest::prop_assert!(!link.span.of(&raw).is_empty());
        }
    }
}
