//! Words for secrets.
//! In: a property name or a title. Out: the kind of secret that it asks for.
//! Never: a match inside a word: `secretary` and `tokenizer` ask for nothing.

use std::sync::LazyLock;

static WORDS: LazyLock<Words> =
    LazyLock::new(|| Words::read(include_str!("../../../rules/data/secret-words/english.txt")));

/// The terms of a language, and the words beside a term that take its meaning away.
struct Words {
    terms: Vec<Term>,
    qualifiers: Vec<&'static str>,
    openers: Vec<&'static str>,
}

struct Term {
    kind: &'static str,
    words: Vec<&'static str>,
    /// True where the term must be the whole name: `pin` asks for a PIN, `pin_board` does not.
    alone: bool,
}

/// The kind of secret that a property of this name holds.
pub(super) fn asked_by_name(name: &str) -> Option<&'static str> {
    let words = words_of(name);
    let found = WORDS.terms.iter().filter_map(|term| Some((term, term.find(&words)?)));
    let plain = |(term, at): &(&Term, usize)| !WORDS.is_qualified(&words, *at, term.words.len());
    found.filter(plain).map(|(term, _)| term.kind).next()
}

/// The kind of secret that a title is the word for, with nothing but "your", "enter" and the like before it.
pub(super) fn asked_by_title(title: &str) -> Option<&'static str> {
    let words = words_of(title);
    let opening = words.iter().take_while(|word| WORDS.openers.contains(&word.as_str())).count();
    let rest = words.get(opening..)?;
    WORDS.terms.iter().find(|term| same(rest, &term.words)).map(|term| term.kind)
}

impl Words {
    /// Reads a word list: `kind: term, term`, where `=` before a term means that it must stand alone, `beside:` for
    /// words that take the meaning away, and `before:` for words that a title may open with.
    fn read(list: &'static str) -> Self {
        let mut words = Self { terms: Vec::new(), qualifiers: Vec::new(), openers: Vec::new() };
        let lines = list.lines().filter(|line| !line.starts_with('#'));
        for (kind, items) in lines.filter_map(|line| line.split_once(':')) {
            let items = items.split(',').map(str::trim).filter(|item| !item.is_empty());
            match kind {
                "beside" => words.qualifiers.extend(items),
                "before" => words.openers.extend(items),
                kind => words.terms.extend(items.map(|item| Term::read(kind, item))),
            }
        }
        words
    }

    /// True where a word right beside the term says that the field is about a secret and does not ask for it.
    fn is_qualified(&self, words: &[String], at: usize, length: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let after = words.get(at + length);
        before.into_iter().chain(after).any(|word| self.qualifiers.contains(&word.as_str()))
    }
}

impl Term {
    fn read(kind: &'static str, item: &'static str) -> Self {
        let (alone, item) = item.strip_prefix('=').map_or((false, item), |item| (true, item));
        Self { kind, words: item.split(' ').collect(), alone }
    }

    /// Where the term begins among the words of a name. A name of one word may also run the term together.
    fn find(&self, words: &[String]) -> Option<usize> {
        if let ([word], true) = (words, self.words.len() > 1) {
            return (*word == self.words.concat()).then_some(0);
        }
        if self.alone {
            return same(words, &self.words).then_some(0);
        }
        words.windows(self.words.len()).position(|window| same(window, &self.words))
    }
}

fn same(words: &[String], term: &[&str]) -> bool {
    words.len() == term.len() && words.iter().zip(term).all(|(word, known)| word == known)
}

/// The words of a name in lower case: `APIKey2`, `api_key_2` and `API key 2` are `api key 2`.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous = Class::Other;
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let class = Class::of(character);
        let next = characters.peek().copied().map_or(Class::Other, Class::of);
        // A new word: `iK` in apiKey, `IKe` in APIKey, `y2` in key2.
        let begins = class != Class::Other
            && match (previous, class) {
                (Class::Other, _) | (Class::Lower, Class::Upper) => true,
                (Class::Upper, Class::Upper) => next == Class::Lower,
                (Class::Upper, Class::Lower) => false,
                (one, other) => one != other,
            };
        if begins {
            words.push(String::new());
        }
        if let (true, Some(word)) = (class != Class::Other, words.last_mut()) {
            word.extend(character.to_lowercase());
        }
        previous = class;
    }
    words
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Digit,
    Lower,
    Other,
    Upper,
}

impl Class {
    fn of(character: char) -> Self {
        match character {
            _ if character.is_numeric() => Self::Digit,
            _ if character.is_uppercase() => Self::Upper,
            _ if character.is_alphabetic() => Self::Lower,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_into_words() {
        for name in ["apiKey2", "APIKey2", "api_key_2", "api-key-2", "API key 2", "Api.Key.2", "api__key2"] {
            assert_eq!(words_of(name), ["api", "key", "2"], "{name}");
        }
    }

    #[test]
    fn every_line_of_the_list_is_read() {
        assert!(WORDS.terms.len() > 60 && WORDS.qualifiers.len() > 20 && WORDS.openers.len() > 5);
    }
}
