use super::super::letters::Kind;
use super::*;
use unicode_security::confusable_detection::skeleton;

/// Letters whose skeleton is ASCII, and which a review left out: б, г and ш read as 6, r and w in no typeface that a
/// dialog uses; σ has its tail; the others are no whole letters of a word, or join the letters beside them.
const REVIEWED: &str = "\
    \u{431}\u{433}\u{448}\u{3c3}\u{5d8}\u{628}\u{629}\u{647}\u{665}\u{661}\u{667}\u{6be}\u{6c1}";

#[test]
fn every_letter_whose_skeleton_is_ascii_is_in_the_table_or_was_reviewed() {
    let known: String = SCRIPTS.iter().flat_map(|script| [script.identical, script.similar]).collect();
    let mut missing = Vec::new();
    for character in '\u{370}'..='\u{1fff}' {
        let Some(letter) = Letter::of(character).filter(|letter| !letter.scripts.meets(Scripts::LATIN)) else {
            continue;
        };
        let reading: String = skeleton(character.encode_utf8(&mut [0; 4])).collect();
        let is_one = reading.len() == 1 && reading.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_letter = letter.kind != Kind::Mark && character.to_lowercase().eq([character]);
        if is_one && is_letter && !known.contains(character) && !REVIEWED.contains(character) {
            missing.push(format!("U+{:04X} {character} reads as {reading}", u32::from(character)));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_letter_of_a_script_is_of_that_script() {
    assert_eq!(SCRIPTS.len(), SCRIPTS_TABLE.lines().count() - 2);
    for script in SCRIPTS.iter() {
        for character in script.identical.chars().chain(script.similar.chars()) {
            let letter = Letter::of(character);
            assert!(letter.is_some_and(|letter| is_written_in(letter.scripts, script.scripts)), "{character:?}");
        }
        assert!(script.domains.split(' ').is_sorted_by(|before, after| before < after), "{}", script.domains);
    }
}

#[test]
fn every_digit_of_the_table_is_one_character_of_a_label() {
    for [digit, characters] in table::rows(DIGITS_TABLE) {
        assert!(digit.len() == 1 && digit.bytes().all(|byte| byte.is_ascii_digit()), "{digit}");
        assert!(characters.chars().all(|character| Letter::of(character).is_some()), "{characters}");
    }
}

/// A word that the rule would not find anyway has no place in the list.
#[test]
fn the_words_of_the_list_need_it() {
    let domain = Domain::of("com");
    assert!(WORDS.len() >= 400, "{}", WORDS.len());
    for word in WORDS.iter() {
        let label: Vec<char> = word.chars().collect();
        let survey = Survey::of(&label);
        assert!(survey.imitations == survey.letters && survey.letters == label.len(), "{word}");
        assert!(survey.identical * 2 >= survey.letters, "{word}");
        assert_eq!(whole_script(&label, &survey, domain), None, "{word}");
    }
}

#[test]
fn words_are_sorted_within_their_language_and_named_once() {
    let lists = WORDS_LIST.lines().skip(1).map(|line| line.split_once(": ").unwrap().1.split(' '));
    assert!(lists.clone().all(|words| words.is_sorted_by(|before, after| before < after)));
    assert_eq!(lists.flatten().count(), WORDS.len());
}
