//! What a shell would act on in the text of a URL.
//! In: the raw text. Out: where the first such character or variable stands.
//! Never: `&` and `;`, which separate parameters in honest URLs.

use crate::text::Span;

/// The first backtick, bar, double quote, caret, line end, `$(`, or `%NAME%` as Windows replaces it. Line ends at the
/// end do not count: shells drop them.
pub(super) fn metacharacter(raw: &str) -> Option<Span> {
    let bytes = raw.trim_end_matches(['\n', '\r']).as_bytes();
    let is_candidate = |byte: u8| matches!(byte, b'`' | b'|' | b'"' | b'^' | b'\n' | b'\r' | b'$' | b'%');
    let mut candidates = bytes.iter().enumerate().filter(|(_, byte)| is_candidate(**byte));
    candidates.find_map(|(at, byte)| {
        let rest = bytes.get(at + 1..).unwrap_or_default();
        let length = match byte {
            b'`' | b'|' | b'"' | b'^' | b'\n' | b'\r' => 1,
            b'$' if rest.first() == Some(&b'(') => 2,
            b'%' => variable(rest)? + 2,
            _ => return None,
        };
        Some(Span::new(at, at + length))
    })
}

/// Length of the name of a variable before a percent sign. Two hexadecimal digits are a percent-encoded byte.
fn variable(rest: &[u8]) -> Option<usize> {
    let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')?;
    let begins = rest.first().is_some_and(|first| !first.is_ascii_digit());
    let is_encoded = matches!(rest, [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit());
    (length > 0 && begins && !is_encoded && rest.get(length) == Some(&b'%')).then_some(length)
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
