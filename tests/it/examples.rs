//! Every example of every contract does what its contract says.

use elicitlint::{Contract, Example, Linter};

use crate::harness::{Around, Fired, loud, rules};

fn run(example: &Example) -> Vec<Fired> {
    let around = Around {
        revision: example.revision.as_deref().map(|revision| revision.parse().unwrap()),
        carrier: example.carrier.clone(),
        capabilities: example.capabilities.clone(),
        server: example.server.clone(),
        policy: example.policy.clone(),
        profile: example.profile.as_deref().map(|profile| profile.parse().unwrap()).unwrap_or_default(),
    };
    match (&example.json, &example.message, &example.recording) {
        (Some(json), None, None) => around.params(json.trim().as_bytes()),
        (None, Some(message), None) => around.message(message.trim().as_bytes()),
        (None, None, Some(recording)) => around.recording(recording.trim_start().as_bytes()),
        _ => panic!("an example has one of json, message and recording: {example:?}"),
    }
}

fn problem(contract: &Contract, example: &Example) -> Option<String> {
    let fired = run(example);
    let own: Vec<_> = fired.iter().filter(|fired| fired.rule == contract.id()).collect();
    if !example.fires {
        return (!own.is_empty() || !loud(&fired).is_empty()).then(|| format!("is not quiet: {:?}", rules(&fired)));
    }
    let at = example.at.as_deref().unwrap_or_default();
    let stands = own.iter().any(|fired| fired.pointer == at);
    (!stands).then(|| format!("should fire at {at:?}: {:?}", rules(&fired)))
}

#[test]
fn every_example_does_what_its_contract_says() {
    let linter = Linter::new();
    let mut problems = Vec::new();
    for (contract, _) in linter.rules() {
        let examples = contract.prose().unwrap().examples;
        assert!(examples.iter().any(|example| example.fires), "{} has no firing example", contract.id());
        assert!(examples.iter().any(|example| !example.fires), "{} has no quiet example", contract.id());
        for (number, example) in examples.iter().enumerate() {
            if let Some(problem) = problem(contract, example) {
                problems.push(format!("{} example {}: {problem}", contract.id(), number + 1));
            }
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}
