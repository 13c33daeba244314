//! The gate with servers that are one line of shell: what it does to lines, ends and exit codes. Needs no packages.

use std::process::{Command, Stdio};

use crate::processes::{NO_GATE, Ran, folder, gate, run, skip};

/// Runs `sh -c script` behind the gate, with a client that says `input` and leaves, or stays and says nothing. None,
/// and a message, where the gate is not built.
fn gated(name: &str, script: &str, arguments: &[&str], input: Option<&[u8]>) -> Option<Ran> {
    let Some(gate) = gate() else {
        skip(name, NO_GATE);
        return None;
    };
    let mut command = Command::new(gate);
    command.args(["--server-name", "desk", "--", "sh", "-c", script]).args(arguments);
    Some(run(&folder(name), &mut command, input))
}

/// A server that says its argument, hears one line, and says on standard error what it heard.
const ASKS: &str = r#"printf '%s\n' "$0"; IFS= read -r heard; echo "heard: $heard" >&2"#;

/// The end of a request that asks a person to open a link.
fn link(url: &str) -> String {
    let id = "0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11";
    format!(r#""params":{{"mode":"url","message":"Sign in","elicitationId":"{id}","url":"{url}"}}}}"#)
}

/// A server that says its argument and leaves.
const TELLS: &str = r#"printf '%s\n' "$0""#;

#[test]
fn what_is_clean_passes_byte_for_byte() {
    let lines = "\n{ \"jsonrpc\" : \"2.0\",\t\"method\":\"notifications/a\" }  \r\n\
        {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":\"\\u00e9 \u{e9}\"}}\n\n\
        {\"jsonrpc\":\"2.0\",\"method\":\"notifications/last\"}";
    let Some(ran) = gated("clean", "cat", &[], Some(lines.as_bytes())) else { return };
    assert_eq!(String::from_utf8_lossy(&ran.stdout), lines);
    assert_eq!(ran.stderr, "");
}

#[test]
fn the_exit_code_of_the_server_is_that_of_the_gate() {
    for code in [0, 1, 7, 255] {
        let Some(ran) = gated("exit-code", "exit \"$0\"", &[&code.to_string()], Some(b"")) else { return };
        assert_eq!(ran.status.code(), Some(code));
    }
    let Some(ran) = gated("exit-signal", "kill -9 $$", &[], Some(b"")) else { return };
    assert_eq!(ran.status.code(), Some(1));
}

#[test]
fn the_gate_ends_when_the_server_does_though_the_client_stays() {
    let Some(ran) = gated("end", "exit 3", &[], None) else { return };
    assert_eq!(ran.status.code(), Some(3));
}

#[test]
fn a_command_that_does_not_start_is_said() {
    let Some(gate) = gate() else { return skip("start", NO_GATE) };
    let output = Command::new(gate).args(["--", "/does/not/exist"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("client_gate: /does/not/exist: ") && !output.status.success(), "{said}");
}

#[test]
fn a_line_over_the_limit_is_dropped_and_said() {
    let long = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{}\"}}\n", "a".repeat(17 << 20));
    let input = long + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/a\"}\n";
    let Some(ran) = gated("long", "wc -l >&2", &[], Some(input.as_bytes())) else { return };
    assert!(ran.stderr.starts_with("client_gate: client: error input-oversized at "), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().nth(1).map(str::trim), Some("1"));
}

#[test]
fn a_hostile_request_is_answered_and_not_shown() {
    let link = link("javascript:alert(1)");
    let decline = r#"{"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}"#;
    let cases = [
        (r#"{"jsonrpc":"2.0","id":7,"method":"elicitation/create","#, Some(decline)),
        (r#"{"jsonrpc":"2.0","id":7,"method":"\u0065licitation\/create","#, Some(decline)),
        (r#"  {"jsonrpc":"2.0","method":"elicitation/create","id":7,"#, Some(decline)),
        // A client may take the first of two methods, and show what the other never would.
        (r#"{"jsonrpc":"2.0","id":7,"method":"elicitation/create","method":"ping","#, Some(decline)),
        // Nobody waits for these: a batch is none of this protocol, and one is cut.
        (r#"[{"jsonrpc":"2.0","id":7,"method":"elicitation/create","#, None),
        (r#"{"jsonrpc":"2.0","id":7,"method":"elicitation/create","cut":{"#, None),
    ];
    for (start, heard) in cases {
        let closed = if start.starts_with('[') { "]" } else { "" };
        let server = if heard.is_some() { ASKS } else { TELLS };
        let Some(ran) = gated("hostile", server, &[&format!("{start}{link}{closed}")], None) else { return };
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "", "{start}");
        assert!(ran.stderr.contains("client_gate: server: error "), "{start}: {}", ran.stderr);
        let said = ran.stderr.lines().find_map(|line| line.strip_prefix("heard: "));
        assert_eq!(said, heard, "{start}: {}", ran.stderr);
    }
}

#[test]
fn a_notification_that_must_not_pass_is_dropped() {
    let notice = r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{}}"#;
    let Some(ran) = gated("notification", TELLS, &[notice], None) else { return };
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "");
    assert!(ran.stderr.contains(" completion-id-missing "), "{}", ran.stderr);
}

#[test]
fn a_line_that_is_no_message_is_dropped_and_said() {
    let Some(ran) = gated("text", TELLS, &["listening on port 8000"], None) else { return };
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "");
    assert!(ran.stderr.starts_with("client_gate: server: error input-malformed "), "{}", ran.stderr);
}

/// The server writes to the same standard error, and would tear a line that comes in several pieces. A socket of
/// datagrams keeps what is written at once apart.
#[cfg(unix)]
#[test]
fn what_the_gate_says_is_written_in_one_piece() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixDatagram;
    let Some(gate) = gate() else { return skip("one piece", NO_GATE) };
    for arguments in [&["--", "echo", "listening on port 8000"] as &[_], &["--", "/does/not/exist"], &[]] {
        let (ours, theirs) = UnixDatagram::pair().unwrap();
        let mut command = Command::new(&gate);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(OwnedFd::from(theirs));
        command.status().unwrap();
        drop(command);
        ours.set_nonblocking(true).unwrap();
        let mut buffer = [0; 4096];
        let length = ours.recv(&mut buffer).unwrap();
        assert!(buffer[..length].ends_with(b"\n"), "{arguments:?}: {}", String::from_utf8_lossy(&buffer[..length]));
        assert!(ours.recv(&mut buffer).is_err(), "{arguments:?}");
    }
}

/// What is dubious but lawful passes, and is said.
#[test]
fn a_warning_passes_and_is_said() {
    let link = link("http://id.example.com/");
    let link = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"elicitation/create",{link}"#);
    let answer = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"action\":\"accept\"}}";
    let Some(ran) = gated("warning", ASKS, &[&link], Some(format!("{answer}\n").as_bytes())) else { return };
    assert_eq!(String::from_utf8_lossy(&ran.stdout), format!("{link}\n"));
    assert!(ran.stderr.contains("client_gate: server: warning url-plain-http at /params/url: "), "{}", ran.stderr);
    assert!(ran.stderr.contains(&format!("heard: {answer}\n")), "{}", ran.stderr);
}
