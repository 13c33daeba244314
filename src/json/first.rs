//! A record as a parser reads it that keeps the first of repeated members.
//! In: bytes of a record. Out: the same bytes with each later member of the same name blanked; places stay.
//! Never: a change where nothing is repeated.

use std::collections::BTreeSet;

use super::Cursor;
use super::DEPTH_OF_RECORD;
use crate::text::Place;

/// The record without the members that stand again in their object. Other readers than the last one's then see what such
/// a parser sees, and what they find stands in the record at the same place.
pub(crate) fn with_first_members(bytes: &[u8]) -> Vec<u8> {
    let mut again = Vec::new();
    value(&mut Cursor::of_record(bytes, DEPTH_OF_RECORD), &mut again);
    let mut record = bytes.to_vec();
    for (key, end) in again {
        // A member that stands again has another before it, and between them a comma.
        let before = record.get(..key.offset()).unwrap_or_default();
        let start = before.iter().rposition(|byte| *byte == b',').unwrap_or(key.offset());
        record.get_mut(start..end.offset()).unwrap_or_default().fill(b' ');
    }
    record
}

/// Collects where the members that stand again begin and end.
fn value(cursor: &mut Cursor<'_>, again: &mut Vec<(Place, Place)>) {
    let mut keys = BTreeSet::new();
    let is_container = cursor.object(|key, cursor| {
        if keys.insert(key.to_string()) {
            value(cursor, again);
        } else {
            cursor.skip();
            again.push((key.place(), cursor.end()));
        }
    }) || cursor.array(|_, cursor| value(cursor, again));
    if !is_container {
        cursor.skip();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_members_are_blanked_at_every_depth_and_nothing_moves() {
        let cases = [
            (r#"{"a":1,"b":2}"#, r#"{"a":1,"b":2}"#),
            (r#"{"a":1,"a":2}"#, r#"{"a":1}"#),
            (r#"{"a":1,"a":2,"a":3}"#, r#"{"a":1}"#),
            (r#"{"a":1 , "\u0061" : [",", 2] ,"b":3}"#, r#"{"a":1,"b":3}"#),
            (r#"[{"a":{"c":1,"c":{}},"a":{"d":1,"d":2}},{"a":1}]"#, r#"[{"a":{"c":1}},{"a":1}]"#),
        ];
        for (record, expected) in cases {
            let first = String::from_utf8(with_first_members(record.as_bytes())).unwrap();
            assert_eq!(first.replace(' ', ""), expected, "{record}");
            assert_eq!(first.len(), record.len());
            assert!(first.bytes().zip(record.bytes()).all(|(new, old)| new == old || new == b' '), "{record}");
        }
    }
}
