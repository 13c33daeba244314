//! What a session says of one message: reports, and what to send where it must not pass.
//! In: the message and its reports. Out: a verdict, the elicitations to show, an answer instead of the message.
//! Never: text of the message in that answer, but for its id.

use crate::elicitation::Mode;
use crate::elicitation::Revision;
use crate::finding::Severity;
use crate::message::MISSING_CAPABILITY;
use crate::message::Message;
use crate::message::MessageKind;
use crate::message::Side;
use crate::report::Report;
use crate::report::Verdict;

/// JSON-RPC "Method not found": from 2026-07-28 on, clients have no methods.
const METHOD_NOT_FOUND: i64 = -32601;
/// JSON-RPC "Invalid params".
const INVALID_PARAMS: i64 = -32602;
/// JSON-RPC "Internal error".
const INTERNAL_ERROR: i64 = -32603;
/// The header of a request names another revision than its metadata (2026-07-28, basic, Error Codes).
const HEADER_MISMATCH: i64 = -32020;

/// What a [`Session`](crate::Session) says of one message.
///
/// A client shows the consent dialog of each elicitation, and refuses where the verdict is block. A gateway passes the
/// message on, or sends what [`Observation::refused`] says instead:
///
/// ```
/// use elicitlint::{Context, Linter, Session, Side, Verdict};
///
/// # let mut sent = Vec::new();
/// # let mut send = |to: Side, message: &[u8]| sent.push((to, String::from_utf8_lossy(message).into_owned()));
/// let mut session = Session::new(&Linter::new(), Context::default());
/// let message = br#"{"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"mode":"url","message":"Sign in",
///     "elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"javascript:alert(1)"}}"#;
///
/// let observed = session.observe(Side::Server, message);
/// match (observed.verdict(), observed.refused()) {
///     (Verdict::Block, Some(refused)) => {
///         // An answer to the sender is given in place of the other side.
///         if refused.to == Side::Server {
///             session.observe(Side::Client, refused.message.as_bytes());
///         }
///         send(refused.to, refused.message.as_bytes());
///     }
///     (Verdict::Block, None) => {} // A notification, or bytes that nobody can answer: drop them.
///     _ => send(Side::Client, message),
/// }
/// # assert_eq!(sent, [(Side::Server, r#"{"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}"#.to_owned())]);
/// ```
#[derive(Debug)]
pub struct Observation<'a> {
    reports: Vec<Report<'a>>,
    ended: Vec<Report<'static>>,
    refused: Option<Refused>,
}

/// What to send instead of a message that must not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused {
    /// Who gets it: the sender of a request, the one who waits for an answer.
    pub to: Side,
    /// The JSON-RPC error code; none where it is a result.
    pub code: Option<i64>,
    /// The JSON-RPC message, one line of ASCII but for the id that it answers.
    pub message: String,
}

impl<'a> Observation<'a> {
    /// Of bytes that nobody can read, so that nobody can be answered.
    pub(super) fn unread(reports: Vec<Report<'a>>) -> Self {
        Self { reports, ended: Vec::new(), refused: None }
    }

    pub(super) fn of(side: Side, message: &Message<'_>, revision: Revision, reports: Vec<Report<'a>>) -> Self {
        let mut observation = Self { reports, ended: Vec::new(), refused: None };
        if observation.verdict() == Verdict::Block {
            observation.refused = observation.refusal(side, message, revision);
        }
        observation
    }

    pub(super) fn ending(mut self, ended: Vec<Report<'static>>) -> Self {
        self.ended = ended;
        self
    }

    /// Block where a finding is an error, else Warn where one is a warning, else Allow.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.reports.iter().map(Report::verdict).max().unwrap_or(Verdict::Allow)
    }

    /// A report for each elicitation of the message, and one for each other part of it that is at fault.
    #[must_use]
    pub fn reports(&self) -> &[Report<'a>] {
        &self.reports
    }

    /// What only its end told of the session that this message ended: the client began another one with `initialize`.
    /// These reports are on earlier messages, as those of [`Session::finish`](crate::Session::finish), and do not count
    /// for the verdict on this one.
    #[must_use]
    pub fn ended(&self) -> &[Report<'static>] {
        &self.ended
    }

    /// The reports on elicitations, in their order: what there is to show.
    pub fn elicitations(&self) -> impl Iterator<Item = &Report<'a>> {
        self.reports.iter().filter(|report| report.is_elicitation())
    }

    /// What to send instead of the message. None where it may pass, and for a notification, which nobody waits for.
    ///
    /// What goes back to the sender of a request stands for the answer of the other side. Let the session observe it as
    /// that side's message, or it waits for an answer that never comes and takes what is said next under this id for it.
    /// What goes to the other side needs no observing: the session has taken the answer that it replaces for given.
    #[must_use]
    pub fn refused(&self) -> Option<&Refused> {
        self.refused.as_ref()
    }

    /// The reports themselves.
    #[must_use]
    pub fn into_reports(self) -> Vec<Report<'a>> {
        self.reports
    }

    fn refusal(&self, side: Side, message: &Message<'_>, revision: Revision) -> Option<Refused> {
        let id = message.id.map(|id| id.source()).filter(|_| message.request_id().is_some())?;
        let answer = |to, code, body: String| {
            let message = format!(r#"{{"jsonrpc":"2.0","id":{id},{body}}}"#);
            Some(Refused { to, code, message })
        };
        let because = self.first_error().unwrap_or_default();
        let error = |to, code: i64, data: &str| {
            let text = format!("refused: {because}");
            answer(to, Some(code), format!(r#""error":{{"code":{code},"message":"{text}"{data}}}"#))
        };
        match (message.kind(), side) {
            (MessageKind::Request, Side::Server) if self.is_undeclared() => error(Side::Server, INVALID_PARAMS, ""),
            (MessageKind::Request, Side::Server) if because == "server-initiated-request" => {
                error(Side::Server, METHOD_NOT_FOUND, "")
            }
            (MessageKind::Request, Side::Server) if self.elicitations().next().is_some() => {
                answer(Side::Server, None, r#""result":{"action":"decline"}"#.to_owned())
            }
            (MessageKind::Request, Side::Server) => error(Side::Server, INVALID_PARAMS, ""),
            (MessageKind::Request, Side::Client) if because == "version-header-mismatch" => {
                error(Side::Client, HEADER_MISMATCH, "")
            }
            (MessageKind::Request, Side::Client) => error(Side::Client, INVALID_PARAMS, ""),
            (MessageKind::Response | MessageKind::Failure, Side::Client) => {
                answer(Side::Server, None, r#""result":{"action":"cancel"}"#.to_owned())
            }
            (MessageKind::Response | MessageKind::Failure, Side::Server) if !self.is_undeclared() => {
                error(Side::Client, INTERNAL_ERROR, "")
            }
            (MessageKind::Response | MessageKind::Failure, Side::Server) => {
                if revision == Revision::V2026_07_28 {
                    error(Side::Client, MISSING_CAPABILITY, &self.required_capabilities())
                } else {
                    error(Side::Client, INVALID_PARAMS, "")
                }
            }
            _ => None,
        }
    }

    /// The rule of the first error.
    fn first_error(&self) -> Option<&str> {
        self.reports.iter().find_map(|report| {
            let error = report.findings().iter().find(|finding| finding.severity() == Severity::Error)?;
            Some(report.rule(error).id())
        })
    }

    /// True where an elicitation is refused because the client did not declare it.
    fn is_undeclared(&self) -> bool {
        self.elicitations().any(Self::is_about_capabilities)
    }

    fn is_about_capabilities(report: &Report<'_>) -> bool {
        let undeclared = ["elicitation-undeclared", "mode-undeclared"];
        report
            .findings()
            .iter()
            .any(|finding| finding.severity() == Severity::Error && undeclared.contains(&report.rule(finding).id()))
    }

    /// `data` of the error that names the capabilities which the elicitations need.
    fn required_capabilities(&self) -> String {
        let needs =
            |mode| self.elicitations().any(|report| Self::is_about_capabilities(report) && report.mode() == Some(mode));
        let modes = [Mode::Form, Mode::Url].into_iter().filter(|mode| needs(*mode));
        let modes: Vec<_> = modes.map(|mode| format!(r#""{}":{{}}"#, mode.name())).collect();
        format!(r#","data":{{"requiredCapabilities":{{"elicitation":{{{}}}}}}}"#, modes.join(","))
    }
}
