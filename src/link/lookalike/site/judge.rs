//! How one host name imitates a site.
//! In: a name as it reads, and indexes. Out: the gravest imitation.
//! Never: a scan of the entries; an end of the search before every way to imitate was tried, for another may be graver.

use std::ops::Range;

use unicode_script::Script;
use unicode_script::UnicodeScript;

use super::Imitation;
use super::ImitationKind;
use super::edit::difference;
use super::index::Index;
use super::likely;
use super::name::Ending;
use super::name::Name;
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
    /// A site that has nothing to do with a finding: the owner of the suffix, or a site of which this is another name.
    owner: Option<SiteNumber>,
    /// The name is that of a server.
    is_server: bool,
}

/// The name is that of a known site, or below it.
pub(super) struct Known;

impl<'a> Judge<'a> {
    /// The gravest imitation; the first site where several are equally grave.
    pub(super) fn judge(name: Name<'a>, indexes: [Option<&'a Index>; 3]) -> Result<Option<Imitation>, Known> {
        Self { name, indexes, best: None, owner: None, is_server: false }.run()
    }

    fn run(mut self) -> Result<Option<Imitation>, Known> {
        let mut pieces = Pieces::new();
        if self.name.section == Section::Private {
            self.find_owner(&mut pieces);
        }
        let registered = self.name.label.range().start;
        for (at, label, tail) in self.name.labels().filter(|(at, ..)| *at == registered) {
            pieces.read(label);
            self.look_at_label(at, label, tail, &pieces)?;
            self.look_at_name(at, label, &pieces);
        }
        for (at, label, tail) in self.name.labels().take_while(|(at, ..)| *at < registered) {
            pieces.read(label);
            self.look_at_label(at, label, tail, &pieces)?;
        }
        Ok(self.best)
    }

    fn find_owner(&mut self, pieces: &mut Pieces) {
        let start = self.name.label.range().end;
        for (_, label, tail) in self.name.labels().filter(|(at, ..)| *at > start) {
            pieces.read(label);
            let hash = pieces.hash(0..pieces.len());
            for entry in self.indexes.into_iter().flatten().flat_map(|index| index.whole(hash)) {
                if entry.exempts && entry.domain == tail {
                    self.owner = Some(entry.site);
                }
            }
        }
    }

    /// Whether a label is the name of a site, or its parts with what follows are its domain.
    fn look_at_label(&mut self, at: usize, label: &str, tail: &str, pieces: &Pieces) -> Result<(), Known> {
        let length = pieces.len();
        let mut place = [0; pieces::LONGEST];
        let paired = pieces::paired(pieces.letters(), &mut place).map(pieces::hash);
        for index in self.indexes.into_iter().flatten() {
            for entry in index.whole(pieces.hash(0..length)) {
                if entry.domain == tail {
                    if entry.exempts {
                        return Err(Known);
                    }
                    self.is_server |= entry.reach == Reach::Server;
                    self.owner = self.owner.or((entry.reach == Reach::Site).then_some(entry.site));
                }
                self.same_name(at, label, pieces, index, entry);
            }
            for entry in paired.into_iter().flat_map(|hash| index.whole(hash)) {
                self.same_name(at, label, pieces, index, entry);
            }
            self.embedded(index, at, label, pieces);
        }
        Ok(())
    }

    /// Looks at a label that reads as the name of a site.
    fn same_name(&mut self, at: usize, label: &str, pieces: &Pieces, index: &Index, entry: &Entry) {
        let to_end = at..self.name.text.len();
        if self.name.written(&to_end).is_some() && self.name.text.get(at..) == Some(&entry.domain) {
            return self.note(ImitationKind::Confusable, entry, to_end);
        }
        if entry.reach == Reach::Exempt || !reads_same(&entry.letters, pieces.letters()) {
            return;
        }
        let range = at..at + label.len();
        let written = self.name.written(&range);
        let ending = self.ending(index, entry);
        let is_registered = self.name.label.range().start == at;
        let is_exact = label == entry.label() && written.is_none();
        let kind = if is_exact && is_registered && ending <= Ending::Other {
            ImitationKind::Suffix
        } else if is_exact {
            ImitationKind::Label
        } else if !is_registered {
            return;
        } else if written.is_some() {
            ImitationKind::Confusable
        } else if entry.is_international {
            return;
        } else if is_same_without_separators(label, entry.label()) {
            ImitationKind::Typo
        } else {
            ImitationKind::Ascii
        };
        let is_likely = match kind {
            ImitationKind::Confusable => likely::confusable(entry, ending, self.is_foreign(&range)),
            ImitationKind::Ascii => likely::ascii(entry, ending, digits(label) > digits(entry.label())),
            ImitationKind::Typo => likely::hyphen(entry, ending),
            ImitationKind::Suffix => likely::suffix(entry),
            _ => likely::label(entry),
        };
        if is_likely {
            self.note(kind, entry, range);
        }
    }

    /// Looks for sites whose name is nearly that which somebody registered.
    fn look_at_name(&mut self, at: usize, label: &str, pieces: &Pieces) {
        let range = at..at + label.len();
        let has_unread = label.contains('?');
        for index in self.indexes.into_iter().flatten() {
            index.near(pieces, 0..pieces.len(), |entry| {
                let Some(difference) = difference(&entry.letters, pieces.letters()) else { return };
                if has_unread || entry.is_international {
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

    /// Keeps an imitation if it is the gravest so far. One that is written in other letters is a confusable name.
    pub(super) fn note(&mut self, kind: ImitationKind, entry: &Entry, range: Range<usize>) {
        let registrable = self.name.registrable();
        let is_own = self.owner == Some(entry.site) || (self.is_server && entry.reach == Reach::Server);
        let by_chance = kind >= ImitationKind::Typo && BUILT_IN.is_unrelated(registrable, entry.site);
        if is_own || by_chance {
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
            _ => (self.name.label.range().start, self.name.text.len()),
        };
        let span = self.name.is_as_written().then(|| Span::new(start, end));
        let imitation = Imitation { kind, site: entry.site, character, span };
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
