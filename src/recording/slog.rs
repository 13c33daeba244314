//! The log of github-mcp-server: bytes of its standard input and output as quoted strings of Go.
//! In: a line. Out: the bytes, joined over lines until a message is whole.
//! Never: a message put together from both sides.

use super::RecordPlace;
use super::sink::Sink;
use super::sink::Stop;
use super::values;
use super::values::Frame;
use crate::message::Side;

/// What the log calls the two streams. Source: github/github-mcp-server, pkg/log/io.go, 2026-11.
const STREAMS: [(&str, Side); 2] = [("msg=\"[stdin]", Side::Client), ("msg=\"[stdout]", Side::Server)];

/// What came of each side and is no whole line yet.
#[derive(Default)]
pub(super) struct Pieces([Piece; 2]);

#[derive(Default)]
struct Piece {
    bytes: Vec<u8>,
    place: RecordPlace,
}

impl Pieces {
    /// Reads a line; false where it is none of this log.
    pub(super) fn line(
        &mut self,
        line: &str,
        place: RecordPlace,
        time: Option<u64>,
        sink: &mut Sink<'_>,
    ) -> Result<bool, Stop> {
        let stream = STREAMS.iter().zip(&mut self.0).find(|((mark, _), _)| line.contains(mark));
        let (Some(((_, side), piece)), Some(data)) = (stream, data(line)) else { return Ok(false) };
        if piece.bytes.is_empty() {
            piece.place = place;
        }
        piece.bytes.extend_from_slice(&data);
        let frame = Frame { side: Some(*side), time, quiet: true, ..Frame::default() };
        while let Some(end) = memchr::memchr(b'\n', &piece.bytes) {
            let whole: Vec<u8> = piece.bytes.drain(..=end).collect();
            values::body(whole.trim_ascii(), &Frame { place: piece.place, ..frame }, sink)?;
            piece.place = place;
        }
        if piece.bytes.len() > sink.record_bytes {
            let needle = sink.has_needle(&piece.bytes);
            let length = super::time::widen(std::mem::take(&mut piece.bytes).len());
            sink.oversized(piece.place, length, needle)?;
        }
        Ok(true)
    }

    /// Says what of the streams was left in pieces.
    pub(super) fn finish(&mut self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        for piece in &mut self.0 {
            let bytes = std::mem::take(&mut piece.bytes);
            if !bytes.is_empty() {
                sink.unreadable(piece.place, &bytes)?;
            }
        }
        Ok(())
    }
}

/// The bytes of `data="..."`, a string as Go quotes it.
fn data(line: &str) -> Option<Vec<u8>> {
    let (_, quoted) = line.split_once(" data=\"")?;
    let mut bytes = Vec::with_capacity(quoted.len());
    let mut rest = quoted;
    loop {
        let plain = rest.find(['"', '\\'])?;
        bytes.extend_from_slice(rest.get(..plain)?.as_bytes());
        if rest.get(plain..)?.starts_with('"') {
            return Some(bytes);
        }
        let escaped = rest.get(plain + 1..)?.chars().next()?;
        rest = rest.get(plain + 1 + escaped.len_utf8()..)?;
        let digits = match escaped {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => {
                bytes.push(simple(escaped)?);
                continue;
            }
        };
        let code = u32::from_str_radix(rest.get(..digits)?, 16).ok()?;
        rest = rest.get(digits..)?;
        if escaped == 'x' {
            bytes.push(u8::try_from(code).ok()?);
        } else {
            bytes.extend_from_slice(char::from_u32(code)?.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

fn simple(escaped: char) -> Option<u8> {
    Some(match escaped {
        'a' => 0x07,
        'b' => 0x08,
        'f' => 0x0c,
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        'v' => 0x0b,
        '\\' => b'\\',
        '"' => b'"',
        _ => return None,
    })
}
