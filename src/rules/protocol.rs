//! Rules on the members of an elicitation and how it may travel.
//! In: an elicitation. Out: findings of group `protocol`.
//! Never: two findings for one fault; `mode-ambiguous` stands instead of `form-schema-missing`.

use super::Found;
use super::Setting;
use super::Sink;
use crate::elicitation::Carrier;
use crate::elicitation::Elicitation;
use crate::elicitation::Mode;
use crate::json::Member;
use crate::text::Part;
use crate::text::Role;

pub(super) fn message_missing(elicitation: &Elicitation<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.message.text().is_none() {
        sink.add(at(elicitation, Role::Message, &elicitation.message));
    }
}

pub(super) fn mode_unknown(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.applied_mode().is_none() && !must_be_url(setting) {
        sink.add(at(elicitation, Role::Mode, &elicitation.mode));
    }
}

pub(super) fn mode_ambiguous(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.is_ambiguous() && !must_be_url(setting) {
        sink.add(match elicitation.url.is_absent() {
            true => at(elicitation, Role::ElicitationId, &elicitation.elicitation_id),
            false => at(elicitation, Role::Url, &elicitation.url),
        });
    }
}

pub(super) fn mode_member_mismatch(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.mode.is_absent() {
        return;
    }
    match elicitation.applied_mode() {
        Some(Mode::Form) if must_be_url(setting) => {}
        Some(Mode::Form) if !elicitation.url.is_absent() => sink.add(at(elicitation, Role::Url, &elicitation.url)),
        Some(Mode::Form) if !elicitation.elicitation_id.is_absent() => {
            sink.add(at(elicitation, Role::ElicitationId, &elicitation.elicitation_id));
        }
        Some(Mode::Url) => {
            if let Some(schema) = &elicitation.schema {
                sink.add(Found::at(Part::new(Role::Schema, schema.place)));
            }
        }
        _ => {}
    }
}

pub(super) fn form_schema_missing(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let is_form = elicitation.applied_mode() == Some(Mode::Form) && !elicitation.is_ambiguous();
    if is_form && elicitation.schema.is_none() && !must_be_url(setting) {
        sink.add(whole(elicitation));
    }
}

pub(super) fn url_missing(elicitation: &Elicitation<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.applied_mode() == Some(Mode::Url) && elicitation.url.text().is_none() {
        sink.add(at(elicitation, Role::Url, &elicitation.url));
    }
}

pub(super) fn elicitation_id_missing(elicitation: &Elicitation<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if elicitation.applied_mode() == Some(Mode::Url) && elicitation.elicitation_id.text().is_none() {
        sink.add(at(elicitation, Role::ElicitationId, &elicitation.elicitation_id));
    }
}

pub(super) fn server_initiated_request(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if setting.context.carrier == Carrier::Request {
        sink.add(whole(elicitation));
    }
}

/// True inside `-32042`, where every entry must be in URL mode: `url-required-error-not-url` judges its mode.
fn must_be_url(setting: &Setting<'_>) -> bool {
    setting.context.carrier == Carrier::UrlRequiredError
}

fn whole(elicitation: &Elicitation<'_>) -> Found {
    Found::at(Part::new(Role::Whole, elicitation.place))
}

/// The member, or the whole elicitation where it is absent.
fn at(elicitation: &Elicitation<'_>, role: Role, member: &Member<'_>) -> Found {
    member.place().map_or_else(|| whole(elicitation), |place| Found::at(Part::new(role, place)))
}
