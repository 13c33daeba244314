//! What no policy gets: names that match nothing, schemes that run code, a lower level where nothing was judged.
//! In: a policy, built by calls or read from a file. Out: an error that says why, or what is passed over and why.
//! Never: a wish that is refused in silence. What is so anyway is no mistake.

use std::collections::BTreeSet;

use super::Policy;
use super::limits::LIMITS;
use super::names;
use crate::error::Error;
use crate::finding::Level;

/// Rules that stay errors: they say that something was not judged, and to lower or accept them would be to fail open.
const ALWAYS_ERROR: [&str; 2] = ["input-malformed", "input-oversized"];

/// True for a rule that is an error whatever a policy says.
pub(crate) fn is_always_error(rule: &str) -> bool {
    ALWAYS_ERROR.contains(&rule)
}

/// The error of a policy that accepts findings of such a rule.
pub(super) fn refuse_to_accept(rule: &str) -> Result<(), Error> {
    if is_always_error(rule) {
        return Err(Error::policy(format!("`{rule}` is never allowed: {NOT_JUDGED}")));
    }
    Ok(())
}

const NOT_JUDGED: &str = "it says that something was not judged, which must not pass";

impl Policy {
    /// Refuses what the policy asks for and cannot have. Whether rules and groups exist is checked where they are known.
    pub(crate) fn check(&self) -> Result<(), Error> {
        for domain in &self.known_sites {
            names::known_site(domain)?;
        }
        for scheme in &self.allow_schemes {
            names::scheme(scheme)?;
        }
        for server in &self.servers {
            names::server(&server.server)?;
            server.domains.iter().try_for_each(|domain| names::domain(domain).map(drop))?;
        }
        for allow in &self.allows {
            allow.named_server().map_or(Ok(()), |server| names::server(server).map(drop))?;
        }
        LIMITS.iter().try_for_each(|limit| limit.checked((limit.get)(&self.limits)).map(drop))
    }

    /// What the policy asks for and does not get, in sentences for who wrote it: a lower level of a rule that stays an
    /// error, a metadata service as an internal host. Everything is judged as without it.
    #[must_use]
    pub fn passed_over(&self) -> Vec<String> {
        let lowered = self.levels.iter().chain(&self.overrides).filter(|of| of.level != Level::ERROR);
        let lowered = lowered.map(|of| &of.name).chain(&self.ignore).filter(|name| is_always_error(name));
        let rules = lowered.collect::<BTreeSet<_>>().into_iter();
        let rules = rules.map(|rule| format!("`{rule}` stays an error: {NOT_JUDGED}"));
        let hosts = self.internal.iter().filter(|host| host.is_metadata());
        let hosts = hosts.map(|host| {
            format!("`{host}` is not taken for internal: it belongs to a metadata service; [[allow]] accepts a finding")
        });
        rules.chain(hosts).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::policy::Allow;

    fn refusal(policy: &Policy) -> Option<String> {
        let error = policy.check().err()?;
        assert!(error.is_policy());
        Some(error.to_string())
    }

    #[test]
    fn a_policy_that_is_built_by_calls_is_refused_as_a_file_is() {
        let of = |limits| Policy::new().limits(limits);
        let allow = || Allow::new("url-plain-http", "a kiosk").unwrap();
        for (policy, message) in [
            (Policy::new().known_site("https://example.com/"), "is no domain name"),
            (Policy::new().known_site("10.0.0.1"), "is no domain name"),
            (Policy::new().known_site("co.uk"), "`co.uk` is a public suffix, which is nobody's"),
            (Policy::new().allow_scheme("javascript"), "`javascript` is never allowed: it runs"),
            (Policy::new().allow_scheme("http"), "`http` is judged by url-plain-http"),
            (Policy::new().allow_scheme("myapp://"), "did you mean `myapp`?"),
            (Policy::new().server_domains("mcp.example.com", &["example.com"]), "is no server: give its URL"),
            (Policy::new().server_domains("files", &["*.example.com"]), "did you mean `example.com`?"),
            (Policy::new().allow(allow().server("mcp.example.com")), "is no server: give its URL"),
            (of(Limits { fields: 0, ..Limits::default() }), "`fields` must be from 1 to 100000"),
            (of(Limits { depth: 257, ..Limits::default() }), "`depth` must be from 1 to 256"),
        ] {
            let refused = refusal(&policy).unwrap_or_default();
            assert!(refused.contains(message), "{refused:?}: {message}");
        }
        assert!(Policy::new().internal_host("https://corp.example").unwrap_err().is_policy());
    }

    #[test]
    fn what_is_passed_over_is_no_error_and_is_said() {
        let internal = |pattern| Policy::new().internal_host(pattern).unwrap();
        for (policy, said) in [
            (Policy::new().level("input-malformed", Level::Off), "`input-malformed` stays an error: it says"),
            (Policy::new().override_level("input-oversized", Level::WARNING), "`input-oversized` stays an error"),
            (Policy::new().ignore("input-malformed"), "`input-malformed` stays an error"),
            (internal("169.254.169.254"), "`169.254.169.254` is not taken for internal"),
            (internal("metadata.google.internal"), "`metadata.google.internal` is not taken for internal"),
        ] {
            assert_eq!(refusal(&policy), None);
            assert!(matches!(policy.passed_over().as_slice(), [one] if one.starts_with(said)), "{said}");
        }
    }

    #[test]
    fn what_is_so_anyway_and_a_group_that_holds_such_a_rule_are_no_mistake() {
        let domains = ["B\u{fc}cher.example", "example.com."];
        for policy in [
            Policy::new().level("input-malformed", Level::ERROR).override_level("input-oversized", Level::ERROR),
            Policy::new().level("input", Level::Off).ignore("input"),
            Policy::new().select("input-malformed"),
            Policy::new().allow_scheme("https").allow_scheme("MyApp").allow_scheme("myapp"),
            Policy::new().known_site("example.com").known_site("Example.com").known_site("github.io"),
            Policy::new().server_domains("files", &[]).server_domains("https://mcp.example.com", &domains),
            Policy::new().limits(Limits { depth: 256, fields: 1, ..Limits::default() }),
        ] {
            assert_eq!((refusal(&policy), policy.passed_over()), (None, Vec::new()));
        }
    }
}
