//! What the readers make of recordings, good and bad.
//! In: bytes as tools, shells and cut files leave them. Out: items, and the same items however the bytes arrive.
//! Never: a fixture that is not ASCII.
#![allow(
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that is wrong may say so loudly"
)]

mod archives;
mod decoded;
mod events;
mod json;
mod logs;
mod real;

use std::io;
use std::io::Read;
use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;

use super::Counts;
use super::Format;
use super::Input;
use super::Item;
use super::Options;
use super::Record;
use super::read;
use crate::limits::Limits;
use crate::message::Side;

/// Hands out one byte at a time.
struct Slowly<'a>(&'a [u8]);

impl Read for Slowly<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer.len().min(1);
        Read::read(&mut self.0, &mut buffer[..count])
    }
}

fn has_needle(bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes, b"elicit").is_some()
}

/// An item in one line: where it is, who sent it, what it is.
fn show(item: &Item<'_>) -> String {
    let place = |place: &super::RecordPlace| {
        let mut text = format!("{}@{}", place.line, place.byte);
        if let Some(entry) = place.entry {
            text += &format!(" entry {entry}");
        }
        if let Some(event) = place.event {
            text += &format!(" event {event}");
        }
        text
    };
    let bytes = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match item {
        Item::Record(record) => {
            let mut text = place(&record.place);
            text += match record.side {
                Some(Side::Client) => " client",
                Some(Side::Server) => " server",
                None => "",
            };
            for (name, value) in [("time", record.time), ("exchange", record.exchange)] {
                if let Some(value) = value {
                    text += &format!(" {name} {value}");
                }
            }
            for (name, value) in [("session", record.session), ("revision", record.revision)] {
                if let Some(value) = value {
                    text += &format!(" {name} {value}");
                }
            }
            if !record.contiguous {
                text += " decoded";
            }
            format!("{text}: {}", bytes(record.bytes))
        }
        Item::Unreadable { place: at, bytes: what, begins_as_json } => {
            let kind = if *begins_as_json { "broken" } else { "unreadable" };
            format!("{} {kind}: {}", place(at), bytes(what))
        }
        Item::Text { place: at, .. } => format!("{} text", place(at)),
        Item::Oversized { place: at, bytes, needle } => {
            format!("{} oversized: {bytes}{}", place(at), if *needle { " needle" } else { "" })
        }
        Item::Gap { place: at } => format!("{} gap", place(at)),
        Item::MissingBody { place: at, side } => format!("{} missing: {side:?}", place(at)),
    }
}

fn read_with(input: Input<'_>, format: Option<Format>, record_bytes: usize) -> (Vec<String>, Counts) {
    let limits = Limits { record_bytes, ..Limits::default() };
    let options = Options { format, limits: &limits, needle: &has_needle, fast: false };
    let mut items = Vec::new();
    let counts = read(input, &options, &mut |item| {
        if let Item::Record(Record { bytes, place, contiguous: true, .. }) = &item {
            assert!(place.byte > 0 || bytes.first() == Some(&b'{'), "a record without its place");
        }
        items.push(show(&item));
        ControlFlow::Continue(())
    })
    .unwrap();
    (items, counts)
}

/// Reads a file, a stream, and a stream that comes byte by byte; all must give the same.
fn items_within(input: &[u8], record_bytes: usize) -> (Vec<String>, Counts) {
    let file = read_with(Input::File(&mut io::Cursor::new(input)), None, record_bytes);
    let mut whole = input;
    assert_eq!(file, read_with(Input::Stream(&mut whole), None, record_bytes), "as a stream");
    assert_eq!(file, read_with(Input::Stream(&mut Slowly(input)), None, record_bytes), "byte by byte");
    if file.1.encoding.is_none() {
        assert_eq!(file.1.bytes, u64::try_from(input.len()).unwrap(), "bytes of the input");
    }
    file
}

fn items(input: &str) -> Vec<String> {
    items_within(input.as_bytes(), 1 << 20).0
}

/// Compares a table of inputs with the items they give.
fn check(cases: &[(&str, &str, &[&str])]) {
    for (name, input, expected) in cases {
        assert_eq!(items(input), *expected, "{name}: {input}");
    }
}

#[test]
fn a_format_is_known_by_its_name() {
    for (format, _) in Format::NAMES {
        assert_eq!(format.to_string().parse::<Format>().unwrap(), format);
    }
    let message = "pcap".parse::<Format>().unwrap_err().to_string();
    assert_eq!(
        message,
        "unknown input format \"pcap\": give one of jsonl, har, sse, log, mitm, interactions, inspector"
    );
}

#[test]
fn a_visitor_ends_the_reading() {
    let limits = Limits::default();
    let options = Options { format: None, limits: &limits, needle: &has_needle, fast: false };
    let input = "{\"jsonrpc\":\"2.0\"}\n".repeat(5);
    let mut left = 2;
    let counts = read(Input::Stream(&mut input.as_bytes()), &options, &mut |_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(counts.unwrap().records, 2);
}

#[test]
fn only_an_input_that_fails_is_an_error() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    let limits = Limits::default();
    let options = Options { format: None, limits: &limits, needle: &has_needle, fast: false };
    let error = read(Input::Stream(&mut Failing), &options, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(error.is_input());
}

const PIECES: [&str; 27] = [
    " {\"jsonrpc\":1}\n",
    " [{\"method\":\"a\"}]\n",
    "{\"jsonrpc\":1}",
    "{\"jsonrpc\":1}\n",
    "{\"jsonrpc\":1},",
    "[{\"jsonrpc\":1}",
    "{\"msg\":{\"jsonrpc\":1}}\n",
    "\n",
    "\n\n",
    "\r",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    " ",
    "a",
    "{\"a\":",
    "{\n",
    "data: ",
    "id: 1\n",
    "data: {\"jsonrpc\":1}\n\n",
    "elicit",
    "{\"log\":{\"entries\":[",
];

proptest! {
    #[test]
    fn items_do_not_depend_on_how_the_bytes_arrive(
        pieces in vec(proptest::sample::select(&PIECES[..]), 0..40),
        record_bytes in 1_usize..120,
    ) {
        items_within(pieces.concat().as_bytes(), record_bytes);
    }
}
