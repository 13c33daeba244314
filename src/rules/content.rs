//! Rules on what a URL carries: secrets, personal data, the right to enter.
//! In: a link with the facts about its parameters. Out: findings of group `content`, at names.
//! Never: a value in a finding; a link in a text, where it is the rules of group `text` that speak.

use super::Found;
use super::Setting;
use super::Sink;
use crate::link::Content;
use crate::link::Link;

pub(super) fn url_credential(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    of_content(link, Content::Credential, sink);
}

pub(super) fn url_credential_suspected(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    of_content(link, Content::SuspectedCredential, sink);
}

pub(super) fn url_personal_data(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    of_content(link, Content::PersonalData, sink);
}

pub(super) fn url_preauthenticated(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    of_content(link, Content::PreAuthentication, sink);
}

fn of_content(link: &Link<'_>, content: Content, sink: &mut Sink<'_>) {
    let carried = link.query.map_or(&[][..], |query| &query.carried);
    for carried in carried.iter().filter(|carried| carried.content == content) {
        sink.add(Found::at(link.part).span(link.within(Some(carried.span))).reason(carried.reason));
    }
}

pub(super) fn url_session_id(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(session) = &setting.context.session else { return };
    if link.query.is_none() {
        return;
    }
    if let Some(parameter) = link.parameters().find(|parameter| parameter.value.read(|value| session.stands_in(value)))
    {
        sink.add(Found::at(link.part).span(link.within(Some(parameter.span()))));
    }
}
