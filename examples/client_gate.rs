//! A gate between an MCP client and a server: `client_gate [--server-name NAME] -- COMMAND [ARGUMENT...]`.
//! In: the messages of both sides, one a line. Out: each to the other side, byte for byte, unless it must not pass; its
//! sender, or who waits for it, then gets the answer that the library proposes, and a line on standard error says why.
//! Never: an elicitation that blocks in front of a person, the address that it led to in an answer.

use std::env;
use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::process::{ChildStdin, Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use elicitlint::{Context, Level, Limits, Linter, Observation, Policy, Session, Severity, Side, Verdict};

const USAGE: &str = "usage: client_gate [--server-name NAME] -- COMMAND [ARGUMENT...]";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (name, command, arguments) = match words.as_slice() {
        ["--server-name", name, "--", command, arguments @ ..] => (*name, *command, arguments),
        ["--", command, arguments @ ..] => (*command, *command, arguments),
        _ => {
            say(USAGE);
            return ExitCode::from(2);
        }
    };
    run(name, Command::new(command).args(arguments)).unwrap_or_else(|error| {
        say(&format!("client_gate: {command}: {error}"));
        ExitCode::FAILURE
    })
}

/// Stands between both sides until the server ends, and passes its exit code on.
fn run(name: &str, command: &mut Command) -> io::Result<ExitCode> {
    // Which of two values of one key a client takes is not known here, so a message with both is refused.
    let policy = Policy::new().level("input-duplicate-key", Level::On(Severity::Error));
    let linter = Linter::with_policy(&policy).map_err(io::Error::other)?;
    let session = Session::new(&linter, Context::default().local_server(name));

    let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let from_server = server.stdout.take().map(BufReader::new).expect("it is piped");
    let gate = Arc::new(Gate { session: Mutex::new(session), to_server: Mutex::new(server.stdin.take()) });
    let client = Arc::clone(&gate);
    // Nothing can interrupt a read of standard input, so this thread is left behind when the server ends first.
    thread::spawn(move || {
        let passed = client.pass(Side::Client, io::stdin().lock());
        client.close_server();
        passed
    });
    let passed = gate.pass(Side::Server, from_server);
    gate.close_server();
    let status = server.wait()?;
    passed.map(|()| exit_code(status))
}

fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}

/// What both directions share.
struct Gate {
    session: Mutex<Session>,
    to_server: Mutex<Option<ChildStdin>>,
}

impl Gate {
    /// Passes on what `side` says, until it says no more. What stands behind the last line goes with it.
    fn pass(&self, side: Side, mut source: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        while read_line(&mut source, &mut line)? {
            self.pass_line(side, &line)?;
        }
        Ok(())
    }

    fn pass_line(&self, side: Side, line: &[u8]) -> io::Result<()> {
        let message = line.trim_ascii();
        if message.is_empty() {
            return self.send(side.other(), line);
        }
        // The session sees a message before the other side does, so that it never sees an answer before the question.
        let mut session = self.session.lock().expect("no thread panics");
        let observed = session.observe(side, message);
        tell(side, &observed);
        match (observed.verdict(), observed.refused()) {
            (Verdict::Block, Some(refused)) => {
                // A request is answered in the name of the other side, and the session takes it for answered.
                if refused.to == side {
                    session.observe(side.other(), refused.message.as_bytes());
                }
                drop(session);
                self.send(refused.to, format!("{}\n", refused.message).as_bytes())
            }
            // A notification, or no message at all, such as a line of a log: there is nobody to answer.
            (Verdict::Block, None) => Ok(()),
            _ => {
                drop(session);
                self.send(side.other(), line)
            }
        }
    }

    /// A server that asks what is refused, and does not read on, waits here for itself alone.
    fn send(&self, to: Side, bytes: &[u8]) -> io::Result<()> {
        match to {
            Side::Client => {
                let mut client = io::stdout().lock();
                client.write_all(bytes)?;
                client.flush()
            }
            Side::Server => {
                if let Some(server) = self.to_server.lock().expect("no thread panics").as_mut() {
                    // A server that reads no more is about to end, and says so by its output.
                    let _ended = server.write_all(bytes);
                }
                Ok(())
            }
        }
    }

    /// Tells the server that the client says no more.
    fn close_server(&self) {
        drop(self.to_server.lock().expect("no thread panics").take());
    }
}

/// Reads a line with its end. Of a line over the limit it keeps one byte more than that, which is enough for the library
/// to refuse it, and the rest is thrown away.
fn read_line(source: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let limit = Limits::default().record_bytes;
    line.clear();
    let most = u64::try_from(limit).map_or(u64::MAX, |bytes| bytes + 1);
    source.by_ref().take(most).read_until(b'\n', line)?;
    if line.len() > limit && !line.ends_with(b"\n") {
        source.skip_until(b'\n')?;
    }
    Ok(!line.is_empty())
}

/// Says on standard error what was found, a line each; it names the place, and never more of the text than is safe.
fn tell(side: Side, observed: &Observation<'_>) {
    let sender = if side == Side::Client { "client" } else { "server" };
    for report in observed.ended().iter().chain(observed.reports()) {
        for (finding, pointer) in report.findings().iter().zip(report.pointers(report.findings())) {
            if finding.severity() >= Severity::Warning {
                let (severity, rule) = (finding.severity(), report.rule(finding).id());
                let because = report.message(finding);
                say(&format!("client_gate: {sender}: {severity} {rule} at {pointer}: {because}"));
            }
        }
    }
}

/// Writes a line to standard error in one piece: the server writes there too, and would tear one that comes in several.
fn say(line: &str) {
    let _closed = io::stderr().write_all(format!("{line}\n").as_bytes());
}
