//! What a client knows about an elicitation beside its bytes.
//! In: revision, carrier, capabilities, server. Out: an owned value that is cheap to clone.
//! Never: anything that the server says about itself.

use std::sync::Arc;

use crate::elicitation::Capabilities;
use crate::elicitation::Carrier;
use crate::elicitation::Revision;

/// What surrounds an elicitation. Cloning it copies no text.
///
/// ```
/// use elicitlint::{Capabilities, Context, Mode, Revision};
///
/// let context = Context::new(Revision::V2025_11_25)
///     .capabilities(Capabilities::none().with(Mode::Form).with(Mode::Url))
///     .server("https://mcp.example.com");
/// # let _ = context;
/// ```
#[derive(Clone, Debug, Default)]
pub struct Context {
    pub(crate) revision: Revision,
    pub(crate) carrier: Carrier,
    pub(crate) capabilities: Option<Capabilities>,
    pub(crate) server: Option<Server>,
}

/// Who asks, as the client knows it from its transport.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Server {
    /// A process that the client started.
    Local(Arc<str>),
    /// A server that the client reached by this URL.
    Remote(Arc<str>),
}

impl Server {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Local(name) | Self::Remote(name) => name,
        }
    }
}

impl Context {
    /// A context of this revision, with the carrier of its elicitations; nothing else is known yet.
    #[must_use]
    pub fn new(revision: Revision) -> Self {
        let carrier = if revision == Revision::V2026_07_28 { Carrier::InputRequest } else { Carrier::Request };
        Self { revision, carrier, ..Self::default() }
    }

    /// What carried the params: a request before 2026-07-28, an entry of `inputRequests` from then on, unless said
    /// otherwise here.
    #[must_use]
    pub fn carrier(mut self, carrier: Carrier) -> Self {
        self.carrier = carrier;
        self
    }

    /// What the client declared. Without it, rules about undeclared modes say nothing.
    #[must_use]
    pub fn capabilities(mut self, capabilities: Capabilities) -> Self {
        self.capabilities = Some(capabilities);
        self
    }

    /// The server by the URL of its transport, never by what it calls itself.
    #[must_use]
    pub fn server(mut self, url: &str) -> Self {
        self.server = Some(Server::Remote(url.into()));
        self
    }

    /// A server on this machine, by the command that starts it or the name in the client's settings.
    #[must_use]
    pub fn local_server(mut self, name: &str) -> Self {
        self.server = Some(Server::Local(name.into()));
        self
    }

    pub(crate) fn with_carrier(&self, carrier: Carrier) -> Self {
        Self { carrier, ..self.clone() }
    }
}
