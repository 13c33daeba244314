//! The one hash table of everything that an imitation has in common with a site.
//! In: entries. Out: those that share a piece with a name: the whole of it, a half, an end.
//! Never: a scan of all entries for one name; an order that depends on anything but the entries.

use std::ops::Range;

use super::likely;
use super::pieces;
use super::pieces::Pieces;
use super::table::Entry;
use super::table::Reach;

/// Names with fewer letters have too many neighbours.
pub(super) const SHORTEST_NEAR: usize = 5;
/// Names with as many letters may differ twice.
pub(super) const SHORTEST_FAR: usize = 10;
/// Letters of a name that begin or end a longer one, and of one of that length.
pub(super) const AFFIX: usize = 5;
pub(super) const SHORT_AFFIX: usize = 4;
/// The shortest word beside a name.
const SHORTEST_WORD: usize = 2;
/// Letters of a piece of a name that differs twice.
const THIRD: usize = 3;

/// Entries, found by a hash of letters that they share with a name.
#[derive(Debug, Default)]
pub(super) struct Index {
    entries: Vec<Entry>,
    /// Hash and entry, in the order of hashes.
    slots: Vec<(u64, usize)>,
    /// Where the slots of a range of hashes begin.
    starts: Vec<usize>,
    /// One bit for each of the hashes that are there, and for some that are not.
    filter: Vec<u64>,
    /// How many letters the names have that others may be one change from, and two.
    lengths: Lengths,
    far: Lengths,
    /// By how many bits a hash is shortened to the number of a range.
    shift: u32,
}

/// How many letters the names have that others may be near to.
#[derive(Clone, Copy, Debug, Default)]
struct Lengths(u64);

impl Lengths {
    fn add(&mut self, length: usize) {
        self.0 |= 0b11111 << length.saturating_sub(2).min(58);
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True for a length that is at most two from one that is there.
    fn holds(self, length: usize) -> bool {
        self.0 & (1 << length.min(63)) != 0
    }
}

/// Which letters of a name a hash is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Whole,
    /// All but one; of a name that is near another by one change, one of them is that of the other.
    Shortened,
    Beginning,
    Ending,
    First,
    Middle,
    Last,
}

impl Index {
    pub(super) fn new(entries: Vec<Entry>) -> Self {
        let mut keyed = Vec::with_capacity(entries.len() * 4);
        let mut pieces = Pieces::new();
        let (mut lengths, mut far) = (Lengths::default(), Lengths::default());
        for (number, entry) in entries.iter().enumerate() {
            keys(entry, &mut pieces, |key| keyed.push((key, number)));
            if likely::is_guarded_near(entry) {
                lengths.add(entry.letters.len());
            }
            if likely::is_guarded_far(entry) {
                far.add(entry.letters.len());
            }
        }
        let bits = (keyed.len() / 2).max(1).next_power_of_two().trailing_zeros() + 1;
        let ranges = 1_usize << bits;
        let mut index = Self {
            entries,
            slots: vec![(0, 0); keyed.len()],
            starts: vec![0; ranges + 1],
            filter: vec![0; ranges.div_ceil(8)],
            lengths,
            far,
            shift: u64::BITS - bits,
        };
        index.fill(&keyed);
        index
    }

    /// Puts every key into its range, and into the filter.
    fn fill(&mut self, keyed: &[(u64, usize)]) {
        for (key, _) in keyed {
            let (word, bit) = place(*key, self.filter.len());
            self.filter.get_mut(word).into_iter().for_each(|word| *word |= bit);
            let after = self.range(*key) + 1;
            self.starts.get_mut(after).into_iter().for_each(|count| *count += 1);
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        // From the last to the first, so that a range is in the order of its entries.
        let mut ends: Vec<_> = self.starts.iter().skip(1).copied().collect();
        for slot in keyed.iter().rev() {
            let range = self.range(slot.0);
            let Some(end) = ends.get_mut(range) else { continue };
            *end -= 1;
            self.slots.get_mut(*end).into_iter().for_each(|place| *place = *slot);
        }
        let bounds = self.starts.iter().zip(self.starts.iter().skip(1));
        for (start, end) in bounds.filter(|(start, end)| *start + 1 < **end) {
            self.slots.get_mut(*start..*end).into_iter().for_each(<[_]>::sort_unstable);
        }
    }

    /// Entries whose first label has these letters; compare them, for hashes may be equal.
    pub(super) fn whole(&self, hash: u64) -> impl Iterator<Item = &Entry> {
        self.find(key(Piece::Whole, hash))
    }

    /// Entries whose names may stand in a longer one, with the place of their first letter: at the beginning, at the
    /// end, or after and before words of two letters or more.
    pub(super) fn inside(&self, pieces: &Pieces, range: Range<usize>, mut found: impl FnMut(&Entry, usize)) {
        let Range { start, end } = range;
        if end < start + SHORT_AFFIX + SHORTEST_WORD || self.lengths.is_empty() {
            return;
        }
        self.visit_at(Piece::Beginning, start, SHORT_AFFIX, pieces, &mut found);
        self.visit_at(Piece::Ending, end - SHORT_AFFIX, SHORT_AFFIX, pieces, &mut found);
        if end <= start + AFFIX {
            return;
        }
        self.visit_at(Piece::Beginning, start, AFFIX, pieces, &mut found);
        self.visit_at(Piece::Ending, end - AFFIX, AFFIX, pieces, &mut found);
        for middle in start + SHORTEST_WORD..(end - AFFIX).saturating_sub(SHORTEST_WORD - 1) {
            self.visit_at(Piece::Beginning, middle, AFFIX, pieces, &mut found);
        }
    }

    /// Entries of which a piece of so many letters stands at a place.
    #[inline]
    fn visit_at(&self, piece: Piece, at: usize, length: usize, pieces: &Pieces, found: &mut impl FnMut(&Entry, usize)) {
        self.visit(key(piece, pieces.hash(at..at + length)), &mut |entry| {
            let before = if piece == Piece::Ending { entry.letters.len().saturating_sub(length) } else { 0 };
            at.checked_sub(before).into_iter().for_each(|start| found(entry, start));
        });
    }

    /// Entries that may be one change from a name, or two; some of them twice, and some that are not.
    ///
    /// Two names that are one change apart are equal once one letter is taken from either or both. Of two changes, one
    /// of three pieces of a name is left alone.
    pub(super) fn near(&self, pieces: &Pieces, range: Range<usize>, mut found: impl FnMut(&Entry)) {
        let Range { start, end } = range.clone();
        if range.len() + 1 < SHORTEST_NEAR || !self.lengths.holds(range.len()) {
            return;
        }
        self.visit(key(Piece::Shortened, pieces.hash(range.clone())), &mut found);
        for hash in pieces.shortened(range.clone()) {
            self.visit(key(Piece::Shortened, hash), &mut found);
        }
        if range.len() + 2 < SHORTEST_FAR || !self.far.holds(range.len()) {
            return;
        }
        self.visit(key(Piece::First, pieces.hash(start..start + THIRD)), &mut found);
        self.visit(key(Piece::Last, pieces.hash(end - THIRD..end)), &mut found);
        for middle in start + THIRD..start + THIRD + 3 {
            self.visit(key(Piece::Middle, pieces.hash(middle..middle + THIRD)), &mut found);
        }
    }

    /// Nearly every key that is asked for is not there.
    #[inline]
    fn visit(&self, key: u64, found: &mut impl FnMut(&Entry)) {
        let (word, bit) = place(key, self.filter.len());
        if self.filter.get(word).is_some_and(|word| word & bit != 0) {
            self.slots_of(key).iter().filter_map(|(_, entry)| self.entries.get(*entry)).for_each(found);
        }
    }

    #[inline]
    fn find(&self, key: u64) -> impl Iterator<Item = &Entry> {
        let (word, bit) = place(key, self.filter.len());
        let may_be = self.filter.get(word).is_some_and(|word| word & bit != 0);
        let slots = if may_be { self.slots_of(key) } else { &[] };
        slots.iter().filter_map(|(_, entry)| self.entries.get(*entry))
    }

    #[inline(never)]
    fn slots_of(&self, key: u64) -> &[(u64, usize)] {
        let Some([start, end, ..]) = self.starts.get(self.range(key)..) else { return &[] };
        let slots = self.slots.get(*start..*end).unwrap_or_default();
        let start = slots.iter().position(|(other, _)| *other >= key).unwrap_or(slots.len());
        let slots = slots.get(start..).unwrap_or_default();
        let count = slots.iter().position(|(other, _)| *other != key).unwrap_or(slots.len());
        slots.get(..count).unwrap_or_default()
    }

    fn range(&self, key: u64) -> usize {
        usize::try_from(key >> self.shift).unwrap_or(usize::MAX)
    }
}

/// Word and bit of a hash in a filter of so many words, a power of two.
fn place(key: u64, words: usize) -> (usize, u64) {
    let word = usize::try_from((key >> 6) & 0xFFFF_FFFF).unwrap_or_default() & words.wrapping_sub(1);
    (word, 1 << (key & 63))
}

/// Every hash that an entry is found by.
fn keys(entry: &Entry, pieces: &mut Pieces, mut add: impl FnMut(u64)) {
    let letters = &*entry.letters;
    add(key(Piece::Whole, pieces::hash(letters)));
    if entry.reach == Reach::Exempt {
        return;
    }
    let mut other = [0; pieces::LONGEST];
    if let Some(paired) = pieces::paired(letters, &mut other) {
        add(key(Piece::Whole, pieces::hash(paired)));
    }
    let length = letters.len();
    let Ok(text) = str::from_utf8(letters) else { return };
    pieces.read(text);
    if likely::is_guarded_beside(entry) {
        let affix = AFFIX.min(length);
        add(key(Piece::Beginning, pieces.hash(0..affix)));
        add(key(Piece::Ending, pieces.hash(length - affix..length)));
    }
    if likely::is_guarded_near(entry) {
        add(key(Piece::Shortened, pieces.whole()));
        pieces.shortened(0..length).for_each(|hash| add(key(Piece::Shortened, hash)));
    }
    if likely::is_guarded_far(entry) {
        add(key(Piece::First, pieces.hash(0..THIRD)));
        add(key(Piece::Middle, pieces.hash(THIRD + 1..2 * THIRD + 1)));
        add(key(Piece::Last, pieces.hash(length - THIRD..length)));
    }
}

/// The hash of a piece: of its letters and of what it is.
fn key(piece: Piece, hash: u64) -> u64 {
    let salt: u64 = match piece {
        Piece::Whole => 0xD6E8_FEB8_6659_FD93,
        Piece::Shortened => 0x8CB9_2BA7_2F3D_8DD7,
        Piece::Beginning => 0xA076_1D64_78BD_642F,
        Piece::Ending => 0xE703_7ED1_A0B4_28DB,
        Piece::First => 0x8EBC_6AF0_9C88_C6E3,
        Piece::Middle => 0x5899_65CC_7537_4CC3,
        Piece::Last => 0x1D8E_4E27_C47D_124F,
    };
    let mixed = (hash ^ salt).wrapping_mul(0xA24B_AED4_963E_E407);
    mixed ^ (mixed >> 32)
}
