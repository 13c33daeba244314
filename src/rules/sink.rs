//! Where checks put what they found.
//! In: part, span and evidence. Out: findings that carry the rule and severity of the running check.
//! Never: more findings than the limit; a check cannot choose rule or severity.

use crate::conversation::Fact;
use crate::conversation::FactKind;
use crate::finding::Evidence;
use crate::finding::Finding;
use crate::finding::Relation;
use crate::finding::RuleNumber;
use crate::finding::Severity;
use crate::text::Part;
use crate::text::Span;

/// What a check found, before rule and severity are added.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub(crate) part: Part,
    pub(crate) span: Option<Span>,
    pub(crate) evidence: Evidence,
    pub(crate) related: Option<Relation>,
}

impl Found {
    /// The whole of a part.
    pub(crate) fn at(part: Part) -> Self {
        Self { part, span: None, evidence: Evidence::None, related: None }
    }

    /// What a fact is about, where it is of this kind.
    pub(super) fn fact(fact: &Fact, kind: FactKind) -> Option<Self> {
        (fact.kind == kind).then(|| Self { related: fact.relation(), ..Self::at(fact.part) })
    }

    pub(crate) fn span(mut self, span: Option<Span>) -> Self {
        self.span = span;
        self
    }

    pub(crate) fn evidence(mut self, evidence: Evidence) -> Self {
        self.evidence = evidence;
        self
    }

    pub(crate) fn reason(self, reason: &'static str) -> Self {
        self.evidence(Evidence::Reason(reason))
    }

    pub(crate) fn related(mut self, related: Relation) -> Self {
        self.related = Some(related);
        self
    }
}

/// The findings of the running check.
pub(crate) struct Sink<'s> {
    findings: &'s mut Vec<Finding>,
    rule: RuleNumber,
    severity: Severity,
    limit: usize,
}

impl<'s> Sink<'s> {
    pub(super) fn new(findings: &'s mut Vec<Finding>, rule: RuleNumber, severity: Severity, limit: usize) -> Self {
        Self { findings, rule, severity, limit }
    }

    /// Adds a finding. One over the limit is kept too: the linter replaces it with `input-oversized`.
    pub(crate) fn add(&mut self, found: Found) {
        if self.findings.len() <= self.limit {
            let Found { part, span, evidence, related } = found;
            let finding = Finding { rule: self.rule, severity: self.severity, part, span, evidence, related };
            self.findings.push(finding);
        }
    }

    /// Adds a finding where there is one.
    pub(crate) fn extend(&mut self, found: Option<Found>) {
        if let Some(found) = found {
            self.add(found);
        }
    }
}
