//! JSON values to records: objects, envelopes and arrays, wherever they were found.
//! In: the bytes of a value and what is known of it from outside. Out: records, to the sink.
//! Never: a value dropped without an item.

use super::Record;
use super::RecordPlace;
use super::entry;
use super::envelope::Nature;
use super::envelope::Object;
use super::log;
use super::log::Around;
use super::log::Found;
use super::log::Line;
use super::sink::Sink;
use super::sink::Stop;
use super::sink::begins_as_json;
use super::time::widen;
use super::window::line_feeds;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::FaultKind;
use crate::json::Member;
use crate::json::Raw;
use crate::message::Side;
use crate::text::Place;

/// What is known of a value from outside it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame<'a> {
    /// Where the value begins.
    pub(super) place: RecordPlace,
    pub(super) side: Option<Side>,
    pub(super) time: Option<u64>,
    pub(super) session: Option<&'a str>,
    pub(super) revision: Option<&'a str>,
    pub(super) url: Option<&'a str>,
    pub(super) exchange: Option<u64>,
    pub(super) contiguous: bool,
    pub(super) opens_batch: bool,
    /// True where values that hold no message are to be expected and are not worth an item.
    pub(super) quiet: bool,
    /// True where the recorder replaces what it takes for a secret.
    pub(super) redacts: bool,
    /// True in a list of envelopes, which holds no further one.
    pub(super) listed: bool,
    /// True where a program wrote text beside it.
    pub(super) embedded: bool,
    /// Of an envelope: only the answer, or only what is none.
    pub(super) only: Option<bool>,
}

/// Pieces of a line that a recorder cut.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    text: String,
    /// Where the first one stands.
    place: Option<RecordPlace>,
}

/// What a recorder said so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorder {
    /// When the recording began, in milliseconds since 1970.
    pub(super) start: u64,
    /// True where it replaces what it takes for a secret.
    pub(super) redacts: bool,
    /// What came of a program's output and of its errors, and is no whole line yet.
    output: Pieces,
    errors: Pieces,
}

impl Recorder {
    /// Says what was left in pieces.
    pub(super) fn finish(&mut self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        for Pieces { text, place } in [std::mem::take(&mut self.output), std::mem::take(&mut self.errors)] {
            let Some(place) = place else { continue };
            if !line_of_text(&text, &Frame { place, ..Frame::default() }, sink)? {
                sink.text(place, text.as_bytes())?;
            }
        }
        Ok(())
    }
}

impl<'a> Frame<'a> {
    fn record(&self, bytes: &'a [u8]) -> Record<'a> {
        Record {
            bytes,
            place: self.place,
            side: self.side,
            time: self.time,
            session: self.session,
            revision: self.revision,
            url: self.url,
            exchange: self.exchange,
            contiguous: self.contiguous,
            opens_batch: self.opens_batch,
            is_embedded: self.embedded,
            is_redacted: self.redacts,
        }
    }

    /// The frame of what stands `offset` bytes further on in `text`.
    pub(super) fn within(&self, text: &str, offset: usize) -> Self {
        let mut frame = *self;
        if self.contiguous {
            frame.place.byte += widen(offset);
            frame.place.line += line_feeds(text.as_bytes().get(..offset).unwrap_or_default());
        }
        frame
    }
}

/// Reads the object that `text` begins with, as a recording tool wrote it. Returns the offset of what follows.
pub(super) fn tool_object(
    text: &str,
    frame: &Frame<'_>,
    recorder: &mut Recorder,
    sink: &mut Sink<'_>,
) -> Result<Result<Option<usize>, FaultKind>, Stop> {
    let (object, next) = match Object::read(text) {
        Ok(read) => read,
        Err(fault) => return Ok(Err(fault)),
    };
    let source = text.get(..object.length).unwrap_or_default();
    let mut frame = Frame {
        side: object.side.or(frame.side),
        session: object.session.or(frame.session),
        // What stands without an envelope did not pass the recorder: a server could have printed its header.
        redacts: frame.redacts || (recorder.redacts && object.nature() == Nature::Envelope),
        ..*frame
    };
    let time = object.time.map(|time| if object.elapsed { recorder.start.saturating_add(time) } else { time });
    frame.time = if frame.only == Some(true) { frame.time } else { time.or(frame.time) };
    match object.nature() {
        Nature::Envelope => envelope(&object, text, &frame, recorder, sink)?,
        // What is no envelope has no answer in it.
        _ if frame.only == Some(true) => {}
        Nature::Message | Nature::Untagged => sink.record(frame.record(source.as_bytes()))?,
        Nature::Exchange => entry::read_inspector(source, frame.place, sink)?,
        Nature::Output => output(&object, text, &frame, recorder, sink)?,
        Nature::Texts => texts(&object, text, &frame, sink)?,
        Nature::Header => {
            recorder.start = object.start.unwrap_or(recorder.start);
            recorder.redacts = object.redacts.unwrap_or(recorder.redacts);
            sink.foreign(frame.place)?;
        }
        Nature::Other => sink.other(frame.place, source.as_bytes())?,
    }
    Ok(Ok(next))
}

fn envelope(
    object: &Object<'_>,
    text: &str,
    frame: &Frame<'_>,
    recorder: &mut Recorder,
    sink: &mut Sink<'_>,
) -> Result<(), Stop> {
    for inner in object.inner.iter().filter(|inner| frame.only.is_none_or(|answer| answer == inner.answer)) {
        let mut frame = Frame { opens_batch: false, ..frame.within(text, inner.offset) };
        if inner.enveloped && frame.listed {
            sink.other(frame.place, inner.source.as_bytes())?;
            continue;
        }
        if inner.answer {
            frame.side = frame.side.map(other_side);
        }
        if inner.source.starts_with('{') {
            sink.record(frame.record(inner.source.as_bytes()))?;
            continue;
        }
        for (index, element) in elements(inner.source).iter().enumerate() {
            let mut frame = frame.within(inner.source, element.place().offset());
            frame.place.entry = frame.place.entry.or(Some(widen(index)));
            if inner.enveloped {
                let frame = Frame { listed: true, ..frame };
                if tool_object(element.source(), &frame, recorder, sink)?.is_err() {
                    sink.unreadable(frame.place, element.source().as_bytes())?;
                }
                continue;
            }
            // What a tool collected was not sent as one.
            frame.opens_batch = index == 0 && !inner.answer;
            sink.record(frame.record(element.source().as_bytes()))?;
        }
    }
    Ok(())
}

/// Reads what a container kept of the output of a program: a line, or a piece of one that is too long.
/// Source: the json-file log of Docker, 2026-11.
fn output(
    object: &Object<'_>,
    text: &str,
    frame: &Frame<'_>,
    recorder: &mut Recorder,
    sink: &mut Sink<'_>,
) -> Result<(), Stop> {
    let Some((raw, Member::Text(string))) = object.output.map(|raw| (raw, raw.member())) else { return Ok(()) };
    let frame = Frame { contiguous: false, ..frame.within(text, raw.place().offset()) };
    let pieces = if object.is_error_stream { &mut recorder.errors } else { &mut recorder.output };
    if !string.ends_with('\n') {
        let place = *pieces.place.get_or_insert(frame.place);
        pieces.text.push_str(&string);
        if pieces.text.len() <= sink.record_bytes {
            return Ok(());
        }
        let (length, needle) = (widen(pieces.text.len()), sink.has_needle(pieces.text.as_bytes()));
        *pieces = Pieces::default();
        return sink.oversized(place, length, needle);
    }
    let Pieces { text: mut whole, place } = std::mem::take(pieces);
    whole.push_str(&string);
    let frame = Frame { place: place.unwrap_or(frame.place), ..frame };
    let line = whole.trim_ascii();
    if line_of_text(line, &frame, sink)? { Ok(()) } else { sink.text(frame.place, line.as_bytes()) }
}

/// Reads the lines of the strings of an envelope, such as those that containers keep of what a program prints.
fn texts(object: &Object<'_>, text: &str, frame: &Frame<'_>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let mut found = false;
    for raw in &object.texts {
        let Member::Text(string) = raw.member() else { continue };
        let frame = Frame { contiguous: false, ..frame.within(text, raw.place().offset()) };
        for line in string.as_str().lines() {
            found |= line_of_text(line, &frame, sink)?;
        }
    }
    if found {
        return Ok(());
    }
    sink.other(frame.place, text.get(..object.length).unwrap_or_default().as_bytes())
}

/// Reads all messages of a line of a log; false where there is no message in it.
pub(super) fn line_of_text(line: &str, frame: &Frame<'_>, sink: &mut Sink<'_>) -> Result<bool, Stop> {
    let Line::Message(found) = log::read(line) else { return Ok(false) };
    messages_of_line(line, &found, frame, sink)?;
    Ok(true)
}

/// Hands on all messages of a line, of which this is the first.
pub(super) fn messages_of_line(
    line: &str,
    first: &Found<'_>,
    frame: &Frame<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Stop> {
    message_of_line(line, first, frame, sink)?;
    let (others, rest) = log::others(line, first);
    for found in others {
        message_of_line(line, &found, frame, sink)?;
    }
    let Some(rest) = rest else { return Ok(()) };
    sink.text(frame.within(line, rest).place, line.get(rest..).unwrap_or_default().as_bytes())
}

/// Hands on the message that was found in a line, which stands where `frame` says.
fn message_of_line(line: &str, found: &Found<'_>, frame: &Frame<'_>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let Around { side, time, session } = found.around;
    let frame = Frame {
        side: side.or(frame.side),
        time: time.or(frame.time),
        session: session.or(frame.session),
        embedded: true,
        ..frame.within(line, found.offset)
    };
    if found.source.starts_with('[') {
        return body(found.source.as_bytes(), &frame, sink);
    }
    if tool_object(found.source, &frame, &mut Recorder::default(), sink)?.is_err() {
        sink.unreadable(frame.place, found.source.as_bytes())?;
    }
    Ok(())
}

/// Reads the JSON body of an HTTP message, or the data of an event: one message, or an array of them.
/// In a quiet frame, what holds no message is dropped without a word unless it holds a needle.
pub(super) fn body(bytes: &[u8], frame: &Frame<'_>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.trim_ascii(),
        Err(_) => return sink.unreadable(frame.place, bytes),
    };
    if text.starts_with('[') {
        let mut cursor = Cursor::new(text, Place::START, DEPTH_OF_RECORD);
        cursor.skip();
        if cursor.finish().is_err() {
            return unreadable_body(text, frame, sink);
        }
        for (index, element) in elements(text).iter().enumerate() {
            let mut frame = frame.within(text, element.place().offset());
            frame.place.entry = frame.place.entry.or(Some(widen(index)));
            frame.opens_batch = index == 0;
            body_object(element.source(), &frame, sink)?;
        }
        return Ok(());
    }
    body_object(text, frame, sink)
}

fn body_object(text: &str, frame: &Frame<'_>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    if !text.starts_with('{') {
        return unreadable_body(text, frame, sink);
    }
    match Object::read(text) {
        Ok((object, None)) => match object.nature() {
            Nature::Message => sink.record(frame.record(text.as_bytes())),
            _ if frame.quiet && !sink.has_needle(text.as_bytes()) => Ok(()),
            Nature::Untagged => sink.record(frame.record(text.as_bytes())),
            _ => sink.other(frame.place, text.as_bytes()),
        },
        Ok((_, Some(_))) | Err(_) => sink.unreadable(frame.place, text.as_bytes()),
    }
}

/// A body that is neither object nor array, or not JSON.
fn unreadable_body(text: &str, frame: &Frame<'_>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let bytes = text.as_bytes();
    if begins_as_json(bytes) || sink.has_needle(bytes) {
        sink.unreadable(frame.place, bytes)
    } else if frame.quiet || bytes.is_empty() {
        Ok(())
    } else {
        sink.text(frame.place, bytes)
    }
}

/// The elements of an array whose grammar was checked.
fn elements(array: &str) -> Vec<Raw<'_>> {
    let mut elements = Vec::new();
    let mut cursor = Cursor::new(array, Place::START, DEPTH_OF_RECORD);
    cursor.array(|_, cursor| elements.extend(cursor.raw()));
    elements
}

fn other_side(side: Side) -> Side {
    match side {
        Side::Client => Side::Server,
        Side::Server => Side::Client,
    }
}
