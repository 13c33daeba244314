//! The Content Security Policy of the HTML report.
//! In: the style sheet of the page. Out: a policy under which nothing else is applied, run or fetched.
//! Never: `unsafe-inline`; a source from elsewhere.

use sha2::Digest;
use sha2::Sha256;

/// The policy of a page with this style sheet and nothing else.
pub(super) fn of(style: &str) -> String {
    let hash = base64(&Sha256::digest(style.as_bytes()));
    format!("default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'")
}

/// Base64 with padding (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, place| bits << 8 | usize::from(chunk.get(place).copied().unwrap_or_default()));
        for place in 0..4 {
            let digit = DIGITS.get(bits >> (18 - 6 * place) & 63).copied().map_or('=', char::from);
            text.push(if place <= chunk.len() { digit } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn base64_is_that_of_the_rfc() {
        let table =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (text, expected) in table {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }
}
