//! The one walk over a text, word by word.
//! In: a text, as it stands or without disguises. Out: candidates, left to right, each a link.
//! Never: a step back over a word that was read.

use super::LinkForm;
use super::extent::extent;
use super::extent::is_unspaced;
use super::host;
use super::tables::slashless;

/// A link, in bytes of the text that was scanned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Where scheme and host end: what comes after does not decide where the link leads.
    pub(super) host_end: usize,
    pub(super) form: LinkForm,
    /// Backslashes stand where the slashes before the host should.
    pub(super) has_backslashes: bool,
}

/// The first `limit` links, and true where there are more.
pub(super) fn links(text: &str, limit: usize) -> (Vec<Candidate>, bool) {
    let mut found: Vec<Candidate> = Vec::new();
    let mut at = 0;
    while let Some(word) = Word::next(text, at) {
        at = word.end;
        let link = scheme_link(text, word).or_else(|| host::link(text, word)).or_else(|| ascii_link(text, word));
        let Some(link) = link else { continue };
        if found.len() == limit {
            return (found, true);
        }
        at = at.max(link.end);
        found.push(link);
    }
    (found, false)
}

/// A run of letters and digits of any script, and of the punctuation that hosts and schemes hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Word {
    /// The next word from `at` that has a dot in it or a colon after it, which a link needs.
    fn next(text: &str, at: usize) -> Option<Self> {
        let is_separator = |character| !is_word(character);
        let mut start = at;
        loop {
            let mark = start + memchr::memchr2(b'.', b':', text.as_bytes().get(start..)?)?;
            // Back to the separator before the mark, but never over the words before.
            let before = text.get(start..mark)?;
            let before = before.rsplit(is_separator).next().unwrap_or(before);
            let after = text.get(mark..)?;
            let end = mark + after.find(is_separator).unwrap_or(after.len());
            let word = Self { start: mark - before.len(), end };
            if word.start < word.end {
                return Some(word);
            }
            start = mark + 1;
        }
    }

    pub(super) fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

pub(super) fn is_word(character: char) -> bool {
    // Accents and the signs that join letters of Indic hosts are no letters themselves.
    character.is_alphanumeric()
        || matches!(character, '-' | '.' | '_' | '+' | '\u{300}'..='\u{36f}' | '\u{94d}' | '\u{9cd}' | '\u{e47}'..='\u{e4e}')
}

/// A link with a scheme: the word before the colon, and what follows.
fn scheme_link(text: &str, word: Word) -> Option<Candidate> {
    let after = text.get(word.end..)?.strip_prefix(':')?;
    let scheme = scheme_at_end(word.of(text));
    let slashes = after.bytes().take_while(|byte| matches!(byte, b'/' | b'\\')).count();
    let follows = match slashes {
        2.. => scheme.len() > 1,
        _ if host::is_web_scheme(scheme) => opens_host(after),
        _ => slashless(scheme).is_some_and(|follows| follows.allows(after)),
    };
    if !follows {
        return None;
    }
    let body = word.end + 1;
    let (host_end, end) = match slashes {
        0 if !host::is_web_scheme(scheme) => (body, extent(text, body)),
        _ => host_extent(text, body + slashes),
    };
    let has_body = text.get(body..end)?.contains(char::is_alphanumeric);
    let has_backslashes = host::is_web_scheme(scheme) && after.get(..slashes)?.contains('\\');
    let start = word.end - scheme.len();
    has_body.then_some(Candidate { start, end, host_end, form: LinkForm::Scheme, has_backslashes })
}

/// The end of the host at `start`, and of the URL. Letters of a script that writes no spaces and touch the end of an
/// ASCII host belong to the sentence.
fn host_extent(text: &str, start: usize) -> (usize, usize) {
    let end = extent(text, start);
    let body = text.get(start..end).unwrap_or_default();
    let host = body.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host_end = start + host.len();
    let Some(cut) = host.find(|character: char| !character.is_ascii()) else { return (host_end, end) };
    let (name, letters) = host.split_at_checked(cut).unwrap_or((host, ""));
    let is_sentence =
        letters.starts_with(is_unspaced) && !letters.contains(['.', '@', '\u{3002}', '\u{ff0e}', '\u{ff61}']);
    let stands_alone = name.contains('.') && !name.ends_with(['.', '-', '@']) && host.len() == body.len();
    if is_sentence && stands_alone { (start + cut, start + cut) } else { (host_end, end) }
}

/// The longest end of a word that is a scheme (RFC 3986 section 3.1); empty where there is none.
fn scheme_at_end(word: &str) -> &str {
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let run = word.bytes().rev().take_while(is_scheme).count();
    let run = word.get(word.len() - run..).unwrap_or_default();
    run.trim_start_matches(|character: char| !character.is_ascii_alphabetic())
}

/// Browsers open `https:/host` and `https:host` too; in prose the host must look like one.
fn opens_host(after: &str) -> bool {
    if after.starts_with(['/', '\\']) {
        return after.chars().nth(1).is_some_and(char::is_alphanumeric);
    }
    let host = after.split(|character: char| !is_word(character)).next().unwrap_or_default();
    host.trim_end_matches('.').contains('.')
}

/// Where letters of a script that writes no spaces touch a host, each run of ASCII is tried by itself.
fn ascii_link(text: &str, word: Word) -> Option<Candidate> {
    let written = word.of(text);
    if written.is_ascii() {
        return None;
    }
    let mut start = word.start;
    for run in written.split_inclusive(|character: char| !character.is_ascii()) {
        let ascii = run.trim_end_matches(|character: char| !character.is_ascii());
        let part = Word { start, end: start + ascii.len() };
        if ascii.contains('.')
            && let Some(link) = host::link(text, part)
        {
            return Some(link);
        }
        start += run.len();
    }
    None
}
