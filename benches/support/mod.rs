//! Inputs of the benches, made by a seeded generator: the same on every machine.
//! In: nothing. Out: URLs, requests, recordings, and the worst of each kind.
//! Never: text that was copied from somewhere.

#![allow(dead_code, reason = "each bench takes what it needs")]

pub mod json;
pub mod typed;
pub mod url;

/// SplitMix64 (Steele, Lea, Flood 2014): small, and good enough to vary inputs.
pub struct Generator(u64);

impl Generator {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }

    pub fn token(&mut self, length: usize) -> String {
        const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
        (0..length).map(|_| char::from(LETTERS[self.below(LETTERS.len())])).collect()
    }

    pub fn sentences(&mut self, bytes: usize) -> String {
        const WORDS: &[&str] = &[
            "the",
            "server",
            "reads",
            "a",
            "file",
            "and",
            "writes",
            "what",
            "it",
            "found",
            "into",
            "this",
            "table",
            "row",
            "by",
            "row",
            "until",
            "no",
            "line",
            "is",
            "left",
            "over",
            "for",
            "another",
            "pass",
            "of",
            "parser",
            "build",
            "finished",
            "without",
            "warnings",
            "in",
            "three",
            "seconds",
            "see",
            "README.md",
            "v1.2",
        ];
        let mut text = String::with_capacity(bytes + 16);
        while text.len() < bytes {
            text.push_str(self.pick(WORDS));
            text.push_str(if self.below(9) == 0 { ". " } else { " " });
        }
        text
    }
}
