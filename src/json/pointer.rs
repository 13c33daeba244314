//! Pointers (RFC 6901) of places, found by reading the record again.
//! In: the text of a record and places in it. Out: one pointer a place.
//! Never: part of vetting; only what prints asks for it.

use super::{Cursor, DEPTH_OF_RECORD};
use crate::text::Place;

/// The pointer of each place: that of the value that begins there, or of the member whose key begins there; where
/// neither does, that of the innermost value around the place. One pass over `bytes` for all of them.
pub(crate) fn pointers(bytes: &[u8], places: &[Place]) -> Vec<String> {
    let mut search = Search { places, found: vec![None; places.len()], path: String::new() };
    let mut cursor = Cursor::of_record(bytes, DEPTH_OF_RECORD);
    search.value(&mut cursor);
    search.found.into_iter().map(Option::unwrap_or_default).collect()
}

struct Search<'p> {
    places: &'p [Place],
    found: Vec<Option<String>>,
    path: String,
}

impl Search<'_> {
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
        for (place, found) in self.places.iter().zip(&mut self.found) {
            if found.is_none() && (start..end.max(start.plus(1))).contains(place) {
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
