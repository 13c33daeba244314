//! `elicitlint serve`: requests and answers, a JSON line each, for clients in other languages.
//! In: lines on standard input. Out: a line for each on standard output, in the same order.
//! Never: an end because of a request that is wrong, more sessions than a bound.

use std::collections::BTreeMap;
use std::io;
use std::io::BufRead;
use std::io::Read as _;
use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::arguments::PolicyArguments;
use super::exit::Exit;
use super::exit::Problem;
use super::request::Members;
use super::request::judged;
use super::streams::Streams;
use crate::json::Kind;
use crate::linter::Linter;
use crate::message::Side;
use crate::output::Answer;
use crate::output::AnswerId;
use crate::output::Eyes;
use crate::output::Instead;
use crate::output::Redact;
use crate::output::Told;
use crate::output::safe;
use crate::output::write_line;
use crate::session::Session;
use crate::text::nearest::hint;

const METHODS: [&str; 6] = ["vet", "vet_message", "vet_url", "consent", "observe", "finish"];

/// Sessions that are open at one time.
const SESSIONS: usize = 1024;

/// Bytes of a request beside the record that it holds, which may be escaped.
const AROUND: usize = 64 << 10;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    policy: PolicyArguments,
}

#[derive(Serialize)]
struct Failure {
    id: AnswerId,
    error: String,
}

struct Server {
    linter: Linter,
    eyes: Eyes,
    sessions: BTreeMap<String, Session>,
}

pub(super) fn run(arguments: &Arguments, streams: &Streams) -> Result<Exit, Problem> {
    let built = arguments.policy.build(streams)?;
    built.tell(streams);
    let linter = built.linter;
    let eyes = Eyes::new(&linter, Redact::Partial);
    let most = linter.policy().limits.record_bytes.saturating_mul(2).saturating_add(AROUND);
    let mut server = Server { linter, eyes, sessions: BTreeMap::new() };
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = u64::try_from(most).unwrap_or(u64::MAX);
        let read = input.by_ref().take(limit).read_until(b'\n', &mut line);
        match read {
            Ok(0) => return Ok(Exit::Clean),
            Ok(_) => {}
            Err(error) => return Err(Problem::internal(format!("standard input cannot be read: {error}"))),
        }
        let written = if line.len() >= most && !line.ends_with(b"\n") {
            let skipped = input.skip_until(b'\n');
            let error = format!("the request is larger than {most} bytes");
            skipped.and_then(|_| write_line(&mut output, &Failure { id: AnswerId::None, error }))
        } else if line.trim_ascii().is_empty() {
            Ok(())
        } else {
            server.answer(&line, &mut output)
        };
        match written {
            Ok(()) => {}
            // The client has gone.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Exit::Clean),
            Err(error) => return Err(Problem::internal(format!("standard output cannot be written: {error}"))),
        }
    }
}

impl Server {
    fn answer(&mut self, line: &[u8], output: &mut dyn Write) -> io::Result<()> {
        let mut id = AnswerId::None;
        let answered = Members::read(line).and_then(|members| {
            id = id_of(&members)?;
            self.judge(&members)
        });
        match answered {
            Ok(answer) => write_line(output, &Answer { id: Some(id), ..answer }),
            Err(error) => write_line(output, &Failure { id, error: safe(&error) }),
        }
    }

    fn judge(&mut self, members: &Members<'_>) -> Result<Answer, String> {
        let method = members.needed("method")?;
        let subject = match method.as_str() {
            "vet" => ["elicitation"].as_slice(),
            "vet_message" => &["message"],
            "vet_url" => &["url"],
            "consent" => &["elicitation", "url"],
            "observe" => &["message", "session", "side"],
            "finish" => &["session"],
            _ => {
                let near = hint(&method, METHODS);
                let near = if near.is_empty() { format!(": use {}", METHODS.join(", ")) } else { near };
                return Err(format!("there is no method `{}`{near}", method.escape_debug()));
            }
        };
        let own: Vec<_> = subject.iter().copied().chain(["id", "method"]).collect();
        members.only(&own)?;
        match method.as_str() {
            "observe" => self.observe(members),
            "finish" => {
                let name = members.needed("session")?;
                let session = self.sessions.remove(&name).ok_or("there is no such session")?;
                Ok(Answer::of_message(&session.finish(), &self.eyes))
            }
            "consent" => {
                let answer = judged(members, &self.linter, &self.eyes)?;
                Ok(Answer { findings: Vec::new(), ..answer })
            }
            _ => judged(members, &self.linter, &self.eyes),
        }
    }

    /// Shows a message to its session. The surroundings count when it begins.
    fn observe(&mut self, members: &Members<'_>) -> Result<Answer, String> {
        let name = members.needed("session")?;
        let side = match members.needed("side")?.as_str() {
            "client" => Side::Client,
            "server" => Side::Server,
            other => return Err(format!("`{}` is no side: use client or server", other.escape_debug())),
        };
        let message = members.bytes("message")?;
        if !self.sessions.contains_key(&name) {
            if self.sessions.len() >= SESSIONS {
                return Err(format!("{SESSIONS} sessions are open: `finish` ends one"));
            }
            let session = Session::new(&self.linter, members.context()?);
            self.sessions.insert(name.clone(), session);
        }
        let session = self.sessions.get_mut(&name).ok_or("there is no such session")?;
        let observed = session.observe(side, &message);
        let refused = observed.refused().map(Instead::of);
        let ended = Told::all(observed.ended(), &self.eyes);
        Ok(Answer { refused, ended, ..Answer::of_message(observed.reports(), &self.eyes) })
    }
}

fn id_of(members: &Members<'_>) -> Result<AnswerId, String> {
    let Some(raw) = members.get("id") else { return Ok(AnswerId::None) };
    let number = raw.number().and_then(|number| number.parse().ok()).map(AnswerId::Number);
    let text = || raw.text().map(|text| AnswerId::Text(text.as_str().to_owned()));
    match raw.kind() {
        Kind::Null => Ok(AnswerId::None),
        _ => number.or_else(text).ok_or_else(|| String::from("`id` must be a string or an integer")),
    }
}
