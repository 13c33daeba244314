//! Letters as words are compared: lower case, without accents, without what nobody sees.
//! In: characters. Out: their class, and words folded into a buffer of fixed size.
//! Never: an allocation.

use unicode_normalization::char::decompose_compatible;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

use crate::text::escape::is_hidden;

/// Bytes of a folded word that are kept. Of a longer one the beginning is compared, and no more.
const LONGEST: usize = 96;

/// What a character is to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Digit,
    /// Seen by nobody: a word goes on as if it were not there.
    Hidden,
    /// A letter of a script without capitals, whose words are separated.
    Letter,
    Lower,
    /// Belongs to the letter before it.
    Mark,
    /// No part of a word.
    Other,
    /// A letter of a script that does not separate words: it is a word by itself.
    Single,
    Upper,
}

impl Class {
    pub(super) fn of(character: char) -> Self {
        match character {
            'a'..='z' => Self::Lower,
            'A'..='Z' => Self::Upper,
            '0'..='9' => Self::Digit,
            '\0'..='\u{7f}' => Self::Other,
            // The letters that most of other texts consist of; the rest takes many tables.
            '\u{430}'..='\u{45f}' => Self::Lower,
            '\u{400}'..='\u{42f}' => Self::Upper,
            '\u{4e00}'..='\u{9fff}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' => Self::Single,
            '\u{5d0}'..='\u{5ea}' | '\u{627}'..='\u{63a}' | '\u{641}'..='\u{64a}' => Self::Letter,
            '\u{905}'..='\u{939}' | '\u{ac00}'..='\u{d7a3}' => Self::Letter,
            _ => Self::of_rest(character),
        }
    }

    #[cold]
    fn of_rest(character: char) -> Self {
        match character {
            _ if character.is_whitespace() => Self::Other,
            _ if is_hidden(character) => Self::Hidden,
            '\u{30fb}' | '\u{ff65}' => Self::Other,
            '\u{3099}' | '\u{309a}' | '\u{ff9e}' | '\u{ff9f}' => Self::Mark,
            _ if is_combining_mark(character) => Self::Mark,
            _ if runs_on(character) => Self::Single,
            _ if character.is_numeric() => Self::Digit,
            _ if character.is_uppercase() => Self::Upper,
            _ if character.is_lowercase() => Self::Lower,
            _ if character.is_alphabetic() => Self::Letter,
            _ => Self::Other,
        }
    }

    pub(super) fn is_cased(self) -> bool {
        matches!(self, Self::Lower | Self::Upper)
    }
}

/// Thai, Lao, Burmese, Khmer, kana and Han: no blank between words.
fn runs_on(character: char) -> bool {
    matches!(character,
        '\u{e01}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3005}'..='\u{3007}'
        | '\u{3041}'..='\u{312f}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}'
    )
}

/// A word as it is compared.
#[derive(Clone, Copy)]
pub(super) struct Folded {
    bytes: [u8; LONGEST],
    length: usize,
    is_cut: bool,
}

impl Folded {
    pub(super) fn new() -> Self {
        Self { bytes: [0; LONGEST], length: 0, is_cut: false }
    }

    pub(super) fn of(text: &str) -> Self {
        let mut folded = Self::new();
        text.chars().for_each(|character| folded.push(character));
        folded
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// True where the word was longer than what is kept.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Adds a character as it is compared.
    pub(super) fn push(&mut self, character: char) {
        if character.is_ascii() {
            self.keep(character.to_ascii_lowercase());
        } else {
            self.push_rest(character);
        }
    }

    #[cold]
    fn push_rest(&mut self, character: char) {
        if is_folded(character) {
            return self.keep(character);
        }
        self.push_parts(character);
    }

    fn push_parts(&mut self, character: char) {
        if is_hidden(character) {
            return;
        }
        decompose_compatible(character, |part| {
            if is_accent(part) || is_hidden(part) {
                return;
            }
            for lower in part.to_lowercase().filter(|lower| !is_accent(*lower)) {
                match plain(lower) {
                    Plain::One(letter) => self.keep(letter),
                    Plain::Two(first, second) => [first, second].into_iter().for_each(|letter| self.keep(letter)),
                }
            }
        });
    }

    fn keep(&mut self, character: char) {
        let length = character.len_utf8();
        match self.bytes.get_mut(self.length..self.length + length) {
            Some(free) if !self.is_cut => {
                character.encode_utf8(free);
                self.length += length;
            }
            _ => self.is_cut = true,
        }
    }
}

/// True for many of the letters that are compared as they are, without a look at the tables.
fn is_folded(character: char) -> bool {
    matches!(character, '\u{430}'..='\u{438}' | '\u{43a}'..='\u{44f}' | '\u{4e00}'..='\u{9fff}' | '\u{5d0}'..='\u{5ea}')
}

/// Accents of Latin, Greek and Cyrillic; vowel signs of Arabic and Hebrew, with the stretch between letters; dots
/// under letters of India, which writers leave out.
fn is_accent(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{487}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{640}'
        | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6ed}' | '\u{93c}' | '\u{9bc}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}'
    )
}

enum Plain {
    One(char),
    Two(char, char),
}

/// Letters that do not fall apart into a letter and an accent, and letters that writers and keyboards mix up.
fn plain(lower: char) -> Plain {
    Plain::One(match lower {
        '\u{df}' => return Plain::Two('s', 's'),
        '\u{e6}' => return Plain::Two('a', 'e'),
        '\u{153}' => return Plain::Two('o', 'e'),
        '\u{fe}' => return Plain::Two('t', 'h'),
        '\u{f8}' => 'o',
        '\u{111}' | '\u{f0}' => 'd',
        '\u{127}' => 'h',
        '\u{131}' => 'i',
        '\u{142}' => 'l',
        '\u{3c2}' => '\u{3c3}',                         // final sigma
        '\u{64a}' | '\u{649}' => '\u{6cc}',             // Arabic and Persian yeh
        '\u{643}' => '\u{6a9}',                         // Arabic and Persian kaf
        '\u{629}' | '\u{6c0}' | '\u{6c1}' => '\u{647}', // teh marbuta is written as heh
        '\u{671}' => '\u{627}',                         // alef
        '\u{901}' => '\u{902}',                         // nasal signs of Hindi
        other => other,
    })
}

/// The word that this one looks like, in Latin letters; none where nothing in it is a letter of another script.
pub(super) fn looks_like(word: &str) -> Option<Folded> {
    if word.is_ascii() {
        return None;
    }
    let folded = likeness(word);
    folded.as_bytes().is_ascii().then_some(folded)
}

/// A word by its looks: letters that are taken for each other are the same here.
pub(super) fn likeness(word: &str) -> Folded {
    let mut folded = Folded::new();
    let mut last = '\0';
    for character in skeleton(word).flat_map(char::to_lowercase) {
        let alike = match character {
            'l' | '1' | '|' | '\u{131}' => 'i',
            '0' => 'o',
            other => other,
        };
        // What stands for one letter there is drawn with two here: "rn" for "m", "vv" for "w".
        if (last, alike) != ('r', 'n') && (last, alike) != ('v', 'v') {
            folded.push(alike);
        }
        last = alike;
    }
    folded
}

/// What digits and signs stand for in place of letters; none for one that stands for no letter.
pub(super) fn letter_of(character: char, one: char) -> Option<char> {
    Some(match character {
        '0' => 'o',
        '1' | '!' => one,
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        _ if Class::of(character).is_cased() => character,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        String::from_utf8(Folded::of(text).as_bytes().to_vec()).unwrap()
    }

    #[test]
    fn words_are_the_same_without_case_accents_and_what_nobody_sees() {
        for (text, plain) in [
            ("PassWord", "password"),
            ("contrase\u{f1}a", "contrasena"),
            ("CONTRASEN\u{303}A", "contrasena"),
            ("\u{130}STANBUL", "istanbul"),
            ("\u{15e}\u{130}FRE", "sifre"),
            ("s\u{131}f\u{131}r", "sifir"),
            ("m\u{1ead}t", "mat"),
            ("kh\u{1ea9}u", "khau"),
            ("has\u{142}o", "haslo"),
            ("Schl\u{fc}ssel gro\u{df}", "schlussel gross"),
            ("\u{3ba}\u{3c9}\u{3b4}\u{3b9}\u{3ba}\u{3cc}\u{3c2}", "\u{3ba}\u{3c9}\u{3b4}\u{3b9}\u{3ba}\u{3bf}\u{3c3}"),
            ("\u{431}\u{451}", "\u{431}\u{435}"),
            ("\u{631}\u{650}\u{645}\u{640}\u{640}\u{632}", "\u{631}\u{645}\u{632}"),
            ("\u{643}\u{644}\u{645}\u{629}", "\u{6a9}\u{644}\u{645}\u{647}"),
            ("\u{5e1}\u{5b4}\u{5d9}\u{5e1}\u{5b0}\u{5de}\u{5b8}\u{5d4}", "\u{5e1}\u{5d9}\u{5e1}\u{5de}\u{5d4}"),
            ("pass\u{200b}\u{ad}word", "password"),
            ("\u{ff30}\u{ff21}\u{ff33}\u{ff33}", "pass"),
            ("\u{1d429}\u{1d41a}\u{1d42c}\u{1d42c}", "pass"),
            ("\u{ff8a}\u{ff9f}\u{ff7d}", "\u{30cf}\u{309a}\u{30b9}"),
            ("\u{30d1}\u{30b9}", "\u{30cf}\u{309a}\u{30b9}"),
        ] {
            assert_eq!(folded(text), plain, "{text:?}");
        }
    }

    #[test]
    fn what_is_known_without_tables_is_what_they_say() {
        for character in ('\u{80}'..=char::MAX).filter(|character| character.len_utf8() < 4) {
            assert_eq!(Class::of(character), Class::of_rest(character), "{character:?}");
            if is_folded(character) {
                let mut folded = Folded::new();
                folded.push_parts(character);
                assert_eq!(folded.as_bytes(), character.to_string().as_bytes(), "{character:?}");
            }
        }
    }

    #[test]
    fn a_word_that_is_too_long_is_cut_at_a_letter() {
        let long = Folded::of(&"\u{436}".repeat(LONGEST));
        assert!(long.is_cut() && long.as_bytes().len() == LONGEST);
        let odd = Folded::of(&format!("a{}", "\u{436}".repeat(LONGEST)));
        assert!(odd.is_cut() && odd.as_bytes().len() == LONGEST - 1);
    }

    #[test]
    fn letters_of_other_scripts_look_like_latin_ones() {
        for (word, like) in [
            ("p\u{430}ssw\u{43e}rd", Some("password")),
            ("\u{440}\u{430}ssword", Some("password")),
            ("t\u{43e}k\u{435}n", Some("token")),
            ("\u{440}in", Some("pin")),
            ("password", None),
            ("\u{43f}\u{430}\u{440}\u{43e}\u{43b}\u{44c}", None),
        ] {
            let found = looks_like(word).map(|found| found.as_bytes().to_vec());
            assert_eq!(found, like.map(|like| likeness(like).as_bytes().to_vec()), "{word:?}");
        }
    }
}
