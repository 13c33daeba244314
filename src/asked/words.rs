//! A text as words.
//! In: a name, title, description or message. Out: its words, folded, with what stands between them.
//! Never: an allocation. `APIKey2`, `api_key_2` and `API key 2` are the same three words.

use super::fold::Class;
use super::fold::Folded;
use super::fold::letter_of;
use super::lexicon::Lexicon;

/// Letters in a row, each apart, that are read as one word: `p a s s w o r d`.
const FEWEST_APART: usize = 3;
const MOST_APART: usize = 32;
/// Signs between two letters that stand apart.
const WIDEST_APART: usize = 3;
/// A line at least this long may end because it was full.
const FULL_LINE: usize = 48;

/// What stands before a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// A blank, or nothing that divides: `_`, `-`, the hump of `apiKey`.
    None,
    /// A quotation mark.
    Quote,
    /// The end of a clause: comma, colon, bracket.
    Clause,
    /// The end of a sentence or line.
    Sentence,
}

/// A word of a text.
pub(super) struct Word {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) gap: Gap,
    pub(super) class: Class,
    pub(super) folded: Folded,
}

/// The words of a text, from left to right.
#[derive(Clone)]
pub(super) struct Words<'t> {
    text: &'t str,
    at: usize,
    /// End of the letters and digits in a row that are being split.
    run_end: usize,
    /// Letters that stand apart before this place are no word together.
    apart_end: usize,
    line_start: usize,
    /// None while the lists themselves are read: no spelling is looked through there.
    lexicon: Option<&'t Lexicon>,
}

/// Letters and digits in a row.
struct Run {
    end: usize,
    /// End without the digits at its end.
    bare_end: usize,
    letters: usize,
    /// True where a capital follows a small letter.
    has_hump: bool,
    /// True where digits or signs stand where letters could.
    has_sign: bool,
}

/// Letters that stand apart.
struct Apart {
    folded: Folded,
    count: usize,
    end: usize,
    /// Signs between the first two of them.
    width: Option<usize>,
}

impl Extend<(char, usize)> for Apart {
    fn extend<T: IntoIterator<Item = (char, usize)>>(&mut self, letters: T) {
        for (letter, end) in letters {
            self.folded.push(letter);
            self.count += 1;
            self.end = end;
        }
    }
}

impl<'t> Words<'t> {
    pub(super) fn of(text: &'t str, lexicon: Option<&'t Lexicon>) -> Self {
        Self { text, at: 0, run_end: 0, apart_end: 0, line_start: 0, lexicon }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes to the next word, and says what was passed.
    fn pass_gap(&mut self) -> Gap {
        let mut gap = Gap::None;
        let mut last = self.text.get(..self.at).and_then(|before| before.chars().next_back());
        let mut characters = self.rest().char_indices().peekable();
        let start = self.at;
        self.at = self.text.len();
        while let Some((offset, character)) = characters.next() {
            match Class::of(character) {
                Class::Other => {
                    let next = characters.peek().map(|(_, next)| *next);
                    gap = gap.max(self.gap_of(character, last, next, start + offset));
                }
                Class::Hidden | Class::Mark => {}
                _ => {
                    self.at = start + offset;
                    break;
                }
            }
            last = Some(character);
        }
        gap
    }

    fn gap_of(&mut self, character: char, last: Option<char>, next: Option<char>, at: usize) -> Gap {
        let is_blank = |character: Option<char>| character.is_none_or(char::is_whitespace);
        match character {
            ' ' | '_' => Gap::None,
            '\n' | '\u{2028}' | '\u{2029}' => {
                let is_full = at.saturating_sub(self.line_start) >= FULL_LINE;
                let goes_on = next.is_some_and(|next| matches!(Class::of(next), Class::Lower | Class::Letter));
                self.line_start = at + 1;
                if is_full && goes_on && last != Some('\n') { Gap::None } else { Gap::Sentence }
            }
            '.' if self.ends_abbreviation(at) => Gap::None,
            '.' if is_blank(next) || matches!(next, Some('"' | ')' | '\u{201d}')) => Gap::Sentence,
            '!' | '?' | '\u{3002}' | '\u{ff01}' | '\u{ff1f}' | '\u{61f}' | '\u{6d4}' | '\u{964}' => Gap::Sentence,
            '\'' | '\u{2019}' if is_letter(last) && is_letter(next) => Gap::None,
            '"'
            | '\''
            | '`'
            | '\u{2018}'..='\u{201f}'
            | '\u{ab}'
            | '\u{bb}'
            | '\u{2039}'
            | '\u{203a}'
            | '\u{300c}'..='\u{300f}' => Gap::Quote,
            '-' | '/' if is_blank(last) && is_blank(next) => Gap::Clause,
            ','
            | ';'
            | ':'
            | '('
            | ')'
            | '['
            | ']'
            | '{'
            | '}'
            | '|'
            | '='
            | '<'
            | '>'
            | '\u{2013}'
            | '\u{2014}'
            | '\u{2022}'
            | '\u{2026}'
            | '\u{60c}'
            | '\u{61b}'
            | '\u{2190}'..='\u{21ff}'
            | '\u{3001}'
            | '\u{3008}'..='\u{300b}'
            | '\u{3010}'
            | '\u{3011}'
            | '\u{ff08}'
            | '\u{ff09}'
            | '\u{ff0c}'
            | '\u{ff1a}'
            | '\u{ff1b}' => Gap::Clause,
            _ => Gap::None,
        }
    }

    /// True at the second stop of `e.g.` and its like.
    fn ends_abbreviation(&self, at: usize) -> bool {
        let mut before = self.text.get(..at).unwrap_or_default().bytes().rev();
        let letters = [before.next(), before.nth(1)];
        let is_letter = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic());
        let stop = at.checked_sub(2).and_then(|stop| self.text.as_bytes().get(stop));
        let edge = before.next().is_none_or(|byte| !byte.is_ascii_alphanumeric());
        letters.into_iter().all(is_letter) && stop == Some(&b'.') && edge
    }

    /// The letters and digits in a row that begin here.
    fn run(&self) -> Run {
        let mut run = Run { end: self.at, bare_end: self.at, letters: 0, has_hump: false, has_sign: false };
        let mut previous = Class::Other;
        let mut sign = false;
        let mut characters = self.rest().char_indices().peekable();
        while let Some((offset, character)) = characters.next() {
            let class = Class::of(character);
            let goes_on = characters.peek().is_some_and(|(_, next)| is_sign(*next) || is_of_run(Class::of(*next)));
            let is_sign = is_sign(character) && run.letters > 0 && goes_on;
            if !is_of_run(class) && !is_sign {
                break;
            }
            run.end = self.at + offset + character.len_utf8();
            if class.is_cased() {
                let is_hump = previous == Class::Upper && class == Class::Lower && run.letters > 1;
                run.has_hump |= is_hump || (previous == Class::Lower && class == Class::Upper);
                run.has_sign |= sign;
                run.letters += 1;
            }
            if class == Class::Digit || is_sign {
                sign = true;
            } else {
                run.bare_end = run.end;
            }
            if class != Class::Mark && class != Class::Hidden {
                previous = class;
            }
        }
        run.has_sign |= sign && run.letters > 1;
        run
    }

    /// The word that this run of letters is as a whole, where a list knows it: `GitHub`, `PaSsWoRd`, `p4ssw0rd`.
    fn whole(&mut self, gap: Gap, lexicon: &Lexicon) -> Option<Word> {
        let run = self.run();
        self.run_end = run.end;
        if run.has_hump {
            let folded = Folded::of(self.text.get(self.at..run.bare_end)?);
            if lexicon.knows(&folded) {
                return Some(self.take(run.bare_end, gap, folded));
            }
        }
        if run.has_sign {
            for (end, one) in [(run.end, 'i'), (run.end, 'l'), (run.bare_end, 'i'), (run.bare_end, 'l')] {
                let folded = with_letters(self.text.get(self.at..end)?, one);
                if let Some(folded) = folded.filter(|folded| lexicon.is_term(folded)) {
                    return Some(self.take(end, gap, folded));
                }
            }
        }
        if run.letters == 1 && self.at >= self.apart_end { self.apart(gap, lexicon) } else { None }
    }

    /// The word whose letters stand apart, where a list knows it.
    fn apart(&mut self, gap: Gap, lexicon: &Lexicon) -> Option<Word> {
        let mut letters = Apart { folded: Folded::new(), count: 0, end: self.at, width: None };
        // A letter is known to stand apart when what follows it is no letter.
        let mut pending: Option<(char, usize)> = None;
        let mut between = 0;
        for (offset, character) in self.rest().char_indices() {
            let class = Class::of(character);
            if class.is_cased() {
                let is_wider = letters.width.is_some_and(|width| between > width);
                if pending.is_some() || is_wider || letters.count == MOST_APART {
                    pending = None;
                    break;
                }
                if letters.count > 0 {
                    letters.width.get_or_insert(between);
                }
                pending = Some((character, self.at + offset + character.len_utf8()));
                between = 0;
            } else if is_between_letters(character) && between < WIDEST_APART {
                letters.extend(pending.take());
                between += 1;
            } else if !matches!(class, Class::Hidden | Class::Mark) {
                break;
            }
        }
        letters.extend(pending);
        self.apart_end = letters.end;
        let is_word = letters.count >= FEWEST_APART && lexicon.knows(&letters.folded);
        is_word.then(|| self.take(letters.end, gap, letters.folded))
    }

    fn take(&mut self, end: usize, gap: Gap, folded: Folded) -> Word {
        let start = std::mem::replace(&mut self.at, end);
        self.run_end = self.run_end.max(end);
        Word { start, end, gap, class: Class::Lower, folded }
    }

    /// The next word of a run.
    fn split(&mut self, gap: Gap) -> Word {
        let mut word = Word { start: self.at, end: self.at, gap, class: Class::Other, folded: Folded::new() };
        let mut previous = Class::Other;
        let mut characters = self.rest().chars().peekable();
        while let Some(character) = characters.next() {
            let class = Class::of(character);
            let next = characters.peek().map_or(Class::Other, |next| Class::of(*next));
            let goes_on = previous == Class::Other || continues(previous, class, next);
            if class == Class::Other || !goes_on {
                break;
            }
            word.folded.push(character);
            word.end += character.len_utf8();
            if !matches!(class, Class::Hidden | Class::Mark) {
                if previous == Class::Other {
                    word.class = class;
                }
                previous = class;
            }
        }
        self.at = word.end;
        word
    }
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        let gap = self.pass_gap();
        if self.at >= self.text.len() {
            return None;
        }
        if let Some(lexicon) = self.lexicon
            && self.at >= self.run_end
            && let Some(word) = self.whole(gap, lexicon)
        {
            return Some(word);
        }
        Some(self.split(gap))
    }
}

/// True where a word goes on with this character: not at `K` of `apiKey` and `APIKey`, nor at `2` of `key2`.
fn continues(previous: Class, class: Class, next: Class) -> bool {
    match (previous, class) {
        (_, Class::Hidden | Class::Mark) | (Class::Upper, Class::Lower) => true,
        (Class::Single, _) | (_, Class::Single) => false,
        (Class::Upper, Class::Upper) => next != Class::Lower,
        (previous, class) => previous == class,
    }
}

fn is_of_run(class: Class) -> bool {
    !matches!(class, Class::Letter | Class::Other | Class::Single)
}

/// True for a sign that stands for a letter where letters stand around it.
fn is_sign(character: char) -> bool {
    matches!(character, '@' | '$' | '!')
}

fn is_between_letters(character: char) -> bool {
    matches!(character, ' ' | '_' | '-' | '.' | '*' | '\u{a0}' | '\u{b7}')
}

fn is_letter(character: Option<char>) -> bool {
    character.is_some_and(char::is_alphabetic)
}

/// The word with letters for the digits that stand in their place; none where something stands for no letter.
fn with_letters(word: &str, one: char) -> Option<Folded> {
    let mut folded = Folded::new();
    for character in word.chars().filter(|character| Class::of(*character) != Class::Hidden) {
        folded.push(letter_of(character, one)?);
    }
    Some(folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let folded = |word: Word| String::from_utf8(word.folded.as_bytes().to_vec()).unwrap();
        Words::of(text, None).map(folded).collect()
    }

    #[test]
    fn names_are_split_into_words() {
        for name in
            ["apiKey2", "APIKey2", "api_key_2", "api-key-2", "API key 2", "Api.Key.2", "api__key2", " API KEY 2"]
        {
            assert_eq!(words(name), ["api", "key", "2"], "{name}");
        }
        for (text, expected) in [
            ("", &[][..]),
            ("__", &[]),
            ("l'API d\u{2019}acc\u{e8}s", &["l", "api", "d", "acces"]),
            ("6\u{4f4d}\u{9a8c}\u{8bc1}\u{7801}", &["6", "\u{4f4d}", "\u{9a8c}", "\u{8bc1}", "\u{7801}"]),
            ("API\u{d0a4}", &["api", "\u{110f}\u{1175}"]),
            ("PIN\u{7801}", &["pin", "\u{7801}"]),
            ("pass\u{200b}word", &["password"]),
        ] {
            assert_eq!(words(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_stands_between_words_is_known() {
        let gaps = |text| Words::of(text, None).map(|word| word.gap).collect::<Vec<_>>();
        let (none, quote, clause, sentence) = (Gap::None, Gap::Quote, Gap::Clause, Gap::Sentence);
        for (text, expected) in [
            ("a b_c", vec![none, none, none]),
            ("a.b c. d", vec![none, none, none, sentence]),
            ("it's 'so'", vec![none, none, quote]),
            ("a, b: c (d)", vec![none, clause, clause, clause]),
            ("a - b-c", vec![none, clause, none]),
            ("a\nb", vec![none, sentence]),
            ("\u{5bc6}\u{3002}\u{7801}", vec![none, sentence]),
        ] {
            assert_eq!(gaps(text), expected, "{text:?}");
        }
    }
}
