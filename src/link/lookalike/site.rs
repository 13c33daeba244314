//! Known sites, and how a name imitates one.
//! In: the built-in list and the sites of a policy, or the site of a server. Out: the gravest imitation of a host.
//! Never: an imitation by a site of its own domains; a scan of the list for one host.

use crate::finding::SiteNumber;
use crate::link::Host;

/// The sites that nobody may imitate, indexed by everything that an imitation has in common with one.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownSites {}

/// How a host imitates a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Imitation {
    pub(crate) kind: ImitationKind,
    pub(crate) site: SiteNumber,
    /// The character that reads as another, where one does.
    pub(crate) character: Option<char>,
}

/// The ways to imitate a site, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ImitationKind {
    /// It reads as the site in other letters.
    Confusable,
    /// It reads as the site in ASCII: `rn` for `m`.
    Ascii,
    /// The site's domain is in its labels.
    Embedded,
    /// One letter differs; two in a long name.
    Typo,
    /// The site's name with `login`, `secure` and the like.
    Combined,
    /// The site's name under another top-level domain.
    Suffix,
    /// The site's name is one of its labels.
    Label,
}

impl KnownSites {
    /// The built-in list, or none of it, and the sites of a policy. `targets` are domains that nobody may imitate and
    /// that exempt nothing.
    pub(crate) fn new(_with_builtin: bool, _sites: &[String], _targets: &[&str]) -> Self {
        Self {}
    }

    /// The domain of the server that asks. It exempts nothing but itself.
    pub(crate) fn of_server(_domain: Option<&str>) -> Self {
        Self {}
    }

    /// The gravest imitation; `raw` is the URL as written.
    pub(crate) fn imitation(&self, _host: Host<'_>, _raw: &str) -> Option<Imitation> {
        None
    }

    /// The domain of a site.
    pub(crate) fn domain(&self, _site: SiteNumber) -> &str {
        ""
    }
}
