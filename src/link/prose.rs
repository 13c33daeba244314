//! URLs in prose: what a client could turn into a link, or a person could put together.
//! In: a text that the person reads. Out: links, left to right, each with the way it is written and where it leads.
//! Never: a word read twice (64 KiB of dots stay linear), a file name or an e-mail address taken for a link.

mod disguise;
mod extent;
mod host;
mod markup;
mod scan;
mod tables;

use crate::text::Span;
use scan::Candidate;
use std::borrow::Cow;

/// How a link in prose is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkForm {
    /// With a scheme: `https://example.com`, `javascript:alert(1)`.
    Scheme,
    /// As a host that clients complete: `www.example.com`, `example.com/path`, `//example.com`.
    Schemeless,
}

/// A link in prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundLink {
    pub(crate) span: Span,
    pub(crate) form: LinkForm,
    /// True where scheme or host are written so that programs which look for links miss them: `hxxps://id[.]example`.
    pub(crate) is_disguised: bool,
    /// Where markup makes this link the text of another: the index of the one that a click opens.
    pub(crate) target: Option<usize>,
    /// The link without its disguise; none where it can be read as it stands.
    reading: Option<String>,
}

impl FoundLink {
    /// What a client would open: the text under the span without its disguise, and with `https://` where it has no
    /// scheme.
    pub(crate) fn url<'a>(&'a self, text: &'a str) -> Cow<'a, str> {
        let written = self.reading.as_deref().unwrap_or_else(|| self.span.of(text));
        match self.form {
            LinkForm::Scheme => Cow::Borrowed(written),
            LinkForm::Schemeless => Cow::Owned(format!("https://{}", written.trim_start_matches('/'))),
        }
    }

    /// True where the text under the span is what a client would open, but for a scheme that it adds.
    #[cfg(feature = "cli")]
    pub(crate) fn is_verbatim(&self) -> bool {
        self.reading.is_none()
    }

    fn plain(candidate: Candidate) -> Self {
        Self {
            span: Span::new(candidate.start, candidate.end),
            form: candidate.form,
            is_disguised: candidate.has_backslashes,
            target: None,
            reading: None,
        }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.span.start < other.span.end && other.span.start < self.span.end
    }
}

/// The links of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FoundLinks {
    /// From left to right; they do not overlap.
    pub(crate) links: Vec<FoundLink>,
    /// True where the text holds more than was asked for.
    pub(crate) limit_passed: bool,
}

/// The first `limit` links of `text`. Linear; no allocation for a text without a link, unless it holds what could
/// disguise one.
pub(crate) fn links(text: &str, limit: usize) -> FoundLinks {
    let (plain, mut limit_passed) = scan::links(text, limit);
    let mut links: Vec<_> = plain.into_iter().map(FoundLink::plain).collect();
    if let Some(unmasked) = disguise::unmask(text) {
        let (candidates, passed) = scan::links(&unmasked.text, limit);
        limit_passed |= passed;
        let disguised =
            candidates.into_iter().filter(|candidate| unmasked.touches(candidate.start, candidate.host_end));
        links = merged(links, disguised.map(|candidate| unmasked.link(candidate)));
        limit_passed |= links.len() > limit;
        links.truncate(limit);
    }
    if !links.is_empty() {
        markup::point(text, &mut links);
    }
    FoundLinks { links, limit_passed }
}

/// Both, from left to right. A disguised link stands instead of every plain one that it overlaps: those are pieces of
/// it.
fn merged(plain: Vec<FoundLink>, disguised: impl Iterator<Item = FoundLink>) -> Vec<FoundLink> {
    let mut merged = Vec::with_capacity(plain.len());
    let mut plain = plain.into_iter().peekable();
    for link in disguised {
        while let Some(before) = plain.next_if(|plain| plain.span.start < link.span.end) {
            if !before.overlaps(&link) {
                merged.push(before);
            }
        }
        merged.push(link);
    }
    merged.extend(plain.filter(|plain| merged.last().is_none_or(|last| !last.overlaps(plain))).collect::<Vec<_>>());
    merged
}

#[cfg(test)]
#[path = "tests_prose.rs"]
mod tests;
#[cfg(test)]
#[path = "tests_prose_table.rs"]
mod tests_table;
