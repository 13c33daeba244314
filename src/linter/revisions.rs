//! Where nothing names the revision: in which ones a message could be legal.
//! In: an elicitation with its carrier, or a message. Out: a set of revisions.
//! Never: a guess of one of them.

use crate::elicitation::COMPLETE;
use crate::elicitation::Carrier;
use crate::elicitation::Elicitation;
use crate::elicitation::Revisions;
use crate::elicitation::input_requests;
use crate::message::MISSING_CAPABILITY;
use crate::message::Message;

/// The revisions in which an elicitation could be legal, by what it holds and what carries it.
pub(super) fn revisions_of(elicitation: &Elicitation<'_>, carrier: Carrier) -> Revisions {
    match carrier {
        Carrier::UrlRequiredError => Revisions::V2025_11_25,
        Carrier::InputRequest => Revisions::V2026_07_28,
        Carrier::Task => Revisions::V2025_11_25.with(Revisions::V2026_07_28),
        Carrier::Request => {
            let is_old = elicitation.mode.is_absent() && !elicitation.is_ambiguous();
            if is_old { Revisions::V2025_06_18.with(Revisions::V2025_11_25) } else { Revisions::V2025_11_25 }
        }
    }
}

/// The revisions in which a message could be legal, by what it holds.
pub(super) fn revisions_of_message(message: &Message<'_>) -> Revisions {
    let is_typed = message.result.as_ref().is_some_and(|result| !result.result_type.is_absent());
    let is_retry = message
        .params
        .as_ref()
        .is_some_and(|params| params.input_responses.is_some() || params.request_state.is_some());
    if is_typed || is_retry || input_requests(message).is_some() || message.error_code() == Some(MISSING_CAPABILITY) {
        Revisions::V2026_07_28
    } else if message.error.is_some() || message.method_name() == Some(COMPLETE) {
        Revisions::V2025_11_25
    } else {
        Revisions::ALL
    }
}
