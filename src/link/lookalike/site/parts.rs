//! Sites in the parts of a name: a domain among its labels, a name beside other words.
//! In: a label. Out: imitations, for the judge to keep.
//! Never: a part that is only some letters of a word.

use std::ops::Range;

use super::ImitationKind;
use super::companion::Companion;
use super::companion::companion;
use super::edit::Difference;
use super::edit::difference;
use super::index::Index;
use super::judge::Judge;
use super::likely;
use super::name::Token;
use super::name::Tokens;
use super::pieces::Pieces;
use super::pieces::is_separator;
use super::table::Entry;
use super::table::Reach;

impl Judge<'_> {
    /// Looks for domains of sites that begin with a label or with a word of it: `github.com.`, `github-com-`,
    /// `githubcom.`
    pub(super) fn embedded(&mut self, index: &Index, at: usize, label: &str, pieces: &Pieces) {
        let mut tokens = Tokens::new(label).peekable();
        let has_many = tokens.next_if(|token| token.text.len() == label.len()).is_none();
        let whole = Token { text: label, start: 0, letters: 0..pieces.len() };
        for token in std::iter::once(whole).chain(has_many.then_some(tokens).into_iter().flatten()) {
            for entry in index.whole(pieces.hash(token.letters.clone())) {
                let start = at + token.start;
                if let Some(end) = self.end_of_domain(entry, at, &token) {
                    self.note(ImitationKind::Embedded, entry, start..end);
                }
            }
            for ending in ["com", "net", "org"].into_iter().filter(|ending| token.text.ends_with(ending)) {
                let Range { start, end } = token.letters.clone();
                for entry in index.whole(pieces.hash(start..end - ending.len())) {
                    if entry.suffix() == ending && likely::joined_domain(entry) {
                        self.note(ImitationKind::Embedded, entry, at + token.start..at + token.end());
                    }
                }
            }
        }
    }

    /// Where a domain ends that begins with a word, before the public suffix of the name.
    fn end_of_domain(&self, entry: &Entry, at: usize, token: &Token<'_>) -> Option<usize> {
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
        let is_likely = likely::embedded(entry, *separator == b'.', token.start == 0);
        (is_before_suffix && is_likely).then_some(end)
    }

    /// Looks for names of sites beside other words, in what somebody registered.
    pub(super) fn combined(&mut self, index: &Index, at: usize, label: &str, pieces: &Pieces) {
        for token in Tokens::new(label) {
            let letters = pieces.letters().get(token.letters.clone()).unwrap_or_default();
            index.affixes(pieces, token.letters.clone(), |entry| {
                let length = entry.letters.len();
                let rest = if letters.starts_with(&entry.letters) {
                    token.text.get(length..)
                } else if letters.ends_with(&entry.letters) {
                    token.text.get(..token.text.len() - length)
                } else {
                    None
                };
                let Some(companion) = rest.and_then(companion) else { return };
                let (beside, only) = beside(label, &token.letters);
                let companion = beside.map_or(companion, |beside| companion.max(beside));
                if likely::combined(entry, companion, true, only) {
                    self.note_combined(entry, at, &token);
                }
            });
        }
        if label.bytes().any(is_separator) {
            self.combined_by_hyphens(index, at, label, pieces);
        }
    }

    fn combined_by_hyphens(&mut self, index: &Index, at: usize, label: &str, pieces: &Pieces) {
        let all = pieces.len();
        for token in Tokens::new(label) {
            let Range { start, end } = token.letters.clone();
            // The word alone, and with all those before or after it.
            for range in [start..end, 0..end, start..all] {
                let (Some(companion), only) = beside(label, &range) else { continue };
                let letters = pieces.letters().get(range.clone()).unwrap_or_default();
                let mut note = |entry: &Entry, is_near: bool| {
                    if likely::combined(entry, companion, false, only) && likely::beside(entry, is_near) {
                        self.note_combined(entry, at, &token);
                    }
                };
                for entry in index.whole(pieces.hash(range.clone())) {
                    note(entry, false);
                }
                index.near(pieces, range.clone(), |entry| match difference(&entry.letters, letters) {
                    Some(Difference::One | Difference::LookAlike) => note(entry, true),
                    _ => {}
                });
            }
        }
    }

    /// A name that is known only by how an international label reads is imitated in such letters only.
    fn note_combined(&mut self, entry: &Entry, at: usize, token: &Token<'_>) {
        let range = at + token.start..at + token.end();
        if entry.reach != Reach::Exempt && (!entry.is_international || self.name.written(&range).is_some()) {
            self.note(ImitationKind::Combined, entry, range);
        }
    }
}

/// The strongest companion among the words of a label beside those with these letters, and whether there is nothing
/// else beside them.
fn beside(label: &str, letters: &Range<usize>) -> (Option<Companion>, bool) {
    let is_beside = |token: &Token<'_>| token.letters.end <= letters.start || token.letters.start >= letters.end;
    let (mut best, mut only) = (None, true);
    for token in Tokens::new(label).filter(is_beside) {
        let companion = companion(token.text);
        only &= companion.is_some() || token.text.bytes().all(|byte| byte.is_ascii_digit());
        best = best.max(companion);
    }
    (best, only)
}

fn is_break(byte: u8) -> bool {
    byte == b'.' || is_separator(byte)
}
