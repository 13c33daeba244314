//! Arrows go down only: a module names only modules before it in the list of docs/design.md.

use std::fs;
use std::path::{Path, PathBuf};

fn order() -> Vec<String> {
    let design = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/design.md")).unwrap();
    let (_, list) = design.split_once("The order of imports, lowest first:").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every source file with the module that it belongs to; the roots belong to none.
fn modules() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    files.sort();
    let of = |path: PathBuf| {
        let first = path.strip_prefix(&root).unwrap().components().next().unwrap();
        let module = Path::new(first.as_os_str()).file_stem().unwrap().to_str().unwrap().to_owned();
        (path, module)
    };
    files.into_iter().map(of).filter(|(_, module)| !matches!(module.as_str(), "lib" | "main")).collect()
}

#[test]
fn a_module_names_only_modules_before_it() {
    let order = order();
    let rank = |module: &str| {
        order
            .iter()
            .position(|known| known == module)
            .unwrap_or_else(|| panic!("docs/design.md does not list {module}"))
    };
    for (path, module) in modules() {
        if path.file_stem().is_some_and(|stem| stem.to_str().unwrap().contains("tests")) {
            continue;
        }
        let source = fs::read_to_string(&path).unwrap();
        for (number, line) in source.lines().enumerate() {
            for reference in line.split("crate::").skip(1) {
                let is_import = line.trim_start().starts_with("use crate::") || line.trim_start().starts_with("//");
                let place = format!("{}:{}", path.display(), number + 1);
                assert!(is_import, "{place}: `crate::` belongs into a `use` line");
                if line.trim_start().starts_with("//") {
                    continue;
                }
                let named: String = reference.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                assert!(!named.is_empty(), "{place}: one `use crate::module` a line");
                assert!(
                    named == module || rank(&named) < rank(&module),
                    "{place}: `{module}` names `{named}` above it"
                );
            }
        }
    }
}

#[test]
fn every_file_opens_with_what_it_is_what_passes_and_what_it_must_not_do() {
    for (path, _) in modules() {
        let source = fs::read_to_string(&path).unwrap();
        let opening: Vec<_> = source.lines().take_while(|line| line.starts_with("//!")).collect();
        let is_test = path.file_stem().is_some_and(|stem| stem.to_str().unwrap().contains("tests"));
        let complete = opening.iter().any(|line| line.starts_with("//! In: "))
            && opening.iter().any(|line| line.starts_with("//! Never: "));
        assert!(complete || is_test, "{}: opens with three lines: what it is, In/Out, Never", path.display());
    }
}
