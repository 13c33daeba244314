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

use std::borrow::Cow;

use crate::link::LinkFacts;
use crate::link::SuffixList;
use crate::link::raw;
use crate::text::Span;

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
        Self {
            carried: carried::of(raw, rest, suffixes),
            onward: onward::of(url, raw, rest, suffixes, authorization.is_some()),
            authorization,
        }
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

/// A parameter as a server reads it: percent-decoded, `+` as a blank after the path, tabs and line ends dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameter<'a> {
    /// Empty for a segment of the path, and for a piece of query or fragment without `=`.
    pub(crate) name: Cow<'a, str>,
    pub(crate) value: Cow<'a, str>,
    name_span: Span,
    pub(crate) value_span: Span,
    pub(crate) position: Position,
}

impl Parameter<'_> {
    /// Where to point: at the name, so that no value is shown; at the value where there is no name.
    pub(crate) fn span(&self) -> Span {
        if self.name.is_empty() { self.value_span } else { self.name_span }
    }
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
            let length = rest.bytes().position(|byte| self.ends_at(byte)).unwrap_or(rest.len());
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
    fn ends_at(&self, byte: u8) -> bool {
        match self.position {
            Position::Path => matches!(byte, b'/' | b'\\' | b';' | b'?' | b'#'),
            Position::Query => matches!(byte, b'&' | b'#'),
            Position::Fragment => matches!(byte, b'&' | b'?'),
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
        let written = self.raw.get(range.clone()).unwrap_or_default();
        let equals = written.find('=').filter(|_| may_be_named).map(|equals| range.start + equals);
        let name_span = Span::new(range.start, equals.unwrap_or(range.start));
        let value_span = Span::new(equals.map_or(range.start, |equals| equals + 1), range.end);
        let decoded = |span: Span| decoded(self.raw.get(span.range()).unwrap_or_default(), position != Position::Path);
        Parameter { name: decoded(name_span), value: decoded(value_span), name_span, value_span, position }
    }
}

/// Text without percent-encoding; bytes that are no UTF-8 become U+FFFD, as browsers read them.
fn decoded(text: &str, plus_is_blank: bool) -> Cow<'_, str> {
    let is_plain = |byte: u8| !matches!(byte, b'%' | b'\t' | b'\n' | b'\r') && !(plus_is_blank && byte == b'+');
    if text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let value = if byte == b'%' { raw::hexadecimal(Some(after)) } else { None };
        rest = if value.is_some() { after.get(2..).unwrap_or_default() } else { after };
        match (value, byte) {
            (Some(value), _) => bytes.push(value),
            (None, b'+') if plus_is_blank => bytes.push(b' '),
            (None, b'\t' | b'\n' | b'\r') => {}
            (None, byte) => bytes.push(byte),
        }
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
#[path = "tests_query.rs"]
mod tests;
