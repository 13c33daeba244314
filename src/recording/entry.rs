//! One entry of an archive: an HTTP exchange.
//! In: the bytes of the entry. Out: the messages of the request, then of the response; the bodies that are missing.
//! Never: a word about bodies that are neither JSON nor server-sent events.

use super::RecordPlace;
use super::encoding;
use super::sink::Sink;
use super::sink::Stop;
use super::sse;
use super::sse::Seen;
use super::time;
use super::time::widen;
use super::values;
use super::values::Frame;
use super::window::line_feeds;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::Member;
use crate::message::Side;
use crate::text::Place;
use crate::text::Text;

#[derive(Default)]
struct Exchange<'a> {
    started: Option<Text<'a>>,
    method: Option<Text<'a>>,
    url: Option<Text<'a>>,
    request: Message<'a>,
    /// Status of the response; 0 where there was none.
    status: u64,
    response: Message<'a>,
}

#[derive(Default)]
struct Message<'a> {
    /// True where the body has a place of its own: `postData`, or `content`.
    has_body: bool,
    text: Option<Text<'a>>,
    base64: bool,
    /// Bytes of the body as the archive counts them.
    size: u64,
    mime: Option<Text<'a>>,
    content_type: Option<Text<'a>>,
    accept: Option<Text<'a>>,
    session: Option<Text<'a>>,
    revision: Option<Text<'a>>,
    /// True where a header is one of MCP.
    mcp: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Media {
    Events,
    Json,
    Other,
    Unknown,
}

/// Reads the entry that stands at `place`.
pub(super) fn read(bytes: &[u8], place: RecordPlace, seen: &mut Seen, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let Ok(text) = std::str::from_utf8(bytes) else { return sink.unreadable(place, bytes) };
    let mut exchange = Exchange::default();
    let mut cursor = Cursor::new(text, Place::START, DEPTH_OF_RECORD);
    exchange.read(&mut cursor);
    if cursor.finish().is_err() {
        return sink.unreadable(place, bytes);
    }
    exchange.report(text, place, seen, sink)
}

impl<'a> Exchange<'a> {
    fn read(&mut self, cursor: &mut Cursor<'a>) {
        members(cursor, |key, cursor| match key {
            "startedDateTime" => self.started = text(cursor),
            "request" => members(cursor, |key, cursor| match key {
                "method" => self.method = text(cursor),
                "url" => self.url = text(cursor),
                "headers" => self.request.headers(cursor),
                "postData" => self.request.body(cursor),
                _ => {}
            }),
            "response" => members(cursor, |key, cursor| match key {
                "status" => self.status = number(cursor),
                "headers" => self.response.headers(cursor),
                "content" => self.response.body(cursor),
                _ => {}
            }),
            _ => {}
        });
    }

    fn report(&self, entry: &str, place: RecordPlace, seen: &mut Seen, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let started = self.started.as_deref().and_then(time::date_time);
        let session = self.request.session.as_deref().or(self.response.session.as_deref());
        let revision = self.request.revision.as_deref().or(self.response.revision.as_deref());
        let frame = Frame {
            time: started.map(|time| time / time::MILLISECOND),
            session,
            revision,
            url: self.url.as_deref(),
            exchange: place.entry,
            quiet: true,
            ..Frame::default()
        };
        for (side, message) in [(Side::Client, &self.request), (Side::Server, &self.response)] {
            if let Some(body) = message.text.as_ref().filter(|body| !body.is_empty()) {
                let frame = Frame { place: message.place_of(body, entry, place), side: Some(side), ..frame };
                message.report(body, frame, seen, sink)?;
            } else if self.misses_body(side) {
                sink.missing_body(place, side)?;
            }
        }
        Ok(())
    }

    /// True where the body of this side should be here. A client posts JSON. A response of an MCP server has a body
    /// where it announces one by its type, but for the statuses that have none.
    fn misses_body(&self, side: Side) -> bool {
        if !self.may_be_mcp() {
            return false;
        }
        let is_post = self.method.as_deref() == Some("POST");
        let message = if side == Side::Client { &self.request } else { &self.response };
        let is_ours = matches!(message.media(), Media::Json | Media::Events);
        match (side, self.status) {
            (Side::Client, _) => is_post && message.has_body && message.media() != Media::Other,
            (Side::Server, 0) => is_post,
            (Side::Server, 202 | 204 | 205 | 304) => false,
            (Side::Server, 200..=299) => is_ours,
            (Side::Server, _) => is_ours && message.size > 0,
        }
    }

    /// An MCP client accepts `text/event-stream`; without any such header nothing is known.
    fn may_be_mcp(&self) -> bool {
        let accepts = self.request.accept.as_deref().is_none_or(|accept| accept.contains("text/event-stream"));
        accepts || self.request.mcp || self.response.mcp
    }
}

impl<'a> Message<'a> {
    fn headers(&mut self, cursor: &mut Cursor<'a>) {
        let is_array = cursor.array(|_, cursor| {
            let (mut name, mut value) = (None, None);
            members(cursor, |key, cursor| match key {
                "name" => name = text(cursor),
                "value" => value = text(cursor),
                _ => {}
            });
            if let Some(name) = name {
                self.header(&name.to_ascii_lowercase(), value);
            }
        });
        if !is_array {
            cursor.skip();
        }
    }

    fn header(&mut self, name: &str, value: Option<Text<'a>>) {
        match name {
            "accept" => self.accept = value,
            "content-type" => self.content_type = value,
            "mcp-session-id" => self.session = value,
            "mcp-protocol-version" => self.revision = value,
            _ => {}
        }
        self.mcp |= name.starts_with("mcp-");
    }

    fn body(&mut self, cursor: &mut Cursor<'a>) {
        members(cursor, |key, cursor| {
            self.has_body = true;
            match key {
                "text" => self.text = text(cursor),
                "mimeType" => self.mime = text(cursor),
                "encoding" => self.base64 = text(cursor).as_deref() == Some("base64"),
                "size" => self.size = number(cursor),
                _ => {}
            }
        });
    }

    fn media(&self) -> Media {
        let named = self.mime.as_ref().filter(|mime| !mime.is_empty()).or(self.content_type.as_ref());
        let Some(name) = named else { return Media::Unknown };
        let name = name.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        match name.as_str() {
            "text/event-stream" => Media::Events,
            "application/json" | "text/json" => Media::Json,
            "" => Media::Unknown,
            _ if name.ends_with("+json") => Media::Json,
            _ => Media::Other,
        }
    }

    /// Place of the content of the string that holds the body.
    fn place_of(&self, body: &Text<'_>, entry: &str, place: RecordPlace) -> RecordPlace {
        let quote = body.place().offset();
        let before = entry.as_bytes().get(..quote).unwrap_or_default();
        RecordPlace { line: place.line + line_feeds(before), byte: place.byte + widen(quote) + 1, ..place }
    }

    fn report(&self, body: &str, frame: Frame<'_>, seen: &mut Seen, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let media = self.media();
        if media == Media::Other {
            return Ok(());
        }
        let decoded;
        let bytes = if self.base64 {
            let Some(bytes) = encoding::base64(body) else { return sink.unreadable(frame.place, body.as_bytes()) };
            decoded = bytes;
            decoded.as_slice()
        } else {
            body.as_bytes()
        };
        match media {
            Media::Events => sse::read_body(bytes, frame, seen, sink),
            _ => values::body(bytes, &frame, sink),
        }
    }
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
