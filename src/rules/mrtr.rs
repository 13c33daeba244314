//! Rules on multi round-trip requests: results that ask for input, and the retries that bring it (2026-07-28).
//! In: a message, or a fact about it. Out: findings of group `mrtr`.
//! Never: a state as evidence; who knows it may use it.

use super::Found;
use super::Setting;
use super::Sink;
use crate::conversation::Fact;
use crate::conversation::FactKind;
use crate::elicitation::Carrier;
use crate::elicitation::INPUT_REQUIRED;
use crate::elicitation::StateKind;
use crate::elicitation::input_entries;
use crate::elicitation::input_requests;
use crate::message::Message;
use crate::text::Part;
use crate::text::Role;

/// What an entry of `inputRequests` may ask for (2026-07-28, basic/patterns/mrtr, Server Requirements).
const METHODS: [&str; 3] = ["elicitation/create", "roots/list", "sampling/createMessage"];

pub(super) fn mrtr_empty(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(result) = &message.result else { return };
    let asks = result.result_type.text().is_some_and(|kind| kind.as_str() == INPUT_REQUIRED);
    if let (true, None, None, Some(raw)) = (asks, result.input_requests, result.request_state, result.raw) {
        sink.add(Found::at(Part::new(Role::Whole, raw.place())));
    }
}

pub(super) fn mrtr_result_type_missing(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(result) = message.result.as_ref().filter(|result| result.result_type.is_absent()) else { return };
    let is_round = match input_requests(message) {
        Some((carrier, _)) => carrier == Carrier::InputRequest,
        None => result.request_state.is_some(),
    };
    if let (Some(raw), true) = (result.raw, is_round) {
        sink.add(Found::at(Part::new(Role::Whole, raw.place())));
    }
}

pub(super) fn mrtr_result_type_unknown(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::ResultTypeUnknown));
}

pub(super) fn mrtr_method_unsupported(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::OtherMethod));
}

pub(super) fn mrtr_input_method(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    input_entries(message, |entry| {
        let is_known = entry.method.text().is_some_and(|method| METHODS.contains(&method.as_str()));
        if !is_known {
            let place = entry.method.place().unwrap_or(entry.raw.place());
            sink.add(Found::at(Part::new(Role::Whole, place)));
        }
    });
}

pub(super) fn mrtr_state_altered(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::StateAltered));
}

pub(super) fn mrtr_state_unexpected(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::StateUnexpected));
}

pub(super) fn mrtr_state_replayed(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::StateReplayed));
}

pub(super) fn mrtr_id_reused(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::RetryKeepsId));
}

pub(super) fn mrtr_state_readable(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(state(message, StateKind::Readable));
}

pub(super) fn mrtr_state_privileged(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(state(message, StateKind::Privileged));
}

/// The state of a result, where it is of this kind.
fn state(message: &Message<'_>, kind: StateKind) -> Option<Found> {
    let state = message.result.as_ref()?.request_state?;
    (StateKind::of(&state.text()?) == kind).then(|| Found::at(Part::new(Role::Whole, state.place())))
}
