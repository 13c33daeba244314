//! Where programs and packages are, and how a process is run so that it ends.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How long a process may take. Two interpreters on a machine that has other work to do take some seconds.
const PATIENCE: Duration = Duration::from_secs(110);

/// A file beside this one.
pub fn script(name: &str) -> String {
    text(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/live").join(name))
}

/// Where `install` put the packages.
pub fn packages() -> PathBuf {
    let named = std::env::var_os("ELICITLINT_LIVE").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target/live"))
}

/// An official SDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sdk {
    Node,
    Python,
}

impl Sdk {
    /// The interpreter, where the SDK is installed for it.
    pub fn interpreter(self) -> Option<String> {
        let (interpreter, sdk) = match self {
            Self::Node => ("node_modules/.bin/node", "node_modules/@modelcontextprotocol/sdk".to_owned()),
            Self::Python => ("venv/bin/python", site_packages()? + "/mcp"),
        };
        let found = [interpreter, &sdk].map(|path| packages().join(path));
        found.iter().all(|path| path.exists()).then(|| text(packages().join(interpreter)))
    }

    /// The interpreter with a script of tests/live, `server` or `client`.
    pub fn program(self, name: &str) -> Option<[String; 2]> {
        let ending = if self == Self::Node { "cjs" } else { "py" };
        Some([self.interpreter()?, script(&format!("{name}.{ending}"))])
    }
}

fn site_packages() -> Option<String> {
    let libraries = fs::read_dir(packages().join("venv/lib")).ok()?;
    let found = libraries.flatten().map(|entry| text(entry.path().join("site-packages")));
    found.into_iter().next()
}

/// The gate, which cargo builds beside the tests; none where only this test was asked for.
pub fn gate() -> Option<String> {
    let path = Path::new(env!("CARGO_BIN_EXE_elicitlint")).with_file_name("examples").join("client_gate");
    path.exists().then(|| text(path))
}

/// Says why a test did nothing. The test harness hides what passing tests print, so it goes past it.
pub fn skip(what: &str, because: &str) {
    say(&format!("skipped: {what}: {because}"));
}

pub fn say(line: &str) {
    io::stderr().write_all(format!("{line}\n").as_bytes()).unwrap();
}

pub const NO_GATE: &str = "the example client_gate is not built";
pub const NO_PACKAGES: &str = "tests/live/install has not put its packages here";

/// An empty folder of a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("live").join(name);
    let _absent = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What a process left.
pub struct Ran {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Ran {
    pub fn lines(&self) -> Vec<String> {
        String::from_utf8_lossy(&self.stdout).lines().map(str::to_owned).collect()
    }
}

/// Runs a command to its end. Its input ends with `input`; where that is none, it stays open. Its output goes to files
/// of the folder.
pub fn run(folder: &Path, command: &mut Command, input: Option<&[u8]>) -> Ran {
    let kept = |name: &str| File::create(folder.join(name)).unwrap();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(kept("stdout"))
        .stderr(kept("stderr"))
        .env("NODE_PATH", packages().join("node_modules"))
        .env("ELICITLINT_LIVE", packages())
        .spawn()
        .unwrap();
    let mut open = child.stdin.take();
    if let Some(input) = input {
        open.take().unwrap().write_all(input).unwrap();
    }
    let started = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if started.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(10)),
            None => {
                child.kill().unwrap();
                panic!("{command:?} does not end: {}", fs::read_to_string(folder.join("stderr")).unwrap());
            }
        }
    };
    drop(open);
    let stdout = fs::read(folder.join("stdout")).unwrap();
    let stderr = String::from_utf8_lossy(&fs::read(folder.join("stderr")).unwrap()).into_owned();
    Ran { status, stdout, stderr }
}

/// What `elicitlint check` says of recordings, as JSON.
pub fn check(recordings: &[PathBuf]) -> serde_json::Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_elicitlint"));
    command.args(["check", "--no-config", "--strict-input", "--format", "json"]).args(recordings);
    let output = command.stdin(Stdio::null()).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{command:?}: {error}: {}", String::from_utf8_lossy(&output.stderr));
    })
}

fn text(path: PathBuf) -> String {
    path.to_str().unwrap().to_owned()
}
