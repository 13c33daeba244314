//! Rules on texts that a person is shown, and on links in them.
//! In: a link in a text. Out: findings of group `text`.
//! Never: a finding on the `url` member, which is meant to be opened.

use super::Found;
use super::Setting;
use super::Sink;
use crate::elicitation::Mode;
use crate::link::Link;
use crate::link::Origin;
use crate::text::Role;

pub(super) fn form_url_in_message(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if link.origin == Origin::Text(Role::Message) && is_form(setting) {
        sink.add(Found::at(link.part).span(link.span));
    }
}

pub(super) fn form_url_in_schema(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let in_schema = matches!(link.origin, Origin::Text(role) if role != Role::Message);
    if in_schema && !link.expected && is_form(setting) {
        sink.add(Found::at(link.part).span(link.span));
    }
}

fn is_form(setting: &Setting<'_>) -> bool {
    setting.mode() != Some(Mode::Url)
}
