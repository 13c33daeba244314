//! Findings that a policy accepts, each with a reason.
//! In: rule or group, host, server, reason, last day. Out: whether a finding is accepted.
//! Never: an entry without a reason, an entry that covers bytes which were not judged.

use std::net::IpAddr;
use std::ops::Range;

use super::Date;
use super::InternalHost;
use super::ServerDomains;
use super::refused::is_always_error;
use super::refused::refuse_to_accept;
use crate::error::Error;

/// A suppression: findings of a rule that are known and accepted.
///
/// They are taken out of [`Report::findings`](crate::Report::findings) and out of the verdict, and stay in
/// [`Report::suppressed`](crate::Report::suppressed).
///
/// ```
/// use elicitlint::{Allow, Context, Linter, Policy, Verdict};
///
/// let allow = Allow::new("url-plain-http", "the kiosk has no certificate")?.host("kiosk.example.com")?;
/// let linter = Linter::with_policy(&Policy::new().allow(allow))?;
/// let report = linter.vet_url("http://kiosk.example.com/", &Context::default());
/// assert_eq!((report.verdict(), report.suppressed().count()), (Verdict::Allow, 1));
/// # Ok::<(), elicitlint::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Allow {
    pub(crate) rule: String,
    host: Option<(String, InternalHost)>,
    server: Option<ServerDomains>,
    pub(crate) reason: String,
    pub(crate) expires: Option<Date>,
    /// Where the policy file says so.
    #[cfg_attr(not(feature = "policy"), expect(dead_code, reason = "only a policy file sets it"))]
    pub(crate) span: Option<Range<usize>>,
    /// Where it names the rule.
    pub(crate) rule_span: Option<Range<usize>>,
}

impl Allow {
    /// Accepts what a rule, or every rule of a group, finds.
    ///
    /// # Errors
    /// If there is no reason, or if the rule tells of bytes that were not judged.
    pub fn new(rule_or_group: &str, reason: &str) -> Result<Self, Error> {
        refuse_to_accept(rule_or_group)?;
        if reason.trim().is_empty() {
            return Err(Error::policy("`reason` is empty: say why this is fine, for who reads it next"));
        }
        let [rule, reason] = [rule_or_group, reason].map(str::to_owned);
        Ok(Self { rule, host: None, server: None, reason, expires: None, span: None, rule_span: None })
    }

    /// Only where the finding is about a link to this host: a host, `*.suffix`, address or network (CIDR).
    ///
    /// # Errors
    /// If the pattern is none of these.
    pub fn host(mut self, pattern: &str) -> Result<Self, Error> {
        self.host = Some((pattern.to_owned(), InternalHost::parse(pattern)?));
        Ok(self)
    }

    /// Only where this server asks; it is named as in [`Context`](crate::Context).
    #[must_use]
    pub fn server(mut self, server: &str) -> Self {
        self.server = Some(ServerDomains::new(server.to_owned(), Vec::new()));
        self
    }

    /// Only up to this day; [`Policy::today`](crate::Policy::today) says which day it is.
    #[must_use]
    pub fn expires(mut self, date: Date) -> Self {
        self.expires = Some(date);
        self
    }

    /// True where the last day has passed, and where it is not known which day it is.
    pub(crate) fn is_over(&self, today: Option<Date>) -> bool {
        self.expires.is_some_and(|last| today.is_none_or(|today| today > last))
    }

    /// True for findings of this rule.
    pub(crate) fn is_for(&self, id: &str, group: &str) -> bool {
        (self.rule == id || self.rule == group) && !is_always_error(id)
    }

    /// True where the server is the one that is named, if one is.
    pub(crate) fn covers_server(&self, server: Option<(&str, Option<&url::Url>)>) -> bool {
        self.server.as_ref().is_none_or(|named| server.is_some_and(|(name, url)| named.is_of(name, url)))
    }

    /// The server that it is for only, where it is for one.
    pub(super) fn named_server(&self) -> Option<&str> {
        self.server.as_ref().map(|server| server.server.as_str())
    }

    /// True where the entry is not for some hosts only.
    pub(crate) fn covers_every_host(&self) -> bool {
        self.host.is_none()
    }

    /// True where the host, canonical and without a final dot, is the one that is named, if one is.
    pub(crate) fn covers_host(&self, host: &str, address: Option<IpAddr>) -> bool {
        self.host.as_ref().is_none_or(|(_, named)| named.covers(host, address))
    }

    /// What the entry covers, in words.
    #[cfg(feature = "cli")]
    pub(crate) fn subject(&self) -> String {
        let host = self.host.as_ref().map(|(pattern, _)| format!(" at {pattern}")).unwrap_or_default();
        let server = self.server.as_ref().map(|server| format!(" of {}", server.server)).unwrap_or_default();
        format!("{}{host}{server}", self.rule)
    }
}
