//! Pointers (RFC 6901) of places, found by reading the record again.
//! In: the text of a record and places in it. Out: one pointer a place.
//! Never: part of vetting; only what prints asks for it.

use super::{Cursor, DEPTH_OF_RECORD};
use crate::text::Place;

/// The pointer of each place: that of the value that begins there, or of the member whose key begins there; where
/// neither does, that of the innermost value around the place. One pass over `bytes` for all of them.
pub(crate) fn pointers(bytes: &[u8], places: &[Place]) -> Vec<String> {
    let mut ordered: Vec<_> = places.iter().copied().enumerate().map(|(index, place)| (place, index)).collect();
    ordered.sort_unstable();
    let mut search = Search { ordered, found: vec![None; places.len()], path: String::new() };
    let mut cursor = Cursor::of_record(bytes, DEPTH_OF_RECORD);
    search.value(&mut cursor);
    search.found.into_iter().map(Option::unwrap_or_default).collect()
}

struct Search {
    /// The places in their order, so that a value without one costs no comparison with each; and their indexes.
    ordered: Vec<(Place, usize)>,
    found: Vec<Option<String>>,
    path: String,
}

impl Search {
    fn value(&mut self, cursor: &mut Cursor<'_>) {
        let start = cursor.place();
        let depth = self.path.len();
        let is_container = cursor.object(|key, cursor| {
            self.path.push('/');
            push_escaped(&mut self.path, key);
            self.mark(key.place(), cursor.place());
            self.value(cursor);
            self.path.truncate(depth);
        }) || cursor.array(|index, cursor| {
            self.path.push('/');
            self.path.push_str(&index.to_string());
            self.value(cursor);
            self.path.truncate(depth);
        });
        if !is_container {
            cursor.skip();
        }
        self.mark(start, cursor.end());
    }

    /// Gives the present path to the places from `start` to `end` that have none yet.
    fn mark(&mut self, start: Place, end: Place) {
        let end = end.max(start.plus(1));
        let from = self.ordered.partition_point(|(place, _)| *place < start);
        let inside = self.ordered.iter().skip(from).take_while(|(place, _)| *place < end);
        for (_, index) in inside {
            if let Some(found @ None) = self.found.get_mut(*index) {
                *found = Some(self.path.clone());
            }
        }
    }
}

fn push_escaped(path: &mut String, key: &str) {
    for character in key.chars() {
        match character {
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            other => path.push(other),
        }
    }
}
