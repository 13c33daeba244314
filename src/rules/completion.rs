//! Rules on `-32042` and the completion of URL elicitations (2025-11-25).
//! In: an error message, an entry of its list, or a notification. Out: findings of group `completion`.
//! Never: a second finding for the mode of an entry.

use super::Found;
use super::Setting;
use super::Sink;
use crate::conversation::Fact;
use crate::conversation::FactKind;
use crate::elicitation::COMPLETE;
use crate::elicitation::Carrier;
use crate::elicitation::Elicitation;
use crate::elicitation::Mode;
use crate::elicitation::URL_ELICITATION_REQUIRED;
use crate::elicitation::code_of_url_required;
use crate::elicitation::url_required_entries;
use crate::json::Raw;
use crate::message::Message;
use crate::text::Part;
use crate::text::Place;
use crate::text::Role;

pub(super) fn url_required_error_not_url(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let is_url = elicitation.applied_mode() == Some(Mode::Url);
    if setting.context.carrier == Carrier::UrlRequiredError && !is_url {
        let mode = elicitation.mode.place().map(|place| Part::new(Role::Mode, place));
        sink.add(Found::at(mode.unwrap_or(Part::new(Role::Whole, elicitation.place))));
    }
}

pub(super) fn url_required_error_empty(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(error) = &message.error else { return };
    let is_empty = url_required_entries(message, |_| {}).unwrap_or_default() == 0;
    if message.error_code() == Some(URL_ELICITATION_REQUIRED) && is_empty {
        let list = error.data.and_then(|data| data.get("elicitations"));
        if let Some(place) = list.or(error.data).or(error.raw).map(Raw::place) {
            sink.add(Found::at(Part::new(Role::Whole, place)));
        }
    }
}

pub(super) fn completion_id_missing(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if message.method_name() != Some(COMPLETE) {
        return;
    }
    let params = message.params.as_ref().and_then(|params| params.raw);
    let id = params.and_then(|params| params.get("elicitationId"));
    if id.and_then(Raw::text).is_none() {
        let place = id.or(params).map_or(Place::START, Raw::place);
        sink.add(Found::at(Part::new(Role::ElicitationId, place)));
    }
}

pub(super) fn completion_unknown_id(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::CompletedUnknown));
}

pub(super) fn completion_duplicate(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::CompletedAgain));
}

pub(super) fn error_code_retired(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let code = code_of_url_required(message);
    sink.extend(code.map(|code| Found::at(Part::new(Role::Whole, code.place()))));
}
