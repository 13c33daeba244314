//! Elicitations as they come and go: how many, which of them again, and how they are answered.
//! In: elicitations and answers of a session. Out: facts about each.
//! Never: a text, an answer; a digest stands for what a person was shown.

use std::collections::VecDeque;

use super::Fact;
use super::FactKind;
use super::Facts;
use super::Turn;
use super::bounded::Bounded;
use super::forms::FormNumber;
use super::metadata::names_task;
use super::open::Waiting;
use crate::elicitation::Carrier;
use crate::elicitation::Mode;
use crate::elicitation::Outline;
use crate::finding::Earlier;
use crate::json::Digest;
use crate::json::Raw;
use crate::limits::Limits;
use crate::message::Message;
use crate::message::MessageKind;
use crate::recording::RecordPlace;
use crate::text::Place;
use crate::text::Role;

/// JSON-RPC "Invalid params", the answer to a mode that was not declared (2025-11-25, client/elicitation, Error Handling).
const INVALID_PARAMS: i64 = -32602;
/// JSON-RPC "Method not found", as good where no elicitation at all was declared.
const METHOD_NOT_FOUND: i64 = -32601;

/// What is remembered of an elicitation until it is answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    place: RecordPlace,
    pointer: &'static str,
    /// The mode that a client applies; none for an unknown one.
    pub(crate) mode: Option<Mode>,
    /// Of what the person is shown.
    pub(super) shown: Digest,
    undeclared: Option<Undeclared>,
    /// Its form, where that is kept.
    pub(super) form: FormNumber,
}

/// What of an elicitation the client did not declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Undeclared {
    All,
    Mode,
}

/// An elicitation of the present message.
pub(super) struct Ask<'a> {
    pub(super) key: Option<Box<str>>,
    pub(super) carrier: Carrier,
    /// Where its params begin.
    pub(super) place: Place,
    pub(super) outline: Outline<'a>,
}

/// What of the session an elicitation is seen against.
#[derive(Clone, Copy)]
pub(super) struct Background {
    pub(super) waiting: Waiting,
    /// Tasks of the server that run.
    pub(super) tasks: bool,
    /// True where the request of the same exchange is about a task.
    pub(super) exchange_is_of_task: bool,
    /// True where the session was seen from its beginning, and without a loss.
    pub(super) is_whole: bool,
}

impl Asked {
    pub(super) fn of(ask: &Ask<'_>, turn: &Turn<'_, '_>, form: FormNumber) -> Self {
        let pointer = match ask.carrier {
            Carrier::Request => "/params",
            Carrier::UrlRequiredError => "/error/data/elicitations",
            Carrier::InputRequest => "/result/inputRequests",
            Carrier::Task if turn.message.params.is_some() => "/params/inputRequests",
            Carrier::Task => "/result/inputRequests",
        };
        let outline = &ask.outline;
        let declared = turn.declaration.and_then(|declaration| declaration.capabilities);
        let undeclared = match (declared, outline.mode) {
            (Some(declared), _) if declared.is_none() => Some(Undeclared::All),
            (Some(declared), Some(mode)) if !declared.allows(mode) && !outline.is_ambiguous => Some(Undeclared::Mode),
            _ => None,
        };
        Self { place: turn.arrival.place, pointer, mode: outline.mode, shown: outline.shown, undeclared, form }
    }

    pub(crate) fn earlier(&self) -> Earlier {
        let note = match self.mode {
            Some(Mode::Form) => "the form that is answered",
            Some(Mode::Url) => "the link that is answered",
            None => "the elicitation that is answered",
        };
        Earlier::new(self.place, self.pointer, note)
    }
}

/// What was asked and declined, and how often was asked of late.
#[derive(Debug)]
pub(super) struct Asking {
    declined: Bounded<Digest, Earlier>,
    /// Number and time of the last elicitations.
    recent: VecDeque<(u64, Option<u64>)>,
    most: usize,
}

impl Asking {
    /// How long a window is, in milliseconds and in messages; the shorter counts where times are known.
    const WINDOW: (u64, u64) = (60_000, 60);

    pub(super) fn new(limits: &Limits) -> Self {
        Self { declined: Bounded::new(limits.open), recent: VecDeque::new(), most: limits.flood }
    }

    pub(super) fn forgotten(&self) -> u64 {
        self.declined.forgotten
    }

    /// Notes an elicitation that is new.
    pub(super) fn note(&mut self, ask: &Ask<'_>, turn: &Turn<'_, '_>, facts: &mut Facts) {
        if let Some(earlier) = self.declined.get(&ask.outline.shown) {
            let (role, place) = ask.outline.message.map_or((Role::Whole, ask.place), |place| (Role::Message, place));
            let fact = Fact::new(FactKind::AskedAgain, role, place);
            facts.add(fact.of_elicitation(ask.place).earlier(Some(*earlier)));
        }
        let now = (turn.number, turn.arrival.time);
        self.recent.push_back(now);
        while self.recent.front().is_some_and(|then| Self::is_past(*then, now)) {
            self.recent.pop_front();
        }
        if self.recent.len() > self.most {
            let count = u64::try_from(self.recent.len()).unwrap_or(u64::MAX);
            facts.add(Fact::new(FactKind::Flood(count), Role::Whole, ask.place).of_elicitation(ask.place));
            self.recent.clear();
        }
    }

    fn is_past(then: (u64, Option<u64>), now: (u64, Option<u64>)) -> bool {
        let (milliseconds, messages) = Self::WINDOW;
        match (then.1, now.1) {
            (Some(then), Some(now)) => now.saturating_sub(then) > milliseconds,
            _ => now.0.saturating_sub(then.0) > messages,
        }
    }

    /// Notes how an elicitation is answered: `answer` is the ElicitResult.
    pub(super) fn note_answer(&mut self, asked: Asked, answer: Raw<'_>, at: Earlier) {
        let action = answer.get("action").and_then(Raw::text);
        match action.as_deref() {
            Some("decline") if self.declined.get(&asked.shown).is_none() => {
                self.declined.insert(asked.shown, at);
            }
            Some("accept") => {
                self.declined.remove(&asked.shown);
            }
            _ => {}
        }
    }
}

/// Notes how the request `elicitation/create` stands in its session.
pub(super) fn note_request(ask: &Ask<'_>, turn: &Turn<'_, '_>, around: Background, facts: &mut Facts) {
    let mut add = |kind, role, place| facts.add(Fact::new(kind, role, place).of_elicitation(ask.place));
    if let (Some(place), Some(declaration)) = (ask.outline.task, turn.declaration)
        && !declaration.elicits_by_task
    {
        add(FactKind::TaskUndeclared, Role::Whole, place);
    }
    if names_task(ask.outline.meta) || !around.is_whole {
        return;
    }
    // In an archive the streams of a session are read one after the other: only the exchange itself tells.
    let is_of_task = match turn.arrival.exchange {
        Some(_) => around.exchange_is_of_task,
        None => around.tasks && around.waiting.others + around.waiting.stating == 0,
    };
    if is_of_task {
        add(FactKind::TaskUnnamed, Role::Whole, ask.outline.meta.map_or(ask.place, Raw::place));
    } else if !around.waiting.any() && turn.arrival.exchange.is_none() {
        add(FactKind::NothingOpen, Role::Whole, ask.place);
    }
}

/// Notes an answer to an elicitation that the client did not declare, unless it is the error for that.
pub(super) fn note_undeclared(asked: Asked, message: &Message<'_>, facts: &mut Facts) {
    let Some(undeclared) = asked.undeclared else { return };
    let is_refused = match message.error_code() {
        Some(INVALID_PARAMS) => true,
        Some(METHOD_NOT_FOUND) => undeclared == Undeclared::All,
        _ => false,
    };
    let answer = match message.kind() {
        MessageKind::Failure => message.error.as_ref().and_then(|error| error.code.or(error.raw)),
        _ => message.result.as_ref().and_then(|result| result.raw),
    };
    if let (false, Some(answer)) = (is_refused, answer) {
        facts.add(Fact::new(FactKind::UndeclaredAnswered, Role::Answer, answer.place()).earlier(Some(asked.earlier())));
    }
}
