//! A quick look at a text: most texts of most forms hold no term, and are done with here.
//! In: the terms of all lists; a text. Out: true where a term may stand in the text.
//! Never: false where one stands in it. One pass over bytes, a few bits for each word, no allocation.

/// Bits of a set, as a power of two: two bits of each of some thousand terms are rarely both met by chance.
const SIZE: u32 = 19;
/// Odd numbers by which the two bits of a hash are found.
const MULTIPLIERS: [u32; 2] = [0x85eb_ca6b, 0xc2b2_ae35];
/// Bytes of the end of a word by which ends are looked up, and of the shortest beginning.
const END: usize = 4;
const BEGINNING: usize = 3;
/// Letters apart that may be a word.
const APART: usize = 3;

/// What terms begin with, as sets of hashes.
pub(super) struct Sieve {
    words: Bits,
    /// Two words, one after the other.
    pairs: Bits,
    beginnings: Bits,
    ends: Bits,
}

/// What is known of a word of a term, as it stands in a list.
#[derive(Clone, Copy)]
pub(super) enum Known<'w> {
    Word(&'w [u8]),
    /// Any word that begins so.
    Beginning(&'w [u8]),
    /// Any word that ends so.
    End(&'w [u8]),
}

impl Sieve {
    pub(super) fn new() -> Self {
        Self { words: Bits::new(), pairs: Bits::new(), beginnings: Bits::new(), ends: Bits::new() }
    }

    /// Adds a term by its first word and, where it has one, its second.
    pub(super) fn add(&mut self, first: Known<'_>, second: Option<Known<'_>>) {
        match (first, second) {
            (Known::Word(first), Some(Known::Word(second))) => self.pairs.set(pair(hash(first), hash(second))),
            (Known::Word(first), _) => self.words.set(hash(first)),
            (Known::Beginning(first), _) => self.beginnings.set(hash(first)),
            (Known::End(first), _) => self.ends.set(end(first)),
        }
    }

    /// True where a term may stand in the text, and always where it is not all ASCII.
    pub(super) fn may_hold(&self, text: &str) -> bool {
        let mut scan = Scan::new(self);
        text.bytes().any(|byte| scan.pass(byte)) || scan.pass(b' ')
    }
}

/// A pass over a text.
struct Scan<'s> {
    sieve: &'s Sieve,
    previous: Class,
    word: Word,
    /// The word without its last letter, which may begin the next one: `K` of `APIKey`.
    before_last: Word,
    /// The letters in a row that the word is a part of.
    run: Word,
    /// What stood before the word, and before the run: as a word, and as a run of several.
    last: [u32; 2],
    last_of_run: [u32; 2],
    apart: usize,
    after_sign: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Digit,
    Lower,
    Other,
    Upper,
}

impl<'s> Scan<'s> {
    fn new(sieve: &'s Sieve) -> Self {
        let (word, last) = (Word::EMPTY, [0; 2]);
        Self {
            sieve,
            previous: Class::Other,
            word,
            before_last: word,
            run: word,
            last,
            last_of_run: last,
            apart: 0,
            after_sign: false,
        }
    }

    /// Takes the next byte. True where what was read may be a term.
    fn pass(&mut self, byte: u8) -> bool {
        let class = match byte {
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Digit,
            0x80.. => return true,
            _ => Class::Other,
        };
        let previous = std::mem::replace(&mut self.previous, class);
        let may_be = match (previous, class) {
            (Class::Other, Class::Other) => {
                let follows = std::mem::replace(&mut self.after_sign, false);
                follows && is_sign(byte)
            }
            (_, Class::Other) => {
                self.after_sign = is_sign(byte) && previous != Class::Digit;
                self.end_word() || self.end_run()
            }
            // Digits and signs may stand for letters.
            (Class::Digit, Class::Lower | Class::Upper) => true,
            (Class::Other, _) if self.after_sign => true,
            (Class::Lower, Class::Upper) | (Class::Lower | Class::Upper, Class::Digit) => self.end_word(),
            (Class::Upper, Class::Lower) if self.word.length > 1 => self.split(),
            _ => false,
        };
        if class == Class::Other {
            return may_be;
        }
        let letter = byte.to_ascii_lowercase();
        self.before_last = self.word;
        self.word.push(letter);
        if class != Class::Digit {
            self.run.push(letter);
        }
        may_be || (self.word.length >= BEGINNING && self.sieve.beginnings.has(self.word.hash))
    }

    /// Ends the word before its last letter, which begins the next.
    fn split(&mut self) -> bool {
        let letter = self.word.letters.to_le_bytes().first().copied().unwrap_or_default();
        self.word = self.before_last;
        let may_be = self.end_word();
        self.word.push(letter);
        may_be
    }

    fn end_word(&mut self) -> bool {
        let word = std::mem::replace(&mut self.word, Word::EMPTY);
        if word.length == 0 {
            return false;
        }
        let [last, last_run] = std::mem::replace(&mut self.last, [word.hash; 2]);
        self.apart = if word.length == 1 { self.apart + 1 } else { 0 };
        let Sieve { words, pairs, ends, .. } = self.sieve;
        self.apart >= APART
            || words.has(word.hash)
            || pairs.has(pair(last, word.hash))
            || (last != last_run && pairs.has(pair(last_run, word.hash)))
            || (word.length >= END && ends.has(word.letters))
    }

    fn end_run(&mut self) -> bool {
        let run = std::mem::replace(&mut self.run, Word::EMPTY);
        let before = std::mem::replace(&mut self.last_of_run, self.last);
        let [last, _] = self.last;
        if run.length == 0 || run.hash == last {
            return false;
        }
        self.last = [last, run.hash];
        self.last_of_run = self.last;
        let Sieve { words, pairs, ends, beginnings } = self.sieve;
        words.has(run.hash)
            || beginnings.has(run.hash)
            || ends.has(run.letters)
            || before.iter().any(|before| pairs.has(pair(*before, run.hash)))
    }
}

/// A word by its hash, its length and its last letters.
#[derive(Clone, Copy)]
struct Word {
    hash: u32,
    length: usize,
    letters: u32,
}

impl Word {
    const EMPTY: Self = Self { hash: 0x811c_9dc5, length: 0, letters: 0 };

    fn push(&mut self, byte: u8) {
        self.hash = (self.hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        self.letters = (self.letters << 8) | u32::from(byte);
        self.length += 1;
    }
}

fn hash(word: &[u8]) -> u32 {
    let mut hashed = Word::EMPTY;
    word.iter().for_each(|byte| hashed.push(*byte));
    hashed.hash
}

fn pair(first: u32, second: u32) -> u32 {
    first.rotate_left(13) ^ second.wrapping_mul(0x9e37_79b1)
}

/// The last letters of a word.
fn end(word: &[u8]) -> u32 {
    let mut hashed = Word::EMPTY;
    word.iter().for_each(|byte| hashed.push(*byte));
    hashed.letters
}

fn is_sign(byte: u8) -> bool {
    matches!(byte, b'@' | b'$' | b'!')
}

/// A set of hashes that may hold more than was put into it.
struct Bits(Box<[u64]>);

impl Bits {
    fn new() -> Self {
        Self(vec![0; 1 << (SIZE - 6)].into_boxed_slice())
    }

    fn set(&mut self, hash: u32) {
        for (word, bit) in MULTIPLIERS.map(|multiplier| Self::place(hash, multiplier)) {
            if let Some(word) = self.0.get_mut(word) {
                *word |= bit;
            }
        }
    }

    fn has(&self, hash: u32) -> bool {
        MULTIPLIERS.into_iter().all(|multiplier| {
            let (word, bit) = Self::place(hash, multiplier);
            self.0.get(word).is_some_and(|word| word & bit != 0)
        })
    }

    fn place(hash: u32, multiplier: u32) -> (usize, u64) {
        let index = (hash ^ hash >> 15).wrapping_mul(multiplier) >> (32 - SIZE);
        (usize::try_from(index >> 6).unwrap_or_default(), 1 << (index & 63))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_a_term_passes_in_every_spelling() {
        let mut sieve = Sieve::new();
        sieve.add(Known::Word(b"password"), None);
        sieve.add(Known::Word(b"api"), Some(Known::Word(b"key")));
        sieve.add(Known::Word(b"oauth"), Some(Known::Word(b"code")));
        sieve.add(Known::Beginning(b"salasan"), None);
        sieve.add(Known::End(b"wort"), None);
        for (text, may_hold) in [
            ("password", true),
            ("my PASSWORD, please", true),
            ("userPassword2", true),
            ("PaSsWoRd", true),
            ("APIKey", true),
            ("myApiKey", true),
            ("api_key", true),
            ("API - Key", true),
            ("OAuth code", true),
            ("p4ssw0rd", true),
            ("p@ssword", true),
            ("p a s s w o r d", true),
            ("Salasanasi", true),
            ("Kennwort", true),
            ("pa\u{df}", true),
            ("", false),
            ("Which branch shall be deployed, main or next?", false),
            ("apiVersion keyName", false),
            ("key api", false),
            ("a b of it", false),
            ("branch12", false),
        ] {
            assert_eq!(sieve.may_hold(text), may_hold, "{text}");
        }
    }
}
