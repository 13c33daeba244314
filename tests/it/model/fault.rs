//! A single fault: where in a session it may stand, what it changes, and the rule that finds it.

use std::ops::Range;

use elicitlint::{Mode, Revision};
use serde_json::Value;

use super::talk::{Action, Kind, Sent, Talk};

pub const JUNE: &[Revision] = &[Revision::V2025_06_18];
pub const NOVEMBER: &[Revision] = &[Revision::V2025_11_25];
pub const JULY: &[Revision] = &[Revision::V2026_07_28];
/// Those with a handshake.
pub const OLDER: &[Revision] = &[Revision::V2025_06_18, Revision::V2025_11_25];
/// Those with modes.
pub const NEWER: &[Revision] = &[Revision::V2025_11_25, Revision::V2026_07_28];
pub const ALL: &[Revision] = &[Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28];

/// What a fault stands in.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// An elicitation of this mode, whatever carries it. It is changed wherever it is repeated, such as in each poll of a
    /// task: it is one elicitation.
    Ask(Mode),
    /// The same where a message of this kind carries it.
    AskIn(Mode, Kind),
    /// An answer that accepts an elicitation of this mode.
    Accepted(Mode),
    /// An answer to a form with a field that is required.
    Filled,
    /// An answer that declines or cancels.
    Refused,
    Message(Kind),
}

/// What is changed. Pointers begin at the params of the elicitation, at the answer, or at the message.
#[derive(Clone, Copy, Debug)]
pub enum Edit {
    Remove(&'static str),
    /// Sets a member, or adds it.
    Set(&'static str, &'static str),
    /// Changes the text of the message, its first occurrence.
    Text(&'static str, &'static str),
    /// Changes several messages or their order; gives the messages at one of which the rule is to fire, and none where
    /// the fault has no place here.
    Session(fn(&mut Talk, usize, &str) -> Option<Range<usize>>),
}

#[derive(Clone, Copy, Debug)]
pub struct Fault {
    pub name: &'static str,
    pub rule: &'static str,
    pub revisions: &'static [Revision],
    pub place: Place,
    pub edits: &'static [Edit],
    /// Rules that find another consequence of the same change.
    pub besides: &'static [&'static str],
}

impl Fault {
    /// Every place in a session at which the fault may stand: the message, and a pointer into it.
    pub fn places(&self, talk: &Talk) -> Vec<(usize, String)> {
        if !self.revisions.contains(&talk.revision) {
            return Vec::new();
        }
        let of = |(index, sent): (usize, &Sent)| -> Vec<(usize, String)> {
            let asks = |mode: Mode| sent.asks.iter().filter(move |ask| ask.mode == mode).map(|ask| ask.at.clone());
            let answers = sent.answers.iter();
            let places: Vec<String> = match self.place {
                Place::Ask(mode) => asks(mode).collect(),
                Place::AskIn(mode, kind) => asks(mode).filter(|_| sent.kind == kind).collect(),
                Place::Accepted(mode) => answers
                    .filter(|answer| answer.mode == mode && answer.action == Action::Accept)
                    .map(|answer| answer.at.clone())
                    .collect(),
                Place::Filled => {
                    answers.filter(|answer| answer.required.is_some()).map(|answer| answer.at.clone()).collect()
                }
                Place::Refused => {
                    answers.filter(|answer| answer.action != Action::Accept).map(|answer| answer.at.clone()).collect()
                }
                Place::Message(kind) => (sent.kind == kind).then(String::new).into_iter().collect(),
            };
            places.into_iter().map(|at| (index, at)).collect()
        };
        talk.sent.iter().enumerate().flat_map(of).collect()
    }

    /// Puts the fault into the session, and gives the messages at one of which its rule is to fire. None where it has no
    /// place here.
    pub fn apply(&self, talk: &mut Talk, index: usize, at: &str) -> Option<Range<usize>> {
        let mut expected = index..index + 1;
        for edit in self.edits {
            match edit {
                Edit::Session(change) => expected = change(talk, index, at)?,
                Edit::Text(from, to) => {
                    let text = talk.sent[index].text();
                    if !text.contains(from) || talk.sent[index].kind == Kind::State {
                        return None;
                    }
                    talk.sent[index].written = Some(text.replacen(from, to, 1));
                }
                Edit::Set(..) | Edit::Remove(_) if matches!(self.place, Place::Ask(_) | Place::AskIn(..)) => {
                    let original = talk.sent[index].message.pointer(at)?.clone();
                    for sent in &mut talk.sent {
                        for ask in &sent.asks.clone() {
                            if sent.message.pointer(&ask.at).is_some_and(|params| *params == original) {
                                change(&mut sent.message, &ask.at, edit)?;
                            }
                        }
                    }
                }
                Edit::Set(..) | Edit::Remove(_) => change(&mut talk.sent[index].message, at, edit)?,
            }
        }
        Some(expected)
    }
}

fn change(message: &mut Value, at: &str, edit: &Edit) -> Option<()> {
    let (Edit::Set(path, _) | Edit::Remove(path)) = edit else { return None };
    let whole = format!("{at}{path}");
    let (parent, key) = whole.rsplit_once('/')?;
    let (parent, key) = (message.pointer_mut(parent)?.as_object_mut()?, key.replace("~1", "/"));
    match edit {
        Edit::Set(_, json) => drop(parent.insert(key, serde_json::from_str(json).expect(json))),
        _ => drop(parent.remove(&key)?),
    }
    Some(())
}

/// A fault in one place.
pub const fn fault(
    name: &'static str,
    rule: &'static str,
    revisions: &'static [Revision],
    place: Place,
    edits: &'static [Edit],
) -> Fault {
    Fault { name, rule, revisions, place, edits, besides: &[] }
}

impl Fault {
    pub const fn besides(mut self, besides: &'static [&'static str]) -> Self {
        self.besides = besides;
        self
    }
}
