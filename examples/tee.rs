//! Records a server over standard input and output: `cargo run --example tee -- out.jsonl -- COMMAND [ARGUMENT...]`.
//! In: what client and server write. Out: the same bytes to the other one, and each line in an envelope to the file.
//! Never: a byte that is held back, changed or lost on the way, whatever it is and whatever becomes of the file.

use std::env;
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::de::IgnoredAny;

const USAGE: &str = "usage: tee RECORDING.jsonl -- COMMAND [ARGUMENT...]";

/// A line that is longer is written in pieces, which are no messages.
const LINE_BYTES: usize = 64 << 20;

fn main() {
    let mut arguments = env::args_os().skip(1);
    let (Some(path), Some(dashes), Some(command)) = (arguments.next(), arguments.next(), arguments.next()) else {
        fail(2, USAGE);
    };
    if dashes != "--" {
        fail(2, USAGE);
    }
    let file = OpenOptions::new().create(true).append(true).open(&path);
    let file = file.unwrap_or_else(|error| fail(2, &format!("tee: {}: {error}", path.display())));
    let status = run(&command, arguments, Recording::new(file));
    std::process::exit(status.unwrap_or_else(|error| fail(127, &format!("tee: {}: {error}", command.display()))));
}

fn fail(code: i32, message: &str) -> ! {
    say(message);
    std::process::exit(code)
}

/// Writes a line to standard error in one piece: the server writes there too, and would tear one that comes in several.
fn say(line: &str) {
    let _closed = io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Runs the server to its end. It ends when it likes, or because its input does, as the transport has it: a signal that
/// ends this program closes that input, and one from a terminal reaches both.
fn run(command: &OsString, arguments: impl Iterator<Item = OsString>, recording: Recording) -> io::Result<i32> {
    let mut server = Command::new(command).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let recording = Arc::new(Mutex::new(recording));
    if let Some(input) = server.stdin.take() {
        let recording = Arc::clone(&recording);
        thread::spawn(move || from_client(input, &recording));
    }
    if let Some(output) = server.stdout.take() {
        pass(output, io::stdout().lock(), Side::Server, &recording);
    }
    let status = server.wait()?;
    let mut recording = recording.lock().unwrap_or_else(PoisonError::into_inner);
    recording.end(Side::Client);
    Ok(code(status))
}

/// Closes the input of the server at the end of that of the client.
fn from_client(input: ChildStdin, recording: &Mutex<Recording>) {
    pass(io::stdin().lock(), input, Side::Client, recording);
}

/// Passes all bytes on as they come. A line is kept before its end is passed on, so that an answer stands after what it
/// answers. Where nobody takes the bytes any more, they are kept all the same.
fn pass(mut from: impl Read, mut to: impl Write, side: Side, recording: &Mutex<Recording>) {
    let mut buffer = vec![0; 1 << 16];
    let mut is_open = true;
    loop {
        let length = match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let bytes = &buffer[..length];
        recording.lock().unwrap_or_else(PoisonError::into_inner).keep(side, bytes);
        is_open = is_open && to.write_all(bytes).and_then(|()| to.flush()).is_ok();
        if !is_open && side == Side::Client {
            // A server that closed its input wants no more.
            break;
        }
    }
    recording.lock().unwrap_or_else(PoisonError::into_inner).end(side);
}

/// As shells have it: 128 and the signal for a server that was ended by one.
fn code(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128 + signal;
    }
    status.code().unwrap_or(1)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Client,
    Server,
}

struct Recording {
    /// None once it could not be written to.
    file: Option<File>,
    /// What each side has written of a line so far.
    rests: [Vec<u8>; 2],
}

impl Recording {
    fn new(file: File) -> Self {
        Self { file: Some(file), rests: [Vec::new(), Vec::new()] }
    }

    fn keep(&mut self, side: Side, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let rest = &mut self.rests[usize::from(side == Side::Server)];
            rest.extend_from_slice(piece);
            if piece.ends_with(b"\n") || rest.len() >= LINE_BYTES {
                self.end(side);
            }
        }
    }

    /// Writes what there is of a line.
    fn end(&mut self, side: Side) {
        let line = std::mem::take(&mut self.rests[usize::from(side == Side::Server)]);
        let line = line.trim_ascii();
        let Some(file) = self.file.as_mut().filter(|_| !line.is_empty()) else { return };
        // In one piece and without a buffer: what is recorded stays, whatever ends this program.
        if let Err(error) = file.write_all(&envelope(side, line)) {
            say(&format!("tee: the recording ends here: {error}"));
            self.file = None;
        }
    }
}

/// A message stands in the envelope as it was written: a key that is there twice stays there twice.
fn envelope(side: Side, line: &[u8]) -> Vec<u8> {
    let direction = if side == Side::Client { "c2s" } else { "s2c" };
    let mut envelope = format!(r#"{{"ts":"{}","dir":"{direction}","#, timestamp(SystemTime::now())).into_bytes();
    if is_json(line) {
        envelope.extend_from_slice(br#""msg":"#);
        envelope.extend_from_slice(line);
    } else {
        let text = String::from_utf8_lossy(line);
        envelope.extend_from_slice(format!(r#""raw":{}"#, serde_json::Value::from(text)).as_bytes());
    }
    envelope.extend_from_slice(b"}\n");
    envelope
}

/// True for one object or array.
fn is_json(line: &[u8]) -> bool {
    let text = std::str::from_utf8(line).ok().filter(|text| text.starts_with(['{', '[']));
    text.is_some_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok())
}

/// RFC 3339, UTC, with milliseconds.
fn timestamp(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    // Years that begin in March have their leap day at the end; 719468 days lie between the year 0 and 1970.
    let (era, day) = ((days + 719_468) / 146_097, (days + 719_468) % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (date, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = 400 * era + year + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let millisecond = since.subsec_millis();
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}.{millisecond:03}Z")
}
