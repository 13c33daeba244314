//! `elicitlint rule`: what a rule finds, why, and what to do.
//! In: an id, or the wish for all. Out: a page, a list, or JSON.
//! Never: a policy; this tells what rules are, not what is switched on.

use super::arguments::Rule;
use super::exit::Exit;
use super::exit::Problem;
use super::settings::user_rules;
use super::streams::Streams;
use crate::linter::Linter;
use crate::output::OutputFormat;
use crate::output::RuleList;
use crate::output::explain;
use crate::policy::Policy;
use crate::rules::Contract;
use crate::text::nearest::hint;

pub(super) fn run(arguments: &Rule, streams: &Streams) -> Result<Exit, Problem> {
    let user = arguments.rules.as_deref().map(|directory| user_rules(directory, streams)).transpose()?;
    let linter = Linter::with_rules(&Policy::new(), &user.unwrap_or_default()).map_err(Problem::usage)?;
    let rules: Vec<&Contract> = linter.rules().map(|(rule, _)| rule).collect();
    let style = streams.style(true);
    let Some(id) = &arguments.id else { return listed(&rules, arguments.format, streams) };
    let id = &id.to_ascii_lowercase();
    let Some(rule) = rules.iter().find(|rule| rule.id() == id) else {
        let of_group: Vec<_> = rules.iter().copied().filter(|rule| rule.group() == id).collect();
        if !of_group.is_empty() {
            return listed(&of_group, arguments.format, streams);
        }
        let hint = hint(id, rules.iter().flat_map(|rule| [rule.id(), rule.group()]));
        let hint = if hint.is_empty() { "; `elicitlint rule` lists them" } else { &hint };
        return Err(Problem::usage(format!("there is no rule `{id}`{hint}")));
    };
    if arguments.format == OutputFormat::Json {
        return listed(&[rule], arguments.format, streams);
    }
    let page = explain(rule, style).map_err(Problem::internal)?;
    streams.write(page.as_bytes())
}

fn listed(rules: &[&Contract], format: OutputFormat, streams: &Streams) -> Result<Exit, Problem> {
    let list = RuleList::of(rules.iter().copied());
    let mut output = Vec::new();
    let written = match format {
        OutputFormat::Json => list.json(&mut output),
        _ => list.text(streams.style(true), &mut output),
    };
    written.map_err(Problem::internal)?;
    streams.write(&output)
}
