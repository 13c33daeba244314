//! The URL of an authorization page that a client opens for itself.
//! In: a URL from OAuth metadata, and what surrounds it. Out: a report.
//! Never: a rule of its own; it is stricter with the rules that are there.

use super::Linter;
use crate::context::Context;
use crate::finding::Severity;
use crate::policy::Policy;
use crate::report::Report;

/// Rules on what a client must not open as an authorization page.
const REFUSED_FOR_OAUTH: [&str; 5] =
    ["url-invalid", "url-plain-http", "url-scheme-dangerous", "url-scheme-not-allowed", "url-shell-metacharacter"];

impl Linter {
    /// Judges the URL of an authorization page that a client opens for itself: the `authorization_endpoint` of OAuth
    /// metadata, with or without the parameters of the request. It comes from a server, too.
    ///
    /// By the page "Security Best Practices" of the specification, sections "URL Scheme Validation" and "Input
    /// Sanitization", a client must open https only, and http on this machine; it must refuse every other scheme, and
    /// what a shell would run. So these block here unless the policy turns their rules off, and schemes
    /// that the policy allows in elicitations are refused. The rules of group `oauth` are about links that a server sends to a person
    /// and do not apply.
    ///
    /// ```
    /// use elicitlint::{Context, Linter, Revision, Verdict};
    ///
    /// let linter = Linter::new();
    /// let context = Context::new(Revision::V2025_11_25);
    /// assert_eq!(linter.vet_oauth_url("http://login.example.com/authorize", &context).verdict(), Verdict::Block);
    /// assert_eq!(linter.vet_oauth_url("https://login.example.com/authorize", &context).verdict(), Verdict::Allow);
    /// ```
    #[must_use]
    pub fn vet_oauth_url<'a>(&self, url: &'a str, context: &Context) -> Report<'a> {
        let policy = Policy { allow_schemes: Vec::new(), ..self.tables.policy.clone() };
        self.vet_alone(url, None, context, &policy, |contract, severity| {
            if REFUSED_FOR_OAUTH.contains(&contract.id()) {
                *severity = Severity::Error;
            }
            contract.group() != "oauth"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elicitation::Revision;
    use crate::report::Verdict;

    #[test]
    fn only_https_and_http_on_this_machine_are_opened() {
        let linter = Linter::with_policy(&Policy::new().allow_scheme("myapp")).unwrap();
        let context = Context::new(Revision::V2025_11_25).server("https://mcp.example.com");
        for (url, verdict) in [
            ("https://login.example.com/authorize", Verdict::Allow),
            ("https://login.example.net/authorize?response_type=code&client_id=a", Verdict::Allow),
            ("https://github.com/login/oauth/authorize?client_id=a&redirect_uri=http://localhost/", Verdict::Allow),
            ("http://localhost:8080/authorize", Verdict::Warn),
            ("http://127.0.0.1/authorize", Verdict::Warn),
            ("http://login.example.com/authorize", Verdict::Block),
            ("javascript:alert(1)", Verdict::Block),
            ("file:///etc/passwd", Verdict::Block),
            ("myapp://authorize", Verdict::Block),
            ("ftp://login.example.com/", Verdict::Block),
            ("https://login.example.com/authorize?a=`id`", Verdict::Block),
            ("https://login.example.com/authorize?a=$(id)", Verdict::Block),
            ("https://login.example.com/authorize?a=b&c=d;e", Verdict::Allow),
            ("/authorize", Verdict::Block),
            ("", Verdict::Block),
        ] {
            assert_eq!(linter.vet_oauth_url(url, &context).verdict(), verdict, "{url}");
        }
    }

    #[test]
    fn a_policy_that_allows_plain_http_in_elicitations_does_not_allow_it_here() {
        let linter = Linter::with_policy(&Policy::new().level("url-plain-http", "info".parse().unwrap())).unwrap();
        let context = Context::default();
        assert_eq!(linter.vet_url("http://login.example.com/", &context).verdict(), Verdict::Allow);
        assert_eq!(linter.vet_oauth_url("http://login.example.com/", &context).verdict(), Verdict::Block);
    }
}
