//! Rules on what the client declared.
//! In: an elicitation and the capabilities that are known; facts. Out: findings of group `capability`.
//! Never: a finding where no declaration is known.

use super::Found;
use super::Setting;
use super::Sink;
use crate::conversation::Fact;
use crate::conversation::FactKind;
use crate::elicitation::Elicitation;
use crate::finding::Relation;
use crate::json::Kind;
use crate::json::Raw;
use crate::message::MISSING_CAPABILITY;
use crate::message::Message;
use crate::text::Part;
use crate::text::Role;

pub(super) fn elicitation_undeclared(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if setting.context.capabilities.is_some_and(|capabilities| capabilities.is_none()) {
        sink.add(Found::at(Part::new(Role::Whole, elicitation.place)).related(Relation::Declaration));
    }
}

pub(super) fn mode_undeclared(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let (Some(capabilities), Some(mode)) = (setting.context.capabilities, elicitation.applied_mode()) else { return };
    if capabilities.is_none() || capabilities.allows(mode) || elicitation.is_ambiguous() {
        return;
    }
    let mode = elicitation.mode.place().map(|place| Part::new(Role::Mode, place));
    let part = mode.unwrap_or(Part::new(Role::Whole, elicitation.place));
    sink.add(Found::at(part).related(Relation::Declaration));
}

pub(super) fn capability_malformed(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::CapabilityMalformed));
}

pub(super) fn undeclared_mode_answer(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::UndeclaredAnswered));
}

pub(super) fn missing_capability_error_malformed(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(error) = &message.error else { return };
    let required = error.data.and_then(|data| data.get("requiredCapabilities"));
    let is_object = required.is_some_and(|required| required.kind() == Kind::Object);
    if message.error_code() == Some(MISSING_CAPABILITY)
        && !is_object
        && let Some(place) = required.or(error.data).or(error.raw).map(Raw::place)
    {
        sink.add(Found::at(Part::new(Role::Whole, place)));
    }
}

pub(super) fn request_meta_missing(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::MetadataMissing));
}

pub(super) fn version_header_mismatch(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::HeaderDiffers));
}
