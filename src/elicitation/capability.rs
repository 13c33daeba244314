//! What a client declared about elicitations.
//! In: the `elicitation` member of its capabilities. Out: which modes it takes.
//! Never: an assumption. A declaration of an unknown shape is unknown.

use super::Mode;
use crate::json::Kind;
use crate::json::Raw;
use crate::text::Place;

/// The elicitation modes that a client declared (2025-11-25, client/elicitation, Capabilities).
///
/// ```
/// use elicitlint::{Capabilities, Mode};
///
/// let client = Capabilities::none().with(Mode::Form);
/// assert!(client.allows(Mode::Form) && !client.allows(Mode::Url));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Capabilities {
    form: bool,
    url: bool,
}

impl Capabilities {
    /// A client that declared no elicitation.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The same client, taking `mode` too.
    #[must_use]
    pub fn with(mut self, mode: Mode) -> Self {
        match mode {
            Mode::Form => self.form = true,
            Mode::Url => self.url = true,
        }
        self
    }

    /// True where the client takes `mode`.
    #[must_use]
    pub fn allows(self, mode: Mode) -> bool {
        match mode {
            Mode::Form => self.form,
            Mode::Url => self.url,
        }
    }

    /// True where the client declared no elicitation at all.
    #[must_use]
    pub fn is_none(self) -> bool {
        !self.form && !self.url
    }

    /// Reads a `capabilities` object. `{}` under `elicitation` is form only. None where the shape is unknown.
    pub(crate) fn read(capabilities: Raw<'_>) -> Option<Self> {
        if capabilities.kind() != Kind::Object {
            return None;
        }
        capabilities.get("elicitation").map_or(Some(Self::none()), Self::read_elicitation)
    }

    /// Reads the value of `elicitation`. An object that names no known mode is form only, as the empty one is.
    pub(crate) fn read_elicitation(elicitation: Raw<'_>) -> Option<Self> {
        if elicitation.kind() != Kind::Object {
            return None;
        }
        let declared = |mode: Mode| elicitation.get(mode.name()).is_some_and(|value| value.kind() == Kind::Object);
        let url = declared(Mode::Url);
        Some(Self { form: declared(Mode::Form) || !url, url })
    }
}

/// Names of modes in drafts.
const OF_DRAFTS: [&str; 2] = ["modes", "oob"];

/// Where the `elicitation` member of a `capabilities` object has a shape that no revision knows: it is no object, a mode
/// in it is none, or it names only modes that do not exist. Other members are left to extensions.
pub(crate) fn malformed(capabilities: Raw<'_>) -> Option<Place> {
    let elicitation = capabilities.get("elicitation")?;
    if elicitation.kind() != Kind::Object {
        return Some(elicitation.place());
    }
    let (mut wrong, mut unknown, mut known) = (None, None, false);
    elicitation.cursor().object(|key, cursor| {
        let (name, kind, place) = (key.as_str(), cursor.kind(), cursor.place());
        if [Mode::Form, Mode::Url].iter().any(|mode| mode.name() == name) {
            known = true;
            wrong = wrong.or((kind != Some(Kind::Object)).then_some(place));
        } else if OF_DRAFTS.contains(&name) {
            wrong = wrong.or(Some(place));
        } else if kind == Some(Kind::Object) {
            unknown = unknown.or(Some(place));
        }
    });
    wrong.or(unknown.filter(|_| !known))
}
