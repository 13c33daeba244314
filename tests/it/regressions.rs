//! What fuzzing found once, and every example of the contracts, through the relations that fuzzing asserts.

use std::fs;
use std::path::Path;

use elicitlint::Linter;

#[path = "../../fuzz/src/lib.rs"]
pub mod fuzz;

#[test]
fn every_regression_holds_the_relations_of_its_target() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/regressions");
    for (target, body) in fuzz::TARGETS {
        let folder = root.join(target);
        let mut paths: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        assert!(!paths.is_empty(), "{} holds nothing", folder.display());
        for path in paths {
            eprintln!("{}", path.display());
            body(&fs::read(path).unwrap());
        }
    }
}

#[test]
fn every_example_of_a_contract_holds_the_relations_of_every_target() {
    for (contract, _) in Linter::new().rules() {
        for example in contract.prose().unwrap().examples {
            for text in [&example.json, &example.message, &example.recording].into_iter().flatten() {
                eprintln!("{}: {text}", contract.id());
                fuzz::TARGETS.iter().for_each(|(_, body)| body(text.trim().as_bytes()));
            }
        }
    }
}
