//! What a message is to its session, beyond what it is by itself.
//! In: what the session has established. Out: small facts, each with its part of the message and the earlier message.
//! Never: a level, a word; whether a fact is a fault is for the rules to say.

use std::collections::BTreeMap;

use crate::finding::Earlier;
use crate::finding::Relation;
use crate::text::Part;
use crate::text::Place;
use crate::text::Role;

/// A fact about a message, or about one elicitation in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fact {
    pub(crate) kind: FactKind,
    pub(crate) part: Part,
    /// Where the params of the elicitation begin that it is about; none where it is about the message.
    pub(crate) elicitation: Option<Place>,
    pub(crate) earlier: Option<Earlier>,
    /// Its number among the facts of the message.
    number: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FactKind {
    /// An elicitation asks what a person has declined.
    AskedAgain,
    /// The first message of a JSON-RPC batch, and whether it elicits.
    BatchBegins { elicits: bool },
    /// The client declares elicitations in a shape that no revision knows.
    CapabilityMalformed,
    /// A second notification that an interaction is complete.
    CompletedAgain,
    /// A notification that an interaction is complete, whose id was never issued in the whole session.
    CompletedUnknown,
    /// So many elicitations came within a window.
    Flood(u64),
    /// The header of a request names another revision than its metadata.
    HeaderDiffers,
    /// The id of an elicitation stood for another URL before.
    IdMovedOn,
    /// A request has the id of one that still waits for its answer.
    IdOpen,
    /// A key of `inputResponses` under which nothing was asked for.
    KeyUnknown,
    /// A retry answers fewer requests than it was asked: so many are missing.
    KeysMissing(u64),
    /// A request of a client lacks the metadata that every request must have.
    MetadataMissing,
    /// An elicitation came while the client waited for no answer.
    NothingOpen,
    /// A result of type `input_required` answers a method that has no rounds.
    OtherMethod,
    /// An elicitation in a mode that was not declared is answered otherwise than with the error for it.
    UndeclaredAnswered,
    /// A result has a type that the client cannot know.
    ResultTypeUnknown,
    /// A retry has the id of the request that it repeats.
    RetryKeepsId,
    /// A retry has another state than it was given, or none.
    StateAltered,
    /// A state was sent back once before.
    StateReplayed,
    /// A request has a state that was given to another request, or to none.
    StateUnexpected,
    /// A task waits for input and names none.
    TaskAsksNothing,
    /// A key of a task stands for another request than before.
    TaskKeyMovedOn,
    /// An elicitation is to run as a task, which the client did not declare.
    TaskUndeclared,
    /// An elicitation of a running task does not name it.
    TaskUnnamed,
}

impl Fact {
    pub(super) fn new(kind: FactKind, role: Role, place: Place) -> Self {
        Self { kind, part: Part::new(role, place), elicitation: None, earlier: None, number: 0 }
    }

    pub(super) fn of_elicitation(mut self, place: Place) -> Self {
        self.elicitation = Some(place);
        self
    }

    pub(super) fn earlier(mut self, earlier: Option<Earlier>) -> Self {
        self.earlier = earlier;
        self
    }

    /// How a finding names the earlier message.
    pub(crate) fn relation(&self) -> Option<Relation> {
        self.earlier.map(|_| Relation::Earlier(self.number))
    }
}

/// The facts of one message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts(Vec<Fact>);

impl Facts {
    pub(super) fn add(&mut self, fact: Fact) {
        // More facts than numbers come from one message only where it repeats one fault; the first ones tell of it.
        if let Ok(number) = u16::try_from(self.0.len()) {
            self.0.push(Fact { number, ..fact });
        }
    }

    /// Puts them in order, for [`about`].
    pub(super) fn sorted(mut self) -> Self {
        self.0.sort_by_key(|fact| (fact.elicitation, fact.number));
        self
    }

    pub(crate) fn as_slice(&self) -> &[Fact] {
        &self.0
    }

    /// The earlier messages, by the numbers of the facts that are about them.
    pub(super) fn earlier(&self) -> BTreeMap<u16, Earlier> {
        self.0.iter().filter_map(|fact| Some((fact.number, fact.earlier?))).collect()
    }
}

/// Those of the facts of a message, in order, that are about the elicitation whose params begin here, or about none.
pub(crate) fn about(facts: &[Fact], elicitation: Option<Place>) -> &[Fact] {
    let first = facts.partition_point(|fact| fact.elicitation < elicitation);
    let rest = facts.get(first..).unwrap_or_default();
    let count = rest.partition_point(|fact| fact.elicitation == elicitation);
    rest.get(..count).unwrap_or_default()
}
