//! One JSON-RPC message, borrowed from its bytes.
//! In: the bytes of a record. Out: method, id, and the members that say what a message is about, unread.
//! Never: knowledge of elicitations, a second pass.

use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::Fault;
use crate::json::Kind;
use crate::json::Member;
use crate::json::Raw;
use crate::json::Repeats;
use crate::text::Text;

/// JSON-RPC error code "Missing required client capability" of 2026-07-28.
pub(crate) const MISSING_CAPABILITY: i64 = -32021;

/// Who sent a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The MCP client: the application with the person in front of it.
    Client,
    /// The MCP server.
    Server,
}

impl Side {
    /// The side that is asked when this one asks.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Client => Self::Server,
            Self::Server => Self::Client,
        }
    }
}

/// The id of a JSON-RPC request. It keeps its JSON type: `1` and `"1"` are two ids; `1` and `1.0` are one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(untagged)]
pub(crate) enum Id {
    Number(String),
    Text(String),
}

impl Id {
    /// The id that a value stands for; none for null and the types that JSON-RPC does not allow.
    pub(crate) fn of(raw: Raw<'_>) -> Option<Self> {
        match raw.kind() {
            Kind::Number => {
                let source = raw.source();
                Some(Self::Number(integer(source).map_or_else(|| source.to_owned(), |number| number.to_string())))
            }
            Kind::String => Some(Self::Text(raw.text()?.as_str().to_owned())),
            _ => None,
        }
    }
}

/// Why a value is no id of a request (2025-06-18 on, basic, Messages).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdFault {
    Fraction,
    Null,
    Type,
}

/// What a message is by its members (JSON-RPC 2.0, sections 4 and 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageKind {
    /// `error`
    Failure,
    /// `method` without `id`
    Notification,
    /// None of the members that make a message.
    Other,
    /// `method` and `id`
    Request,
    /// `result`
    Response,
}

/// A JSON-RPC message with the members that every later layer asks for. Nothing below them was read.
#[derive(Debug, Default)]
pub(crate) struct Message<'a> {
    pub(crate) method: Member<'a>,
    pub(crate) id: Option<Raw<'a>>,
    pub(crate) params: Option<Params<'a>>,
    pub(crate) result: Option<Outcome<'a>>,
    pub(crate) error: Option<Failure<'a>>,
    /// Keys that stand twice in one object, where they were counted.
    pub(crate) repeats: Repeats,
    /// Levels of nesting.
    pub(crate) depth: u32,
}

/// Members of `params`.
#[derive(Debug, Default)]
pub(crate) struct Params<'a> {
    pub(crate) raw: Option<Raw<'a>>,
    pub(crate) meta: Option<Raw<'a>>,
    pub(crate) protocol_version: Member<'a>,
    pub(crate) capabilities: Option<Raw<'a>>,
    pub(crate) task: Option<Raw<'a>>,
    pub(crate) input_requests: Option<Raw<'a>>,
    pub(crate) input_responses: Option<Raw<'a>>,
    pub(crate) request_state: Option<Raw<'a>>,
}

/// Members of `result`.
#[derive(Debug, Default)]
pub(crate) struct Outcome<'a> {
    pub(crate) raw: Option<Raw<'a>>,
    pub(crate) result_type: Member<'a>,
    pub(crate) protocol_version: Member<'a>,
    pub(crate) status: Member<'a>,
    pub(crate) task: Option<Raw<'a>>,
    pub(crate) input_requests: Option<Raw<'a>>,
    pub(crate) request_state: Option<Raw<'a>>,
    pub(crate) has_action: bool,
}

/// Members of `error`.
#[derive(Debug, Default)]
pub(crate) struct Failure<'a> {
    pub(crate) raw: Option<Raw<'a>>,
    pub(crate) code: Option<Raw<'a>>,
    pub(crate) data: Option<Raw<'a>>,
}

impl<'a> Message<'a> {
    /// Reads a record whose root is an object; `counting` also counts repeated keys at every depth.
    ///
    /// Of a member that stands twice, the last is kept, as most clients do.
    pub(crate) fn read(bytes: &'a [u8], counting: bool) -> Result<Option<Self>, Fault> {
        let mut message = Self::default();
        let is_object = message.read_with(bytes, counting, |_, _, _| {})?;
        Ok(is_object.then_some(message))
    }

    /// Reads a record into an empty message; false where its root is no object. `other` gets each member of `params` that
    /// no later layer asks for in every message, with the method so far, and may read it in the same pass.
    pub(crate) fn read_with(
        &mut self,
        bytes: &'a [u8],
        counting: bool,
        mut other: impl FnMut(&Member<'a>, &Text<'a>, &mut Cursor<'a>),
    ) -> Result<bool, Fault> {
        let mut cursor = Cursor::of_record(bytes, DEPTH_OF_RECORD);
        if counting {
            cursor = cursor.counting_repeats();
        }
        let is_object = cursor.object(|key, cursor| match key.as_str() {
            "method" => self.method = cursor.member(),
            "id" => self.id = cursor.raw(),
            "params" => {
                let method = &self.method;
                let params = self.params.insert(Params::default());
                params.read(cursor, |key, cursor| other(method, key, cursor));
            }
            "result" => self.result.insert(Outcome::default()).read(cursor),
            "error" => self.error.insert(Failure::default()).read(cursor),
            _ => {}
        });
        if !is_object {
            cursor.skip();
        }
        self.depth = cursor.deepest();
        self.repeats = cursor.finish()?;
        Ok(is_object)
    }

    pub(crate) fn kind(&self) -> MessageKind {
        match (&self.method, self.id, &self.result, &self.error) {
            (Member::Text(_), Some(_), ..) => MessageKind::Request,
            (Member::Text(_), None, ..) => MessageKind::Notification,
            (_, _, Some(_), _) => MessageKind::Response,
            (_, _, _, Some(_)) => MessageKind::Failure,
            _ => MessageKind::Other,
        }
    }

    /// The method, where it is a string.
    pub(crate) fn method_name(&self) -> Option<&str> {
        self.method.text().map(|text| text.as_str())
    }

    /// The value of the JSON-RPC error code, where it is an integer.
    pub(crate) fn error_code(&self) -> Option<i64> {
        integer(self.error.as_ref()?.code?.number()?)
    }

    /// Why the id cannot be one, where the message has one. An error may have none: null stands for the id of what could
    /// not be read.
    pub(crate) fn id_fault(&self) -> Option<IdFault> {
        let id = self.id?;
        match id.kind() {
            Kind::String => None,
            Kind::Number => is_fraction(id.source()).then_some(IdFault::Fraction),
            Kind::Null => (self.kind() != MessageKind::Failure).then_some(IdFault::Null),
            Kind::Array | Kind::Boolean | Kind::Object => Some(IdFault::Type),
        }
    }

    /// The id, where it is a number or a string.
    pub(crate) fn request_id(&self) -> Option<Id> {
        self.id.and_then(Id::of)
    }
}

fn is_fraction(number: &str) -> bool {
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    !is_plain && number.parse::<f64>().is_ok_and(|double| double.fract() != 0.0)
}

/// The integer that a number is. `-32042.0` and `-3.2042e4` are one, as for clients that read every number as a double.
pub(crate) fn integer(number: &str) -> Option<i64> {
    if let Ok(integer) = number.parse() {
        return Some(integer);
    }
    let double: f64 = number.parse().ok()?;
    (double.fract() == 0.0).then(|| format!("{double:.0}").parse().ok())?
}

impl<'a> Params<'a> {
    fn read(&mut self, cursor: &mut Cursor<'a>, mut other: impl FnMut(&Text<'a>, &mut Cursor<'a>)) {
        self.raw = cursor.raw_of(|cursor| {
            cursor.object(|key, cursor| match key.as_str() {
                "_meta" => self.meta = cursor.raw(),
                "protocolVersion" => self.protocol_version = cursor.member(),
                "capabilities" => self.capabilities = cursor.raw(),
                "task" => self.task = cursor.raw(),
                "inputRequests" => self.input_requests = cursor.raw(),
                "inputResponses" => self.input_responses = cursor.raw(),
                "requestState" => self.request_state = cursor.raw(),
                _ => other(key, cursor),
            });
        });
    }
}

impl<'a> Outcome<'a> {
    fn read(&mut self, cursor: &mut Cursor<'a>) {
        self.raw = cursor.raw_of(|cursor| {
            cursor.object(|key, cursor| match key.as_str() {
                "resultType" => self.result_type = cursor.member(),
                "protocolVersion" => self.protocol_version = cursor.member(),
                "status" => self.status = cursor.member(),
                "task" => self.task = cursor.raw(),
                "inputRequests" => self.input_requests = cursor.raw(),
                "requestState" => self.request_state = cursor.raw(),
                "action" => self.has_action = true,
                _ => {}
            });
        });
    }
}

impl<'a> Failure<'a> {
    fn read(&mut self, cursor: &mut Cursor<'a>) {
        self.raw = cursor.raw_of(|cursor| {
            cursor.object(|key, cursor| match key.as_str() {
                "code" => self.code = cursor.raw(),
                "data" => self.data = cursor.raw(),
                _ => {}
            });
        });
    }
}
