//! What a shell would act on in the text of a URL.
//! In: the raw text. Out: where the first such character or variable stands.
//! Never: `&` and `;`, which separate parameters in honest URLs.

use crate::text::Span;
use crate::text::bytes;

/// The first backtick, bar, double quote, caret, line end, `$(`, or `%NAME%` as Windows replaces it. Line ends at the
/// end do not count: shells drop them.
pub(super) fn metacharacter(raw: &str) -> Option<Span> {
    let bytes = raw.trim_end_matches(['\n', '\r']).as_bytes();
    let mut start = 0;
    loop {
        let at = start + bytes::position(bytes.get(start..)?, is_candidate)?;
        start = at + 1;
        if let Some(length) = bytes.get(at..).and_then(length) {
            return Some(Span::new(at, at + length));
        }
    }
}

fn is_candidate(byte: u8) -> bool {
    (byte == b'`')
        | (byte == b'|')
        | (byte == b'"')
        | (byte == b'^')
        | (byte == b'\n')
        | (byte == b'\r')
        | (byte == b'$')
        | (byte == b'%')
}

/// Length of what a shell acts on at the beginning of a text that begins with a candidate.
fn length(text: &[u8]) -> Option<usize> {
    match text.split_first()? {
        (b'$', rest) => rest.starts_with(b"(").then_some(2),
        (b'%', rest) => variable(rest).map(|length| length + 2),
        _ => Some(1),
    }
}

/// Length of the name of a variable before a percent sign. Two hexadecimal digits are a percent-encoded byte.
fn variable(rest: &[u8]) -> Option<usize> {
    let begins = rest.first().is_some_and(|first| !first.is_ascii_digit());
    let is_encoded = matches!(rest, [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit());
    if !begins || is_encoded {
        return None;
    }
    let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')?;
    (length > 0 && rest.get(length) == Some(&b'%')).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_acts_on_is_found_where_it_stands() {
        for (raw, expected) in [
            ("https://h/?q=`id`", Some("`")),
            ("https://h/?q=$(id)", Some("$(")),
            ("https://h/?a=b&c=%PATH%", Some("%PATH%")),
            ("https://h/%A%b", Some("%A%")),
            ("https://h/a\nb\n", Some("\n")),
            ("https://h/\r\n", None),
            ("https://h/?q=%CD%AB%20", None),
            ("https://h/?q=%CDX%", None),
            ("https://h/?q=100%%", None),
            ("https://h/?q=%1X%", None),
            ("https://h/?q=%PATH", None),
            ("https://h/?$a=b&c;d('e')*!", None),
        ] {
            assert_eq!(metacharacter(raw).map(|span| span.of(raw)), expected, "{raw}");
        }
    }
}
