//! What the user of the linter decides: profile, levels, hosts, sites, limits.
//! In: builder calls, or the TOML text of a policy file. Out: plain data that a linter is compiled from.
//! Never: discovery of files, anything that traffic can change.

mod allow;
mod date;
#[cfg(feature = "policy")]
mod file;
mod hosts;
mod limits;
mod names;
mod refused;
mod servers;
#[cfg(feature = "policy")]
mod suffix_list;
mod suffixes;

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::finding::Level;
use crate::limits::Limits;
use crate::link::KnownSites;

pub use allow::Allow;
pub use date::Date;
pub(crate) use hosts::InternalHost;
pub(crate) use refused::is_always_error;
pub(crate) use servers::ServerDomains;
#[cfg(feature = "policy")]
pub(crate) use suffix_list::NamedList;
pub(crate) use suffixes::Suffixes;

/// A column of the rule catalogue: which level each rule has when nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// What a client should use.
    #[default]
    Recommended,
    /// The letter of SEP-1036: https only, no internal host, every punycode label flagged.
    Strict,
    /// As recommended, without `url-loopback`.
    Development,
}

impl Profile {
    /// Every profile, in the order of the catalogue's columns.
    pub const ALL: [Self; 3] = [Self::Recommended, Self::Strict, Self::Development];

    /// The word for it in a policy.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Recommended => "recommended",
            Self::Strict => "strict",
            Self::Development => "development",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Profile {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|profile| profile.name() == word);
        known.ok_or_else(|| format!("`{word}` is no profile: use recommended, strict or development"))
    }
}

/// What a linter is compiled from. The default is the recommended profile and nothing else.
///
/// A dangerous scheme, a domain that is no domain and a limit out of its range are errors of
/// [`Linter::with_policy`](crate::Linter::with_policy). What it does not get otherwise, such as a lower level of
/// `input-malformed`, is said by [`Policy::passed_over`].
///
/// ```
/// use elicitlint::{Level, Linter, Policy, Profile};
///
/// let policy = Policy::new()
///     .profile(Profile::Strict)
///     .level("url-plain-http", "warning".parse::<Level>()?)
///     .internal_host("*.corp.example")?;
/// let linter = Linter::with_policy(&policy)?;
/// # let _ = linter;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Policy {
    pub(crate) profile: Profile,
    pub(crate) levels: Vec<LevelOf>,
    pub(crate) overrides: Vec<LevelOf>,
    pub(crate) select: Vec<String>,
    pub(crate) ignore: Vec<String>,
    pub(crate) known_sites: Vec<String>,
    pub(crate) without_builtin_sites: bool,
    pub(crate) allow_schemes: Vec<String>,
    pub(crate) internal: Vec<InternalHost>,
    pub(crate) servers: Vec<ServerDomains>,
    pub(crate) allows: Vec<Allow>,
    pub(crate) today: Option<Date>,
    pub(crate) limits: Limits,
    pub(crate) suffixes: Suffixes,
    #[cfg(feature = "policy")]
    pub(crate) named_list: Option<NamedList>,
}

/// The level that a policy gives to a rule or to a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LevelOf {
    pub(crate) name: String,
    pub(crate) level: Level,
    /// Where the policy file says so.
    pub(crate) span: Option<std::ops::Range<usize>>,
}

impl Policy {
    /// The recommended profile, and nothing else.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The index of known sites: the built-in list unless it is left out, what the policy adds, and the domains of
    /// servers, which nobody may imitate and which exempt nothing.
    pub(crate) fn sites(&self) -> KnownSites {
        let targets: Vec<_> = self.servers.iter().flat_map(|server| &server.domains).map(String::as_str).collect();
        KnownSites::new(!self.without_builtin_sites, &self.known_sites, &targets)
    }

    /// Starts from this column of the catalogue.
    #[must_use]
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Gives a rule, or every rule of a group, a level. A rule's own level wins over its group's.
    #[must_use]
    pub fn level(mut self, rule_or_group: &str, level: Level) -> Self {
        self.levels.push(LevelOf { name: rule_or_group.to_owned(), level, span: None });
        self
    }

    /// As [`Policy::level`], and stronger: what a command line says over a policy file.
    #[must_use]
    pub fn override_level(mut self, rule_or_group: &str, level: Level) -> Self {
        self.overrides.push(LevelOf { name: rule_or_group.to_owned(), level, span: None });
        self
    }

    /// Reports only what is selected: rules or groups, added up over several calls.
    #[must_use]
    pub fn select(mut self, rule_or_group: &str) -> Self {
        self.select.push(rule_or_group.to_owned());
        self
    }

    /// Never reports this rule or group.
    #[must_use]
    pub fn ignore(mut self, rule_or_group: &str) -> Self {
        self.ignore.push(rule_or_group.to_owned());
        self
    }

    /// A domain that nobody may imitate, beside the built-in list.
    #[must_use]
    pub fn known_site(mut self, domain: &str) -> Self {
        self.known_sites.push(canonical(domain));
        self
    }

    /// Leaves the built-in list of known sites out.
    #[must_use]
    pub fn without_builtin_sites(mut self) -> Self {
        self.without_builtin_sites = true;
        self
    }

    /// A scheme that URLs may have beside https and http; never one of `url-scheme-dangerous`.
    #[must_use]
    pub fn allow_scheme(mut self, scheme: &str) -> Self {
        self.allow_schemes.push(scheme.to_ascii_lowercase());
        self
    }

    /// A host, `*.suffix` or network (CIDR) that is fine although it is internal. Never covers metadata services.
    ///
    /// # Errors
    /// If the pattern is none of these. A metadata service is never internal, and to name one changes nothing.
    pub fn internal_host(mut self, pattern: &str) -> Result<Self, Error> {
        self.internal.push(InternalHost::parse(pattern)?);
        Ok(self)
    }

    /// Where the URL elicitations of a server may lead; the server is named as in [`Context`](crate::Context).
    #[must_use]
    pub fn server_domains(mut self, server: &str, domains: &[&str]) -> Self {
        let domains = domains.iter().map(|domain| canonical(domain)).collect();
        self.servers.push(ServerDomains::new(server.to_owned(), domains));
        self
    }

    /// Accepts findings that are known; see [`Allow`].
    #[must_use]
    pub fn allow(mut self, allow: Allow) -> Self {
        self.allows.push(allow);
        self
    }

    /// Which day it is: entries that have expired no longer suppress. Without it, none that expires does.
    #[must_use]
    pub fn today(mut self, today: Date) -> Self {
        self.today = Some(today);
        self
    }

    /// Reads and judges no more than this.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// A domain as it is compared; one that is wrong stays as it is, for the error.
fn canonical(domain: &str) -> String {
    names::domain(domain).unwrap_or_else(|_| domain.to_owned())
}
