//! Recordings of tools that keep each request with its response: mcp-recorder and agent-vcr.
//! In: one JSON document. Out: the messages of each interaction in order.
//! Never: what the server asked by itself, which these tools do not keep; the caller says so.

use std::io::Read;

use super::RecordPlace;
use super::archive;
use super::sink::Sink;
use super::sink::Stop;
use super::time::widen;
use super::values;
use super::values::Frame;
use super::values::Recorder;
use super::window::Window;
use super::window::line_feeds;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::Kind;
use crate::json::Raw;
use crate::message::Side;
use crate::text::Place;

/// Members of the document beside its interactions that hold a message: the beginning of a session.
const BEGINNING: [(&str, Side); 2] = [("initialize_request", Side::Client), ("initialize_response", Side::Server)];

/// Reads a document, which is held in memory up to the length of an entry of an archive.
pub(super) fn read(input: &mut dyn Read, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let most = sink.record_bytes.saturating_mul(archive::RECORDS_OF_ENTRY);
    let mut window = Window::new(input);
    let fits = window.byte(most)?.is_none();
    let place = window.place(None);
    if fits {
        sink.counts.bytes = widen(window.bytes().len());
        return document(window.bytes(), place, sink);
    }
    let mut search = super::sink::NeedleSearch::default();
    loop {
        let all = window.bytes().len();
        search.feed(window.bytes(), sink);
        window.pass(all);
        if !window.fill()? {
            break;
        }
    }
    sink.counts.bytes = window.offset();
    sink.oversized(place, search.bytes, search.found)
}

/// What a document holds.
#[derive(Default)]
struct Document<'a> {
    beginning: [Option<Raw<'a>>; 2],
    interactions: Vec<Raw<'a>>,
}

fn document(bytes: &[u8], place: RecordPlace, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let Ok(text) = std::str::from_utf8(bytes) else { return sink.unreadable(place, bytes) };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut document = Document::default();
    let mut cursor = Cursor::new(text, Place::START, DEPTH_OF_RECORD);
    document.read(&mut cursor);
    let is_whole = cursor.finish().is_ok();
    let frame = |raw: Raw<'_>, entry: Option<u64>| {
        let offset = raw.place().offset();
        let before = bytes.get(..offset).unwrap_or_default();
        let place =
            RecordPlace { line: place.line + line_feeds(before), byte: place.byte + widen(offset), entry, event: None };
        Frame { place, contiguous: true, side: Some(Side::Client), ..Frame::default() }
    };
    if !document.begins_with_initialize() {
        for (raw, (_, side)) in document.beginning.iter().zip(BEGINNING) {
            if let Some(raw) = raw {
                values::body(raw.source().as_bytes(), &Frame { side: Some(side), ..frame(*raw, None) }, sink)?;
            }
        }
    }
    let mut recorder = Recorder::default();
    for (index, raw) in document.interactions.iter().enumerate() {
        let frame = frame(*raw, Some(widen(index)));
        if values::tool_object(raw.source(), &frame, &mut recorder, sink)?.is_err() {
            sink.unreadable(frame.place, raw.source().as_bytes())?;
        }
    }
    if is_whole { Ok(()) } else { sink.unreadable(sink.last, b"{") }
}

impl<'a> Document<'a> {
    fn read(&mut self, cursor: &mut Cursor<'a>) {
        cursor.object(|key, cursor| match key.as_str() {
            "session" if cursor.kind() == Some(Kind::Object) => self.read(cursor),
            "interactions" => {
                let mut interactions = Vec::new();
                if cursor.array(|_, cursor| interactions.extend(cursor.raw())) {
                    self.interactions = interactions;
                }
            }
            name => {
                let found = BEGINNING.iter().zip(&mut self.beginning).find(|((member, _), _)| *member == name);
                if let Some((_, slot)) = found {
                    *slot = cursor.raw().filter(|raw| raw.kind() == Kind::Object);
                }
            }
        });
    }

    /// True where the first interaction is the beginning of the session, which is not told twice.
    fn begins_with_initialize(&self) -> bool {
        let mut found = false;
        let Some(first) = self.interactions.first() else { return false };
        first.cursor().object(|key, cursor| {
            if key.as_str() == "request" {
                cursor.object(|key, cursor| {
                    found |=
                        key.as_str() == "method" && cursor.raw().is_some_and(|raw| raw.source() == "\"initialize\"");
                });
            }
        });
        found
    }
}
