use super::*;
use regex::Regex;
use std::fs;
use std::path::Path;
use unicode_script::Script;
use unicode_script::UnicodeScript;
use unicode_security::GeneralSecurityProfile;
use unicode_security::general_security_profile::IdentifierType;

const TABLE: &str = "rules/data/label-characters.csv";

/// Kind and scripts of a character, where a label may hold it. Rare ideographs imitate nothing, and stand in names of
/// persons and places.
fn profile(character: char, digits: &Regex) -> Option<(&'static str, String)> {
    let is_rare = character.identifier_type() == Some(IdentifierType::Uncommon_Use);
    let is_ideograph = character.script() == Script::Han && is_rare;
    if character.is_ascii() || !(character.identifier_allowed() || is_ideograph) {
        return None;
    }
    let is_digit = digits.is_match(character.encode_utf8(&mut [0; 4]));
    let kind = match unicode_normalization::char::is_combining_mark(character) {
        true => "mark",
        false if is_digit => "digit",
        false => "letter",
    };
    let extension = character.script_extension();
    if extension.is_common() || extension.is_inherited() {
        return Some((kind, extension.iter().next().unwrap().short_name().to_owned()));
    }
    let codes: Vec<_> =
        extension.iter().map(Script::short_name).filter(|code| Scripts::of_code(code).is_some()).collect();
    assert!(!codes.is_empty(), "{character:?} is Allowed, and of no Recommended script");
    Some((kind, codes.join(" ")))
}

fn written_from_the_crates() -> String {
    let digits = Regex::new(r"^\d$").unwrap();
    let mut rows: Vec<(u32, u32, (&str, String))> = Vec::new();
    for character in '\u{80}'..=char::MAX {
        let Some(profile) = profile(character, &digits) else { continue };
        let number = u32::from(character);
        match rows.last_mut() {
            Some((_, last, known)) if *last + 1 == number && *known == profile => *last = number,
            _ => rows.push((number, number, profile)),
        }
    }
    let (major, minor, update) = unicode_security::UNICODE_VERSION;
    let mut text = format!(
        "# characters that a label may hold: Identifier_Status Allowed (UTS 39), and the ideographs of Uncommon_Use; \
         scripts: Script_Extensions, by code; Unicode {major}.{minor}.{update}, from the crates unicode-security, \
         unicode-script and unicode-normalization; to refresh, update them and run UPDATE=1 cargo test --lib\n\
         first,last,kind,scripts\n"
    );
    for (first, last, (kind, scripts)) in rows {
        text.push_str(&format!("{first:04x},{last:04x},{kind},{scripts}\n"));
    }
    text
}

#[test]
fn the_table_of_characters_is_what_the_crates_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE);
    let written = written_from_the_crates();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &written).unwrap();
        return;
    }
    assert!(fs::read_to_string(&path).unwrap() == written, "{TABLE} is stale: run `UPDATE=1 cargo test --lib`");
}

#[test]
fn every_row_of_the_table_of_characters_is_read_in_order() {
    let rows: Vec<_> = table::rows(CHARACTERS_TABLE).filter_map(Row::read).collect();
    assert_eq!(rows.len(), CHARACTERS_TABLE.lines().count() - 2);
    for rows in [&rows, &*ROWS] {
        assert!(rows.iter().all(|row| row.first <= row.last));
        assert!(rows.windows(2).all(|pair| pair[0].last < pair[1].first));
    }
    for row in &rows {
        for character in row.first..=row.last {
            let letter = Letter::of(character).unwrap();
            assert_eq!((letter.scripts, letter.kind), (row.letter.scripts, row.letter.kind), "{character:?}");
        }
        let is_system = matches!(row.letter.kind, Kind::Digit(_));
        assert!(!is_system || (row.first..=row.last).count() == 10, "{:?} begins no system of digits", row.first);
    }
}

#[test]
fn what_the_tables_say_of_single_characters_is_of_characters_that_a_label_may_hold() {
    for (character, (likeness, place)) in special() {
        let letter = Letter::of(character);
        // A range of the table of places spans letters that are refused anyway.
        let Some(letter) = letter else {
            assert_eq!(likeness, Likeness::default(), "{character:?}");
            continue;
        };
        assert_eq!((letter.likeness, letter.place), (likeness, place), "{character:?}");
    }
}

#[test]
fn ascii_is_known_without_the_table() {
    for character in '\0'..='\x7f' {
        let is_of_names = matches!(character, 'a'..='z' | '0'..='9' | '-' | '_');
        assert_eq!(Letter::of(character).is_some(), is_of_names, "{character:?}");
    }
}

#[test]
fn characters_beside_the_rows_are_refused() {
    for character in ['\u{80}', '\u{b6}', '\u{2044}', '\u{2215}', '\u{3000}', '\u{ff0f}', '\u{1f512}', char::MAX] {
        assert_eq!(Letter::of(character), None, "{character:?}");
    }
}
