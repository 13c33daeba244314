//! Recordings of tools that keep each request with its response: mcp-recorder and agent-vcr.
//! In: one JSON document. Out: the messages of each interaction in order.
//! Never: what the server asked by itself, which these tools do not keep; the caller says so.

use super::RecordPlace;
use super::sink::Sink;
use super::sink::Stop;
use super::time::widen;
use super::values;
use super::values::Frame;
use super::values::Recorder;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::Kind;
use crate::json::Raw;
use crate::message::Side;
use crate::text::Place;

/// Members of the document beside its interactions that hold a message: the beginning of a session.
const BEGINNING: [(&str, Side); 2] = [("initialize_request", Side::Client), ("initialize_response", Side::Server)];

/// What a document holds.
#[derive(Default)]
struct Document<'a> {
    beginning: [Option<Raw<'a>>; 2],
    interactions: Vec<Raw<'a>>,
}

/// Reads the text of a document.
pub(super) fn read(text: &str, place: RecordPlace, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let mut document = Document::default();
    let mut cursor = Cursor::new(text, Place::START, DEPTH_OF_RECORD);
    document.read(&mut cursor);
    let is_whole = cursor.finish().is_ok();
    sink.gap(place)?;
    let frame = |raw: Raw<'_>, entry: Option<u64>| {
        let frame = Frame { place: RecordPlace { entry, ..place }, contiguous: true, ..Frame::default() };
        Frame { side: Some(Side::Client), ..frame.within(text, raw.place().offset()) }
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
