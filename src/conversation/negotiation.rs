//! What client and server have agreed on: revision and capabilities.
//! In: `initialize`, its result, and the metadata of requests. Out: what holds for a message.
//! Never: a change by a server after the result of `initialize`.

use super::Fact;
use super::FactKind;
use super::Facts;
use super::Turn;
use super::metadata::Metadata;
use super::open::Method;
use super::open::Open;
use super::open::Waiting;
use crate::elicitation::Capabilities;
use crate::elicitation::Revision;
use crate::elicitation::malformed_capability;
use crate::finding::Earlier;
use crate::json::Digest;
use crate::json::Raw;
use crate::message::Message;
use crate::message::MessageKind;
use crate::message::Side;
use crate::recording::RecordPlace;
use crate::text::Place;
use crate::text::Role;

/// The extension whose results have the type "task".
const TASKS: &str = "io.modelcontextprotocol/tasks";
/// Extensions that are known to add no type of results.
const WITHOUT_TYPES: [&str; 1] = ["io.modelcontextprotocol/ui"];

/// What a client declared, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Declaration {
    /// None where the shape of the declaration is unknown.
    pub(crate) capabilities: Option<Capabilities>,
    /// True where the client may run elicitations as tasks (2025-11-25).
    pub(super) elicits_by_task: bool,
    /// True for the extension of tasks.
    pub(super) has_tasks: bool,
    /// True where an extension that is not known may add types of results.
    pub(super) has_unknown_extensions: bool,
    place: RecordPlace,
    /// Pointer of the declaration in its message.
    pointer: &'static str,
}

impl Declaration {
    fn read(capabilities: Option<Raw<'_>>, place: RecordPlace, pointer: &'static str) -> Self {
        let by_task = || capabilities?.get("tasks")?.get("requests")?.get("elicitation")?.get("create");
        let mut declaration = Self {
            capabilities: capabilities.map_or(Some(Capabilities::none()), Capabilities::read),
            elicits_by_task: by_task().is_some(),
            has_tasks: false,
            has_unknown_extensions: false,
            place,
            pointer,
        };
        if let Some(extensions) = capabilities.and_then(|capabilities| capabilities.get("extensions")) {
            extensions.cursor().object(|name, _| match name.as_str() {
                TASKS => declaration.has_tasks = true,
                name if WITHOUT_TYPES.contains(&name) => {}
                _ => declaration.has_unknown_extensions = true,
            });
        }
        declaration
    }

    pub(crate) fn earlier(&self) -> Earlier {
        Earlier::new(self.place, self.pointer, "the capabilities that the client declared")
    }
}

#[derive(Debug)]
pub(super) struct Negotiation {
    /// What to assume where the messages do not say.
    assumed: Revision,
    /// By `initialize` and its result.
    agreed: Revision,
    /// By the metadata of the last request that has some.
    stated: Revision,
    /// The last of both.
    pub(super) latest: Revision,
    declared: Option<Declaration>,
    /// True once the session has begun before our eyes.
    pub(super) has_begun: bool,
    /// True where handshakes follow each other and nobody heard which began what.
    is_mixed: bool,
    /// The last declaration of an unknown shape, which is told once.
    malformed: Option<Digest>,
}

impl Negotiation {
    pub(super) fn new(assumed: Revision) -> Self {
        Self {
            assumed,
            agreed: Revision::Unknown,
            stated: Revision::Unknown,
            latest: Revision::Unknown,
            declared: None,
            has_begun: false,
            is_mixed: false,
            malformed: None,
        }
    }

    /// Learns what holds for the session from here on.
    pub(super) fn learn(
        &mut self,
        message: &Message<'_>,
        side: Option<Side>,
        answered: Option<&Open>,
        metadata: &Metadata<'_>,
        place: RecordPlace,
    ) {
        let Some(params) = &message.params else {
            let initializes = answered.map_or(!self.latest.is_known(), |open| open.method == Method::Initialize);
            if side != Some(Side::Client) && initializes {
                self.learn_from_result(message);
            }
            return;
        };
        if begins_session(message) && side != Some(Side::Server) {
            self.has_begun = true;
            if let Some(version) = params.protocol_version.text() {
                self.agreed = Revision::of(version);
                self.latest = self.agreed;
            }
            self.declared = Some(Declaration::read(params.capabilities, place, "/params/capabilities"));
        }
        if let (Some(Side::Client), Some(revision)) = (side, metadata.revision()) {
            self.stated = revision;
            self.latest = revision;
        }
    }

    fn learn_from_result(&mut self, message: &Message<'_>) {
        if let Some(revision) = version_of_result(message).filter(|_| !self.is_mixed) {
            self.agreed = revision;
            self.latest = revision;
        }
    }

    /// Where only the server was recorded, the results of several handshakes may follow each other. Then no revision
    /// holds for all messages, and each says for itself in which it could be legal.
    pub(super) fn learn_from_server_alone(&mut self, message: &Message<'_>) {
        let another = version_of_result(message).is_some_and(|revision| revision != self.agreed);
        if another && self.agreed.is_known() {
            self.is_mixed = true;
            self.agreed = Revision::Unknown;
            self.latest = Revision::Unknown;
        }
    }

    /// The revision of the session for a message that does not state its own. Where a client speaks two, a server that
    /// asks by itself belongs to what the client waits for, and else to what was agreed.
    pub(super) fn of_session(&self, asks_by_itself: bool, waiting: Waiting) -> Revision {
        let is_stated = asks_by_itself && waiting.stating > 0 && waiting.about_tasks + waiting.others == 0;
        match (self.agreed.is_known(), self.stated.is_known()) {
            (true, true) if is_stated => self.stated,
            (true, _) => self.agreed,
            (false, true) => self.stated,
            (false, false) => self.assumed,
        }
    }

    /// What the client declared for this message. From 2026-07-28 on it declares anew in each request, and nothing may
    /// be inferred from earlier ones.
    pub(super) fn declaration(
        &self,
        metadata: &Metadata<'_>,
        answered: Option<&Open>,
        revision: Revision,
        place: RecordPlace,
    ) -> Option<Declaration> {
        if metadata.capabilities.is_some() {
            return Some(Declaration::read(metadata.capabilities, place, "/params/_meta"));
        }
        let of_session = self.declared.filter(|_| revision != Revision::V2026_07_28);
        answered.and_then(|open| open.declaration).or(of_session)
    }

    pub(super) fn note(&mut self, turn: &Turn<'_, '_>, facts: &mut Facts) {
        if turn.side == Some(Side::Client) && turn.message.kind() == MessageKind::Request {
            self.note_capability(turn, facts);
            self.note_metadata(turn, facts);
        }
    }

    fn note_capability(&mut self, turn: &Turn<'_, '_>, facts: &mut Facts) {
        let of_session = turn.message.params.as_ref().filter(|_| begins_session(turn.message));
        let declared = of_session.and_then(|params| params.capabilities).or(turn.metadata.capabilities);
        let Some((capabilities, place)) = declared.and_then(|value| Some((value, malformed_capability(value)?))) else {
            return;
        };
        let digest = capabilities.get("elicitation").map(Raw::digest);
        if self.malformed != digest {
            self.malformed = digest;
            facts.add(Fact::new(FactKind::CapabilityMalformed, Role::Whole, place));
        }
    }

    fn note_metadata(&self, turn: &Turn<'_, '_>, facts: &mut Facts) {
        let Turn { metadata, arrival, .. } = turn;
        if let (Some(version), Some(header)) = (metadata.version.text(), arrival.header)
            && version.as_str() != header.trim()
        {
            facts.add(Fact::new(FactKind::HeaderDiffers, Role::Whole, version.place()));
        }
        // A request without metadata is lawful in a session that was agreed on.
        let of_session = if self.agreed.is_known() { Revision::Unknown } else { self.stated };
        let of_header = arrival.header.map(Revision::of).filter(|revision| revision.is_known());
        let revision = metadata.revision().or(of_header).unwrap_or(of_session);
        if revision == Revision::V2026_07_28 && !metadata.is_complete() && !begins_session(turn.message) {
            let params = turn.message.params.as_ref().and_then(|params| params.raw);
            let place = metadata.raw.or(params).map_or(Place::START, Raw::place);
            facts.add(Fact::new(FactKind::MetadataMissing, Role::Whole, place));
        }
    }
}

/// The known revision that a result names.
fn version_of_result(message: &Message<'_>) -> Option<Revision> {
    let version = message.result.as_ref()?.protocol_version.text()?;
    Some(Revision::of(version)).filter(|revision| revision.is_known())
}

/// True where the message begins another session.
pub(super) fn begins_session(message: &Message<'_>) -> bool {
    message.kind() == MessageKind::Request && message.method_name() == Some("initialize")
}
