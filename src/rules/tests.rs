//! The table of contracts is what the contract files say, and the table of checks fits it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::*;

/// Every contract file, by id.
fn files() -> BTreeMap<String, Contract> {
    let mut contracts = BTreeMap::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    for group in fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        let group_name = group.file_name().unwrap().to_str().unwrap().to_owned();
        for file in fs::read_dir(&group).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().is_some_and(|extension| extension == "toml") {
                let id = file.file_stem().unwrap().to_str().unwrap().to_owned();
                let source = fs::read_to_string(&file).unwrap();
                let contract = Contract::from_toml(&group_name, &id, &source)
                    .unwrap_or_else(|error| panic!("{}: {error} {:?}", file.display(), error.span()));
                contracts.insert(id, contract);
            }
        }
    }
    contracts
}

/// The source of `contracts.rs` for these contracts.
fn table(contracts: &BTreeMap<String, Contract>) -> String {
    let mut table = String::from(
        "//! The contracts of the built-in rules, digested. Written from `rules/<group>/<id>.toml` by `UPDATE=1 cargo test`.\n\
         //! In: nothing. Out: one table, sorted by id.\n\
         //! Never: edited by hand; a test compares it with the files.\n\n\
         use std::borrow::Cow;\n\n\
         use super::Clause;\nuse super::Contract;\n",
    );
    if contracts.values().any(|contract| contract.pattern.is_some()) {
        table.push_str("use super::Target;\nuse super::contract::PatternSource;\n");
    }
    table.push_str("use crate::elicitation::Revisions;\nuse crate::finding::Level;\n\n#[rustfmt::skip]\n");
    writeln!(table, "pub(super) static BUILT_IN: [Contract; {}] = [", contracts.len()).unwrap();
    for contract in contracts.values() {
        push_row(&mut table, contract);
    }
    table.push_str("];\n");
    table
}

fn push_row(table: &mut String, contract: &Contract) {
    let (id, group) = (contract.id(), contract.group());
    writeln!(table, "    Contract {{").unwrap();
    let texts = [("id", id), ("group", group), ("summary", &contract.summary), ("message", &contract.message)];
    for (name, text) in texts.into_iter().chain([("help", &*contract.help)]) {
        writeln!(table, "        {name}: Cow::Borrowed({text:?}),").unwrap();
    }
    writeln!(table, "        clauses: Cow::Borrowed(&[").unwrap();
    for Clause { revision, page, section, level } in contract.clauses() {
        writeln!(
            table,
            "            Clause {{ revision: Cow::Borrowed({revision:?}), page: Cow::Borrowed({page:?}), \
             section: Cow::Borrowed({section:?}), level: Cow::Borrowed({level:?}) }},"
        )
        .unwrap();
    }
    writeln!(table, "        ]),").unwrap();
    let levels = contract.levels.map(|level| format!("Level::{}", level.name().to_uppercase()));
    writeln!(table, "        levels: [{}],", levels.join(", ").replace("OFF", "Off")).unwrap();
    let revisions: String =
        contract.revisions().map(|date| format!(".with(Revisions::V{})", date.replace('-', "_"))).collect();
    writeln!(table, "        revisions: Revisions::NONE{revisions},").unwrap();
    writeln!(table, "        every_message: {},", contract.every_message).unwrap();
    writeln!(table, "        yields_to_internal: {},", contract.yields_to_internal).unwrap();
    match &contract.pattern {
        None => writeln!(table, "        pattern: None,").unwrap(),
        Some(pattern) => {
            let list = |patterns: &[std::borrow::Cow<'_, str>]| {
                patterns.iter().map(|pattern| format!("Cow::Borrowed({pattern:?})")).collect::<Vec<_>>().join(", ")
            };
            writeln!(
                table,
                "        pattern: Some(PatternSource {{ target: Target::{:?}, any: Cow::Borrowed(&[{}]), none: \
                 Cow::Borrowed(&[{}]) }}),",
                pattern.target,
                list(&pattern.any),
                list(&pattern.none)
            )
            .unwrap();
        }
    }
    writeln!(table, "        source: Cow::Borrowed(include_str!(\"../../rules/{group}/{id}.toml\")),").unwrap();
    writeln!(table, "    }},").unwrap();
}

#[test]
fn the_table_of_contracts_is_what_the_files_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/contracts.rs");
    let written = table(&files());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &written).unwrap();
    }
    let present = fs::read_to_string(&path).unwrap();
    assert!(present == written, "src/rules/contracts.rs is stale: run `UPDATE=1 cargo test`");
}

#[test]
fn every_contract_has_a_check_or_a_pattern_and_every_check_a_contract() {
    let contracts = files();
    let coded: Vec<_> = CHECKS.iter().map(|(id, _)| *id).collect();
    assert!(coded.is_sorted(), "CHECKS must be sorted by id");
    for (id, contract) in &contracts {
        assert_ne!(
            coded.contains(&id.as_str()),
            contract.pattern.is_some(),
            "{id}: needs a check or a [match], not both"
        );
    }
    for id in coded {
        assert!(contracts.contains_key(id), "{id} has a check and no contract");
    }
}

#[test]
fn every_check_is_named_as_its_rule_and_stands_in_the_file_of_its_group() {
    for contract in files().values().filter(|contract| contract.pattern.is_none()) {
        let (id, group) = (contract.id(), contract.group());
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/rules/{group}.rs"));
        let source = fs::read_to_string(&path).unwrap_or_default();
        let function = format!("pub(super) fn {}(", id.replace('-', "_"));
        assert!(source.contains(&function), "{}: no `{function}`", path.display());
    }
}

#[test]
fn every_built_in_pattern_compiles_and_every_rule_that_is_on_runs() {
    let rules = Rules::built_in();
    let on = rules.all().filter(|(_, level)| *level != Level::Off).count();
    let running = rules.coded.rules().len() + rules.patterns.len();
    assert_eq!(running, on);
}
