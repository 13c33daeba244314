//! Answers to other programs: a verdict with its reasons, as JSON.
//! In: reports. Out: one ASCII document for each, without a line break inside.
//! Never: a finding that quotes a whole secret. The consent is whole: who shows it opens its link.

use std::io;
use std::io::Write;

use serde::Serialize;

use crate::check::EvidenceRecord;
use crate::check::FindingRecord;
use crate::consent::Consent;
use crate::finding::Severity;
use crate::message::Side;
use crate::report::Report;
use crate::report::Verdict;
use crate::session::Refused;
use crate::text::Span;

use super::Eyes;
use super::Shown;
use super::json::write_ascii;

/// The id of a request, as it came.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(untagged)]
pub(crate) enum AnswerId {
    Number(i64),
    Text(String),
    #[default]
    None,
}

/// What is said of one request.
#[derive(Serialize)]
pub(crate) struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<AnswerId>,
    pub(crate) verdict: Verdict,
    pub(crate) findings: Vec<Told>,
    pub(crate) suppressed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) consent: Option<Consent>,
    /// For a whole message: each elicitation in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) elicitations: Option<Vec<Answer>>,
    /// What to send instead of a message that must not pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refused: Option<Instead>,
    /// Findings on earlier messages, of a session that this message ended; no part of the verdict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) ended: Vec<Told>,
}

/// A finding in the members that do not speak of a recording.
#[derive(Serialize)]
pub(crate) struct Told {
    pub(crate) rule: String,
    group: String,
    pub(crate) severity: Severity,
    message: String,
    help: String,
    spec: Option<String>,
    pointer: String,
    span: Option<Span>,
    span_utf16: Option<Span>,
    evidence: EvidenceRecord,
    fingerprint: String,
    /// The message for a terminal: links defanged, hidden characters escaped.
    #[serde(skip)]
    pub(crate) sentence: String,
}

#[derive(Serialize)]
pub(crate) struct Instead {
    to: Side,
    code: Option<i64>,
    message: String,
}

impl Answer {
    /// Of an elicitation or a URL, with what a dialog shows.
    pub(crate) fn of(report: &Report<'_>, eyes: &Eyes) -> Self {
        Self { consent: Some(report.consent()), ..Self::of_all(std::slice::from_ref(report), eyes) }
    }

    /// Of a message: all findings, and each elicitation in it.
    pub(crate) fn of_message(reports: &[Report<'_>], eyes: &Eyes) -> Self {
        let elicitations = reports.iter().filter(|report| report.is_elicitation());
        let elicitations = elicitations.map(|report| Self::of(report, eyes)).collect();
        Self { elicitations: Some(elicitations), ..Self::of_all(reports, eyes) }
    }

    fn of_all(reports: &[Report<'_>], eyes: &Eyes) -> Self {
        Self {
            id: None,
            verdict: reports.iter().map(Report::verdict).max().unwrap_or(Verdict::Allow),
            findings: Told::all(reports, eyes),
            suppressed: reports.iter().map(|report| report.suppressed().count()).sum(),
            consent: None,
            elicitations: None,
            refused: None,
            ended: Vec::new(),
        }
    }

    /// The findings behind a verdict that is not allow, as a sentence for a terminal.
    pub(crate) fn reason(&self) -> Option<String> {
        let worst = self.findings.iter().map(|told| told.severity).max()?;
        let told = self.findings.iter().find(|told| told.severity == worst && worst > Severity::Info)?;
        Some(format!("{} ({})", told.sentence, told.rule))
    }
}

impl Told {
    pub(crate) fn all(reports: &[Report<'_>], eyes: &Eyes) -> Vec<Self> {
        let findings = reports.iter().flat_map(|report| report.findings().iter().map(move |finding| (report, finding)));
        findings.map(|(report, finding)| Self::of(eyes.show(FindingRecord::alone(report, finding)))).collect()
    }

    fn of(shown: Shown) -> Self {
        let Shown { record, sentence, .. } = shown;
        let FindingRecord { rule, group, severity, message, help, spec, pointer, .. } = record;
        let FindingRecord { span, span_utf16, evidence, fingerprint, .. } = record;
        Self { rule, group, severity, message, help, spec, pointer, span, span_utf16, evidence, fingerprint, sentence }
    }
}

impl Instead {
    pub(crate) fn of(refused: &Refused) -> Self {
        Self { to: refused.to, code: refused.code, message: refused.message.clone() }
    }
}

/// Writes a value on a line of its own.
pub(crate) fn write_line(output: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    write_ascii(output, value)?;
    output.write_all(b"\n")?;
    output.flush()
}
