//! A finding as its own owner: what reports print and other programs read.
//! In: a report, a finding, its place in the recording. Out: words, pointers and spans without a borrow.
//! Never: a session id or a secret in clear.

use std::net::IpAddr;

use sha2::Digest;
use sha2::Sha256;

use crate::elicitation::Carrier;
use crate::elicitation::Mode;
use crate::finding::Earlier;
use crate::finding::Evidence;
use crate::finding::Finding;
use crate::finding::Severity;
use crate::link::CompiledSuffixes;
use crate::link::LinkFacts;
use crate::link::script_name;
use crate::message::Id;
use crate::message::Message;
use crate::message::Side;
use crate::recording::RecordPlace;
use crate::report::Report;
use crate::text::Role;
use crate::text::Span;

/// Characters of a message that are kept of what the person is asked.
const PROMPT: usize = 400;

/// A finding of a recording, in the members and the order of the JSON formats.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct FindingRecord {
    /// Id of the rule.
    pub rule: String,
    /// Its group.
    pub group: String,
    /// After profile and policy.
    pub severity: Severity,
    /// One sentence; text from the wire in it is escaped and shortened.
    pub message: String,
    /// What the author of the server can do.
    pub help: String,
    /// The clause of the specification, where there is one.
    pub spec: Option<String>,
    /// The input, as it was given.
    pub path: String,
    /// Line of the record's first byte, from 1.
    pub line: u64,
    /// HAR entry or array index, from 0.
    pub entry: Option<u64>,
    /// SSE event, from 0.
    pub event: Option<u64>,
    /// JSON Pointer into the JSON-RPC message.
    pub pointer: String,
    /// Bytes of the decoded string.
    pub span: Option<Span>,
    /// The same in UTF-16 code units.
    pub span_utf16: Option<Span>,
    /// The revision that applies, where it is known.
    pub revision: Option<&'static str>,
    /// Who sent the message, where it is known.
    pub side: Option<Side>,
    /// What carries the elicitation, where it is about one.
    pub carrier: Option<Carrier>,
    /// The mode of the elicitation.
    pub mode: Option<Mode>,
    /// Scheme, host and port of the server, by its transport.
    pub server: Option<String>,
    /// Number of the session in the input: "s1". Never the id of the transport, which is a secret.
    pub session: Option<String>,
    /// Id of the JSON-RPC request, with its JSON type.
    pub request_id: Option<RequestId>,
    /// What the check saw.
    pub evidence: EvidenceRecord,
    /// Other messages that it is about.
    pub related: Vec<RelatedRecord>,
    /// The same for the same fault in another recording: free of lines, ids and values.
    pub fingerprint: String,
    /// Why the finding is known and accepted, where it is; not part of the JSON.
    #[serde(skip)]
    pub suppressed: Option<Suppression>,
    /// The decoded text under judgement, for snippets; not part of the JSON.
    #[serde(skip)]
    pub text: Option<String>,
    /// What the person is asked: the beginning of the message of the elicitation; not part of the JSON.
    #[serde(skip)]
    pub prompt: Option<String>,
    /// Where the record and its JSON token begin in the input, in bytes; none where they do not stand there as they
    /// are.
    #[serde(skip)]
    pub(crate) token: Option<(u64, u64)>,
}

/// Why a finding is known and accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suppression {
    /// What the policy gives as a reason.
    pub reason: String,
    /// The number of the entry of the policy; none where something else accepts it.
    pub(crate) entry: Option<usize>,
}

impl Suppression {
    pub(crate) fn by(entry: Option<usize>, reason: &str) -> Self {
        Self { reason: reason.to_owned(), entry }
    }
}

/// The id of a JSON-RPC request: a number or a string.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum RequestId {
    /// An integer that fits.
    Integer(i64),
    /// A string, or a number that is no such integer, in its JSON spelling.
    Text(String),
}

/// Evidence as data.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct EvidenceRecord {
    /// The address that the text means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<IpAddr>,
    /// The site that a name imitates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// The script of the character, by its name in Unicode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<&'static str>,
    /// The character, as U+XXXX.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub character: Option<String>,
    /// How many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The limit that was passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// The greatest number that it allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<u64>,
    /// What is known, from a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// Another message that a finding is about.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct RelatedRecord {
    /// The input, as it was given.
    pub path: String,
    /// Line of the record's first byte, from 1.
    pub line: u64,
    /// HAR entry or array index, from 0.
    pub entry: Option<u64>,
    /// SSE event, from 0.
    pub event: Option<u64>,
    /// JSON Pointer into the JSON-RPC message.
    pub pointer: &'static str,
    /// What it is to the finding.
    pub note: &'static str,
}

/// Where a finding stands in a recording.
pub(super) struct Surroundings<'s> {
    pub(super) path: &'s str,
    pub(super) place: RecordPlace,
    pub(super) contiguous: bool,
    pub(super) message: Option<&'s Message<'s>>,
    pub(super) side: Option<Side>,
    pub(super) session: Option<u64>,
}

impl FindingRecord {
    /// A finding that stands in no recording.
    #[cfg(feature = "cli")]
    pub(crate) fn alone(report: &Report<'_>, finding: &Finding) -> Self {
        let place = RecordPlace::default();
        let around = Surroundings { path: "", place, contiguous: false, message: None, side: None, session: None };
        Self::new(report, finding, report.pointer(finding), &around)
    }

    pub(super) fn new(report: &Report<'_>, finding: &Finding, pointer: String, around: &Surroundings<'_>) -> Self {
        let rule = report.rule(finding);
        let revision = report.revision().date();
        let RecordPlace { line, entry, event, .. } = around.place;
        let (mode, prompt) = report.mode_and_prompt(PROMPT);
        Self {
            rule: rule.id().to_owned(),
            group: rule.group().to_owned(),
            severity: finding.severity(),
            message: report.message(finding),
            help: rule.help().to_owned(),
            spec: rule.clause(revision).map(|clause| clause.citation()),
            path: around.path.to_owned(),
            line,
            entry,
            event,
            fingerprint: fingerprint(report, finding, &pointer),
            pointer,
            span: finding.span(),
            span_utf16: report.span_utf16(finding),
            revision,
            side: around.side,
            carrier: report.is_elicitation().then_some(report.carrier()),
            mode,
            server: report.server_origin(),
            session: around.session.map(|session| format!("s{session}")),
            request_id: around.message.and_then(Message::request_id).map(RequestId::of),
            evidence: EvidenceRecord::of(report, finding),
            related: report
                .earlier(finding)
                .map(|earlier| RelatedRecord::of(earlier, around.path))
                .into_iter()
                .collect(),
            suppressed: None,
            text: shown_text(report, finding),
            prompt,
            token: around.contiguous.then(|| {
                let offset = u64::try_from(finding.part().place.offset()).unwrap_or_default();
                (around.place.byte, around.place.byte.saturating_add(offset))
            }),
        }
    }
}

impl RequestId {
    fn of(id: Id) -> Self {
        match id {
            Id::Number(number) => number.parse().map_or(Self::Text(number), Self::Integer),
            Id::Text(text) => Self::Text(text),
        }
    }
}

impl EvidenceRecord {
    fn of(report: &Report<'_>, finding: &Finding) -> Self {
        let empty = Self::default();
        let named = |character: char| format!("U+{:04X}", u32::from(character));
        match finding.evidence() {
            Evidence::None => empty,
            Evidence::Address { address, reason } => Self { address: Some(address), reason: Some(reason), ..empty },
            Evidence::Character(character) => Self { character: Some(named(character)), ..empty },
            Evidence::Count(count) => Self { count: Some(count), ..empty },
            Evidence::Imitation { character, .. } => {
                let site = report.site(finding).map(str::to_owned);
                Self { site, character: character.map(named), script: character.map(script_name), ..empty }
            }
            Evidence::Letter { character, script, reason } => {
                Self { character: Some(named(character)), script: Some(script), reason: Some(reason), ..empty }
            }
            Evidence::Limit { limit, maximum } => Self { limit: Some(limit.name()), maximum: Some(maximum), ..empty },
            Evidence::Reason(reason) => Self { reason: Some(reason), ..empty },
        }
    }
}

impl RelatedRecord {
    fn of(earlier: Earlier, path: &str) -> Self {
        let Earlier { place: RecordPlace { line, entry, event, .. }, pointer, note } = earlier;
        Self { path: path.to_owned(), line, entry, event, pointer, note }
    }
}

/// The text under judgement; none of a default that was taken for a secret, and may be one.
fn shown_text(report: &Report<'_>, finding: &Finding) -> Option<String> {
    let is_secret = finding.part().role == Role::Default && report.rule(finding).group() == "form";
    if is_secret { None } else { report.part_text(finding.part()).map(|text| text.into_owned()) }
}

/// The first 16 bytes, in hexadecimal, of a SHA-256 over what stays the same in another recording.
fn fingerprint(report: &Report<'_>, finding: &Finding, pointer: &str) -> String {
    let mut hash = Sha256::new();
    let carrier = if report.is_elicitation() { report.carrier().name() } else { "" };
    for part in ["elicitlint/v1", report.rule(finding).id(), carrier, &general(pointer), &key(report, finding, pointer)]
    {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// The pointer with array indexes and the keys of input requests as `*`.
fn general(pointer: &str) -> String {
    let mut general = String::with_capacity(pointer.len());
    let mut previous = "";
    for segment in pointer.split('/').skip(1) {
        let is_index = !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit());
        let is_key = matches!(previous, "inputRequests" | "inputResponses");
        general.push('/');
        general.push_str(if is_index || is_key { "*" } else { segment });
        previous = segment;
    }
    general
}

/// The registrable domain for findings about a link, the property name for findings about a field, else nothing.
fn key(report: &Report<'_>, finding: &Finding, pointer: &str) -> String {
    let rule = report.rule(finding);
    if matches!(rule.group(), "url" | "lookalike" | "content" | "oauth" | "text") {
        let part = finding.part();
        let link = if part.role == Role::Url {
            report.part_text(part).map(|text| text.into_owned())
        } else {
            report.text(finding)
        };
        let facts = LinkFacts::of(&link.unwrap_or_default(), &CompiledSuffixes);
        let host = facts.host();
        return host.map(|host| host.registrable().unwrap_or(host.ascii())).unwrap_or_default().to_owned();
    }
    let mut segments = pointer.split('/').skip_while(|segment| *segment != "properties");
    segments.nth(1).unwrap_or_default().to_owned()
}
