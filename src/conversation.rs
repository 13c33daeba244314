//! What one session has established: revision, capabilities, open requests.
//! In: the messages of a session, in order. Out: for each, who sent it, what applies to it and what it answers.
//! Never: the traffic itself; only small facts are kept, and no more than a limit of them.

mod inputs;
mod open;
mod side;

use crate::elicitation::Asked;
use crate::elicitation::Capabilities;
use crate::elicitation::Carried;
use crate::elicitation::Revision;
use crate::elicitation::elicitations;
use crate::elicitation::input_requests;
use crate::json::Raw;
use crate::message::Message;
use crate::message::MessageKind;
use crate::message::Side;
use crate::recording::RecordPlace;

use inputs::Inputs;
use open::Open;
use open::Requests;

/// Key of `_meta` for the revision of one request (2026-07-28, basic, Per-request metadata).
const META_REVISION: &str = "io.modelcontextprotocol/protocolVersion";
/// Key of `_meta` for the capabilities that hold for one request.
const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// The facts of one session.
#[derive(Debug)]
pub(crate) struct Conversation {
    /// What to assume where the messages do not say.
    assumed: Revision,
    revision: Revision,
    declared: Option<Declaration>,
    open: Requests,
    inputs: Inputs,
}

/// What a client declared, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Declaration {
    /// None where the shape of the declaration is unknown.
    pub(crate) capabilities: Option<Capabilities>,
    pub(crate) place: RecordPlace,
    /// Pointer of the declaration in its message.
    pub(crate) pointer: &'static str,
}

/// What the conversation knows of one message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    pub(crate) side: Option<Side>,
    pub(crate) revision: Revision,
    /// What the client declared for the request that the message belongs to.
    pub(crate) declaration: Option<Declaration>,
    /// The elicitation that the message answers: where it stands, and what it asks for.
    pub(crate) answered: Option<(RecordPlace, Asked)>,
}

impl Conversation {
    pub(crate) fn new(assumed: Revision, limit: usize) -> Self {
        Self {
            assumed,
            revision: Revision::Unknown,
            declared: None,
            open: Requests::new(limit),
            inputs: Inputs::new(limit),
        }
    }

    /// The revision that the session has established.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// The elicitation that was asked for under this key of `inputRequests`.
    pub(crate) fn asked_for(&self, key: &str) -> Option<&Asked> {
        self.inputs.get(key)
    }

    /// True where the message begins another session.
    pub(crate) fn begins_session(message: &Message<'_>) -> bool {
        message.kind() == MessageKind::Request && message.method_name() == Some("initialize")
    }

    /// Takes a message in. `side` is who sent it, where the format says so; `header` is the revision of its transport.
    pub(crate) fn hear(
        &mut self,
        message: &Message<'_>,
        side: Option<Side>,
        header: Option<&str>,
        place: RecordPlace,
    ) -> Heard {
        let side = side.or_else(|| side::infer(message, &self.open));
        let answered = match (message.kind(), side, message.request_id()) {
            (MessageKind::Response | MessageKind::Failure, Some(side), Some(id)) => self.open.close(side.other(), &id),
            _ => None,
        };
        // Of the metadata only the client's counts: a server could call its own request lawful.
        let params = message.params.as_ref().filter(|_| side == Some(Side::Client));
        let meta = params.and_then(|params| params.meta);
        self.learn(message, side, answered.as_ref(), place);
        self.inputs.learn(message);
        let of_header = header.map(Revision::of).filter(|revision| revision.is_known());
        let of_request = answered.as_ref().map(|open| open.revision).filter(|revision| revision.is_known());
        let own = meta.and_then(meta_revision).or(of_request).or(of_header);
        let revision = own.unwrap_or(if self.revision.is_known() { self.revision } else { self.assumed });
        let declaration = self.declaration(meta, answered.as_ref(), revision, place);
        if let (MessageKind::Request, Some(side), Some(id)) = (message.kind(), side, message.request_id()) {
            let elicitation = elicited(message);
            let initializes = Self::begins_session(message);
            let revision = own.unwrap_or_default();
            self.open.add(side, id, Open { place, revision, declaration, elicitation, initializes });
        }
        let answered = answered.and_then(|open| Some((open.place, open.elicitation?)));
        Heard { side, revision, declaration, answered }
    }

    /// Learns what holds for the session from here on.
    fn learn(&mut self, message: &Message<'_>, side: Option<Side>, answered: Option<&Open>, place: RecordPlace) {
        let Some(params) = &message.params else {
            let initializes = answered.map_or(!self.revision.is_known(), |open| open.initializes);
            if side != Some(Side::Client) && initializes {
                self.learn_from_result(message);
            }
            return;
        };
        if Self::begins_session(message) && side != Some(Side::Server) {
            if let Some(version) = params.protocol_version.text() {
                self.revision = Revision::of(version);
            }
            let capabilities = params.capabilities.map_or(Some(Capabilities::none()), Capabilities::read);
            self.declared = Some(Declaration { capabilities, place, pointer: "/params/capabilities" });
        }
        if let (Some(Side::Client), Some(revision)) = (side, params.meta.and_then(meta_revision)) {
            self.revision = revision;
        }
    }

    fn learn_from_result(&mut self, message: &Message<'_>) {
        let version = message.result.as_ref().and_then(|result| result.protocol_version.text());
        let known = version.map(|version| Revision::of(version)).filter(|revision| revision.is_known());
        self.revision = known.unwrap_or(self.revision);
    }

    /// What the client declared for this message. From 2026-07-28 on it declares anew in each request, and nothing may
    /// be inferred from earlier ones.
    fn declaration(
        &self,
        meta: Option<Raw<'_>>,
        answered: Option<&Open>,
        revision: Revision,
        place: RecordPlace,
    ) -> Option<Declaration> {
        if let Some(capabilities) = meta.and_then(|meta| meta.get(META_CAPABILITIES)) {
            let capabilities = Capabilities::read(capabilities);
            return Some(Declaration { capabilities, place, pointer: "/params/_meta" });
        }
        let of_session = self.declared.filter(|_| revision != Revision::V2026_07_28);
        answered.and_then(|open| open.declaration).or(of_session)
    }
}

fn meta_revision(meta: Raw<'_>) -> Option<Revision> {
    let version = meta.get(META_REVISION)?.text()?;
    Some(Revision::of(&version)).filter(|revision| revision.is_known())
}

/// What a request asks for that is an elicitation; none for other requests.
fn elicited(message: &Message<'_>) -> Option<Asked> {
    if input_requests(message).is_some() {
        return None;
    }
    let mut asked = None;
    elicitations(message, |Carried { params, .. }| asked = Some(Asked::of(params)));
    asked
}
