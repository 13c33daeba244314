//! What a client knows about an elicitation beside its bytes.
//! In: revision, carrier, capabilities, server. Out: an owned value that is cheap to clone.
//! Never: anything that the server says about itself.

use std::fmt;
use std::sync::Arc;

use crate::elicitation::Capabilities;
use crate::elicitation::Carrier;
use crate::elicitation::Revision;
use crate::link::CompiledSuffixes;
use crate::link::HostClass;
use crate::link::KnownSites;
use crate::link::LinkFacts;

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
    /// The session of the transport.
    pub(crate) session: Option<SessionId>,
}

/// Who asks, as the client knows it from its transport.
#[derive(Clone, Debug)]
pub(crate) enum Server {
    /// A process that the client started.
    Local(Arc<str>),
    /// A server that the client reached by this URL.
    Remote(Arc<RemoteServer>),
}

/// A server by its URL.
#[derive(Debug)]
pub(crate) struct RemoteServer {
    url: Box<str>,
    pub(crate) facts: LinkFacts,
    /// Its domain, as a site that nobody may imitate.
    site: KnownSites,
}

impl Server {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Local(name) => name,
            Self::Remote(server) => &server.url,
        }
    }

    /// What its URL is; none for a process that the client started.
    pub(crate) fn facts(&self) -> Option<&LinkFacts> {
        match self {
            Self::Local(_) => None,
            Self::Remote(server) => Some(&server.facts),
        }
    }

    /// True where the server runs on the machine of its user. `0.0.0.0` and `::` lead there as well.
    pub(crate) fn is_on_this_machine(&self) -> bool {
        self.facts().is_none_or(|facts| {
            facts.host().is_some_and(|host| {
                host.class == HostClass::Loopback || host.address.is_some_and(|address| address.is_unspecified())
            })
        })
    }
}

/// The id of a transport session, which only the client and the server may know: it is compared and never shown.
#[derive(Clone)]
pub(crate) struct SessionId(Arc<str>);

impl SessionId {
    /// None where the id is short or has no digit: a name, which would be found by accident.
    pub(crate) fn new(id: &str) -> Option<Self> {
        const SHORTEST: usize = 16;
        let is_random = id.len() >= SHORTEST && id.bytes().any(|byte| byte.is_ascii_digit());
        is_random.then(|| Self(id.into()))
    }

    pub(crate) fn stands_in(&self, text: &str) -> bool {
        text.contains(&*self.0)
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SessionId")
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
        let facts = LinkFacts::of(url, &CompiledSuffixes);
        let site = KnownSites::of_server(facts.host().and_then(|host| host.registrable()));
        self.server = Some(Server::Remote(Arc::new(RemoteServer { url: url.into(), facts, site })));
        self
    }

    /// The id of the transport session (`Mcp-Session-Id`), which a link must not carry. It is compared and never shown.
    #[must_use]
    pub fn session(mut self, id: &str) -> Self {
        self.session = SessionId::new(id);
        self
    }

    /// A server on this machine, by the command that starts it or the name in the client's settings.
    #[must_use]
    pub fn local_server(mut self, name: &str) -> Self {
        self.server = Some(Server::Local(name.into()));
        self
    }

    /// Scheme, host and port of the server, where it has a URL: the rest may hold a key.
    pub(crate) fn server_origin(&self) -> Option<String> {
        self.server_facts()?.url().map(|url| url.origin().ascii_serialization())
    }

    /// Facts about the URL of the server, where it has one.
    pub(crate) fn server_facts(&self) -> Option<&LinkFacts> {
        self.server.as_ref()?.facts()
    }

    /// The domain of the server as a site that nobody may imitate, where it has one.
    pub(crate) fn server_site(&self) -> Option<&KnownSites> {
        match self.server.as_ref()? {
            Server::Local(_) => None,
            Server::Remote(server) => Some(&server.site),
        }
    }

    /// True where the server is known to be on this machine.
    pub(crate) fn has_local_server(&self) -> bool {
        self.server.as_ref().is_some_and(Server::is_on_this_machine)
    }

    pub(crate) fn with_carrier(&self, carrier: Carrier) -> Self {
        Self { carrier, ..self.clone() }
    }
}
