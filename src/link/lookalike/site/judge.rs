//! How one host name imitates a site.
//! In: a name as it reads, and indexes. Out: the gravest imitation.
//! Never: a scan of the entries; an end of the search before every way to imitate was tried, for another may be graver.

use std::cmp::Reverse;
use std::ops::Range;

use unicode_script::Script;
use unicode_script::UnicodeScript;

use super::Imitation;
use super::ImitationKind;
use super::edit::Difference;
use super::edit::difference;
use super::index::Index;
use super::likely;
use super::name::Ending;
use super::name::Name;
use super::name::Token;
use super::pieces;
use super::pieces::Pieces;
use super::table::BUILT_IN;
use super::table::Entry;
use super::table::Reach;
use crate::finding::SiteNumber;
use crate::link::Section;
use crate::text::Span;

/// Gathers what a name imitates.
pub(super) struct Judge<'a> {
    pub(super) name: Name<'a>,
    indexes: [Option<&'a Index>; 3],
    best: Option<Imitation>,
    /// The site that owns the suffix.
    owner: Option<SiteNumber>,
    /// The name is that of a server, or below it.
    is_server: bool,
}

/// The name is that of a known site, or below it.
pub(super) struct Known;

impl<'a> Judge<'a> {
    /// The gravest imitation; the first site where several are equally grave.
    pub(super) fn judge(name: Name<'a>, indexes: [Option<&'a Index>; 3]) -> Result<Option<Imitation>, Known> {
        Self::new(name, indexes).run()
    }

    fn new(name: Name<'a>, indexes: [Option<&'a Index>; 3]) -> Self {
        Self { name, indexes, best: None, owner: None, is_server: false }
    }

    /// The same for no more than the label that somebody registered, if it is the name of a site or begins a domain.
    pub(super) fn judge_registered(
        name: Name<'a>,
        indexes: [Option<&'a Index>; 3],
    ) -> Result<Option<Imitation>, Known> {
        let mut judge = Self::new(name, indexes);
        let mut pieces = Pieces::new();
        let label = name.label.of(name.text);
        pieces.read(label);
        judge.look_at_label(name.label.range().start, label, &pieces)?;
        Ok(judge.best)
    }

    /// The site whose name stands in the encoded form of a label that reads as something else: `xn--github`.
    pub(super) fn judge_encoded(name: Name<'a>, indexes: [Option<&'a Index>; 3]) -> Option<Imitation> {
        let mut judge = Self::new(name, indexes);
        let label = name.label.of(name.text);
        let encoded = label.strip_prefix("xn--")?;
        let range = name.label.range();
        let mut pieces = Pieces::new();
        pieces.read(encoded);
        for entry in indexes.into_iter().flatten().flat_map(|index| index.whole(pieces.whole())) {
            if encoded == entry.label() && likely::label(entry) {
                judge.note(ImitationKind::Ascii, entry, range.clone());
            }
        }
        judge.best
    }

    fn run(mut self) -> Result<Option<Imitation>, Known> {
        let mut pieces = Pieces::new();
        if self.name.section == Section::Private {
            self.find_owner(&mut pieces);
        }
        let at = self.name.label.range().start;
        let label = self.name.label.of(self.name.text);
        pieces.read(label);
        self.look_at_label(at, label, &pieces)?;
        // What reads as nothing in ASCII is near to nothing.
        if self.name.is_as_written() || !label.contains('?') {
            self.look_at_name(at, label, &pieces);
        }
        for (at, label) in self.name.labels(0..at.saturating_sub(1)) {
            pieces.read(label);
            self.look_at_label(at, label, &pieces)?;
        }
        Ok(self.best)
    }

    #[cold]
    fn find_owner(&mut self, pieces: &mut Pieces) {
        let start = self.name.label.range().end + 1;
        for (at, label) in self.name.labels(start..self.name.text.len()) {
            pieces.read(label);
            for entry in self.indexes.into_iter().flatten().flat_map(|index| index.whole(pieces.whole())) {
                if entry.exempts && entry.domain == self.name.tail(at) {
                    self.owner = Some(entry.site);
                }
            }
        }
    }

    /// Whether a label is the name of a site, or its parts with what follows are its domain.
    fn look_at_label(&mut self, at: usize, label: &'a str, pieces: &Pieces) -> Result<(), Known> {
        let is_joined = matches!(
            label.as_bytes(),
            [.., b'c', b'o', b'm'] | [.., b'n', b'e', b't'] | [.., b'o', b'r', b'g'] | [.., b'g', b'o', b'v']
        );
        for index in self.indexes.into_iter().flatten() {
            for entry in index.whole(pieces.whole()) {
                if entry.domain == self.name.tail(at) {
                    if entry.exempts {
                        return Err(Known);
                    }
                    self.is_server |= entry.reach == Reach::Server;
                }
                self.same_name(at, label, pieces, index, entry);
                self.embedded(entry, at, &Token::whole(label));
            }
            if pieces.has_pair {
                let mut place = [0; pieces::LONGEST];
                let paired = pieces::paired(pieces.letters(), &mut place).map(pieces::hash);
                for entry in paired.into_iter().flat_map(|hash| index.whole(hash)) {
                    self.same_name(at, label, pieces, index, entry);
                    self.embedded(entry, at, &Token::whole(label));
                }
            }
            if is_joined {
                self.joined_domain(index, at, &Token::whole(label), pieces);
            }
            if pieces.is_separated {
                self.embedded_in_words(index, at, label, pieces);
            }
        }
        Ok(())
    }

    /// Looks at a label that reads as the name of a site.
    fn same_name(&mut self, at: usize, label: &str, pieces: &Pieces, index: &Index, entry: &Entry) {
        let range = at..at + label.len();
        if self.name.is_as_written() {
            if self.name.label.range().start == at {
                self.same_letters(label, range, pieces, index, entry);
            } else if !entry.is_international && likely::label(entry) {
                self.name_below(label, range, pieces, entry);
            }
            return;
        }
        let to_end = at..self.name.text.len();
        if self.name.written(&to_end).is_some() && self.name.text.get(at..) == Some(&entry.domain) {
            self.note(ImitationKind::Confusable, entry, to_end);
        } else if self.name.label.range().start == at {
            self.same_letters(label, range, pieces, index, entry);
        } else if label == entry.label() && likely::label(entry) && self.name.written(&range).is_none() {
            self.note(ImitationKind::Label, entry, range);
        }
    }

    /// Looks at a label below what somebody registered that reads as the name of a site. Nobody writes digits or pairs
    /// for letters to say what runs there.
    fn name_below(&mut self, label: &str, range: Range<usize>, pieces: &Pieces, entry: &Entry) {
        if label == entry.label() {
            self.note(self.kind_below(), entry, range);
            return;
        }
        let is_other = digits(label) > digits(entry.label()) || pieces.len() > entry.letters.len();
        if is_other
            && reads_same(&entry.letters, pieces.letters())
            && self.end_of_domain(entry, range.start, &Token::whole(label)).is_none()
        {
            self.note(ImitationKind::Ascii, entry, range);
        }
    }

    /// Looks at the label that somebody registered, where it reads as the name of a site.
    fn same_letters(&mut self, label: &str, range: Range<usize>, pieces: &Pieces, index: &Index, entry: &Entry) {
        if entry.reach == Reach::Exempt || !reads_same(&entry.letters, pieces.letters()) {
            return;
        }
        let is_written = self.name.written(&range).is_none();
        let ending = self.ending(index, entry);
        let kind = if !is_written {
            let is_foreign = self.is_foreign(&range);
            likely::confusable(entry, ending, is_foreign).then_some(ImitationKind::Confusable)
        } else if entry.is_international {
            None
        } else if label == entry.label() {
            likely::suffix(entry, ending)
        } else if is_same_without_separators(label, entry.label()) {
            likely::hyphen(entry, ending).then_some(ImitationKind::Typo)
        } else {
            likely::ascii(entry, ending, digits(label) > digits(entry.label())).then_some(ImitationKind::Ascii)
        };
        if let Some(kind) = kind {
            self.note(kind, entry, range);
        }
    }

    /// Looks for sites whose name is nearly that which somebody registered.
    fn look_at_name(&mut self, at: usize, label: &str, pieces: &Pieces) {
        let range = at..at + label.len();
        for index in self.indexes.into_iter().flatten() {
            index.near(pieces, 0..pieces.len(), |entry| {
                let difference = match difference(&entry.letters, pieces.letters()) {
                    None | Some(Difference::None) => return,
                    Some(difference) => difference,
                };
                let mut same = index.whole(pieces.whole());
                if entry.is_international || same.any(|other| other.site == entry.site && other.reach == Reach::Site) {
                    return;
                }
                let ending = self.ending(index, entry);
                if let Some(kind) = likely::near(entry, pieces.letters(), ending, difference) {
                    self.note(kind, entry, range.clone());
                }
            });
            self.combined(index, at, label, pieces);
        }
    }

    /// How the suffix of the name is related to those of a site.
    pub(super) fn ending(&self, index: &Index, entry: &Entry) -> Ending {
        let suffix = self.name.suffix();
        let domains = index.whole(pieces::hash(&entry.letters));
        let is_own = domains.filter(|other| other.site == entry.site).any(|other| other.suffix() == suffix);
        if is_own { Ending::Own } else { self.name.ending() }
    }

    /// True where a letter stands for one of ASCII that is of another script than Latin.
    fn is_foreign(&self, range: &Range<usize>) -> bool {
        let is_foreign =
            |character: char| !matches!(character.script(), Script::Latin | Script::Common | Script::Inherited);
        self.name.written.iter().any(|(at, character)| range.contains(at) && is_foreign(*character))
    }

    /// True where the domain is known to have nothing to do with the site, or the name to be a word that is merely close.
    fn is_by_chance(&self, kind: ImitationKind, entry: &Entry) -> bool {
        if !self.name.is_as_written() {
            return false;
        }
        let label = self.name.label.of(self.name.text);
        let is_close = matches!(kind, ImitationKind::Ascii | ImitationKind::Typo | ImitationKind::Suffix);
        let is_mild = kind == ImitationKind::Ascii || kind >= ImitationKind::Typo;
        (is_close && BUILT_IN.is_unrelated(label, entry.site))
            || (is_mild && BUILT_IN.is_unrelated(self.name.registrable(), entry.site))
    }

    /// Keeps an imitation if it is the gravest so far. One that is written in other letters is a confusable name.
    pub(super) fn note(&mut self, kind: ImitationKind, entry: &Entry, range: Range<usize>) {
        let is_itself = entry.domain == self.name.registrable() || (self.is_server && entry.reach == Reach::Server);
        let is_own = is_itself || self.owner == Some(entry.site);
        if is_own || self.is_by_chance(kind, entry) {
            return;
        }
        let character = self.name.written(&range);
        let kind = match kind {
            ImitationKind::Typo | ImitationKind::Label => kind,
            _ if character.is_some() => ImitationKind::Confusable,
            _ => kind,
        };
        // A part of a name, or all that somebody registered.
        let (start, end) = match kind {
            ImitationKind::Embedded | ImitationKind::Label => (range.start, range.end),
            _ => (range.start.min(self.name.label.range().start), self.name.text.len()),
        };
        let span = self.name.is_as_written().then(|| Span::new(start, end));
        let letters = Reverse(entry.letters.len());
        let imitation = Imitation { kind, letters, site: entry.site, character, span };
        self.best = Some(self.best.map_or(imitation, |best| best.min(imitation)));
    }
}

/// True where both read the same, pairs of letters included.
fn reads_same(one: &[u8], other: &[u8]) -> bool {
    let (mut one_place, mut other_place) = ([0; pieces::LONGEST], [0; pieces::LONGEST]);
    let one = pieces::paired(one, &mut one_place).unwrap_or(one);
    one == pieces::paired(other, &mut other_place).unwrap_or(other)
}

fn is_same_without_separators(one: &str, other: &str) -> bool {
    let letters = |label: &'_ str| label.bytes().filter(|byte| !pieces::is_separator(*byte)).collect::<Vec<_>>();
    letters(one) == letters(other)
}

fn digits(label: &str) -> usize {
    label.bytes().filter(u8::is_ascii_digit).count()
}
