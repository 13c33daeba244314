//! What must not change whom a name is found to imitate, and what is said of it.

use elicitlint::{Context, Linter, Policy, Report, Revision, Severity};

use crate::rewrite::Seeded;

/// `domain,kind,site`: names that imitate known sites.
const PERMUTATIONS: &str = include_str!("../data/permutations.csv");

fn hosts() -> Vec<&'static str> {
    let rows = PERMUTATIONS.lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|row| row.split(',').next().unwrap()).collect()
}

/// The gravest finding of a name that imitates: severity, rule, site.
type Found = Option<(Severity, String, String)>;

fn gravest(report: &Report<'_>) -> Found {
    let of = |finding| {
        let site = report.site(finding)?.to_owned();
        Some((finding.severity(), report.rule(finding).id().to_owned(), site))
    };
    report.findings().iter().filter_map(of).max()
}

fn vet(linter: &Linter, host: &str) -> Found {
    gravest(&linter.vet_url(&format!("https://{host}/"), &Context::new(Revision::V2025_11_25)))
}

#[test]
fn spelling_and_labels_below_do_not_change_what_is_found() {
    let linter = Linter::new();
    let others = [
        "github.com.login.example",
        "okta.example-sso.net",
        "paypal.secure-login.net",
        "paypa1.example.com",
        "github-oauth.example.com",
        "acme-okta.com",
        "irs-gov.com",
        "hmrc.gov.uk.example.com",
        "github.com",
        "irs.gov",
        "example.com",
        "xn--bcher-kva.example",
    ];
    for host in hosts().into_iter().chain(others) {
        let found = vet(&linter, host);
        let unicode = url::quirks::domain_to_unicode(host);
        for other in [
            host.to_ascii_uppercase(),
            format!("{host}."),
            unicode.clone(),
            format!("x1.y2.{host}"),
            format!("x1.{unicode}."),
        ] {
            assert_eq!(vet(&linter, &other), found, "{host} {other}");
        }
    }
}

/// A host of its own below the site is that site, and so no other.
fn is_below(host: &str, site: &str) -> bool {
    host.strip_suffix(site).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

#[test]
fn a_known_site_more_takes_no_finding_from_another_host_and_makes_none_milder() {
    let hosts: Vec<_> = hosts().into_iter().step_by(2).collect();
    let mut seeded = Seeded(7);
    let mut sites =
        vec!["githab.com", "evil.dev", "com-checkout.net", "x.co", "harbour.example", "web.app", "bbc.co.uk"];
    sites.extend(std::iter::repeat_with(|| hosts[seeded.below(hosts.len())]).take(8));
    let two_sites = Policy::new().without_builtin_sites().known_site("paypal.com").known_site("github.com");
    for before in [Policy::new(), two_sites] {
        let linter = Linter::with_policy(&before).unwrap();
        let found: Vec<_> = hosts.iter().map(|host| vet(&linter, host)).collect();
        for site in &sites {
            let more = Linter::with_policy(&before.clone().known_site(site)).unwrap();
            for (host, found) in hosts.iter().zip(&found).filter(|(host, _)| !is_below(host, site)) {
                let severity = |found: &Found| found.as_ref().map(|(severity, ..)| *severity);
                assert!(severity(&vet(&more, host)) >= severity(found), "{host} with {site}: {found:?}");
            }
        }
    }
}

#[test]
fn a_site_and_what_is_below_it_imitate_no_site() {
    let linter = Linter::new();
    let more = Linter::with_policy(&Policy::new().known_site("githab.com").known_site("evil.dev")).unwrap();
    let sites = include_str!("../../rules/data/known-sites.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    let domains = sites.flat_map(|row| {
        let mut columns = row.split(',');
        columns.next().into_iter().chain(columns.nth(2).unwrap().split(' ')).filter(|domain| !domain.is_empty())
    });
    for domain in domains.step_by(3).chain(["githab.com", "evil.dev"]) {
        for host in [domain.to_owned(), format!("login.{domain}"), format!("{domain}.").to_ascii_uppercase()] {
            // Below a suffix under which anybody publishes, the owner alone imitates nobody.
            let is_shared = host.starts_with("login.") && psl::domain_str(domain).is_none();
            assert!(is_shared || vet(&more, &host).is_none(), "{host}: {:?}", vet(&more, &host));
        }
    }
    assert!(vet(&linter, "githab.com").is_some());
}

#[test]
fn a_dialog_is_given_no_unicode_form_where_letters_mislead() {
    let linter = Linter::new();
    for (host, unicode) in [
        ("g\u{456}thub.com", None),
        ("xn--80ak6aa92e.com", None),
        ("b\u{fc}cher.example", Some("b\u{fc}cher.example")),
        ("gitlab.example.com", Some("gitlab.example.com")),
    ] {
        let link = format!("https://{host}/");
        let report = linter.vet_url(&link, &Context::new(Revision::V2025_11_25));
        let url = report.consent().url.unwrap();
        assert_eq!(url.host_unicode.as_deref(), unicode, "{host}");
        assert!(url.host_ascii.unwrap().is_ascii());
    }
}

#[test]
fn a_finding_says_where_whom_and_by_which_letter() {
    let linter = Linter::new();
    let context = Context::new(Revision::V2025_11_25).server("https://mcp.harbour.example");
    for (url, text, message) in [
        (
            "https://login.github.com.evil.dev/",
            "github.com",
            "github.com is a part of a name that does not belong to github.com",
        ),
        ("https://login.paypa1.com/a", "paypa1.com", "paypa1.com reads as paypal.com, and is another name"),
        ("https://okta.example.org/", "okta", "okta in the name is not okta.com, but a label that its owner chose"),
        (
            "https://g\u{456}thub.com/",
            "g\u{456}thub.com",
            "what reads as github.com is another name: it holds U+0456 (Cyrillic)",
        ),
        (
            "https://harb0ur.example/",
            "harb0ur.example",
            "harb0ur.example reads as harbour.example, and is another name",
        ),
    ] {
        let report = linter.vet_url(url, &context);
        let finding = report.findings().iter().find(|finding| report.site(finding).is_some()).unwrap();
        assert_eq!(report.text(finding).as_deref(), Some(text), "{url}");
        assert_eq!(report.message(finding), message);
    }
}
