//! Takes the envelope of a recording tool off a JSON-RPC message, in one pass over the object.
//! In: the text of a JSON object. Out: the messages in it, or itself, with side, time and session of the envelope.
//! Never: a copy, a guess about the content of a message.

use super::time;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::FaultKind;
use crate::json::Kind;
use crate::json::Raw;
use crate::message::Side;
use crate::text::Place;

/// What a member of an envelope is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The message.
    Message,
    /// The answer to the message, by the other side; or several messages of that side.
    Answer,
    /// A list of envelopes.
    List,
    /// Who sent it; see [`SIDES`].
    Side,
    /// When: RFC 3339, or a number.
    Time,
    /// When: milliseconds since the start that a header names.
    Elapsed,
    /// Which session, or else which server; a lower number counts more.
    Session(u8),
    /// The mark of a header, which holds no message.
    Header,
    /// When the recording began, in a header.
    Start,
    /// Whether the recorder replaces secrets, in a header.
    Redaction,
    /// The mark of an HTTP exchange.
    Exchange,
    /// What a program printed.
    Output,
    /// Where it printed that.
    Stream,
}

/// The members of every envelope that we know. Sources: ivermin1123/mcp-cassette (frame, dir, t, cassetteVersion,
/// startedAt), standardbeagle/mcp-debug (message, direction, server_name, start_time), MCPJam/inspector (payload,
/// direction, serverId, _rpcLogs), modelcontextprotocol/inspector (message, response, origin, timestamp), mcp-recorder
/// (request, response), agent-vcr (request, response, notifications, direction), 2026-11.
const MEMBERS: [(&str, Role); 28] = [
    ("msg", Role::Message),
    ("frame", Role::Message),
    ("message", Role::Message),
    ("payload", Role::Message),
    ("request", Role::Message),
    ("response", Role::Answer),
    ("notifications", Role::Answer),
    ("_rpcLogs", Role::List),
    ("dir", Role::Side),
    ("direction", Role::Side),
    ("origin", Role::Side),
    ("ts", Role::Time),
    ("timestamp", Role::Time),
    ("t", Role::Elapsed),
    ("session", Role::Session(0)),
    ("session_id", Role::Session(1)),
    ("sessionId", Role::Session(2)),
    ("serverId", Role::Session(3)),
    ("server_id", Role::Session(4)),
    ("server_name", Role::Session(5)),
    ("serverName", Role::Session(6)),
    ("cassetteVersion", Role::Header),
    ("start_time", Role::Start),
    ("startedAt", Role::Start),
    ("redaction", Role::Redaction),
    ("requestBody", Role::Exchange),
    ("log", Role::Output),
    ("stream", Role::Stream),
];

/// Directions, from the client's point of view. "request" and "response" are kinds of message and no side.
const SIDES: [(&str, Side); 10] = [
    ("c2s", Side::Client),
    ("s2c", Side::Server),
    ("send", Side::Client),
    ("receive", Side::Server),
    ("SEND", Side::Client),
    ("RECEIVE", Side::Server),
    ("client", Side::Client),
    ("server", Side::Server),
    ("client_to_server", Side::Client),
    ("server_to_client", Side::Server),
];

/// What the keys of an object say about it.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    jsonrpc: bool,
    params: bool,
    /// A method that is a string and not one of HTTP, or a result or an error that is an object.
    body: bool,
}

impl Marks {
    fn note(&mut self, key: &str, cursor: &mut Cursor<'_>) {
        let wanted = match key {
            "jsonrpc" => return self.jsonrpc = true,
            "params" => return self.params = true,
            _ if self.jsonrpc => return,
            "method" => Kind::String,
            "result" | "error" => Kind::Object,
            _ => return,
        };
        self.body |= cursor.raw().is_some_and(|raw| raw.kind() == wanted && !is_http_method(raw.source()));
    }
}

/// A value in an envelope that is a message, or an array of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inner<'a> {
    pub(super) source: &'a str,
    /// Offset of its first byte in the text.
    pub(super) offset: usize,
    /// True where the other side sent it.
    pub(super) answer: bool,
    /// True for an envelope, or a list of them.
    pub(super) enveloped: bool,
    known: bool,
    tagged: bool,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    /// A JSON-RPC message.
    Message,
    /// No message by its `jsonrpc`, though it has the members of one.
    Untagged,
    /// An envelope with [`Object::inner`].
    Envelope,
    /// A line, or a piece of one, of the output of a program: [`Object::output`].
    Output,
    /// An envelope with [`Object::texts`], in which messages may stand.
    Texts,
    /// An HTTP exchange.
    Exchange,
    /// The header of a recording.
    Header,
    /// Something else.
    Other,
}

/// An object, seen from the top.
#[derive(Debug, Default)]
pub(super) struct Object<'a> {
    /// Length of its source.
    pub(super) length: usize,
    pub(super) inner: Vec<Inner<'a>>,
    /// Strings that speak of JSON-RPC.
    pub(super) texts: Vec<Raw<'a>>,
    /// A string that a program printed.
    pub(super) output: Option<Raw<'a>>,
    /// True where it printed that as an error.
    pub(super) is_error_stream: bool,
    pub(super) side: Option<Side>,
    /// Milliseconds since 1970, or since the start of the recording where `elapsed` is true.
    pub(super) time: Option<u64>,
    pub(super) elapsed: bool,
    pub(super) session: Option<&'a str>,
    /// When the recording began, in milliseconds since 1970.
    pub(super) start: Option<u64>,
    /// Whether the recorder replaces secrets, as a header says.
    pub(super) redacts: Option<bool>,
    header: bool,
    exchange: bool,
    session_rank: u8,
    marks: Marks,
}

impl<'a> Object<'a> {
    /// Reads the object that `text` begins with. Returns with it the offset of what follows, if anything does.
    pub(super) fn read(text: &'a str) -> Result<(Self, Option<usize>), FaultKind> {
        let mut object = Self::default();
        let mut cursor = Cursor::new(text, Place::START, DEPTH_OF_RECORD);
        cursor.object(|key, cursor| object.member(key.as_str(), text, cursor));
        let next = cursor.place().offset();
        if cursor.kind().is_some() {
            object.length = text.get(..next).unwrap_or_default().trim_ascii_end().len();
            return Ok((object, Some(next)));
        }
        cursor.finish().map_err(|fault| fault.kind)?;
        object.length = text.trim_ascii_end().len();
        Ok((object, None))
    }

    pub(super) fn nature(&self) -> Nature {
        if self.marks.jsonrpc {
            return Nature::Message;
        }
        // A method with params, or a body without a known envelope's message: flattened, as mcpspy writes it.
        let enveloped = self.inner.iter().any(|inner| inner.known);
        if self.marks.body && !self.exchange && (self.marks.params || !enveloped) {
            Nature::Untagged
        } else if self.exchange {
            Nature::Exchange
        } else if !self.inner.is_empty() {
            Nature::Envelope
        } else if self.output.is_some() {
            Nature::Output
        } else if self.header {
            Nature::Header
        } else if !self.texts.is_empty() {
            Nature::Texts
        } else {
            Nature::Other
        }
    }

    /// True where the object is a message, or may hold one.
    pub(super) fn may_hold_message(&self) -> bool {
        !matches!(self.nature(), Nature::Other | Nature::Header)
    }

    /// True for a request or notification with parameters.
    pub(super) fn is_call(&self) -> bool {
        self.nature() == Nature::Untagged && self.marks.params
    }

    /// True where a message in it says by its `jsonrpc` that it is one.
    pub(super) fn holds_message(&self) -> bool {
        self.inner.iter().any(|inner| inner.tagged)
    }

    /// True where the object is a message, or was meant to be one.
    pub(super) fn is_message(&self) -> bool {
        matches!(self.nature(), Nature::Message | Nature::Untagged)
    }

    fn member(&mut self, key: &str, text: &'a str, cursor: &mut Cursor<'a>) {
        self.marks.note(key, cursor);
        let role = MEMBERS.iter().find(|(name, _)| *name == key).map(|(_, role)| *role);
        match role {
            None if matches!(key, "jsonrpc" | "method" | "result" | "error") => {}
            // What stands in a message is its own.
            None | Some(Role::Message | Role::Answer | Role::List) if self.marks.jsonrpc => {}
            None | Some(Role::Message | Role::Answer | Role::List) => self.look_inside(role, text, cursor),
            Some(role) => {
                if let Some(raw) = cursor.raw() {
                    self.fact(role, raw);
                }
            }
        }
    }

    /// Remembers a value that is a message: under a known key by the members of one, else by its `jsonrpc`.
    fn look_inside(&mut self, role: Option<Role>, text: &'a str, cursor: &mut Cursor<'a>) {
        let offset = cursor.place().offset();
        let (known, answer) = (role.is_some(), role == Some(Role::Answer));
        let mut marks = Marks::default();
        if cursor.object(|key, cursor| marks.note(key.as_str(), cursor)) {
            if marks.jsonrpc || (known && marks.body) {
                let end = cursor.place().offset();
                let source = text.get(offset..end).unwrap_or_default().trim_ascii_end();
                let inner = Inner { source, offset, answer, known, tagged: marks.jsonrpc, enveloped: false };
                self.inner.push(inner);
            }
            return;
        }
        let Some(raw) = cursor.raw() else { return };
        let enveloped = role == Some(Role::List);
        match raw.kind() {
            Kind::Array if enveloped || (known && holds_objects(raw)) => {
                let inner = Inner { source: raw.source(), offset, answer, known, tagged: true, enveloped };
                self.inner.push(inner);
            }
            Kind::String if speaks_of_messages(raw.source()) => self.texts.push(raw),
            _ => {}
        }
    }

    fn fact(&mut self, role: Role, raw: Raw<'a>) {
        let source = raw.source();
        let string = source.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let number = raw.number();
        match role {
            Role::Side => {
                let side = SIDES.iter().find(|(name, _)| Some(*name) == string);
                self.side = side.map(|(_, side)| *side).or(self.side);
            }
            Role::Time => {
                self.time = milliseconds(string).or_else(|| number.and_then(time::number)).or(self.time);
                self.elapsed = false;
            }
            Role::Elapsed if self.time.is_none() => {
                self.time = milliseconds(string).or_else(|| number.and_then(time::whole));
                self.elapsed = number.is_some();
            }
            Role::Session(rank) if self.session.is_none() || rank < self.session_rank => {
                self.session = string.or(number).or(self.session);
                self.session_rank = rank;
            }
            Role::Header => self.header = true,
            Role::Start => {
                self.header = true;
                self.start = milliseconds(string).or_else(|| number.and_then(time::number));
            }
            Role::Redaction => {
                self.redacts = Some(raw.source().contains("true"));
            }
            Role::Exchange => self.exchange = true,
            Role::Output => self.output = Some(raw).filter(|raw| raw.kind() == Kind::String),
            Role::Stream => self.is_error_stream = string == Some("stderr"),
            Role::Message | Role::Answer | Role::List | Role::Elapsed | Role::Session(_) => {}
        }
    }
}

fn milliseconds(date_time: Option<&str>) -> Option<u64> {
    Some(time::date_time(date_time?)? / time::MILLISECOND)
}

/// True for a string in which a message may stand.
fn speaks_of_messages(source: &str) -> bool {
    source.contains("jsonrpc") && source.contains('{')
}

/// True for a string in capitals: a log of HTTP requests has a `method` too.
fn is_http_method(source: &str) -> bool {
    source.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'"')
}

/// True for a text that is an array of messages and nothing else.
pub(super) fn is_batch(text: &str) -> bool {
    let mut cursor = Cursor::new(text, Place::START, DEPTH_OF_RECORD);
    let batch = cursor.kind() == Some(Kind::Array) && cursor.raw().is_some_and(holds_objects);
    batch && cursor.finish().is_ok()
}

/// True for an array that begins with an object which has the members of a message.
fn holds_objects(array: Raw<'_>) -> bool {
    let mut found = false;
    array.cursor().array(|index, cursor| {
        let mut marks = Marks::default();
        if index == 0 && cursor.object(|key, cursor| marks.note(key.as_str(), cursor)) {
            found = marks.jsonrpc || marks.body;
        }
    });
    found
}
