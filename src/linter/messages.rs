//! Whole messages: their elicitations, their answers, and what the session says of them.
//! In: a read message, facts, a context. Out: a report for each elicitation, and one for the message.
//! Never: a fact about an elicitation in another report than its own.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use super::Linter;
use super::revisions::revisions_of_message;
use crate::context::Context;
use crate::conversation::Fact;
use crate::conversation::about;
use crate::elicitation::Answer;
use crate::elicitation::Carried;
use crate::elicitation::Carrier;
use crate::elicitation::Elicitation;
use crate::elicitation::Received;
use crate::elicitation::Revisions;
use crate::elicitation::elicitations;
use crate::finding::Finding;
use crate::json::Raw;
use crate::json::Repeats;
use crate::json::with_first_members;
use crate::message::Message;
use crate::report::Report;
use crate::report::Subject;
use crate::rules::Reading;
use crate::rules::Setting;
use crate::rules::Stop;
use crate::rules::Trouble;
use crate::text::Place;

impl Linter {
    /// Judges a read message with what the session says of it: its elicitations, then itself. Where a member is repeated,
    /// what a client sees that keeps the first of them is judged too.
    pub(crate) fn vet_received<'a>(
        &self,
        record: &'a [u8],
        received: &Received<'a>,
        context: &Context,
        facts: &[Fact],
    ) -> Vec<Report<'a>> {
        let mut reports = self.vet_reading(record, received, context, facts);
        if received.message.repeats.count > 0 {
            let first = with_first_members(record);
            if let Ok(Some(received)) = Received::read(&first, &self.tables.policy.limits) {
                add_reading(&mut reports, record, self.vet_reading(&first, &received, context, &[]));
            }
        }
        reports
    }

    fn vet_reading<'a>(
        &self,
        record: &'a [u8],
        received: &Received<'a>,
        context: &Context,
        facts: &[Fact],
    ) -> Vec<Report<'a>> {
        let Received { message, elicitation } = received;
        let mut reports = Vec::new();
        let mut repeats = message.repeats;
        elicitations(message, |carried| {
            // Repeated keys are counted for the whole message: the first report tells of them.
            let repeats = std::mem::take(&mut repeats);
            let context = context.with_carrier(carried.carrier);
            let findings = match elicitation.as_ref().filter(|_| carried.carrier == Carrier::Request) {
                Some(elicitation) => self.judge(elicitation, repeats, &context, facts),
                None => self.judge_carried(&carried, repeats, &context, facts),
            };
            let place = carried.params.map_or(Place::START, Raw::place);
            let length = carried.params.map_or(0, |params| params.source().len());
            reports.push(Report::new(&self.tables, record, Subject::Params(place, length), &context, findings));
        });
        let findings = self.judge_message(message, repeats, context, facts);
        if !findings.is_empty() {
            reports.push(Report::new(&self.tables, record, Subject::Message, context, findings));
        }
        reports
    }

    fn judge_carried(
        &self,
        carried: &Carried<'_>,
        repeats: Repeats,
        context: &Context,
        facts: &[Fact],
    ) -> Vec<Finding> {
        let place = carried.params.map_or(Place::START, Raw::place);
        let trouble = match Elicitation::of_carried(carried, &self.tables.policy.limits) {
            Ok(Some(elicitation)) => return self.judge(&elicitation, repeats, context, facts),
            Ok(None) => Trouble::NotAnObject(place),
            Err(fault) => Trouble::Fault(fault),
        };
        self.judge_unread(place, &[], Some(trouble), context)
    }

    /// Judges an answer to an elicitation.
    pub(crate) fn vet_answer<'a>(
        &self,
        record: &'a [u8],
        answer: &Answer<'_>,
        context: &Context,
    ) -> Option<Report<'a>> {
        let policy = &self.tables.policy;
        let revisions = Revisions::only(context.revision).unwrap_or(Revisions::ALL);
        let setting = Setting { context, policy, revisions, elicitation: None, host_is_internal: false };
        let mut findings = Vec::new();
        self.tables.rules.check(Stop::Answer(answer), &setting, &mut findings);
        self.seal(&setting, &mut findings, answer.place);
        (!findings.is_empty()).then(|| Report::new(&self.tables, record, Subject::Answer, context, findings))
    }

    /// Judges a fact about a message that has passed.
    pub(crate) fn vet_fact<'a>(
        &self,
        record: &'a [u8],
        message: &Message<'_>,
        fact: &Fact,
        context: &Context,
    ) -> Option<Report<'a>> {
        let setting = self.setting_of_message(message, context);
        let mut findings = Vec::new();
        self.tables.rules.check(Stop::Fact(fact), &setting, &mut findings);
        (!findings.is_empty()).then(|| Report::new(&self.tables, record, Subject::Message, context, findings))
    }

    fn judge_message(
        &self,
        message: &Message<'_>,
        repeats: Repeats,
        context: &Context,
        facts: &[Fact],
    ) -> Vec<Finding> {
        let rules = &self.tables.rules;
        let setting = self.setting_of_message(message, context);
        let mut findings = Vec::new();
        let reading = Reading { repeats, ..Reading::default() };
        rules.check(Stop::Reading(&reading), &setting, &mut findings);
        rules.check(Stop::Message(message), &setting, &mut findings);
        for fact in about(facts, None) {
            rules.check(Stop::Fact(fact), &setting, &mut findings);
        }
        self.seal(&setting, &mut findings, Place::START);
        findings
    }

    fn setting_of_message<'s>(&'s self, message: &Message<'_>, context: &'s Context) -> Setting<'s> {
        let policy = &self.tables.policy;
        let revisions = Revisions::only(context.revision).unwrap_or_else(|| revisions_of_message(message));
        Setting { context, policy, revisions, elicitation: None, host_is_internal: false }
    }
}

/// Adds what another reading of the record found besides.
fn add_reading<'a>(reports: &mut Vec<Report<'a>>, record: &'a [u8], others: Vec<Report<'_>>) {
    let place = |report: &Report<'_>| match report.subject {
        Subject::Params(place, _) => Some(place),
        _ => None,
    };
    let known: BTreeSet<_> = reports.iter().flat_map(Report::findings).map(Finding::key).collect();
    let places: BTreeMap<_, _> = reports.iter().enumerate().map(|(index, report)| (place(report), index)).collect();
    for other in others {
        let fresh: Vec<_> =
            other.findings().iter().filter(|finding| !known.contains(&finding.key())).copied().collect();
        if fresh.is_empty() {
            continue;
        }
        let index = places.get(&place(&other));
        match index.and_then(|index| reports.get_mut(*index)) {
            Some(report) => report.merge(&fresh),
            None => reports.push(other.of_record(record).with(fresh)),
        }
    }
}
