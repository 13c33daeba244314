//! URLs in prose: what a client could turn into a link that a person clicks.
//! In: a text that the person reads. Out: spans, left to right, each written with a scheme or without.
//! Never: a word read twice (64 KiB of dots stay linear), a file name or an e-mail address taken for a link.

use crate::link::table;
use crate::text::Span;
use std::borrow::Cow;
use std::sync::LazyLock;

/// How a link in prose is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkForm {
    /// With a scheme: `https://example.com`, `javascript:alert(1)`.
    Scheme,
    /// As a host that clients complete: `www.example.com`, `example.com/path`.
    Schemeless,
}

/// A link in prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundLink {
    pub(crate) span: Span,
    pub(crate) form: LinkForm,
}

impl FoundLink {
    /// What a client would open: the text under the span, with `https://` where it has no scheme.
    pub(crate) fn url<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let written = self.span.of(text);
        match self.form {
            LinkForm::Scheme => Cow::Borrowed(written),
            LinkForm::Schemeless => Cow::Owned(format!("https://{}", written.trim_start_matches('/'))),
        }
    }
}

/// The links of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FoundLinks {
    /// From left to right; they do not overlap.
    pub(crate) links: Vec<FoundLink>,
    /// True where the text holds more than was asked for.
    pub(crate) limit_passed: bool,
}

/// The first `limit` links of `text`. Linear; no allocation where there is none to report, or nearly so.
pub(crate) fn links(text: &str, limit: usize) -> FoundLinks {
    let mut found = FoundLinks::default();
    let mut at = 0;
    while let Some(word) = Word::next(text, at) {
        at = word.end;
        let link = scheme_link(text, word).or_else(|| host_link(text, word)).or_else(|| ascii_link(text, word));
        let Some(link) = link else { continue };
        if found.links.len() == limit {
            found.limit_passed = true;
            break;
        }
        at = at.max(link.span.range().end);
        found.links.push(link);
    }
    found
}

/// A run of letters and digits of any script, and of the punctuation that hosts and schemes hold.
#[derive(Clone, Copy, Debug)]
struct Word {
    start: usize,
    end: usize,
}

impl Word {
    /// The next word from `at` that has a dot in it or a colon after it, which a link needs.
    fn next(text: &str, at: usize) -> Option<Self> {
        let mut start = at;
        loop {
            let rest = text.get(start..)?;
            // From separator to separator, but never back over the words before.
            let offset = start + rest.find(is_word)?;
            let rest = text.get(offset..)?;
            let end = offset + rest.find(|character| !is_word(character)).unwrap_or(rest.len());
            let word = text.get(offset..end)?;
            if word.contains('.') || text.get(end..)?.starts_with(':') {
                return Some(Self { start: offset, end });
            }
            start = end;
        }
    }

    fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '-' | '.' | '_' | '+')
}

/// A link with a scheme: the word before the colon, and what follows.
fn scheme_link(text: &str, word: Word) -> Option<FoundLink> {
    let after = text.get(word.end..)?.strip_prefix(':')?;
    let scheme = scheme_at_end(word.of(text));
    let follows = match after.as_bytes() {
        [b'/' | b'\\', b'/' | b'\\', ..] => scheme.len() > 1,
        _ if is_web(scheme) => opens_host(after),
        _ => slashless(scheme).is_some_and(|follows| follows.allows(after)),
    };
    if !follows {
        return None;
    }
    let body = word.end + 1;
    let end = extent(text, body);
    let has_body = text.get(body..end)?.contains(char::is_alphanumeric);
    has_body.then(|| FoundLink { span: Span::new(word.end - scheme.len(), end), form: LinkForm::Scheme })
}

/// The longest end of a word that is a scheme (RFC 3986 section 3.1); empty where there is none.
fn scheme_at_end(word: &str) -> &str {
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let run = word.bytes().rev().take_while(is_scheme).count();
    let run = word.get(word.len() - run..).unwrap_or_default();
    run.trim_start_matches(|character: char| !character.is_ascii_alphabetic())
}

fn is_web(scheme: &str) -> bool {
    ["http", "https", "ftp", "ws", "wss"].iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// Browsers open `https:/host` and `https:host` too; in prose the host must look like one.
fn opens_host(after: &str) -> bool {
    if after.starts_with(['/', '\\']) {
        return after.chars().nth(1).is_some_and(char::is_alphanumeric);
    }
    let host = after.split(|character: char| !is_word(character)).next().unwrap_or_default();
    host.trim_end_matches('.').contains('.')
}

/// A link without scheme: the word as host, and port and path after it.
fn host_link(text: &str, word: Word) -> Option<FoundLink> {
    let written = word.of(text);
    let host = written.trim_matches(['.', '-', '_', '+']);
    let start = word.start + (written.len() - written.trim_start_matches(['.', '-', '_', '+']).len());
    let host_end = start + host.len();
    let before = text.get(..start)?;
    let after = text.get(word.end..)?;
    let is_target = before.ends_with("](//");
    if after.starts_with(['@', '(']) || (before.ends_with(['@', '/', '\\', '#', '$', '~', '%']) && !is_target) {
        return None;
    }
    // Punctuation at the end of the word closes the sentence: no port or path follows it.
    let tail = if host_end == word.end { Tail::of(after) } else { Tail::default() };
    if !is_target && !is_host(host, tail) {
        return None;
    }
    let end = if tail.path { extent(text, host_end + tail.port) } else { host_end + tail.port };
    let start = if is_target { start - 2 } else { start };
    Some(FoundLink { span: Span::new(start, end), form: LinkForm::Schemeless })
}

/// Where letters of a script that writes no spaces touch a host, each run of ASCII is tried by itself.
fn ascii_link(text: &str, word: Word) -> Option<FoundLink> {
    let written = word.of(text);
    if written.is_ascii() {
        return None;
    }
    let mut start = word.start;
    for run in written.split_inclusive(|character: char| !character.is_ascii()) {
        let ascii = run.trim_end_matches(|character: char| !character.is_ascii());
        let part = Word { start, end: start + ascii.len() };
        if ascii.contains('.')
            && let Some(link) = host_link(text, part)
        {
            return Some(link);
        }
        start += run.len();
    }
    None
}

/// What stands after a host.
#[derive(Clone, Copy, Debug, Default)]
struct Tail {
    /// Bytes of the colon and the digits; 0 without a port.
    port: usize,
    /// A slash, question mark or number sign with something after it.
    path: bool,
    /// What follows begins with a slash.
    slash: bool,
    /// The path is a slash and one or two digits: the length of an address prefix.
    prefix_length: bool,
}

impl Tail {
    fn of(after: &str) -> Self {
        let digits =
            after.strip_prefix(':').map_or(0, |rest| rest.bytes().take(6).take_while(u8::is_ascii_digit).count());
        let port = if (1..=5).contains(&digits) { digits + 1 } else { 0 };
        let rest = after.get(port..).unwrap_or_default();
        let path = rest.strip_prefix(['/', '?', '#']).unwrap_or_default();
        let digits = path.bytes().take(3).take_while(u8::is_ascii_digit).count();
        let ends = !path
            .get(digits..)
            .unwrap_or_default()
            .starts_with(|character: char| is_word(character) || character == '/');
        Self {
            port,
            slash: rest.starts_with('/'),
            path: rest.starts_with('/') || path.starts_with(|character: char| character.is_alphanumeric()),
            prefix_length: (1..=2).contains(&digits) && ends,
        }
    }
}

/// True where a word reads as a host that a client would link.
fn is_host(host: &str, tail: Tail) -> bool {
    if host.eq_ignore_ascii_case("localhost") {
        return tail.port > 0 || tail.path;
    }
    if host.parse::<std::net::Ipv4Addr>().is_ok() {
        return tail.port > 0 || (tail.path && !tail.prefix_length);
    }
    let Some((name, last)) = host.rsplit_once('.') else { return false };
    let labels = name.bytes().filter(|byte| *byte == b'.').count() + 2;
    let is_well_formed = name.split('.').all(|label| !label.is_empty() && !label.ends_with('-')) && !last.contains('_');
    if !is_well_formed || host.len() > 253 {
        return false;
    }
    let is_www = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) && labels > 2;
    if is_www || !is_delegated(host, last) {
        return is_www;
    }
    match Ending::of(last) {
        // `main.rs:42` is a line of a file, not a port; `README.md#use` a heading in one.
        Ending::Extension => tail.slash || (labels > 2 && !is_abbreviation(name)),
        _ if tail.path || tail.port > 0 => true,
        _ if is_sentence_end(last) || is_abbreviation(name) || is_reversed(name) => false,
        Ending::Word => labels > 2,
        Ending::Product => labels > 2 || !last.bytes().any(|byte| byte.is_ascii_uppercase()),
        Ending::Other => true,
    }
}

/// True where the Public Suffix List knows the last label as delegated.
fn is_delegated(host: &str, last: &str) -> bool {
    if last.len() < 2 || last.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    // One label more, for the rules that have a wildcard.
    let two = host.rmatch_indices('.').nth(1).map_or(0, |(dot, _)| dot + 1);
    let lower = host.get(two..).unwrap_or_default().to_lowercase();
    psl::suffix(lower.as_bytes()).is_some_and(|suffix| suffix.is_known())
}

/// `name.Thanks`: a sentence begins where the space is missing.
fn is_sentence_end(last: &str) -> bool {
    let mut letters = last.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.any(char::is_lowercase)
}

/// `e.g.in`: two or more single letters before the last dot.
fn is_abbreviation(name: &str) -> bool {
    name.contains('.') && name.split('.').all(|label| label.chars().count() == 1)
}

/// `com.example.app`: the name of a package.
fn is_reversed(name: &str) -> bool {
    name.split_once('.').is_some_and(|(first, _)| {
        ["com", "org", "net", "io", "dev", "edu", "gov"].iter().any(|domain| domain.eq_ignore_ascii_case(first))
    })
}

/// First byte after the URL that goes on at `start`: at white space, quotes, angle brackets, CJK punctuation or a
/// closing bracket without its opening one; without the punctuation of the sentence.
fn extent(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let (mut round, mut square) = (0_usize, 0_usize);
    let stop = rest.find(|character: char| match character {
        '(' | '[' => {
            if character == '(' {
                round += 1
            } else {
                square += 1
            }
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
    let is_punctuation = |character: char| {
        matches!(character, '?' | '!' | '.' | ',' | ':' | ';' | '*' | '_' | '~' | '\'' | '\u{2026}' | '(' | '[')
    };
    start + url.trim_end_matches(is_punctuation).len()
}

fn ends_url(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character, '<' | '>' | '"' | '`' | '|' | '{' | '}' | '^')
        // Quotation marks; CJK brackets, commas and stops; their full-width forms.
        || matches!(character, '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{3000}'..='\u{3003}')
        || matches!(character, '\u{3008}'..='\u{3020}' | '\u{ff01}'..='\u{ff0d}' | '\u{ff1a}'..='\u{ff20}')
        || matches!(character, '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}')
}

/// What a delegated last label is in prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// The end of file names.
    Extension,
    /// A word of sentences and identifiers.
    Word,
    /// The end of product names, which begin it with a capital letter.
    Product,
    Other,
}

impl Ending {
    fn of(last: &str) -> Self {
        let row = ENDINGS.iter().find(|(suffix, _)| suffix.eq_ignore_ascii_case(last));
        row.map_or(Self::Other, |(_, ending)| *ending)
    }

    fn from_word(word: &str) -> Option<Self> {
        match word {
            "extension" => Some(Self::Extension),
            "word" => Some(Self::Word),
            "product" => Some(Self::Product),
            _ => None,
        }
    }
}

/// What must follow the colon of a scheme that needs no slashes, so that prose with a colon stays quiet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follows {
    /// Anything but white space.
    Any,
    /// A digit or a plus sign.
    Digit,
    /// A slash or backslash.
    Slash,
    /// A word with a slash, question mark, colon or the like after it.
    Word,
    /// A comma before the next white space, as in `data:,text`.
    Comma,
    /// Another URL.
    Colon,
}

impl Follows {
    fn allows(self, after: &str) -> bool {
        // A bounded look ahead: a text of nothing but schemes stays linear.
        let holds = |marks: &[char]| {
            let mut body = after.chars().take(64).take_while(|character| !character.is_whitespace());
            body.any(|character| marks.contains(&character))
        };
        match self {
            Self::Any => after.starts_with(|character: char| !character.is_whitespace()),
            Self::Digit => after.starts_with(|character: char| character.is_ascii_digit() || character == '+'),
            Self::Slash => after.starts_with(['/', '\\']),
            Self::Word => after.starts_with(char::is_alphanumeric) && holds(&['/', '?', ':', '=', '|', '-']),
            Self::Comma => holds(&[',']),
            Self::Colon => holds(&[':']),
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        match word {
            "any" => Some(Self::Any),
            "digit" => Some(Self::Digit),
            "slash" => Some(Self::Slash),
            "word" => Some(Self::Word),
            "comma" => Some(Self::Comma),
            "colon" => Some(Self::Colon),
            _ => None,
        }
    }
}

fn slashless(scheme: &str) -> Option<Follows> {
    SLASHLESS.iter().find(|(name, _)| name.eq_ignore_ascii_case(scheme)).map(|(_, follows)| *follows)
}

static ENDINGS: LazyLock<Vec<(&str, Ending)>> = LazyLock::new(|| {
    table::rows(ENDINGS_TABLE).filter_map(|[suffix, kind]| Some((suffix, Ending::from_word(kind)?))).collect()
});

static SLASHLESS: LazyLock<Vec<(&str, Follows)>> = LazyLock::new(|| {
    table::rows(SLASHLESS_TABLE).filter_map(|[scheme, follows]| Some((scheme, Follows::from_word(follows)?))).collect()
});

const ENDINGS_TABLE: &str = include_str!("../../rules/data/prose-suffixes.csv");
const SLASHLESS_TABLE: &str = include_str!("../../rules/data/slashless-schemes.csv");

#[cfg(test)]
#[path = "tests_prose.rs"]
mod tests;
