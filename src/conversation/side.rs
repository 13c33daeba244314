//! Who sent a message, where the recording does not say.
//! In: a message and the open requests. Out: a side, or none.
//! Never: a guess that the content does not bear out.

use super::Requests;
use crate::elicitation::URL_ELICITATION_REQUIRED;
use crate::message::Message;
use crate::message::MessageKind;
use crate::message::Side;

/// Methods that only servers send; every other method of a request is a client's.
const OF_SERVERS: [&str; 4] = ["elicitation/", "sampling/", "roots/", "notifications/elicitation/"];

/// Notifications that only clients send.
const NOTICES_OF_CLIENTS: [&str; 2] = ["notifications/initialized", "notifications/roots/"];

/// Notifications that both sides send.
const NOTICES_OF_BOTH: [&str; 2] = ["notifications/cancelled", "notifications/progress"];

/// Beginnings of methods that one side only sends, and no other.
const OF_ONE_SIDE: [&str; 10] = [
    "completion/",
    "elicitation/",
    "initialize",
    "logging/",
    "prompts/",
    "resources/",
    "roots/",
    "sampling/",
    "server/",
    "tools/",
];

/// True where it is beyond doubt who sent a request: by what the recording says, or by its method.
pub(super) fn is_certain(message: &Message<'_>, side: Option<Side>) -> bool {
    let method = message.method_name().unwrap_or_default();
    side.is_some() || OF_ONE_SIDE.iter().any(|beginning| method.starts_with(beginning))
}

pub(super) fn infer(message: &Message<'_>, open: &Requests) -> Option<Side> {
    let begins = |list: &[&str], method: &str| list.iter().any(|prefix| method.starts_with(prefix));
    match (message.kind(), message.method_name()) {
        (MessageKind::Request | MessageKind::Notification, Some(method)) => {
            if begins(&OF_SERVERS, method) {
                Some(Side::Server)
            } else if begins(&NOTICES_OF_BOTH, method) || method == "ping" {
                None
            } else if begins(&NOTICES_OF_CLIENTS, method) || !method.starts_with("notifications/") {
                Some(Side::Client)
            } else {
                Some(Side::Server)
            }
        }
        (MessageKind::Response | MessageKind::Failure, _) => infer_answer(message, open),
        _ => None,
    }
}

/// An answer comes from the side that was asked; where both were asked under this id, its content decides.
fn infer_answer(message: &Message<'_>, open: &Requests) -> Option<Side> {
    let id = message.request_id()?;
    let server_waits = open.get(Side::Server, &id).is_some();
    let client_waits = open.get(Side::Client, &id).is_some();
    // Only servers type their results, and only they ask for input.
    let is_of_rounds = message
        .result
        .as_ref()
        .is_some_and(|result| !result.result_type.is_absent() || result.input_requests.is_some());
    let answers_elicitation = message.result.as_ref().is_some_and(|result| result.has_action);
    match (server_waits, client_waits) {
        _ if open.is_answer_to_nobody(&id, message) => None,
        _ if is_of_rounds => Some(Side::Server),
        (true, false) => Some(Side::Client),
        (false, true) => Some(Side::Server),
        _ if message.error_code() == Some(URL_ELICITATION_REQUIRED) => Some(Side::Server),
        _ if answers_elicitation => Some(Side::Client),
        (true, true) => {
            let fits = |side| open.get(side, &id).is_some_and(|open| open.fits(message));
            match (fits(Side::Server), fits(Side::Client)) {
                (false, true) => Some(Side::Server),
                // The server is answered first: it asks while it works on what the client asked.
                _ => Some(Side::Client),
            }
        }
        (false, false) => None,
    }
}
