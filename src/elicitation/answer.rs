//! The answer of a person, an ElicitResult.
//! In: a result or an entry of `inputResponses`. Out: action and content, unread.
//! Never: the content itself, which may be private.

use crate::json::Member;
use crate::json::Raw;
use crate::text::Place;

/// An ElicitResult, borrowed from its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer<'a> {
    pub(crate) place: Place,
    pub(crate) action: Member<'a>,
    pub(crate) content: Option<Raw<'a>>,
}

/// What a person may answer (all revisions, ElicitResult).
pub(crate) const ACTIONS: [&str; 3] = ["accept", "decline", "cancel"];

impl<'a> Answer<'a> {
    pub(crate) fn read(raw: Raw<'a>) -> Self {
        let mut answer = Self { place: raw.place(), action: Member::Absent, content: None };
        raw.cursor().object(|key, cursor| match key.as_str() {
            "action" => answer.action = cursor.member(),
            "content" => answer.content = cursor.raw(),
            _ => {}
        });
        answer
    }
}
