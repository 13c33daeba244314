//! One entry of an archive, or of a tool's list of HTTP requests.
//! In: the bytes of the entry. Out: an exchange with the texts of the entry.
//! Never: a body that is dropped because of what stands around it.

use super::RecordPlace;
use super::exchange::Exchange;
use super::exchange::Message;
use super::sink::Sink;
use super::sink::Stop;
use super::time;
use super::time::widen;
use super::window::line_feeds;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::Member;
use crate::text::Place;
use crate::text::Text;

/// An entry as it was read: all texts of it, which an [`Exchange`] borrows.
#[derive(Default)]
struct Entry<'a> {
    started: Option<Text<'a>>,
    method: Option<Text<'a>>,
    url: Option<Text<'a>>,
    status: u64,
    request: Half<'a>,
    response: Half<'a>,
}

/// The request or the response of an entry.
#[derive(Default)]
struct Half<'a> {
    has_body: bool,
    body: Option<Text<'a>>,
    base64: bool,
    size: u64,
    mime: Option<Text<'a>>,
    headers: Vec<(Text<'a>, Text<'a>)>,
}

/// Reads the entry of an HTTP Archive that stands at `place`.
pub(super) fn read(bytes: &[u8], place: RecordPlace, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let Ok(source) = std::str::from_utf8(bytes) else { return sink.unreadable(place, bytes) };
    let mut entry = Entry::default();
    let mut cursor = Cursor::new(source, Place::START, DEPTH_OF_RECORD);
    entry.archived(&mut cursor);
    if cursor.finish().is_err() {
        return sink.unreadable(place, bytes);
    }
    entry.exchange(source, place).report(place, sink)
}

/// Reads an entry of the list of requests that the MCP Inspector exports: one object, bodies as text, and secrets
/// replaced by `[REDACTED]`. Source: modelcontextprotocol/inspector, `FetchRequestEntry`, 2026-11.
pub(super) fn read_inspector(source: &str, place: RecordPlace, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let mut entry = Entry::default();
    entry.inspected(&mut Cursor::new(source, Place::START, DEPTH_OF_RECORD));
    Exchange { redacts: true, ..entry.exchange(source, place) }.report(place, sink)
}

impl<'a> Entry<'a> {
    fn archived(&mut self, cursor: &mut Cursor<'a>) {
        members(cursor, |key, cursor| match key {
            "startedDateTime" => self.started = text(cursor),
            "request" => members(cursor, |key, cursor| match key {
                "method" => self.method = text(cursor),
                "url" => self.url = text(cursor),
                "headers" => self.request.listed_headers(cursor),
                "postData" => self.request.content(cursor),
                _ => {}
            }),
            "response" => members(cursor, |key, cursor| match key {
                "status" => self.status = number(cursor),
                "headers" => self.response.listed_headers(cursor),
                "content" => self.response.content(cursor),
                _ => {}
            }),
            _ => {}
        });
    }

    fn inspected(&mut self, cursor: &mut Cursor<'a>) {
        members(cursor, |key, cursor| match key {
            "timestamp" => self.started = text(cursor),
            "method" => self.method = text(cursor),
            "url" => self.url = text(cursor),
            "requestHeaders" => self.request.named_headers(cursor),
            "requestBody" => self.request.text(cursor),
            "responseStatus" => self.status = number(cursor),
            "responseHeaders" => self.response.named_headers(cursor),
            "responseBody" => self.response.text(cursor),
            _ => {}
        });
    }

    fn exchange<'e>(&'e self, source: &str, place: RecordPlace) -> Exchange<'e> {
        let started = self.started.as_deref().and_then(time::date_time);
        Exchange {
            time: started.map(|time| time / time::MILLISECOND),
            method: self.method.as_deref(),
            url: self.url.as_deref(),
            request: self.request.message(source, place),
            status: self.status,
            response: self.response.message(source, place),
            redacts: false,
        }
    }
}

impl<'a> Half<'a> {
    fn listed_headers(&mut self, cursor: &mut Cursor<'a>) {
        let is_array = cursor.array(|_, cursor| {
            let (mut name, mut value) = (None, None);
            members(cursor, |key, cursor| match key {
                "name" => name = text(cursor),
                "value" => value = text(cursor),
                _ => {}
            });
            self.headers.extend(name.zip(value));
        });
        if !is_array {
            cursor.skip();
        }
    }

    fn named_headers(&mut self, cursor: &mut Cursor<'a>) {
        members(cursor, |key, cursor| {
            let name = Text::new(key.to_owned().into(), Place::START, false);
            self.headers.extend(text(cursor).map(|value| (name, value)));
        });
    }

    /// `postData` or `content`.
    fn content(&mut self, cursor: &mut Cursor<'a>) {
        members(cursor, |key, cursor| {
            self.has_body = true;
            match key {
                "text" => self.body = text(cursor),
                "mimeType" => self.mime = text(cursor),
                "encoding" => self.base64 = text(cursor).as_deref() == Some("base64"),
                "size" => self.size = number(cursor),
                _ => {}
            }
        });
    }

    fn text(&mut self, cursor: &mut Cursor<'a>) {
        self.has_body = true;
        self.body = text(cursor);
    }

    fn message<'e>(&'e self, source: &str, place: RecordPlace) -> Message<'e> {
        let mut message = Message {
            has_body: self.has_body,
            body: self.body.as_ref().map(|body| body.as_str().as_bytes()),
            place: self.body.as_ref().map_or(place, |body| place_of(body, source, place)),
            base64: self.base64,
            size: self.size,
            mime: self.mime.as_deref(),
            ..Message::default()
        };
        for (name, value) in &self.headers {
            message.header(name, value);
        }
        // What compressed the body on the way was undone by the recorder, and its header was kept.
        message.content_encoding = None;
        message
    }
}

/// Place of the content of the string that holds the body.
fn place_of(body: &Text<'_>, entry: &str, place: RecordPlace) -> RecordPlace {
    let quote = body.place().offset();
    let before = entry.as_bytes().get(..quote).unwrap_or_default();
    RecordPlace { line: place.line + line_feeds(before), byte: place.byte + widen(quote) + 1, ..place }
}

/// Reads the members of an object; what is none is passed over.
fn members<'a>(cursor: &mut Cursor<'a>, mut visit: impl FnMut(&str, &mut Cursor<'a>)) {
    if !cursor.object(|key, cursor| visit(key.as_str(), cursor)) {
        cursor.skip();
    }
}

/// Reads any value; none where it is no string.
fn text<'a>(cursor: &mut Cursor<'a>) -> Option<Text<'a>> {
    match cursor.member() {
        Member::Text(text) => Some(text),
        _ => None,
    }
}

/// Reads any value; 0 where it is no whole number.
fn number(cursor: &mut Cursor<'_>) -> u64 {
    cursor.raw().and_then(|raw| time::whole(raw.number()?)).unwrap_or(0)
}
