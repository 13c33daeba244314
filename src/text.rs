//! Decoded JSON strings and where they stand.
//! In: what the JSON reader found. Out: text, byte places in a record, byte spans in a text.
//! Never: a judgement, a copy of what could be borrowed.

pub(crate) mod bytes;
pub(crate) mod escape;
pub(crate) mod hash;
pub(crate) mod hidden;
pub(crate) mod nearest;

use std::borrow::Cow;
use std::ops::Deref;

/// Byte offset in a record.
///
/// A record is what was given in one piece: the bytes handed to [`Linter::vet`](crate::Linter::vet), or one JSON-RPC
/// message of a recording.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u32);

impl Place {
    /// The first byte of the record.
    pub const START: Self = Self(0);

    pub(crate) fn new(offset: usize) -> Self {
        Self(u32::try_from(offset).unwrap_or(u32::MAX))
    }

    /// Offset in bytes.
    #[must_use]
    pub fn offset(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }

    /// The place `bytes` further on.
    pub(crate) fn plus(self, bytes: usize) -> Self {
        Self::new(self.offset().saturating_add(bytes))
    }
}

/// Range of UTF-8 bytes in a decoded text, start included, end not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// First byte after the end.
    pub end: u32,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start: Place::new(start).0, end: Place::new(end).0 }
    }

    /// Start and end as a range that slices the text.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        Place(self.start).offset()..Place(self.end).offset()
    }

    /// The part of `text` under the span; empty where the span is no boundary of it.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }
}

/// A decoded JSON string with the place of its opening quote.
///
/// Borrowed from the record unless the source holds an escape. A lone surrogate is decoded to U+FFFD, as clients
/// that use UTF-16 strings show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    value: Cow<'a, str>,
    place: Place,
    surrogate: bool,
}

impl<'a> Text<'a> {
    pub(crate) fn new(value: Cow<'a, str>, place: Place, surrogate: bool) -> Self {
        Self { value, place, surrogate }
    }

    /// The decoded text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.value
    }

    /// Where the string begins in its record.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// True where a lone surrogate of the source stands as U+FFFD in the text.
    #[must_use]
    pub fn has_lone_surrogate(&self) -> bool {
        self.surrogate
    }

    /// The text borrowed from the record; none where the source holds an escape.
    #[must_use]
    pub fn borrowed(&self) -> Option<&'a str> {
        match self.value {
            Cow::Borrowed(text) => Some(text),
            Cow::Owned(_) => None,
        }
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.value
    }
}

/// What a part of an elicitation is to the person or to the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The whole of what was given, or an object in it.
    Whole,
    /// `mode`
    Mode,
    /// `message`, which the person reads.
    Message,
    /// `url`, where the person is sent.
    Url,
    /// `elicitationId`
    ElicitationId,
    /// `requestedSchema` or a schema in it.
    Schema,
    /// The name of a property, which the person may see as a label.
    PropertyName,
    /// A `title`.
    Title,
    /// A `description`.
    Description,
    /// A `default`.
    Default,
    /// A value or label that the person chooses from.
    Choice,
    /// A member of an answer.
    Answer,
}

/// A part of a record: its role, and the first byte of its value or key. Copy, without strings: the pointer
/// (RFC 6901) is found by reading the record again, when something is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// What the part is.
    pub role: Role,
    /// Where it begins.
    pub place: Place,
}

impl Part {
    pub(crate) fn new(role: Role, place: Place) -> Self {
        Self { role, place }
    }
}
