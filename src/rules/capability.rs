//! Rules on what the client declared.
//! In: an elicitation and the capabilities that are known. Out: findings of group `capability`.
//! Never: a finding where no declaration is known.

use super::Found;
use super::Setting;
use super::Sink;
use crate::elicitation::Elicitation;
use crate::finding::Relation;
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
