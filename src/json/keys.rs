//! Keys that stand twice in one object.
//! In: the keys of an object, in order. Out: how many are repeated, and where the first one is.
//! Never: an allocation for an object of up to sixteen plain keys, a quadratic search.

use std::borrow::Cow;

use crate::text::{Place, Text};

/// Keys of a record that stand twice in one object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Repeats {
    /// How many keys had stood before in their object.
    pub(crate) count: u64,
    /// The first of them.
    pub(crate) first: Option<Place>,
}

impl Repeats {
    fn add(&mut self, place: Place) {
        self.count += 1;
        self.first = Some(self.first.map_or(place, |first| first.min(place)));
    }
}

const FEW: usize = 16;

/// The keys of one object.
pub(super) struct Keys<'a> {
    few: [(&'a str, Place); FEW],
    count: usize,
    more: Vec<(Cow<'a, str>, Place)>,
}

impl<'a> Keys<'a> {
    pub(super) fn new() -> Self {
        Self { few: [("", Place::START); FEW], count: 0, more: Vec::new() }
    }

    /// Adds a key; a plain one among few plain ones is compared at once.
    #[inline]
    pub(super) fn insert(&mut self, key: &Text<'a>, repeats: &mut Repeats) {
        if let (Some(plain), true) = (key.borrowed(), self.count < FEW) {
            if self.few.iter().take(self.count).any(|(known, _)| *known == plain) {
                repeats.add(key.place());
            } else if let Some(slot) = self.few.get_mut(self.count) {
                *slot = (plain, key.place());
                self.count += 1;
            }
            return;
        }
        let owned = key.borrowed().map_or_else(|| Cow::Owned(key.to_string()), Cow::Borrowed);
        self.more.push((owned, key.place()));
    }

    /// Compares the keys that were kept for the end of the object.
    pub(super) fn finish(&mut self, repeats: &mut Repeats) {
        if self.more.is_empty() {
            return;
        }
        self.more.sort_unstable();
        let mut previous: Option<&str> = None;
        let few = self.few.get(..self.count).unwrap_or_default();
        for (key, place) in &self.more {
            if previous == Some(key) {
                repeats.add(*place);
            } else if let Some((_, plain)) = few.iter().find(|(known, _)| known == key) {
                repeats.add(*plain.max(place));
            }
            previous = Some(key);
        }
    }
}
