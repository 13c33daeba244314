//! Recordings of MCP traffic: which format, and which JSON-RPC messages stand where.
//! In: a file or a stream, read once or twice in bounded memory. Out: records, and what could not be read, in order.
//! Never: knowledge of MCP, a silent loss. What is not handed on as a record is an item or a count.

mod alone;
mod archive;
mod decode;
mod detect;
mod document;
mod encoding;
mod entry;
mod envelope;
mod exchange;
mod har;
mod inspector;
mod interactions;
mod lines;
mod log;
mod mitm;
mod refusal;
mod sink;
mod slog;
mod sse;
mod structure;
mod time;
mod values;
mod window;

use std::cell::Cell;
use std::fmt;
use std::io;
use std::io::Read;
use std::io::Seek;
use std::io::SeekFrom;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::error::Error;
use crate::limits::Limits;
use crate::message::Side;

pub use decode::Encoding;
use detect::Detected;
pub(crate) use encoding::base64;
use refusal::Refusal;
use sink::Sink;
use sink::Stop;
pub(crate) use sink::has_redaction;

/// The format of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// JSON: a message a line, pretty-printed values, arrays, and messages in the envelope of a recording tool.
    Jsonl,
    /// HTTP Archive 1.2.
    Har,
    /// Server-sent events as they came over HTTP, with or without the head of the response.
    Sse,
    /// Lines of a log, with messages after a time, a level or an arrow: those of clients, SDKs and proxies.
    Log,
    /// Flows of mitmproxy.
    Mitm,
    /// One document with each request and its response: mcp-recorder, agent-vcr.
    Interactions,
    /// The list of messages that the MCP Inspector exports, the answer in the entry of its request.
    Inspector,
}

impl Format {
    pub(crate) const NAMES: [(Self, &'static str); 7] = [
        (Self::Jsonl, "jsonl"),
        (Self::Har, "har"),
        (Self::Sse, "sse"),
        (Self::Log, "log"),
        (Self::Mitm, "mitm"),
        (Self::Interactions, "interactions"),
        (Self::Inspector, "inspector"),
    ];

    /// What recordings of this format never hold, where that is more than chance.
    #[must_use]
    pub fn caveat(self) -> Option<&'static str> {
        match self {
            Self::Interactions => {
                Some("its recorder keeps what clients ask, so that elicitations by request are not in it")
            }
            _ => None,
        }
    }

    /// The name for the command line and for reports: "jsonl", "har", "sse", "log", "mitm", "interactions" or "inspector".
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(format, _)| *format == self).map_or("", |(_, name)| name)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let known = Self::NAMES.iter().find(|(_, known)| *known == name);
        known.map(|(format, _)| *format).ok_or_else(|| {
            let names = Self::NAMES.map(|(_, name)| name).join(", ");
            Error::input(format!("unknown input format {name:?}: give one of {names}"))
        })
    }
}

/// Where something stands in a recording.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RecordPlace {
    /// Line of the first byte, from 1.
    pub line: u64,
    /// Offset of the first byte in the input. For a message in a string of an archive: that of the string's content.
    pub byte: u64,
    /// Index of the HAR entry or of the array element, from 0.
    pub entry: Option<u64>,
    /// Index of the event in its stream of server-sent events, from 0; events without data count.
    pub event: Option<u64>,
}

/// One JSON-RPC message of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// The message itself, without its envelope, event or entry.
    pub bytes: &'a [u8],
    /// Where it begins.
    pub place: RecordPlace,
    /// Who sent it, where the format says so.
    pub side: Option<Side>,
    /// Milliseconds since 1970, where the format has a time. Of an archive: the start of the exchange.
    pub time: Option<u64>,
    /// The `mcp-session-id` header, or the recording tool's own name of the session or server.
    pub session: Option<&'a str>,
    /// The `mcp-protocol-version` header.
    pub revision: Option<&'a str>,
    /// Where the client sent the HTTP request that the message belongs to.
    pub url: Option<&'a str>,
    /// Index of the HTTP exchange that the message belongs to.
    pub exchange: Option<u64>,
    /// True where `bytes` stand in the input as they are.
    pub contiguous: bool,
    /// True for the first message of an array that was sent as one: a JSON-RPC batch.
    pub opens_batch: bool,
    /// True where it stands in a line of text, which a program wrote beside it.
    pub is_embedded: bool,
    /// True where the recorder replaced something in the message, so that texts in it may not be what was sent.
    pub is_redacted: bool,
}

/// What a recording holds at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item<'a> {
    /// A message.
    Record(Record<'a>),
    /// Something that cannot be read as JSON; or a JSON value without a message in it that holds a needle.
    Unreadable {
        /// Where it begins.
        place: RecordPlace,
        /// The bytes, without their frame; empty where the input ends inside an array.
        bytes: &'a [u8],
        /// True where it cannot be read and its first byte is `{`, or its first two are `[{` but for white space.
        begins_as_json: bool,
    },
    /// A line of text between messages, or a JSON value that holds no message.
    Text {
        /// Where it begins.
        place: RecordPlace,
        /// True for a JSON value.
        json: bool,
    },
    /// Something over [`Limits::record_bytes`], skipped.
    Oversized {
        /// Where it begins.
        place: RecordPlace,
        /// Its length.
        bytes: u64,
        /// True where it holds a needle.
        needle: bool,
    },
    /// A body of an HTTP exchange that the recording should have and has not.
    MissingBody {
        /// Where its entry begins.
        place: RecordPlace,
        /// Who sent it.
        side: Side,
    },
    /// The recorder keeps only a part of what is sent, so that what came before any later message is not known.
    Gap {
        /// Where the recording begins.
        place: RecordPlace,
    },
}

impl Item<'_> {
    /// The item without what it borrows from the input.
    pub(crate) fn without_bytes(&self) -> Item<'static> {
        match *self {
            Item::Record(record) => {
                Item::Record(Record { bytes: b"", session: None, revision: None, url: None, ..record })
            }
            Item::Unreadable { place, begins_as_json, .. } => Item::Unreadable { place, bytes: b"", begins_as_json },
            Item::Text { place, json } => Item::Text { place, json },
            Item::Oversized { place, bytes, needle } => Item::Oversized { place, bytes, needle },
            Item::MissingBody { place, side } => Item::MissingBody { place, side },
            Item::Gap { place } => Item::Gap { place },
        }
    }
}

/// How to read a recording.
#[derive(Clone, Copy)]
pub struct Options<'n> {
    /// The format; found from the first 64 KiB where none is given.
    pub format: Option<Format>,
    /// [`Limits::record_bytes`] bounds the memory.
    pub limits: &'n Limits,
    /// True for bytes that may speak of what the caller looks for; asked about what is skipped.
    pub needle: &'n dyn Fn(&[u8]) -> bool,
    /// True to skip lines without a needle: objects, and lines of logs with an object in them. They are counted only.
    pub fast: bool,
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Options")
            .field("format", &self.format)
            .field("limits", &self.limits)
            .field("fast", &self.fast)
            .finish()
    }
}

/// What was read from a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// The format that was given or found.
    pub format: Format,
    /// Bytes of the input; of one that is compressed or in UTF-16, of what was decoded.
    pub bytes: u64,
    /// [`Item::Record`]
    pub records: u64,
    /// Lines that [`Options::fast`] skipped. They are no items.
    pub skipped: u64,
    /// [`Item::Unreadable`]
    pub unreadable: u64,
    /// [`Item::Oversized`]
    pub oversized: u64,
    /// [`Item::MissingBody`]
    pub missing_bodies: u64,
    /// Events that a server sent again: the same id and data in one session. They are no items.
    pub duplicates: u64,
    /// [`Item::Text`] that is a line of text.
    pub text_lines: u64,
    /// [`Item::Text`] that is a JSON value.
    pub other_values: u64,
    /// Of the unreadable: objects that end too early.
    pub truncated: u64,
    /// Records in which the recorder replaced something.
    pub redacted: u64,
    /// What stood around the bytes: the outermost, where there are several.
    pub encoding: Option<Encoding>,
}

/// A reader that can go back.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// Where a recording comes from.
pub enum Input<'r> {
    /// Read once, from front to back, in memory bounded by [`Limits::record_bytes`]. An archive is held in memory
    /// up to 512 MiB, because its entries are not in the order of time.
    Stream(&'r mut dyn Read),
    /// Read from its present position; an archive is read twice, so that its largest entry bounds the memory.
    File(&'r mut dyn ReadSeek),
}

/// Reads a recording and hands every item of it to `visit`, in the order of the input, or of time for an archive.
///
/// Ends early, with the counts so far, where `visit` breaks.
///
/// # Errors
///
/// Where the input itself fails, and where its first bytes are those of something that holds no messages, such as a
/// packet capture; [`Options::format`] has it read all the same. What cannot be understood is an item.
pub fn read(
    input: Input<'_>,
    options: &Options<'_>,
    visit: &mut dyn FnMut(Item<'_>) -> ControlFlow<()>,
) -> Result<Counts, Error> {
    let mut sink = Sink::new(options, visit);
    let broken = Cell::new(false);
    let result = read_into(input, options, &broken, &mut sink).and_then(|()| {
        // A compressed input ended too early, or in nonsense.
        if broken.get() && !sink.last_is_unreadable { sink.unreadable(sink.last, b"{") } else { Ok(()) }
    });
    match result {
        Ok(()) | Err(Stop::Visitor) => Ok(sink.counts),
        Err(Stop::Input(error)) => Err(Error::input("the recording cannot be read").because(error)),
        Err(Stop::Refused(error)) => Err(error),
    }
}

/// What an input is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Detection {
    /// What stands around its bytes: the outermost, where there are several.
    pub encoding: Option<Encoding>,
    /// Its format.
    pub format: Format,
    /// Why, in a few words.
    pub reason: &'static str,
}

/// Says what [`read`] would take an input for, from its first 64 KiB.
///
/// # Errors
///
/// Where the input itself fails, and where it is something that is not read.
pub fn detect(input: &mut dyn Read) -> Result<Detection, Error> {
    let broken = Cell::new(false);
    let opened = open(Box::new(input), &broken).map_err(|stop| match stop {
        Stop::Refused(error) => error,
        Stop::Input(error) => Error::input("the recording cannot be read").because(error),
        Stop::Visitor => Error::input("the recording cannot be read"),
    })?;
    let (format, reason) = recording(&opened.head)?;
    Ok(Detection { encoding: opened.encoding, format, reason })
}

/// An input without its encodings.
struct Opened<'r> {
    encoding: Option<Encoding>,
    /// The first bytes, which `rest` does not give again.
    head: Vec<u8>,
    rest: Box<dyn Read + 'r>,
}

fn open<'r>(input: Box<dyn Read + 'r>, broken: &'r Cell<bool>) -> Result<Opened<'r>, Stop> {
    let mut rest = input;
    let mut head = detect::head(&mut rest)?;
    let mut outermost = None;
    for _ in 0..decode::LAYERS {
        let Some(encoding) = Encoding::of(&head) else { break };
        outermost.get_or_insert(encoding);
        rest = encoding.decode(Box::new(io::Cursor::new(head).chain(rest)), broken).map_err(Stop::Refused)?;
        head = detect::head(&mut rest)?;
    }
    Ok(Opened { encoding: outermost, head, rest })
}

/// The format of a recording, or the error that says why it is none.
fn recording(head: &[u8]) -> Result<(Format, &'static str), Error> {
    match detect::format(head) {
        Detected::Recording(format, reason) => Ok((format, reason)),
        Detected::Refused(Refusal { what, why, instead, .. }) => Err(Error::input(format!(
            "it is {what}, in which nothing can be judged: {why}; {instead} (--input-format reads it all the same)"
        ))),
    }
}

fn read_into(input: Input<'_>, options: &Options<'_>, broken: &Cell<bool>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let stream: Box<dyn Read> = match input {
        Input::Stream(stream) => Box::new(stream),
        Input::File(file) => {
            let start = file.stream_position()?;
            let head = detect::head(file)?;
            file.seek(SeekFrom::Start(start))?;
            if Encoding::of(&head).is_none() {
                let format = options.format.map_or_else(|| recording(&head).map(|(format, _)| format), Ok);
                sink.counts.format = format.map_err(Stop::Refused)?;
                return match sink.counts.format {
                    Format::Jsonl | Format::Log => lines::read(file, sink),
                    Format::Sse => sse::read(file, sink),
                    Format::Har => har::read(file, sink),
                    Format::Mitm => mitm::read(file, sink),
                    Format::Interactions => document::read(file, interactions::read, sink),
                    Format::Inspector => document::read(file, inspector::read, sink),
                };
            }
            Box::new(file)
        }
    };
    let Opened { encoding, head, rest } = open(stream, broken)?;
    sink.is_decoded = encoding.is_some();
    sink.counts.encoding = encoding;
    let format = options.format.map_or_else(|| recording(&head).map(|(format, _)| format), Ok);
    sink.counts.format = format.map_err(Stop::Refused)?;
    let mut whole = head.as_slice().chain(rest);
    match sink.counts.format {
        Format::Jsonl | Format::Log => lines::read(&mut whole, sink),
        Format::Sse => sse::read(&mut whole, sink),
        Format::Har => archive::read_stream(&mut whole, har::read, sink),
        Format::Mitm => archive::read_stream(&mut whole, mitm::read, sink),
        Format::Interactions => document::read(&mut whole, interactions::read, sink),
        Format::Inspector => document::read(&mut whole, inspector::read, sink),
    }
}

#[cfg(test)]
mod tests;
