//! Characters that are honest in one place of a label and deceive in another.
//! In: a label and its top-level domain. Out: the first character that stands where it should not.
//! Never: a character that no label should hold.

use std::sync::LazyLock;

use super::LabelFault;
use super::LabelFaultKind;
use super::imitation::Domain;
use super::letters::Kind;
use super::letters::Letter;
use super::letters::Scripts;
use super::letters::code_point;
use super::survey::Survey;
use crate::link::table;
use unicode_normalization::char::decompose_canonical;

/// The first character that stands where it should not.
pub(super) fn fault(label: &[char], survey: &Survey, domain: Domain<'_>) -> Option<LabelFault> {
    (0..label.len()).find_map(|index| {
        let has_latin = survey.has_latin;
        let at = Spot { before: label.get(..index)?, after: label.get(index + 1..)?, has_latin };
        let character = *label.get(index)?;
        let letter = Letter::of(character)?;
        let reason = match letter.kind {
            Kind::Mark => at.fault_of_mark(character),
            Kind::Joiner => at.fault_of_joiner(character),
            _ => at.fault_of_place(character, PLACES.get(usize::from(letter.place?))?, domain),
        };
        reason.map(|reason| LabelFault::new(LabelFaultKind::SuspiciousCharacter, character, reason))
    })
}

/// What stands around a character.
#[derive(Clone, Copy)]
struct Spot<'l> {
    before: &'l [char],
    after: &'l [char],
    /// The label holds Latin letters.
    has_latin: bool,
}

impl Spot<'_> {
    fn fault_of_place(self, character: char, place: &Place, domain: Domain<'_>) -> Option<&'static str> {
        let is_right = match place.rule {
            Rule::Letters { after, before, domains } => {
                domain.is_any_of(domains)
                    && (after.is_empty() || self.last().is_some_and(|letter| after.contains(letter)))
                    && (before.is_empty() || self.next().is_some_and(|letter| before.contains(letter)))
            }
            Rule::AfterKana => self.last_meets(Scripts::HIRAGANA) || self.last_meets(Scripts::KATAKANA),
            Rule::AfterKatakana => self.last_meets(Scripts::KATAKANA),
            Rule::AfterHiragana => self.last_meets(Scripts::HIRAGANA),
            Rule::BeforeCjk => self.next().is_some_and(is_cjk) && self.last().is_none_or(is_cjk),
            Rule::Slash => self.edges().any(is_cjk) || self.edges().next().is_none(),
            Rule::Stroke => !self.has_latin || self.last().is_some_and(is_stroke) || self.touches_word(),
            Rule::OtherKana => !self.is_among_other_kana(character),
        };
        (!is_right).then_some(place.reason)
    }

    fn fault_of_mark(self, mark: char) -> Option<&'static str> {
        let marks = self.before.iter().rev().take_while(|character| is_mark(**character)).count();
        let (before, marks) = self.before.split_at(self.before.len() - marks);
        let Some(&base) = before.last() else { return Some("is a mark without a letter") };
        let scripts = Letter::of(base).map_or(Scripts::ALL, |letter| letter.scripts);
        if scripts == Scripts::ALL {
            return Some("is a mark without a letter");
        }
        if matches!(mark, '\u{300}'..='\u{339}') && !scripts.meets(Scripts::LATIN_GREEK_CYRILLIC) {
            return Some("is a mark of Latin letters on a letter of another script");
        }
        if base == '\u{131}' {
            return Some("is a mark on a letter that it makes another of");
        }
        if mark == '\u{307}' && matches!(base, 'i' | 'j' | 'l') {
            return Some("cannot be told from the dot of the letter below it");
        }
        let mut is_repeated = marks.contains(&mark);
        decompose_canonical(base, |part| is_repeated |= part == mark);
        is_repeated.then_some("is a mark that its letter has already")
    }

    /// IDNA has seen that a non-joiner ends an Arabic letter or follows a virama, and a joiner follows one (RFC 5892
    /// appendix A). Persian, Kurdish and others write the one, Sinhala the other; Nepali and Marathi join an r.
    fn fault_of_joiner(self, joiner: char) -> Option<&'static str> {
        let is_right = match (joiner, self.before) {
            ('\u{200c}', _) => self.last_meets(Scripts::ARABIC),
            (_, [.., '\u{dca}'] | [.., '\u{930}', '\u{94d}']) => true,
            _ => false,
        };
        (!is_right).then_some("cannot be seen, and changes no letter here that a reader would notice")
    }

    fn last(self) -> Option<char> {
        self.before.last().copied()
    }

    fn next(self) -> Option<char> {
        self.after.first().copied()
    }

    /// The characters beside it.
    fn edges(self) -> impl Iterator<Item = char> {
        self.last().into_iter().chain(self.next())
    }

    fn last_meets(self, scripts: Scripts) -> bool {
        self.last().is_some_and(|character| meets(character, scripts))
    }

    /// True where the first of some strokes belongs to a word: before or after them stands kana or another ideograph.
    fn touches_word(self) -> bool {
        let after = self.after.iter().copied().find(|character| !is_stroke(*character));
        self.last().is_some_and(is_cjk) || after.is_some_and(is_cjk)
    }

    /// True where it stands between kana of the other kind and the label holds nothing else.
    fn is_among_other_kana(self, character: char) -> bool {
        let is_other = |other: &char| match character {
            '\u{3041}'..='\u{3096}' => matches!(other, '\u{30a1}'..='\u{30ff}'),
            _ => matches!(other, '\u{3041}'..='\u{309f}' | '\u{30fc}'),
        };
        let beside = self.before.iter().chain(self.after);
        let stands_between = !self.before.is_empty() && !self.after.is_empty();
        stands_between && beside.clone().all(|other| *other == character || is_other(other))
    }
}

fn meets(character: char, scripts: Scripts) -> bool {
    Letter::of(character).is_some_and(|letter| letter.scripts != Scripts::ALL && letter.scripts.meets(scripts))
}

fn is_cjk(character: char) -> bool {
    meets(character, Scripts::CHINESE_OR_JAPANESE)
}

fn is_mark(character: char) -> bool {
    Letter::of(character).is_some_and(|letter| letter.kind == Kind::Mark)
}

fn is_stroke(character: char) -> bool {
    let place = Letter::of(character).and_then(|letter| letter.place);
    place.and_then(|place| PLACES.get(usize::from(place))).is_some_and(|place| matches!(place.rule, Rule::Stroke))
}

/// Where some characters may stand.
pub(super) struct Place {
    characters: Characters,
    rule: Rule,
    reason: &'static str,
}

enum Characters {
    Range(char, char),
    List(&'static str),
}

/// Where a character may stand.
enum Rule {
    /// Under some top-level domains, and where letters are given, after or before one of them.
    Letters {
        after: &'static str,
        before: &'static str,
        domains: &'static str,
    },
    AfterKana,
    AfterKatakana,
    AfterHiragana,
    /// Before kana or an ideograph, and after such a one or at the start.
    BeforeCjk,
    /// Beside kana or an ideograph, or alone.
    Slash,
    /// In a label without Latin letters, or beside kana or an ideograph that is more than a stroke.
    Stroke,
    /// Anywhere but between kana of the other kind.
    OtherKana,
}

impl Place {
    /// The characters that the rule is about.
    pub(super) fn characters(&self) -> impl Iterator<Item = char> + use<> {
        let (range, list) = match self.characters {
            Characters::Range(first, last) => (Some(first..=last), ""),
            Characters::List(list) => (None, list),
        };
        range.into_iter().flatten().chain(list.chars())
    }

    fn by_domain([first, last, after, before, domains, reason]: [&'static str; 6]) -> Option<Self> {
        let characters = Characters::Range(code_point(first)?, code_point(last)?);
        Some(Self { characters, rule: Rule::Letters { after, before, domains }, reason })
    }

    fn by_neighbours([characters, rule, reason]: [&'static str; 3]) -> Option<Self> {
        let rule = match rule {
            "after-kana" => Rule::AfterKana,
            "after-katakana" => Rule::AfterKatakana,
            "after-hiragana" => Rule::AfterHiragana,
            "before-cjk" => Rule::BeforeCjk,
            "slash" => Rule::Slash,
            "stroke" => Rule::Stroke,
            "other-kana" => Rule::OtherKana,
            _ => return None,
        };
        Some(Self { characters: Characters::List(characters), rule, reason })
    }
}

pub(super) static PLACES: LazyLock<Vec<Place>> = LazyLock::new(|| {
    let by_domain = table::rows(DOMAINS_TABLE).filter_map(Place::by_domain);
    by_domain.chain(table::rows(NEIGHBOURS_TABLE).filter_map(Place::by_neighbours)).collect()
});

const DOMAINS_TABLE: &str = include_str!("../../../../rules/data/label-letters-by-domain.csv");
const NEIGHBOURS_TABLE: &str = include_str!("../../../../rules/data/label-contexts.csv");

#[cfg(test)]
#[path = "tests_place.rs"]
mod tests;
