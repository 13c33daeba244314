//! A buffered input that knows where it stands.
//! In: a reader. Out: its bytes from the present place on, as many as were asked for; line and offset.
//! Never: more memory than the longest stretch that was asked for.

use std::io;
use std::io::Read;

use super::RecordPlace;
use super::time::widen;

pub(super) struct Window<'r> {
    input: &'r mut dyn Read,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    offset: u64,
    line: u64,
    ended: bool,
}

impl<'r> Window<'r> {
    /// Bytes that are asked of the input at least.
    const CHUNK: usize = 128 << 10;

    pub(super) fn new(input: &'r mut dyn Read) -> Self {
        Self::from(input, RecordPlace { line: 1, ..RecordPlace::default() })
    }

    /// A window on the rest of an input, which begins at this place.
    pub(super) fn from(input: &'r mut dyn Read, place: RecordPlace) -> Self {
        let RecordPlace { line, byte: offset, .. } = place;
        Self { input, buffer: vec![0; 2 * Self::CHUNK], start: 0, end: 0, offset, line, ended: false }
    }

    /// What was read and not consumed.
    pub(super) fn bytes(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }

    /// Offset in the input of the first of [`Window::bytes`].
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Place of the first of [`Window::bytes`].
    pub(super) fn place(&self, entry: Option<u64>) -> RecordPlace {
        RecordPlace { line: self.line, byte: self.offset, entry, event: None }
    }

    /// Reads more; false at the end of the input.
    pub(super) fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.buffer.len() - self.end < Self::CHUNK {
            self.make_room();
        }
        let space = self.buffer.get_mut(self.end..).unwrap_or_default();
        let count = loop {
            match self.input.read(space) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.end += count;
        self.ended = count == 0;
        Ok(!self.ended)
    }

    fn make_room(&mut self) {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.buffer.len() - self.end < Self::CHUNK {
            self.buffer.resize(2 * self.buffer.len(), 0);
        }
    }

    /// The byte at `index`, read if need be; none after the end.
    pub(super) fn byte(&mut self, index: usize) -> io::Result<Option<u8>> {
        while self.bytes().len() <= index {
            if !self.fill()? {
                return Ok(None);
            }
        }
        Ok(self.bytes().get(index).copied())
    }

    /// Length of the line that begins at `from`, with its line feed; none where it is longer than `most`.
    /// At the end of the input the rest is the line.
    pub(super) fn line_length(&mut self, from: usize, most: usize) -> io::Result<Option<usize>> {
        let mut searched = from;
        loop {
            let bytes = self.bytes();
            if let Some(found) = memchr::memchr(b'\n', bytes.get(searched..).unwrap_or_default()) {
                let length = searched + found + 1 - from;
                return Ok((length <= most).then_some(length));
            }
            searched = bytes.len().max(from);
            if searched - from > most {
                return Ok(None);
            }
            if !self.fill()? {
                return Ok(Some(searched - from));
            }
        }
    }

    /// Moves behind the next line feed.
    pub(super) fn pass_line(&mut self) -> io::Result<()> {
        loop {
            let end = memchr::memchr(b'\n', self.bytes());
            self.pass(end.map_or(self.bytes().len(), |end| end + 1));
            if end.is_some() || !self.fill()? {
                return Ok(());
            }
        }
    }

    /// Moves on by `count` bytes, of which `lines` are line feeds.
    pub(super) fn consume(&mut self, count: usize, lines: u64) {
        self.start = (self.start + count).min(self.end);
        self.offset += widen(count);
        self.line += lines;
    }

    /// Moves on by `count` bytes and counts their line feeds.
    pub(super) fn pass(&mut self, count: usize) {
        let lines = line_feeds(self.bytes().get(..count).unwrap_or_default());
        self.consume(count, lines);
    }
}

pub(super) fn line_feeds(bytes: &[u8]) -> u64 {
    widen(memchr::memchr_iter(b'\n', bytes).count())
}
