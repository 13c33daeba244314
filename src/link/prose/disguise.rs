//! Text without the disguises of URLs: as a person puts it together, or as a program that renders it shows it.
//! In: a text. Out: the same with every disguise undone, and where each stood; none where there is nothing to undo.
//! Never: a judgement whether there is a link in it. Every step looks a bounded number of bytes around itself.

mod spelling;

use super::FoundLink;
use super::extent::is_unspaced;
use super::host;
use super::scan::Candidate;
use super::tables::Ending;
use crate::text::Span;
use crate::text::bytes;
use crate::text::escape::is_hidden;
use std::ops::Range;

/// The text, and what was changed in it.
pub(super) struct Unmasked {
    pub(super) text: String,
    edits: Vec<Edit>,
}

/// One disguise.
struct Edit {
    /// Where what stands for it begins in the new text, and how many bytes it has.
    at: usize,
    length: usize,
    /// Where the disguise stood.
    source: Range<usize>,
}

/// Undoes every disguise; none where there is none.
pub(super) fn unmask(text: &str) -> Option<Unmasked> {
    let mut reader =
        Reader { text, done: 0, percent_end: 0, unmasked: Unmasked { text: String::new(), edits: Vec::new() } };
    let mut at = 0;
    while let Some(offset) = bytes::position(text.as_bytes().get(at..)?, is_mark) {
        at = reader.step(at + offset);
        if at >= text.len() {
            break;
        }
    }
    if reader.unmasked.edits.is_empty() {
        return None;
    }
    reader.unmasked.text.push_str(text.get(reader.done..)?);
    Some(reader.unmasked)
}

/// True for a byte at which a disguise can be seen.
fn is_mark(byte: u8) -> bool {
    let opens = (byte == b'[') | (byte == b'(') | (byte == b'{') | (byte == b'<');
    let is_letter = (byte == b'x') | (byte == b'X');
    opens
        | is_letter
        | (byte == b'&')
        | (byte == b'%')
        | (byte == b':')
        | (byte == b'*')
        | (byte == b'.')
        | (byte >= 0x80)
}

impl Unmasked {
    /// True where a disguise stands inside the range of the new text.
    pub(super) fn touches(&self, start: usize, end: usize) -> bool {
        let first = self.edits.partition_point(|edit| edit.at + edit.length <= start);
        let mut inside = self.edits.get(first..).unwrap_or_default().iter().take_while(|edit| edit.at < end);
        // What was taken out before the first letter is not inside.
        inside.any(|edit| edit.length > 0 || edit.at > start)
    }

    /// The link in the text that was given.
    pub(super) fn link(&self, candidate: Candidate) -> FoundLink {
        let Candidate { start, end, form, .. } = candidate;
        FoundLink {
            span: Span::new(self.source_start(start), self.source_end(end)),
            form,
            is_disguised: true,
            target: None,
            reading: Some(self.text.get(start..end).unwrap_or_default().to_owned()),
        }
    }

    fn source_start(&self, at: usize) -> usize {
        let count = self.edits.partition_point(|edit| edit.at <= at);
        let Some(edit) = count.checked_sub(1).and_then(|index| self.edits.get(index)) else { return at };
        if at < edit.at + edit.length { edit.source.start } else { edit.source.end + (at - edit.at - edit.length) }
    }

    fn source_end(&self, at: usize) -> usize {
        let count = self.edits.partition_point(|edit| edit.at < at);
        let Some(edit) = count.checked_sub(1).and_then(|index| self.edits.get(index)) else { return at };
        edit.source.end + at.saturating_sub(edit.at + edit.length)
    }
}

struct Reader<'a> {
    text: &'a str,
    /// End of what was taken over into the new text.
    done: usize,
    /// End of the word in which percent signs are undone.
    percent_end: usize,
    unmasked: Unmasked,
}

impl Reader<'_> {
    /// Undoes the disguise at `at`, if there is one; says where to look on.
    fn step(&mut self, at: usize) -> usize {
        let Some(character) = self.text.get(at..).and_then(|rest| rest.chars().next()) else { return at + 1 };
        match character {
            '[' | '(' | '{' | '<' => self.bracket(at, character),
            '&' => self.entity(at),
            '%' => self.percent(at),
            ':' => self.spaced_slashes(at),
            '*' | 'x' | 'X' => self.scheme(at),
            '.' => self.spaced_dot(at),
            '\u{202e}' => self.reversed(at),
            _ if is_hidden(character) => self.hidden(at),
            _ => self.look_alike(at, character),
        }
    }

    fn before(&self, at: usize) -> &str {
        self.text.get(..at).unwrap_or_default()
    }

    fn after(&self, at: usize) -> &str {
        self.text.get(at..).unwrap_or_default()
    }

    /// Puts `replacement` in the place of `source`; says where to look on.
    fn replace(&mut self, source: Range<usize>, replacement: impl Iterator<Item = char>) -> usize {
        let end = source.end;
        if source.start < self.done {
            return end;
        }
        let Unmasked { text, edits } = &mut self.unmasked;
        text.push_str(self.text.get(self.done..source.start).unwrap_or_default());
        let at = text.len();
        text.extend(replacement);
        edits.push(Edit { at, length: text.len() - at, source });
        self.done = end;
        end
    }

    /// `[.]`, `(dot)`, `{://}`: punctuation of a URL in brackets, with a blank on both sides or on none.
    fn bracket(&mut self, at: usize, open: char) -> usize {
        let Some((written, length)) = spelling::bracketed(self.after(at), open) else { return at + 1 };
        let (before, after) = (self.before(at), self.after(at + length));
        let (bare_before, bare_after) = match (before.strip_suffix(' '), after.strip_prefix(' ')) {
            (Some(before), Some(after)) if matches!(written, "." | "@") => (before, after),
            (None, None) => (before, after),
            _ => return at + 1,
        };
        let is_open = |rest: &str| rest.starts_with(['[', '(', '{', '<']);
        let follows_letter = bare_before.ends_with(char::is_alphanumeric);
        let fits = match written {
            "." | "@" => follows_letter && (bare_after.starts_with(char::is_alphanumeric)),
            ":" => follows_letter && (after.starts_with('/') || is_open(after)),
            "://" => follows_letter,
            _ => before.ends_with([':', ']', ')', '}', '>', '/']) || (follows_letter && !after.is_empty()),
        };
        let blanks = before.len() - bare_before.len();
        if fits { self.replace(at - blanks..at + length + blanks, written.chars()) } else { at + 1 }
    }

    /// `&#58;`, `&#x2e;`, `&colon;`: what HTML shows as a character of a URL.
    fn entity(&mut self, at: usize) -> usize {
        match spelling::entity(self.after(at)) {
            Some((character, length)) => self.replace(at..at + length, std::iter::once(character)),
            None => at + 1,
        }
    }

    /// `https%3A%2F%2F`, and the percent signs after it in the same word.
    fn percent(&mut self, at: usize) -> usize {
        let rest = self.after(at);
        let starts = |text: &str| rest.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
        if at >= self.percent_end && starts("%3a%2f%2f") && host::web_scheme_before(self.text, at) {
            self.percent_end = at + rest.find(char::is_whitespace).unwrap_or(rest.len());
            return self.replace(at..at + 9, "://".chars());
        }
        let marks = [("%2f", '/'), ("%3a", ':'), ("%3f", '?'), ("%3d", '='), ("%26", '&'), ("%23", '#')];
        match marks.into_iter().find(|(written, _)| at < self.percent_end && starts(written)) {
            Some((written, mark)) => self.replace(at..at + written.len(), std::iter::once(mark)),
            None => at + 1,
        }
    }

    /// `https ://host`, `https: //host`, `https:// host.example`.
    fn spaced_slashes(&mut self, at: usize) -> usize {
        let blanks = |text: &str| text.bytes().take(3).take_while(|byte| *byte == b' ').count();
        let before = self.before(at).bytes().rev().take(3).take_while(|byte| *byte == b' ').count();
        let between = blanks(self.after(at + 1));
        if !self.after(at + 1 + between).starts_with("//") || !host::web_scheme_before(self.text, at - before) {
            return at + 1;
        }
        let slashes_end = at + between + 3;
        let behind = blanks(self.after(slashes_end));
        let rest = self.after(slashes_end + behind);
        let is_spaced = before + between + behind > 0;
        let leads_on =
            if behind > 0 { spelling::begins_with_host(rest) } else { rest.starts_with(char::is_alphanumeric) };
        if is_spaced && leads_on { self.replace(at - before..slashes_end + behind, "://".chars()) } else { slashes_end }
    }

    /// `hxxp`, `h**p`, `htxp`: a scheme of the web with letters crossed out.
    fn scheme(&mut self, at: usize) -> usize {
        match spelling::crossed_out(self.before(at), self.after(at)) {
            Some(letters) => self.replace(at..at + letters.len(), letters.chars()),
            None => at + 1,
        }
    }

    /// `https://example. com`, `https://example .com`: a host that a blank cuts before the end.
    fn spaced_dot(&mut self, at: usize) -> usize {
        let before = self.before(at);
        let (host_end, dot_end) = match (before.strip_suffix(' '), self.after(at + 1).strip_prefix(' ')) {
            (Some(before), None) => (before.len(), at + 1),
            (None, Some(_)) => (at, at + 2),
            _ => return at + 1,
        };
        let is_label = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
        let length = before.get(..host_end).unwrap_or_default().bytes().rev().take(64).take_while(is_label).count();
        let host = before.get(host_end - length..host_end).unwrap_or_default();
        let Some(colon) = self.before(host_end - length).strip_suffix("://").map(str::len) else { return at + 1 };
        let rest = self.after(dot_end);
        let last = rest.split(|character: char| !character.is_ascii_lowercase()).next().unwrap_or_default();
        let ends = !rest.get(last.len()..).unwrap_or_default().starts_with(char::is_alphanumeric);
        let is_cut = ends
            && !host.is_empty()
            && host::web_scheme_before(self.text, colon)
            && !host::reads_as_host(host)
            && Ending::of(last) == Ending::Other
            && host::reads_as_host(&format!("{host}.{last}"));
        if is_cut { self.replace(host_end..dot_end, std::iter::once('.')) } else { at + 1 }
    }

    /// An override that makes the text run from right to left: the person reads it backwards.
    fn reversed(&mut self, at: usize) -> usize {
        let begin = at + '\u{202e}'.len_utf8();
        let rest = self.after(begin);
        let is_end = |character: char| matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\n');
        let end = begin + rest.find(is_end).unwrap_or(rest.len());
        let hidden: Vec<char> = self.text.get(begin..end).unwrap_or_default().chars().collect();
        self.replace(at..end, hidden.into_iter().rev())
    }

    /// Characters without a shape between two that URLs are made of.
    fn hidden(&mut self, at: usize) -> usize {
        let is_shapeless = |character: char| {
            is_hidden(character) && !character.is_whitespace() && !character.is_control() && character != '\u{202e}'
        };
        let rest = self.after(at);
        let end = at + rest.find(|character| !is_shapeless(character)).unwrap_or(rest.len());
        let is_inside = self.before(at).ends_with(|character: char| character.is_ascii_graphic())
            && self.after(end).starts_with(|character: char| character.is_ascii_graphic());
        if is_inside && end > at { self.replace(at..end, std::iter::empty()) } else { next(self.text, at.max(end)) }
    }

    /// Characters that look like a dot, colon, slash, letter or digit and that clients may turn into it.
    fn look_alike(&mut self, at: usize, character: char) -> usize {
        let end = at + character.len_utf8();
        let Some(plain) = spelling::plain(character) else { return end };
        let (last, rest) = (self.before(at).chars().next_back(), self.after(end));
        let follows = rest.chars().next();
        let is_letter = |neighbour: Option<char>| neighbour.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
        let is_mark = |neighbour: Option<char>| neighbour.is_some_and(|c| matches!(reads_as(c), '/' | ':'));
        let fits = match plain {
            '.' => is_letter(last) && is_letter(follows),
            ':' => is_letter(last) && rest.chars().take(2).filter(|c| reads_as(*c) == '/').count() == 2,
            '/' => (is_letter(last) || is_mark(last)) && (is_letter(follows) || is_mark(follows)),
            _ => true,
        };
        if fits { self.replace(at..end, std::iter::once(plain)) } else { end }
    }
}

fn reads_as(character: char) -> char {
    spelling::plain(character).unwrap_or(character)
}

/// The character boundary after `at`, or `at` where the text ends.
fn next(text: &str, at: usize) -> usize {
    at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
}
