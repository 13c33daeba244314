//! Sites in the parts of a name: a domain among its labels, a name beside other words.
//! In: a label. Out: imitations, for the judge to keep.
//! Never: a part that is only some letters of a word.

use std::ops::Range;

use super::ImitationKind;
use super::companion::Companion;
use super::companion::companion;
use super::companion::is_companion;
use super::edit::Difference;
use super::edit::difference;
use super::index::Index;
use super::judge::Judge;
use super::likely;
use super::name::Token;
use super::name::Tokens;
use super::pieces::LONGEST;
use super::pieces::Pieces;
use super::pieces::hash;
use super::pieces::is_separator;
use super::pieces::paired;
use super::table::Entry;
use super::table::Reach;
use crate::link::Section;

impl Judge<'_> {
    /// Keeps a site whose domain begins with a word: `github.com.`, `github-com-`.
    pub(super) fn embedded(&mut self, entry: &Entry, at: usize, token: &Token<'_>) {
        let Some((end, is_dotted)) = self.end_of_domain(entry, at, token) else { return };
        let range = at + token.start..end;
        let registered = self.name.label.range();
        let is_all = range == registered && self.name.section == Section::Icann;
        if likely::embedded(entry, is_dotted, token.start == 0, registered.start == at) {
            self.note(ImitationKind::Embedded, entry, range);
        } else if is_all && likely::hyphen_for_dot(entry) {
            self.note(ImitationKind::Combined, entry, range);
        }
    }

    /// Keeps sites whose domain is a word without its dot: `githubcom.`
    pub(super) fn joined_domain(&mut self, index: &Index, at: usize, token: &Token<'_>, pieces: &Pieces) {
        let Some((name, ending)) = token.text.split_at_checked(token.text.len().saturating_sub(3)) else { return };
        if !matches!(ending, "com" | "net" | "org" | "gov") || token.letters.end > pieces.len() {
            return;
        }
        let letters = token.letters.start..token.letters.end - ending.len();
        for entry in index.whole(pieces.hash(letters)).filter(|entry| entry.suffix() == ending && !name.is_empty()) {
            if likely::joined_domain(entry) {
                self.note(ImitationKind::Embedded, entry, at + token.start..at + token.end());
            }
        }
    }

    /// Looks for domains of sites that begin with one of several words of a label, and below what somebody registered,
    /// for names beside a word that promises a place to sign in.
    #[cold]
    pub(super) fn embedded_in_words(&mut self, index: &Index, at: usize, label: &str, pieces: &Pieces) {
        for token in Tokens::new(label) {
            for entry in index.whole(pieces.hash(token.letters.clone())) {
                self.embedded(entry, at, &token);
                let is_name = entry.label() == token.text && likely::label(entry);
                let is_below = at < self.name.label.range().start && !entry.is_international;
                if is_name
                    && is_below
                    && beside(index, label, pieces, &token.letters) == (Some(Companion::SignIn), true)
                {
                    self.note(self.kind_below(), entry, at..at + label.len());
                }
            }
            self.joined_domain(index, at, &token, pieces);
        }
    }

    /// What a site's name is below the name that somebody registered: a label, unless that name says nothing but that
    /// one signs in there.
    pub(super) fn kind_below(&self) -> ImitationKind {
        let is_listed = self.name.section != Section::Unknown;
        let mut words = Tokens::new(self.name.label.of(self.name.text)).map(|token| companion(token.text));
        let strongest = words.try_fold(Companion::Country, |strongest, word| word.map(|word| strongest.max(word)));
        match strongest {
            Some(Companion::SignIn) if is_listed => ImitationKind::Combined,
            _ => ImitationKind::Label,
        }
    }

    /// Where a domain ends that begins with a word, before the public suffix of the name, and whether its first dot is
    /// one.
    pub(super) fn end_of_domain(&self, entry: &Entry, at: usize, token: &Token<'_>) -> Option<(usize, bool)> {
        let start = at + token.end();
        let rest = self.name.text.get(start..)?;
        let (separator, rest) = rest.as_bytes().split_first()?;
        let suffix = entry.suffix().as_bytes();
        let (here, after) = rest.split_at_checked(suffix.len())?;
        let same = |(one, other): (&u8, &u8)| one == other || (*one == b'.' && is_separator(*other));
        let is_whole = after.first().copied().is_some_and(is_break);
        if !is_whole || !is_break(*separator) || !suffix.iter().zip(here).all(same) {
            return None;
        }
        let end = start + 1 + suffix.len();
        let is_before_suffix = end <= self.name.label.range().end;
        // What stands for a slash is a part of the trick.
        let end = if after.first() == Some(&b'/') { end + 1 } else { end };
        is_before_suffix.then_some((end, *separator == b'.'))
    }

    /// Looks for names of sites beside other words, in what somebody registered.
    pub(super) fn combined(&mut self, index: &Index, at: usize, label: &str, pieces: &Pieces) {
        if pieces.is_separated {
            for token in Tokens::new(label) {
                self.combined_in_word(index, at, label, &token, pieces);
            }
            self.combined_by_hyphens(index, at, label, pieces);
        } else {
            self.combined_in_word(index, at, label, &Token::whole(label), pieces);
        }
    }

    fn combined_in_word(&mut self, index: &Index, at: usize, label: &str, token: &Token<'_>, pieces: &Pieces) {
        let Some(letters) = pieces.letters().get(token.letters.clone()) else { return };
        index.inside(pieces, token.letters.clone(), |entry, start| {
            let place = start.saturating_sub(token.letters.start);
            let Some(rest) = letters.get(place..).and_then(|rest| rest.strip_prefix(&*entry.letters)) else { return };
            let Some(joined) = around(token.text, place, rest.len()) else { return };
            let (beside, only) = beside(index, label, pieces, &token.letters);
            let companion = beside.map_or(joined, |beside| joined.max(beside));
            let ending = self.ending(index, entry);
            if let Some(kind) = likely::combined(entry, companion, ending, true, only) {
                self.note_combined(kind, entry, at, token);
            }
        });
    }

    #[cold]
    fn combined_by_hyphens(&mut self, index: &Index, at: usize, label: &str, pieces: &Pieces) {
        let has_companion = Tokens::new(label).any(|token| is_companion(token.text));
        for token in Tokens::new(label) {
            let Range { start, end } = token.letters.clone();
            // The word alone, and with all those before or after it.
            for range in [start..end, 0..end, start..pieces.len()] {
                let letters = pieces.letters().get(range.clone()).unwrap_or_default();
                let mut keep = |entry: &Entry, is_near: bool| {
                    let ending = self.ending(index, entry);
                    let (companion, only) = beside(index, label, pieces, &range);
                    let is_last = range.end == pieces.len() && range.start > 0;
                    let kind = match companion {
                        _ if is_last && likely::tenant(entry, ending) => Some(ImitationKind::Combined),
                        Some(companion) => likely::combined(entry, companion, ending, false, only),
                        None => None,
                    };
                    if let Some(kind) = kind.filter(|_| likely::beside(entry, is_near)) {
                        self.note_combined(kind, entry, at, &token);
                    }
                };
                let mut place = [0; LONGEST];
                let paired = pieces.has_pair.then(|| paired(letters, &mut place).map(hash)).flatten();
                for hash in std::iter::once(pieces.hash(range.clone())).chain(paired) {
                    index.whole(hash).for_each(|entry| keep(entry, false));
                }
                if has_companion {
                    index.near(pieces, range.clone(), |entry| {
                        if let Some(Difference::One | Difference::LookAlike) = difference(&entry.letters, letters) {
                            keep(entry, true);
                        }
                    });
                }
            }
        }
    }

    /// A name that is known only by how an international label reads is imitated in such letters only.
    fn note_combined(&mut self, kind: ImitationKind, entry: &Entry, at: usize, token: &Token<'_>) {
        let range = at + token.start..at + token.end();
        if entry.reach != Reach::Exempt && (!entry.is_international || self.name.written(&range).is_some()) {
            self.note(kind, entry, range);
        }
    }
}

/// What the letters before a place of a word and its last letters promise; none where they are not words, or nothing
/// at all.
fn around(word: &str, place: usize, last: usize) -> Option<Companion> {
    let before = word.get(..place).filter(|before| !before.is_empty()).map(companion);
    let after = word.get(word.len().checked_sub(last)?..).filter(|after| !after.is_empty()).map(companion);
    match (before, after) {
        (Some(one), None) | (None, Some(one)) => one,
        (before, after) => Some(before??.min(after??)),
    }
}

/// The strongest companion among the words of a label beside those with these letters, and whether there is nothing
/// else beside them. Another site is a thing: `atlassian-slack`.
fn beside(index: &Index, label: &str, pieces: &Pieces, letters: &Range<usize>) -> (Option<Companion>, bool) {
    let is_beside = |token: &Token<'_>| token.letters.end <= letters.start || token.letters.start >= letters.end;
    let (mut best, mut only) = (None, true);
    for token in Tokens::new(label).filter(is_beside) {
        let is_name = |entry: &Entry| likely::label(entry) && entry.label() == token.text;
        let companion = companion(token.text)
            .or_else(|| index.whole(pieces.hash(token.letters.clone())).any(is_name).then_some(Companion::Thing));
        only &= companion.is_some();
        best = best.max(companion);
    }
    (best, only)
}

fn is_break(byte: u8) -> bool {
    byte == b'.' || is_separator(byte)
}
