//! Linting a recording: every record of an input, judged in its session.
//! In: a linter and an input. Out: owned findings as they come, and the counts of the input.
//! Never: more in memory than one record, the facts of the open sessions, and a finding.

mod pipeline;
mod record;
mod sessions;
mod statistics;

use std::ops::ControlFlow;
use std::rc::Rc;

use crate::context::Context;
use crate::context::SessionId;
use crate::conversation::Arrival;
use crate::elicitation::Answering;
use crate::elicitation::Received;
use crate::elicitation::Revision;
use crate::elicitation::holds_elicitation;
use crate::error::Error;
use crate::finding::Finding;
use crate::json::Fault;
use crate::limits::Limit;
use crate::limits::Limits;
use crate::linter::Linter;
use crate::message::Message;
use crate::message::MessageKind;
use crate::message::Side;
use crate::recording::Counts;
use crate::recording::Encoding;
use crate::recording::Format;
use crate::recording::Input;
use crate::recording::Item;
use crate::recording::Options;
use crate::recording::Record;
use crate::recording::RecordPlace;
use crate::recording::has_redaction;
use crate::recording::read;
use crate::report::Report;
use crate::rules::InputFacts;
use crate::session::answers_request;
use crate::session::judge;
use crate::session::judge_late;
use crate::text::Place;

pub use record::EvidenceRecord;
pub use record::FindingRecord;
pub use record::RelatedRecord;
pub use record::RequestId;
pub use record::Suppression;
use record::Surroundings;
use sessions::Numbered;
use sessions::Sessions;
pub use statistics::AnswerCounts;
pub use statistics::ByCarrier;
use statistics::Counting;
pub use statistics::ElicitationCount;
pub use statistics::Statistics;

/// How to lint a recording.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct CheckOptions {
    /// The format; found from the first bytes where none is given.
    pub format: Option<Format>,
    /// The revision to assume where the recording does not say.
    pub revision: Revision,
    /// Skips lines that hold no trace of an elicitation. Answers and declarations go unseen then, and rules that need every
    /// message ([`Contract::needs_every_message`](crate::Contract::needs_every_message)) find nothing.
    pub fast: bool,
    /// With 2 or more, reading and judging are done by a thread each. What is found, and in which order, is the same.
    pub threads: usize,
}

impl CheckOptions {
    /// Reads the input as this format.
    #[must_use]
    pub fn format(mut self, format: Option<Format>) -> Self {
        self.format = format;
        self
    }

    /// Skips what holds no trace of an elicitation.
    #[must_use]
    pub fn fast(mut self, fast: bool) -> Self {
        self.fast = fast;
        self
    }

    /// Reads and judges with this many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Assumes this revision where the recording does not say.
    #[must_use]
    pub fn revision(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }
}

/// What was read of one input.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct InputSummary {
    /// As it was given.
    pub path: String,
    /// Name of the format.
    pub format: &'static str,
    /// What stood around its bytes: "gzip", "zstd", "utf-16le" or "utf-16be".
    pub encoding: Option<&'static str>,
    /// What a recording of this format never holds.
    pub caveat: Option<&'static str>,
    /// Bytes of the input; of one that is compressed or in UTF-16, of what was decoded.
    pub bytes: u64,
    /// JSON values that were looked at.
    pub records: u64,
    /// Records without a trace of an elicitation that were not looked at.
    pub skipped: u64,
    /// JSON-RPC messages.
    pub messages: u64,
    /// Of these, what the client sent, as the recording or the message itself says.
    pub from_client: u64,
    /// Of these, what the server sent.
    pub from_server: u64,
    /// All elicitations, whatever carried them.
    pub elicitations: u64,
    /// The same by what carried them.
    pub by_carrier: ByCarrier,
    /// Records that could not be read.
    pub unreadable: u64,
    /// Line of the first of them.
    pub first_unreadable: Option<u64>,
    /// Of these, what ends too early.
    pub truncated: u64,
    /// HTTP bodies that the recording should hold.
    pub missing_bodies: u64,
    /// Events that a server sent again.
    pub duplicates: u64,
    /// Records in which the recorder replaced text. What was found in a text that holds such a replacement is left out.
    pub redacted: u64,
    /// Facts of sessions that were forgotten because there were more than [`Limits::open`]: what was said long before is
    /// not compared with what was said then.
    pub forgotten: u64,
    /// What the sessions held.
    pub statistics: Statistics,
}

/// Lints one input. `emit` gets every finding, in the order of the records; what the policy accepts too, with
/// [`FindingRecord::suppressed`] set.
///
/// ```
/// use elicitlint::{CheckOptions, Linter, check, recording::Input};
///
/// let recording = br#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"Sign in",
///     "requestedSchema":{"type":"object","properties":{"password":{"type":"string"}}}}}"#;
/// let mut findings = Vec::new();
/// let input = Input::Stream(&mut &recording[..]);
/// let summary =
///     check(&Linter::new(), "session.jsonl", input, &CheckOptions::default(), &mut |finding| findings.push(finding))?;
/// assert_eq!((summary.elicitations, findings[0].rule.as_str()), (1, "form-secret-field"));
/// # Ok::<(), elicitlint::Error>(())
/// ```
///
/// # Errors
/// Only where the input itself cannot be read; what it holds is never an error.
pub fn check(
    linter: &Linter,
    path: &str,
    input: Input<'_>,
    options: &CheckOptions,
    emit: &mut dyn FnMut(FindingRecord),
) -> Result<InputSummary, Error> {
    let reading = Options {
        format: options.format,
        limits: &linter.policy().limits,
        needle: &holds_elicitation,
        fast: options.fast,
    };
    let judge = |emit: &mut dyn FnMut(FindingRecord), feed: Feed<'_>| {
        let mut check = Check::new(linter, path, options, emit);
        if feed(&mut |item| check.item(item)) {
            check.finish();
        }
        let Check { mut summary, counting, sessions, .. } = check;
        summary.by_carrier = counting.by_carrier;
        summary.elicitations = summary.by_carrier.elicitations();
        summary.statistics = counting.finish(sessions.count());
        summary
    };
    let read = if options.threads > 1 {
        pipeline::run(input, &reading, &judge, emit)
    } else {
        directly(input, &reading, &judge, emit)
    };
    let (counts, mut summary) = read.map_err(|error| Error::input(format!("{path}: cannot be read")).because(error))?;
    summary.format = counts.format.name();
    summary.bytes = counts.bytes;
    summary.skipped = counts.skipped;
    summary.records = counts.skipped + counts.records + counts.unreadable + counts.oversized + counts.other_values;
    summary.missing_bodies = counts.missing_bodies;
    summary.duplicates = counts.duplicates;
    summary.redacted = counts.redacted;
    summary.truncated = counts.truncated;
    summary.encoding = counts.encoding.map(Encoding::name);
    summary.caveat = counts.format.caveat();
    Ok(summary)
}

/// Hands every item of an input to a visitor; false where the input failed before its end.
type Feed<'f> = &'f mut dyn FnMut(&mut dyn FnMut(Item<'_>)) -> bool;

/// Judges the items that a feed gives.
type Judge<'j> = dyn Fn(&mut dyn FnMut(FindingRecord), Feed<'_>) -> InputSummary + Sync + 'j;

/// Reads and judges in one thread.
fn directly(
    input: Input<'_>,
    options: &Options<'_>,
    judge: &Judge<'_>,
    emit: &mut dyn FnMut(FindingRecord),
) -> Result<(Counts, InputSummary), Error> {
    let mut input = Some(input);
    let mut counts = Err(Error::input("nothing was read"));
    let summary = judge(emit, &mut |visit| {
        if let Some(input) = input.take() {
            counts = read(input, options, &mut |item| {
                visit(item);
                ControlFlow::Continue(())
            });
        }
        counts.is_ok()
    });
    counts.map(|counts| (counts, summary))
}

/// A server, by the URL of its transport.
struct Server {
    url: Box<str>,
    origin: Box<str>,
    context: Context,
}

/// The linting of one input under way.
struct Check<'c> {
    linter: &'c Linter,
    path: &'c str,
    revision: Revision,
    sessions: Sessions,
    summary: InputSummary,
    counting: Counting,
    first_unreadable: Option<RecordPlace>,
    /// Lines of text, and the first of them.
    texts: u64,
    first_text: Option<RecordPlace>,
    /// True once a message stood on a line of its own, without what a recorder adds.
    is_output: bool,
    /// The last server, so that its URL is not looked into for each message.
    server: Option<Rc<Server>>,
    /// True once something of the input was not read.
    after_loss: bool,
    is_fast: bool,
    /// Whether the present record stands in the input as it is.
    contiguous: bool,
    /// Whether the recorder replaced something in it.
    is_redacted: bool,
    emit: &'c mut dyn FnMut(FindingRecord),
}

impl<'c> Check<'c> {
    fn new(linter: &'c Linter, path: &'c str, options: &CheckOptions, emit: &'c mut dyn FnMut(FindingRecord)) -> Self {
        Self {
            linter,
            path,
            revision: options.revision,
            sessions: Sessions::new(options.revision, linter.policy().limits),
            summary: InputSummary { path: path.to_owned(), ..InputSummary::default() },
            counting: Counting::default(),
            first_unreadable: None,
            server: None,
            after_loss: options.fast,
            is_fast: options.fast,
            texts: 0,
            first_text: None,
            is_output: false,
            contiguous: false,
            is_redacted: false,
            emit,
        }
    }

    fn item(&mut self, item: Item<'_>) {
        let context = Context::new(self.revision);
        self.after_loss |= !matches!(item, Item::Record(_) | Item::Text { .. });
        self.contiguous = matches!(item, Item::Record(record) if record.contiguous);
        self.is_redacted = matches!(item, Item::Record(record) if record.is_redacted);
        match item {
            Item::Record(record) => self.record(&record),
            Item::Unreadable { place, bytes, begins_as_json } => {
                if begins_as_json && holds_elicitation(bytes) {
                    self.unparsable(place, bytes, &context);
                } else {
                    self.unreadable(place);
                }
            }
            Item::Oversized { place, needle: true, .. } => {
                let exceeded = [(Limit::RecordBytes, Place::START)];
                let report = self.linter.unread(&[], &context, &exceeded, None);
                self.emit(&report, place, None, None, None);
            }
            Item::Oversized { place, .. } => self.unreadable(place),
            Item::Text { place, json: false } => {
                self.texts += 1;
                self.first_text.get_or_insert(place);
            }
            Item::MissingBody { .. } | Item::Text { .. } | Item::Gap { .. } => {}
        }
    }

    fn record(&mut self, record: &Record<'_>) {
        let limits = self.linter.policy().limits;
        let may_elicit = holds_elicitation(record.bytes);
        let mut received = match receive(record.bytes, may_elicit, &limits) {
            Ok(Some(received)) if received.message.kind() != MessageKind::Other => received,
            Ok(_) => return,
            Err(_) if may_elicit => {
                return self.unparsable(record.place, record.bytes, &Context::new(self.revision));
            }
            Err(_) => return self.unreadable(record.place),
        };
        self.summary.messages += 1;
        // A recorder adds who sent a message, when, or in which session.
        let is_bare = record.side.is_none() && record.time.is_none() && record.session.is_none() && !record.is_embedded;
        self.is_output |= is_bare && record.contiguous;
        let message = &received.message;
        let server = self.server(record.url);
        let name = record.session.or(server.as_ref().map(|server| &*server.origin));
        if let Some(ended) = self.sessions.end(name, message, record.side) {
            self.end(ended);
        }
        let session = self.sessions.of(name);
        let arrival = Arrival {
            record: record.bytes,
            side: record.side,
            header: record.revision,
            place: record.place,
            time: record.time,
            exchange: record.exchange,
            opens_batch: record.opens_batch,
            after_loss: self.after_loss,
        };
        let heard = session.conversation.hear(message, &arrival);
        match heard.side {
            Some(Side::Client) => self.summary.from_client += 1,
            Some(Side::Server) => self.summary.from_server += 1,
            None => {}
        }
        let ordinal = session.ordinal;
        let matters = may_elicit || heard.answered.is_some() || belongs_to_round(message);
        // The light pass counted no repeated keys; now the message turned out to matter.
        if matters
            && !may_elicit
            && let Ok(Some(counted)) = receive(record.bytes, true, &limits)
        {
            received = counted;
        }
        if matters {
            let asked_under = |key: &str| heard.awaited(Some(key));
            let answering = Answering { request: answers_request(&received.message, &heard), input: &asked_under };
            let origin = server.as_ref().map(|server| &*server.origin).filter(|origin| !origin.is_empty());
            self.counting.count(&received.message, answering, heard.revision, origin);
        }
        let around = server.map(|server| server.context.clone()).unwrap_or_default();
        let context = Context { session: record.session.and_then(SessionId::new), ..around };
        let reports = judge(self.linter, record.bytes, &received, &heard, &context);
        self.emit_all(&reports, record.place, Some(&received.message), heard.side, Some(ordinal));
    }

    /// The server behind a URL.
    fn server(&mut self, url: Option<&str>) -> Option<Rc<Server>> {
        let url = url?;
        if self.server.as_ref().is_none_or(|server| *server.url != *url) {
            let context = Context::default().server(url);
            let origin = context.server_origin().unwrap_or_default();
            self.server = Some(Rc::new(Server { url: url.into(), origin: origin.into(), context }));
        }
        self.server.clone()
    }

    /// A record that cannot be parsed and could be an elicitation: an error, never merely unreadable.
    fn unparsable(&mut self, place: RecordPlace, bytes: &[u8], context: &Context) {
        for report in self.linter.vet_message(bytes, context) {
            self.emit(&report, place, None, None, None);
        }
    }

    fn unreadable(&mut self, place: RecordPlace) {
        self.summary.unreadable += 1;
        self.first_unreadable.get_or_insert(place);
        self.summary.first_unreadable.get_or_insert(place.line);
    }

    /// Reports what only the end of the input can tell.
    fn finish(&mut self) {
        self.contiguous = false;
        for ended in self.sessions.end_all() {
            self.end(ended);
        }
        let unreadable = InputFacts { unreadable: self.summary.unreadable, ..InputFacts::default() };
        let texts = InputFacts { texts: if self.is_output { self.texts } else { 0 }, ..InputFacts::default() };
        for (place, facts) in [(self.first_unreadable, unreadable), (self.first_text, texts)] {
            if let (Some(place), Some(report)) = (place, self.linter.vet_input(&facts)) {
                self.emit(&report, place, None, None, None);
            }
        }
    }

    /// Reports what only the end of a session can tell.
    fn end(&mut self, ended: Numbered) {
        let Numbered { ordinal, conversation } = ended;
        self.summary.forgotten += conversation.forgotten();
        let late = if self.after_loss { Vec::new() } else { conversation.finish() };
        let contiguous = std::mem::replace(&mut self.contiguous, false);
        for late in &late {
            let message = Message::read(&late.record, false).ok().flatten();
            if let Some(report) = judge_late(self.linter, late, &Context::default()) {
                self.emit(&report, late.place, message.as_ref(), late.side, Some(ordinal));
            }
        }
        self.contiguous = contiguous;
    }

    fn emit(
        &mut self,
        report: &Report<'_>,
        place: RecordPlace,
        message: Option<&Message<'_>>,
        side: Option<Side>,
        session: Option<u64>,
    ) {
        self.emit_all(std::slice::from_ref(report), place, message, side, session);
    }

    /// Hands over the findings of the reports on one record. Their pointers are found together: a record is read again
    /// once, however many reports there are.
    fn emit_all(
        &mut self,
        reports: &[Report<'_>],
        place: RecordPlace,
        message: Option<&Message<'_>>,
        side: Option<Side>,
        session: Option<u64>,
    ) {
        let around = Surroundings { path: self.path, place, contiguous: self.contiguous, message, side, session };
        let found: Vec<_> = reports.iter().flat_map(found).collect();
        let Some(report) = reports.first().filter(|_| !found.is_empty()) else { return };
        let findings: Vec<_> = found.iter().map(|(_, finding, _)| **finding).collect();
        for ((report, finding, suppressed), pointer) in found.into_iter().zip(report.pointers(&findings)) {
            if self.is_fast && report.rule(finding).needs_every_message() {
                continue;
            }
            if self.is_redacted && report.part_text(finding.part()).is_some_and(|text| has_redaction(text.as_bytes())) {
                continue;
            }
            let record = FindingRecord::new(report, finding, pointer, &around);
            (self.emit)(FindingRecord { suppressed, ..record });
        }
    }
}

/// The findings of a report, and after them those that the policy accepts.
fn found<'r>(report: &'r Report<'_>) -> impl Iterator<Item = (&'r Report<'r>, &'r Finding, Option<Suppression>)> {
    let accepted =
        report.accepted().map(|(finding, entry, allow)| (finding, Some(Suppression::by(Some(entry), &allow.reason))));
    let found = report.findings().iter().map(|finding| (finding, None)).chain(accepted);
    found.map(move |(finding, suppressed)| (report, finding, suppressed))
}

/// True for the results and requests of a multi round-trip that hold no other trace of an elicitation.
fn belongs_to_round(message: &Message<'_>) -> bool {
    let result = message.result.as_ref().is_some_and(|result| {
        result.request_state.is_some()
            || result.result_type.text().is_some_and(|kind| kind.as_str() == "input_required")
    });
    result || message.params.as_ref().is_some_and(|params| params.input_responses.is_some())
}

/// Reads a record: deeply where it may hold an elicitation, else only what says what it is about.
fn receive<'a>(bytes: &'a [u8], may_elicit: bool, limits: &Limits) -> Result<Option<Received<'a>>, Fault> {
    match may_elicit {
        true => Received::read(bytes, limits),
        false => Received::read_lightly(bytes),
    }
}
