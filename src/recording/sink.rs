//! The way out of every reader: items to the visitor, and the counts.
//! In: what a reader found. Out: items, counted. A visitor that breaks, or an input that fails, stops the reader.
//! Never: an item that is not counted.

use std::io;
use std::ops::ControlFlow;

use super::Counts;
use super::Format;
use super::Item;
use super::Options;
use super::Record;
use super::RecordPlace;
use super::time::widen;
use crate::message::Side;

/// Why a reader stops before the end.
#[derive(Debug)]
pub(super) enum Stop {
    Input(io::Error),
    Visitor,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Input(error)
    }
}

pub(super) struct Sink<'v> {
    pub(super) counts: Counts,
    pub(super) record_bytes: usize,
    needle: &'v dyn Fn(&[u8]) -> bool,
    visit: &'v mut dyn FnMut(Item<'_>) -> ControlFlow<()>,
}

impl<'v> Sink<'v> {
    pub(super) fn new(options: &Options<'v>, visit: &'v mut dyn FnMut(Item<'_>) -> ControlFlow<()>) -> Self {
        /// Places in a record are 32 bits wide.
        const MOST: usize = 1 << 30;
        let counts = Counts {
            format: options.format.unwrap_or(Format::Jsonl),
            bytes: 0,
            records: 0,
            unreadable: 0,
            oversized: 0,
            missing_bodies: 0,
            duplicates: 0,
            text_lines: 0,
            other_values: 0,
        };
        Self { counts, record_bytes: options.limits.record_bytes.min(MOST), needle: options.needle, visit }
    }

    pub(super) fn has_needle(&self, bytes: &[u8]) -> bool {
        (self.needle)(bytes)
    }

    pub(super) fn record(&mut self, record: Record<'_>) -> Result<(), Stop> {
        self.counts.records += 1;
        self.item(Item::Record(record))
    }

    /// Bytes that are no JSON.
    pub(super) fn unreadable(&mut self, place: RecordPlace, bytes: &[u8]) -> Result<(), Stop> {
        self.counts.unreadable += 1;
        self.item(Item::Unreadable { place, bytes, begins_as_json: begins_as_json(bytes) })
    }

    /// A JSON value in which no message was found: not understood where it holds a needle, else none of ours.
    pub(super) fn other(&mut self, place: RecordPlace, bytes: &[u8]) -> Result<(), Stop> {
        if self.has_needle(bytes) {
            self.counts.unreadable += 1;
            self.item(Item::Unreadable { place, bytes, begins_as_json: false })
        } else {
            self.foreign(place)
        }
    }

    /// A JSON value that is known to be no message.
    pub(super) fn foreign(&mut self, place: RecordPlace) -> Result<(), Stop> {
        self.counts.other_values += 1;
        self.item(Item::Text { place, json: true })
    }

    /// A line that does not begin as JSON: text; unreadable where it is no text, or where JSON with a needle may stand
    /// in it, as in the logs of clients.
    pub(super) fn text(&mut self, place: RecordPlace, line: &[u8]) -> Result<(), Stop> {
        let is_text = memchr::memchr(0, line).is_none() && std::str::from_utf8(line).is_ok();
        let may_hold_a_message = memchr::memchr(b'{', line).is_some() && self.has_needle(line);
        if !is_text || may_hold_a_message {
            return self.unreadable(place, line);
        }
        self.counts.text_lines += 1;
        self.item(Item::Text { place, json: false })
    }

    pub(super) fn oversized(&mut self, place: RecordPlace, bytes: u64, needle: bool) -> Result<(), Stop> {
        self.counts.oversized += 1;
        self.item(Item::Oversized { place, bytes, needle })
    }

    pub(super) fn missing_body(&mut self, place: RecordPlace, side: Side) -> Result<(), Stop> {
        self.counts.missing_bodies += 1;
        self.item(Item::MissingBody { place, side })
    }

    fn item(&mut self, item: Item<'_>) -> Result<(), Stop> {
        match (self.visit)(item) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Visitor),
        }
    }
}

/// Looks for a needle in bytes that come in pieces.
#[derive(Default)]
pub(super) struct NeedleSearch {
    /// The end of the last piece, for a needle that stands across two.
    tail: Vec<u8>,
    pub(super) bytes: u64,
    pub(super) found: bool,
}

impl NeedleSearch {
    const OVERLAP: usize = 64;

    pub(super) fn feed(&mut self, piece: &[u8], sink: &Sink<'_>) {
        self.bytes += widen(piece.len());
        if self.found {
            return;
        }
        let border = piece.len().min(Self::OVERLAP);
        self.tail.extend_from_slice(piece.get(..border).unwrap_or_default());
        self.found = sink.has_needle(&self.tail) || sink.has_needle(piece);
        if piece.len() >= Self::OVERLAP {
            self.tail.clear();
            self.tail.extend_from_slice(piece.get(piece.len() - Self::OVERLAP..).unwrap_or_default());
        } else {
            let excess = self.tail.len().saturating_sub(Self::OVERLAP);
            self.tail.drain(..excess);
        }
    }
}

/// True for `{`, and for `[` and `{`, but for white space.
pub(super) fn begins_as_json(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    match bytes.split_first() {
        Some((b'{', _)) => true,
        Some((b'[', rest)) => rest.trim_ascii_start().first() == Some(&b'{'),
        _ => false,
    }
}
