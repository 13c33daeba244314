//! Text in XML and HTML.
//! In: text of ours and of strangers. Out: the same as character data, fit for an element or a quoted attribute.
//! Never: a tag, an entity or a quote that comes from the text; a character that XML 1.0 forbids.

use crate::text::escape::is_hidden;

/// The text with everything escaped that markup or a reader would act on.
pub(super) fn escaped(text: &str) -> String {
    let mut output = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => output.push_str("&amp;"),
            '<' => output.push_str("&lt;"),
            '>' => output.push_str("&gt;"),
            '"' => output.push_str("&quot;"),
            '\'' => output.push_str("&#39;"),
            _ if is_hidden(character) || is_none(character) => output.extend(character.escape_unicode()),
            _ => output.push(character),
        }
    }
    output
}

/// The same, with the line breaks of a text that we laid out.
pub(super) fn escaped_lines(text: &str) -> String {
    text.lines().map(escaped).collect::<Vec<_>>().join("\n")
}

/// Prose of a rule: what stands between backticks is code.
pub(super) fn prose(text: &str) -> String {
    let pieces: Vec<_> = text.split('`').collect();
    if pieces.len() % 2 == 0 {
        return escaped(text);
    }
    let marked = |(index, piece): (usize, &&str)| match index % 2 {
        0 => escaped(piece),
        _ => format!("<code>{}</code>", escaped(piece)),
    };
    pieces.iter().enumerate().map(marked).collect()
}

/// True for what Unicode says is no character.
fn is_none(character: char) -> bool {
    matches!(character, '\u{fdd0}'..='\u{fdef}') || u32::from(character) & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_markup() {
        let table = [
            ("a & b", "a &amp; b"),
            ("<script>", "&lt;script&gt;"),
            ("\" onload='x'", "&quot; onload=&#39;x&#39;"),
            ("]]>", "]]&gt;"),
            ("&amp;", "&amp;amp;"),
            ("\u{0}\u{b}\u{1b}", "\\u{0}\\u{b}\\u{1b}"),
            ("\u{fffe}\u{ffff}\u{1fffe}", "\\u{fffe}\\u{ffff}\\u{1fffe}"),
            ("a\nb", "a\\u{a}b"),
        ];
        for (text, expected) in table {
            assert_eq!(escaped(text), expected);
        }
        assert_eq!(escaped_lines("a<\nb>\n"), "a&lt;\nb&gt;");
    }

    #[test]
    fn backticks_in_pairs_are_code() {
        assert_eq!(prose("a `<b>` c"), "a <code>&lt;b&gt;</code> c");
        assert_eq!(prose("a `<b> c"), "a `&lt;b&gt; c");
    }
}
