//! HTTP Archive 1.2: its entries in the order of time.
//! In: an input that can be read twice. Out: the messages of each entry, the bodies that are missing.
//! Never: more memory than the largest entry; for a stream, than the archive.

use std::io::SeekFrom;

use super::ReadSeek;
use super::RecordPlace;
use super::alone;
use super::archive;
use super::archive::Indexed;
use super::entry;
use super::lines;
use super::sink::NeedleSearch;
use super::sink::Sink;
use super::sink::Stop;
use super::structure::Step;
use super::structure::Structure;
use super::time;
use super::window::Window;

/// Reads archives: first where the entries of one are, then the entries in the order of their start; then the next one,
/// and as lines what follows the last. What has no entries is read as lines, too, as is what was taken for an archive and
/// has a message in a line of its own: a server that prints the beginning of one must not hide what it sends after it.
pub(super) fn read(file: &mut dyn ReadSeek, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let start = file.stream_position()?;
    let are_lines = sink.is_guess && alone::hold_a_message(&mut *file, sink.record_bytes)?;
    let mut from = RecordPlace { line: 1, ..RecordPlace::default() };
    let mut number = 0;
    loop {
        file.seek(SeekFrom::Start(start + from.byte))?;
        let mut window = Window::from(&mut *file, from);
        if are_lines || !to_entries(&mut window)? {
            break;
        }
        let mut entries = Vec::new();
        let rest = index(&mut window, &mut number, &mut entries, sink)?;
        sink.counts.bytes = file.seek(SeekFrom::End(0))?.saturating_sub(start);
        archive::read_in_order(file, start, entries, entry::read, sink)?;
        let Some(rest) = rest else { return Ok(()) };
        from = rest;
    }
    if from.byte > 0 {
        return lines::read_rest(file, start, from, sink);
    }
    file.seek(SeekFrom::Start(start))?;
    lines::read_after_all(file, sink)
}

/// Moves behind the bracket that opens `log.entries`; false where there is none.
fn to_entries(window: &mut Window<'_>) -> Result<bool, Stop> {
    let mut entries = Entries::default();
    window.byte(2)?;
    if window.bytes().starts_with(b"\xef\xbb\xbf") {
        window.consume(3, 0);
    }
    loop {
        match entries.search(window.bytes()) {
            Search::Absent => return Ok(false),
            Search::Found(end) => {
                window.pass(end);
                return Ok(true);
            }
            Search::More => {
                window.pass(window.bytes().len());
                if !window.fill()? {
                    return Ok(false);
                }
            }
        }
    }
}

/// Reads all entries once; `number` is the index of the next. One without a time has that of the entry before it.
/// Returns the place of what is no part of the archive.
fn index(
    window: &mut Window<'_>,
    number: &mut u64,
    index: &mut Vec<Indexed>,
    sink: &mut Sink<'_>,
) -> Result<Option<RecordPlace>, Stop> {
    loop {
        let Some(byte) = window.byte(0)? else {
            sink.unreadable(window.place(None), b"")?;
            return Ok(None);
        };
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' | b',' => {
                window.pass(1);
                continue;
            }
            b']' => return after_archive(window),
            b'{' => {}
            _ => {
                sink.unreadable(window.place(Some(*number)), b"")?;
                return Ok(Some(window.place(None)));
            }
        }
        let place = window.place(Some(*number));
        *number += 1;
        match entry_length(window, sink.record_bytes.saturating_mul(archive::RECORDS_OF_ENTRY))? {
            Length::Whole(length) => {
                let before = index.last().map_or(0, |entry| entry.time);
                let time = started(window.bytes().get(..length).unwrap_or_default()).unwrap_or(before);
                index.push(Indexed { place, length, time });
                window.pass(length);
            }
            Length::Cut => {
                sink.unreadable(place, window.bytes())?;
                return Ok(None);
            }
            Length::Over(structure, seen) => skip(window, structure, seen, place, sink)?,
        }
    }
}

/// Moves from the end of the entries to that of the archive. Returns the place of what follows there.
fn after_archive(window: &mut Window<'_>) -> Result<Option<RecordPlace>, Stop> {
    let mut structure = Structure::within(DEPTH_OF_ENTRIES);
    loop {
        match structure.feed(window.bytes()) {
            Step::Ended(end) => {
                window.pass(end);
                break;
            }
            Step::Line(end) | Step::Broken(end) => window.pass(end),
            Step::More => {
                window.pass(window.bytes().len());
                if !window.fill()? {
                    return Ok(None);
                }
            }
        }
    }
    while let Some(byte) = window.byte(0)? {
        if !byte.is_ascii_whitespace() {
            return Ok(Some(window.place(None)));
        }
        window.pass(1);
    }
    Ok(None)
}

enum Length {
    Whole(usize),
    /// The input ends in the entry.
    Cut,
    /// The entry is too long: after this many bytes it goes on, or ends where there is nothing to go on with.
    Over(Option<Structure>, usize),
}

fn entry_length(window: &mut Window<'_>, most: usize) -> Result<Length, Stop> {
    let mut structure = Structure::default();
    let mut length = 0;
    loop {
        match structure.feed(window.bytes().get(length..).unwrap_or_default()) {
            Step::Ended(end) if length + end <= most => return Ok(Length::Whole(length + end)),
            Step::Ended(end) => return Ok(Length::Over(None, length + end)),
            Step::Line(end) | Step::Broken(end) => length += end,
            Step::More => {
                length = window.bytes().len();
                if length > most {
                    return Ok(Length::Over(Some(structure), length));
                }
                if !window.fill()? {
                    return Ok(Length::Cut);
                }
            }
        }
    }
}

/// Drops an entry that is too long, of which `seen` bytes were read.
fn skip(
    window: &mut Window<'_>,
    mut structure: Option<Structure>,
    seen: usize,
    place: RecordPlace,
    sink: &mut Sink<'_>,
) -> Result<(), Stop> {
    let mut search = NeedleSearch::default();
    let mut skip = |window: &mut Window<'_>, count: usize| {
        search.feed(window.bytes().get(..count).unwrap_or_default(), sink);
        window.pass(count);
    };
    skip(window, seen);
    while let Some(open) = &mut structure {
        let all = window.bytes().len();
        match open.feed(window.bytes()) {
            Step::Ended(end) => {
                skip(window, end);
                structure = None;
            }
            Step::Line(end) | Step::Broken(end) => skip(window, end),
            Step::More => {
                skip(window, all);
                if !window.fill()? {
                    structure = None;
                }
            }
        }
    }
    sink.oversized(place, search.bytes, search.found)
}

/// The `startedDateTime` of an entry. In a string its quotes would be escaped, so the bytes alone find it.
fn started(entry: &[u8]) -> Option<u64> {
    let key = b"\"startedDateTime\"";
    let value = entry.get(memchr::memmem::find(entry, key)? + key.len()..)?;
    let value = value.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start().strip_prefix(b"\"")?;
    let value = value.get(..memchr::memchr(b'"', value)?)?;
    time::date_time(std::str::from_utf8(value).ok()?)
}

/// Brackets that are open in `log.entries`.
const DEPTH_OF_ENTRIES: u64 = 3;

/// What a search for `log.entries` found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// It opens before this index.
    Found(usize),
    /// The first value has none.
    Absent,
    /// The piece is over.
    More,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Key {
    #[default]
    Other,
    Log,
    Entries,
}

/// Looks for the array `log.entries` of the first value, by quotes and brackets alone.
#[derive(Debug, Default)]
pub(super) struct Entries {
    depth: u32,
    in_string: bool,
    escaped: bool,
    in_log: bool,
    /// The last string, as far as it is needed.
    token: Vec<u8>,
    key: Key,
}

impl Entries {
    pub(super) fn search(&mut self, piece: &[u8]) -> Search {
        for (index, &byte) in piece.iter().enumerate() {
            if self.in_string {
                self.string_byte(byte);
                continue;
            }
            match byte {
                b'"' => {
                    self.in_string = true;
                    self.token.clear();
                }
                b'{' | b'[' => {
                    if byte == b'[' && self.depth == 2 && self.in_log && self.key == Key::Entries {
                        return Search::Found(index + 1);
                    }
                    self.in_log |= self.depth == 1 && byte == b'{' && self.key == Key::Log;
                    self.key = Key::Other;
                    self.depth = self.depth.saturating_add(1);
                }
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.in_log &= self.depth > 1;
                }
                b',' => self.key = Key::Other,
                _ => {}
            }
            if self.depth == 0 && !byte.is_ascii_whitespace() {
                return Search::Absent;
            }
        }
        Search::More
    }

    /// True where the search stands in `log`.
    pub(super) fn in_log(&self) -> bool {
        self.in_log
    }

    fn string_byte(&mut self, byte: u8) {
        if self.escaped {
            self.escaped = false;
        } else if byte == b'\\' {
            self.escaped = true;
        } else if byte == b'"' {
            self.in_string = false;
            self.key = match self.token.as_slice() {
                b"log" => Key::Log,
                b"entries" => Key::Entries,
                _ => Key::Other,
            };
            return;
        }
        if self.token.len() <= b"entries".len() {
            self.token.push(byte);
        }
    }
}
