//! Examples of contracts, run.
//! In: a linter and the contract of one of its rules. Out: nothing, or what the rule does against its word.
//! Never: a rule that is taken on trust.

use super::Linter;
use crate::context::Context;
use crate::elicitation::Capabilities;
use crate::elicitation::Carrier;
use crate::elicitation::Revision;
use crate::error::Error;
use crate::finding::Finding;
use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::policy::Policy;
use crate::report::Report;
use crate::rules::Contract;
use crate::rules::Example;

/// Runs the examples of a user rule.
pub(super) fn run(contract: &Contract) -> Result<(), Error> {
    let id = contract.id();
    let examples = contract.prose()?.examples;
    if !examples.iter().any(|example| example.fires) || examples.iter().all(|example| example.fires) {
        return Err(Error::rule(format!("rule `{id}`: give an example that fires and one that does not")));
    }
    (1..).zip(&examples).try_for_each(|(number, example)| {
        run_one(contract, example).map_err(|problem| Error::rule(format!("rule `{id}`, example {number}: {problem}")))
    })
}

fn run_one(contract: &Contract, example: &Example) -> Result<(), String> {
    let mut policy = match &example.policy {
        Some(policy) => Policy::from_toml(policy).map_err(|error| error.to_string())?,
        None => Policy::new(),
    };
    policy = policy.select(contract.id());
    if let Some(profile) = &example.profile {
        policy = policy.profile(profile.parse()?);
    }
    let linter = Linter::compile(&policy, std::slice::from_ref(contract)).map_err(|error| error.to_string())?;
    let context = context(example)?;
    let reports = match (&example.json, &example.message, &example.recording) {
        (Some(json), None, None) => vec![linter.vet(json.trim().as_bytes(), &context)],
        (None, Some(message), None) => linter.vet_message(message.trim().as_bytes(), &context),
        (None, None, Some(_)) => return Err(String::from("a recording is for coded rules: use json or message")),
        _ => return Err(String::from("give one of json and message")),
    };
    let is_own = |report: &Report<'_>, finding: &Finding| report.rule(finding).id() == contract.id();
    let pointers: Vec<String> = reports
        .iter()
        .flat_map(|report| {
            report.findings().iter().filter(|finding| is_own(report, finding)).map(|finding| report.pointer(finding))
        })
        .collect();
    match (example.fires, &example.at) {
        (true, _) if pointers.is_empty() => Err(String::from("it should fire and does not")),
        (false, _) if !pointers.is_empty() => {
            Err(format!("it should be quiet and fires at `{}`", pointers.join("`, `")))
        }
        (true, Some(at)) if !pointers.contains(at) => {
            Err(format!("it should fire at `{at}` and fires at `{}`", pointers.join("`, `")))
        }
        _ => Ok(()),
    }
}

fn context(example: &Example) -> Result<Context, String> {
    let assumed = if example.json.is_some() { Revision::V2025_11_25 } else { Revision::Unknown };
    let mut context = Context::new(match &example.revision {
        Some(revision) => revision.parse()?,
        None => assumed,
    });
    let carrier = example.carrier.as_ref().map(|carrier| carrier.parse::<Carrier>()).transpose()?;
    context = context.carrier(carrier.unwrap_or_default());
    match example.capabilities.as_deref() {
        None => {}
        Some("none") => context = context.capabilities(Capabilities::none()),
        Some(json) => {
            let raw = Cursor::of_record(json.as_bytes(), DEPTH_OF_RECORD).raw();
            let declared = raw.and_then(Capabilities::read_elicitation);
            context = context.capabilities(declared.ok_or_else(|| format!("`{json}` is no elicitation capability"))?);
        }
    }
    if let Some(server) = &example.server {
        context = context.server(server);
    }
    Ok(context)
}
