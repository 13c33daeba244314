//! A text, read: its words, and every phrase of the lists in it.
//! In: a text that holds a term. Out: words and phrases by their place.
//! Never: a judgement on what the text asks for; a text without a term, which is not worth the list of words.

use super::data::Data;
use super::fold::Class;
use super::languages::Languages;
use super::languages::Votes;
use super::lexicon::Entry;
use super::lexicon::Lexicon;
use super::lexicon::Numbers;
use super::list::Kind;
use super::list::Standing;
use super::list::Usage;
use super::words::Gap;
use super::words::Words;
use crate::text::Span;

/// The length of a word, in letters of scripts that do not separate words, and that of the longest label.
const WORD: usize = 3;
const LABEL: usize = 12 * WORD;

/// A text as words and phrases.
pub(super) struct Reading<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: Vec<Token>,
    /// In the order in which they begin.
    pub(super) phrases: Vec<Phrase>,
    /// True where the text is a name, whose signs divide words and no clauses.
    pub(super) is_name: bool,
    /// True where it is as short as the name of a thing.
    pub(super) is_label: bool,
    /// Where its last line begins, in bytes.
    pub(super) last_line: usize,
    /// How many of its words belong to each language.
    pub(super) votes: Votes,
    /// The languages that most of its words belong to.
    pub(super) spoken: Languages,
}

/// A word of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) gap: Gap,
    pub(super) class: Class,
    pub(super) numbers: Numbers,
    /// True in an address, a path, a command: what is shown, and not said.
    pub(super) is_data: bool,
    pub(super) is_quoted: bool,
}

impl Token {
    /// What it adds to the length of a label: a word of a script without blanks is one letter.
    fn length(&self) -> usize {
        if self.class == Class::Single { 1 } else { WORD }
    }
}

/// A phrase of the lists, from one word to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phrase {
    pub(super) from: usize,
    /// The word after its last.
    pub(super) to: usize,
    pub(super) entry: Entry,
    pub(super) is_disguised: bool,
}

/// A term in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) phrase: Phrase,
    pub(super) kind: Kind,
    pub(super) standing: Standing,
}

impl Term {
    /// True where both are the same words of the text, which may mean one thing in one language and another in another.
    pub(super) fn is_where(&self, other: &Self) -> bool {
        (self.phrase.from, self.phrase.to) == (other.phrase.from, other.phrase.to)
    }
}

impl<'t> Reading<'t> {
    /// Reads a name; none where no term stands in it.
    pub(super) fn of_name(text: &'t str) -> Option<Self> {
        Lexicon::get().finds_term(text).then(|| Self::of(text, true))
    }

    /// Reads what is said to a person; none where no term stands in it.
    pub(super) fn of_prose(text: &'t str) -> Option<Self> {
        Lexicon::get().finds_term(text).then(|| Self::of(text, false))
    }

    /// Reads a text, also one without a term.
    pub(super) fn of(text: &'t str, is_name: bool) -> Self {
        let lexicon = Lexicon::get();
        let mut data = Data::of(text);
        let tokens = Words::of(text, Some(lexicon)).map(|word| {
            let written = text.get(word.start..word.end).unwrap_or_default();
            Token {
                start: word.start,
                end: word.end,
                gap: if is_name { Gap::None } else { word.gap },
                class: word.class,
                numbers: lexicon.numbers(&word, written),
                is_data: !is_name && data.holds(word.start),
                is_quoted: !is_name && data.quotes(word.start),
            }
        });
        let mut reading = Self {
            text,
            tokens: tokens.collect(),
            phrases: Vec::new(),
            is_name,
            is_label: false,
            last_line: text.trim_end().rfind('\n').map_or(0, |end| end + 1),
            votes: Votes::default(),
            spoken: Languages::default(),
        };
        reading.is_label = reading.tokens.iter().map(Token::length).sum::<usize>() <= LABEL;
        for from in 0..reading.tokens.len() {
            reading.walk(lexicon, lexicon.root(), from, from, false);
        }
        reading.vote();
        reading
    }

    /// Counts for each language the words that belong to its phrases.
    fn vote(&mut self) {
        let mut languages = vec![Languages::default(); self.tokens.len()];
        for phrase in &self.phrases {
            for word in languages.get_mut(phrase.from..phrase.to).unwrap_or_default() {
                *word = word.with(phrase.entry.languages);
            }
        }
        languages.into_iter().for_each(|word| self.votes.add(word));
        self.spoken = self.votes.spoken();
    }

    /// Adds the phrases that begin at word `from` and reach the node with the words before `at`.
    fn walk(&mut self, lexicon: &Lexicon, node: usize, from: usize, at: usize, is_disguised: bool) {
        let Some(token) = self.tokens.get(at).copied() else { return };
        if at > from && token.gap >= Gap::Clause {
            return;
        }
        for next in token.numbers.iter().filter_map(|number| lexicon.next(node, number)) {
            let is_disguised = is_disguised || token.numbers.is_disguised;
            let entries = lexicon.node(next).map_or(&[][..], |node| &node.entries);
            let phrase = |entry: &Entry| Phrase { from, to: at + 1, entry: *entry, is_disguised };
            self.phrases.extend(entries.iter().map(phrase));
            self.walk(lexicon, next, from, at + 1, is_disguised);
        }
    }

    /// True where a phrase does this.
    pub(super) fn says(&self, usage: Usage) -> bool {
        self.phrases.iter().any(|phrase| phrase.entry.usage == usage)
    }

    /// True where it speaks of a place that letters are sent to.
    pub(super) fn is_of_place(&self) -> bool {
        self.says(Usage::Place)
    }

    /// The phrases that begin at a word.
    pub(super) fn phrases_at(&self, word: usize) -> &[Phrase] {
        let start = self.phrases.partition_point(|phrase| phrase.from < word);
        let end = self.phrases.partition_point(|phrase| phrase.from <= word);
        self.phrases.get(start..end).unwrap_or_default()
    }

    /// The phrases that begin in a range of words.
    pub(super) fn phrases_in(&self, from: usize, to: usize) -> &[Phrase] {
        let start = self.phrases.partition_point(|phrase| phrase.from < from);
        let end = self.phrases.partition_point(|phrase| phrase.from < to);
        self.phrases.get(start..end.max(start)).unwrap_or_default()
    }

    /// The terms, without those that are a part of a longer one.
    pub(super) fn terms(&self) -> Vec<Term> {
        let mut terms: Vec<Term> = Vec::new();
        let mut reached = 0;
        for phrase in &self.phrases {
            let Usage::Term(kind, standing) = phrase.entry.usage else { continue };
            // The longest at a word comes last, and takes the place of the others.
            while terms.last().is_some_and(|last| last.phrase.from == phrase.from && last.phrase.to < phrase.to) {
                terms.pop();
            }
            let is_beside_last = terms.last().is_some_and(|last| last.phrase.from == phrase.from);
            if phrase.to > reached || (is_beside_last && phrase.to == reached) {
                reached = phrase.to;
                terms.push(Term { phrase: *phrase, kind, standing });
            }
        }
        terms
    }

    /// The bytes of a phrase; none where it is the whole text.
    pub(super) fn span(&self, phrase: &Phrase) -> Option<Span> {
        let start = self.tokens.get(phrase.from)?.start;
        let end = self.tokens.get(phrase.to.checked_sub(1)?)?.end;
        (start > 0 || end < self.text.len()).then(|| Span::new(start, end))
    }
}
