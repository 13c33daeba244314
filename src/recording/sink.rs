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
use super::envelope::Object;
use super::refusal::holds_dump;
use super::sse::Seen;
use super::time::widen;
use crate::error::Error;
use crate::json::FaultKind;
use crate::message::Side;

/// Why a reader stops before the end.
#[derive(Debug)]
pub(super) enum Stop {
    Input(io::Error),
    Visitor,
    /// The input is something that is not read.
    Refused(Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Input(error)
    }
}

pub(super) struct Sink<'v> {
    pub(super) counts: Counts,
    pub(super) record_bytes: usize,
    /// True where nobody named the format.
    pub(super) is_guess: bool,
    /// Events that were sent before.
    pub(super) seen: Seen,
    /// True where the bytes are not those of the input, because that is compressed or no UTF-8.
    pub(super) is_decoded: bool,
    /// Where the last item stands.
    pub(super) last: RecordPlace,
    /// True where that is unreadable.
    pub(super) last_is_unreadable: bool,
    fast: bool,
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
            skipped: 0,
            unreadable: 0,
            oversized: 0,
            missing_bodies: 0,
            duplicates: 0,
            text_lines: 0,
            other_values: 0,
            truncated: 0,
            redacted: 0,
            encoding: None,
        };
        Self {
            counts,
            record_bytes: options.limits.record_bytes.min(MOST),
            is_guess: options.format.is_none(),
            seen: Seen::default(),
            is_decoded: false,
            last: RecordPlace { line: 1, ..RecordPlace::default() },
            last_is_unreadable: false,
            fast: options.fast,
            needle: options.needle,
            visit,
        }
    }

    pub(super) fn has_needle(&self, bytes: &[u8]) -> bool {
        (self.needle)(bytes)
    }

    /// True where a line is of no interest: it is counted, and that is all.
    pub(super) fn skips(&mut self, line: &[u8]) -> bool {
        let skips = self.fast && !self.has_needle(line);
        self.counts.skipped += u64::from(skips);
        skips
    }

    pub(super) fn record(&mut self, record: Record<'_>) -> Result<(), Stop> {
        self.counts.records += 1;
        let is_redacted = record.is_redacted && has_redaction(record.bytes);
        self.counts.redacted += u64::from(is_redacted);
        let contiguous = record.contiguous && !self.is_decoded;
        self.item(Item::Record(Record { is_redacted, contiguous, ..record }))
    }

    /// Bytes that are no JSON.
    pub(super) fn unreadable(&mut self, place: RecordPlace, bytes: &[u8]) -> Result<(), Stop> {
        self.counts.unreadable += 1;
        self.counts.truncated += u64::from(is_truncated(bytes));
        let begins_as_json = begins_as_json(bytes) && !holds_dump(bytes);
        self.item(Item::Unreadable { place, bytes, begins_as_json })
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

    /// A line that does not begin as JSON: text; unreadable where it is no text, where JSON with a needle may stand in
    /// it, as in the logs of clients, or where a message stands in it as another language prints it.
    pub(super) fn text(&mut self, place: RecordPlace, line: &[u8]) -> Result<(), Stop> {
        let is_text = memchr::memchr(0, line).is_none() && std::str::from_utf8(line).is_ok();
        let may_hold_a_message = (memchr::memchr(b'{', line).is_some() && self.has_needle(line)) || holds_dump(line);
        if !is_text || may_hold_a_message {
            return self.unreadable(place, line);
        }
        self.words(place)
    }

    /// A line of text in which no message is to be looked for.
    pub(super) fn words(&mut self, place: RecordPlace) -> Result<(), Stop> {
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

    /// What the recorder never keeps.
    pub(super) fn gap(&mut self, place: RecordPlace) -> Result<(), Stop> {
        self.item(Item::Gap { place })
    }

    fn item(&mut self, item: Item<'_>) -> Result<(), Stop> {
        match item {
            Item::Record(Record { place, .. })
            | Item::Unreadable { place, .. }
            | Item::Text { place, .. }
            | Item::Oversized { place, .. }
            | Item::MissingBody { place, .. }
            | Item::Gap { place } => self.last = place,
        }
        self.last_is_unreadable = matches!(item, Item::Unreadable { .. });
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

/// What recorders put in the place of a secret, as it is or as a part of a URL.
const REDACTIONS: [&[u8]; 6] = [b"REDACTED", b"[redacted", b"<redacted", b"{redacted", b"***", b"%2A%2A%2A"];

/// True where a recorder replaced something.
pub(crate) fn has_redaction(bytes: &[u8]) -> bool {
    REDACTIONS.iter().any(|mark| memchr::memmem::find(bytes, mark).is_some())
}

/// True for an object that ends too early.
fn is_truncated(bytes: &[u8]) -> bool {
    let text = std::str::from_utf8(bytes).unwrap_or_default().trim_ascii_start();
    text.starts_with('{') && matches!(Object::read(text), Err(FaultKind::Truncated))
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
