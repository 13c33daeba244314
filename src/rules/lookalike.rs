//! Rules on names that imitate others.
//! In: a link. Out: findings of group `lookalike`.
//! Never: two findings for one label.

use super::Found;
use super::Setting;
use super::Sink;
use crate::link::Link;
use crate::link::UrlProblem;

pub(super) fn idn_punycode(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(host) = link.facts.host() else { return };
    if host.labels().any(|label| label.is_punycode()) {
        sink.add(Found::at(link.part).span(link.within(link.facts.parts().host)));
    }
}

pub(super) fn idn_invalid(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if link.facts.problem() == Some(UrlProblem::IdnaInvalid) {
        sink.add(Found::at(link.part).span(link.within(link.facts.problem_span())));
    }
}
