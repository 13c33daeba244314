//! Honest links stay quiet.

use elicitlint::{Context, Linter, Report, Revision, Severity};

/// Authorization, device, checkout, consent and settings pages of known sites and of servers of one's own.
const URLS: &str = include_str!("../corpus/honest-urls.txt");

fn urls() -> impl Iterator<Item = &'static str> {
    URLS.lines().filter(|line| !line.starts_with('#'))
}

/// Rules that warn. An authorization page of a third party is honest and risky: the rule says why.
fn warnings<'r>(report: &'r Report<'_>) -> Vec<&'r str> {
    let loud = report.findings().iter().filter(|finding| finding.severity() > Severity::Info);
    loud.map(|finding| report.rule(finding).id()).filter(|id| *id != "oauth-third-party-authorize").collect()
}

#[test]
fn no_honest_link_yields_a_warning() {
    let linter = Linter::new();
    let mut problems = Vec::new();
    for revision in [Revision::Unknown, Revision::V2025_11_25, Revision::V2026_07_28] {
        let context = Context::new(revision);
        for url in urls() {
            let report = linter.vet_url(url, &context);
            let rules = warnings(&report);
            if !rules.is_empty() {
                problems.push(format!("{rules:?} {url}"));
            }
        }
    }
    assert!(problems.is_empty(), "{} warnings\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn the_list_is_long_and_holds_no_link_twice() {
    let mut all: Vec<_> = urls().collect();
    assert!(all.len() >= 400, "{}", all.len());
    assert!(all.iter().all(|url| url.is_ascii() && url.starts_with("https://")));
    all.sort_unstable();
    assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
}

/// The list would be quiet too if the rules looked at nothing: one parameter more, and they speak.
#[test]
fn a_secret_beside_honest_parameters_is_found() {
    let linter = Linter::new();
    for url in urls().filter(|url| !url.contains('#')) {
        let separator = if url.contains('?') { '&' } else { '?' };
        let url = format!("{url}{separator}access_token=q9Zk3vT1mB8x");
        let report = linter.vet_url(&url, &Context::new(Revision::V2025_11_25));
        assert_eq!(warnings(&report), ["url-credential"], "{url}");
    }
}
