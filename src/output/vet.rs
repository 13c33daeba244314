//! The verdict on one URL.
//! In: a report. Out: verdict, what a person would see, where it leads, facts, findings; or the same as JSON.
//! Never: a link that can be clicked, a whole secret unless it was asked for.

use std::io;
use std::io::Write;

use serde::Serialize;

use crate::check::EvidenceRecord;
use crate::check::FindingRecord;
use crate::consent::Consent;
use crate::finding::Severity;
use crate::link::LinkFacts;
use crate::link::Oddities;
use crate::report::Report;
use crate::report::Verdict;
use crate::text::Span;

use super::Eyes;
use super::Shown;
use super::Style;
use super::full::diagnostic;
use super::json::write_ascii;
use super::safe;
use super::shown::WhereTo;

/// A URL that was judged, ready for every format.
pub(crate) struct Vetted {
    verdict: Verdict,
    /// For text formats.
    url: String,
    /// For JSON.
    raw_url: String,
    consent: Consent,
    opens: Option<String>,
    target: Option<WhereTo>,
    facts: Vec<&'static str>,
    findings: Vec<Shown>,
    /// Rules that found what the policy accepts, with its reasons.
    accepted: Vec<String>,
}

#[derive(Serialize)]
struct Document<'d> {
    schema_version: u8,
    url: &'d str,
    verdict: Verdict,
    consent: &'d Consent,
    findings: Vec<Entry<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressed: Option<usize>,
}

/// The members of a finding that do not speak of a recording.
#[derive(Serialize)]
struct Entry<'d> {
    rule: &'d str,
    group: &'d str,
    severity: Severity,
    message: &'d str,
    help: &'d str,
    spec: Option<&'d str>,
    span: Option<Span>,
    span_utf16: Option<Span>,
    evidence: &'d EvidenceRecord,
    fingerprint: &'d str,
}

impl Vetted {
    pub(crate) fn of(url: &str, report: &Report<'_>, eyes: &Eyes) -> Self {
        let (raw_url, is_cut) = eyes.raw_url(url);
        let mut consent = report.consent();
        let opens = consent.url.as_ref().and_then(|url| url.href.as_deref()).map(|href| eyes.url(href));
        if let Some(shown) = consent.url.as_mut().filter(|_| is_cut && eyes.redacts()) {
            // A link that was cut would open another page.
            shown.href = None;
            shown.display = eyes.raw_url(&shown.display).0;
            let domain = shown.registrable_domain.as_deref().unwrap_or_default();
            shown.registrable_span =
                shown.registrable_span.filter(|span| span.of(&shown.display).eq_ignore_ascii_case(domain));
        }
        // Where it leads is said once, above the findings.
        let findings = report.findings().iter().map(|finding| eyes.show(FindingRecord::alone(report, finding)));
        Self {
            verdict: report.verdict(),
            url: eyes.url(url),
            raw_url,
            consent,
            opens,
            target: WhereTo::of_url(url, eyes),
            facts: phrases(&LinkFacts::of(url, eyes.suffixes())),
            findings: findings.map(|shown| Shown { target: None, ..shown }).collect(),
            accepted: report
                .suppressed()
                .map(|(finding, reason)| accepted(report.rule(finding).id(), reason))
                .collect(),
        }
    }

    /// The severities of its findings.
    pub(crate) fn severities(&self) -> impl Iterator<Item = Severity> {
        self.findings.iter().map(|shown| shown.record.severity)
    }

    /// One JSON document on one line.
    pub(crate) fn json(&self, output: &mut dyn Write) -> io::Result<()> {
        let findings = self.findings.iter().map(|shown| Entry::of(&shown.record)).collect();
        let Self { verdict, raw_url, consent, accepted, .. } = self;
        let suppressed = Some(accepted.len()).filter(|count| *count > 0);
        let document = Document { schema_version: 1, url: raw_url, verdict: *verdict, consent, findings, suppressed };
        write_ascii(output, &document)?;
        output.write_all(b"\n")
    }

    /// The verdict and the rules behind it, on one line.
    pub(crate) fn concise(&self, style: Style, output: &mut dyn Write) -> io::Result<()> {
        let rules: Vec<_> = self.findings.iter().map(|shown| shown.record.rule.as_str()).collect();
        let because = if rules.is_empty() { String::new() } else { format!(" ({})", rules.join(", ")) };
        writeln!(output, "{}: {}{because}", self.word(style), self.url)
    }

    pub(crate) fn full(&self, style: Style, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "{}: {}\n", self.word(style), self.url)?;
        let mut line = |name: &str, value: &str| writeln!(output, "  {} {value}", style.dim(&format!("{name:<12}")));
        if let Some(target) = &self.target {
            let WhereTo { decoded, registrable, address, class, .. } = target;
            let (before, domain) = target.split_host();
            line("leads to", &format!("{before}{}", style.bold(domain)))?;
            for (name, value) in [("which reads", decoded), ("which is", address), ("registered", registrable)] {
                if let Some(value) = value {
                    line(name, value)?;
                }
            }
            line("host is", class)?;
        }
        for fact in &self.facts {
            line("note", fact)?;
        }
        for accepted in &self.accepted {
            line("accepted", accepted)?;
        }
        match &self.opens {
            Some(href) => line("would open", href)?,
            None => line("would open", "nothing")?,
        }
        writeln!(output)?;
        for shown in &self.findings {
            writeln!(output, "{}\n", diagnostic(shown, None, style))?;
        }
        Ok(())
    }

    fn word(&self, style: Style) -> String {
        let colour = match self.verdict {
            Verdict::Allow => anstyle::AnsiColor::Green,
            Verdict::Warn => anstyle::AnsiColor::Yellow,
            Verdict::Block => anstyle::AnsiColor::BrightRed,
        };
        style.dressed(self.verdict.name(), colour.on_default().bold())
    }
}

impl<'d> Entry<'d> {
    fn of(record: &'d FindingRecord) -> Self {
        Self {
            rule: &record.rule,
            group: &record.group,
            severity: record.severity,
            message: &record.message,
            help: &record.help,
            spec: record.spec.as_deref(),
            span: record.span,
            span_utf16: record.span_utf16,
            evidence: &record.evidence,
            fingerprint: &record.fingerprint,
        }
    }
}

fn accepted(rule: &str, reason: &str) -> String {
    format!("{rule}: {}", safe(reason))
}

/// What the parsed URL no longer shows, in words.
fn phrases(facts: &LinkFacts) -> Vec<&'static str> {
    let Oddities {
        blank_around,
        tab_or_newline,
        tab_before_path: _,
        backslash,
        backslash_in_path,
        missing_slashes,
        extra_slashes,
        unencoded_at,
        unencoded_userinfo,
        percent_host,
        non_ascii_host,
        delimiter_look_alike,
        empty_port,
        padded_port,
        at_after_host,
        dot_segment,
        double_percent,
        encoded_control,
        encoded_blanks,
        stray_percent,
        blank_in_rest,
        control_in_rest,
        non_url_ascii,
        non_ascii_rest,
    } = facts.oddities();
    let table = [
        (facts.parts().userinfo.is_some(), "a name stands before the host, which browsers drop"),
        (blank_around, "blanks or control characters stand around it"),
        (tab_or_newline, "a tab or line break stands in it, which browsers drop"),
        (backslash || backslash_in_path, "a backslash stands in it, which browsers read as a slash"),
        (missing_slashes, "slashes are missing after the scheme"),
        (extra_slashes, "there are too many slashes after the scheme"),
        (unencoded_at, "there is more than one @ before the host"),
        (unencoded_userinfo, "a blank or bracket stands before the @"),
        (percent_host, "the host is percent-encoded"),
        (non_ascii_host, "the host has characters beyond ASCII"),
        (delimiter_look_alike, "a character of the host passes for a slash, colon or question mark"),
        (empty_port, "the port is empty"),
        (padded_port, "the port is padded with zeros"),
        (at_after_host, "an @ follows the host, as if the host were a user name"),
        (dot_segment, "the path climbs (`..`)"),
        (double_percent, "it is percent-encoded twice"),
        (encoded_control, "it holds encoded control characters"),
        (encoded_blanks, "it holds encoded blanks"),
        (stray_percent, "a percent sign stands alone"),
        (blank_in_rest, "it holds blanks that are not encoded"),
        (control_in_rest, "it holds control characters"),
        (non_url_ascii, "it holds ASCII characters that no URL may hold"),
        (non_ascii_rest, "it has characters beyond ASCII after the host"),
    ];
    let problem = facts.problem().map(|problem| problem.phrase());
    let odd = table.into_iter().filter(|(is_so, _)| *is_so).map(|(_, phrase)| phrase);
    problem.into_iter().chain(odd).collect()
}
