//! A live session: a conversation and a linter.
//! In: each message with its side, as it passes. Out: reports on it, judged with all that was said before.
//! Never: the traffic itself, a wait.

mod observation;

use std::sync::Arc;

use crate::context::Context;
use crate::conversation::Arrival;
use crate::conversation::Conversation;
use crate::conversation::Heard;
use crate::conversation::Late;
use crate::elicitation::Answering;
use crate::elicitation::Awaited;
use crate::elicitation::Received;
use crate::elicitation::Revision;
use crate::elicitation::answers;
use crate::linter::Linter;
use crate::message::Message;
use crate::message::Side;
use crate::recording::RecordPlace;
use crate::report::Report;

pub use observation::Observation;
pub use observation::Refused;

/// One session of a client with a server, seen from the client or from a gateway between them.
///
/// ```
/// use elicitlint::{Context, Linter, Session, Side, Verdict};
///
/// let mut session = Session::new(&Linter::new(), Context::default().server("https://mcp.example.com"));
/// let hello = br#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",
///     "capabilities":{"elicitation":{}},"clientInfo":{"name":"desk","version":"1"}}}"#;
/// assert!(session.observe(Side::Client, hello).reports().is_empty());
///
/// // The client declared forms only.
/// let link = br#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"url","message":"Sign in",
///     "elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"https://id.example.com/"}}"#;
/// let observed = session.observe(Side::Server, link);
/// assert_eq!(observed.verdict(), Verdict::Block);
///
/// // So the message must not pass, and the server gets an answer instead: -32602, Invalid params.
/// let refused = observed.refused().unwrap();
/// assert_eq!((refused.to, refused.code), (Side::Server, Some(-32602)));
/// assert!(refused.message.starts_with(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"#));
/// ```
#[derive(Debug)]
pub struct Session {
    linter: Linter,
    context: Context,
    conversation: Conversation,
    observed: u64,
    /// True where a message could not be read.
    after_loss: bool,
    /// What was forgotten of the sessions before this one.
    forgotten: u64,
}

impl Session {
    /// A session that nothing was said in. The context gives the server, and a revision and capabilities to assume
    /// until the session states its own.
    #[must_use]
    pub fn new(linter: &Linter, context: Context) -> Self {
        let conversation = Conversation::new(context.revision, &linter.policy().limits);
        Self { linter: linter.clone(), context, conversation, observed: 0, after_loss: false, forgotten: 0 }
    }

    /// Judges a message that `side` sent, and learns from it. The reports borrow the bytes, not the session.
    ///
    /// The bytes are one JSON-RPC message: a line of a standard input or output, the body of a request, the data of an
    /// event. Anything else is blocked as `input-malformed`, and nothing is learned from it. That holds for a batch too,
    /// an array of messages: only 2025-03-26 has it, an answer to it would have to be put together, and a client of a
    /// later revision may read in it what it likes. Who still speaks that revision observes the elements one by one.
    /// [`check`](crate::check()) takes a batch apart, since what is recorded has passed already, and tells of it by
    /// `batch-not-allowed`; a line of text between messages, which it counts, never reached anybody as a message.
    ///
    /// An answer that is sent in place of a message, such as [`Observation::refused`], is part of the conversation: see
    /// there.
    pub fn observe<'a>(&mut self, side: Side, message: &'a [u8]) -> Observation<'a> {
        self.observed += 1;
        let place = RecordPlace { line: self.observed, ..RecordPlace::default() };
        let arrival =
            Arrival { record: message, side: Some(side), place, after_loss: self.after_loss, ..Arrival::default() };
        let limits = self.linter.policy().limits;
        let received = match message.len() <= limits.record_bytes {
            true => Received::read(message, &limits),
            false => Ok(None),
        };
        let Ok(Some(received)) = received else {
            self.after_loss = true;
            return Observation::unread(self.linter.vet_message(message, &self.context));
        };
        let mut ended = Vec::new();
        if Conversation::begins_session(&received.message) && side == Side::Client {
            let begun = Conversation::new(self.context.revision, &limits);
            let before = std::mem::replace(&mut self.conversation, begun);
            self.forgotten += before.forgotten();
            ended.extend(late_reports(&self.linter, before, &self.context));
        }
        let heard = self.conversation.hear(&received.message, &arrival);
        let reports = judge(&self.linter, message, &received, &heard, &self.context);
        Observation::of(side, &received.message, heard.revision, reports).ending(ended)
    }

    /// The revision that the session has established.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.conversation.revision()
    }

    /// How many facts were forgotten because there were more than [`Limits::open`](crate::Limits::open): what was said
    /// long ago is no longer compared with what is said now.
    #[must_use]
    pub fn forgotten(&self) -> u64 {
        self.forgotten + self.conversation.forgotten()
    }

    /// What only the end of the session tells, such as a completion of what never was asked for.
    #[must_use]
    pub fn finish(self) -> Vec<Report<'static>> {
        late_reports(&self.linter, self.conversation, &self.context).collect()
    }
}

/// Judges a message with what the conversation knows of it.
pub(crate) fn judge<'a>(
    linter: &Linter,
    record: &'a [u8],
    received: &Received<'a>,
    heard: &Heard,
    context: &Context,
) -> Vec<Report<'a>> {
    let declared = heard.declaration.map_or(context.capabilities, |declaration| declaration.capabilities);
    let context = Context { revision: heard.revision, capabilities: declared, ..context.clone() };
    let mut reports = linter.vet_received(record, received, &context, heard.facts.as_slice());
    if !reports.is_empty() {
        let relations = Arc::new(heard.relations());
        reports = reports.into_iter().map(|report| report.about(&relations)).collect();
    }
    let asked_under = |key: &str| heard.awaited(Some(key));
    let answering = Answering { request: answers_request(&received.message, heard), input: &asked_under };
    answers(&received.message, answering, |key, answer| {
        let report = linter.vet_answer(record, &answer, &context);
        reports.extend(report.map(|report| report.about(&Arc::new(heard.relations_of_answer(key)))));
    });
    reports
}

/// Judges what only the end of a session tells.
pub(crate) fn judge_late<'l>(linter: &Linter, late: &'l Late, context: &Context) -> Option<Report<'l>> {
    let received = Received::read_lightly(&late.record).ok()??;
    let context = Context { revision: late.revision, ..context.clone() };
    linter.vet_fact(&late.record, &received.message, &late.fact, &context)
}

fn late_reports(linter: &Linter, ended: Conversation, context: &Context) -> impl Iterator<Item = Report<'static>> {
    let late = ended.finish().into_iter();
    late.filter_map(|late| judge_late(linter, &late, context).map(Report::into_owned))
}

/// The elicitation that the message answers, and not with a task that will answer it later.
pub(crate) fn answers_request<'h>(message: &Message<'_>, heard: &'h Heard) -> Option<&'h Awaited> {
    let is_task = message.result.as_ref().is_some_and(|result| result.task.is_some());
    heard.awaited(None).filter(|_| !is_task)
}
