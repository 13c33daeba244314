//! One JSON-RPC message, borrowed from its bytes.
//! In: the bytes of a record. Out: method, id, and the members that say what a message is about, unread.
//! Never: knowledge of elicitations.

/// Who sent a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The MCP client: the application with the person in front of it.
    Client,
    /// The MCP server.
    Server,
}
