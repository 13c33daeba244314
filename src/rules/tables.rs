//! Everything that a linter is made of.
//! In: a policy, compiled rules, a suffix list. Out: one immutable value, shared by linters and reports.
//! Never: a change after it was built.

use super::Rules;
use crate::link::KnownSites;
use crate::policy::Policy;
use crate::policy::Suffixes;

/// The tables of a linter.
pub(crate) struct Tables {
    pub(crate) policy: Policy,
    pub(crate) rules: Rules,
    pub(crate) suffixes: Suffixes,
    pub(crate) sites: KnownSites,
}
