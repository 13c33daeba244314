//! How the program comes to its users: releases, the action, the image, the oldest Rust. A package of the crate holds no
//! workflows, so that a file that is not there is not tested.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::cli::{Directory, text};
use crate::docs::root;

const PROGRAM: &str = env!("CARGO_BIN_EXE_elicitlint");
const RELEASE: &str = ".github/workflows/release.yml";

fn manifest() -> toml::Table {
    toml::from_str(&fs::read_to_string(root().join("Cargo.toml")).unwrap()).unwrap()
}

fn workflow(name: &str) -> Option<String> {
    fs::read_to_string(root().join(name)).ok()
}

/// The script of a step, as the runner hands it to a shell.
fn script(workflow: &str, step: &str) -> String {
    let (_, step) = workflow.split_once(&format!("- name: {step}\n")).unwrap_or_else(|| panic!("no step {step}"));
    let (_, script) = step.split_once("run: |\n").unwrap();
    let lines = script.lines().map_while(|line| line.strip_prefix("          "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The builds of the matrix: a value for each variable.
fn builds(workflow: &str) -> Vec<Vec<(String, String)>> {
    let rows = workflow.lines().filter_map(|line| line.trim().strip_prefix("- { os: ")?.strip_suffix(" }"));
    let pair = |pair: &str| pair.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
    rows.map(|row| row.split(", ").filter_map(pair).collect()).collect()
}

/// What `cargo binstall` makes of a template of the manifest.
fn expanded(template: &str, target: &str) -> String {
    let manifest = manifest();
    let package = |key: &str| manifest["package"][key].as_str().unwrap().to_owned();
    let ending = if target.contains("windows") { ".exe" } else { "" };
    let mut text = template.to_owned();
    for (name, value) in [
        ("repo", package("repository")),
        ("version", package("version")),
        ("name", package("name")),
        ("bin", package("name")),
        ("target", target.to_owned()),
        ("binary-ext", ending.to_owned()),
    ] {
        text = text.replace(&format!("{{ {name} }}"), &value);
    }
    assert!(!text.contains(['{', '}']), "{text}");
    text
}

/// Runs the step that packs, with a program that stands for what was built.
#[test]
fn archives_of_a_release_are_what_binstall_takes() {
    let Some(workflow) = workflow(RELEASE) else { return };
    let binstall = &manifest()["package"]["metadata"]["binstall"];
    let [address, inside, format] = ["pkg-url", "bin-dir", "pkg-fmt"].map(|key| binstall[key].as_str().unwrap());
    assert_eq!(format, "tgz");
    let builds = builds(&workflow);
    assert!(builds.len() > 3);
    for build in builds {
        let target = &build.iter().find(|(name, _)| name == "target").unwrap().1;
        let mut pack = script(&workflow, "Pack");
        for (name, value) in &build {
            pack = pack.replace(&format!("${{{{ matrix.{name} }}}}"), value);
        }
        assert!(!pack.contains("${{"), "{pack}");
        let directory = Directory::new(&format!("pack-{target}"));
        for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "NOTICE"] {
            directory.write(name, fs::read(root().join(name)).unwrap());
        }
        let program = if target.contains("windows") { "elicitlint.exe" } else { "elicitlint" };
        for name in [program, "elicitlint.d", "elicitlint.pdb"] {
            directory.write(&format!("target/{target}/release/{name}"), name);
        }
        let Ok(run) = Command::new("bash").args(["-eo", "pipefail", "-c", &pack]).current_dir(&directory.0).output()
        else {
            return;
        };
        assert!(run.status.success(), "{}", text(&run.stderr));
        let url = expanded(address, target);
        let (folder, archive) = url.rsplit_once('/').unwrap();
        assert_eq!(folder, expanded("{ repo }/releases/download/v{ version }", target));
        let list = Command::new("tar").args(["-tzf", archive]).current_dir(&directory.0).output().unwrap();
        let mut files: Vec<_> = text(&list.stdout).lines().map(str::to_owned).collect();
        files.retain(|name| !name.ends_with('/'));
        assert!(files.contains(&expanded(inside, target)), "{archive}: {files:?}");
        assert_eq!(files.len(), 6, "nothing else: {files:?}");
        let sum = fs::read_to_string(directory.0.join(format!("{archive}.sha256"))).unwrap();
        assert!(sum.trim_end().ends_with(&format!("  {archive}")), "{sum}");
        let stored = workflow.lines().filter_map(|line| line.trim().strip_prefix("path: "));
        assert_eq!(stored.collect::<Vec<_>>(), ["elicitlint-*.tar.gz*"]);
    }
}

#[test]
fn workflows_name_commits_and_may_only_read() {
    let Ok(folder) = fs::read_dir(root().join(".github/workflows")) else { return };
    for path in folder.map(|entry| entry.unwrap().path()) {
        let (workflow, name) = (fs::read_to_string(&path).unwrap(), path.display());
        assert!(workflow.contains("\npermissions:\n  contents: read\njobs:\n"), "{name}");
        for line in workflow.lines().map(str::trim) {
            if let Some((_, action)) = line.split_once("uses: ") {
                let (commit, version) = action.split_once('@').unwrap().1.split_once(" # v").unwrap();
                let is_commit = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
                assert!(is_commit && version.contains('.'), "{name}: {action}");
            }
        }
        // Two jobs write, and what they need: a release, and the pages of the site with the token that says who they are.
        let writes: Vec<_> = workflow.lines().filter(|line| line.ends_with(": write")).map(str::trim).collect();
        let expected: &[&str] = match path.file_name().and_then(|name| name.to_str()) {
            Some("release.yml") => &["contents: write"],
            Some("site.yml") => &["pages: write", "id-token: write"],
            _ => &[],
        };
        assert_eq!(writes, expected, "{name}");
        let checkouts = workflow.matches("actions/checkout@").count();
        assert_eq!(workflow.matches("persist-credentials: false").count(), checkouts, "{name}");
    }
}

#[test]
fn the_oldest_rust_is_the_same_everywhere() {
    let manifest = manifest();
    let oldest = manifest["package"]["rust-version"].as_str().unwrap();
    for name in ["README.md", "docs/getting-started.md"] {
        let said = fs::read_to_string(root().join(name)).unwrap();
        assert!(said.contains(&format!("Rust {oldest} or newer")), "{name} says nothing of Rust {oldest}");
    }
    if let Some(ci) = workflow(".github/workflows/ci.yml") {
        assert!(ci.contains(&format!(" {oldest} ")), "ci.yml does not install {oldest}");
    }
}

#[test]
fn documents_name_the_version_that_is_released() {
    let manifest = manifest();
    let version = manifest["package"]["version"].as_str().unwrap();
    let (minor, _) = version.rsplit_once('.').unwrap();
    let integrations = fs::read_to_string(root().join("docs/integrations.md")).unwrap();
    assert!(integrations.contains(&format!("uses: elicitlint/elicitlint@v{version}\n")));
    for name in ["README.md", "docs/clients.md"] {
        let said = fs::read_to_string(root().join(name)).unwrap();
        assert!(said.contains(&format!("elicitlint = {{ version = \"{minor}\"")), "{name}");
    }
}

/// The image is built from what a clone holds.
#[test]
fn the_image_copies_what_is_there() {
    let Some(file) = workflow("Dockerfile") else { return };
    let copied = file.lines().filter_map(|line| line.strip_prefix("COPY "));
    for from in copied.filter(|line| !line.starts_with("--from=")).filter_map(|line| line.split(' ').next()) {
        assert!(root().join(from).exists(), "{from}");
    }
    let ignored = fs::read_to_string(root().join(".dockerignore")).unwrap();
    for needed in ["Cargo.toml", "Cargo.lock", "src", "rules", "docs"] {
        assert!(ignored.lines().all(|line| line != needed), "the image lacks {needed}");
    }
    assert!(file.contains("cargo build --release --locked --bin elicitlint\n"));
    assert!(file.contains("COPY --from=build /build/target/release/elicitlint /elicitlint\n"));
}

#[test]
fn the_steps_of_the_action_run() {
    // A package holds no workflows.
    if !root().join(".ci/action").exists() {
        return;
    }
    let Ok(version) = Command::new("python3").arg("--version").output() else { return };
    assert!(version.status.success());
    let directory = Directory::new("action");
    let sarif = directory.0.join("out.sarif");
    let path = format!("{}:{}", Path::new(PROGRAM).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut action = Command::new(root().join(".ci/action"));
    action.arg(directory.0.join("session.jsonl")).arg("--exit-zero").env("PATH", path).env("INPUT_SARIF", &sarif);
    let output = action.env_remove("ELICITLINT_CONFIG").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().filter(|line| line.starts_with("::error ")).count(), 3);
    let log: Value = serde_json::from_str(&fs::read_to_string(sarif).unwrap()).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 4);
}
