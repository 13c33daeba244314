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

#[derive(Debug)]
pub(super) struct Rounds {
    by_number: Bounded<u64, Round>,
    /// By state and call: a server may give one state to several calls.
    by_state: BTreeMap<(Digest, Option<Digest>), u64>,
    /// Those that wait for their retry, by call and whether they have a state. One call may be under way several times.
    waiting: BTreeSet<(Digest, bool, u64)>,
    /// The same, with the keys that are asked for.
    waiting_for_keys: BTreeSet<(Digest, bool, Digest, u64)>,
    next: u64,
    /// Keys of all rounds.
    keys: usize,
    most: usize,
}

/// What a call is, but for what changes from round to round.
pub(super) fn call(method: &str, params: Option<Raw<'_>>) -> Digest {
    Digest::of(&(method, params.map(|params| params.digest_without(&CHANGING))))
}

/// The keys of a round, in their order.
fn of_keys<'k>(keys: impl Iterator<Item = &'k Box<str>>) -> Digest {
    Digest::of(&keys.collect::<Vec<_>>())
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
            waiting: BTreeSet::new(),
            waiting_for_keys: BTreeSet::new(),
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
        if let Some((call, has_state, keys)) = round.waiting() {
            self.waiting.insert((call, has_state, number));
            self.waiting_for_keys.insert((call, has_state, keys, number));
        }
        self.next += 1;
        self.keys += round.keys.len();
        if let Some((number, forgotten)) = self.by_number.insert(number, round) {
            self.drop(number, &forgotten);
        }
        if let Some(state) = state {
            self.by_state.insert((state, call), number);
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
        self.no_longer_waits(number, round.waiting());
    }

    fn no_longer_waits(&mut self, number: u64, waiting: Option<(Digest, bool, Digest)>) {
        if let Some((call, has_state, keys)) = waiting {
            self.waiting.remove(&(call, has_state, number));
            self.waiting_for_keys.remove(&(call, has_state, keys, number));
        }
    }

    /// The last round of a call that waits, with a state or without.
    fn last(&self, call: Digest, has_state: bool) -> Option<u64> {
        let mut rounds = self.waiting.range((call, has_state, 0)..=(call, has_state, u64::MAX));
        rounds.next_back().map(|(.., number)| *number)
    }

    fn last_for_keys(&self, call: Digest, has_state: bool, keys: Digest) -> Option<u64> {
        let mut rounds = self.waiting_for_keys.range((call, has_state, keys, 0)..=(call, has_state, keys, u64::MAX));
        rounds.next_back().map(|(.., number)| *number)
    }

    /// The last of those that asked for just these keys, rather one of this kind.
    fn last_of_keys(&self, call: Digest, has_state: bool, keys: Digest) -> Option<u64> {
        let of = |has_state| self.last_for_keys(call, has_state, keys);
        of(has_state).or_else(|| of(!has_state))
    }

    /// The round that gave a state: to this call, to one that is not known, or else to another.
    fn with_state(&self, state: Digest, call: Digest) -> Option<u64> {
        let own = self.by_state.get(&(state, Some(call))).or_else(|| self.by_state.get(&(state, None)));
        let others = || self.by_state.range((state, None)..).take_while(|((known, _), _)| *known == state);
        own.or_else(|| others().map(|(_, number)| number).next()).copied()
    }

    /// Notes a request that may be a retry, and returns what its answers were asked for by; none where it is not known
    /// which round it answers.
    pub(super) fn retry(
        &mut self,
        turn: &Turn<'_, '_>,
        call: Digest,
        facts: &mut Facts,
    ) -> Option<BTreeMap<Box<str>, Asked>> {
        let params = turn.message.params.as_ref()?;
        let given = state(params.request_state);
        let place = params.request_state.or(params.raw).map_or(Place::START, Raw::place);
        let mut add = |kind, earlier| facts.add(Fact::new(kind, Role::Whole, place).earlier(Some(earlier)));
        let mut keys = BTreeSet::<Box<str>>::new();
        input_responses(turn.message, |key, _| keys.extend([key.into()]));
        let keys = of_keys(keys.iter());
        let is_whole = self.by_number.forgotten == 0;
        let matched = match given.map(|given| self.with_state(given, call)) {
            Some(Some(number)) => {
                let round = self.by_number.get(&number)?;
                if round.call.is_some_and(|known| known != call) {
                    add(FactKind::StateUnexpected, round.result);
                    return Some(BTreeMap::new());
                }
                if let Some(before) = round.answered {
                    add(FactKind::StateReplayed, before);
                }
                Some(number)
            }
            Some(None) => {
                // With other keys it is the retry of a round that was not seen.
                let number = self.last_of_keys(call, true, keys).filter(|_| is_whole);
                if let Some(round) = number.and_then(|number| self.by_number.get(&number)) {
                    let was_given = round.state.is_some();
                    add(if was_given { FactKind::StateAltered } else { FactKind::StateUnexpected }, round.result);
                }
                number
            }
            None if params.input_responses.is_some() => {
                let number = self.last_of_keys(call, false, keys).or_else(|| self.last(call, false));
                if let Some(round) = number.and_then(|number| self.by_number.get(&number))
                    && round.state.is_some()
                {
                    add(FactKind::StateAltered, round.result);
                }
                number
            }
            None => None,
        };
        let number = matched?;
        let first = Earlier::new(turn.arrival.place, "/params", "the first retry");
        self.by_number.get_mut(&number)?.answered.get_or_insert(first);
        let round = self.by_number.get(&number)?;
        let (asked, waiting) = (round.compare(turn, facts), round.waiting());
        self.no_longer_waits(number, waiting);
        Some(asked)
    }
}

impl Round {
    /// What a retry finds it by, where its state does not.
    fn waiting(&self) -> Option<(Digest, bool, Digest)> {
        Some((self.call?, self.state.is_some(), of_keys(self.keys.keys())))
    }

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
