//! Where a finding stands, in words.
//! In: a finding record. Out: path, line, entry, event and pointer, fit for one line.
//! Never: a path as it was given; a name of a file is text of a stranger too.

use crate::check::FindingRecord;
use crate::text::escape::shortened;

use super::safe;

/// Characters of a pointer that are shown; the names in it come from the wire.
const POINTER: usize = 160;

/// `path:line`, with the HAR entry and the event where there are some.
pub(super) fn position(record: &FindingRecord) -> String {
    let FindingRecord { path, line, entry, event, .. } = record;
    let mut position = format!("{}:{line}", safe(path));
    for (name, index) in [("entry", entry), ("event", event)] {
        if let Some(index) = index {
            position.push_str(&format!(":{name} {index}"));
        }
    }
    position
}

/// The pointer as people read it, cut where it is long.
pub(super) fn pointer(record: &FindingRecord) -> String {
    safe(&shortened(&record.pointer, POINTER))
}
