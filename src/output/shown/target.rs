//! Where a link leads, in words.
//! In: a link, by itself or in a text. Out: its URL and host as a dialog would show them, defanged.
//! Never: a host without the domain in it that somebody registered.

use std::ops::Range;

use crate::link::LinkFacts;
use crate::link::Lookalike;
use crate::link::prose;

use super::Eyes;
use super::defanged_host;
use super::neighbourhood;

/// Where a link leads, defanged.
pub(crate) struct WhereTo {
    /// The whole URL, cut where it is long.
    pub(crate) url: String,
    /// The bytes of `url` that are the registrable domain; none where the host is spelled in another way there.
    pub(crate) domain: Option<Range<usize>>,
    /// The host in ASCII.
    pub(crate) host: String,
    /// The host in Unicode, where that is another text; its letters as escapes where they mislead.
    pub(crate) decoded: Option<String>,
    pub(crate) registrable: Option<String>,
    /// The address that the host means, and what is known of it.
    pub(crate) address: Option<String>,
    pub(crate) class: &'static str,
}

impl WhereTo {
    /// Where the link at `range` of a text leads; none where there is none.
    pub(super) fn of(text: &str, is_url: bool, range: &Range<usize>, eyes: &Eyes) -> Option<Self> {
        if is_url {
            return Self::of_url(text, eyes);
        }
        let near = neighbourhood(text, range);
        let part = text.get(near.clone())?;
        let link = prose::links(part, usize::MAX).links.into_iter().find(|link| {
            let link = link.span.range();
            near.start + link.start <= range.start && range.end <= near.start + link.end
        })?;
        Self::of_url(&link.url(part), eyes)
    }

    pub(crate) fn of_url(url: &str, eyes: &Eyes) -> Option<Self> {
        let facts = LinkFacts::of(url, &eyes.suffixes);
        let host = facts.host()?;
        let mut unicode = host.unicode();
        if Lookalike::of(&facts, &eyes.sites, None).misleads() {
            unicode = in_ascii(&unicode);
        }
        let (shown, domain) = eyes.text(url, true);
        Some(Self {
            url: shown,
            domain,
            host: defanged_host(host.ascii()),
            decoded: (unicode != host.ascii()).then(|| defanged_host(&unicode)),
            registrable: host.registrable().map(defanged_host),
            address: host.address.map(|address| address.to_string()).filter(|address| address != host.ascii()),
            class: host.reason,
        })
    }

    /// The host in two pieces: what whoever registered the domain may choose freely, and the domain. The second is empty
    /// where nobody registered one.
    pub(crate) fn split_host(&self) -> (&str, &str) {
        let parts = self.registrable.as_deref().and_then(|domain| {
            let before = self.host.strip_suffix(domain)?;
            Some((before, self.host.get(before.len()..)?))
        });
        parts.unwrap_or((&self.host, ""))
    }

    /// One line: the host, and the domain in it that somebody registered.
    pub(crate) fn line(&self) -> String {
        let Self { host, decoded, registrable, address, .. } = self;
        let mut line = host.clone();
        if let Some(decoded) = decoded {
            line.push_str(&format!(", which reads {decoded}"));
        }
        if let Some(address) = address {
            line.push_str(&format!(", which is {address}"));
        }
        if let Some(registrable) = registrable.as_ref().filter(|registrable| *registrable != host) {
            line.push_str(&format!("; it belongs to whoever registered {registrable}"));
        }
        line
    }
}

/// A text with all letters beyond ASCII as escapes.
fn in_ascii(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            character if character.is_ascii() => shown.push(character),
            character => shown.extend(character.escape_unicode()),
        }
    }
    shown
}
