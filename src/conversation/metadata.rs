//! What a message says in `_meta`.
//! In: the params of a client. Out: the revision that it states and the capabilities that it declares.
//! Never: the metadata of a server, which could call its own request lawful.

use crate::elicitation::Revision;
use crate::json::Kind;
use crate::json::Member;
use crate::json::Raw;

/// Key for the revision of one request (2026-07-28, basic, Per-request protocol fields).
const REVISION: &str = "io.modelcontextprotocol/protocolVersion";
/// Key for the capabilities that hold for one request.
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// Key for the task that a message belongs to (2025-11-25, basic/utilities/tasks).
const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

#[derive(Clone, Debug, Default)]
pub(super) struct Metadata<'a> {
    pub(super) raw: Option<Raw<'a>>,
    /// The revision as it was written.
    pub(super) version: Member<'a>,
    pub(super) capabilities: Option<Raw<'a>>,
}

impl<'a> Metadata<'a> {
    pub(super) fn of(raw: Option<Raw<'a>>) -> Self {
        let mut metadata = Self { raw, ..Self::default() };
        let Some(raw) = raw else { return metadata };
        raw.cursor().object(|key, cursor| match key.as_str() {
            REVISION => metadata.version = cursor.member(),
            CAPABILITIES => metadata.capabilities = cursor.raw(),
            _ => {}
        });
        metadata
    }

    /// The revision that it states, where it is a known one. Capabilities for one request came with 2026-07-28.
    pub(super) fn revision(&self) -> Option<Revision> {
        if self.version.is_absent() && self.capabilities.is_some() {
            return Some(Revision::V2026_07_28);
        }
        self.version.text().map(|version| Revision::of(version)).filter(|revision| revision.is_known())
    }

    /// True where the two members are there that every request must have.
    pub(super) fn is_complete(&self) -> bool {
        self.version.text().is_some() && self.capabilities.is_some_and(|value| value.kind() == Kind::Object)
    }
}

/// True where the metadata of a message name the task that it belongs to.
pub(super) fn names_task(metadata: Option<Raw<'_>>) -> bool {
    let task = metadata.and_then(|metadata| metadata.get(RELATED_TASK)?.get("taskId"));
    task.is_some_and(|id| id.kind() == Kind::String)
}
