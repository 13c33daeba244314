//! The example that records a server over pipes: what passes is what was written, and the recording holds all of it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;

use elicitlint::recording::Input;
use elicitlint::{CheckOptions, Linter, check};

/// The example, which cargo builds beside the tests; none where only one test was asked for.
fn tee() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_BIN_EXE_elicitlint")).with_file_name("examples").join("tee");
    if !path.exists() {
        eprintln!("skipped: {} is not built", path.display());
    }
    path.exists().then_some(path)
}

struct Run {
    status: ExitStatus,
    output: Vec<u8>,
    /// The lines of the recording.
    lines: Vec<serde_json::Value>,
    recording: Vec<u8>,
}

/// Records `sh -c script`, which gets `input`; `name` is that of the recording.
fn record(tee: &Path, name: &str, script: &str, input: &[u8]) -> Run {
    let path = std::env::temp_dir().join(format!("elicitlint-tee-{}-{name}.jsonl", std::process::id()));
    let _absent = fs::remove_file(&path);
    let mut command = Command::new(tee);
    command.arg(&path).args(["--", "sh", "-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes = input.to_vec();
    let writer = thread::spawn(move || {
        // A server may end before it has read everything.
        let _ended = stdin.write_all(&bytes);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let recording = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let lines = recording.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let lines = lines.map(|line| serde_json::from_slice(line).unwrap()).collect();
    Run { status: output.status, output: output.stdout, lines, recording }
}

#[test]
fn every_byte_passes_and_every_line_is_kept() {
    let Some(tee) = tee() else { return };
    let long = format!(r#"{{"jsonrpc":"2.0","id":2,"result":{{"text":"{}"}}}}"#, "x".repeat(300_000));
    let pieces: [&[u8]; 8] = [
        b"starting ...\n",
        b"{\"jsonrpc\":\"2.0\", \"id\":1,\"id\":1,\"method\":\"ping\"}\r\n",
        b"\n",
        long.as_bytes(),
        b"\n{\"jsonrpc\":\"2.0\",\n",
        b"\xff\xfe no text\n",
        b"{\"cut\":\"\xff\"}\n",
        b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/last\"}",
    ];
    let input = pieces.concat();
    let run = record(&tee, "bytes", "cat", &input);
    assert!(run.status.success());
    assert!(run.output == input, "{} bytes of {} came out", run.output.len(), input.len());
    for side in ["c2s", "s2c"] {
        let of_side: Vec<_> = run.lines.iter().filter(|line| line["dir"] == side).collect();
        let kinds: Vec<_> = of_side.iter().map(|line| if line.get("msg").is_some() { "msg" } else { "raw" }).collect();
        assert_eq!(kinds, ["raw", "msg", "msg", "raw", "raw", "raw", "msg"], "{side}");
        assert_eq!(of_side[0]["raw"], "starting ...");
        assert_eq!(of_side[2]["msg"]["result"]["text"].as_str().map(str::len), Some(300_000));
        assert_eq!(of_side[6]["msg"]["method"], "notifications/last");
    }
    // As it was written, with what another writer would have dropped.
    let plain = br#""msg":{"jsonrpc":"2.0", "id":1,"id":1,"method":"ping"}}"#;
    assert!(run.recording.windows(plain.len()).any(|window| window == plain));
    let place = |side: &str| run.lines.iter().position(|line| line["dir"] == side && line["msg"]["id"] == 1).unwrap();
    assert!(place("c2s") < place("s2c"), "what was sent stands before its echo");
}

#[test]
fn it_ends_as_the_server_ends() {
    let Some(tee) = tee() else { return };
    for (name, script, code, output) in [
        ("code", "echo '{}'; exit 7", 7, "{}\n"),
        ("signal", "printf 'half a line'; kill -TERM $$", 143, "half a line"),
        ("unread", "exec <&-; echo bye", 0, "bye\n"),
        ("end-of-input", "cat >/dev/null; echo closed", 0, "closed\n"),
    ] {
        let run = record(&tee, name, script, &b"{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n".repeat(4_000));
        assert_eq!((run.status.code(), String::from_utf8_lossy(&run.output).as_ref()), (Some(code), output), "{name}");
        assert!(run.lines.iter().any(|line| line["dir"] == "s2c"), "{name}: what the server said last is kept");
    }
    let wrong = Command::new(&tee).args(["out.jsonl", "cat"]).stderr(Stdio::null()).status().unwrap();
    assert_eq!(wrong.code(), Some(2));
}

#[test]
fn what_it_records_is_read_with_both_sides() {
    let Some(tee) = tee() else { return };
    let plain = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings/jsonl/python.jsonl")).unwrap();
    let run = record(&tee, "read", "cat", &plain);
    let mut findings = Vec::new();
    let input = Input::Stream(&mut &*run.recording);
    let summary =
        check(&Linter::new(), "tee", input, &CheckOptions::default(), &mut |finding| findings.push(finding)).unwrap();
    // Each message is there as the client's and as the echo of the server.
    assert_eq!((summary.messages, summary.unreadable), (48, 0));
}
