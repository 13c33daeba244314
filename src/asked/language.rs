//! The languages in which forms are read.
//! In: the lists of `rules/data`, compiled in. Out: one table, English first.
//! Never: a word; these stand in the lists.

/// A language and what its lists do not say of its sentences.
pub(super) struct Language {
    pub(super) name: &'static str,
    pub(super) list: &'static str,
    /// Where the word stands that a row of nouns is about.
    pub(super) head: Head,
    /// Where a verb that asks stands, seen from what it asks for.
    pub(super) verbs: Verbs,
}

/// "API key" is a key, and "clave API" is one too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    First,
    Last,
}

/// "Enter the password", and "passwords enter please".
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verbs {
    Around,
    Before,
}

/// English first: its words are met in every language.
pub(super) const LANGUAGES: &[Language] = &[Language {
    name: "english",
    list: include_str!("../../rules/data/secret-words/english.txt"),
    head: Head::Last,
    verbs: Verbs::Before,
}];
