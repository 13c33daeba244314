//! Text of strangers, made safe to show.
//! In: any text. Out: the same with every character escaped that a terminal or a reader would act on or not see.
//! Never: a change of what can be seen.

/// Appends `text` with control, bidirectional, zero-width, tag and other invisible characters as `\u{..}`.
pub(crate) fn push_escaped(output: &mut String, text: &str) {
    for character in text.chars() {
        if is_hidden(character) {
            output.extend(character.escape_unicode());
        } else {
            output.push(character);
        }
    }
}

/// The text with what cannot be seen escaped.
pub(crate) fn escaped(text: &str) -> String {
    let mut output = String::with_capacity(text.len());
    push_escaped(&mut output, text);
    output
}

/// The escaped text, cut after `limit` characters with an ellipsis in its place.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    let cut = text.char_indices().nth(limit).map_or(text, |(end, _)| text.get(..end).unwrap_or_default());
    let mut output = escaped(cut);
    if cut.len() < text.len() {
        output.push_str("...");
    }
    output
}

/// True for a character that a terminal acts on, that reorders or joins what stands around it, or that shows nothing.
pub(crate) fn is_hidden(character: char) -> bool {
    matches!(character,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' // C0, DEL, C1
        | '\u{ad}' | '\u{34f}' | '\u{61c}' // soft hyphen, grapheme joiner, Arabic letter mark
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' // Hangul fillers
        | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' // Khmer and Mongolian marks without a shape
        | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' // spaces, zero width, bidi
        | '\u{2800}' | '\u{3000}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}' // blank pattern, wide space, selectors
        | '\u{fff0}'..='\u{fffb}' // interlinear marks
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' // shorthand and musical controls
        | '\u{e0000}'..='\u{e0fff}' // tags, variation selectors
        | '\u{a0}' | '\u{1680}' // spaces that look like another
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_escaped_and_the_rest_is_kept() {
        let table = [
            ("plain text, 100 %", "plain text, 100 %"),
            ("m\u{fc}nchen \u{6771}\u{4eac}", "m\u{fc}nchen \u{6771}\u{4eac}"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("a\nb\tc", "a\\u{a}b\\u{9}c"),
            ("evil\u{202e}gpj.exe", "evil\\u{202e}gpj.exe"),
            ("zero\u{200b}width", "zero\\u{200b}width"),
            ("tag\u{e0041}", "tag\\u{e0041}"),
        ];
        for (text, shown) in table {
            assert_eq!(escaped(text), shown);
        }
    }

    #[test]
    fn a_long_text_is_cut_at_a_character() {
        assert_eq!(shortened("abc", 3), "abc");
        assert_eq!(shortened("\u{fc}\u{fc}\u{fc}\u{fc}", 3), "\u{fc}\u{fc}\u{fc}...");
    }
}
