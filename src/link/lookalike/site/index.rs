//! The one hash table of everything that an imitation has in common with a site.
//! In: entries. Out: those that share a piece with a name: the whole of it, a half, an end.
//! Never: a scan of all entries for one name; an order that depends on anything but the entries.

use std::ops::Range;

use super::pieces;
use super::pieces::Pieces;
use super::table::Entry;
use super::table::Reach;

/// Names with fewer letters have too many neighbours.
pub(super) const SHORTEST_NEAR: usize = 5;
/// Names with as many letters may differ twice.
pub(super) const SHORTEST_FAR: usize = 10;
/// Letters of a name that begin or end a longer one.
const AFFIX: usize = 5;
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
    /// By how many bits a hash is shortened to the number of a range.
    shift: u32,
}

/// Which letters of a name a hash is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Whole,
    Beginning,
    Ending,
    /// The first half of a name of so many letters.
    Front(usize),
    /// The second half, without the letter in the middle.
    Back(usize),
    First,
    Middle,
    Last,
}

impl Index {
    pub(super) fn new(entries: Vec<Entry>) -> Self {
        let mut slots = Vec::with_capacity(entries.len() * 8);
        for (number, entry) in entries.iter().enumerate() {
            keys(entry, |key| slots.push((key, number)));
        }
        slots.sort_unstable();
        slots.dedup();
        let bits = (slots.len() / 2).max(1).next_power_of_two().trailing_zeros() + 1;
        let shift = u64::BITS - bits;
        let mut index = Self { entries, slots, starts: Vec::new(), filter: Vec::new(), shift };
        let ranges = 1_usize << bits;
        index.filter = vec![0; ranges.div_ceil(16)];
        index.starts.reserve(ranges + 1);
        let mut slot = 0;
        for range in 0..=ranges {
            while index.slots.get(slot).is_some_and(|(key, _)| index.range(*key) < range) {
                slot += 1;
            }
            index.starts.push(slot);
        }
        for (key, _) in &index.slots {
            let (word, bit) = place(*key, index.filter.len());
            if let Some(word) = index.filter.get_mut(word) {
                *word |= bit;
            }
        }
        index
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Entries whose first label has these letters; compare them, for hashes may be equal.
    pub(super) fn whole(&self, hash: u64) -> impl Iterator<Item = &Entry> {
        self.find(key(Piece::Whole, hash))
    }

    /// Entries that a name of these letters begins with, or ends with.
    pub(super) fn affixes(&self, pieces: &Pieces, range: Range<usize>, mut found: impl FnMut(&Entry)) {
        if range.len() <= AFFIX {
            return;
        }
        let beginning = pieces.hash(range.start..range.start + AFFIX);
        let ending = pieces.hash(range.end - AFFIX..range.end);
        self.find(key(Piece::Beginning, beginning)).for_each(&mut found);
        self.find(key(Piece::Ending, ending)).for_each(found);
    }

    /// Entries that may be one change from a name, or two; some of them twice, and some that are not.
    ///
    /// One change leaves the first half of a name alone or the second; two leave one of three pieces.
    pub(super) fn near(&self, pieces: &Pieces, range: Range<usize>, mut found: impl FnMut(&Entry)) {
        let Range { start, end } = range;
        let length = range.len();
        if length + 1 < SHORTEST_NEAR {
            return;
        }
        for other in length - 1..=length + 1 {
            let half = other / 2;
            let front = pieces.hash(start..start + half);
            self.find(key(Piece::Front(other), front)).for_each(&mut found);
            let back = pieces.hash(end - (other - half - 1).min(length)..end);
            self.find(key(Piece::Back(other), back)).for_each(&mut found);
        }
        if length + 2 < SHORTEST_FAR {
            return;
        }
        self.find(key(Piece::First, pieces.hash(start..start + THIRD))).for_each(&mut found);
        self.find(key(Piece::Last, pieces.hash(end - THIRD..end))).for_each(&mut found);
        for middle in start + THIRD..start + THIRD + 3 {
            self.find(key(Piece::Middle, pieces.hash(middle..middle + THIRD))).for_each(&mut found);
        }
    }

    fn find(&self, key: u64) -> impl Iterator<Item = &Entry> {
        let (word, bit) = place(key, self.filter.len());
        let may_be = self.filter.get(word).is_some_and(|word| word & bit != 0);
        let slots = if may_be { self.slots_of(key) } else { &[] };
        slots.iter().filter(move |(other, _)| *other == key).filter_map(|(_, entry)| self.entries.get(*entry))
    }

    fn slots_of(&self, key: u64) -> &[(u64, usize)] {
        let range = self.range(key);
        let bound = |range: usize| self.starts.get(range).copied();
        let bounds = bound(range).zip(bound(range + 1));
        bounds.and_then(|(start, end)| self.slots.get(start..end)).unwrap_or_default()
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
fn keys(entry: &Entry, mut add: impl FnMut(u64)) {
    let letters = &*entry.letters;
    let hash = |range: Range<usize>| pieces::hash(letters.get(range).unwrap_or_default());
    let length = letters.len();
    add(key(Piece::Whole, hash(0..length)));
    if entry.reach == Reach::Exempt {
        return;
    }
    let mut other = [0; pieces::LONGEST];
    if let Some(paired) = pieces::paired(letters, &mut other) {
        add(key(Piece::Whole, pieces::hash(paired)));
    }
    if length < SHORTEST_NEAR {
        return;
    }
    let half = length / 2;
    add(key(Piece::Front(length), hash(0..half)));
    add(key(Piece::Back(length), hash(half + 1..length)));
    add(key(Piece::Beginning, hash(0..AFFIX)));
    add(key(Piece::Ending, hash(length - AFFIX..length)));
    if length >= SHORTEST_FAR {
        add(key(Piece::First, hash(0..THIRD)));
        add(key(Piece::Middle, hash(THIRD + 1..2 * THIRD + 1)));
        add(key(Piece::Last, hash(length - THIRD..length)));
    }
}

/// The hash of a piece: of its letters and of what it is.
fn key(piece: Piece, hash: u64) -> u64 {
    let (kind, length) = match piece {
        Piece::Whole => (1, 0),
        Piece::Beginning => (2, 0),
        Piece::Ending => (3, 0),
        Piece::Front(length) => (4, length),
        Piece::Back(length) => (5, length),
        Piece::First => (6, 0),
        Piece::Middle => (7, 0),
        Piece::Last => (8, 0),
    };
    let salt: u64 = kind << 8 | u64::try_from(length).unwrap_or_default();
    let mixed = (hash ^ salt.wrapping_mul(0xD6E8_FEB8_6659_FD93)).wrapping_mul(0xA24B_AED4_963E_E407);
    mixed ^ (mixed >> 32)
}
