//! Findings that are known and accepted: by an entry of the policy, or by a baseline.
//! In: findings as they come. Out: each with the reason it is suppressed, if it is; at the end, entries without use.
//! Never: an entry that is over or without use and passed over in silence.

use std::collections::BTreeSet;

use super::baseline::Baseline;
use super::settings::Built;
use crate::check::FindingRecord;
use crate::check::Suppression;
use crate::output::plural;
use crate::output::safe;

/// What suppresses the findings of a run, and what of it did.
#[derive(Default)]
pub(super) struct Suppressions {
    used: BTreeSet<usize>,
    baseline: Option<Baseline>,
}

impl Suppressions {
    pub(super) fn new(baseline: Option<Baseline>) -> Self {
        Self { used: BTreeSet::new(), baseline }
    }

    /// Notes what suppresses the finding: the policy has said so already, a baseline does so as often as it has it.
    pub(super) fn judge(&mut self, finding: &mut FindingRecord) {
        if let Some(suppressed) = &finding.suppressed {
            self.used.extend(suppressed.entry);
        } else if self.baseline.as_mut().is_some_and(|baseline| baseline.take(finding)) {
            finding.suppressed = Some(Suppression::by(None, "in the baseline"));
        }
    }

    /// What to tell of entries that suppress nothing.
    pub(super) fn idle(&self, built: &Built) -> Vec<String> {
        let policy = built.linter.policy();
        let mut told = Vec::new();
        for (number, allow) in policy.allows.iter().enumerate() {
            let what = format!("{}: [[allow]] {}", built.place(allow.span.clone()), safe(&allow.subject()));
            match allow.expires.filter(|_| allow.is_over(policy.today)) {
                Some(last) => told.push(format!("{what} expired on {last} and suppresses nothing: renew or remove it")),
                None if !self.used.contains(&number) => {
                    told.push(format!("{what} matches no finding of this run: remove it if it never does"));
                }
                None => {}
            }
        }
        if let Some(baseline) = self.baseline.as_ref().filter(|baseline| baseline.left() > 0) {
            let (path, stale) = (safe(&baseline.name()), plural(baseline.left(), "finding"));
            let next = "`elicitlint baseline prune` takes them out";
            told.push(format!("baseline {path}: {stale} not there any longer: {next}"));
        }
        told
    }
}
