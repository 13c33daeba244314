//! What one session has established: revision, capabilities, open requests, ids, rounds and tasks.
//! In: the messages of a session, in order. Out: for each, who sent it, what applies to it and what it answers; facts.
//! Never: the traffic itself; only small facts are kept, and no more than a limit of them.

mod asking;
mod bounded;
mod fact;
mod forms;
mod issued;
mod metadata;
mod negotiation;
mod open;
mod rounds;
mod side;
mod tasks;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::elicitation::Awaited;
use crate::elicitation::Carrier;
use crate::elicitation::INPUT_REQUIRED;
use crate::elicitation::Outline;
use crate::elicitation::Revision;
use crate::elicitation::input_entries;
use crate::elicitation::input_requests;
use crate::elicitation::input_responses;
use crate::elicitation::keyed_elicitations;
use crate::finding::Earlier;
use crate::finding::Relations;
use crate::json::Digest;
use crate::json::Raw;
use crate::limits::Limits;
use crate::message::Id;
use crate::message::Message;
use crate::message::MessageKind;
use crate::message::Side;
use crate::recording::RecordPlace;
use crate::text::Place;
use crate::text::Role;

pub(crate) use asking::Asked;
pub(crate) use fact::Fact;
pub(crate) use fact::FactKind;
pub(crate) use fact::Facts;
pub(crate) use fact::about;
pub(crate) use issued::Late;
pub(crate) use negotiation::Declaration;

use asking::Ask;
use asking::Asking;
use asking::Background;
use bounded::Bounded;
use forms::Forms;
use issued::Issued;
use metadata::Metadata;
use negotiation::Negotiation;
use open::Method;
use open::Open;
use open::Requests;
use rounds::Round;
use rounds::Rounds;
use tasks::Tasks;

/// The facts of one session.
#[derive(Debug)]
pub(crate) struct Conversation {
    negotiation: Negotiation,
    requests: Requests,
    asking: Asking,
    issued: Issued,
    rounds: Rounds,
    tasks: Tasks,
    /// The last elicitation under each key of `inputRequests` in a result whose request was not seen.
    inputs: Bounded<Box<str>, Asked>,
    forms: Forms,
    /// Messages that were heard.
    heard: u64,
    heard_from: BTreeSet<Side>,
    /// Number of the last answer among them.
    last_answer: u64,
    /// The exchange whose request is about a task.
    exchange_about_task: Option<u64>,
}

/// How a message came.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Arrival<'r> {
    pub(crate) record: &'r [u8],
    /// Who sent it, where the format or the caller says so.
    pub(crate) side: Option<Side>,
    /// The revision in the header of its transport.
    pub(crate) header: Option<&'r str>,
    pub(crate) place: RecordPlace,
    /// Milliseconds since 1970.
    pub(crate) time: Option<u64>,
    /// The HTTP exchange that it is part of.
    pub(crate) exchange: Option<u64>,
    /// True for the first message of a JSON-RPC batch.
    pub(crate) opens_batch: bool,
    /// True where a message before it was lost.
    pub(crate) after_loss: bool,
}

/// What the conversation knows of one message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    pub(crate) side: Option<Side>,
    pub(crate) revision: Revision,
    /// What the client declared for the request that the message belongs to.
    pub(crate) declaration: Option<Declaration>,
    /// The elicitation that the message answers.
    pub(crate) answered: Option<Answered>,
    /// The elicitations that its `inputResponses` answer, by key.
    inputs: BTreeMap<Box<str>, Answered>,
    pub(crate) facts: Facts,
}

/// An elicitation that is answered.
#[derive(Clone, Debug)]
pub(crate) struct Answered {
    asked: Asked,
    awaited: Arc<Awaited>,
}

impl Heard {
    /// What was asked for by the elicitation that is answered under this key of `inputResponses`, or by the message where
    /// there is no key.
    pub(crate) fn awaited(&self, key: Option<&str>) -> Option<&Awaited> {
        self.answered(key).map(|answered| &*answered.awaited)
    }

    fn answered(&self, key: Option<&str>) -> Option<&Answered> {
        let Some(key) = key else { return self.answered.as_ref() };
        self.inputs.get(key)
    }

    /// The earlier messages that findings on the message may be about.
    pub(crate) fn relations(&self) -> Relations {
        let declaration = self.declaration.map(|declaration| declaration.earlier());
        Relations { declaration, request: None, earlier: self.facts.earlier() }
    }

    /// The earlier message that findings on an answer may be about.
    pub(crate) fn relations_of_answer(&self, key: Option<&str>) -> Relations {
        Relations { request: self.answered(key).map(|answered| answered.asked.earlier()), ..Relations::default() }
    }
}

/// A message while it is heard.
struct Turn<'t, 'a> {
    message: &'t Message<'a>,
    arrival: &'t Arrival<'t>,
    side: Option<Side>,
    id: Option<Id>,
    metadata: Metadata<'a>,
    /// The revision that the message, the request that it answers, or its transport states.
    own: Revision,
    revision: Revision,
    declaration: Option<Declaration>,
    /// The request that it answers.
    answers: Option<Open>,
    /// Its number in the session.
    number: u64,
}

impl Conversation {
    pub(crate) fn new(assumed: Revision, limits: &Limits) -> Self {
        Self {
            negotiation: Negotiation::new(assumed),
            requests: Requests::new(limits.open),
            asking: Asking::new(limits),
            issued: Issued::new(limits.open),
            rounds: Rounds::new(limits.open),
            tasks: Tasks::new(limits.open),
            inputs: Bounded::new(limits.open),
            forms: Forms::new(limits.open),
            heard: 0,
            heard_from: BTreeSet::new(),
            last_answer: 0,
            exchange_about_task: None,
        }
    }

    /// The revision that the session has established.
    pub(crate) fn revision(&self) -> Revision {
        self.negotiation.latest
    }

    /// How many facts were forgotten because there were more than a limit.
    pub(crate) fn forgotten(&self) -> u64 {
        self.requests.forgotten()
            + self.asking.forgotten()
            + self.issued.forgotten()
            + self.rounds.forgotten()
            + self.tasks.forgotten()
            + self.inputs.forgotten
    }

    /// True where the message begins another session.
    pub(crate) fn begins_session(message: &Message<'_>) -> bool {
        negotiation::begins_session(message)
    }

    /// What only the end of the session tells.
    pub(crate) fn finish(self) -> Vec<Late> {
        self.issued.finish()
    }

    /// Takes a message in.
    pub(crate) fn hear(&mut self, message: &Message<'_>, arrival: &Arrival<'_>) -> Heard {
        self.heard += 1;
        if matches!(message.kind(), MessageKind::Response | MessageKind::Failure) {
            self.last_answer = self.heard;
        }
        let inferred = || self.tasks.asker(message).or_else(|| side::infer(message, &self.requests));
        let side = arrival.side.or_else(inferred);
        let turn = self.turn(message, arrival, side);
        self.heard_from.extend(side);
        let mut facts = Facts::default();
        note_batch(&turn, &mut facts);
        self.note_id(&turn, &mut facts);
        self.negotiation.note(&turn, &mut facts);
        self.note_result_type(&turn, &mut facts);
        self.cancel(&turn);
        self.tasks.note(&turn, &mut facts);
        let asks = self.note_asks(&turn, &mut facts);
        self.open_round(&turn, &asks);
        let (task, of_task) = self.tasks.of_request(&turn);
        let (call, inputs) = self.note_inputs(&turn, &mut facts);
        self.issued.note_completion(&turn, self.negotiation.has_begun, &mut facts);
        let answered = turn.answers.and_then(|open| open.asked);
        self.note_answers(&turn, answered, &inputs, &mut facts);
        let asked = asks.first().filter(|(ask, _)| ask.carrier == Carrier::Request).map(|(_, asked)| *asked);
        self.open(&turn, Open { asked: asked.or(of_task), task, call, ..Open::of(&turn) });
        let Turn { revision, declaration, .. } = turn;
        let answered = answered.map(|asked| self.answered(asked));
        let inputs = inputs.into_iter().map(|(key, asked)| (key, self.answered(asked))).collect();
        Heard { side, revision, declaration, answered, inputs, facts: facts.sorted() }
    }

    /// Finds out what applies to a message, and learns what it changes.
    fn turn<'t, 'a>(&mut self, message: &'t Message<'a>, arrival: &'t Arrival<'t>, side: Option<Side>) -> Turn<'t, 'a> {
        let id = message.request_id();
        let answers = match (message.kind(), side, &id) {
            (MessageKind::Response | MessageKind::Failure, Some(side), Some(id)) => {
                self.requests.close_in(side.other(), id, arrival.exchange)
            }
            _ => None,
        };
        // Of the metadata only the client's counts: a server could call its own request lawful.
        let params = message.params.as_ref().filter(|_| side == Some(Side::Client));
        let metadata = Metadata::of(params.and_then(|params| params.meta));
        let is_alone = !self.heard_from.contains(&Side::Client);
        self.negotiation.learn(message, side, answers.as_ref(), &metadata, arrival.place);
        if is_alone && side == Some(Side::Server) {
            self.negotiation.learn_from_server_alone(message);
        }
        let of_header = arrival.header.map(Revision::of).filter(|revision| revision.is_known());
        let of_request = answers.as_ref().map(|open| open.revision).filter(|revision| revision.is_known());
        let own = metadata.revision().or(of_request).or(of_header);
        let asks_by_itself = side != Some(Side::Client) && answers.is_none();
        let of_session = self.negotiation.of_session(asks_by_itself, self.requests.waiting);
        // A typed result whose request was not seen tells its revision itself.
        let is_typed = message.result.as_ref().is_some_and(|result| result.result_type.text().is_some());
        let of_itself = (is_typed && asks_by_itself && of_session.is_known()).then_some(Revision::V2026_07_28);
        let (own, revision) = (own.unwrap_or_default(), own.or(of_itself).unwrap_or(of_session));
        let declaration = self.negotiation.declaration(&metadata, answers.as_ref(), revision, arrival.place);
        Turn { message, arrival, side, id, metadata, own, revision, declaration, answers, number: self.heard }
    }

    /// Notes a request under the id of one that is still open.
    fn note_id(&self, turn: &Turn<'_, '_>, facts: &mut Facts) {
        let is_request =
            turn.message.kind() == MessageKind::Request && side::is_certain(turn.message, turn.arrival.side);
        let (Some(side), Some(id), true) = (turn.side, &turn.id, is_request) else { return };
        let Some(open) = self.requests.get(side, id) else { return };
        let is_sent_again = open.content == Open::content(turn.message);
        // Where one side was recorded alone, nobody is heard to answer it; an archive loses answers.
        let is_alone = !self.heard_from.contains(&side.other());
        let in_archive = turn.arrival.exchange.is_some() || open.exchange.is_some();
        // Without a handshake nobody sees that a client began anew; before the first answer it has not.
        let states = turn.metadata.revision().is_some();
        let may_be_anew = states != open.states_revision || (states && open.number <= self.last_answer);
        let may_be_closed = is_alone || in_archive || may_be_anew;
        if let (false, Some(place)) = (is_sent_again || may_be_closed, turn.message.id.map(Raw::place)) {
            let earlier = Earlier::new(open.place, "/id", "the request that waits under this id");
            facts.add(Fact::new(FactKind::IdOpen, Role::Whole, place).earlier(Some(earlier)));
        }
    }

    /// Notes a type of result that the client cannot know, or that does not belong to the method.
    fn note_result_type(&self, turn: &Turn<'_, '_>, facts: &mut Facts) {
        let Some(result) = turn.message.result.as_ref().filter(|_| turn.side == Some(Side::Server)) else { return };
        let Some(place) = result.result_type.place() else { return };
        let declares_others = turn.declaration.is_some_and(|declaration| declaration.has_unknown_extensions);
        let declares_none = turn.declaration.is_some_and(|declaration| !declaration.has_tasks);
        let is_unknown = match result.result_type.text().map(|kind| kind.as_str()) {
            Some("complete") => false,
            Some(INPUT_REQUIRED) => {
                let other = turn.answers.filter(|open| open.method != Method::Rounds);
                if let Some(open) = other {
                    let earlier = Earlier::new(open.place, "/method", "the request that it answers");
                    facts.add(Fact::new(FactKind::OtherMethod, Role::Whole, place).earlier(Some(earlier)));
                }
                false
            }
            Some("task") => declares_none && !declares_others,
            Some(_) => !declares_others,
            None => true,
        };
        if is_unknown {
            facts.add(Fact::new(FactKind::ResultTypeUnknown, Role::Whole, place));
        }
    }

    /// Closes the request that its sender no longer wants answered.
    fn cancel(&mut self, turn: &Turn<'_, '_>) {
        if turn.message.method_name() != Some("notifications/cancelled") {
            return;
        }
        let params = turn.message.params.as_ref().and_then(|params| params.raw);
        let Some(id) = params.and_then(|params| params.get("requestId")).and_then(Id::of) else { return };
        let sides = [Side::Client, Side::Server].into_iter();
        let mut open =
            sides.filter(|side| turn.side.is_none_or(|by| by == *side) && self.requests.get(*side, &id).is_some());
        if let (Some(side), None) = (open.next(), open.next()) {
            self.requests.close(side, &id);
        }
    }

    /// Notes the elicitations of a message.
    fn note_asks<'a>(&mut self, turn: &Turn<'_, 'a>, facts: &mut Facts) -> Vec<(Ask<'a>, Asked)> {
        let mut asks = Vec::new();
        keyed_elicitations(turn.message, |key, carried| {
            let place = carried.params.map_or(Place::START, Raw::place);
            let outline = Outline::of(carried.params);
            let ask = Ask { key: key.map(Box::from), carrier: carried.carrier, place, outline };
            let asked = Asked::of(&ask, turn, self.forms.keep(Awaited::of(carried.params)));
            asks.push((ask, asked));
        });
        input_entries(turn.message, |entry| {
            if !entry.elicits() {
                self.inputs.remove(&Box::from(entry.key.as_str()));
            }
        });
        let around = Background {
            waiting: self.requests.waiting,
            tasks: self.tasks.runs(),
            exchange_is_of_task: turn.arrival.exchange.is_some() && self.exchange_about_task == turn.arrival.exchange,
            is_whole: self.negotiation.has_begun && !turn.arrival.after_loss && self.requests.forgotten() == 0,
        };
        let fresh = self.tasks.note_inputs(turn, &asks, facts);
        for (ask, asked) in &asks {
            if ask.carrier == Carrier::Request {
                asking::note_request(ask, turn, around, facts);
            }
            self.issued.note(ask, turn, facts);
            // What a task still asks for is shown in every poll.
            let is_new = ask.carrier != Carrier::Task || ask.key.as_ref().is_some_and(|key| fresh.contains(key));
            if is_new {
                self.asking.note(ask, turn, facts);
            }
            if let Some(key) =
                ask.key.as_ref().filter(|_| ask.carrier == Carrier::InputRequest && turn.answers.is_none())
            {
                self.inputs.insert(key.clone(), *asked);
            }
        }
        asks
    }

    /// Remembers a result that asks for input.
    fn open_round(&mut self, turn: &Turn<'_, '_>, asks: &[(Ask<'_>, Asked)]) {
        let Some(result) = turn.message.result.as_ref().filter(|_| turn.side == Some(Side::Server)) else { return };
        // One of a wrong type is told as such, and its retry is no second fault.
        let is_typed = result.result_type.text().is_some_and(|kind| kind.as_str() == INPUT_REQUIRED);
        let asks_for_input = input_requests(turn.message).is_some_and(|(carrier, _)| carrier == Carrier::InputRequest);
        if !is_typed && !asks_for_input && result.request_state.is_none() {
            return;
        }
        let mut keys = BTreeMap::new();
        input_entries(turn.message, |entry| {
            keys.insert(Box::from(entry.key.as_str()), None);
        });
        keys.extend(asks.iter().filter_map(|(ask, asked)| Some((ask.key.clone()?, Some(*asked)))));
        let open = turn.answers.as_ref();
        self.rounds.open(Round {
            call: open.and_then(|open| open.call),
            id: turn.id.clone(),
            request: open.map(|open| Earlier::new(open.place, "/id", "the request that is repeated")),
            result: Earlier::new(turn.arrival.place, "/result", "the result that asked for input"),
            state: rounds::state(result.request_state),
            keys,
            answered: None,
        });
    }

    /// Notes what a client brings to a round or a task. Returns what it calls, and what its answers were asked for by.
    fn note_inputs(&mut self, turn: &Turn<'_, '_>, facts: &mut Facts) -> (Option<Digest>, BTreeMap<Box<str>, Asked>) {
        let Some(method) = turn.message.method_name().filter(|_| turn.side == Some(Side::Client)) else {
            return (None, BTreeMap::new());
        };
        if turn.message.kind() != MessageKind::Request {
            return (None, BTreeMap::new());
        }
        let open = turn.id.as_ref().and_then(|id| self.requests.get(Side::Client, id));
        if let Some(open) = open.filter(|open| open.content == Open::content(turn.message)) {
            // The request itself once more, as a client sends it after a lost connection.
            return (open.call, BTreeMap::new());
        }
        let params = turn.message.params.as_ref();
        let brings = params.is_some_and(|params| params.input_responses.is_some() || params.request_state.is_some());
        let has_rounds = Method::of(method) == Method::Rounds && turn.revision.may_have_rounds();
        let call = (has_rounds || brings).then(|| rounds::call(method, params.and_then(|params| params.raw)));
        if Method::of(method) == Method::Task {
            return (call, self.tasks.update(turn, !turn.arrival.after_loss, facts).unwrap_or_default());
        }
        let inputs = call.filter(|_| brings).and_then(|call| self.rounds.retry(turn, call, facts));
        let inputs = inputs.unwrap_or_else(|| {
            let mut inputs = BTreeMap::new();
            input_responses(turn.message, |key, _| {
                inputs.extend(self.inputs.get(&key.into()).map(|asked| (key.into(), *asked)));
            });
            inputs
        });
        (call, inputs)
    }

    /// Notes how elicitations are answered.
    fn note_answers(
        &mut self,
        turn: &Turn<'_, '_>,
        answered: Option<Asked>,
        inputs: &BTreeMap<Box<str>, Asked>,
        facts: &mut Facts,
    ) {
        let here = |pointer| Earlier::new(turn.arrival.place, pointer, "the answer that declined it");
        if let Some(asked) = answered {
            asking::note_undeclared(asked, turn.message, facts);
            if let Some(answer) = turn.message.result.as_ref().and_then(|result| result.raw) {
                self.asking.note_answer(asked, answer, here("/result"));
            }
        }
        input_responses(turn.message, |key, response| {
            if let Some(asked) = inputs.get(key) {
                self.asking.note_answer(*asked, response, here("/params/inputResponses"));
            }
        });
    }

    fn answered(&self, asked: Asked) -> Answered {
        Answered { asked, awaited: self.forms.get(asked.form, asked.mode) }
    }

    /// Remembers a request until its answer.
    fn open(&mut self, turn: &Turn<'_, '_>, open: Open) {
        let Some(id) = &turn.id else { return };
        match (turn.message.kind(), turn.side) {
            (MessageKind::Request, Some(side)) => {
                if side == Side::Client && turn.arrival.exchange.is_some() {
                    self.exchange_about_task = turn.arrival.exchange.filter(|_| open.task.is_some());
                }
                self.requests.add(side, id.clone(), open);
            }
            (MessageKind::Request, None) => self.requests.add_of_nobody(id.clone()),
            (_, None) => self.requests.close_of_nobody(id),
            _ => {}
        }
    }
}

fn note_batch(turn: &Turn<'_, '_>, facts: &mut Facts) {
    if turn.arrival.opens_batch && !negotiation::begins_session(turn.message) {
        let mut elicits = false;
        keyed_elicitations(turn.message, |_, _| elicits = true);
        facts.add(Fact::new(FactKind::BatchBegins { elicits }, Role::Whole, Place::START));
    }
}
