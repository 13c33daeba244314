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
use crate::elicitation::Mode;
use crate::elicitation::Problem;
use crate::finding::Evidence;
use crate::finding::Relation;
use crate::json::Kind;
use crate::text::Part;
use crate::text::Place;
use crate::text::Role;

pub(super) fn answer_action_unknown(answer: &Answer<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let is_known = answer.action.text().is_some_and(|action| ACTIONS.contains(&action.as_str()));
    if !is_known {
        sink.add(at(answer.action.place().unwrap_or(answer.place)));
    }
}

pub(super) fn answer_content_missing(answer: &Answer<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    mismatches(answer, setting, |place, problem| {
        if problem == Problem::ContentMissing {
            sink.add(at(place));
        }
    });
}

pub(super) fn answer_content_mismatch(answer: &Answer<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    mismatches(answer, setting, |place, problem| {
        if problem != Problem::ContentMissing {
            sink.add(at(place).reason(problem.description()));
        }
    });
}

pub(super) fn answer_content_in_url_mode(answer: &Answer<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let is_link = answer.asked.is_some_and(|asked| asked.mode == Some(Mode::Url));
    if let Some(content) = answer.given().filter(|_| is_link && answer.accepts()) {
        sink.add(at(content.place()));
    }
}

pub(super) fn answer_content_on_refusal(answer: &Answer<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let content = answer.given().filter(|content| answer.refuses() && content.kind() == Kind::Object);
    if let Some(content) = content {
        sink.add(at(content.place()));
    }
}

fn mismatches(answer: &Answer<'_>, setting: &Setting<'_>, mut visit: impl FnMut(Place, Problem)) {
    if let Some(asked) = answer.asked {
        asked.mismatches(answer, setting.revisions, &mut |place, _, problem| visit(place, problem));
    }
}

fn at(place: Place) -> Found {
    Found::at(Part::new(Role::Answer, place)).related(Relation::Request)
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
