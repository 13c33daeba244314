//! What a text shows and does not say: addresses, paths, commands, quotations.
//! In: a text. Out: for the place of a word, whether it stands in one of these.
//! Never: more than one pass over the text; words are asked for from left to right.

use std::ops::Range;

/// Bytes of the longest quotation in a line.
const LONGEST: usize = 120;

/// A pass over a text.
pub(super) struct Data<'t> {
    text: &'t str,
    /// The signs between two blanks that were looked at last.
    piece: Range<usize>,
    is_data: bool,
    /// The quotation that was found last.
    quotation: Range<usize>,
    is_quoted: bool,
    /// No other begins before this place.
    searched: usize,
}

impl<'t> Data<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { text, piece: 0..0, is_data: false, quotation: 0..0, is_quoted: false, searched: 0 }
    }

    /// True where the word at this place is a part of an address, path or command.
    pub(super) fn holds(&mut self, place: usize) -> bool {
        while self.piece.end <= place {
            let rest = self.text.get(self.piece.end..).unwrap_or_default();
            let blanks = rest.len() - rest.trim_start().len();
            let start = self.piece.end + blanks;
            let piece = rest.trim_start().split(char::is_whitespace).next().unwrap_or_default();
            self.is_data = is_data(piece);
            // A text that ends in blanks is passed, too.
            self.piece = start..(start + piece.len()).max(self.piece.end + 1);
        }
        self.is_data
    }

    /// True where the word at this place is quoted, and not only the name of a thing.
    pub(super) fn quotes(&mut self, place: usize) -> bool {
        while self.quotation.end <= place {
            let from = self.quotation.end.max(self.searched);
            let rest = self.text.get(from..place).unwrap_or_default();
            let opening = rest.char_indices().find_map(|(at, sign)| Some((at, sign, closing(sign)?)));
            let Some((at, sign, closing)) = opening else {
                self.searched = place;
                return false;
            };
            self.open(from + at, sign, closing);
        }
        self.is_quoted && self.quotation.start <= place
    }

    /// Takes the quotation that opens at `start`, if it does.
    fn open(&mut self, start: usize, sign: char, closing: &[char]) {
        let inside = start + sign.len_utf8();
        let rest = self.text.get(inside..).unwrap_or_default();
        if sign == '`' && rest.starts_with("``") {
            let length = rest.get(2..).and_then(|code| code.find("```")).map_or(2, |end| end + 5);
            self.quotation = start..inside + length;
            self.is_quoted = length > 2;
            return;
        }
        let before = self.text.get(..start).and_then(|before| before.chars().next_back());
        let is_apostrophe = sign == '\'' && before.is_some_and(char::is_alphanumeric);
        let mut end = rest.char_indices().take_while(|(at, next)| *at < LONGEST && *next != '\n');
        let end = end.find(|(_, next)| closing.contains(next));
        match end.filter(|_| !is_apostrophe) {
            Some((length, closing)) => {
                self.is_quoted = !rest.get(..length).is_some_and(is_name);
                self.quotation = start..inside + length + closing.len_utf8();
            }
            None => {
                self.is_quoted = false;
                self.quotation = start..inside;
            }
        }
    }
}

/// What ends a quotation that a sign begins; none for a sign that begins none.
fn closing(sign: char) -> Option<&'static [char]> {
    Some(match sign {
        '"' => &['"'],
        '`' => &['`'],
        '\'' => &['\''],
        '\u{201c}' => &['\u{201d}'],
        '\u{201e}' => &['\u{201c}', '\u{201d}'],
        '\u{2018}' | '\u{201a}' => &['\u{2018}', '\u{2019}'],
        '\u{ab}' => &['\u{bb}'],
        '\u{bb}' => &['\u{ab}'],
        '\u{300c}' => &['\u{300d}'],
        '\u{300e}' => &['\u{300f}'],
        _ => return None,
    })
}

/// True for the name of a variable, which is quoted because it is one: `GITHUB_TOKEN`.
fn is_name(quoted: &str) -> bool {
    quoted.contains('_') && quoted.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// True for what is no word of a language. Only ASCII is looked at: where words are not separated, a sentence goes on.
fn is_data(piece: &str) -> bool {
    let bare = piece.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '"', '\'']);
    let bare = bare.trim_start_matches(['(', '"', '\'', '[']);
    let is_path = ["/", "./", "../", "~/", "$", "%"].iter().any(|begin| bare.starts_with(begin)) && bare.len() > 2;
    let is_flag = bare.starts_with("--") || (bare.starts_with('-') && bare.contains('='));
    let is_setting = bare.split_once('=').is_some_and(|(name, value)| !name.is_empty() && !value.is_empty());
    let is_account = bare.split_once('@').is_some_and(|(user, host)| !user.is_empty() && host.len() > 1);
    piece.is_ascii()
        && (is_path
            || is_flag
            || is_setting
            || is_account
            || bare.contains("://")
            || bare.contains('\\')
            || is_file(bare))
}

/// True for the name of a file: it ends in a full stop and two to five small letters.
fn is_file(piece: &str) -> bool {
    piece.rsplit_once('.').is_some_and(|(name, end)| {
        (!name.is_empty() || end == "env")
            && (2..=5).contains(&end.len())
            && end.bytes().all(|b| b.is_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_told_from_what_is_said() {
        for (text, is_shown) in [
            ("run npm publish --otp=WORD now", true),
            ("open https://example.com/WORD please", true),
            ("in ~/.config/WORD", true),
            ("delete WORD.json?", true),
            ("write to WORD@example.com.", true),
            ("run `vault read WORD` now", true),
            ("delete \"my WORD\"?", true),
            ("delete \u{ab}my WORD\u{bb}?", true),
            ("```\nrm WORD\n```\nok", true),
            ("enter your WORD, please", false),
            ("WORD", false),
            ("enter the server's WORD", false),
            ("set 'MY_WORD' now", false),
            ("an unclosed \" mark, WORD", false),
            ("it's the server's WORD", false),
        ] {
            let place = text.find("WORD").unwrap();
            let mut data = Data::of(text);
            let is_data = data.holds(place);
            assert_eq!(is_data || data.quotes(place), is_shown, "{text}");
        }
    }
}
