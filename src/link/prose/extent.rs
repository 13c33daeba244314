//! Where a URL in prose ends.
//! In: a text and where the URL goes on. Out: its end.
//! Never: the punctuation of the sentence, a closing bracket that the sentence opened.

use crate::text::escape::is_hidden;

/// First byte after the URL that goes on at `start`: at white space, quotes, angle brackets, punctuation of other
/// scripts, an invisible character or a closing bracket without its opening one; without the punctuation of the
/// sentence.
pub(super) fn extent(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let (mut round, mut square) = (0_usize, 0_usize);
    let stop = rest.find(|character: char| match character {
        '(' => {
            round += 1;
            false
        }
        '[' => {
            square += 1;
            false
        }
        ')' | ']' => {
            let open = if character == ')' { &mut round } else { &mut square };
            let is_closed = *open == 0;
            *open = open.saturating_sub(1);
            is_closed
        }
        _ => ends_url(character),
    });
    let url = rest.get(..stop.unwrap_or(rest.len())).unwrap_or_default();
    // The end of a tag of bulletin boards: no URL holds it.
    let url = url.split_once("[/").map_or(url, |(before, _)| before);
    start + url.trim_end_matches(is_punctuation).len()
}

/// Punctuation that belongs to the sentence where it ends a URL. A joiner at the end is none of its letters.
fn is_punctuation(character: char) -> bool {
    matches!(character, '?' | '!' | '.' | ',' | ':' | ';' | '*' | '_' | '~' | '\'' | '\u{2026}' | '(' | '[')
        || is_hidden(character)
}

fn ends_url(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_whitespace()
            || character.is_ascii_control()
            || matches!(character, '<' | '>' | '"' | '`' | '|' | '{' | '}' | '^');
    }
    character.is_whitespace()
        // Joiners stand between letters of hosts, too.
        || (is_hidden(character) && !matches!(character, '\u{200c}' | '\u{200d}'))
        // Quotation marks, dashes of sentences and bullets.
        || matches!(character, '\u{2014}' | '\u{2015}' | '\u{2018}'..='\u{201f}' | '\u{2022}' | '\u{ab}' | '\u{bb}')
        // Stops and commas: Armenian, Arabic, Devanagari.
        || matches!(character, '\u{589}' | '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{6d4}' | '\u{964}' | '\u{965}')
        // CJK brackets, commas and stops; their full-width forms.
        || matches!(character, '\u{3000}'..='\u{3003}' | '\u{3008}'..='\u{3020}' | '\u{ff01}'..='\u{ff0d}')
        || matches!(character, '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}')
}

/// True for letters of scripts that write no spaces between words.
pub(super) fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ffdc}' | '\u{20000}'..='\u{3ffff}'
    )
}
