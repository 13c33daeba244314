//! Elicitations and answers, from every carrier and every revision.
//! In: the params of an elicitation, or a message that carries some. Out: borrowed members, fields and texts.
//! Never: a judgement. What is absent, null or of a wrong type is kept apart for the rules.

mod answer;
mod awaited;
mod capability;
mod carrier;
mod chance;
mod content;
mod needle;
mod outline;
mod revision;
mod schema;
mod shown;
mod state;

use crate::json::Cursor;
use crate::json::Fault;
use crate::json::Member;
use crate::json::Repeats;
use crate::limits::Limit;
use crate::limits::Limits;
use crate::message::Message;
use crate::text::Place;
use crate::text::Role;
use crate::text::Text;

pub(crate) use answer::ACTIONS;
pub use answer::Answer;
pub(crate) use awaited::Awaited;
pub use capability::Capabilities;
pub(crate) use capability::malformed as malformed_capability;
pub(crate) use carrier::Answering;
pub(crate) use carrier::COMPLETE;
use carrier::CREATE;
pub(crate) use carrier::Carried;
pub use carrier::Carrier;
pub(crate) use carrier::INPUT_REQUIRED;
pub(crate) use carrier::URL_ELICITATION_REQUIRED;
pub(crate) use carrier::answers;
pub(crate) use carrier::code_of_url_required;
pub(crate) use carrier::elicitations;
pub(crate) use carrier::input_entries;
pub(crate) use carrier::input_requests;
pub(crate) use carrier::input_responses;
pub(crate) use carrier::keyed_elicitations;
pub(crate) use carrier::url_required_entries;
pub(crate) use chance::bits as bits_of_chance;
pub use content::Mismatch;
pub(crate) use needle::holds_elicitation;
pub(crate) use outline::Outline;
pub use revision::Revision;
pub(crate) use revision::Revisions;
pub use schema::Choice;
pub use schema::DefaultValue;
pub use schema::Field;
pub use schema::FieldKind;
pub use schema::Format;
pub use schema::Problem;
pub use schema::RequestedSchema;
pub(crate) use schema::Shape;
pub(crate) use schema::Stray;
pub(crate) use shown::Shown;
pub(crate) use state::StateKind;

/// How an elicitation asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// A form: the data passes through the client.
    Form,
    /// A link: the data stays between the person and the site.
    Url,
}

impl Mode {
    /// The word on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Url => "url",
        }
    }

    /// The mode that a client applies: an absent `mode` is a form (2025-11-25, client/elicitation, Elicitation
    /// Requests). None for a mode that the specification does not know.
    pub(crate) fn applied(mode: &Member<'_>) -> Option<Self> {
        match mode {
            Member::Absent => Some(Self::Form),
            Member::Text(text) => [Self::Form, Self::Url].into_iter().find(|mode| mode.name() == text.as_str()),
            Member::Other(_) => None,
        }
    }
}

/// The params of one elicitation, borrowed from their record.
#[derive(Debug, Default)]
pub(crate) struct Elicitation<'a> {
    pub(crate) place: Place,
    pub(crate) mode: Member<'a>,
    pub(crate) message: Member<'a>,
    pub(crate) url: Member<'a>,
    pub(crate) elicitation_id: Member<'a>,
    pub(crate) schema: Option<RequestedSchema<'a>>,
    /// Values of `url` and `message` before their last: a client that takes the first shows these.
    pub(crate) earlier: Vec<(Role, Text<'a>)>,
    /// The key of a member that only abandoned drafts had.
    pub(crate) draft_key: Option<Place>,
    /// `jsonrpc` or `method` among the members: a whole message where params are expected.
    pub(crate) envelope: bool,
    /// Limits that were passed, and where.
    pub(crate) exceeded: Vec<(Limit, Place)>,
}

/// A message, and the elicitation that it is, read in one pass.
#[derive(Debug, Default)]
pub(crate) struct Received<'a> {
    pub(crate) message: Message<'a>,
    /// None also where the message is in an order that does not allow one pass, repeats a key, or is deeper than an
    /// elicitation may be: its params are then read again when they are judged.
    pub(crate) elicitation: Option<Elicitation<'a>>,
}

impl<'a> Received<'a> {
    /// Reads a record. None where its root is no object.
    pub(crate) fn read(bytes: &'a [u8], limits: &Limits) -> Result<Option<Self>, Fault> {
        let mut received = Self::default();
        let Self { message, elicitation } = &mut received;
        let is_object = message.read_with(bytes, true, |method, key, cursor| {
            if method.text().is_some_and(|method| method.as_str() == CREATE) {
                elicitation.get_or_insert_default().take(key, cursor, limits);
            }
        })?;
        // The params are one level below the message.
        let is_plain = message.repeats.count == 0 && message.depth <= limits.depth.saturating_add(1);
        let params = message.params.as_ref().and_then(|params| params.raw);
        match (elicitation.as_mut(), params) {
            (Some(elicitation), Some(params)) if is_plain => {
                elicitation.place = params.place();
                elicitation.hold_to(limits);
            }
            _ => *elicitation = None,
        }
        Ok(is_object.then_some(received))
    }

    /// Reads of a record only what says what it is about.
    pub(crate) fn read_lightly(bytes: &'a [u8]) -> Result<Option<Self>, Fault> {
        Ok(Message::read(bytes, false)?.map(|message| Self { message, elicitation: None }))
    }
}

impl<'a> Elicitation<'a> {
    /// Reads params that stand alone. None where they are no object.
    pub(crate) fn of_params(bytes: &'a [u8], limits: &Limits) -> Result<Option<(Self, Repeats)>, Fault> {
        let mut cursor = Cursor::of_record(bytes, limits.depth).counting_repeats();
        let elicitation = Self::read(&mut cursor, limits);
        if elicitation.is_none() {
            cursor.skip();
        }
        let repeats = cursor.finish()?;
        Ok(elicitation.map(|elicitation| (elicitation, repeats)))
    }

    /// Reads params that were judged before, from the text of them alone. None where they cannot be read.
    pub(crate) fn of_text(params: &'a str, place: Place, limits: &Limits) -> Option<Self> {
        let mut cursor = Cursor::new(params, place, limits.depth);
        let elicitation = Self::read(&mut cursor, limits);
        cursor.finish().ok().and(elicitation)
    }

    /// Reads the params that a message carries. None where they are no object.
    pub(crate) fn of_carried(carried: &Carried<'a>, limits: &Limits) -> Result<Option<Self>, Fault> {
        let Some(params) = carried.params else { return Ok(None) };
        let mut cursor = Cursor::new(params.source(), params.place(), limits.depth);
        let elicitation = Self::read(&mut cursor, limits);
        if elicitation.is_none() {
            cursor.skip();
        }
        cursor.finish()?;
        Ok(elicitation)
    }

    fn read(cursor: &mut Cursor<'a>, limits: &Limits) -> Option<Self> {
        let mut elicitation = Self { place: cursor.place(), ..Self::default() };
        let is_object = cursor.object(|key, cursor| elicitation.take(key, cursor, limits));
        elicitation.hold_to(limits);
        is_object.then_some(elicitation)
    }

    /// Takes a member of the params; leaves one that says nothing here.
    fn take(&mut self, key: &Text<'a>, cursor: &mut Cursor<'a>, limits: &Limits) {
        match key.as_str() {
            "mode" => self.mode = cursor.member(),
            "message" => self.keep(Role::Message, cursor.member()),
            "url" => self.keep(Role::Url, cursor.member()),
            "elicitationId" => self.elicitation_id = cursor.member(),
            "requestedSchema" => self.schema = Some(RequestedSchema::read(cursor, limits, &mut self.exceeded)),
            "jsonrpc" | "method" => self.envelope = true,
            "elicitionId" | "correlatedRequestId" | "codeVerifier" => self.draft_key = Some(key.place()),
            _ => {}
        }
    }

    /// Sets `url` or `message`; a text that stood there before is kept to be judged too.
    fn keep(&mut self, role: Role, member: Member<'a>) {
        let slot = if role == Role::Url { &mut self.url } else { &mut self.message };
        if let Member::Text(earlier) = std::mem::replace(slot, member) {
            self.earlier.push((role, earlier));
        }
    }

    fn hold_to(&mut self, limits: &Limits) {
        let earlier = self.earlier.iter().map(|(role, text)| (*role, text));
        let last = [(Role::Url, self.url.text()), (Role::Message, self.message.text())];
        let last = last.into_iter().filter_map(|(role, text)| Some((role, text?)));
        for (role, text) in earlier.chain(last) {
            let (limit, maximum) = match role {
                Role::Url => (Limit::UrlBytes, limits.url_bytes),
                _ => (Limit::TextBytes, limits.text_bytes),
            };
            if text.len() > maximum {
                self.exceeded.push((limit, text.place()));
            }
        }
    }

    /// The mode that a client applies.
    pub(crate) fn applied_mode(&self) -> Option<Mode> {
        Mode::applied(&self.mode)
    }

    /// True where `mode` is absent, yet a member of URL mode is there: clients disagree about such bytes.
    pub(crate) fn is_ambiguous(&self) -> bool {
        self.mode.is_absent() && !(self.url.is_absent() && self.elicitation_id.is_absent())
    }

    /// The fields of the form; none in URL mode.
    pub(crate) fn fields(&self) -> &[Field<'a>] {
        self.schema.as_ref().map_or(&[], |schema| &schema.fields)
    }

    /// Every text that a person is shown, in reading order.
    pub(crate) fn shown(&self, mut visit: impl FnMut(Shown<'_, 'a>)) {
        for (role, text) in &self.earlier {
            if *role == Role::Message {
                visit(Shown { text, role: *role, expects_url: false });
            }
        }
        if let Some(text) = self.message.text() {
            visit(Shown { text, role: Role::Message, expects_url: false });
        }
        if let Some(schema) = &self.schema {
            schema.shown(&mut visit);
        }
    }

    /// Every value of `url`, the last one last.
    pub(crate) fn urls(&self) -> impl Iterator<Item = &Text<'a>> {
        let earlier = self.earlier.iter().filter(|(role, _)| *role == Role::Url).map(|(_, text)| text);
        earlier.chain(self.url.text())
    }
}

#[cfg(test)]
pub(crate) mod tests_cost;
#[cfg(test)]
mod tests_form;
