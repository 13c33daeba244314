//! What people take for a recording of messages, and is none.
//! In: first bytes. Out: what the input is, why nothing can be judged in it, and what helps.
//! Never: a refusal of an input in whose first bytes a message was found.

/// A kind of input that is not read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) what: &'static str,
    pub(super) why: &'static str,
    pub(super) instead: &'static str,
    mark: Mark,
}

/// How it is recognised.
#[derive(Debug, PartialEq, Eq)]
enum Mark {
    /// By one of these beginnings.
    Magic(&'static [&'static [u8]]),
    /// By these bytes at a place.
    At(usize, &'static [u8]),
    /// By all of these keys of the first object.
    Keys(&'static [&'static str]),
    /// By one of these texts in a line.
    Lines(&'static [&'static str]),
}

use Mark::At;
use Mark::Keys;
use Mark::Lines;
use Mark::Magic;

const PCAP: Refusal = Refusal {
    what: "a packet capture (pcap)",
    why: "its packets would have to be put together, and most of them are encrypted",
    instead: "`tshark -r FILE --export-objects http,DIRECTORY` writes the bodies of clear-text HTTP; else record with a \
              proxy or a tee (docs/recording.md)",
    mark: Magic(&[
        b"\xd4\xc3\xb2\xa1",
        b"\xa1\xb2\xc3\xd4",
        b"\x4d\x3c\xb2\xa1",
        b"\xa1\xb2\x3c\x4d",
        b"\x0a\x0d\x0d\x0a",
    ]),
};

const NO_BODIES: &str = "it names the messages and does not hold them";
const RECORD_MESSAGES: &str = "record the messages themselves, with a tee or a proxy (docs/recording.md)";
const UNPACK: &str = "unpack it, and give the files in it";

const REFUSALS: [Refusal; 22] = [
    PCAP,
    Refusal {
        what: "a zip archive",
        why: "it holds files",
        instead: UNPACK,
        mark: Magic(&[b"PK\x03\x04", b"PK\x05\x06"]),
    },
    Refusal { what: "a tar archive", why: "it holds files", instead: UNPACK, mark: At(257, b"ustar") },
    Refusal {
        what: "xz",
        why: "that compression is not read",
        instead: "give what `xz -dc FILE` prints: `xz -dc FILE | elicitlint check -`",
        mark: Magic(&[b"\xfd7zXZ\x00"]),
    },
    Refusal {
        what: "bzip2",
        why: "that compression is not read",
        instead: "give what `bzip2 -dc FILE` prints: `bzip2 -dc FILE | elicitlint check -`",
        mark: Magic(&[b"BZh9", b"BZh8", b"BZh7", b"BZh6", b"BZh5", b"BZh4", b"BZh3", b"BZh2", b"BZh1"]),
    },
    Refusal { what: "a 7z archive", why: "it holds files", instead: UNPACK, mark: Magic(&[b"7z\xbc\xaf\x27\x1c"]) },
    Refusal {
        what: "an SQLite database",
        why: "where messages stand in it is not known",
        instead: "export the rows as JSON lines: `sqlite3 -json FILE 'SELECT ...'`",
        mark: Magic(&[b"SQLite format 3\x00"]),
    },
    Refusal { what: "OpenTelemetry spans", why: NO_BODIES, instead: RECORD_MESSAGES, mark: Keys(&["resourceSpans"]) },
    Refusal { what: "OpenTelemetry logs", why: NO_BODIES, instead: RECORD_MESSAGES, mark: Keys(&["resourceLogs"]) },
    Refusal {
        what: "OpenTelemetry metrics",
        why: NO_BODIES,
        instead: RECORD_MESSAGES,
        mark: Keys(&["resourceMetrics"]),
    },
    Refusal {
        what: "OpenTelemetry spans",
        why: NO_BODIES,
        instead: RECORD_MESSAGES,
        mark: Keys(&["context", "kind", "parent_id", "start_time", "attributes"]),
    },
    Refusal {
        what: "the results of a conformance suite",
        why: "it holds what was checked, and pieces of the messages only",
        instead: "record the messages of the run with a tee or a proxy (docs/recording.md)",
        mark: Keys(&["id", "name", "description", "status", "timestamp"]),
    },
    Refusal {
        what: "the results of a conformance suite",
        why: "it holds what was checked, and pieces of the messages only",
        instead: "record the messages of the run with a tee or a proxy (docs/recording.md)",
        mark: Keys(&["status", "specReferences"]),
    },
    Refusal {
        what: "runs of LangSmith",
        why: NO_BODIES,
        instead: RECORD_MESSAGES,
        mark: Keys(&["run_type", "inputs"]),
    },
    Refusal {
        what: "observations of Langfuse",
        why: NO_BODIES,
        instead: RECORD_MESSAGES,
        mark: Keys(&["traceId", "type", "input"]),
    },
    Refusal {
        what: "a debug log of Claude Code",
        why: "it says what was called, and holds no messages",
        instead: RECORD_MESSAGES,
        mark: Keys(&["timestamp", "sessionId", "cwd"]),
    },
    Refusal {
        what: "a dump of JavaScript objects (util.inspect)",
        why: "it is no JSON, and texts in it are cut",
        instead: "have the proxy print JSON, or record with a tee (docs/recording.md)",
        mark: Lines(&["jsonrpc: '2.0'"]),
    },
    Refusal {
        what: "a trace of curl (--trace-ascii)",
        why: "its bodies are cut into pieces of a line",
        instead: "record with `curl -N -i` (docs/recording.md)",
        mark: Lines(&["<= Recv data, "]),
    },
    Refusal {
        what: "a summary by mcp-snoop",
        why: NO_BODIES,
        instead: "run it with --verbose, or record with a tee (docs/recording.md)",
        mark: Lines(&["] \u{2190}CLIENT ", "] \u{2192}SERVER "]),
    },
    Refusal {
        what: "a log of Python objects (repr)",
        why: "it is no JSON, and texts in it are cut",
        instead: RECORD_MESSAGES,
        mark: Lines(&["SessionMessage(message=JSONRPC", "JSONRPCMessage(", "'jsonrpc': '2.0'", "jsonrpc='2.0'"]),
    },
    Refusal {
        what: "a log of method names",
        why: NO_BODIES,
        instead: RECORD_MESSAGES,
        mark: Lines(&["[Local\u{2192}Remote] "]),
    },
    Refusal { what: "a log of calls", why: NO_BODIES, instead: RECORD_MESSAGES, mark: Lines(&["mcp.method.name"]) },
];

/// Looks for the first bytes of a binary format.
pub(super) fn by_magic(head: &[u8]) -> Option<&'static Refusal> {
    find(|mark| match mark {
        Magic(beginnings) => beginnings.iter().any(|beginning| head.starts_with(beginning)),
        At(place, bytes) => head.get(*place..).is_some_and(|rest| rest.starts_with(bytes)),
        Keys(_) | Lines(_) => false,
    })
}

/// Looks at the keys of the first object; one of a message, or of the envelope of one, is none of these.
pub(super) fn by_keys(keys: &[&str]) -> Option<&'static Refusal> {
    const OF_MESSAGES: [&str; 6] = ["jsonrpc", "message", "payload", "msg", "frame", "requestBody"];
    if keys.iter().any(|key| OF_MESSAGES.contains(key)) {
        return None;
    }
    find(|mark| matches!(mark, Keys(names) if names.iter().all(|name| keys.contains(name))))
}

/// Looks at lines of text.
pub(super) fn by_lines(head: &[u8]) -> Option<&'static Refusal> {
    let holds = |text: &&str| memchr::memmem::find(head, text.as_bytes()).is_some();
    find(|mark| matches!(mark, Lines(texts) if texts.iter().any(holds)))
}

/// How JavaScript and Python print the member that every message has.
const DUMPED: [&str; 3] = ["jsonrpc: '2.0'", "'jsonrpc': '2.0'", "jsonrpc='2.0'"];

/// True where a message stands as a dump of an object, and not as JSON.
pub(super) fn holds_dump(text: &[u8]) -> bool {
    DUMPED.iter().any(|mark| memchr::memmem::find(text, mark.as_bytes()).is_some())
}

/// True for a line of a dump, whose strings are no JSON though they look like it.
pub(super) fn is_dump(line: &str) -> bool {
    line.starts_with("chunk: '") || line.starts_with('\'')
}

fn find(is: impl Fn(&Mark) -> bool) -> Option<&'static Refusal> {
    REFUSALS.iter().find(|refusal| is(&refusal.mark))
}
