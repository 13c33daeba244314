//! The list of messages that the MCP Inspector exports: the answer stands in the entry of its request.
//! In: a JSON array. Out: requests and answers in the order of time.
//! Never: an entry that is dropped because it has no time.

use super::RecordPlace;
use super::envelope::Object;
use super::sink::Sink;
use super::sink::Stop;
use super::time;
use super::time::widen;
use super::values;
use super::values::Frame;
use super::values::Recorder;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::Raw;
use crate::text::Place;

/// Reads the text of a list. Source of the members: modelcontextprotocol/inspector, `MessageEntry`, 2026-11.
pub(super) fn read(text: &str, place: RecordPlace, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let mut entries = Vec::new();
    let mut cursor = Cursor::new(text, Place::START, DEPTH_OF_RECORD);
    cursor.array(|_, cursor| entries.extend(cursor.raw()));
    let is_whole = cursor.finish().is_ok();
    // Each message of an entry with its time; one without a time has that of the entry before it.
    let mut messages = Vec::new();
    let mut before = 0;
    for (index, entry) in entries.iter().enumerate() {
        let asked = Object::read(entry.source()).ok().and_then(|(object, _)| object.time).unwrap_or(before);
        before = asked;
        messages.push((asked, index, false));
        messages.push((asked.saturating_add(duration(*entry)), index, true));
    }
    messages.sort_by_key(|(time, ..)| *time);
    for (time, index, answer) in messages {
        let Some(entry) = entries.get(index) else { continue };
        let place = RecordPlace { entry: Some(widen(index)), ..place };
        let frame = Frame { place, contiguous: true, ..Frame::default() }.within(text, entry.place().offset());
        // The recorder names the time of the request only.
        let frame = Frame { time: answer.then_some(time), only: Some(answer), ..frame };
        if values::tool_object(entry.source(), &frame, &mut Recorder::default(), sink)?.is_err() && !answer {
            sink.unreadable(frame.place, entry.source().as_bytes())?;
        }
    }
    if is_whole { Ok(()) } else { sink.unreadable(sink.last, b"{") }
}

/// Milliseconds between request and answer.
fn duration(entry: Raw<'_>) -> u64 {
    entry.get("duration").and_then(|raw| time::whole(raw.number()?)).unwrap_or_default()
}
