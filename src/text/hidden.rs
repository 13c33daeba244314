//! Characters that nobody sees, where no script and no emoji needs them.
//! In: a text that a person is shown. Out: the first run of such characters.
//! Never: a finding on text that is honest in its script: joiners of Persian and Hindi, flags, families, marks of
//! direction in Arabic and Hebrew.

use super::Span;
use super::bytes;
use super::escape::is_hidden;

/// Tags in the flag of a region: five letters or digits and the end.
const FLAG_TAGS: usize = 6;

/// The first characters in a row that have no business in the text, and the first of them.
pub(crate) fn first(text: &str) -> Option<(Span, char)> {
    let is_suspect = |byte: u8| (byte >= 0x7f) | ((byte < b' ') & (byte != b'\t') & (byte != b'\n'));
    if !bytes::any(text.as_bytes(), is_suspect) {
        return None;
    }
    let mut reader = Reader::new(text);
    let mut found: Option<(usize, usize, char)> = None;
    while let Some((at, character)) = reader.next() {
        let is_out_of_place = is_hidden(character) && !reader.belongs(at, character);
        match &mut found {
            None if is_out_of_place => found = Some((at, at + character.len_utf8(), character)),
            Some((_, end, _)) if is_out_of_place && *end == at => *end += character.len_utf8(),
            Some(_) => break,
            None => {}
        }
        reader.last = Some(character);
    }
    found.map(|(start, end, character)| (Span::new(start, end), character))
}

/// The first replacement character, which stands for what could not be decoded.
pub(crate) fn replacement(text: &str) -> Option<(Span, char)> {
    let character = char::REPLACEMENT_CHARACTER;
    text.find(character).map(|at| (Span::new(at, at + character.len_utf8()), character))
}

/// A walk over a text, and what of it decides on the next character.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    last: Option<char>,
    /// True where the text holds a letter that is read from right to left; unknown until it is asked for.
    right_to_left: Option<bool>,
    /// First-strong isolates that are open.
    isolates: usize,
    /// End of the flag that was read last.
    flag_end: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, last: None, right_to_left: None, isolates: 0, flag_end: 0 }
    }

    fn next(&mut self) -> Option<(usize, char)> {
        let at = self.at;
        let character = self.text.get(at..)?.chars().next()?;
        self.at += character.len_utf8();
        if character == '\u{1f3f4}' {
            self.flag_end = self.at + flag(self.text.get(self.at..)?);
        }
        Some((at, character))
    }

    fn follows(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    /// True for an invisible character where an honest text has it.
    fn belongs(&mut self, at: usize, character: char) -> bool {
        let last = self.last.unwrap_or('\0');
        let follows = self.follows().unwrap_or('\0');
        match character {
            '\t' | '\n' => true,
            '\r' => follows == '\n',
            '\u{200e}' | '\u{200f}' | '\u{61c}' => self.is_right_to_left(),
            '\u{2068}' => self.opens_isolate(),
            '\u{2069}' => self.closes_isolate(),
            '\u{200c}' => joins(last),
            '\u{200d}' => joins(last) || (is_pictograph(last) && is_pictograph(follows)),
            '\u{fe00}'..='\u{fe0f}' => !last.is_whitespace() && !is_hidden(last),
            '\u{e0100}'..='\u{e01ef}' => is_ideograph(last),
            '\u{e0020}'..='\u{e007f}' => at < self.flag_end,
            '\u{180b}'..='\u{180f}' => matches!(last, '\u{1800}'..='\u{18af}'),
            '\u{2800}' => is_braille(last) || is_braille(follows),
            '\u{17b4}' | '\u{17b5}' => matches!(last, '\u{1780}'..='\u{17ff}'),
            _ => character.is_whitespace() && !character.is_control(),
        }
    }

    fn is_right_to_left(&mut self) -> bool {
        let text = self.text;
        *self.right_to_left.get_or_insert_with(|| text.chars().any(is_right_to_left))
    }

    fn opens_isolate(&mut self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        // As many ends as beginnings must follow; a short text between the two keeps this linear.
        let is_closed = rest.chars().take(512).any(|character| character == '\u{2069}');
        self.isolates += usize::from(is_closed);
        is_closed
    }

    fn closes_isolate(&mut self) -> bool {
        let is_open = self.isolates > 0;
        self.isolates = self.isolates.saturating_sub(1);
        is_open
    }
}

/// Bytes of the tags after a black flag that make it the flag of a region; 0 where they do not end.
fn flag(rest: &str) -> usize {
    let is_tag = |character: &char| matches!(character, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}');
    let count = rest.chars().take(FLAG_TAGS).take_while(is_tag).count();
    let ends = rest.chars().nth(count) == Some('\u{e007f}');
    if count > 0 && ends { (count + 1) * '\u{e007f}'.len_utf8() } else { 0 }
}

/// Letters and signs of scripts whose letters join, or fall apart, at a mark without a shape.
fn joins(character: char) -> bool {
    matches!(character,
        '\u{600}'..='\u{61b}' | '\u{61d}'..='\u{7ff}' | '\u{840}'..='\u{dff}' | '\u{e80}'..='\u{109f}'
        | '\u{1700}'..='\u{18af}' | '\u{1900}'..='\u{1cff}' | '\u{a800}'..='\u{abff}' | '\u{fb50}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefe}' | '\u{11000}'..='\u{11fff}' | '\u{1e900}'..='\u{1e95f}'
    )
}

fn is_pictograph(character: char) -> bool {
    matches!(character,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{20e3}' | '\u{fe0f}'
        | '\u{2190}'..='\u{27ff}' | '\u{2900}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
        | '\u{1f000}'..='\u{1faff}' | '\u{e007f}'
    )
}

fn is_ideograph(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn is_braille(character: char) -> bool {
    matches!(character, '\u{2801}'..='\u{28ff}')
}

fn is_right_to_left(character: char) -> bool {
    character.is_alphabetic()
        && matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}'
            | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_script_needs_is_found_with_its_span() {
        let table = [
            ("Sign in at \u{202e}moc.buhtig\u{202c}", 11..14, '\u{202e}'),
            ("pass\u{200b}\u{200b}word", 4..10, '\u{200b}'),
            ("a\u{1b}[31m", 1..2, '\u{1b}'),
            ("all\rnone", 3..4, '\r'),
            ("\u{2068}a\u{2069}\u{2069}", 7..10, '\u{2069}'),
            ("\u{1f3f4}\u{e0067}\u{e0062} flag", 4..12, '\u{e0067}'),
            ("a\u{fe01}\u{fe02}", 4..7, '\u{fe02}'),
            ("git\u{200d}hub", 3..6, '\u{200d}'),
        ];
        for (text, range, character) in table {
            assert_eq!(first(text), Some((Span::new(range.start, range.end), character)), "{text:?}");
        }
    }

    #[test]
    fn what_a_script_or_an_emoji_needs_is_quiet() {
        for text in [
            "",
            "plain\tand\r\nlines",
            "10\u{a0}000 \u{3000}",
            "\u{6cc}\u{200c}\u{62e}",
            "\u{915}\u{94d}\u{200d}\u{937}",
            "\u{1f468}\u{200d}\u{1f469}\u{1f3fd}\u{200d}\u{1f467}",
            "\u{1f3f3}\u{fe0f}\u{200d}\u{1f308} 1\u{fe0f}\u{20e3}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
            "\u{2068}main\u{2069}",
            "\u{5d1}main\u{200f}",
            "\u{845b}\u{e0100}",
        ] {
            assert_eq!(first(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_lone_surrogate_stands_as_a_replacement_character() {
        assert_eq!(replacement("ab\u{fffd}"), Some((Span::new(2, 5), '\u{fffd}')));
        assert_eq!(replacement("ab"), None);
    }
}
