//! Rules on names that imitate others.
//! In: a link. Out: findings of group `lookalike`.
//! Never: two findings for one label.

use super::Found;
use super::Setting;
use super::Sink;
use crate::finding::Evidence;
use crate::link::ImitationKind;
use crate::link::LabelFaultKind;
use crate::link::Link;
use crate::link::UrlProblem;

pub(super) fn idn_mixed_script(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(label_fault(link, LabelFaultKind::MixedScript));
}

pub(super) fn idn_suspicious_character(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(label_fault(link, LabelFaultKind::SuspiciousCharacter));
}

pub(super) fn idn_whole_script(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(label_fault(link, LabelFaultKind::WholeScript));
}

pub(super) fn idn_confusable_name(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(imitation(link, ImitationKind::Confusable));
}

pub(super) fn lookalike_ascii(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(imitation(link, ImitationKind::Ascii));
}

pub(super) fn lookalike_combined(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(imitation(link, ImitationKind::Combined));
}

pub(super) fn lookalike_embedded(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(imitation(link, ImitationKind::Embedded));
}

pub(super) fn lookalike_label(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(imitation(link, ImitationKind::Label));
}

pub(super) fn lookalike_suffix(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(imitation(link, ImitationKind::Suffix));
}

pub(super) fn lookalike_typo(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(imitation(link, ImitationKind::Typo));
}

/// The host of a link whose first faulty label has this fault.
fn label_fault(link: &Link<'_>, kind: LabelFaultKind) -> Option<Found> {
    let fault = link.lookalike.label.filter(|fault| fault.kind == kind)?;
    let evidence = Evidence::Letter { character: fault.character, script: fault.script, reason: fault.reason };
    Some(at_host(link).evidence(evidence))
}

/// The part of the host of a link that imitates a site in this way.
fn imitation(link: &Link<'_>, kind: ImitationKind) -> Option<Found> {
    let imitation = link.lookalike.imitation.filter(|imitation| imitation.kind == kind)?;
    let evidence = Evidence::Imitation { site: imitation.site, character: imitation.character };
    let span = imitation.span.and_then(|span| link.facts.part_of_host(span, link.raw)).or(link.facts.parts().host);
    Some(Found::at(link.part).span(link.within(span)).evidence(evidence))
}

fn at_host(link: &Link<'_>) -> Found {
    Found::at(link.part).span(link.within(link.facts.parts().host))
}

pub(super) fn idn_punycode(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(host) = link.facts.host() else { return };
    if host.shape.punycode && !link.lookalike.misleads_by_letters() {
        sink.add(at_host(link));
    }
}

pub(super) fn idn_invalid(link: &Link<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if link.facts.problem() == Some(UrlProblem::IdnaInvalid) {
        sink.add(Found::at(link.part).span(link.within(link.facts.problem_span())));
    }
    sink.extend(label_fault(link, LabelFaultKind::Invalid));
}
