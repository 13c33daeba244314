//! A host name, in the parts that are compared with known sites.
//! In: a name as it reads. Out: its labels, their words, how its end is related to a site's.
//! Never: a look-up.

use std::ops::Range;

use super::pieces;
use crate::link::Section;
use crate::text::Span;

/// A host name, as it reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'a> {
    /// Lower case, in ASCII: what other letters read as, `/` for what reads as a slash, `?` for what reads as nothing.
    pub(super) text: &'a str,
    /// As it is in DNS, with as many labels.
    pub(super) ascii: &'a str,
    /// The label that somebody registered, in `text`.
    pub(super) label: Span,
    pub(super) section: Section,
    /// Where `text` is not what is written, and what is.
    pub(super) written: &'a [(usize, char)],
}

impl<'a> Name<'a> {
    /// Where each label before an end of the text begins, and the label.
    pub(super) fn labels(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        let mut at = range.start;
        let text = self.text.get(range.clone()).filter(|text| !text.is_empty());
        text.into_iter().flat_map(|text| text.split('.')).map(move |label| {
            let start = at;
            at += label.len() + 1;
            (start, label)
        })
    }

    /// The name in DNS from the label on that begins at `at`.
    pub(super) fn tail(&self, at: usize) -> &'a str {
        if self.is_as_written() {
            return self.ascii.get(at..).unwrap_or_default();
        }
        let dots = self.text.get(..at).unwrap_or_default().matches('.').count();
        let mut rest = Some(self.ascii);
        for _ in 0..dots {
            rest = rest.and_then(|rest| rest.split_once('.')).map(|(_, rest)| rest);
        }
        rest.unwrap_or_default()
    }

    /// The public suffix, as it reads.
    pub(super) fn suffix(&self) -> &'a str {
        self.text.get(self.label.range().end + 1..).unwrap_or_default()
    }

    /// The domain that somebody registered, in ASCII.
    pub(super) fn registrable(&self) -> &'a str {
        self.tail(self.label.range().start)
    }

    /// How the suffix is related to that of a site that has no domain under it.
    pub(super) fn ending(&self) -> Ending {
        match self.section {
            Section::Private => Ending::Tenant,
            Section::Unknown => Ending::Unlisted,
            Section::Icann if COMMON_ENDINGS.contains(&self.suffix()) => Ending::Common,
            Section::Icann => Ending::Other,
        }
    }

    /// True where every letter is written as it reads.
    pub(super) fn is_as_written(&self) -> bool {
        self.written.is_empty()
    }

    /// The first character that is not written as it reads.
    pub(super) fn written(&self, range: &Range<usize>) -> Option<char> {
        self.written.iter().find(|(at, _)| range.contains(at)).map(|(_, character)| *character)
    }
}

/// How the suffix of a name is related to that of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ending {
    /// The site has a domain under it.
    Own,
    /// Anybody gets a domain there, and many sites have theirs.
    Common,
    /// Another one of the public list.
    Other,
    /// Names below it are tenants of somebody.
    Tenant,
    /// It is in no list: the name resolves inside a network, or nowhere.
    Unlisted,
}

const COMMON_ENDINGS: [&str; 12] =
    ["ai", "app", "biz", "cloud", "co", "com", "dev", "info", "io", "net", "online", "org"];

/// A word of a label, between hyphens.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// Where it stands in the label.
    pub(super) start: usize,
    /// Which of the letters of the label are its.
    pub(super) letters: Range<usize>,
}

impl<'a> Token<'a> {
    /// A label as one word.
    pub(super) fn whole(label: &'a str) -> Self {
        Self { text: label, start: 0, letters: 0..label.len() }
    }

    /// Where it ends in the label.
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The words of a label; words beyond the longest label of DNS are left out.
pub(super) struct Tokens<'a> {
    rest: Option<&'a str>,
    at: usize,
    letters: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(label: &'a str) -> Self {
        Self { rest: Some(label), at: 0, letters: 0 }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.rest?;
            let end = rest.bytes().position(pieces::is_separator);
            let text = rest.get(..end.unwrap_or(rest.len()))?;
            self.rest = end.and_then(|end| rest.get(end + 1..));
            let (start, letters) = (self.at, self.letters);
            self.at += text.len() + 1;
            self.letters += text.len();
            if self.letters > pieces::LONGEST {
                return None;
            }
            if !text.is_empty() {
                return Some(Token { text, start, letters: letters..self.letters });
            }
        }
    }
}
