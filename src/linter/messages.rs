//! Whole messages: their elicitations, their answers, and what the session says of them.
//! In: a read message, facts, a context. Out: a report for each elicitation, and one for the message.
//! Never: a fact about an elicitation in another report than its own.

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
use crate::message::Message;
use crate::report::Report;
use crate::report::Subject;
use crate::rules::Reading;
use crate::rules::Setting;
use crate::rules::Stop;
use crate::rules::Trouble;
use crate::text::Place;

impl Linter {
    /// Judges a read message with what the session says of it: its elicitations, then itself.
    pub(crate) fn vet_received<'a>(
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
