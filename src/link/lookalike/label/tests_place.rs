use super::*;

#[test]
fn every_row_of_both_tables_of_places_is_read() {
    let rows = DOMAINS_TABLE.lines().count() + NEIGHBOURS_TABLE.lines().count() - 4;
    assert_eq!(PLACES.len(), rows);
    assert!(rows < usize::from(u8::MAX));
}

#[test]
fn no_character_has_two_rules() {
    let mut all: Vec<char> = PLACES.iter().flat_map(Place::characters).collect();
    all.sort_unstable();
    assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
}
