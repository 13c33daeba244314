//! A map that forgets.
//! In: keys and values. Out: the values of the youngest keys.
//! Never: more entries than the limit; a loss that is not counted.

use std::collections::BTreeMap;

/// Entries by key; where there are more than the limit, the one that came first goes.
#[derive(Debug)]
pub(super) struct Bounded<K, V> {
    by_key: BTreeMap<K, (u64, V)>,
    by_age: BTreeMap<u64, K>,
    limit: usize,
    added: u64,
    /// How many entries were forgotten.
    pub(super) forgotten: u64,
}

impl<K: Ord + Clone, V> Bounded<K, V> {
    pub(super) fn new(limit: usize) -> Self {
        Self { by_key: BTreeMap::new(), by_age: BTreeMap::new(), limit, added: 0, forgotten: 0 }
    }

    /// Puts a value under a key, and returns the entry that had to go for it.
    pub(super) fn insert(&mut self, key: K, value: V) -> Option<(K, V)> {
        self.remove(&key);
        self.by_age.insert(self.added, key.clone());
        self.by_key.insert(key, (self.added, value));
        self.added += 1;
        if self.by_key.len() > self.limit { self.forget_oldest() } else { None }
    }

    pub(super) fn forget_oldest(&mut self) -> Option<(K, V)> {
        let (_, oldest) = self.by_age.pop_first()?;
        let (_, value) = self.by_key.remove(&oldest)?;
        self.forgotten += 1;
        Some((oldest, value))
    }

    pub(super) fn remove(&mut self, key: &K) -> Option<V> {
        let (age, value) = self.by_key.remove(key)?;
        self.by_age.remove(&age);
        Some(value)
    }

    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.by_key.get(key).map(|(_, value)| value)
    }

    pub(super) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.by_key.get_mut(key).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_entry_goes_and_is_counted() {
        let mut map = Bounded::new(2);
        assert_eq!(map.insert("a", 1), None);
        assert_eq!(map.insert("b", 2), None);
        assert_eq!(map.insert("a", 3), None, "the same key again is young again");
        assert_eq!(map.insert("c", 4), Some(("b", 2)));
        assert_eq!((map.get(&"a"), map.get(&"b"), map.get(&"c"), map.forgotten), (Some(&3), None, Some(&4), 1));
    }

    #[test]
    fn what_was_taken_out_leaves_room_and_is_not_forgotten() {
        let mut map = Bounded::new(2);
        for round in 0..10 {
            assert_eq!(map.insert(round, ()), None);
            assert_eq!(map.remove(&round), Some(()));
        }
        assert_eq!(map.forgotten, 0);
    }
}
