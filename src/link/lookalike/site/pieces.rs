//! The letters of a label as they read, and hashes of every piece of them.
//! In: a label. Out: folded letters without hyphens; the hash of any range of them at the cost of one multiplication.
//! Never: an allocation; more than the 63 bytes that a label of DNS may have.

use std::ops::Range;

/// The longest label of DNS (RFC 1035, 2.3.4); what is longer resolves nowhere.
pub(super) const LONGEST: usize = 63;
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

/// The letters of one label, without its hyphens.
pub(super) struct Pieces {
    letters: [u8; LONGEST + 1],
    /// The hash of the first letters, for each number of them.
    sums: [u64; LONGEST + 1],
    length: usize,
}

impl Pieces {
    pub(super) const fn new() -> Self {
        Self { letters: [0; LONGEST + 1], sums: [0; LONGEST + 1], length: 0 }
    }

    /// Takes the letters of a label.
    pub(super) fn read(&mut self, label: &str) {
        let letters = label.bytes().filter(|byte| !is_separator(*byte)).map(folded).take(LONGEST);
        let mut sum = 0;
        self.length = 0;
        for ((letter, place), after) in letters.zip(&mut self.letters).zip(self.sums.iter_mut().skip(1)) {
            *place = letter;
            sum = step(sum, letter);
            *after = sum;
            self.length += 1;
        }
    }

    pub(super) fn letters(&self) -> &[u8] {
        self.letters.get(..self.length).unwrap_or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// The hash of a range of the letters; it is that of [`hash`] for the same letters elsewhere.
    pub(super) fn hash(&self, range: Range<usize>) -> u64 {
        let sum = |count: usize| self.sums.get(count).copied().unwrap_or_default();
        let power = POWERS.get(range.len()).copied().unwrap_or_default();
        sum(range.end).wrapping_sub(sum(range.start).wrapping_mul(power))
    }
}

/// True for what stands between the words of a label; a slash only where something reads as one.
pub(super) const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'-' | b'_' | b'/')
}

/// The hash of letters.
pub(super) fn hash(letters: &[u8]) -> u64 {
    letters.iter().fold(0, |sum, letter| step(sum, *letter))
}

fn step(sum: u64, letter: u8) -> u64 {
    sum.wrapping_mul(BASE).wrapping_add(u64::from(letter))
}

static POWERS: [u64; LONGEST + 1] = powers();

const fn powers() -> [u64; LONGEST + 1] {
    let mut powers = [1; LONGEST + 1];
    let (mut power, mut rest): (u64, &mut [u64]) = (1, &mut powers);
    while let Some((first, after)) = rest.split_first_mut() {
        *first = power;
        power = power.wrapping_mul(BASE);
        rest = after;
    }
    powers
}

/// What a byte reads as: one letter stands for all that look like it.
pub(super) const fn folded(byte: u8) -> u8 {
    match byte {
        b'0' => b'o',
        b'1' | b'i' => b'l',
        b'2' => b'z',
        b'3' => b'e',
        b'4' => b'a',
        b'5' => b's',
        b'7' => b't',
        b'8' => b'b',
        b'9' | b'q' => b'g',
        other => other.to_ascii_lowercase(),
    }
}

/// Letters with pairs that read as one letter in its place; none where there is no such pair.
pub(super) fn paired<'a>(letters: &[u8], place: &'a mut [u8; LONGEST]) -> Option<&'a [u8]> {
    let has_pair = letters.windows(2).any(|pair| pair_folded(pair).is_some());
    if !has_pair {
        return None;
    }
    let (mut rest, mut length) = (letters, 0);
    for place in &mut *place {
        let Some((first, after)) = rest.split_first() else { break };
        let pair = rest.get(..2).and_then(pair_folded);
        rest = if pair.is_some() { rest.get(2..).unwrap_or_default() } else { after };
        *place = pair.unwrap_or(*first);
        length += 1;
    }
    place.get(..length)
}

fn pair_folded(pair: &[u8]) -> Option<u8> {
    match pair {
        b"rn" | b"nn" => Some(b'm'),
        b"vv" => Some(b'w'),
        b"cl" => Some(b'd'),
        _ => None,
    }
}
