//! Rules on texts that a person is shown, and on links in them.
//! In: a text, or a link in one. Out: findings of group `text`.
//! Never: two findings that say of one link that it is there: a disguised one yields `text-obfuscated-url` only.

use super::Found;
use super::Setting;
use super::Sink;
use crate::elicitation::Mode;
use crate::elicitation::Shown;
use crate::finding::Evidence;
use crate::link::Link;
use crate::link::LinkFacts;
use crate::link::Origin;
use crate::text::Role;
use crate::text::hidden;

pub(super) fn form_url_in_message(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if !link.disguised && link.origin == Origin::Text(Role::Message) && is_form(setting) {
        sink.add(Found::at(link.part).span(link.span));
    }
}

pub(super) fn form_url_in_schema(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let in_schema = matches!(link.origin, Origin::Text(role) if role != Role::Message);
    if !link.disguised && in_schema && !link.expected && is_form(setting) {
        sink.add(Found::at(link.part).span(link.span));
    }
}

pub(super) fn url_in_url_message(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if is_beside(link, setting) && !is_foreign(link) {
        sink.add(Found::at(link.part).span(link.span));
    }
}

pub(super) fn foreign_url_in_url_message(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if is_beside(link, setting) && is_foreign(link) {
        sink.add(Found::at(link.part).span(link.span));
    }
}

pub(super) fn text_link_mismatch(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let leads_away = |target: &LinkFacts| target.host().is_some() || target.danger().is_some();
    let target = link.target.filter(|target| leads_away(target));
    if link.facts.host().is_some() && target.is_some_and(|target| !link.facts.is_same_site(target)) {
        sink.add(Found::at(link.part).span(link.span));
    }
}

pub(super) fn text_obfuscated_url(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if link.disguised {
        sink.add(Found::at(link.part).span(link.span));
    }
}

pub(super) fn text_hidden_characters(shown: &Shown<'_, '_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let surrogate = shown.text.has_lone_surrogate().then(|| hidden::replacement(shown.text)).flatten();
    if let Some((span, character)) = hidden::first(shown.text).or(surrogate) {
        sink.add(Found::at(shown.part()).span(Some(span)).evidence(Evidence::Character(character)));
    }
}

/// True for a link that can be read in the message of URL mode, beside the one that is asked for.
fn is_beside(link: &Link<'_>, setting: &Setting<'_>) -> bool {
    !link.disguised && link.origin == Origin::Text(Role::Message) && setting.mode() == Some(Mode::Url)
}

/// True where it leads to another site than the link that is asked for; where none is, `url-missing` says so.
fn is_foreign(link: &Link<'_>) -> bool {
    link.asked.is_some_and(|asked| !link.facts.is_same_site(asked))
}

fn is_form(setting: &Setting<'_>) -> bool {
    setting.mode() != Some(Mode::Url)
}
