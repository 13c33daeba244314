//! Which level each rule has.
//! In: contracts and a policy. Out: one level a rule; the last word wins.
//! Never: a name that is passed over. An unknown rule or group is an error with the nearest name.

use std::collections::BTreeSet;

use super::Contract;
use crate::error::Error;
use crate::finding::Level;
use crate::policy::LevelOf;
use crate::policy::Policy;
use crate::policy::is_always_error;
use crate::text::nearest;

/// The level of a rule, and whether the policy named the rule or its group to set it.
#[derive(Clone, Copy)]
pub(super) struct Resolved {
    pub(super) level: Level,
    pub(super) explicit: bool,
}

/// Checks that every rule and group that the policy names exists.
pub(super) fn check_names(contracts: &[Contract], policy: &Policy) -> Result<(), Error> {
    for LevelOf { name, span, .. } in policy.levels.iter().chain(&policy.overrides) {
        known(contracts, name).map_err(|error| error.at(span.clone()))?;
    }
    for allow in &policy.allows {
        known(contracts, &allow.rule).map_err(|error| error.at(allow.rule_span.clone()))?;
    }
    policy.select.iter().chain(&policy.ignore).try_for_each(|name| known(contracts, name))
}

/// The level of a rule: profile, `[levels]` group, `[levels]` rule, `--severity` group, rule, select, ignore.
pub(super) fn resolve(contract: &Contract, policy: &Policy) -> Resolved {
    let named = |name: &String| name == contract.id() || name == contract.group();
    let set = last(&policy.overrides, contract.id())
        .or(last(&policy.overrides, contract.group()))
        .or(last(&policy.levels, contract.id()))
        .or(last(&policy.levels, contract.group()));
    let selected = policy.select.is_empty() || policy.select.iter().any(named);
    let ignored = policy.ignore.iter().any(named);
    let level = match set.unwrap_or(contract.level(policy.profile)) {
        _ if is_always_error(contract.id()) => Level::ERROR,
        _ if !selected || ignored => Level::Off,
        level => level,
    };
    Resolved { level, explicit: set.is_some() }
}

fn last(levels: &[LevelOf], name: &str) -> Option<Level> {
    levels.iter().rev().find(|level| level.name == name).map(|level| level.level)
}

fn known(contracts: &[Contract], name: &str) -> Result<(), Error> {
    let names = contracts.iter().flat_map(|contract| [contract.id(), contract.group()]);
    if names.clone().any(|known| known == name) {
        return Ok(());
    }
    let hint = match nearest::hint(name, names) {
        none if none.is_empty() => {
            let groups: BTreeSet<_> = contracts.iter().map(Contract::group).collect();
            format!(": the groups are {}", groups.into_iter().collect::<Vec<_>>().join(", "))
        }
        hint => hint,
    };
    Err(Error::policy(format!("there is no rule or group `{}`{hint}", name.escape_debug())))
}
