//! The languages in which forms are read.
//! In: the lists of `rules/data`, compiled in. Out: one table, English first.
//! Never: a word; these stand in the lists.

use Head::First;
use Head::Last;
use Verbs::Around;
use Verbs::Before;

/// A language and what its list does not say of its sentences.
pub(super) struct Language {
    #[cfg(test)]
    pub(super) name: &'static str,
    pub(super) list: &'static str,
    pub(super) head: Head,
    pub(super) verbs: Verbs,
}

/// Which word of a row of nouns says what the thing is: the last in "password manager", the first in "gestor de
/// contrase\u{f1}as".
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    First,
    Last,
}

/// Where the verb stands that asks for something: before it, as in English, or also behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verbs {
    Around,
    Before,
}

/// English first: its words are met in every language.
pub(super) const LANGUAGES: &[Language] = &[
    of("english", include_str!("../../rules/data/secret-words/english.txt"), Last, Before),
    of("arabic", include_str!("../../rules/data/secret-words/arabic.txt"), First, Before),
    of("bengali", include_str!("../../rules/data/secret-words/bengali.txt"), Last, Around),
    of("chinese", include_str!("../../rules/data/secret-words/chinese.txt"), Last, Around),
    of("czech", include_str!("../../rules/data/secret-words/czech.txt"), First, Around),
    of("danish", include_str!("../../rules/data/secret-words/danish.txt"), Last, Before),
    of("dutch", include_str!("../../rules/data/secret-words/dutch.txt"), Last, Around),
    of("finnish", include_str!("../../rules/data/secret-words/finnish.txt"), Last, Before),
    of("french", include_str!("../../rules/data/secret-words/french.txt"), First, Before),
    of("german", include_str!("../../rules/data/secret-words/german.txt"), Last, Around),
    of("greek", include_str!("../../rules/data/secret-words/greek.txt"), First, Before),
    of("hebrew", include_str!("../../rules/data/secret-words/hebrew.txt"), First, Before),
    of("hindi", include_str!("../../rules/data/secret-words/hindi.txt"), Last, Around),
    of("hungarian", include_str!("../../rules/data/secret-words/hungarian.txt"), Last, Around),
    of("indonesian", include_str!("../../rules/data/secret-words/indonesian.txt"), First, Before),
    of("italian", include_str!("../../rules/data/secret-words/italian.txt"), First, Before),
    of("japanese", include_str!("../../rules/data/secret-words/japanese.txt"), Last, Around),
    of("korean", include_str!("../../rules/data/secret-words/korean.txt"), Last, Around),
    of("norwegian", include_str!("../../rules/data/secret-words/norwegian.txt"), Last, Before),
    of("persian", include_str!("../../rules/data/secret-words/persian.txt"), First, Around),
    of("polish", include_str!("../../rules/data/secret-words/polish.txt"), First, Around),
    of("portuguese", include_str!("../../rules/data/secret-words/portuguese.txt"), First, Before),
    of("romanian", include_str!("../../rules/data/secret-words/romanian.txt"), First, Before),
    of("russian", include_str!("../../rules/data/secret-words/russian.txt"), First, Around),
    of("spanish", include_str!("../../rules/data/secret-words/spanish.txt"), First, Before),
    of("swedish", include_str!("../../rules/data/secret-words/swedish.txt"), Last, Before),
    of("thai", include_str!("../../rules/data/secret-words/thai.txt"), First, Before),
    of("turkish", include_str!("../../rules/data/secret-words/turkish.txt"), Last, Around),
    of("ukrainian", include_str!("../../rules/data/secret-words/ukrainian.txt"), First, Around),
    of("vietnamese", include_str!("../../rules/data/secret-words/vietnamese.txt"), First, Before),
];

const fn of(name: &'static str, list: &'static str, head: Head, verbs: Verbs) -> Language {
    #[cfg(not(test))]
    let _ = name;
    Language {
        #[cfg(test)]
        name,
        list,
        head,
        verbs,
    }
}
