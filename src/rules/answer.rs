//! Rules on what a client answers.
//! In: an answer. Out: findings of group `answer`.
//! Never: the content of an answer as evidence.

use super::Found;
use super::Setting;
use super::Sink;
use crate::elicitation::ACTIONS;
use crate::elicitation::Answer;
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
