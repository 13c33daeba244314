//! What a URL carries after its host: parameters, and what they tell.
//! In: the raw text and the cuts of it. Out: parameters with decoded names and values, and facts about them.
//! Never: a copy of what is not encoded, an allocation for a URL that carries nothing of note.

mod authorization;
mod card;
mod carried;
mod email;
mod onward;
mod parameter_name;
mod token;

pub(crate) use authorization::AuthorizationRequest;
pub(crate) use authorization::RedirectTarget;
pub(crate) use carried::Carried;
pub(crate) use carried::Content;

use parameter_name::Folded;

use crate::link::LinkFacts;
use crate::link::SuffixList;
use crate::link::raw;
use crate::text::Span;
use crate::text::bytes;

/// Facts about the parameters of one URL.
#[derive(Clone, Debug, Default)]
pub(crate) struct QueryFacts {
    /// Secrets and personal data, in the order in which they stand.
    pub(crate) carried: Vec<Carried>,
    /// The OAuth authorization request that the URL is.
    pub(crate) authorization: Option<AuthorizationRequest>,
    /// Names of parameters that lead on to another site.
    pub(crate) onward: Vec<Span>,
}

impl QueryFacts {
    /// Facts about a URL; none where the text is no URL.
    pub(crate) fn of(raw: &str, facts: &LinkFacts, suffixes: &dyn SuffixList) -> Self {
        let Some(url) = facts.url() else { return Self::default() };
        let rest = facts.parts().rest;
        let authorization = AuthorizationRequest::of(url, raw, rest, suffixes);
        let page = onward::Page { url, suffixes, is_authorization: authorization.is_some() };
        let mut onward = Vec::new();
        let mut carried = carried::Search::new(suffixes);
        let mut around = carried::Around::new(raw, rest);
        for parameter in parameters(raw, rest).filter(|parameter| !parameter.value.is_empty()) {
            let name = Folded::of(parameter.name);
            parameter.value.read(|value| {
                carried.look(&mut around, &parameter, name.as_ref(), value);
                if page.is_left_by(&parameter, name.as_ref(), value) {
                    onward.push(parameter.span());
                }
            });
        }
        Self { carried: carried.found, authorization, onward }
    }
}

/// Where the secrets and personal data of a URL stand that are no value of a parameter: segments of its path.
#[cfg(feature = "cli")]
pub(crate) fn secret_segments(raw: &str, facts: &LinkFacts, suffixes: &dyn SuffixList) -> Vec<Span> {
    let rest = facts.parts().rest;
    let segments = parameters(raw, rest).filter(|parameter| parameter.position == Position::Path);
    segments.filter(|segment| carried::has_form(segment, suffixes)).map(|segment| segment.value_span).collect()
}

/// Where a parameter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    Path,
    Query,
    Fragment,
}

/// The kind of secret that a text stands for, as its vendor writes it; also where most of it is left out.
pub(crate) fn secret_placeholder(text: &str) -> Option<&'static str> {
    token::placeholder(text)
}

/// Where secrets stand in a text that are known by their form.
#[cfg(feature = "cli")]
pub(crate) fn secrets(text: &str) -> Vec<std::ops::Range<usize>> {
    token::spans(text)
}

/// A parameter as a server reads it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter<'a> {
    /// Empty for a segment of the path, and for a piece of query or fragment without `=`.
    pub(crate) name: Written<'a>,
    pub(crate) value: Written<'a>,
    name_span: Span,
    value_span: Span,
    pub(crate) position: Position,
}

impl Parameter<'_> {
    /// Where to point: at the name, so that no value is shown; at the value where there is no name.
    pub(crate) fn span(&self) -> Span {
        if self.name.is_empty() { self.value_span } else { self.name_span }
    }
}

/// A name or value as it stands in the URL.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written<'a> {
    text: &'a str,
    /// After the path, `+` is a blank.
    plus_is_blank: bool,
}

/// The segments of the path and their parameters (RFC 3986, 3.3), then the pieces of query and fragment between `&`.
/// A fragment may hold a query of its own, as applications write it: `#/done?a=b`.
pub(crate) fn parameters(raw: &str, rest: Span) -> Parameters<'_> {
    let range = rest.range();
    Parameters { raw, at: range.start, end: range.end, position: Position::Path, may_be_named: false }
}

/// The parameters of a URL, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Parameters<'a> {
    raw: &'a str,
    at: usize,
    end: usize,
    position: Position,
    /// False for a segment of the path: `=` in it is a letter.
    may_be_named: bool,
}

impl<'a> Iterator for Parameters<'a> {
    type Item = Parameter<'a>;

    fn next(&mut self) -> Option<Parameter<'a>> {
        while self.at < self.end {
            let rest = self.raw.get(self.at..self.end)?;
            let (position, may_be_named) = (self.position, self.may_be_named);
            let length = self.end_of_piece(rest.as_bytes()).unwrap_or(rest.len());
            let piece = Span::new(self.at, self.at + length);
            self.pass(rest.as_bytes().get(length).copied());
            self.at += length + 1;
            if length > 0 {
                return Some(self.parameter(piece, position, may_be_named));
            }
        }
        None
    }
}

impl<'a> Parameters<'a> {
    /// Begins behind the path, where a query follows it; else at the end.
    fn of_query(raw: &'a str, rest: Span) -> Self {
        let range = rest.range();
        let after_path = memchr::memchr2(b'?', b'#', rest.of(raw).as_bytes());
        let query = after_path.map(|at| range.start + at).filter(|at| raw.as_bytes().get(*at) == Some(&b'?'));
        let at = query.map_or(range.end, |at| at + 1);
        Self { raw, at, end: range.end, position: Position::Query, may_be_named: true }
    }

    fn end_of_piece(&self, rest: &[u8]) -> Option<usize> {
        match self.position {
            Position::Path => rest.iter().position(|byte| matches!(byte, b'/' | b'\\' | b';' | b'?' | b'#')),
            Position::Query => memchr::memchr2(b'&', b'#', rest),
            Position::Fragment => memchr::memchr2(b'&', b'?', rest),
        }
    }

    /// Notes where the text after a separator stands.
    fn pass(&mut self, separator: Option<u8>) {
        self.position = match (self.position, separator) {
            (Position::Path, Some(b'?')) => Position::Query,
            (Position::Path | Position::Query, Some(b'#')) => Position::Fragment,
            (position, _) => position,
        };
        self.may_be_named = self.position != Position::Path || separator == Some(b';');
    }

    fn parameter(&self, piece: Span, position: Position, may_be_named: bool) -> Parameter<'a> {
        let range = piece.range();
        let equals = if may_be_named { memchr::memchr(b'=', piece.of(self.raw).as_bytes()) } else { None };
        let equals = equals.map(|equals| range.start + equals);
        let name_span = Span::new(range.start, equals.unwrap_or(range.start));
        let value_span = Span::new(equals.map_or(range.start, |equals| equals + 1), range.end);
        let written = |span: Span| Written { text: span.of(self.raw), plus_is_blank: position != Position::Path };
        Parameter { name: written(name_span), value: written(value_span), name_span, value_span, position }
    }
}

impl<'a> Written<'a> {
    pub(crate) fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// True where it reads as `text`.
    pub(crate) fn is(self, text: &str) -> bool {
        // No byte stands for more than one.
        self.text == text || (self.text.len() > text.len() && !self.is_plain() && self.bytes().eq(text.bytes()))
    }

    /// True where decoding changes nothing.
    fn is_plain(self) -> bool {
        !bytes::any(self.text.as_bytes(), |byte| {
            (byte == b'%') | (byte == b'+') | (byte == b'\t') | (byte == b'\n') | (byte == b'\r')
        })
    }

    /// Percent-decoded bytes, without the tabs and line ends that a browser drops.
    pub(crate) fn bytes(self) -> impl Iterator<Item = u8> + use<'a> {
        let mut rest = self.text.as_bytes();
        std::iter::from_fn(move || {
            loop {
                let (&byte, after) = rest.split_first()?;
                rest = after;
                match byte {
                    b'%' => {
                        let Some(value) = raw::hexadecimal(Some(after)) else { return Some(byte) };
                        rest = after.get(2..).unwrap_or_default();
                        return Some(value);
                    }
                    b'\t' | b'\n' | b'\r' => {}
                    b'+' if self.plus_is_blank => return Some(b' '),
                    _ => return Some(byte),
                }
            }
        })
    }

    /// Hands the decoded text on; bytes that are no UTF-8 are U+FFFD in it, as browsers read them. What is encoded is
    /// decoded on the stack where it is short, so that an honest URL costs no allocation.
    pub(crate) fn read<R>(self, read: impl FnOnce(&str) -> R) -> R {
        const SHORT: usize = 1024;
        if self.is_plain() {
            return read(self.text);
        }
        let mut buffer = [0; SHORT];
        if let Some(short) = buffer.get_mut(..self.text.len()) {
            let slots = short.iter_mut();
            let length = slots.zip(self.bytes()).map(|(slot, byte)| *slot = byte).count();
            if let Some(Ok(text)) = buffer.get(..length).map(std::str::from_utf8) {
                return read(text);
            }
        }
        read(&String::from_utf8_lossy(&self.bytes().collect::<Vec<_>>()))
    }
}

#[cfg(test)]
#[path = "tests_query.rs"]
mod tests;
