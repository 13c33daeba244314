//! Recordings of real servers, where they are at hand.
//! In: captures beside the project. Out: their numbers of messages and missing bodies.
//! Never: a failure because the captures are not here.

use std::fs;
use std::path::Path;

use super::Input;
use super::items_within;
use super::read_with;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/captures/real");

#[test]
fn real_recordings_hold_the_messages_that_were_counted_by_hand() {
    let folder = Path::new(FOLDER);
    let Ok(table) = fs::read_to_string(folder.join("expected.tsv")) else { return };
    let mut rows = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let names = rows.next().unwrap();
    let column = |name| names.iter().position(|other| *other == name).unwrap();
    let (messages, missing) = (column("messages"), column("missing_bodies"));
    for row in rows {
        let mut file = fs::File::open(folder.join(row[0])).unwrap();
        let (_, counts) = read_with(Input::File(&mut file), None, 16 << 20);
        let found = [counts.records, counts.missing_bodies].map(|count| count.to_string());
        assert_eq!(found, [row[messages], row[missing]], "{}: {counts:?}", row[0]);
        assert_eq!(counts.unreadable + counts.text_lines + counts.other_values, 0, "{}: {counts:?}", row[0]);
        let (_, slowly) = items_within(&fs::read(folder.join(row[0])).unwrap(), 16 << 20);
        assert_eq!(slowly, counts);
    }
}
