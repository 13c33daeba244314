//! Rounds of a request: results that ask for input, and the retries that bring it (2026-07-28, basic/patterns/mrtr).
//! In: results and requests. Out: which round a retry answers, and how it differs from what was asked.
//! Never: a state or an answer; digests stand for them. More rounds than the limit; the oldest is forgotten first.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use super::Asked;
use super::Fact;
use super::FactKind;
use super::Facts;
use super::Turn;
use super::bounded::Bounded;
use crate::elicitation::input_responses;
use crate::finding::Earlier;
use crate::json::Digest;
use crate::json::Raw;
use crate::message::Id;
use crate::text::Place;
use crate::text::Role;

/// Members of a request that change from round to round.
const CHANGING: [&str; 3] = ["_meta", "inputResponses", "requestState"];

/// A result that asked for input.
#[derive(Debug)]
pub(super) struct Round {
    /// What was called; none where the request is not known.
    pub(super) call: Option<Digest>,
    pub(super) id: Option<Id>,
    pub(super) request: Option<Earlier>,
    pub(super) result: Earlier,
    pub(super) state: Option<Digest>,
    /// What was asked for under each key; none where it is no elicitation.
    pub(super) keys: BTreeMap<Box<str>, Option<Asked>>,
    /// The retry.
    pub(super) answered: Option<Earlier>,
}

/// The last round of a call that waits for its retry.
#[derive(Clone, Copy, Debug, Default)]
struct Waiting {
    with_state: Option<u64>,
    without_state: Option<u64>,
}

#[derive(Debug)]
pub(super) struct Rounds {
    by_number: Bounded<u64, Round>,
    /// By state and call: a server may give one state to several calls.
    by_state: BTreeMap<(Digest, Option<Digest>), u64>,
    by_call: BTreeMap<Digest, Waiting>,
    next: u64,
    /// Keys of all rounds.
    keys: usize,
    most: usize,
}

/// What a call is, but for what changes from round to round.
pub(super) fn call(method: &str, params: Option<Raw<'_>>) -> Digest {
    Digest::of(&(method, params.map(|params| params.digest_without(&CHANGING))))
}

/// The state of a member, which is a string.
pub(super) fn state(member: Option<Raw<'_>>) -> Option<Digest> {
    member.and_then(Raw::text).map(|state| Digest::of(state.as_str()))
}

impl Rounds {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            by_number: Bounded::new(limit),
            by_state: BTreeMap::new(),
            by_call: BTreeMap::new(),
            next: 0,
            keys: 0,
            most: limit,
        }
    }

    pub(super) fn forgotten(&self) -> u64 {
        self.by_number.forgotten
    }

    /// Remembers a round. One with more keys than can be remembered is not.
    pub(super) fn open(&mut self, round: Round) {
        if round.keys.len() > self.most {
            self.by_number.forgotten += 1;
            return;
        }
        let (number, state, call) = (self.next, round.state, round.call);
        self.next += 1;
        self.keys += round.keys.len();
        if let Some((number, forgotten)) = self.by_number.insert(number, round) {
            self.drop(number, &forgotten);
        }
        if let Some(state) = state {
            self.by_state.insert((state, call), number);
        }
        if let Some(call) = call {
            let waiting = self.by_call.entry(call).or_default();
            *(if state.is_some() { &mut waiting.with_state } else { &mut waiting.without_state }) = Some(number);
        }
        while self.keys > self.most {
            let Some((number, oldest)) = self.by_number.forget_oldest() else { break };
            self.drop(number, &oldest);
        }
    }

    /// Drops what leads to a round that was forgotten.
    fn drop(&mut self, number: u64, round: &Round) {
        self.keys -= round.keys.len();
        if let Some(key) = round.state.map(|state| (state, round.call))
            && self.by_state.get(&key) == Some(&number)
        {
            self.by_state.remove(&key);
        }
        self.no_longer_waits(number, round.call);
    }

    fn no_longer_waits(&mut self, number: u64, call: Option<Digest>) {
        let Some(call) = call else { return };
        let Some(waiting) = self.by_call.get_mut(&call) else { return };
        for slot in [&mut waiting.with_state, &mut waiting.without_state] {
            slot.take_if(|waiting| *waiting == number);
        }
        if waiting.with_state.is_none() && waiting.without_state.is_none() {
            self.by_call.remove(&call);
        }
    }

    /// The round that gave a state: to this call, to one that is not known, or else to another.
    fn with_state(&self, state: Digest, call: Digest) -> Option<u64> {
        let own = self.by_state.get(&(state, Some(call))).or_else(|| self.by_state.get(&(state, None)));
        let others = || self.by_state.range((state, None)..).take_while(|((known, _), _)| *known == state);
        own.or_else(|| others().map(|(_, number)| number).next()).copied()
    }

    /// Notes a request that may be a retry, and returns what its answers were asked for by.
    pub(super) fn retry(&mut self, turn: &Turn<'_, '_>, call: Digest, facts: &mut Facts) -> BTreeMap<Box<str>, Asked> {
        let Some(params) = &turn.message.params else { return BTreeMap::new() };
        let given = state(params.request_state);
        let place = params.request_state.or(params.raw).map_or(Place::START, Raw::place);
        let mut add = |kind, earlier| facts.add(Fact::new(kind, Role::Whole, place).earlier(Some(earlier)));
        let waiting = self.by_call.get(&call).copied().unwrap_or_default();
        let is_whole = self.by_number.forgotten == 0;
        let matched = match given.map(|given| self.with_state(given, call)) {
            Some(Some(number)) => {
                let Some(round) = self.by_number.get(&number) else { return BTreeMap::new() };
                if round.call.is_some_and(|known| known != call) {
                    add(FactKind::StateUnexpected, round.result);
                    return BTreeMap::new();
                }
                if let Some(before) = round.answered {
                    add(FactKind::StateReplayed, before);
                }
                Some(number)
            }
            Some(None) => {
                let number = waiting.with_state.or(waiting.without_state).filter(|_| is_whole);
                if let Some(round) = number.and_then(|number| self.by_number.get(&number)) {
                    let was_given = round.state.is_some();
                    add(if was_given { FactKind::StateAltered } else { FactKind::StateUnexpected }, round.result);
                }
                number
            }
            None if params.input_responses.is_some() => {
                let number = waiting.without_state.or(waiting.with_state);
                if let Some(round) = number.and_then(|number| self.by_number.get(&number))
                    && round.state.is_some()
                {
                    add(FactKind::StateAltered, round.result);
                }
                number
            }
            None => None,
        };
        let Some(number) = matched else { return BTreeMap::new() };
        self.no_longer_waits(number, Some(call));
        let Some(round) = self.by_number.get_mut(&number) else { return BTreeMap::new() };
        round.answered.get_or_insert(Earlier::new(turn.arrival.place, "/params", "the first retry"));
        round.compare(turn, facts)
    }
}

impl Round {
    /// Compares a retry with what was asked, and returns what its answers were asked for by.
    fn compare(&self, turn: &Turn<'_, '_>, facts: &mut Facts) -> BTreeMap<Box<str>, Asked> {
        if let (Some(place), true) = (turn.message.id.map(Raw::place), self.id.is_some() && self.id == turn.id) {
            let earlier = self.request.or(Some(self.result));
            facts.add(Fact::new(FactKind::RetryKeepsId, Role::Whole, place).earlier(earlier));
        }
        let mut asked = BTreeMap::new();
        let mut given = BTreeSet::new();
        input_responses(turn.message, |key, response| match self.keys.get_key_value(key) {
            Some((key, question)) => {
                given.insert(key);
                asked.extend(question.map(|question| (key.clone(), question)));
            }
            None => {
                let fact = Fact::new(FactKind::KeyUnknown, Role::Answer, response.place());
                facts.add(fact.earlier(Some(self.result)));
            }
        });
        let missing = self.keys.len().saturating_sub(given.len());
        if missing > 0 {
            let params = turn.message.params.as_ref();
            let place =
                params.and_then(|params| params.input_responses.or(params.raw)).map_or(Place::START, Raw::place);
            let count = u64::try_from(missing).unwrap_or(u64::MAX);
            let fact = Fact::new(FactKind::KeysMissing(count), Role::Answer, place);
            facts.add(fact.earlier(Some(self.result)));
        }
        asked
    }
}
