//! Where elicitations and answers stand in a message.
//! In: a JSON-RPC message. Out: each elicitation and each answer in it, with what carries it.
//! Never: a look into the params.

use std::str::FromStr;

use super::Answer;
use super::Asked;
use crate::json::Raw;
use crate::message::Message;
use crate::message::MessageKind;

/// JSON-RPC error code "URL elicitation required" of 2025-11-25.
pub(crate) const URL_ELICITATION_REQUIRED: i64 = -32042;

/// Method of the request that elicits.
pub(super) const CREATE: &str = "elicitation/create";

/// What carries an elicitation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Carrier {
    /// A JSON-RPC request `elicitation/create`.
    #[default]
    Request,
    /// An entry of the error `-32042`, which must be in URL mode.
    UrlRequiredError,
    /// An entry of `inputRequests` in a result (2026-07-28).
    InputRequest,
    /// An entry of `inputRequests` in the state of a task.
    Task,
}

impl Carrier {
    /// The word for it in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::UrlRequiredError => "url_required_error",
            Self::InputRequest => "input_request",
            Self::Task => "task",
        }
    }
}

impl FromStr for Carrier {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let all = [Self::Request, Self::UrlRequiredError, Self::InputRequest, Self::Task];
        let known = all.into_iter().find(|carrier| carrier.name() == word);
        known.ok_or_else(|| format!("`{word}` is no carrier: use request, url_required_error, input_request or task"))
    }
}

/// Params that a message carries.
#[derive(Clone, Debug)]
pub(crate) struct Carried<'a> {
    pub(crate) carrier: Carrier,
    /// None where the request has no params.
    pub(crate) params: Option<Raw<'a>>,
}

/// Visits every elicitation that the message carries.
pub(crate) fn elicitations<'a>(message: &Message<'a>, mut visit: impl FnMut(Carried<'a>)) {
    if message.method_name() == Some(CREATE) {
        let params = message.params.as_ref().and_then(|params| params.raw);
        visit(Carried { carrier: Carrier::Request, params });
    }
    if message.error_code() == Some(URL_ELICITATION_REQUIRED) {
        let carrier = Carrier::UrlRequiredError;
        url_required_entries(message, |entry| visit(Carried { carrier, params: Some(entry) }));
    }
    if let Some((carrier, requests)) = input_requests(message) {
        input_entries(requests, |_, elicits, params| {
            if elicits {
                visit(Carried { carrier, params });
            }
        });
    }
}

/// The `inputRequests` of a result or of a task notification.
pub(crate) fn input_requests<'a>(message: &Message<'a>) -> Option<(Carrier, Raw<'a>)> {
    if let Some(result) = &message.result {
        // The state of a task has a status; as the result of `tasks/get` its type is "complete".
        let is_task = result.status.text().is_some()
            && result.result_type.text().is_none_or(|kind| kind.as_str() != "input_required");
        let carrier = if is_task { Carrier::Task } else { Carrier::InputRequest };
        return Some((carrier, result.input_requests?));
    }
    let is_task = message.method_name()?.starts_with("notifications/tasks");
    let requests = message.params.as_ref()?.input_requests?;
    is_task.then_some((Carrier::Task, requests))
}

/// Visits the entries of `data.elicitations` of a `-32042`. Returns how many there are; none without a list.
pub(crate) fn url_required_entries<'a>(message: &Message<'a>, mut visit: impl FnMut(Raw<'a>)) -> Option<usize> {
    let list = message.error.as_ref()?.data?.get("elicitations")?;
    let mut count = 0;
    let mut cursor = list.cursor();
    let is_array = cursor.array(|_, cursor| {
        if let Some(entry) = cursor.raw() {
            visit(entry);
        }
        count += 1;
    });
    is_array.then_some(count)
}

/// Visits the keys of `inputRequests`, and what each asks for, where it elicits.
pub(crate) fn input_keys(message: &Message<'_>, mut visit: impl FnMut(&str, Option<Asked>)) {
    if let Some((_, requests)) = input_requests(message) {
        input_entries(requests, |key, elicits, params| visit(key, elicits.then(|| Asked::of(params))));
    }
}

/// Visits each entry of `inputRequests`: its key, whether it elicits, its params.
fn input_entries<'a>(requests: Raw<'a>, mut visit: impl FnMut(&str, bool, Option<Raw<'a>>)) {
    requests.cursor().object(|name, cursor| {
        let mut elicits = false;
        let mut params = None;
        cursor.object(|key, cursor| match key.as_str() {
            "method" => elicits = cursor.member().text().is_some_and(|method| method.as_str() == CREATE),
            "params" => params = cursor.raw(),
            _ => {}
        });
        visit(name, elicits, params);
    });
}

/// What of a message answers elicitations, as the conversation knows it.
#[derive(Clone, Copy)]
pub(crate) struct Answering<'c> {
    /// The request `elicitation/create` that the message answers.
    pub(crate) request: Option<&'c Asked>,
    /// What was asked for under a key of `inputResponses`, where it was an elicitation.
    pub(crate) input: &'c dyn Fn(&str) -> Option<&'c Asked>,
}

/// Visits every answer that the message carries: its result, and each entry of `inputResponses` that answers an
/// elicitation or looks as if it did.
pub(crate) fn answers(message: &Message<'_>, answering: Answering<'_>, mut visit: impl FnMut(Answer<'_>)) {
    let result = message.result.as_ref().and_then(|result| result.raw);
    if let (MessageKind::Response, Some(asked), Some(result)) = (message.kind(), answering.request, result) {
        visit(Answer::read(result, Some(asked)));
    }
    let Some(responses) = message.params.as_ref().and_then(|params| params.input_responses) else { return };
    responses.cursor().object(|key, cursor| {
        let asked = (answering.input)(key);
        let answer = cursor.raw().map(|raw| Answer::read(raw, asked));
        if let Some(answer) = answer.filter(|answer| !answer.action.is_absent() || asked.is_some()) {
            visit(answer);
        }
    });
}
