//! The tables of known sites, and what of them is compared with a name.
//! In: the files in `rules/data`, the sites of a policy, the domain of a server. Out: entries of an index.
//! Never: a site that a server names; two entries of a site that the same imitation would find.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::companion::is_companion;
use super::index::Index;
use super::pieces::Pieces;
use super::reading;
use crate::finding::SiteNumber;
use crate::link::suffix::CompiledSuffixes;
use crate::link::suffix::SuffixList;
use crate::link::table;

/// A domain of a site.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// In ASCII.
    pub(super) domain: Cow<'static, str>,
    /// How many bytes the first label has.
    label: usize,
    /// The letters of the first label as they read, without hyphens.
    pub(super) letters: Box<[u8]>,
    pub(super) site: SiteNumber,
    pub(super) reach: Reach,
    /// A name of its own domain is no imitation of any site.
    pub(super) exempts: bool,
    /// The name is a common word.
    pub(super) is_word: bool,
    /// Each customer gets a name below it.
    pub(super) has_tenants: bool,
    /// The first label is not ASCII, and its letters are how it reads.
    pub(super) is_international: bool,
}

/// What counts as an imitation of a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Nothing of its own: the name is that of another entry of the site, or anybody's.
    Exempt,
    /// What is close to it: a domain that a site owns beside its own.
    Owned,
    /// The same and the name with other words: the domain of a server, whose owner may well have others.
    Server,
    /// Everything.
    Site,
}

impl Entry {
    pub(super) fn new(domain: Cow<'static, str>, site: SiteNumber, reach: Reach) -> Self {
        let label = domain.find('.').unwrap_or(domain.len());
        let text = domain.get(..label).unwrap_or_default();
        let is_international = text.starts_with("xn--");
        let mut pieces = Pieces::new();
        match is_international {
            true => pieces.read(&reading::first(text)),
            false => pieces.read(text),
        }
        let letters = pieces.letters().into();
        Self {
            domain,
            label,
            letters,
            site,
            reach,
            exempts: true,
            is_word: false,
            has_tenants: false,
            is_international,
        }
    }

    /// The first label, by which people know the site.
    pub(super) fn label(&self) -> &str {
        self.domain.get(..self.label).unwrap_or_default()
    }

    /// What follows the first label, without the dot.
    pub(super) fn suffix(&self) -> &str {
        self.domain.get(self.label + 1..).unwrap_or_default()
    }
}

/// The list that is compiled in.
pub(super) struct BuiltIn {
    pub(super) index: Index,
    /// The domain of each site, by its number.
    pub(super) sites: Vec<&'static str>,
    /// Domains, and the site that each resembles by chance.
    unrelated: Vec<(&'static str, &'static str)>,
}

pub(super) static BUILT_IN: LazyLock<BuiltIn> = LazyLock::new(|| {
    let mut entries = Vec::new();
    let mut sites = Vec::new();
    for ([site, _, word, owned, pages], number) in table::rows(table::KNOWN_SITES).zip(0..) {
        let start = entries.len();
        let domains = [(site, Reach::Site)].into_iter().chain(owned.split_whitespace().map(|it| (it, Reach::Owned)));
        for (domain, reach) in domains {
            let entry = Entry::new(Cow::Borrowed(domain), SiteNumber(number), reach);
            // Nobody's name: what is found of it are its domains.
            let reach = match reach {
                Reach::Site if is_companion(entry.label()) => Reach::Owned,
                Reach::Owned if is_companion(entry.label()) => Reach::Exempt,
                reach => reach,
            };
            let has_tenants = reach == Reach::Site && pages.contains(&format!("*.{domain}/"));
            let entry = Entry { is_word: !word.is_empty(), reach, has_tenants, ..entry };
            add(&mut entries, start, entry);
        }
        sites.push(site);
    }
    let mut unrelated: Vec<_> = table::rows(UNRELATED).map(|[domain, site, _]| (domain, site)).collect();
    unrelated.sort_unstable();
    BuiltIn { index: Index::new(entries), sites, unrelated }
});

impl BuiltIn {
    /// True for a domain that is known to resemble this site by chance.
    pub(super) fn is_unrelated(&self, domain: &str, site: SiteNumber) -> bool {
        let site = self.sites.get(usize::from(site.0)).copied().unwrap_or_default();
        self.unrelated.binary_search(&(domain, site)).is_ok()
    }
}

/// The entries of a policy: sites, numbered from `first`, and domains that exempt nothing.
pub(super) fn entries_of(sites: &[String], targets: &[&str], first: u16) -> (Vec<Entry>, Vec<String>) {
    let mut entries = Vec::new();
    let mut domains = Vec::new();
    let all = sites.iter().map(|site| (site.as_str(), Reach::Site));
    let all = all.chain(targets.iter().map(|target| (*target, Reach::Server)));
    for (domain, reach) in all {
        let number = u16::try_from(domains.len()).ok().and_then(|count| first.checked_add(count));
        let number =
            number.map(SiteNumber).filter(|number| *number < SiteNumber::SERVER || first == SiteNumber::SERVER.0);
        let (Some(domain), Some(number)) = (canonical(domain), number) else { continue };
        let registrable = registrable(&domain).to_owned();
        let is_site = reach == Reach::Site;
        let exempts = is_site && registrable == domain;
        if is_site && !exempts {
            // A name below a domain exempts itself; what is imitated is the domain.
            entries.push(Entry::new(Cow::Owned(domain.clone()), number, Reach::Exempt));
        }
        let is_known = |entry: &Entry| entry.domain == registrable && (entry.exempts || !exempts);
        if !entries.iter().any(is_known) {
            entries.push(Entry { exempts, is_word: !is_site, ..Entry::new(Cow::Owned(registrable), number, reach) });
        }
        domains.push(domain);
    }
    (entries, domains)
}

/// Adds a domain of the site whose entries begin at `start`. Where the site has another domain of that name, it is only
/// exempt.
fn add(entries: &mut Vec<Entry>, start: usize, entry: Entry) {
    let others = entries.get(start..).unwrap_or_default();
    let is_there = others.iter().any(|other| other.letters == entry.letters);
    let reach = if is_there { Reach::Exempt } else { entry.reach };
    entries.push(Entry { reach, ..entry });
}

/// A domain as URLs have it; none where it is no name.
fn canonical(domain: &str) -> Option<String> {
    match url::Host::parse(domain).ok()? {
        url::Host::Domain(name) => Some(name.trim_end_matches('.').to_owned()),
        _ => None,
    }
}

/// The domain that somebody registered; the name itself where it is a public suffix.
fn registrable(name: &str) -> &str {
    let (suffix, _) = CompiledSuffixes.suffix(name);
    let before = name.len().checked_sub(suffix + 1).and_then(|end| name.get(..end));
    let start = before.map_or(0, |before| before.rfind('.').map_or(0, |dot| dot + 1));
    name.get(start..).unwrap_or(name)
}

const UNRELATED: &str = include_str!("../../../../rules/data/unrelated-names.csv");
