//! What checks look at, and the checks that are on, in a list for each of it.
//! In: checks with their levels; then one stop of the walk after the other. Out: findings.
//! Never: a check run on something that it does not look at.

use super::Setting;
use super::Sink;
use super::contract::Contract;
use super::levels::Resolved;
use crate::asked::Asked;
use crate::conversation::Fact;
use crate::elicitation::Answer;
use crate::elicitation::Elicitation;
use crate::elicitation::Field;
use crate::elicitation::Revisions;
use crate::elicitation::Shown;
use crate::finding::Finding;
use crate::finding::Level;
use crate::finding::RuleNumber;
use crate::finding::Severity;
use crate::link::Link;
use crate::message::Message;

use super::InputFacts;
use super::Reading;

type OnAnswer = fn(&Answer<'_>, &Setting<'_>, &mut Sink<'_>);
type OnAsked = fn(&Asked, &Setting<'_>, &mut Sink<'_>);
type OnElicitation = fn(&Elicitation<'_>, &Setting<'_>, &mut Sink<'_>);
type OnFact = fn(&Fact, &Setting<'_>, &mut Sink<'_>);
type OnField = fn(&Field<'_>, &Setting<'_>, &mut Sink<'_>);
type OnInput = fn(&InputFacts, &Setting<'_>, &mut Sink<'_>);
type OnLink = fn(&Link<'_>, &Setting<'_>, &mut Sink<'_>);
type OnMessage = fn(&Message<'_>, &Setting<'_>, &mut Sink<'_>);
type OnReading = fn(&Reading<'_>, &Setting<'_>, &mut Sink<'_>);
type OnText = fn(&Shown<'_, '_>, &Setting<'_>, &mut Sink<'_>);

/// The function of a rule, by the target that it looks at.
#[derive(Clone, Copy)]
pub(super) enum Check {
    Answer(OnAnswer),
    Asked(OnAsked),
    Elicitation(OnElicitation),
    Fact(OnFact),
    Field(OnField),
    Input(OnInput),
    Link(OnLink),
    Message(OnMessage),
    Reading(OnReading),
    Text(OnText),
}

/// One thing that checks are run on.
#[derive(Clone, Copy)]
pub(crate) enum Stop<'s, 'a> {
    Answer(&'s Answer<'a>),
    Asked(&'s Asked),
    Elicitation(&'s Elicitation<'a>),
    Fact(&'s Fact),
    Field(&'s Field<'a>),
    Input(&'s InputFacts),
    Link(&'s Link<'a>),
    Message(&'s Message<'a>),
    Reading(&'s Reading<'a>),
    Text(&'s Shown<'s, 'a>),
}

/// A rule that is on, ready to run.
#[derive(Clone, Copy)]
pub(super) struct Active<C> {
    pub(super) rule: RuleNumber,
    severity: Severity,
    /// The severity where the policy calls the host internal.
    internal: Severity,
    revisions: Revisions,
    pub(super) check: C,
}

impl<C> Active<C> {
    /// The rule with its check; none where it is off.
    pub(super) fn new(rule: RuleNumber, contract: &Contract, resolved: Resolved, check: C) -> Option<Self> {
        let Level::On(severity) = resolved.level else { return None };
        let lowered = contract.yields_to_internal && !resolved.explicit;
        let internal = if lowered { Severity::Info } else { severity };
        Some(Self { rule, severity, internal, revisions: contract.revisions, check })
    }

    /// True where the rule holds in every revision in which the message could be legal.
    pub(super) fn applies(&self, setting: &Setting<'_>) -> bool {
        self.revisions.contains(setting.revisions)
    }

    pub(super) fn sink<'f>(&self, setting: &Setting<'_>, findings: &'f mut Vec<Finding>, limit: usize) -> Sink<'f> {
        let severity = if setting.host_is_internal { self.internal } else { self.severity };
        Sink::new(findings, self.rule, severity, limit)
    }

    fn with<D>(self, check: D) -> Active<D> {
        let Self { rule, severity, internal, revisions, .. } = self;
        Active { rule, severity, internal, revisions, check }
    }
}

/// The coded rules that are on, a list for each target.
#[derive(Default)]
pub(super) struct Coded {
    answers: Vec<Active<OnAnswer>>,
    asked: Vec<Active<OnAsked>>,
    elicitations: Vec<Active<OnElicitation>>,
    facts: Vec<Active<OnFact>>,
    fields: Vec<Active<OnField>>,
    inputs: Vec<Active<OnInput>>,
    links: Vec<Active<OnLink>>,
    messages: Vec<Active<OnMessage>>,
    readings: Vec<Active<OnReading>>,
    texts: Vec<Active<OnText>>,
}

impl Coded {
    pub(super) fn add(&mut self, active: Active<Check>) {
        match active.check {
            Check::Answer(check) => self.answers.push(active.with(check)),
            Check::Asked(check) => self.asked.push(active.with(check)),
            Check::Elicitation(check) => self.elicitations.push(active.with(check)),
            Check::Fact(check) => self.facts.push(active.with(check)),
            Check::Field(check) => self.fields.push(active.with(check)),
            Check::Input(check) => self.inputs.push(active.with(check)),
            Check::Link(check) => self.links.push(active.with(check)),
            Check::Message(check) => self.messages.push(active.with(check)),
            Check::Reading(check) => self.readings.push(active.with(check)),
            Check::Text(check) => self.texts.push(active.with(check)),
        }
    }

    /// Runs the checks of a stop.
    pub(super) fn run(&self, stop: Stop<'_, '_>, setting: &Setting<'_>, findings: &mut Vec<Finding>, limit: usize) {
        let into = (setting, findings, limit);
        match stop {
            Stop::Answer(answer) => each(&self.answers, into, |check, sink| check(answer, setting, sink)),
            Stop::Asked(asked) => each(&self.asked, into, |check, sink| check(asked, setting, sink)),
            Stop::Elicitation(asked) => each(&self.elicitations, into, |check, sink| check(asked, setting, sink)),
            Stop::Fact(fact) => each(&self.facts, into, |check, sink| check(fact, setting, sink)),
            Stop::Field(field) => each(&self.fields, into, |check, sink| check(field, setting, sink)),
            Stop::Input(facts) => each(&self.inputs, into, |check, sink| check(facts, setting, sink)),
            Stop::Link(link) => each(&self.links, into, |check, sink| check(link, setting, sink)),
            Stop::Message(message) => each(&self.messages, into, |check, sink| check(message, setting, sink)),
            Stop::Reading(reading) => each(&self.readings, into, |check, sink| check(reading, setting, sink)),
            Stop::Text(shown) => each(&self.texts, into, |check, sink| check(shown, setting, sink)),
        }
    }

    #[cfg(all(test, feature = "policy"))]
    pub(super) fn rules(&self) -> std::collections::BTreeSet<RuleNumber> {
        fn numbers<C>(list: &[Active<C>]) -> Vec<RuleNumber> {
            list.iter().map(|active| active.rule).collect()
        }
        [
            numbers(&self.answers),
            numbers(&self.asked),
            numbers(&self.elicitations),
            numbers(&self.facts),
            numbers(&self.fields),
            numbers(&self.inputs),
            numbers(&self.links),
            numbers(&self.messages),
            numbers(&self.readings),
            numbers(&self.texts),
        ]
        .concat()
        .into_iter()
        .collect()
    }
}

fn each<C: Copy>(
    list: &[Active<C>],
    (setting, findings, limit): (&Setting<'_>, &mut Vec<Finding>, usize),
    run: impl Fn(C, &mut Sink<'_>),
) {
    for active in list.iter().filter(|active| active.applies(setting)) {
        run(active.check, &mut active.sink(setting, findings, limit));
    }
}
