//! Rules on multi round-trip requests: results that ask for input (2026-07-28).
//! In: a message. Out: findings of group `mrtr`.
//! Never: a finding on a result of another type.

use super::Found;
use super::Setting;
use super::Sink;
use crate::message::Message;
use crate::text::Part;
use crate::text::Role;

/// `resultType` of a result that asks for input.
const INPUT_REQUIRED: &str = "input_required";

pub(super) fn mrtr_empty(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(result) = &message.result else { return };
    let asks = result.result_type.text().is_some_and(|kind| kind.as_str() == INPUT_REQUIRED);
    if let (true, None, None, Some(raw)) = (asks, result.input_requests, result.request_state, result.raw) {
        sink.add(Found::at(Part::new(Role::Whole, raw.place())));
    }
}
