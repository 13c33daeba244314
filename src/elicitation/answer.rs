//! The answer of a person, an ElicitResult.
//! In: a result or an entry of `inputResponses`. Out: action and content, and what it answers, where that is known.
//! Never: the content itself, which may be private.

use super::Awaited;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::Kind;
use crate::json::Member;
use crate::json::Raw;
use crate::text::Place;

/// An ElicitResult, borrowed from its bytes: what a client is about to send, or a server got.
///
/// ```
/// use elicitlint::Answer;
///
/// let answer = Answer::parse(br#"{"action":"accept","content":{"room":"s","nights":2}}"#).unwrap();
/// assert!(answer.accepts());
/// assert!(!Answer::parse(br#"{"action":"cancel"}"#).unwrap().accepts());
/// assert!(Answer::parse(b"\"accept\"").is_none());
/// ```
///
/// [`RequestedSchema::check`](crate::RequestedSchema::check) holds it against the form.
#[derive(Clone, Debug)]
pub struct Answer<'a> {
    pub(crate) place: Place,
    pub(crate) action: Member<'a>,
    pub(crate) content: Option<Raw<'a>>,
    /// The elicitation that is answered, where the conversation knows it.
    pub(crate) asked: Option<&'a Awaited>,
    /// The bytes of an answer that stands alone.
    pub(super) record: &'a [u8],
}

/// What a person may answer (all revisions, ElicitResult).
pub(crate) const ACTIONS: [&str; 3] = [ACCEPT, "decline", "cancel"];

const ACCEPT: &str = "accept";

impl<'a> Answer<'a> {
    /// Reads an ElicitResult that stands alone, as it is sent: `{"action":"accept","content":{...}}`. None where the
    /// bytes are no JSON object.
    #[must_use]
    pub fn parse(result: &'a [u8]) -> Option<Self> {
        let mut cursor = Cursor::of_record(result, DEPTH_OF_RECORD);
        let raw = cursor.raw();
        cursor.finish().ok()?;
        let raw = raw.filter(|raw| raw.kind() == Kind::Object)?;
        Some(Self { record: result, ..Self::read(raw, None) })
    }

    pub(crate) fn read(raw: Raw<'a>, asked: Option<&'a Awaited>) -> Self {
        let mut answer = Self { place: raw.place(), action: Member::Absent, content: None, asked, record: &[] };
        raw.cursor().object(|key, cursor| match key.as_str() {
            "action" => answer.action = cursor.member(),
            "content" => answer.content = cursor.raw(),
            _ => {}
        });
        answer
    }

    /// True where the person agreed.
    #[must_use]
    pub fn accepts(&self) -> bool {
        self.action.text().is_some_and(|action| action.as_str() == ACCEPT)
    }

    /// True where the person refused or went away.
    pub(crate) fn refuses(&self) -> bool {
        self.action.text().is_some_and(|action| action.as_str() != ACCEPT && ACTIONS.contains(&action.as_str()))
    }

    /// The content that is there; `null` is none, as clients write it.
    pub(crate) fn given(&self) -> Option<Raw<'a>> {
        self.content.filter(|content| content.kind() != Kind::Null)
    }
}
