//! Rules on `-32042` and the completion of URL elicitations (2025-11-25).
//! In: an error message, or an entry of its list. Out: findings of group `completion`.
//! Never: a second finding for the mode of an entry.

use super::Found;
use super::Setting;
use super::Sink;
use crate::elicitation::Carrier;
use crate::elicitation::Elicitation;
use crate::elicitation::Mode;
use crate::elicitation::URL_ELICITATION_REQUIRED;
use crate::elicitation::url_required_entries;
use crate::json::Raw;
use crate::message::Message;
use crate::text::Part;
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
