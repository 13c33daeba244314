//! Redirects that a client follows.
//! In: the URL that answered, or all that were visited, and where it leads. Out: a report on the target.
//! Never: the network, a memory of earlier calls.

use super::Linter;
use crate::context::Context;
use crate::limits::Limit;
use crate::link::LinkFacts;
use crate::link::UrlProblem;
use crate::report::Report;
use crate::text::Place;

impl Linter {
    /// Judges a redirect before a client follows it: `from` is the URL that answered, `to` the `Location` as received,
    /// which may be relative (RFC 9110 section 10.2.2).
    ///
    /// The target is judged as any URL ([`Linter::vet_url`]), and besides by where the redirect comes from:
    /// - to another site (registrable domain): `url-off-domain`, unless the policy lists it for the server. The person
    ///   agreed to the first site only;
    /// - to this machine, from elsewhere: `url-loopback-remote-server`;
    /// - to an internal host, from one that is not: at full severity, also where `hosts.internal` covers the target;
    /// - from https to http: `url-plain-http`, as for every http URL.
    ///
    /// A chain of redirects is judged by [`Linter::vet_redirects`], which knows its length and circles.
    ///
    /// ```
    /// use elicitlint::{Context, Linter, Revision, Verdict};
    ///
    /// let linter = Linter::new();
    /// let context = Context::new(Revision::V2025_11_25);
    /// let verdict = |to| linter.vet_redirect("https://id.example.com/", to, &context).verdict();
    /// assert_eq!(verdict("/connect"), Verdict::Allow);
    /// assert_eq!(verdict("https://id.example.net/"), Verdict::Warn);
    /// assert_eq!(verdict("http://169.254.169.254/"), Verdict::Block);
    /// ```
    #[must_use]
    pub fn vet_redirect(&self, from: &str, to: &str, context: &Context) -> Report<'static> {
        let source = LinkFacts::of(from, &self.tables.suffixes);
        let relative = LinkFacts::of(to, &self.tables.suffixes).problem() == Some(UrlProblem::Relative);
        let joined = source.url().filter(|_| relative).and_then(|base| base.join(to).ok());
        let target = joined.as_ref().map_or(to, url::Url::as_str);
        self.vet_alone(target, Some(&source), context, &self.tables.policy, |_, _| true).into_owned()
    }

    /// Judges the last step of a chain of redirects before a client follows it. `chain` holds every URL from the first
    /// one on, each absolute and in order; its last is the one to be opened next.
    ///
    /// Beside what [`Linter::vet_redirect`] finds, a chain of more than ten redirects and one that comes back to a URL
    /// that it left are `input-oversized`: the rest of it was not judged, and a client must not follow.
    ///
    /// ```
    /// use elicitlint::{Context, Linter, Revision, Verdict};
    ///
    /// let linter = Linter::new();
    /// let context = Context::new(Revision::V2025_11_25);
    /// let circle = ["https://id.example.com/a", "https://id.example.com/b", "https://id.example.com/a"];
    /// assert_eq!(linter.vet_redirects(&circle[..2], &context).verdict(), Verdict::Allow);
    /// assert_eq!(linter.vet_redirects(&circle, &context).verdict(), Verdict::Block);
    /// ```
    #[must_use]
    pub fn vet_redirects(&self, chain: &[&str], context: &Context) -> Report<'static> {
        let Some((to, visited)) = chain.split_last() else { return self.vet_url("", context) };
        let Some(from) = visited.last() else { return self.vet_url(to, context).into_owned() };
        let is_target = |url: &&str| without_fragment(url) == without_fragment(to);
        let redirects = u64::try_from(visited.len()).unwrap_or(u64::MAX);
        let limits = &self.tables.policy.limits;
        let passed = [
            (Limit::Redirects, redirects > Limit::Redirects.maximum(limits)),
            (Limit::Visits, visited.iter().any(is_target)),
        ];
        let passed: Vec<_> =
            passed.iter().filter(|(_, is_passed)| *is_passed).map(|(limit, _)| (*limit, Place::START)).collect();
        let mut report = self.vet_redirect(from, to, context);
        report.add(self.judge_unread(Place::START, &passed, None, context));
        report
    }
}

/// What a server is asked for: the canonical URL up to its fragment, or the text where it is no URL.
fn without_fragment(url: &str) -> String {
    let parsed = url::Url::parse(url).map(|mut url| {
        url.set_fragment(None);
        url.into()
    });
    parsed.unwrap_or_else(|_| url.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::context::Context;
    use crate::elicitation::Revision;
    use crate::finding::Severity;
    use crate::linter::Linter;
    use crate::policy::Policy;

    fn found(linter: &Linter, from: &str, to: &str) -> Vec<(String, Severity)> {
        let context = Context::new(Revision::V2025_11_25).server("https://mcp.example.com");
        let report = linter.vet_redirect(from, to, &context);
        let loud = report.findings().iter().filter(|finding| finding.severity() > Severity::Info);
        loud.map(|finding| (report.rule(finding).id().to_owned(), finding.severity())).collect()
    }

    #[test]
    fn a_redirect_is_judged_by_where_it_comes_from() {
        let (warning, error) = (Severity::Warning, Severity::Error);
        for (from, to, expected) in [
            ("https://example.com/", "https://www.example.com/a", vec![]),
            ("https://example.com/a/b", "../c?d", vec![]),
            ("https://example.com/", "//example.net/", vec![("url-off-domain", warning)]),
            ("https://example.com/", "https://example.net/", vec![("url-off-domain", warning)]),
            ("https://a.github.io/", "https://b.github.io/", vec![("url-off-domain", warning)]),
            ("https://example.com/", "http://example.com/", vec![("url-plain-http", warning)]),
            (
                "https://example.com/",
                "http://127.0.0.1:3000/",
                vec![("url-loopback-remote-server", warning), ("url-off-domain", warning)],
            ),
            ("http://localhost/", "http://localhost:3000/", vec![("url-loopback-remote-server", warning)]),
            (
                "https://example.com/",
                "https://10.0.0.1/",
                vec![("url-off-domain", warning), ("url-private-address", warning)],
            ),
            ("https://example.com/", "javascript:alert(1)", vec![("url-scheme-dangerous", error)]),
            ("no url", "/a", vec![("url-invalid", error)]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(|(rule, severity)| (rule.to_owned(), severity)).collect();
            assert_eq!(found(&Linter::new(), from, to), expected, "{from} -> {to}");
        }
    }

    #[test]
    fn a_redirect_from_outside_to_an_internal_host_stays_loud() {
        let policy = Policy::new().internal_host("10.0.0.0/8").unwrap().internal_host("*.corp.example").unwrap();
        let linter = Linter::with_policy(&policy).unwrap();
        let is_loud =
            |from| found(&linter, from, "https://10.0.0.1/").iter().any(|(rule, _)| rule == "url-private-address");
        assert!(is_loud("https://example.com/"));
        assert!(!is_loud("https://wiki.corp.example/"));
    }

    #[test]
    fn a_site_that_the_policy_lists_may_be_redirected_to() {
        let policy = Policy::new().server_domains("https://mcp.example.com", &["example.com", "example.net"]);
        let linter = Linter::with_policy(&policy).unwrap();
        assert_eq!(found(&linter, "https://example.com/", "https://id.example.net/"), []);
        assert_eq!(found(&linter, "https://example.com/", "https://example.org/").len(), 1);
    }

    #[test]
    fn a_chain_that_is_long_or_goes_in_a_circle_is_not_followed() {
        let (linter, context) = (Linter::new(), Context::new(Revision::V2025_11_25));
        let urls: Vec<_> = (0..12).map(|step| format!("https://id.example.com/{step}")).collect();
        let steps: Vec<_> = urls.iter().map(String::as_str).collect();
        let passed = |chain: &[&str]| {
            let report = linter.vet_redirects(chain, &context);
            report.findings().iter().map(|finding| report.message(finding)).collect::<Vec<_>>()
        };
        assert_eq!(passed(&steps[..11]), [""; 0]);
        assert_eq!(passed(&steps).len(), 1, "{:?}", passed(&steps));
        for last in ["https://id.example.com/0", "https://ID.example.com:443/0#again", "https://id.example.com/1"] {
            let circle = [steps[0], steps[1], last];
            assert_eq!(passed(&circle).len(), 1, "{last}: {:?}", passed(&circle));
        }
        assert_eq!(passed(&["https://id.example.com/"]), [""; 0]);
        assert_eq!(passed(&[]).len(), 1);
    }
}
