//! What a conversation keeps of an elicitation, when it has passed.
//! In: the params. Out: mode, id, and digests of what a person is shown.
//! Never: the texts themselves.

use super::Mode;
use crate::json::Digest;
use crate::json::Raw;
use crate::text::Place;
use crate::text::Text;

/// An elicitation in short.
#[derive(Debug, Default)]
pub(crate) struct Outline<'a> {
    /// The mode that a client applies; none for an unknown one.
    pub(crate) mode: Option<Mode>,
    /// True where clients disagree about the mode.
    pub(crate) is_ambiguous: bool,
    pub(crate) message: Option<Place>,
    pub(crate) id: Option<Text<'a>>,
    pub(crate) url: Option<Digest>,
    pub(crate) task: Option<Place>,
    pub(crate) meta: Option<Raw<'a>>,
    /// Of what the person is shown: the same for the same question.
    pub(crate) shown: Digest,
}

impl<'a> Outline<'a> {
    pub(crate) fn of(params: Option<Raw<'a>>) -> Self {
        let mut outline = Self::default();
        let Some(params) = params else { return outline };
        let (mut mode, mut message, mut schema) = (None, None, None);
        params.cursor().object(|key, cursor| match key.as_str() {
            "mode" => mode = cursor.raw(),
            "message" => {
                outline.message = Some(cursor.place());
                message = cursor.string();
            }
            "url" => outline.url = cursor.raw().map(Raw::digest),
            "elicitationId" => outline.id = cursor.string(),
            "requestedSchema" => schema = cursor.raw().map(Raw::digest),
            "task" => outline.task = Some(cursor.place()),
            "_meta" => outline.meta = cursor.raw(),
            _ => {}
        });
        let word = mode.and_then(Raw::text);
        outline.mode = match (mode, word.as_deref()) {
            (None, _) | (_, Some("form")) => Some(Mode::Form),
            (_, Some("url")) => Some(Mode::Url),
            _ => None,
        };
        outline.is_ambiguous = mode.is_none() && (outline.url.is_some() || outline.id.is_some());
        outline.shown = Digest::of(&(outline.mode, message.as_deref(), outline.url, schema));
        outline
    }
}
