//! The letters of a label as they read, and hashes of every piece of them.
//! In: a label. Out: folded letters without hyphens; the hash of any range of them at the cost of one multiplication.
//! Never: an allocation; more than the 63 bytes that a label of DNS may have.

use std::ops::Range;

/// The longest label of DNS (RFC 1035, 2.3.4); what is longer resolves nowhere.
pub(super) const LONGEST: usize = 63;
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

/// The letters of one label, without its separators.
pub(super) struct Pieces {
    letters: [u8; LONGEST + 1],
    /// The hash of the first letters, for each number of them.
    sums: [u64; LONGEST + 1],
    length: usize,
    /// A hyphen or the like stands in the label.
    pub(super) is_separated: bool,
    /// Two of the letters read as one.
    pub(super) has_pair: bool,
}

impl Pieces {
    pub(super) const fn new() -> Self {
        let (letters, sums) = ([0; LONGEST + 1], [0; LONGEST + 1]);
        Self { letters, sums, length: 0, is_separated: false, has_pair: false }
    }

    /// Takes the letters of a label.
    pub(super) fn read(&mut self, label: &str) {
        (self.is_separated, self.has_pair) = (false, false);
        let (mut sum, mut length, mut before) = (0, 0, 0);
        for byte in label.bytes() {
            let letter = FOLDED.get(usize::from(byte)).copied().unwrap_or(byte);
            if letter == SEPARATOR {
                self.is_separated = true;
                continue;
            }
            let (Some(place), Some(after)) = (self.letters.get_mut(length), self.sums.get_mut(length + 1)) else {
                break;
            };
            *place = letter;
            sum = step(sum, letter);
            *after = sum;
            length += 1;
            // The second letter of every pair.
            if matches!(letter, b'c' | b'l' | b'n' | b'v') {
                self.has_pair |= pair_folded(before, letter).is_some();
            }
            before = letter;
        }
        self.length = length;
    }

    pub(super) fn letters(&self) -> &[u8] {
        self.letters.get(..self.length).unwrap_or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// The hash of all the letters.
    pub(super) fn whole(&self) -> u64 {
        self.first(self.length)
    }

    /// The hash of a range of the letters; it is that of [`hash`] for the same letters elsewhere.
    pub(super) fn hash(&self, range: Range<usize>) -> u64 {
        self.first(range.end).wrapping_sub(self.first(range.start).wrapping_mul(power(range.len())))
    }

    /// The hashes of a range of the letters without one of them.
    pub(super) fn shortened(&self, range: Range<usize>) -> impl Iterator<Item = u64> {
        let length = range.len();
        let start = self.first(range.start).wrapping_mul(power(length.saturating_sub(1)));
        let all = self.first(range.end).wrapping_sub(start);
        let sums = self.sums.get(range.start..=range.end).unwrap_or_default();
        let weights = POWERS.get(..length).unwrap_or_default().iter().rev();
        sums.iter()
            .zip(sums.iter().skip(1))
            .zip(weights)
            .map(move |((before, with), weight)| all.wrapping_sub(with.wrapping_sub(*before).wrapping_mul(*weight)))
    }

    fn first(&self, count: usize) -> u64 {
        self.sums.get(count).copied().unwrap_or_default()
    }
}

/// The hash of letters.
pub(super) fn hash(letters: &[u8]) -> u64 {
    letters.iter().fold(0, |sum, letter| step(sum, *letter))
}

fn step(sum: u64, letter: u8) -> u64 {
    sum.wrapping_mul(BASE).wrapping_add(u64::from(letter))
}

/// The weight of a letter before so many others.
fn power(letters: usize) -> u64 {
    POWERS.get(letters).copied().unwrap_or_default()
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

/// True for what stands between the words of a label; a slash only where something reads as one.
pub(super) const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'-' | b'_' | b'/')
}

/// What stands for a separator among folded letters.
const SEPARATOR: u8 = 0;

/// What each byte reads as: one letter stands for all that look like it.
static FOLDED: [u8; 256] = {
    let mut table = [0; 256];
    let (mut byte, mut rest): (u8, &mut [u8]) = (0, &mut table);
    while let Some((first, after)) = rest.split_first_mut() {
        *first = if is_separator(byte) { SEPARATOR } else { folded(byte) };
        byte = byte.wrapping_add(1);
        rest = after;
    }
    table
};

const fn folded(byte: u8) -> u8 {
    match byte.to_ascii_lowercase() {
        b'0' => b'o',
        b'1' | b'i' => b'l',
        b'2' => b'z',
        b'3' => b'e',
        b'4' => b'a',
        b'5' => b's',
        b'7' => b't',
        b'8' => b'b',
        b'9' | b'q' => b'g',
        other => other,
    }
}

/// The letter that two folded ones read as.
const fn pair_folded(first: u8, second: u8) -> Option<u8> {
    match (first, second) {
        (b'r' | b'n', b'n') => Some(b'm'),
        (b'v', b'v') => Some(b'w'),
        (b'c', b'l') => Some(b'd'),
        (b'l', b'c') => Some(b'k'),
        _ => None,
    }
}

/// Letters with one in the place of each pair that reads as one; none where there is no such pair.
pub(super) fn paired<'a>(letters: &[u8], place: &'a mut [u8; LONGEST]) -> Option<&'a [u8]> {
    let (mut rest, mut length, mut has_pair) = (letters, 0, false);
    for place in &mut *place {
        let (first, after) = match rest {
            [] => break,
            // Of `lcl`, the last two are the pair.
            [b'l', b'c', b'l', ..] => (b'l', rest.get(1..).unwrap_or_default()),
            [first, second, after @ ..] => match pair_folded(*first, *second) {
                Some(letter) => {
                    has_pair = true;
                    (letter, after)
                }
                None => (*first, rest.get(1..).unwrap_or_default()),
            },
            [first] => (*first, [].as_slice()),
        };
        *place = first;
        rest = after;
        length += 1;
    }
    place.get(..length).filter(|_| has_pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_a_piece_is_that_of_its_letters() {
        let mut pieces = Pieces::new();
        for label in ["", "a", "git-hub", "xn--3bk", "m1cr0s0ft", &"ab-".repeat(40)] {
            pieces.read(label);
            let letters = pieces.letters().to_vec();
            assert!(letters.len() <= LONGEST && pieces.whole() == hash(&letters));
            for start in 0..=letters.len() {
                for end in start..=letters.len() {
                    assert_eq!(pieces.hash(start..end), hash(&letters[start..end]), "{label} {start} {end}");
                    let without = |at: usize| hash(&[&letters[start..at], &letters[at + 1..end]].concat());
                    let expected: Vec<_> = (start..end).map(without).collect();
                    assert_eq!(pieces.shortened(start..end).collect::<Vec<_>>(), expected, "{label} {start} {end}");
                }
            }
        }
    }

    #[test]
    fn what_letters_read_as_reads_as_itself() {
        for byte in 1..=255_u8 {
            let folded = FOLDED[usize::from(byte)];
            assert_eq!(FOLDED[usize::from(folded)], folded, "{byte}");
        }
        let mut all = vec![Vec::new()];
        for start in 0..all.len() + 9_000 {
            let longer = b"clnrvmx".map(|letter| [all[start].as_slice(), &[letter]].concat());
            all.extend(longer);
        }
        let (mut place, mut second) = ([0; LONGEST], [0; LONGEST]);
        for letters in all {
            if let Some(once) = paired(&letters, &mut place) {
                assert_eq!(paired(once, &mut second), None, "{}", String::from_utf8_lossy(&letters));
            }
        }
    }

    #[test]
    fn a_pair_reads_as_one_letter() {
        let mut place = [0; LONGEST];
        for (letters, expected) in [
            ("rnm", Some("mm")),
            ("vvw", Some("ww")),
            ("clclc", Some("ddc")),
            ("lcloud", Some("ldoud")),
            ("slalc", Some("slak")),
            ("abc", None),
            ("", None),
        ] {
            let found = paired(letters.as_bytes(), &mut place).map(|found| str::from_utf8(found).unwrap().to_owned());
            assert_eq!(found.as_deref(), expected, "{letters}");
            let mut pieces = Pieces::new();
            pieces.read(letters);
            assert_eq!(pieces.has_pair, expected.is_some(), "{letters}");
        }
    }
}
