//! Known sites, and how a name imitates one.
//! In: the built-in list and the sites of a policy, or the site of a server. Out: the gravest imitation of a host.
//! Never: an imitation by a site of its own domains; a scan of the list for one host.

mod companion;
mod edit;
mod index;
mod judge;
mod likely;
mod name;
mod parts;
mod pieces;
mod reading;
mod table;

use std::cmp::Reverse;
use std::sync::Arc;

use self::index::Index;
use self::judge::Judge;
use self::name::Name;
use self::table::BUILT_IN;
use super::decoded::Decoded;
use crate::finding::SiteNumber;
use crate::link::Host;
use crate::link::HostKind;
use crate::text::Span;

/// The sites that nobody may imitate, indexed by everything that an imitation has in common with one. A clone shares
/// the index.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownSites {
    with_builtin: bool,
    own: Option<Arc<OwnSites>>,
}

/// Sites beside the built-in list.
#[derive(Debug)]
struct OwnSites {
    index: Index,
    domains: Vec<String>,
}

/// How a host imitates a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Imitation {
    pub(crate) kind: ImitationKind,
    /// How many letters the name of the site has: of two that are imitated alike, the longer is meant.
    letters: Reverse<usize>,
    pub(crate) site: SiteNumber,
    /// The character that reads as another, where one does.
    pub(crate) character: Option<char>,
    /// Where it stands in [`Host::ascii`]; none for what stands there in other letters.
    pub(crate) span: Option<Span>,
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

/// The number of the first site that is not in the built-in list.
const FIRST_OWN: u16 = 1 << 15;

impl KnownSites {
    /// The built-in list, or none of it, and the sites of a policy. `targets` are domains that nobody may imitate and
    /// that exempt nothing.
    pub(crate) fn new(with_builtin: bool, sites: &[String], targets: &[&str]) -> Self {
        if with_builtin {
            std::sync::LazyLock::force(&BUILT_IN);
        }
        Self { with_builtin, own: OwnSites::new(sites, targets, FIRST_OWN) }
    }

    /// The domain of the server that asks. It exempts nothing but itself.
    pub(crate) fn of_server(domain: Option<&str>) -> Self {
        Self { with_builtin: false, own: OwnSites::new(&[], domain.as_slice(), SiteNumber::SERVER.0) }
    }

    /// The gravest imitation of a site of these, or of the `server`.
    pub(super) fn imitation<'s>(
        &'s self,
        host: Host<'_>,
        decoded: &Decoded,
        server: Option<&'s Self>,
    ) -> Option<Imitation> {
        // What is too long for the DNS leads nowhere, and is found for that.
        let is_name = host.kind == HostKind::Domain && !host.shape.long_name && !host.shape.long_label;
        let label = is_name.then(|| registered_label(host))??;
        let own = |sites: &'s Self| sites.own.as_deref().map(|own| &own.index);
        let built_in = self.with_builtin.then(|| &BUILT_IN.index);
        let indexes = [built_in, own(self), server.and_then(own)];
        let ascii = host.ascii();
        let name = Name { text: ascii, ascii, label, section: host.section, written: &[] };
        if !host.shape.punycode {
            return Judge::judge(name, indexes).ok().flatten();
        }
        let number = ascii.get(..label.range().start)?.bytes().filter(|byte| *byte == b'.').count();
        let mut gravest = Judge::judge_encoded(name, indexes);
        for (variant, reading) in reading::readings(ascii, decoded).iter().enumerate() {
            let label = nth_label(&reading.text, number)?;
            let name = Name { text: &reading.text, label, written: &reading.written, ..name };
            let imitation = match variant {
                0 => Judge::judge(name, indexes),
                _ => Judge::judge_registered(name, indexes),
            };
            gravest = imitation.ok()?.into_iter().chain(gravest).min();
        }
        gravest
    }

    /// The domain of a site.
    pub(crate) fn domain(&self, site: SiteNumber) -> &str {
        match site.0.checked_sub(FIRST_OWN) {
            None => BUILT_IN.sites.get(usize::from(site.0)).copied().unwrap_or_default(),
            Some(number) => {
                let own = self.own.as_deref().and_then(|own| own.domains.get(usize::from(number)));
                own.map_or("", String::as_str)
            }
        }
    }
}

impl OwnSites {
    fn new(sites: &[String], targets: &[&str], first: u16) -> Option<Arc<Self>> {
        let (entries, domains) = table::entries_of(sites, targets, first);
        (!entries.is_empty()).then(|| Arc::new(Self { index: Index::new(entries), domains }))
    }
}

/// The label that somebody registered, in the ASCII text.
fn registered_label(host: Host<'_>) -> Option<Span> {
    let domain = host.registrable()?;
    let start = host.ascii().len() - domain.len();
    domain.bytes().position(|byte| byte == b'.').map(|end| Span::new(start, start + end))
}

/// Where a label stands in a name.
fn nth_label(name: &str, number: usize) -> Option<Span> {
    let start = match number.checked_sub(1) {
        None => 0,
        Some(dot) => name.match_indices('.').nth(dot)?.0 + 1,
    };
    let rest = name.get(start..)?;
    Some(Span::new(start, start + rest.find('.').unwrap_or(rest.len())))
}

#[cfg(test)]
mod tests;
