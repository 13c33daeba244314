//! The reader of lines: a message a line, values over many lines, arrays, text between them, and logs.
//! In: a stream of bytes. Out: records, texts, and what is broken; a broken line loses only itself.
//! Never: more memory than one record and a buffer.

use std::io::Read;
use std::io::SeekFrom;

use super::Counts;
use super::Format;
use super::ReadSeek;
use super::RecordPlace;
use super::alone::is_object;
use super::alone::stands_alone;
use super::envelope::is_batch;
use super::log;
use super::log::Line;
use super::sink::NeedleSearch;
use super::sink::Sink;
use super::sink::Stop;
use super::slog::Pieces;
use super::structure::Step;
use super::structure::Structure;
use super::time::widen;
use super::values;
use super::values::Frame;
use super::values::Recorder;
use super::window::Window;
use super::window::line_feeds;
use crate::json::FaultKind;

/// Reads lines of JSON, of a log, or of both, as when one file followed another. Where the format was guessed, and most
/// lines turn out to be those of a log, it is named so.
pub(super) fn read(input: &mut dyn Read, sink: &mut Sink<'_>) -> Result<(), Stop> {
    read_window(Window::new(input), sink)
}

/// Reads what was taken for something else: lines.
pub(super) fn read_after_all(input: &mut dyn Read, sink: &mut Sink<'_>) -> Result<(), Stop> {
    sink.counts.format = Format::Jsonl;
    sink.is_guess = true;
    read(input, sink)
}

/// Reads lines of JSON from this place of an archive on, whose format stays that of the input.
pub(super) fn read_rest(
    file: &mut dyn ReadSeek,
    start: u64,
    from: RecordPlace,
    sink: &mut Sink<'_>,
) -> Result<(), Stop> {
    file.seek(SeekFrom::Start(start + from.byte))?;
    sink.is_guess = false;
    read_window(Window::from(file, from), sink)
}

fn read_window(window: Window<'_>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let mut reader = Lines {
        window,
        is_log: sink.counts.format == Format::Log,
        sink,
        array: Array::None,
        array_line: 0,
        recorder: Recorder::default(),
        pieces: Pieces::default(),
        last: Vec::new(),
        at_line_start: true,
    };
    let result = reader.run();
    reader.sink.counts.bytes = reader.window.offset();
    result
}

/// That of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Where the reader stands in a top-level array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Array {
    None,
    /// Before the element of this index.
    Before(u64),
    /// After an element; this is the index of the next.
    After(u64),
}

struct Lines<'r, 's, 'v> {
    window: Window<'r>,
    sink: &'s mut Sink<'v>,
    array: Array,
    /// The line on which the array opens.
    array_line: u64,
    recorder: Recorder,
    /// True for a log, in which a line that begins as an object and is none is text.
    is_log: bool,
    pieces: Pieces,
    /// The last line that was a value by itself.
    last: Vec<u8>,
    at_line_start: bool,
}

/// A line that is longer is not remembered.
const MOST_OF_LAST: usize = 64 << 10;

impl Lines<'_, '_, '_> {
    fn run(&mut self) -> Result<(), Stop> {
        while let Some(byte) = self.next_byte()? {
            match (self.array, byte) {
                (Array::None, b'{') if self.at_line_start => self.line()?,
                (Array::None | Array::Before(_), b'{') => self.value()?,
                (Array::None, b'[') if self.array_opens()? => {
                    self.array_line = self.window.place(None).line;
                    self.step_over();
                    self.array = Array::Before(0);
                }
                (Array::None, _) => self.text()?,
                (Array::After(index), b',') => {
                    self.step_over();
                    self.array = Array::Before(index);
                }
                (Array::Before(_) | Array::After(_), b']') => {
                    self.step_over();
                    self.array = Array::None;
                }
                (Array::Before(_) | Array::After(_), _) => self.array_is_broken()?,
            }
        }
        if self.array != Array::None {
            self.array_is_broken()?;
        }
        self.recorder.finish(self.sink)?;
        self.pieces.finish(self.sink)
    }

    /// The next byte that is no white space, to which the window is moved.
    fn next_byte(&mut self) -> Result<Option<u8>, Stop> {
        loop {
            let (mut count, mut lines) = (0, 0);
            for &byte in self.window.bytes() {
                match byte {
                    b'\n' => {
                        lines += 1;
                        self.at_line_start = true;
                    }
                    b' ' | b'\t' | b'\r' => {}
                    other => {
                        self.window.consume(count, lines);
                        return Ok(Some(other));
                    }
                }
                count += 1;
            }
            self.window.consume(count, lines);
            if !self.window.fill()? {
                return Ok(None);
            }
        }
    }

    fn step_over(&mut self) {
        self.window.consume(1, 0);
        self.at_line_start = false;
    }

    /// True where `{` follows the bracket.
    fn array_opens(&mut self) -> Result<bool, Stop> {
        const MOST: usize = 64 << 10;
        for index in 1..MOST {
            match self.window.byte(index)? {
                Some(b' ' | b'\t' | b'\n' | b'\r') => {}
                byte => return Ok(byte == Some(b'{')),
            }
        }
        Ok(false)
    }

    /// An array without a comma or its end. What stands here is read as if no array were.
    fn array_is_broken(&mut self) -> Result<(), Stop> {
        self.array = Array::None;
        self.sink.unreadable(self.window.place(None), b"")
    }

    /// A line that begins with an object: read in one pass.
    fn line(&mut self) -> Result<(), Stop> {
        let Some(length) = self.window.line_length(0, self.sink.record_bytes)? else { return self.value() };
        let line = self.window.bytes().get(..length).unwrap_or_default();
        // A value that goes over several lines ends in a later one; what a container printed may begin in an earlier one.
        let is_whole = line.trim_ascii_end().ends_with(b"}") && memchr::memmem::find(line, b"\"log\":").is_none();
        if is_whole && self.sink.skips(line) {
            return self.end_of_line(length);
        }
        let place = self.window.place(None);
        let Ok(text) = std::str::from_utf8(line) else {
            self.sink.unreadable(place, line.trim_ascii_end())?;
            return self.end_of_line(length);
        };
        let frame = Frame { place, contiguous: true, ..Frame::default() };
        match values::tool_object(text, &frame, &mut self.recorder, self.sink)? {
            Ok(None) => {
                let kept = if length <= MOST_OF_LAST { line.trim_ascii_end() } else { b"" };
                self.last.clear();
                self.last.extend_from_slice(kept);
                self.end_of_line(length)
            }
            Ok(Some(next)) => {
                self.window.pass(next);
                self.at_line_start = false;
                Ok(())
            }
            Err(FaultKind::Truncated) => self.value(),
            Err(_) if self.is_log => {
                self.sink.text(place, line.trim_ascii_end())?;
                self.end_of_line(length)
            }
            Err(_) => {
                self.sink.unreadable(place, line.trim_ascii_end())?;
                self.end_of_line(length)
            }
        }
    }

    fn end_of_line(&mut self, length: usize) -> Result<(), Stop> {
        self.window.consume(length, 1);
        self.at_line_start = true;
        Ok(())
    }

    /// The rest of a line that does not begin as JSON.
    fn text(&mut self) -> Result<(), Stop> {
        self.window.byte(2)?;
        if self.window.bytes().starts_with(BYTE_ORDER_MARK) {
            // Files that were put together have one in the middle.
            self.window.consume(BYTE_ORDER_MARK.len(), 0);
            return Ok(());
        }
        let place = self.window.place(None);
        match self.window.line_length(0, self.sink.record_bytes)? {
            Some(length) => self.line_of_text(place, length),
            None => self.skip_line(),
        }
    }

    /// Bytes of the line after one of text that could be its echo. In a log, messages stand in lines of text only, and no
    /// next line matters.
    fn length_of_next(&mut self, length: usize) -> Result<usize, Stop> {
        let line = self.window.bytes().get(..length).unwrap_or_default();
        if self.is_log || memchr::memchr(b'{', line).is_none() {
            return Ok(0);
        }
        Ok(self.window.line_length(length, self.sink.record_bytes)?.unwrap_or(0))
    }

    fn line_of_text(&mut self, place: RecordPlace, length: usize) -> Result<(), Stop> {
        let ahead = self.length_of_next(length)?;
        let (bytes, after) = self.window.bytes().split_at_checked(length).unwrap_or_default();
        let (bytes, next) = (bytes.trim_ascii_end(), after.get(..ahead).unwrap_or_default().trim_ascii());
        let Ok(line) = std::str::from_utf8(bytes) else {
            self.sink.text(place, bytes)?;
            return self.end_of_line(length);
        };
        if !self.is_log && self.sink.is_guess && turns_out_as_log(&self.sink.counts, line) {
            self.is_log = true;
            self.sink.counts.format = Format::Log;
        }
        if memchr::memchr(b'{', bytes).is_some() && self.sink.skips(bytes) {
            return self.end_of_line(length);
        }
        let frame = Frame { place, contiguous: true, ..Frame::default() };
        match log::read(line) {
            // A program that sends a message says so in the line before or after it.
            Line::Message(found) if [next, &self.last].contains(&found.source.as_bytes()) => self.sink.words(place)?,
            Line::Message(found) => values::messages_of_line(line, &found, &frame, self.sink)?,
            // Braces open much in the output of programs; a key in quotes is JSON.
            Line::Opens(offset, _) if self.is_log || next.starts_with(b"\"") => {
                self.window.consume(offset, 0);
                self.at_line_start = false;
                return Ok(());
            }
            Line::Broken(_) | Line::Text if self.pieces.line(line, place, log::time_of(line), self.sink)? => {}
            Line::Broken(offset) if self.sink.has_needle(bytes) => {
                let place = RecordPlace { byte: place.byte + widen(offset), ..place };
                self.sink.unreadable(place, bytes.get(offset..).unwrap_or_default())?;
            }
            Line::Opens(..) | Line::Broken(_) | Line::Text => self.sink.text(place, bytes)?,
        }
        self.last.clear();
        self.end_of_line(length)
    }

    fn skip_line(&mut self) -> Result<(), Stop> {
        let place = self.window.place(None);
        let mut search = NeedleSearch::default();
        loop {
            let bytes = self.window.bytes();
            let end = memchr::memchr(b'\n', bytes).map(|found| found + 1);
            let length = end.unwrap_or(bytes.len());
            search.feed(bytes.get(..length).unwrap_or_default(), self.sink);
            self.window.pass(length);
            if end.is_some() || !self.window.fill()? {
                self.at_line_start = true;
                return self.sink.oversized(place, search.bytes, search.found);
            }
        }
    }

    /// An object that may go over many lines, or begin or end in the middle of one.
    fn value(&mut self) -> Result<(), Stop> {
        let scan = self.scan()?;
        match scan {
            Scan::Whole(length) if length <= self.sink.record_bytes => self.whole(length),
            Scan::Broken(length) if length <= self.sink.record_bytes => {
                self.array = Array::None;
                self.broken(length)
            }
            Scan::Whole(length) => self.skip_value(Structure::default(), length, Some(scan)),
            Scan::Broken(length) => self.skip_value(Structure::default(), length, Some(scan)),
            Scan::Long(structure, length) => self.skip_value(structure, length, None),
        }
    }

    /// Finds the end of the object, or where it turns out to be broken.
    fn scan(&mut self) -> Result<Scan, Stop> {
        let mut structure = Structure::default();
        let mut length = 0;
        loop {
            let step = structure.feed(self.window.bytes().get(length..).unwrap_or_default());
            match step {
                Step::Ended(end) => return Ok(Scan::Whole(length + end)),
                Step::Broken(end) => return Ok(Scan::Broken(length + end)),
                Step::Line(end) => {
                    length += end;
                    if self.another_begins(length, structure)? {
                        return Ok(Scan::Broken(length));
                    }
                }
                Step::More => {
                    length = self.window.bytes().len();
                    if length <= self.sink.record_bytes && !self.window.fill()? {
                        return Ok(Scan::Broken(length));
                    }
                }
            }
            if length > self.sink.record_bytes {
                return Ok(Scan::Long(structure, length));
            }
        }
    }

    /// True where the line at `from` is the beginning of another value, and not of what is missing of this one.
    fn another_begins(&mut self, from: usize, structure: Structure) -> Result<bool, Stop> {
        match self.window.byte(from)? {
            Some(b'{') if !structure.awaits_value() => return Ok(true),
            Some(b'{' | b'[' | b' ' | b'\t' | b'\r') => {}
            _ => return Ok(false),
        }
        let length = self.window.line_length(from, self.sink.record_bytes)?;
        let line = length.and_then(|length| self.window.bytes().get(from..from + length));
        Ok(line.is_some_and(stands_alone))
    }

    fn whole(&mut self, length: usize) -> Result<(), Stop> {
        let (index, entry) = match self.array {
            Array::Before(index) | Array::After(index) => (index, Some(index)),
            Array::None => (0, None),
        };
        let value = self.window.bytes().get(..length).unwrap_or_default();
        let place = self.window.place(entry);
        // A list of messages over many lines was written by a tool; one on a line was sent.
        let opens_batch = entry == Some(0) && place.line == self.array_line;
        let frame = Frame { place, contiguous: true, opens_batch, ..Frame::default() };
        let readable = match std::str::from_utf8(value) {
            Ok(text) => values::tool_object(text, &frame, &mut self.recorder, self.sink)?.is_ok(),
            Err(_) => false,
        };
        if !readable {
            self.sink.unreadable(frame.place, value)?;
        }
        self.window.pass(length);
        self.at_line_start = false;
        if entry.is_some() {
            self.array = Array::After(index + 1);
        }
        Ok(())
    }

    /// Lines that began a value and did not end it: each that is whole by itself is read, the others are unreadable,
    /// a new one from each line that begins in column 0 as JSON does.
    fn broken(&mut self, length: usize) -> Result<(), Stop> {
        let mut left = length;
        while left > 0 {
            let region = self.window.bytes().get(..left).unwrap_or_default();
            let mut group = 0;
            for line in region.split_inclusive(|byte| *byte == b'\n') {
                let begins = matches!(line.first(), Some(b'{' | b'['));
                if group > 0 && (begins || stands_alone(line)) {
                    break;
                }
                group += line.len();
                if stands_alone(line) {
                    break;
                }
            }
            let place = self.window.place(None);
            let bytes = region.get(..group).unwrap_or_default();
            let indent = bytes.len() - bytes.trim_ascii_start().len();
            let lines = line_feeds(bytes.get(..indent).unwrap_or_default());
            let place = RecordPlace { line: place.line + lines, byte: place.byte + widen(indent), ..place };
            let bytes = bytes.trim_ascii();
            let frame = Frame { place, contiguous: true, ..Frame::default() };
            match std::str::from_utf8(bytes) {
                Ok(text) if is_object(text, true) => {
                    let _read = values::tool_object(text, &frame, &mut self.recorder, self.sink)?;
                }
                Ok(text) if is_batch(text) => values::body(bytes, &frame, self.sink)?,
                _ if bytes.is_empty() => {}
                _ => self.sink.unreadable(place, bytes)?,
            }
            self.window.pass(group);
            left -= group;
        }
        self.at_line_start = true;
        Ok(())
    }

    /// Drops an object that is too long, of which `seen` bytes were read, and goes on to its end.
    fn skip_value(&mut self, mut structure: Structure, seen: usize, mut end: Option<Scan>) -> Result<(), Stop> {
        let entry = match self.array {
            Array::Before(index) => Some(index),
            _ => None,
        };
        let place = self.window.place(entry);
        let mut search = NeedleSearch::default();
        self.skip(seen, &mut search);
        while end.is_none() {
            let all = self.window.bytes().len();
            match structure.feed(self.window.bytes()) {
                Step::Ended(count) => {
                    self.skip(count, &mut search);
                    end = Some(Scan::Whole(count));
                }
                Step::Broken(count) => {
                    self.skip(count, &mut search);
                    end = Some(Scan::Broken(count));
                }
                Step::Line(count) => {
                    self.skip(count, &mut search);
                    end = self.another_begins(0, structure)?.then_some(Scan::Broken(count));
                }
                Step::More => {
                    self.skip(all, &mut search);
                    end = (!self.window.fill()?).then_some(Scan::Broken(all));
                }
            }
        }
        let whole = matches!(end, Some(Scan::Whole(_)));
        self.at_line_start = !whole;
        self.array = match entry {
            Some(index) if whole => Array::After(index + 1),
            _ => Array::None,
        };
        self.sink.oversized(place, search.bytes, search.found)
    }

    fn skip(&mut self, count: usize, search: &mut NeedleSearch) {
        search.feed(self.window.bytes().get(..count).unwrap_or_default(), self.sink);
        self.window.pass(count);
    }
}

/// True where this line holds a message, and fewer lines so far were messages than could not be read.
fn turns_out_as_log(counts: &Counts, line: &str) -> bool {
    counts.unreadable >= counts.records && matches!(log::read(line), Line::Message(_))
}

#[derive(Clone, Copy)]
enum Scan {
    /// The object has this length.
    Whole(usize),
    /// After this length it is known to be broken.
    Broken(usize),
    /// After this length it is too long.
    Long(Structure, usize),
}
