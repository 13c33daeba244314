//! Words that imitations put beside the name of a site.
//! In: a word. Out: what it promises.
//! Never: a word that honest companies have in their names as often.

use std::sync::LazyLock;

use crate::link::table;

/// What a word beside a name promises; the strongest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Companion {
    /// A country, of which honest names are made as well: `de`. It counts between hyphens only.
    Country,
    /// A thing that many companies have: `docs`, `cloud`.
    Thing,
    /// What a program talks to: `api`, `mcp`.
    Agent,
    /// Help, or something that the person should do: `support`, `billing`.
    Service,
    /// A place to sign in, or safety: `login`, `secure`.
    SignIn,
}

static WORDS: LazyLock<Vec<(&'static str, Companion)>> = LazyLock::new(|| {
    let row = |[word, kind]: [&'static str; 2]| {
        let companion = match kind {
            "sign-in" => Companion::SignIn,
            "service" => Companion::Service,
            "agent" => Companion::Agent,
            "thing" => Companion::Thing,
            "country" => Companion::Country,
            _ => return None,
        };
        Some((word, companion))
    };
    let mut words: Vec<_> = table::rows(TABLE).filter_map(row).collect();
    words.sort_unstable();
    words
});

/// What a word promises, or two of them written as one; none for any other. A number is a thing: `247`, `2026`.
pub(super) fn companion(word: &str) -> Option<Companion> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    one(word).or(is_number.then_some(Companion::Thing)).or_else(|| {
        let mut ends = word.char_indices().map(|(at, _)| at).skip(2);
        ends.find_map(|at| {
            let (first, second) = word.split_at_checked(at)?;
            let (first, second) = (one(first)?, one(second)?);
            (first.min(second) > Companion::Country).then_some(first.max(second))
        })
    })
}

/// True for a word of the table.
pub(super) fn is_companion(word: &str) -> bool {
    one(word).is_some()
}

fn one(word: &str) -> Option<Companion> {
    let at = WORDS.binary_search_by_key(&word, |(word, _)| word).ok()?;
    WORDS.get(at).map(|(_, companion)| *companion)
}

const TABLE: &str = include_str!("../../../../rules/data/companion-words.csv");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_word_of_two_letters_or_more_and_a_kind() {
        assert_eq!(WORDS.len(), TABLE.lines().count() - 2);
        for pair in WORDS.windows(2) {
            assert!(pair[0].0 < pair[1].0 && pair[0].0.len() >= 2, "{pair:?}");
        }
    }

    #[test]
    fn two_words_written_as_one_promise_what_the_stronger_does() {
        for (word, expected) in [
            ("login", Some(Companion::SignIn)),
            ("supportlogin", Some(Companion::SignIn)),
            ("clouddocs", Some(Companion::Thing)),
            ("apidocs", Some(Companion::Agent)),
            ("de", Some(Companion::Country)),
            ("2026", Some(Companion::Thing)),
            ("orchard", None),
            ("used", None),
            ("loginorchard", None),
            ("", None),
        ] {
            assert_eq!(companion(word), expected, "{word}");
        }
    }
}
