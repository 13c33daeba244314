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

impl Judge<'_> {
    /// Keeps a site whose domain begins with a word: `github.com.`, `github-com-`.
    pub(super) fn embedded(&mut self, entry: &Entry, at: usize, token: &Token<'_>) {
        if let Some(end) = self.end_of_domain(entry, at, token) {
            self.note(ImitationKind::Embedded, entry, at + token.start..end);
        }
    }

    /// Keeps sites whose domain is a word without its dot: `githubcom.`
    pub(super) fn joined_domain(&mut self, index: &Index, at: usize, token: &Token<'_>, pieces: &Pieces) {
        let Some((name, ending)) = token.text.split_at_checked(token.text.len().saturating_sub(3)) else { return };
        if !matches!(ending, "com" | "net" | "org") || token.letters.end > pieces.len() {
            return;
        }
        let letters = token.letters.start..token.letters.end - ending.len();
        for entry in index.whole(pieces.hash(letters)).filter(|entry| entry.suffix() == ending && !name.is_empty()) {
            if likely::joined_domain(entry) {
                self.note(ImitationKind::Embedded, entry, at + token.start..at + token.end());
            }
        }
    }

    /// Looks for domains of sites that begin with one of several words of a label.
    #[cold]
    pub(super) fn embedded_in_words(&mut self, index: &Index, at: usize, label: &str, pieces: &Pieces) {
        for token in Tokens::new(label) {
            for entry in index.whole(pieces.hash(token.letters.clone())) {
                self.embedded(entry, at, &token);
            }
            self.joined_domain(index, at, &token, pieces);
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
        // What stands for a slash is a part of the trick.
        let end = if after.first() == Some(&b'/') { end + 1 } else { end };
        (is_before_suffix && is_likely).then_some(end)
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
                    let (Some(companion), only) = beside(label, &range) else { return };
                    let kind = likely::combined(entry, companion, self.ending(index, entry), false, only);
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
