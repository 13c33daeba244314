//! A live session: a conversation and a linter.
//! In: each message with its side, as it passes. Out: reports on it, judged with all that was said before.
//! Never: the traffic itself, a wait.

use crate::context::Context;
use crate::conversation::Conversation;
use crate::conversation::Heard;
use crate::elicitation::Answering;
use crate::elicitation::Asked;
use crate::elicitation::Received;
use crate::elicitation::Revision;
use crate::elicitation::answers;
use crate::linter::Linter;
use crate::message::Message;
use crate::message::Side;
use crate::recording::RecordPlace;
use crate::report::Report;

/// One session of a client with a server, seen from the client or from a gateway between them.
///
/// ```
/// use elicitlint::{Context, Linter, Session, Side, Verdict};
///
/// let mut session = Session::new(&Linter::new(), Context::default().server("https://mcp.example.com"));
/// let hello = br#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",
///     "capabilities":{"elicitation":{}},"clientInfo":{"name":"desk","version":"1"}}}"#;
/// assert!(session.observe(Side::Client, hello).is_empty());
///
/// // The client declared forms only.
/// let link = br#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"url","message":"Sign in",
///     "elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"https://id.example.com/"}}"#;
/// let reports = session.observe(Side::Server, link);
/// assert_eq!(reports[0].verdict(), Verdict::Block);
/// ```
#[derive(Debug)]
pub struct Session {
    linter: Linter,
    context: Context,
    conversation: Conversation,
    observed: u64,
}

impl Session {
    /// A session that nothing was said in. The context gives the server, and a revision and capabilities to assume
    /// until the session states its own.
    #[must_use]
    pub fn new(linter: &Linter, context: Context) -> Self {
        let conversation = Conversation::new(context.revision, linter.policy().limits.open);
        Self { linter: linter.clone(), context, conversation, observed: 0 }
    }

    /// Judges a message that `side` sent, and learns from it. The reports borrow the bytes, not the session.
    pub fn observe<'a>(&mut self, side: Side, message: &'a [u8]) -> Vec<Report<'a>> {
        self.observed += 1;
        let place = RecordPlace { line: self.observed, ..RecordPlace::default() };
        if message.len() > self.linter.policy().limits.record_bytes {
            return self.linter.vet_message(message, &self.context);
        }
        match Received::read(message, &self.linter.policy().limits) {
            Ok(Some(received)) => {
                if Conversation::begins_session(&received.message) && side == Side::Client {
                    self.conversation = Conversation::new(self.context.revision, self.linter.policy().limits.open);
                }
                let heard = self.conversation.hear(&received.message, Some(side), None, place);
                let heard = (&heard, &self.conversation);
                judge(&self.linter, message, &received, heard, &self.context)
            }
            _ => self.linter.vet_message(message, &self.context),
        }
    }

    /// The revision that the session has established.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.conversation.revision()
    }
}

/// Judges a message with what the conversation knows of it.
pub(crate) fn judge<'a>(
    linter: &Linter,
    record: &'a [u8],
    received: &Received<'a>,
    (heard, conversation): (&Heard, &Conversation),
    context: &Context,
) -> Vec<Report<'a>> {
    let declared = heard.declaration.map_or(context.capabilities, |declaration| declaration.capabilities);
    let context = Context { revision: heard.revision, capabilities: declared, ..context.clone() };
    let mut reports = linter.vet_received(record, received, &context);
    let answering =
        Answering { request: answers_request(&received.message, heard), input: &|key| conversation.asked_for(key) };
    answers(&received.message, answering, |answer| reports.extend(linter.vet_answer(record, &answer, &context)));
    reports
}

/// The elicitation that the message answers, and not with a task that will answer it later.
pub(crate) fn answers_request<'h>(message: &Message<'_>, heard: &'h Heard) -> Option<&'h Asked> {
    let is_task = message.result.as_ref().is_some_and(|result| result.task.is_some());
    heard.answered.as_ref().filter(|_| !is_task).map(|(_, asked)| asked)
}
