//! JSON as clients read it: one forward pass, borrowed, with places and repeated keys.
//! In: UTF-8 text of a record. Out: raw values, decoded texts, faults with their place.
//! Never: a number turned into a float, a key dropped, a value read without checking its grammar.

mod digest;
mod elements;
mod first;
mod keys;
mod member;
mod pointer;
mod skip;
mod string;

use crate::text::{Place, Text};

pub(crate) use digest::Digest;
pub(crate) use elements::Elements;
pub(crate) use first::with_first_members;
use keys::Keys;
pub(crate) use keys::Repeats;
pub(crate) use member::Member;
pub(crate) use pointer::pointers;

/// How deep the light pass over a record goes; an elicitation is held to [`Limits::depth`](crate::Limits::depth).
pub(crate) const DEPTH_OF_RECORD: u32 = 256;

/// The kind of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Array,
    Boolean,
    Null,
    Number,
    Object,
    String,
}

/// Why a text is not one JSON value, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    pub(crate) place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// Nested deeper than the reader was told to go.
    Depth,
    /// Not UTF-8.
    Encoding,
    /// Not JSON.
    Syntax,
    /// The end came inside a value.
    Truncated,
}

/// A JSON value whose grammar was checked and whose content was not read yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raw<'a> {
    source: &'a str,
    place: Place,
}

impl<'a> Raw<'a> {
    pub(crate) fn kind(self) -> Kind {
        match self.source.as_bytes().first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Boolean,
            Some(b'n') => Kind::Null,
            _ => Kind::Number,
        }
    }

    /// The JSON text of the value.
    pub(crate) fn source(self) -> &'a str {
        self.source
    }

    /// Where the value begins.
    pub(crate) fn place(self) -> Place {
        self.place
    }

    /// A reader over the value.
    pub(crate) fn cursor(self) -> Cursor<'a> {
        Cursor::new(self.source, self.place, DEPTH_OF_RECORD)
    }

    /// The decoded string, where the value is one.
    pub(crate) fn text(self) -> Option<Text<'a>> {
        self.cursor().string()
    }

    /// The source of the number, where the value is one.
    pub(crate) fn number(self) -> Option<&'a str> {
        (self.kind() == Kind::Number).then_some(self.source)
    }

    /// The value as a member: text, or something else.
    pub(crate) fn member(self) -> Member<'a> {
        match self.text() {
            Some(text) => Member::Text(text),
            None => Member::Other(self),
        }
    }

    /// The last value under `name`, where the value is an object that has it.
    pub(crate) fn get(self, name: &str) -> Option<Raw<'a>> {
        let mut found = None;
        self.cursor().object(|key, cursor| {
            if key.as_str() == name {
                found = cursor.raw();
            }
        });
        found
    }
}

/// Reads one JSON value from front to back.
///
/// A fault sticks: after it every read yields nothing and [`Cursor::finish`] returns it. So readers need no error
/// handling of their own, and none can go on with half a value.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    position: usize,
    base: Place,
    depth: u32,
    depth_left: u32,
    least_left: u32,
    fault: Option<Fault>,
    repeats: Option<Repeats>,
}

impl<'a> Cursor<'a> {
    /// A reader over `text`, whose first byte stands at `base` of its record.
    pub(crate) fn new(text: &'a str, base: Place, depth: u32) -> Self {
        Self { text, position: 0, base, depth, depth_left: depth, least_left: depth, fault: None, repeats: None }
    }

    /// A reader over the bytes of a record; bytes that are not UTF-8 are a fault. A byte order mark is skipped.
    pub(crate) fn of_record(bytes: &'a [u8], depth: u32) -> Self {
        let mut cursor = match std::str::from_utf8(bytes) {
            Ok(text) => Self::new(text, Place::START, depth),
            Err(error) => {
                let mut cursor = Self::new("", Place::START, depth);
                cursor.fault = Some(Fault { kind: FaultKind::Encoding, place: Place::new(error.valid_up_to()) });
                cursor
            }
        };
        if cursor.text.starts_with('\u{feff}') {
            cursor.position = '\u{feff}'.len_utf8();
        }
        cursor
    }

    /// Counts keys that stand twice in one object from here on.
    pub(crate) fn counting_repeats(mut self) -> Self {
        self.repeats = Some(Repeats::default());
        self
    }

    /// Ends the reading: only white space may follow. Returns the repeated keys, or the fault.
    pub(crate) fn finish(mut self) -> Result<Repeats, Fault> {
        if self.peek().is_some() {
            self.fail(FaultKind::Syntax);
        }
        match self.fault {
            Some(fault) => Err(fault),
            None => Ok(self.repeats.unwrap_or_default()),
        }
    }

    /// Kind of the next value, by its first byte.
    pub(crate) fn kind(&mut self) -> Option<Kind> {
        Some(match self.peek()? {
            b'{' => Kind::Object,
            b'[' => Kind::Array,
            b'"' => Kind::String,
            b't' | b'f' => Kind::Boolean,
            b'n' => Kind::Null,
            _ => Kind::Number,
        })
    }

    /// Place of the next value.
    pub(crate) fn place(&mut self) -> Place {
        self.peek();
        self.base.plus(self.position)
    }

    /// Place of the next byte, white space or not.
    fn end(&self) -> Place {
        self.base.plus(self.position)
    }

    /// Reads an object; `visit` gets each key and may read the value, which is skipped otherwise.
    /// Returns false, with nothing read, where the next value is no object.
    pub(crate) fn object(&mut self, mut visit: impl FnMut(&Text<'a>, &mut Self)) -> bool {
        if self.peek() != Some(b'{') || !self.enter() {
            return false;
        }
        let mut keys = self.repeats.is_some().then(Keys::new);
        let mut first = true;
        while self.next_item(b'}', &mut first) {
            let Some(key) = self.string() else {
                self.fail(FaultKind::Syntax);
                break;
            };
            if let (Some(keys), Some(repeats)) = (&mut keys, &mut self.repeats) {
                keys.insert(&key, repeats);
            }
            if !self.eat(b':') {
                self.fail(FaultKind::Syntax);
                break;
            }
            // White space is passed first, so that a look at the value does not count as reading it.
            self.peek();
            let before = self.position;
            visit(&key, self);
            if self.position == before {
                self.skip();
            }
        }
        if let (Some(keys), Some(repeats)) = (&mut keys, &mut self.repeats) {
            keys.finish(repeats);
        }
        self.leave();
        true
    }

    /// Reads an array; `visit` gets each index and may read the element, which is skipped otherwise.
    /// Returns false, with nothing read, where the next value is no array.
    pub(crate) fn array(&mut self, mut visit: impl FnMut(usize, &mut Self)) -> bool {
        if self.peek() != Some(b'[') || !self.enter() {
            return false;
        }
        let mut index = 0;
        let mut first = true;
        while self.next_item(b']', &mut first) {
            self.peek();
            let before = self.position;
            visit(index, self);
            if self.position == before {
                self.skip();
            }
            index += 1;
        }
        self.leave();
        true
    }

    /// Reads a string; nothing is read where the next value is none.
    pub(crate) fn string(&mut self) -> Option<Text<'a>> {
        if self.peek() != Some(b'"') {
            return None;
        }
        let place = self.base.plus(self.position);
        let source = self.string_source()?;
        Some(string::decode(source, place))
    }

    /// Reads any value and returns it unread.
    pub(crate) fn raw(&mut self) -> Option<Raw<'a>> {
        self.raw_of(|_| {})
    }

    /// Reads any value with `read`, and returns it as well; what `read` leaves is skipped.
    pub(crate) fn raw_of(&mut self, read: impl FnOnce(&mut Self)) -> Option<Raw<'a>> {
        let place = self.place();
        let start = self.position;
        read(self);
        if self.position == start {
            self.skip();
        }
        let source = self.text.get(start..self.position)?;
        self.fault.is_none().then_some(Raw { source, place })
    }

    /// Reads any value as a member.
    pub(crate) fn member(&mut self) -> Member<'a> {
        match self.string() {
            Some(text) => Member::Text(text),
            None => self.raw().map_or(Member::Absent, Member::Other),
        }
    }

    /// Reads any value and drops it, checking its grammar.
    pub(crate) fn skip(&mut self) {
        let end = match self.peek() {
            Some(b'{' | b'[') => skip::skip(self.text, self.position, self.depth_left, self.repeats.is_some()),
            _ => None,
        };
        match end {
            Some(skip::Skipped { end, levels }) => {
                self.position = end;
                self.least_left = self.least_left.min(self.depth_left - levels);
            }
            None => self.skip_slowly(),
        }
    }

    /// As [`Cursor::skip`], for every value: also those that are wrong, and objects with repeated or many keys.
    fn skip_slowly(&mut self) {
        match self.peek() {
            Some(b'{') => {
                self.object(|_, _| {});
            }
            Some(b'[') => {
                self.array(|_, _| {});
            }
            Some(b'"') => {
                self.string_source();
            }
            Some(b't') => self.literal("true"),
            Some(b'f') => self.literal("false"),
            Some(b'n') => self.literal("null"),
            Some(_) => self.number(),
            None => self.fail(FaultKind::Truncated),
        }
    }

    /// The deepest level so far.
    pub(crate) fn deepest(&self) -> u32 {
        self.depth - self.least_left
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    /// The next byte that is no white space; nothing after a fault.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.byte() {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.position += 1,
                other => return other,
            }
        }
    }

    #[inline]
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.position += usize::from(found);
        found
    }

    /// Moves to the next item of a container; false at its end, or after a fault.
    #[inline]
    fn next_item(&mut self, close: u8, first: &mut bool) -> bool {
        let is_first = std::mem::take(first);
        let mut next = self.peek();
        if next == Some(close) {
            self.position += 1;
            return false;
        }
        if !is_first {
            if next != Some(b',') {
                self.fail(FaultKind::Syntax);
                return false;
            }
            self.position += 1;
            next = self.peek();
            if next == Some(close) {
                self.fail(FaultKind::Syntax);
                return false;
            }
        }
        if next.is_none() {
            self.fail(FaultKind::Truncated);
        }
        self.fault.is_none()
    }

    fn enter(&mut self) -> bool {
        match self.depth_left.checked_sub(1) {
            Some(left) => {
                self.depth_left = left;
                self.least_left = self.least_left.min(left);
                self.position += 1;
                true
            }
            None => {
                self.fail(FaultKind::Depth);
                false
            }
        }
    }

    fn leave(&mut self) {
        self.depth_left += 1;
    }

    /// Source of the string at the position, without its quotes; the escapes are checked.
    fn string_source(&mut self) -> Option<string::Source<'a>> {
        match string::scan(self.text, self.position) {
            Ok((source, end)) => {
                self.position = end;
                Some(source)
            }
            Err((kind, at)) => {
                self.position = at;
                self.fail(kind);
                None
            }
        }
    }

    fn literal(&mut self, word: &str) {
        let rest = self.text.as_bytes().get(self.position..).unwrap_or_default();
        if rest.starts_with(word.as_bytes()) {
            self.position += word.len();
        } else if word.as_bytes().starts_with(rest) {
            self.position += rest.len();
            self.fail(FaultKind::Truncated);
        } else {
            self.fail(FaultKind::Syntax);
        }
    }

    fn number(&mut self) {
        if self.byte() == Some(b'-') {
            self.position += 1;
        }
        if self.byte() == Some(b'0') {
            self.position += 1;
        } else {
            self.digits();
        }
        if self.byte() == Some(b'.') {
            self.position += 1;
            self.digits();
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.position += 1;
            if matches!(self.byte(), Some(b'+' | b'-')) {
                self.position += 1;
            }
            self.digits();
        }
    }

    /// One digit or more.
    fn digits(&mut self) {
        let start = self.position;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.position += 1;
        }
        if self.position == start {
            self.fail(FaultKind::Syntax);
        }
    }

    /// Remembers the first fault and moves to the end, so that nothing more is read.
    #[cold]
    fn fail(&mut self, kind: FaultKind) {
        if self.fault.is_none() {
            let at_end = self.position >= self.text.len();
            let kind = if at_end && kind == FaultKind::Syntax { FaultKind::Truncated } else { kind };
            self.fault = Some(Fault { kind, place: self.base.plus(self.position) });
        }
        self.position = self.text.len();
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_mutation;
