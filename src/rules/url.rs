//! Rules on where a link leads and how it is written.
//! In: a link with its facts. Out: findings of group `url`.
//! Never: a parse. The class of a host yields one rule only; its spelling is a fact of its own.

use super::Found;
use super::Setting;
use super::Sink;
use crate::finding::Evidence;
use crate::link::Host;
use crate::link::HostClass;
use crate::link::Link;
use crate::link::Origin;
use crate::link::UrlProblem;

pub(super) fn url_invalid(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(problem) = link.facts.problem() else { return };
    let has_own_rule = problem == UrlProblem::IdnaInvalid || link.facts.danger().is_some();
    if is_member(link) && !has_own_rule {
        sink.add(Found::at(link.part).span(link.within(link.facts.problem_span())).reason(problem.phrase()));
    }
}

pub(super) fn url_scheme_dangerous(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if let Some(reason) = link.facts.danger() {
        sink.add(Found::at(link.part).span(link.within(link.facts.parts().scheme)).reason(reason));
    }
}

pub(super) fn url_scheme_not_allowed(link: &Link<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let scheme = link.facts.scheme();
    let allowed = matches!(scheme, "https" | "http") || setting.policy.allow_schemes.iter().any(|own| own == scheme);
    if is_member(link) && link.facts.url().is_some() && link.facts.danger().is_none() && !allowed {
        sink.add(Found::at(link.part).span(link.within(link.facts.parts().scheme)));
    }
}

pub(super) fn url_plain_http(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let leaves_machine = link.facts.host().is_some_and(|host| host.class != HostClass::Loopback);
    if is_member(link) && link.facts.scheme() == "http" && leaves_machine {
        sink.add(Found::at(link.part).span(link.within(link.facts.parts().scheme)));
    }
}

pub(super) fn url_userinfo(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if let Some(userinfo) = link.facts.parts().userinfo {
        sink.add(Found::at(link.part).span(link.within(Some(userinfo))));
    }
}

pub(super) fn url_encoded_address(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(host) = link.facts.host() else { return };
    if host.is_encoded_address() {
        sink.add(at_host(link, host));
    }
}

pub(super) fn url_private_address(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    of_class(link, HostClass::Private, sink);
}

pub(super) fn url_metadata_endpoint(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    of_class(link, HostClass::Metadata, sink);
}

pub(super) fn url_loopback(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if is_member(link) {
        of_class(link, HostClass::Loopback, sink);
    }
}

fn of_class(link: &Link<'_>, class: HostClass, sink: &mut Sink<'_>) {
    if let Some(host) = link.facts.host().filter(|host| host.class == class) {
        sink.add(at_host(link, host));
    }
}

fn at_host(link: &Link<'_>, host: Host<'_>) -> Found {
    let reason = host.reason;
    let evidence = host.address.map_or(Evidence::Reason(reason), |address| Evidence::Address { address, reason });
    Found::at(link.part).span(link.within(link.facts.parts().host)).evidence(evidence)
}

/// True for the `url` member. A link in a text is judged by where it leads only: the rules of group `text` have said
/// already that it is there.
fn is_member(link: &Link<'_>) -> bool {
    link.origin == Origin::UrlMember
}
