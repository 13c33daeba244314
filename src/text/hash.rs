//! A fast hash for short words and pairs of numbers.
//! In: keys of our own lists, and words that are looked up in them. Out: a hash.
//! Never: keys that come from outside, of which somebody could choose many that fall together.

use std::hash::BuildHasher;
use std::hash::Hasher;

/// The hash of Fowler, Noll and Vo: words are short, and all that is looked up in is our own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn write_usize(&mut self, number: usize) {
        self.0 = (self.0 ^ u64::try_from(number).unwrap_or_default()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }
}

impl BuildHasher for Fnv {
    type Hasher = Self;

    fn build_hasher(&self) -> Self {
        Self::default()
    }
}
