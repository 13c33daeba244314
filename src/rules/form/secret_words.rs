//! Words for secrets.
//! In: a property name or a title. Out: the kind of secret that it asks for.
//! Never: a match inside a word (`secretary` and `tokenizer` ask for nothing), an allocation for a name.

use std::cmp::Ordering;
use std::sync::LazyLock;

static LIST: LazyLock<List> =
    LazyLock::new(|| List::read(include_str!("../../../rules/data/secret-words/english.txt")));

/// Words of a name that are looked at; what comes after them is no name any more.
const WORDS: usize = 16;

/// The terms of a language, and the words beside a term that take its meaning away.
#[derive(Default)]
struct List {
    /// Sorted by first word.
    terms: Vec<Term>,
    /// Terms of several words run together, sorted.
    joined: Vec<(String, &'static str)>,
    /// Sorted.
    qualifiers: Vec<&'static str>,
    /// Sorted.
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
    let words = Words::of(name);
    if let [word] = words.as_slice()
        && let Ok(found) = LIST.joined.binary_search_by(|(joined, _)| compare(word, joined).reverse())
    {
        return LIST.joined.get(found).map(|(_, kind)| *kind);
    }
    let words = words.as_slice();
    (0..words.len()).find_map(|at| LIST.term_at(words, at)).map(|term| term.kind)
}

/// The kind of secret that a title is the word for, with nothing but "your", "enter" and the like before it.
pub(super) fn asked_by_title(title: &str) -> Option<&'static str> {
    let words = Words::of(title);
    let words = words.as_slice();
    let opening = words.iter().take_while(|word| holds(&LIST.openers, word)).count();
    // An opener may belong to the term: "user pwd".
    (0..=opening)
        .find_map(|at| {
            let rest = words.get(at..)?;
            LIST.beginning(rest.first()?).find(|term| term.words.len() == rest.len() && term.begins(rest))
        })
        .map(|term| term.kind)
}

impl List {
    /// Reads a word list: `kind: term, term`, where `=` before a term means that it must stand alone, `beside:` for
    /// words that take the meaning away, and `before:` for words that a title may open with.
    fn read(list: &'static str) -> Self {
        let mut read = Self::default();
        let lines = list.lines().filter(|line| !line.starts_with('#'));
        for (kind, items) in lines.filter_map(|line| line.split_once(':')) {
            let items = items.split(',').map(str::trim).filter(|item| !item.is_empty());
            match kind {
                "beside" => read.qualifiers.extend(items),
                "before" => read.openers.extend(items),
                kind => read.terms.extend(items.map(|item| Term::read(kind, item))),
            }
        }
        let several = read.terms.iter().filter(|term| term.words.len() > 1);
        read.joined = several.map(|term| (term.words.concat(), term.kind)).collect();
        read.terms.sort_by_key(|term| term.words.first().copied());
        read.joined.sort_unstable();
        read.qualifiers.sort_unstable();
        read.openers.sort_unstable();
        read
    }

    /// The terms that begin with a word.
    fn beginning(&self, word: &str) -> impl Iterator<Item = &Term> {
        let first = |term: &Term| term.words.first().map_or(Ordering::Less, |first| compare(word, first).reverse());
        let start = self.terms.partition_point(|term| first(term) == Ordering::Less);
        let terms = self.terms.get(start..).unwrap_or_default();
        terms.iter().take_while(move |term| first(term) == Ordering::Equal)
    }

    /// The term that stands at word `at` of a name, with nothing beside it that takes its meaning away.
    fn term_at(&self, words: &[&str], at: usize) -> Option<&Term> {
        let rest = words.get(at..)?;
        self.beginning(rest.first()?).find(|term| {
            let fits = !term.alone || (at == 0 && rest.len() == term.words.len());
            let before = at.checked_sub(1).and_then(|before| words.get(before));
            let after = rest.get(term.words.len());
            fits && term.begins(rest) && !before.into_iter().chain(after).any(|word| holds(&self.qualifiers, word))
        })
    }
}

impl Term {
    fn read(kind: &'static str, item: &'static str) -> Self {
        let (alone, item) = item.strip_prefix('=').map_or((false, item), |item| (true, item));
        Self { kind, words: item.split(' ').collect(), alone }
    }

    /// True where the words begin with the term.
    fn begins(&self, words: &[&str]) -> bool {
        words.len() >= self.words.len()
            && self.words.iter().zip(words).all(|(known, word)| compare(word, known).is_eq())
    }
}

/// Compares a word of a name, in any case, with a known word in lower case.
fn compare(word: &str, known: &str) -> Ordering {
    word.bytes().map(|byte| byte.to_ascii_lowercase()).cmp(known.bytes())
}

fn holds(sorted: &[&str], word: &str) -> bool {
    sorted.binary_search_by(|known| compare(word, known).reverse()).is_ok()
}

/// The words of a name: `APIKey2`, `api_key_2` and `API key 2` are `api`, `key` and `2` but for their case.
struct Words<'n> {
    words: [&'n str; WORDS],
    count: usize,
}

impl<'n> Words<'n> {
    fn of(name: &'n str) -> Self {
        let mut words = Self { words: [""; WORDS], count: 0 };
        let mut start = None;
        let mut previous = Class::Other;
        let mut characters = name.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let class = Class::of(character);
            let next = characters.peek().map_or(Class::Other, |(_, next)| Class::of(*next));
            if class == Class::Other || class.begins_after(previous, next) {
                words.push(name, start.take(), at);
            }
            if class != Class::Other {
                start.get_or_insert(at);
            }
            previous = class;
        }
        words.push(name, start, name.len());
        words
    }

    fn push(&mut self, name: &'n str, start: Option<usize>, end: usize) {
        let word = start.and_then(|start| name.get(start..end));
        if let (Some(word), Some(slot)) = (word, self.words.get_mut(self.count)) {
            *slot = word;
            self.count += 1;
        }
    }

    fn as_slice(&self) -> &[&'n str] {
        self.words.get(..self.count).unwrap_or_default()
    }
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

    /// True where a word begins with this character: `K` of `apiKey` and of `APIKey`, `2` of `key2`.
    fn begins_after(self, previous: Self, next: Self) -> bool {
        match (previous, self) {
            (Self::Other, _) | (Self::Upper, Self::Lower) => false,
            (Self::Upper, Self::Upper) => next == Self::Lower,
            (before, after) => before != after,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_into_words() {
        for name in ["apiKey2", "APIKey2", "api_key_2", "api-key-2", "API key 2", "Api.Key.2", "api__key2"] {
            let words = Words::of(name);
            let lower: Vec<_> = words.as_slice().iter().map(|word| word.to_lowercase()).collect();
            assert_eq!(lower, ["api", "key", "2"], "{name}");
        }
        assert_eq!(Words::of("").as_slice(), [""; 0]);
        assert_eq!(Words::of(&"a_".repeat(100)).as_slice().len(), WORDS);
    }

    #[test]
    fn a_secret_is_known_by_its_words_and_not_by_a_part_of_one() {
        let table = [
            ("password", Some("password")),
            ("dbPassword", Some("password")),
            ("API_KEY", Some("API key")),
            ("accesstoken", Some("token")),
            ("githubToken", Some("token")),
            ("pin", Some("PIN")),
            ("pin_board", None),
            ("password_policy", None),
            ("max_tokens", None),
            ("secretary", None),
            ("tokenizer", None),
            ("keyboard", None),
        ];
        for (name, kind) in table {
            assert_eq!(asked_by_name(name), kind, "{name}");
        }
    }

    #[test]
    fn every_line_of_the_list_is_read() {
        assert!(LIST.terms.len() > 60 && LIST.qualifiers.len() > 20 && LIST.openers.len() > 5);
        assert!(LIST.terms.iter().all(|term| term.words.iter().all(|word| *word == word.to_ascii_lowercase())));
    }
}
