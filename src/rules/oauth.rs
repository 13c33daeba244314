//! Rules on OAuth authorization requests that a person is sent to.
//! In: a link that is such a request, and the server as its transport knows it. Out: findings of group `oauth`.
//! Never: a judgement on other links, save for parameters that lead on to another site.

use super::Found;
use super::Setting;
use super::Sink;
use crate::link::AuthorizationRequest;
use crate::link::Host;
use crate::link::Link;
use crate::link::LinkFacts;
use crate::link::RedirectTarget;

pub(super) fn oauth_third_party_authorize(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let (Some(request), Some(host)) = (request(link), link.facts.host()) else { return };
    let server = remote_server(setting);
    // A context does not know the list of the linter that judges by it.
    let suffixes = &setting.policy.suffixes;
    let is_at_site = |server: Host<'_>| server.registrable_by(suffixes).unwrap_or(server.ascii()) == site(host);
    let is_own = server.and_then(LinkFacts::host).is_some_and(is_at_site);
    if !is_own && (request.is_known_page || server.is_some()) {
        sink.add(Found::at(link.part).span(link.within(link.facts.parts().host)));
    }
}

pub(super) fn oauth_redirect_to_client(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(redirect) = request(link).and_then(|request| request.redirect) else { return };
    if let Some(reason) = client(redirect.target).filter(|_| !setting.context.has_local_server()) {
        sink.add(Found::at(link.part).span(link.within(Some(redirect.span))).reason(reason));
    }
}

pub(super) fn oauth_weak_parameters(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    for (span, reason) in request(link).map_or(&[][..], |request| &request.weaknesses) {
        sink.add(Found::at(link.part).span(link.within(*span)).reason(reason));
    }
}

pub(super) fn oauth_self_authorization(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(request) = request(link) else { return };
    let Some(server) = setting.context.server_facts() else { return };
    let is_server = |resource: &url::Url| server.url().is_some_and(|server| server.origin() == resource.origin());
    let resource = request.resources.iter().find(|(_, resource)| is_server(resource));
    let answers_client = request.redirect.is_some_and(|redirect| client(redirect.target).is_some());
    let is_own_page = link.facts.host().map(|host| host.ascii()) == server.host().map(|host| host.ascii());
    if let Some((span, _)) = resource {
        sink.add(Found::at(link.part).span(link.within(Some(*span))));
    } else if is_own_page && answers_client && !setting.context.has_local_server() {
        sink.add(Found::at(link.part).span(link.within(link.facts.parts().host)));
    }
}

pub(super) fn oauth_open_redirect(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    for span in link.query.map_or(&[][..], |query| &query.onward) {
        sink.add(Found::at(link.part).span(link.within(Some(*span))));
    }
}

fn request<'a>(link: &Link<'a>) -> Option<&'a AuthorizationRequest> {
    link.query?.authorization.as_ref()
}

/// The server where it is known and not on this machine.
fn remote_server<'s>(setting: &Setting<'s>) -> Option<&'s LinkFacts> {
    setting.context.server_facts().filter(|_| !setting.context.has_local_server())
}

/// The registrable domain, or the host where there is none.
fn site(host: Host<'_>) -> &str {
    host.registrable().unwrap_or(host.ascii())
}

/// Who takes the answer in place of the server.
fn client(target: RedirectTarget) -> Option<&'static str> {
    match target {
        RedirectTarget::Loopback => Some("a port of this machine"),
        RedirectTarget::Application => Some("a program on this machine"),
        RedirectTarget::Shown => Some("a page that shows it for copying"),
        RedirectTarget::Site | RedirectTarget::PlainSite => None,
    }
}
