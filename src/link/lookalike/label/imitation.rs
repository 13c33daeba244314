//! Labels of a foreign script that read as Latin letters or ASCII digits from end to end.
//! In: a label with what is in it, and its top-level domain. Out: a fault.
//! Never: a fault of a name in the script of its own domain, or of a word of a living language.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::LabelFault;
use super::LabelFaultKind;
use super::letters::Letter;
use super::letters::Likeness;
use super::letters::Scripts;
use super::survey::Survey;
use crate::link::table;
use crate::text::hash::Fnv;

/// A top-level domain.
#[derive(Clone, Copy)]
pub(super) struct Domain<'a> {
    text: &'a str,
}

impl<'a> Domain<'a> {
    /// The last label of a name, whatever dots follow it.
    pub(super) fn of(name: &'a str) -> Self {
        Self { text: name.rsplit('.').find(|label| !label.is_empty()).unwrap_or(name) }
    }

    pub(super) fn is_any_of(self, domains: &str) -> bool {
        domains.split(' ').any(|domain| domain == self.text)
    }

    /// True where people who read the domain read this script: it is written in it, or stands for a country that
    /// writes it.
    fn writes(self, script: &Script) -> bool {
        let decoded = self.text.strip_prefix("xn--").and_then(idna::punycode::decode);
        self.is_any_of(script.domains)
            || decoded.is_some_and(|label| {
                label.into_iter().filter_map(Letter::of).any(|letter| is_written_in(letter.scripts, script.scripts))
            })
    }
}

fn is_written_in(scripts: Scripts, script: Scripts) -> bool {
    scripts != Scripts::ALL && scripts.meets(script)
}

/// A label whose every letter reads as Latin, most of them by their very shape. Two letters are hardly ever a word.
pub(super) fn whole_script(label: &[char], survey: &Survey, domain: Domain<'_>) -> Option<LabelFault> {
    let is_imitation = survey.letters > 0
        && survey.imitations == survey.letters
        && (survey.identical * 2 >= survey.letters || survey.letters == 2)
        && !survey.has_latin
        && !survey.scripts.is_none()
        && survey.mixed_digits().is_none();
    if !is_imitation || is_honest(label) || is_at_home(survey, domain) {
        return None;
    }
    let is_foreign = |character: &char| Letter::of(*character).is_some_and(|letter| letter.scripts != Scripts::ALL);
    let character = label.iter().copied().find(is_foreign)?;
    let reason = "reads as Latin, as do all letters of the label";
    Some(LabelFault::new(LabelFaultKind::WholeScript, character, reason))
}

/// A label that reads as a number and is none. Letters alone are a word.
pub(super) fn digits(label: &[char], survey: &Survey, domain: Domain<'_>) -> Option<LabelFault> {
    let is_number = survey.false_digits > 0
        && survey.ascii_digits + survey.false_digits + survey.separators == label.len()
        && (survey.ascii_digits > 0 || (survey.other_digits > 0 && !is_at_home(survey, domain)));
    if !is_number {
        return None;
    }
    let is_false = |character: &char| Letter::of(*character).is_some_and(|letter| letter.likeness.digit);
    let character = label.iter().copied().find(is_false)?;
    let reason = "reads as an ASCII digit, in a label that holds nothing but digits";
    Some(LabelFault::new(LabelFaultKind::SuspiciousCharacter, character, reason))
}

/// True where the script of the label is that of its domain, or has no letters that read as Latin.
fn is_at_home(survey: &Survey, domain: Domain<'_>) -> bool {
    let script = SCRIPTS.iter().find(|script| script.scripts.meets(survey.scripts));
    script.is_none_or(|script| domain.writes(script))
}

/// True for words of living languages, between digits and hyphens.
#[cold]
fn is_honest(label: &[char]) -> bool {
    let words = label.split(char::is_ascii).filter(|word| !word.is_empty());
    words.map(String::from_iter).all(|word| WORDS.contains(word.as_str()))
}

/// What the tables say that characters are taken for; some more than once.
pub(super) fn likenesses() -> impl Iterator<Item = (char, Likeness)> {
    let identical = Likeness { identical: true, ..Likeness::default() };
    let similar = Likeness { similar: true, ..Likeness::default() };
    let digit = Likeness { digit: true, ..Likeness::default() };
    let letters = SCRIPTS.iter().flat_map(move |script| {
        let identical = script.identical.chars().map(move |character| (character, identical));
        identical.chain(script.similar.chars().map(move |character| (character, similar)))
    });
    let digits = table::rows(DIGITS_TABLE)
        .flat_map(move |[_, characters]: [&str; 2]| characters.chars().map(move |character| (character, digit)));
    letters.chain(digits)
}

/// A script with letters that read as Latin.
struct Script {
    scripts: Scripts,
    identical: &'static str,
    similar: &'static str,
    domains: &'static str,
}

static SCRIPTS: LazyLock<Vec<Script>> = LazyLock::new(|| {
    let rows = table::rows(SCRIPTS_TABLE).map(|[code, identical, similar, domains]| {
        Scripts::of_code(code).map(|scripts| Script { scripts, identical, similar, domains })
    });
    rows.flatten().collect()
});

static WORDS: LazyLock<HashSet<&str, Fnv>> = LazyLock::new(|| {
    let lines = WORDS_LIST.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": ")).flat_map(|(_, words)| words.split(' ')).collect()
});

const SCRIPTS_TABLE: &str = include_str!("../../../../rules/data/script-imitations.csv");
const DIGITS_TABLE: &str = include_str!("../../../../rules/data/digit-imitations.csv");
const WORDS_LIST: &str = include_str!("../../../../rules/data/label-words.txt");

#[cfg(test)]
#[path = "tests_imitation.rs"]
mod tests;
