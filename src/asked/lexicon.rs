//! All lists in one: phrases as paths of words.
//! In: the lists of every language. Out: for a word its numbers, and for a path of numbers what the phrase does.
//! Never: a look at one language after another; a word is looked up once for all of them.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::affix::Affixes;
use super::fold::Class;
use super::fold::Folded;
use super::fold::likeness;
use super::fold::looks_like;
use super::language::Head;
use super::language::LANGUAGES;
use super::language::Verbs;
use super::languages::Languages;
use super::list;
use super::list::Item;
use super::list::Standing;
use super::list::Usage;
use super::sieve::Known;
use super::sieve::Sieve;
use super::words::Word;
use super::words::Words;
use crate::text::hash::Fnv;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);

/// Personal data, in several languages in one list.
const PERSONAL_DATA: &str = include_str!("../../rules/data/personal-data.txt");

/// Letters of a term of several words that are written as one too: `access token`, `accesstoken`.
const JOINED: usize = 6;
/// Letters of a word all of which are of another script, so that its looks are no accident.
const NO_ACCIDENT: usize = 5;
/// Letters of a word that is imitated.
const FEWEST: usize = 3;
/// Numbers of one word that are looked at: the word itself, and stems that it begins or ends with.
const NUMBERS: usize = 8;
const ROOT: usize = 0;

/// Words of Romance languages and Dutch that names leave out between two others.
const PARTICLES: [&str; 18] = [
    "d", "da", "das", "de", "del", "dell", "della", "des", "di", "do", "dos", "du", "el", "l", "la", "le", "lo", "van",
];

/// What a phrase does, and in which languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) usage: Usage,
    /// Of an English term: all, because English words for secrets are met in every language.
    pub(super) languages: Languages,
}

/// The end of a path of words.
#[derive(Default)]
pub(super) struct Node {
    pub(super) entries: Vec<Entry>,
    /// True where a term ends here or further on.
    leads_to_term: bool,
}

/// The numbers of a word.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbers {
    list: [usize; NUMBERS],
    count: usize,
    /// True where the word only looks like one that is known.
    pub(super) is_disguised: bool,
}

impl Numbers {
    fn push(&mut self, number: usize) {
        if let Some(slot) = self.list.get_mut(self.count) {
            *slot = number;
            self.count += 1;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.list.iter().take(self.count).copied()
    }
}

/// Every phrase of every list.
pub(super) struct Lexicon {
    exact: HashMap<Box<[u8]>, usize, Fnv>,
    beginnings: Affixes,
    ends: Affixes,
    /// English words of terms by their looks.
    likenesses: HashMap<Box<[u8]>, usize, Fnv>,
    words: usize,
    edges: HashMap<(usize, usize), usize, Fnv>,
    nodes: Vec<Node>,
    sieve: Sieve,
    /// Languages in which the last noun of a row is what it is about.
    pub(super) head_last: Languages,
    /// Languages whose verbs may stand behind what they ask for.
    pub(super) verbs_around: Languages,
}

impl Lexicon {
    pub(super) fn get() -> &'static Self {
        &LEXICON
    }

    fn read() -> Self {
        let mut lexicon = Self {
            exact: HashMap::default(),
            beginnings: Affixes::default(),
            ends: Affixes::default(),
            likenesses: HashMap::default(),
            words: 0,
            edges: HashMap::default(),
            nodes: vec![Node::default()],
            sieve: Sieve::new(),
            head_last: Languages::default(),
            verbs_around: Languages::default(),
        };
        let mut own = Languages::ENGLISH;
        for language in LANGUAGES {
            if language.head == Head::Last {
                lexicon.head_last = lexicon.head_last.with(own);
            }
            if language.verbs == Verbs::Around {
                lexicon.verbs_around = lexicon.verbs_around.with(own);
            }
            list::items(language.list).for_each(|item| lexicon.add_spellings(&item, own));
            own = own.next();
        }
        list::items(PERSONAL_DATA).for_each(|item| lexicon.add_spellings(&item, Languages::PERSONAL_DATA));
        lexicon
    }

    /// Adds an item as the list has it, and as it is written in names.
    fn add_spellings(&mut self, item: &Item, own: Languages) {
        self.add(item.usage, item.phrase, own);
        if let Some(phrase) = transcribed(item.phrase) {
            self.add(item.usage, &phrase, own);
        }
        if let Usage::Term(kind, standing) = item.usage
            && own != Languages::ENGLISH
            && let Some(phrase) = without_particles(item.phrase)
        {
            let standing = if standing == Standing::Weak { Standing::Weak } else { Standing::Whole };
            self.add(Usage::Term(kind, standing), &phrase, own);
        }
    }

    fn add(&mut self, usage: Usage, phrase: &str, own: Languages) {
        let is_term = usage.is_worth_reading();
        let languages = if is_term && own == Languages::ENGLISH { Languages::ALL } else { own };
        let patterns: Vec<_> = patterns(phrase).collect();
        let mut node = ROOT;
        for pattern in &patterns {
            let number = self.number(pattern);
            if languages == Languages::ALL {
                self.add_likeness(pattern, number);
            }
            node = self.step(node, number, is_term);
        }
        self.end(node, Entry { usage, languages });
        if let (true, Some(first)) = (is_term, patterns.first()) {
            self.sieve.add(first.known(), patterns.get(1).map(Pattern::known));
        }
        if let (Usage::Term(..), Some(joined)) = (usage, joined(&patterns)) {
            self.sieve.add(joined.known(), None);
            let number = self.number(&joined);
            let node = self.step(ROOT, number, true);
            self.end(node, Entry { usage, languages });
        }
    }

    /// The number of a word of a list.
    fn number(&mut self, pattern: &Pattern) -> usize {
        let new = self.words + 1;
        let word = pattern.folded.as_bytes();
        let number = match pattern.open {
            Open::No => *self.exact.entry(word.into()).or_insert(new),
            Open::End => self.beginnings.add_beginning(word, new),
            Open::Beginning => self.ends.add_end(word, new),
        };
        self.words = self.words.max(number);
        number
    }

    /// Adds what a word of an English term looks like: it is imitated with letters of other scripts.
    fn add_likeness(&mut self, pattern: &Pattern, number: usize) {
        let word = std::str::from_utf8(pattern.folded.as_bytes()).unwrap_or_default();
        if pattern.open == Open::No && word.is_ascii() && word.len() >= FEWEST {
            self.likenesses.entry(likeness(word).as_bytes().into()).or_insert(number);
        }
    }

    fn step(&mut self, from: usize, number: usize, to_term: bool) -> usize {
        let new = self.nodes.len();
        let to = *self.edges.entry((from, number)).or_insert(new);
        if to == new {
            self.nodes.push(Node::default());
        }
        if let Some(node) = self.nodes.get_mut(to) {
            node.leads_to_term |= to_term;
        }
        to
    }

    fn end(&mut self, node: usize, entry: Entry) {
        let Some(node) = self.nodes.get_mut(node) else { return };
        match node.entries.iter_mut().find(|known| known.usage == entry.usage) {
            Some(known) => known.languages = known.languages.with(entry.languages),
            None => node.entries.push(entry),
        }
    }

    /// True where a list has the word.
    pub(super) fn knows(&self, word: &Folded) -> bool {
        !word.is_cut() && self.exact.contains_key(word.as_bytes())
    }

    /// True where the word is a term by itself.
    pub(super) fn is_term(&self, word: &Folded) -> bool {
        let number = self.exact.get(word.as_bytes()).filter(|_| !word.is_cut());
        let node = number.and_then(|number| self.next(ROOT, *number)).and_then(|node| self.nodes.get(node));
        node.is_some_and(|node| node.entries.iter().any(|entry| matches!(entry.usage, Usage::Term(..))))
    }

    /// The numbers of a word of a text; `written` is the word as it stands there.
    pub(super) fn numbers(&self, word: &Word, written: &str) -> Numbers {
        let mut numbers = Numbers::default();
        let folded = word.folded.as_bytes();
        if !word.folded.is_cut() {
            self.exact.get(folded).into_iter().for_each(|number| numbers.push(*number));
            self.ends.ends(folded).for_each(|number| numbers.push(number));
        }
        let beginnings = self.beginnings.beginnings(folded);
        let kept = beginnings.filter(|(number, rest)| rest.is_empty() || !self.denies_rest(*number, rest));
        kept.for_each(|(number, _)| numbers.push(number));
        if numbers.count == 0 && word.class.is_cased() && !folded.is_ascii() {
            let is_mixed = written.bytes().any(|byte| byte.is_ascii_alphabetic());
            let like = looks_like(written).filter(|like| is_mixed || like.as_bytes().len() >= NO_ACCIDENT);
            if let Some(number) = like.and_then(|like| self.likenesses.get(like.as_bytes())) {
                numbers.push(*number);
                numbers.is_disguised = true;
            }
        }
        numbers
    }

    /// True where the rest of a compound takes the meaning of its beginning away: a policy, a length.
    fn denies_rest(&self, number: usize, rest: &[u8]) -> bool {
        let entries = |number| self.next(ROOT, number).and_then(|node| self.nodes.get(node)).map(|node| &node.entries);
        let beginnings = self.beginnings.beginnings(rest).map(|(number, _)| number);
        let mut words = self.exact.get(rest).copied().into_iter().chain(beginnings).chain(self.ends.ends(rest));
        let own = entries(number).map_or(&[][..], Vec::as_slice);
        words.any(|word| {
            entries(word).into_iter().flatten().any(|entry| {
                matches!(entry.usage, Usage::Beside | Usage::Behind)
                    && own
                        .iter()
                        .any(|own| matches!(own.usage, Usage::Term(..)) && own.languages.meets(entry.languages))
            })
        })
    }

    /// The path that goes on from a node with a word.
    pub(super) fn next(&self, node: usize, number: usize) -> Option<usize> {
        self.edges.get(&(node, number)).copied()
    }

    /// The beginning of every path.
    pub(super) fn root(&self) -> usize {
        ROOT
    }

    pub(super) fn node(&self, node: usize) -> Option<&Node> {
        self.nodes.get(node)
    }

    /// True where a term stands in the text. Allocates nothing: most texts hold none and are done with here.
    pub(super) fn finds_term(&self, text: &str) -> bool {
        self.sieve.may_hold(text) && self.looks_for_term(text)
    }

    fn looks_for_term(&self, text: &str) -> bool {
        let mut words = Words::of(text, Some(self));
        while let Some(word) = words.next() {
            if self.begins_term(ROOT, &word, text, &words) {
                return true;
            }
        }
        false
    }

    /// True where a term goes on from a node with this word and those after it.
    fn begins_term(&self, node: usize, word: &Word, text: &str, after: &Words<'_>) -> bool {
        let numbers = self.numbers(word, text.get(word.start..word.end).unwrap_or_default());
        numbers.iter().filter_map(|number| self.next(node, number)).any(|next| {
            let Some(node) = self.nodes.get(next).filter(|node| node.leads_to_term) else { return false };
            if node.entries.iter().any(|entry| entry.usage.is_worth_reading()) {
                return true;
            }
            let mut after = after.clone();
            after.next().is_some_and(|word| self.begins_term(next, &word, text, &after))
        })
    }
}

/// The item with two letters for one that keyboards and names lack: `schluessel`, `noegle`; none where it has no such
/// letter.
fn transcribed(phrase: &str) -> Option<String> {
    if phrase.is_ascii() {
        return None;
    }
    let pairs = [('\u{e4}', "ae"), ('\u{f6}', "oe"), ('\u{fc}', "ue"), ('\u{e5}', "aa"), ('\u{f8}', "oe")];
    let has_one = pairs.iter().any(|(letter, _)| phrase.contains(*letter));
    has_one.then(|| pairs.iter().fold(phrase.to_owned(), |spelled, (letter, pair)| spelled.replace(*letter, pair)))
}

/// The item as names have it, which leave out what only joins words: `codigo_verificacion`; none where nothing does.
fn without_particles(phrase: &str) -> Option<String> {
    let words: Vec<_> = phrase.split([' ', '\'']).collect();
    let inside = 1..words.len().saturating_sub(1);
    let kept = words.iter().enumerate().filter(|(at, word)| !inside.contains(at) || !PARTICLES.contains(word));
    let kept: Vec<_> = kept.map(|(_, word)| *word).collect();
    (kept.len() < words.len()).then(|| kept.join(" "))
}

/// A word of a list.
struct Pattern {
    folded: Folded,
    class: Class,
    open: Open,
}

impl Pattern {
    fn known(&self) -> Known<'_> {
        let word = self.folded.as_bytes();
        match self.open {
            Open::No => Known::Word(word),
            Open::End => Known::Beginning(word),
            Open::Beginning => Known::End(word),
        }
    }
}

/// Where `*` stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Beginning,
    End,
    No,
}

/// The words of an item.
fn patterns(phrase: &str) -> impl Iterator<Item = Pattern> {
    phrase.split_whitespace().flat_map(|piece| {
        let open = match (piece.starts_with('*'), piece.ends_with('*')) {
            (true, _) => Open::Beginning,
            (false, true) => Open::End,
            (false, false) => Open::No,
        };
        let piece = piece.trim_matches('*');
        Words::of(piece, None).map(move |word| {
            let is_first = word.start == 0;
            let is_last = word.end == piece.len();
            let open = match open {
                Open::Beginning if is_first && word.class != Class::Single => Open::Beginning,
                Open::End if is_last && word.class != Class::Single => Open::End,
                _ => Open::No,
            };
            Pattern { folded: word.folded, class: word.class, open }
        })
    })
}

/// The words of a term as one; none where that would be too short, or no word.
fn joined(patterns: &[Pattern]) -> Option<Pattern> {
    let (last, before) = patterns.split_last().filter(|(_, before)| !before.is_empty())?;
    let is_plain = |pattern: &Pattern| pattern.open == Open::No && pattern.class != Class::Digit;
    if patterns.iter().any(|pattern| pattern.class == Class::Single) || !before.iter().all(is_plain) {
        return None;
    }
    let mut folded = Folded::new();
    for pattern in patterns {
        std::str::from_utf8(pattern.folded.as_bytes()).unwrap_or_default().chars().for_each(|c| folded.push(c));
    }
    let is_long = folded.as_bytes().len() >= JOINED && !folded.is_cut() && last.open != Open::Beginning;
    is_long.then_some(Pattern { folded, class: last.class, open: last.open })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Terms and examples of every list, and the same as names are written.
    fn texts() -> impl Iterator<Item = String> {
        let lists = LANGUAGES.iter().map(|language| language.list).chain([PERSONAL_DATA]);
        let texts = lists.flat_map(|list| {
            let examples = list.lines().filter_map(|line| line.strip_prefix("example:")).map(str::to_owned);
            list::items(list).map(|item| item.phrase.replace('*', "x")).chain(examples)
        });
        texts.flat_map(|text| {
            let camel = text.split(' ').map(|word| {
                let (first, rest) = word.split_at_checked(1).unwrap_or(("", word));
                first.to_ascii_uppercase() + rest
            });
            let camel = camel.collect::<String>();
            [text.replace(' ', "_").to_uppercase(), text.replace(' ', "-"), format!("my{camel}2"), camel, text]
        })
    }

    #[test]
    fn what_the_sieve_keeps_back_holds_no_term() {
        let lexicon = Lexicon::get();
        let mut kept = 0;
        for text in texts() {
            if !lexicon.sieve.may_hold(&text) {
                assert!(!lexicon.looks_for_term(&text), "{text}");
                kept += 1;
            }
        }
        assert!(kept > 1000, "{kept} texts are done with by the sieve");
    }

    #[test]
    fn plain_text_is_done_with_by_the_sieve() {
        for text in [
            "Tell us where the parcel shall go and when somebody is at home to take it.",
            "Tell me about the trip you want to book next month",
            "Which branch shall be deployed, main or next?",
            "There is no table for four on Friday. Shall we look at another date?",
            "Merge the pull request and delete the branch?",
            "How many nights, and for how many people?",
            "shippingMethod",
            "number_of_guests",
        ] {
            assert!(!Lexicon::get().sieve.may_hold(text), "{text}");
        }
    }

    #[test]
    fn stems_are_as_long_as_what_they_are_looked_up_by() {
        let lists = LANGUAGES.iter().map(|language| language.list).chain([PERSONAL_DATA]);
        for item in lists.flat_map(list::items) {
            for pattern in patterns(item.phrase) {
                let shortest = match pattern.open {
                    Open::No => 0,
                    Open::End => 3,
                    Open::Beginning => 4,
                };
                assert!(pattern.folded.as_bytes().len() >= shortest, "{}", item.phrase);
            }
        }
    }
}
