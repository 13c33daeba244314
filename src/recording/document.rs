//! Recordings that are one JSON document, which is held in memory.
//! In: an input. Out: its text, to the reader of what it holds.
//! Never: more memory than an entry of an archive may take.

use std::io::Read;

use super::Format;
use super::RecordPlace;
use super::archive;
use super::lines;
use super::sink::NeedleSearch;
use super::sink::Sink;
use super::sink::Stop;
use super::time::widen;
use super::window::Window;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::text::Place;

/// Reads the text of a document that stands at this place.
pub(super) type ReadText = fn(&str, RecordPlace, &mut Sink<'_>) -> Result<(), Stop>;

/// Reads a document.
pub(super) fn read(input: &mut dyn Read, read: ReadText, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let most = sink.record_bytes.saturating_mul(archive::RECORDS_OF_ENTRY);
    let mut window = Window::new(input);
    if window.byte(most)?.is_some() {
        return skip(&mut window, sink);
    }
    sink.counts.bytes = widen(window.bytes().len());
    if window.bytes().starts_with(b"\xef\xbb\xbf") {
        window.consume(3, 0);
    }
    let place = window.place(None);
    match std::str::from_utf8(window.bytes()) {
        // A server that prints such a document first must not hide what it sends after it.
        Ok(text) if is_followed(text) => {
            sink.counts.format = Format::Jsonl;
            lines::read(&mut text.as_bytes(), true, sink)
        }
        Ok(text) => read(text, place, sink),
        Err(_) => sink.unreadable(place, window.bytes()),
    }
}

/// True where something stands after the first value.
fn is_followed(text: &str) -> bool {
    let mut cursor = Cursor::new(text, Place::START, DEPTH_OF_RECORD);
    cursor.skip();
    cursor.kind().is_some()
}

/// Drops a document that is too long.
fn skip(window: &mut Window<'_>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let place = window.place(None);
    let mut search = NeedleSearch::default();
    loop {
        search.feed(window.bytes(), sink);
        window.pass(window.bytes().len());
        if !window.fill()? {
            sink.counts.bytes = window.offset();
            return sink.oversized(place, search.bytes, search.found);
        }
    }
}
