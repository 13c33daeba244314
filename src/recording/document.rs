//! Recordings that are one JSON document, which is held in memory.
//! In: an input. Out: its text, to the reader of what it holds.
//! Never: more memory than an entry of an archive may take.

use std::io;
use std::io::Read;

use super::RecordPlace;
use super::alone;
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
        // A server that prints such a document must not hide what it sends beside it.
        Ok(text) if sink.is_guess && !stands_alone(text, sink.record_bytes)? => {
            lines::read_after_all(&mut text.as_bytes(), sink)
        }
        Ok(text) => read(text, place, sink),
        Err(_) => sink.unreadable(place, window.bytes()),
    }
}

/// True where nothing stands after the first value, nor a message in a line of it.
fn stands_alone(text: &str, record_bytes: usize) -> io::Result<bool> {
    let mut cursor = Cursor::new(text, Place::START, DEPTH_OF_RECORD);
    cursor.skip();
    Ok(cursor.kind().is_none() && !alone::hold_a_message(&mut text.as_bytes(), record_bytes)?)
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
