//! Rules on what a client answers, and how often it is asked.
//! In: an answer, or a fact about the session. Out: findings of group `answer`.
//! Never: the content of an answer as evidence.

use super::Found;
use super::Setting;
use super::Sink;
use crate::conversation::Fact;
use crate::conversation::FactKind;
use crate::elicitation::ACTIONS;
use crate::elicitation::Answer;
use crate::finding::Evidence;
use crate::finding::Relation;
use crate::text::Part;
use crate::text::Role;

pub(super) fn answer_action_unknown(answer: &Answer<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let is_known = answer.action.text().is_some_and(|action| ACTIONS.contains(&action.as_str()));
    if !is_known {
        let place = answer.action.place().unwrap_or(answer.place);
        sink.add(Found::at(Part::new(Role::Answer, place)).related(Relation::Request));
    }
}

pub(super) fn answer_key_unknown(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::KeyUnknown));
}

pub(super) fn answer_key_missing(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if let FactKind::KeysMissing(count) = fact.kind {
        sink.extend(Found::fact(fact, fact.kind).map(|found| found.evidence(Evidence::Count(count))));
    }
}

pub(super) fn reprompt_after_decline(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    sink.extend(Found::fact(fact, FactKind::AskedAgain));
}

pub(super) fn elicitation_flood(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if let FactKind::Flood(count) = fact.kind {
        sink.extend(Found::fact(fact, fact.kind).map(|found| found.evidence(Evidence::Count(count))));
    }
}
