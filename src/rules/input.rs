//! Rules on whether an input can be read at all.
//! In: how the reading went. Out: findings of group `input`.
//! Never: silence. What cannot be read is said here.

use super::Found;
use super::Setting;
use super::Sink;
use crate::conversation::Fact;
use crate::conversation::FactKind;
use crate::finding::Evidence;
use crate::json::Fault;
use crate::json::FaultKind;
use crate::json::Raw;
use crate::json::Repeats;
use crate::limits::Limit;
use crate::message::IdFault;
use crate::message::Message;
use crate::text::Part;
use crate::text::Place;
use crate::text::Role;

/// How the reading of one elicitation, or of one record, went.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reading<'r> {
    /// Where that which was read begins.
    pub(crate) place: Place,
    pub(crate) trouble: Option<Trouble>,
    pub(crate) exceeded: &'r [(Limit, Place)],
    pub(crate) repeats: Repeats,
}

/// Why bytes cannot be an elicitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// They do not parse.
    Fault(Fault),
    /// They are a whole message where params were expected.
    Message(Place),
    /// They are a JSON value that is no object.
    NotAnObject(Place),
}

/// What could not be read of one input.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InputFacts {
    /// Records that are cut, not JSON or in no known encoding, and hold no trace of an elicitation.
    pub(crate) unreadable: u64,
    /// Lines of text between the messages of a server's standard output.
    pub(crate) texts: u64,
}

pub(super) fn input_malformed(reading: &Reading<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let (place, reason) = match reading.trouble {
        Some(Trouble::Fault(Fault { kind, place })) => match kind {
            FaultKind::Depth => return,
            FaultKind::Encoding => (place, "is not UTF-8"),
            FaultKind::Syntax => (place, "is not JSON"),
            FaultKind::Truncated => (place, "ends inside a value"),
        },
        Some(Trouble::Message(place)) => {
            (place, "is a whole JSON-RPC message, not the params of one elicitation: use vet_message")
        }
        Some(Trouble::NotAnObject(place)) => (place, "is no JSON object"),
        None => return,
    };
    sink.add(Found::at(Part::new(Role::Whole, place)).reason(reason));
}

pub(super) fn input_oversized(reading: &Reading<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let depth = match reading.trouble {
        Some(Trouble::Fault(Fault { kind: FaultKind::Depth, .. })) => Some((Limit::Depth, reading.place)),
        _ => None,
    };
    for (limit, place) in reading.exceeded.iter().copied().chain(depth) {
        let evidence = Evidence::Limit { limit, maximum: limit.maximum(&setting.policy.limits) };
        sink.add(Found::at(Part::new(Role::Whole, place)).evidence(evidence));
    }
}

pub(super) fn input_duplicate_key(reading: &Reading<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if let Some(place) = reading.repeats.first {
        let evidence = Evidence::Count(reading.repeats.count);
        sink.add(Found::at(Part::new(Role::Whole, place)).evidence(evidence));
    }
}

pub(super) fn input_unreadable_record(facts: &InputFacts, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if facts.unreadable > 0 {
        let evidence = Evidence::Count(facts.unreadable);
        sink.add(Found::at(Part::new(Role::Whole, Place::START)).evidence(evidence));
    }
}

pub(super) fn input_non_json_output(facts: &InputFacts, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if facts.texts > 0 {
        sink.add(Found::at(Part::new(Role::Whole, Place::START)).evidence(Evidence::Count(facts.texts)));
    }
}

pub(super) fn input_id_invalid(message: &Message<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let (Some(fault), Some(place)) = (message.id_fault(), message.id.map(Raw::place)) else { return };
    let reason = match fault {
        IdFault::Fraction => "is a fraction",
        IdFault::Null => "is null",
        IdFault::Type => "is neither a string nor a number",
    };
    sink.add(Found::at(Part::new(Role::Whole, place)).reason(reason));
}

pub(super) fn input_id_invalid_open(fact: &Fact, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let found = Found::fact(fact, FactKind::IdOpen);
    sink.extend(found.map(|found| found.reason("belongs to a request that still waits for its answer")));
}
