//! Beginnings and ends of words: `salasan*`, `*passwort`.
//! In: stems. Out: the stems that a word begins or ends with.
//! Never: a look at every stem; those of three equal bytes are compared.

use std::collections::HashMap;

use crate::text::hash::Fnv;

/// Bytes of the shortest stem, by which stems are looked up.
const KEY: usize = 3;

/// Stems with their numbers.
type Stems = Vec<(Box<[u8]>, usize)>;

/// Stems, by their first bytes or by their last ones.
#[derive(Default)]
pub(super) struct Affixes {
    stems: HashMap<[u8; KEY], Stems, Fnv>,
}

impl Affixes {
    /// The number of a beginning; `new` where it is not there yet.
    pub(super) fn add_beginning(&mut self, stem: &[u8], new: usize) -> usize {
        stem.first_chunk().map_or(new, |key| self.add(*key, stem, new))
    }

    /// The number of an end; `new` where it is not there yet.
    pub(super) fn add_end(&mut self, stem: &[u8], new: usize) -> usize {
        stem.last_chunk().map_or(new, |key| self.add(*key, stem, new))
    }

    fn add(&mut self, key: [u8; KEY], stem: &[u8], new: usize) -> usize {
        let stems = self.stems.entry(key).or_default();
        if let Some((_, number)) = stems.iter().find(|(known, _)| **known == *stem) {
            return *number;
        }
        stems.push((stem.into(), new));
        new
    }

    /// The numbers of all stems that the word begins with, and what of the word is left.
    pub(super) fn beginnings<'s>(&'s self, word: &'s [u8]) -> impl Iterator<Item = (usize, &'s [u8])> {
        self.of(word.first_chunk()).filter_map(|(stem, number)| Some((*number, word.strip_prefix(&**stem)?)))
    }

    /// The numbers of all stems that the word ends with.
    pub(super) fn ends<'s>(&'s self, word: &'s [u8]) -> impl Iterator<Item = usize> {
        self.of(word.last_chunk()).filter(|(stem, _)| word.ends_with(stem)).map(|(_, number)| *number)
    }

    fn of(&self, key: Option<&[u8; KEY]>) -> impl Iterator<Item = &(Box<[u8]>, usize)> {
        key.and_then(|key| self.stems.get(key)).into_iter().flatten()
    }
}
