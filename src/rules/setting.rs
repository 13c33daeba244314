//! What surrounds the thing that a check looks at.
//! In: context, elicitation, policy. Out: borrowed facts.
//! Never: anything that a check could change.

use crate::context::Context;
use crate::elicitation::Elicitation;
use crate::elicitation::Mode;
use crate::elicitation::Revisions;
use crate::policy::Policy;

/// The surroundings of a check.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'s> {
    pub(crate) context: &'s Context,
    pub(crate) policy: &'s Policy,
    /// The revisions in which the message could be legal.
    pub(crate) revisions: Revisions,
    /// The elicitation under judgement; none for answers and messages without one.
    pub(crate) elicitation: Option<&'s Elicitation<'s>>,
    /// True while a link is judged whose host the policy calls internal.
    pub(crate) host_is_internal: bool,
}

impl Setting<'_> {
    /// The mode that a client applies to the elicitation.
    pub(crate) fn mode(&self) -> Option<Mode> {
        self.elicitation?.applied_mode()
    }
}
