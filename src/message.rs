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
        Self::read_with(bytes, counting, |_, _, _| {})
    }

    /// As [`Message::read`]; `other` gets each member of `params` that no later layer asks for in every message, with
    /// the method so far, and may read it in the same pass.
    pub(crate) fn read_with(
        bytes: &'a [u8],
        counting: bool,
        mut other: impl FnMut(&Member<'a>, &Text<'a>, &mut Cursor<'a>),
    ) -> Result<Option<Self>, Fault> {
        let mut cursor = Cursor::of_record(bytes, DEPTH_OF_RECORD);
        if counting {
            cursor = cursor.counting_repeats();
        }
        let mut message = Self::default();
        let is_object = cursor.object(|key, cursor| match key.as_str() {
            "method" => message.method = cursor.member(),
            "id" => message.id = cursor.raw(),
            "params" => {
                let method = &message.method;
                message.params = Some(Params::read(cursor, |key, cursor| other(method, key, cursor)));
            }
            "result" => message.result = Some(Outcome::read(cursor)),
            "error" => message.error = Some(Failure::read(cursor)),
            _ => {}
        });
        if !is_object {
            cursor.skip();
        }
        message.repeats = cursor.finish()?;
        Ok(is_object.then_some(message))
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

    /// The id, where it is a number or a string.
    pub(crate) fn request_id(&self) -> Option<Id> {
        self.id.and_then(Id::of)
    }
}

/// The integer that a number is. `-32042.0` and `-3.2042e4` are one, as for clients that read every number as a double.
fn integer(number: &str) -> Option<i64> {
    if let Ok(integer) = number.parse() {
        return Some(integer);
    }
    let double: f64 = number.parse().ok()?;
    (double.fract() == 0.0).then(|| format!("{double:.0}").parse().ok())?
}

impl<'a> Params<'a> {
    fn read(cursor: &mut Cursor<'a>, mut other: impl FnMut(&Text<'a>, &mut Cursor<'a>)) -> Self {
        let mut params = Self::default();
        params.raw = cursor.raw_of(|cursor| {
            cursor.object(|key, cursor| match key.as_str() {
                "_meta" => params.meta = cursor.raw(),
                "protocolVersion" => params.protocol_version = cursor.member(),
                "capabilities" => params.capabilities = cursor.raw(),
                "task" => params.task = cursor.raw(),
                "inputRequests" => params.input_requests = cursor.raw(),
                "inputResponses" => params.input_responses = cursor.raw(),
                "requestState" => params.request_state = cursor.raw(),
                _ => other(key, cursor),
            });
        });
        params
    }
}

impl<'a> Outcome<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Self {
        let mut outcome = Self::default();
        outcome.raw = cursor.raw_of(|cursor| {
            cursor.object(|key, cursor| match key.as_str() {
                "resultType" => outcome.result_type = cursor.member(),
                "protocolVersion" => outcome.protocol_version = cursor.member(),
                "status" => outcome.status = cursor.member(),
                "task" => outcome.task = cursor.raw(),
                "inputRequests" => outcome.input_requests = cursor.raw(),
                "requestState" => outcome.request_state = cursor.raw(),
                "action" => outcome.has_action = true,
                _ => {}
            });
        });
        outcome
    }
}

impl<'a> Failure<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Self {
        let mut failure = Self::default();
        failure.raw = cursor.raw_of(|cursor| {
            cursor.object(|key, cursor| match key.as_str() {
                "code" => failure.code = cursor.raw(),
                "data" => failure.data = cursor.raw(),
                _ => {}
            });
        });
        failure
    }
}
