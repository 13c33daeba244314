//! Secrets that are known by their form: keys and tokens as their vendors publish it.
//! In: a decoded value. Out: which kind of secret stands in it.
//! Never: a pattern engine; a prefix and the length of a run of letters decide.

use std::ops::Range;
use std::sync::LazyLock;

use crate::link::table;

/// Bytes of the shortest secret in the table; a shorter value needs no look at all.
const SHORTEST: usize = 16;

/// A row of `token-shapes.csv`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) kind: &'static str,
    prefix: &'static str,
    alphabet: Alphabet,
    minimum: usize,
    maximum: usize,
}

/// What follows the prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alphabet {
    Upper,
    Hex,
    Alnum,
    Word,
    Base64Url,
    Base64,
    Dotted,
    /// A JSON Web Token in compact form (RFC 7519, 3.1): three parts, of which the first two are JSON objects.
    Jwt,
}

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    table::rows(include_str!("../../../rules/data/token-shapes.csv")).filter_map(Shape::read).collect()
});

/// The shapes by the first byte of their prefix, in the order of the table.
static BY_FIRST: LazyLock<Vec<Vec<&'static Shape>>> = LazyLock::new(|| {
    let of = |byte| SHAPES.iter().filter(|shape| shape.prefix.bytes().next() == Some(byte)).collect();
    (u8::MIN..=u8::MAX).map(of).collect()
});

/// The first secret in `text`. A signed token (JWT) counts where `jwt` says so.
pub(super) fn find(text: &str, jwt: bool) -> Option<&'static Shape> {
    first(text, jwt).map(|(shape, _)| shape)
}

/// Where the secrets of a text stand, in their order.
#[cfg(feature = "cli")]
pub(super) fn spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut start = 0;
    while let Some((_, found)) = text.get(start..).and_then(|rest| first(rest, true)) {
        spans.push(start + found.start..start + found.end);
        start += found.end;
    }
    spans
}

fn first(text: &str, jwt: bool) -> Option<(&'static Shape, Range<usize>)> {
    // From one beginning of a word to the next, while enough is left.
    let mut start = 0;
    while let Some(rest) = text.as_bytes().get(start..).filter(|rest| rest.len() >= SHORTEST) {
        let found = beginning(rest, jwt);
        if let Some((shape, length)) = found {
            return Some((shape, start..start + length));
        }
        start += rest.iter().position(|byte| !byte.is_ascii_alphanumeric())? + 1;
    }
    None
}

/// The secret that `rest` begins with, and its bytes.
fn beginning(rest: &[u8], jwt: bool) -> Option<(&'static Shape, usize)> {
    let shapes = BY_FIRST.get(usize::from(*rest.first()?))?;
    let mut shapes = shapes.iter().filter(|shape| jwt || shape.alphabet != Alphabet::Jwt);
    shapes.find_map(|shape| Some((*shape, shape.length(rest)?)))
}

/// The kind of secret that a text stands for, filled in or not: `ghp_xxxx`, `sk-...`, `glpat-<your token>`.
pub(super) fn placeholder(text: &str) -> Option<&'static str> {
    let is_blank = |rest: &str| rest.len() > 1 && rest.chars().all(|c| matches!(c, '.' | 'x' | 'X' | '*' | '\u{2026}'));
    let is_named = |rest: &str| rest.get(..5).is_some_and(|begin| begin.trim_start_matches('<').starts_with("your"));
    let is_cut = |rest: &str| rest.ends_with("...") || rest.ends_with('\u{2026}');
    let stands_for = |shape: &&Shape| {
        let rest = text.strip_prefix(shape.prefix);
        let is_bare = |rest: &str| rest.is_empty() && shape.prefix.ends_with(['-', '_']);
        rest.is_some_and(|rest| is_bare(rest) || is_blank(rest) || is_named(rest) || is_cut(rest))
    };
    find(text, true).or_else(|| SHAPES.iter().find(stands_for)).map(|shape| shape.kind)
}

impl Shape {
    fn read([kind, prefix, alphabet, minimum, maximum]: [&'static str; 5]) -> Option<Self> {
        let alphabet = Alphabet::from_word(alphabet)?;
        Some(Self { kind, prefix, alphabet, minimum: minimum.parse().ok()?, maximum: maximum.parse().ok()? })
    }

    /// Bytes of such a secret at the beginning of `text`; none where it does not begin with one.
    fn length(&self, text: &[u8]) -> Option<usize> {
        let rest = text.strip_prefix(self.prefix.as_bytes())?;
        let length = match self.alphabet {
            Alphabet::Jwt => jwt_length(rest).unwrap_or_default(),
            alphabet => run(rest, alphabet),
        };
        (self.minimum..=self.maximum).contains(&length).then_some(self.prefix.len() + length)
    }
}

impl Alphabet {
    fn from_word(word: &str) -> Option<Self> {
        match word {
            "upper" => Some(Self::Upper),
            "hex" => Some(Self::Hex),
            "alnum" => Some(Self::Alnum),
            "word" => Some(Self::Word),
            "base64url" => Some(Self::Base64Url),
            "base64" => Some(Self::Base64),
            "dotted" => Some(Self::Dotted),
            "jwt" => Some(Self::Jwt),
            _ => None,
        }
    }

    fn holds(self, byte: u8) -> bool {
        match self {
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Hex => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Word => byte.is_ascii_alphanumeric() || byte == b'_',
            Self::Base64Url | Self::Jwt => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
            Self::Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'),
        }
    }
}

/// How many bytes at the beginning of `text` belong to the alphabet.
fn run(text: &[u8], alphabet: Alphabet) -> usize {
    text.iter().position(|byte| !alphabet.holds(*byte)).unwrap_or(text.len())
}

/// Bytes of a JSON Web Token after its first `eyJ`; none where three parts do not follow each other.
fn jwt_length(rest: &[u8]) -> Option<usize> {
    let header = run(rest, Alphabet::Jwt);
    let claims = rest.get(header..)?.strip_prefix(b".eyJ")?;
    let payload = run(claims, Alphabet::Jwt);
    let signature = run(claims.get(payload..)?.strip_prefix(b".")?, Alphabet::Jwt);
    (header > 0 && payload > 0 && signature > 0).then_some(header + b".eyJ".len() + payload + 1 + signature)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_read_and_none_is_shorter_than_what_is_looked_at() {
        let rows = include_str!("../../../rules/data/token-shapes.csv").lines().count() - 2;
        assert_eq!(SHAPES.len(), rows);
        for shape in SHAPES.iter() {
            assert!(shape.prefix.len() + shape.minimum >= SHORTEST, "{}", shape.kind);
        }
    }

    #[test]
    fn a_secret_is_found_at_the_beginning_of_a_word_and_at_its_full_length_only() {
        let letters = "0123456789abcdefghijklmnopqrstuvwxyz";
        for (text, kind) in [
            (format!("ghp_{letters}"), Some("GitHub personal access token")),
            (format!("token ghp_{letters}&"), Some("GitHub personal access token")),
            (format!("xghp_{letters}"), None),
            (String::from("ghp_abc"), None),
            (format!("AKIA{}", "A".repeat(16)), Some("AWS access key id")),
            (format!("AKIA{}", "A".repeat(17)), None),
            (String::from("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1In0.sig"), Some("JSON Web Token")),
            (String::from("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1In0"), None),
            (String::from("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1In0."), None),
        ] {
            assert_eq!(find(&text, true).map(|shape| shape.kind), kind, "{text}");
        }
        assert!(find("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1In0.sig", false).is_none());
    }

    #[cfg(feature = "cli")]
    #[test]
    fn every_secret_of_a_text_is_found_where_it_stands() {
        let secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
        let text = format!("use {secret}, not {secret}.");
        let spans = spans(&text);
        assert_eq!(spans.iter().map(|span| text.get(span.clone()).unwrap()).collect::<Vec<_>>(), [secret, secret]);
    }

    #[test]
    fn a_placeholder_is_the_beginning_of_a_secret_and_a_filling() {
        let letters = "0123456789abcdefghijklmnopqrstuvwxyz";
        for (text, kind) in [
            ("ghp_xxxxxxxx", Some("GitHub personal access token")),
            ("glpat-<your token>", Some("GitLab personal access token")),
            ("sk-...", Some("OpenAI key")),
            ("sk-ant-your-key-here", Some("Anthropic key")),
            ("eyJhbGciOi...", Some("JSON Web Token")),
            (&format!("ghp_{letters}"), Some("GitHub personal access token")),
            ("hf_", Some("Hugging Face token")),
            ("hf", None),
            ("sk-learn", None),
            ("skip...", None),
            ("main", None),
        ] {
            assert_eq!(placeholder(text), kind, "{text}");
        }
    }
}
