//! What an input held: elicitations by what carried them, their mode, revision and server; answers by action.
//! In: messages with what their session knows of them. Out: counts.
//! Never: more servers than a limit, a text of a message.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::elicitation::Answering;
use crate::elicitation::COMPLETE;
use crate::elicitation::Carrier;
use crate::elicitation::Mode;
use crate::elicitation::Revision;
use crate::elicitation::URL_ELICITATION_REQUIRED;
use crate::elicitation::answers;
use crate::elicitation::elicitations;
use crate::message::Message;
use crate::message::MessageKind;
use crate::message::Outcome;

/// Counts of elicitations and what belongs to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct ByCarrier {
    /// Requests `elicitation/create` in form mode, or in none that is known.
    pub request_form: u64,
    /// Requests `elicitation/create` in URL mode.
    pub request_url: u64,
    /// Errors `-32042`.
    pub url_required_errors: u64,
    /// Their entries.
    pub url_required_entries: u64,
    /// Results that ask for input.
    pub input_required: u64,
    /// Form elicitations in `inputRequests`.
    pub input_form: u64,
    /// URL elicitations in `inputRequests`.
    pub input_url: u64,
    /// Notifications that a URL elicitation is complete.
    pub completions: u64,
    /// Answers to elicitations.
    pub answers: u64,
}

/// What the sessions of an input held.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Statistics {
    /// Sessions that were told apart.
    pub sessions: u64,
    /// Elicitations of one kind each, in the order of their members.
    pub elicitations: Vec<ElicitationCount>,
    /// Elicitations of servers that are not listed, since there were more than a hundred: they are counted above without
    /// a server.
    pub of_unlisted_servers: u64,
    /// How elicitations were answered.
    pub answers: AnswerCounts,
    /// Notifications that a URL elicitation is complete.
    pub completions: u64,
}

/// How many elicitations there were of one kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[non_exhaustive]
pub struct ElicitationCount {
    /// What carried them.
    pub carrier: Carrier,
    /// The mode that a client applies; none for an unknown one.
    pub mode: Option<Mode>,
    /// The revision that applied, where it is known.
    pub revision: Option<&'static str>,
    /// Scheme, host and port of the server, by its transport.
    pub server: Option<String>,
    /// How many.
    pub count: u64,
}

/// Answers to elicitations by their action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct AnswerCounts {
    /// The person agreed.
    pub accept: u64,
    /// The person refused.
    pub decline: u64,
    /// The person went away.
    pub cancel: u64,
    /// An unknown action or none.
    pub other: u64,
    /// A JSON-RPC error in place of an answer.
    pub error: u64,
}

type Kind = (Carrier, Option<Mode>, Option<&'static str>, Option<Box<str>>);

/// The counting of one input.
#[derive(Debug, Default)]
pub(super) struct Counting {
    pub(super) by_carrier: ByCarrier,
    kinds: BTreeMap<Kind, u64>,
    servers: BTreeSet<Box<str>>,
    of_unlisted_servers: u64,
    answers: AnswerCounts,
}

impl Counting {
    /// Servers that are told apart.
    const SERVERS: usize = 100;

    /// Counts what a message holds.
    pub(super) fn count(
        &mut self,
        message: &Message<'_>,
        answering: Answering<'_>,
        revision: Revision,
        server: Option<&str>,
    ) {
        self.by_carrier.url_required_errors += u64::from(message.error_code() == Some(URL_ELICITATION_REQUIRED));
        self.by_carrier.completions += u64::from(message.method_name() == Some(COMPLETE));
        self.by_carrier.input_required += u64::from(message.result.as_ref().is_some_and(is_input_required));
        elicitations(message, |carried| {
            let mode = carried.mode();
            *self.by_carrier.of(carried.carrier, mode) += 1;
            let server = self.listed(server);
            *self.kinds.entry((carried.carrier, mode, revision.date(), server)).or_default() += 1;
        });
        if message.kind() == MessageKind::Failure && answering.request.is_some() {
            self.answers.error += 1;
        }
        answers(message, answering, |_, answer| {
            self.by_carrier.answers += 1;
            *match answer.action.text().map(|action| action.as_str()) {
                Some("accept") => &mut self.answers.accept,
                Some("decline") => &mut self.answers.decline,
                Some("cancel") => &mut self.answers.cancel,
                _ => &mut self.answers.other,
            } += 1;
        });
    }

    /// The server, unless there are too many.
    fn listed(&mut self, server: Option<&str>) -> Option<Box<str>> {
        let server = server?;
        if self.servers.len() >= Self::SERVERS && !self.servers.contains(server) {
            self.of_unlisted_servers += 1;
            return None;
        }
        self.servers.insert(server.into());
        Some(server.into())
    }

    pub(super) fn finish(self, sessions: u64) -> Statistics {
        let of = |((carrier, mode, revision, server), count): (Kind, u64)| {
            let server = server.map(String::from);
            ElicitationCount { carrier, mode, revision, server, count }
        };
        Statistics {
            sessions,
            elicitations: self.kinds.into_iter().map(of).collect(),
            of_unlisted_servers: self.of_unlisted_servers,
            answers: self.answers,
            completions: self.by_carrier.completions,
        }
    }
}

impl ByCarrier {
    pub(super) fn elicitations(&self) -> u64 {
        self.request_form + self.request_url + self.url_required_entries + self.input_form + self.input_url
    }

    fn of(&mut self, carrier: Carrier, mode: Option<Mode>) -> &mut u64 {
        match (carrier, mode == Some(Mode::Url)) {
            (Carrier::Request, false) => &mut self.request_form,
            (Carrier::Request, true) => &mut self.request_url,
            (Carrier::UrlRequiredError, _) => &mut self.url_required_entries,
            (Carrier::InputRequest | Carrier::Task, false) => &mut self.input_form,
            (Carrier::InputRequest | Carrier::Task, true) => &mut self.input_url,
        }
    }
}

fn is_input_required(result: &Outcome<'_>) -> bool {
    result.input_requests.is_some() || result.result_type.text().is_some_and(|kind| kind.as_str() == "input_required")
}
