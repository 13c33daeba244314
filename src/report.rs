//! What was found in one elicitation, with what it points into.
//! In: bytes, context, findings. Out: a verdict, words, pointers, the consent view.
//! Never: a second judgement; reading again is for words and display only.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::consent::Consent;
use crate::context::Context;
use crate::elicitation::Carrier;
use crate::elicitation::Elicitation;
use crate::elicitation::Mode;
use crate::elicitation::RequestedSchema;
use crate::elicitation::Revision;
use crate::elicitation::Revisions;
use crate::finding::Earlier;
use crate::finding::Evidence;
use crate::finding::Finding;
use crate::finding::Relations;
use crate::finding::Severity;
use crate::finding::SiteNumber;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::pointers;
use crate::link::LinkFacts;
use crate::link::prose;
use crate::link::script_name;
use crate::policy::Allow;
use crate::rules::Contract;
use crate::rules::Tables;
use crate::text::Part;
use crate::text::Place;
use crate::text::Role;
use crate::text::Span;
use crate::text::escape;

/// Characters of a text that are quoted in a message.
const QUOTED: usize = 80;

/// What a client should do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Show the consent dialog.
    Allow,
    /// Show the consent dialog with the warnings.
    Warn,
    /// Refuse, and show nothing that can be clicked.
    Block,
}

impl Verdict {
    /// The word for it: "allow", "warn" or "block".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Block => "block",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// An answer to an elicitation.
    Answer,
    /// A recording as a whole.
    Input,
    /// A message without an elicitation, or apart from those in it.
    Message,
    /// The params of an elicitation: where they begin in the record, and their length in bytes.
    Params(Place, usize),
    /// Bytes that were not judged.
    Unread,
    /// A URL that stands alone: the record is its text.
    Url,
}

/// The findings of one elicitation, and the bytes that they point into.
///
/// Borrows only the bytes that were given; [`Report::into_owned`] makes it `'static` for dialogs that wait.
#[derive(Clone)]
pub struct Report<'a> {
    tables: Arc<Tables>,
    record: Cow<'a, [u8]>,
    pub(crate) subject: Subject,
    context: Context,
    findings: Vec<Finding>,
    /// Findings that an entry of the policy accepts, with its number.
    accepted: Vec<(Finding, usize)>,
    /// Shared by the reports on one message.
    relations: Option<Arc<Relations>>,
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let findings: Vec<_> =
            self.findings.iter().map(|finding| (self.rule(finding).id(), finding.severity())).collect();
        formatter.debug_struct("Report").field("subject", &self.subject).field("findings", &findings).finish()
    }
}

impl<'a> Report<'a> {
    pub(crate) fn new(
        tables: &Arc<Tables>,
        record: &'a [u8],
        subject: Subject,
        context: &Context,
        findings: Vec<Finding>,
    ) -> Self {
        let (tables, record) = (Arc::clone(tables), Cow::Borrowed(record));
        let context = context.clone();
        let mut report = Self { tables, record, subject, context, findings, accepted: Vec::new(), relations: None };
        report.accept();
        report
    }

    /// Takes out what an entry of the policy accepts.
    fn accept(&mut self) {
        if !self.tables.policy.allows.is_empty() && !self.findings.is_empty() {
            let findings = std::mem::take(&mut self.findings);
            let (accepted, findings): (Vec<_>, Vec<_>) = findings
                .into_iter()
                .map(|finding| (finding, self.entry_for(&finding)))
                .partition(|(_, by)| by.is_some());
            self.accepted.extend(accepted.into_iter().filter_map(|(finding, by)| Some((finding, by?))));
            self.findings = findings.into_iter().map(|(finding, _)| finding).collect();
        }
    }

    /// The number of the entry that accepts a finding.
    fn entry_for(&self, finding: &Finding) -> Option<usize> {
        let policy = &self.tables.policy;
        let rule = self.rule(finding);
        let server = self.context.server.as_ref();
        let server = server.map(|server| (server.name(), server.facts().and_then(LinkFacts::url)));
        let covers_host = |allow: &Allow| {
            allow.covers_every_host()
                || self.link(finding).is_some_and(|link| {
                    let facts = LinkFacts::of(&link, &policy.suffixes);
                    facts.host().is_some_and(|host| allow.covers_host(host.ascii().trim_end_matches('.'), host.address))
                })
        };
        policy.allows.iter().position(|allow| {
            allow.is_for(rule.id(), rule.group())
                && !allow.is_over(policy.today)
                && allow.covers_server(server)
                && covers_host(allow)
        })
    }

    /// The link that a finding is about: the URL, or the link of a text that holds its span.
    fn link(&self, finding: &Finding) -> Option<String> {
        let text = self.part_text(finding.part)?;
        if finding.part.role == Role::Url {
            return Some(text.into_owned());
        }
        let range = finding.span?.range();
        let holds = |link: Range<usize>| link.start <= range.start && range.end <= link.end;
        let links = prose::links(&text, usize::MAX).links;
        links.into_iter().find(|link| holds(link.span.range())).map(|link| link.url(&text).into_owned())
    }

    /// The report with the earlier messages that its findings are about.
    pub(crate) fn about(mut self, relations: &Arc<Relations>) -> Self {
        self.relations = Some(Arc::clone(relations));
        self
    }

    /// Adds findings about the whole.
    pub(crate) fn add(&mut self, findings: Vec<Finding>) {
        self.findings.splice(..0, findings);
        self.accept();
    }

    /// The report of another reading of a record, whose places are the same, as a report on this one.
    pub(crate) fn of_record(self, record: &[u8]) -> Report<'_> {
        let Self { tables, subject, context, findings, accepted, relations, .. } = self;
        Report { tables, record: Cow::Borrowed(record), subject, context, findings, accepted, relations }
    }

    /// The report with these findings in place of its own.
    pub(crate) fn with(mut self, findings: Vec<Finding>) -> Self {
        self.findings = findings;
        self
    }

    /// Adds the findings of another reading.
    pub(crate) fn merge(&mut self, findings: &[Finding]) {
        self.findings.extend(findings);
        self.findings.sort_by_key(|finding| (finding.part.place, finding.rule, finding.span));
    }

    /// Block where there is an error, else Warn where there is a warning, else Allow.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.findings.iter().map(Finding::severity).max() {
            Some(Severity::Error) => Verdict::Block,
            Some(Severity::Warning) => Verdict::Warn,
            Some(Severity::Info) | None => Verdict::Allow,
        }
    }

    /// Every finding, in the order of their places.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Findings that the policy accepts, each with the reason that it gives; see [`Allow`](crate::Allow). They are in
    /// neither the verdict nor [`Report::findings`].
    pub fn suppressed(&self) -> impl Iterator<Item = (&Finding, &str)> {
        self.accepted().map(|(finding, _, allow)| (finding, allow.reason.as_str()))
    }

    /// The same with the number of the entry.
    pub(crate) fn accepted(&self) -> impl Iterator<Item = (&Finding, usize, &Allow)> {
        let allows = &self.tables.policy.allows;
        self.accepted.iter().filter_map(|(finding, by)| Some((finding, *by, allows.get(*by)?)))
    }

    /// The rule of a finding of this report.
    #[must_use]
    pub fn rule(&self, finding: &Finding) -> &Contract {
        self.tables.rules.contract(finding.rule)
    }

    /// What was found, as one sentence. Text from the wire in it is escaped and shortened.
    #[must_use]
    pub fn message(&self, finding: &Finding) -> String {
        let template = &*self.rule(finding).message;
        let mut sentence = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            sentence.push_str(before);
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            self.push_evidence(&mut sentence, name, finding);
            rest = after;
        }
        sentence.push_str(rest);
        sentence
    }

    /// The earlier message that a finding is about. None where it is about one message, or where that one is not known:
    /// only a [`Session`](crate::Session) or a recording has earlier messages.
    #[must_use]
    pub fn earlier(&self, finding: &Finding) -> Option<Earlier> {
        self.relations.as_ref()?.of(finding.related?)
    }

    /// JSON Pointer (RFC 6901) of a finding, from the root of the bytes that were given.
    #[must_use]
    pub fn pointer(&self, finding: &Finding) -> String {
        self.pointers(std::slice::from_ref(finding)).pop().unwrap_or_default()
    }

    /// The pointers of several findings, found in one pass.
    #[must_use]
    pub fn pointers(&self, findings: &[Finding]) -> Vec<String> {
        match self.subject {
            Subject::Input | Subject::Url => vec![String::new(); findings.len()],
            _ => {
                let places: Vec<_> = findings.iter().map(|finding| finding.part.place).collect();
                pointers(&self.record, &places)
            }
        }
    }

    /// The decoded text that a finding is about: under its span, or the whole part. None where the part is no text.
    #[must_use]
    pub fn text(&self, finding: &Finding) -> Option<String> {
        let text = self.part_text(finding.part)?;
        Some(finding.span.map_or(text.as_ref(), |span| span.of(&text)).to_owned())
    }

    /// The whole decoded text of a part. None where the part is no text.
    #[must_use]
    pub fn part_text(&self, part: Part) -> Option<Cow<'_, str>> {
        if self.subject == Subject::Url {
            return std::str::from_utf8(&self.record).ok().map(Cow::Borrowed);
        }
        let rest = self.record.get(part.place.offset()..)?;
        let rest = match std::str::from_utf8(rest) {
            Ok(rest) => rest,
            Err(error) => std::str::from_utf8(rest.get(..error.valid_up_to())?).ok()?,
        };
        let text = Cursor::new(rest, part.place, DEPTH_OF_RECORD).string()?;
        Some(Cow::Owned(text.as_str().to_owned()))
    }

    /// The domain of the site that a finding says is imitated. None where it says nothing of a site.
    #[must_use]
    pub fn site(&self, finding: &Finding) -> Option<&str> {
        let Evidence::Imitation { site, .. } = finding.evidence else { return None };
        match site {
            SiteNumber::SERVER => self.context.server_facts()?.host()?.registrable(),
            number => Some(self.tables.sites.domain(number)),
        }
    }

    /// The span of a finding in UTF-16 code units, as editors count.
    #[must_use]
    pub fn span_utf16(&self, finding: &Finding) -> Option<Span> {
        let text = self.part_text(finding.part)?;
        let units = |end: usize| text.get(..end).map(|text| text.encode_utf16().count());
        let range = finding.span?.range();
        Some(Span::new(units(range.start)?, units(range.end)?))
    }

    /// What the client should show, or why it should not. There for every verdict.
    #[must_use]
    pub fn consent(&self) -> Consent {
        let blocked = self.verdict() == Verdict::Block;
        let undeclared =
            |finding: &Finding| finding.severity() == Severity::Error && self.rule(finding).group() == "capability";
        let refuses_mode = self.findings.iter().any(undeclared);
        match self.subject {
            Subject::Url => {
                let url = std::str::from_utf8(&self.record).unwrap_or_default();
                Consent::of_url(url, &self.context, &self.tables, blocked)
            }
            _ => {
                let elicitation = self.elicitation();
                let mut consent = Consent::of(elicitation.as_ref(), &self.context, &self.tables, blocked, refuses_mode);
                let places: Vec<_> = consent.text_links.iter().map(|link| link.place).collect();
                for (link, pointer) in consent.text_links.iter_mut().zip(pointers(&self.record, &places)) {
                    link.pointer = pointer;
                }
                consent
            }
        }
    }

    /// The form, for whoever shows it: fields with label, kind, bounds, choices and default. None in URL mode and where
    /// there is no schema. There for every verdict: look at that first.
    ///
    /// ```
    /// use elicitlint::{Context, FieldKind, Linter, Revision};
    ///
    /// let params = br#"{"message":"Where to?","requestedSchema":{"type":"object","properties":{
    ///     "room":{"type":"string","title":"Room","enum":["sea","garden"],"default":"sea"},
    ///     "nights":{"type":"integer","minimum":1}},"required":["room"]}}"#;
    /// let report = Linter::new().vet(params, &Context::new(Revision::V2025_11_25));
    /// let form = report.requested_schema().expect("a form has a schema");
    ///
    /// for field in form.fields() {
    ///     let label = field.title().unwrap_or(field.name());
    ///     match field.kind() {
    ///         FieldKind::SingleChoice { choices } => assert_eq!((label, choices.len()), ("Room", 2)),
    ///         FieldKind::Integer { minimum, .. } => assert_eq!((label, minimum.as_deref()), ("nights", Some("1"))),
    ///         other => panic!("no such field was asked for: {other:?}"),
    ///     }
    /// }
    /// ```
    #[must_use]
    pub fn requested_schema(&self) -> Option<RequestedSchema<'_>> {
        let elicitation = self.elicitation().filter(|elicitation| elicitation.applied_mode() == Some(Mode::Form))?;
        let mut schema = elicitation.schema?;
        schema.revisions = Revisions::only(self.context.revision).unwrap_or(Revisions::ALL);
        Some(schema)
    }

    /// The mode that a client applies to the elicitation. None where it has none, or an unknown one.
    #[must_use]
    pub fn mode(&self) -> Option<Mode> {
        match self.subject {
            Subject::Url => Some(Mode::Url),
            _ => self.elicitation()?.applied_mode(),
        }
    }

    /// The mode, and the first characters of the message: both for one reading of the bytes.
    pub(crate) fn mode_and_prompt(&self, characters: usize) -> (Option<Mode>, Option<String>) {
        if self.subject == Subject::Url {
            return (Some(Mode::Url), None);
        }
        let Some(elicitation) = self.elicitation() else { return (None, None) };
        let prompt = elicitation.message.text().map(|message| message.chars().take(characters).collect());
        (elicitation.applied_mode(), prompt)
    }

    /// The revision that was applied.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.context.revision
    }

    /// Scheme, host and port of the server, where its URL is known.
    pub(crate) fn server_origin(&self) -> Option<String> {
        self.context.server_origin()
    }

    /// What carried the elicitation.
    #[must_use]
    pub fn carrier(&self) -> Carrier {
        self.context.carrier
    }

    /// True where the report is about an elicitation, and not about an answer, a message or an input.
    pub(crate) fn is_elicitation(&self) -> bool {
        matches!(self.subject, Subject::Params(..))
    }

    /// The report with its own copy of the bytes.
    #[must_use]
    pub fn into_owned(self) -> Report<'static> {
        let Self { tables, record, subject, context, findings, accepted, relations } = self;
        let record = Cow::Owned(record.into_owned());
        Report { tables, record, subject, context, findings, accepted, relations }
    }

    /// Reads the checked bytes again.
    fn elicitation(&self) -> Option<Elicitation<'_>> {
        let Subject::Params(place, length) = self.subject else { return None };
        let start = place.offset();
        let params = std::str::from_utf8(self.record.get(start..start.saturating_add(length))?).ok()?;
        Elicitation::of_text(params, place, &self.tables.policy.limits)
    }

    fn push_evidence(&self, sentence: &mut String, name: &str, finding: &Finding) {
        match (name, finding.evidence) {
            ("text", _) => {
                let text = self.text(finding).unwrap_or_else(|| String::from("it"));
                sentence.push_str(&escape::shortened(&text, QUOTED));
            }
            ("address", Evidence::Address { address, .. }) => sentence.push_str(&address.to_string()),
            (
                "reason",
                Evidence::Address { reason, .. } | Evidence::Letter { reason, .. } | Evidence::Reason(reason),
            ) => {
                sentence.push_str(reason);
            }
            ("script", Evidence::Letter { script, .. }) => sentence.push_str(script),
            ("script", Evidence::Imitation { character: Some(character), .. }) => {
                sentence.push_str(script_name(character));
            }
            ("site", Evidence::Imitation { .. }) => sentence.push_str(self.site(finding).unwrap_or("a known site")),
            ("count", Evidence::Count(count)) => sentence.push_str(&count.to_string()),
            ("limit", Evidence::Limit { limit, .. }) => sentence.push_str(limit.name()),
            ("maximum", Evidence::Limit { maximum, .. }) => sentence.push_str(&maximum.to_string()),
            (
                "character",
                Evidence::Character(character)
                | Evidence::Imitation { character: Some(character), .. }
                | Evidence::Letter { character, .. },
            ) => {
                sentence.push_str(&format!("U+{:04X}", u32::from(character)));
            }
            _ => {}
        }
    }
}
