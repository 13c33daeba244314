//! An HTTP exchange, as any recorder of HTTP keeps it.
//! In: request and response. Out: the messages of the request, then of the response; the bodies that are missing.
//! Never: a word about bodies that are neither JSON nor server-sent events.

use super::RecordPlace;
use super::alone;
use super::encoding;
use super::sink::Sink;
use super::sink::Stop;
use super::sse;
use super::values;
use super::values::Frame;
use crate::message::Side;

#[derive(Default)]
pub(super) struct Exchange<'a> {
    /// When the request began, in milliseconds since 1970.
    pub(super) time: Option<u64>,
    pub(super) method: Option<&'a str>,
    pub(super) url: Option<&'a str>,
    pub(super) request: Message<'a>,
    /// Status of the response; 0 where there was none.
    pub(super) status: u64,
    pub(super) response: Message<'a>,
    /// True where the recorder replaces what it takes for a secret.
    pub(super) redacts: bool,
}

/// A request or a response.
#[derive(Default)]
pub(super) struct Message<'a> {
    /// True where the body has a place of its own: `postData`, or `content`.
    pub(super) has_body: bool,
    pub(super) body: Option<&'a [u8]>,
    /// Where the body begins.
    pub(super) place: RecordPlace,
    pub(super) base64: bool,
    /// Bytes of the body as the recorder counts them.
    pub(super) size: u64,
    pub(super) mime: Option<&'a str>,
    pub(super) content_type: Option<&'a str>,
    /// How the bytes of the body are compressed; none where the recorder undid that.
    pub(super) content_encoding: Option<&'a str>,
    pub(super) accept: Option<&'a str>,
    pub(super) session: Option<&'a str>,
    pub(super) revision: Option<&'a str>,
    /// True where a header is one of MCP.
    pub(super) mcp: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Media {
    Events,
    Json,
    Other,
    Unknown,
}

impl Exchange<'_> {
    /// Hands on the messages of the exchange that stands at `place`.
    pub(super) fn report(&self, place: RecordPlace, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let frame = Frame {
            time: self.time,
            session: self.request.session.or(self.response.session),
            revision: self.request.revision.or(self.response.revision),
            url: self.url,
            exchange: place.entry,
            quiet: true,
            redacts: self.redacts,
            ..Frame::default()
        };
        for (side, message) in [(Side::Client, &self.request), (Side::Server, &self.response)] {
            if let Some(body) = message.body.filter(|body| !body.is_empty()) {
                message.report(body, Frame { place: message.place, side: Some(side), ..frame }, sink)?;
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
        let is_post = self.method == Some("POST");
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
        let accepts = self.request.accept.is_none_or(|accept| accept.contains("text/event-stream"));
        accepts || self.request.mcp || self.response.mcp
    }
}

impl<'a> Message<'a> {
    /// Takes a header.
    pub(super) fn header(&mut self, name: &str, value: &'a str) {
        match name.to_ascii_lowercase().as_str() {
            "accept" => self.accept = Some(value),
            "content-type" => self.content_type = Some(value),
            "content-encoding" => self.content_encoding = Some(value),
            "mcp-session-id" => self.session = Some(value),
            "mcp-protocol-version" => self.revision = Some(value),
            _ => {}
        }
        self.mcp |= name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("mcp-"));
    }

    fn media(&self) -> Media {
        let named = self.mime.filter(|mime| !mime.is_empty()).or(self.content_type);
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

    fn report(&self, body: &[u8], frame: Frame<'_>, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let media = self.media();
        if media == Media::Other {
            // A server that prints such an exchange must not hide what it sends in it.
            let is_hidden = sink.has_needle(body) && alone::hold_a_message(&mut &*body, sink.record_bytes)?;
            return if is_hidden { sink.unreadable(frame.place, body) } else { Ok(()) };
        }
        let Some(bytes) = encoding::body(body, self.base64, self.content_encoding) else {
            return sink.unreadable(frame.place, body);
        };
        match media {
            Media::Events => sse::read_body(&bytes, frame, sink),
            Media::Unknown if sse::begins_as_events(&bytes) => sse::read_body(&bytes, frame, sink),
            _ => values::body(&bytes, &frame, sink),
        }
    }
}
