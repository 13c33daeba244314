//! Lines of both sides that come in pieces, as in the log of github-mcp-server: what passed it, in quoted strings of Go.
//! In: a line of that log, or a piece. Out: the bytes, joined until a message is whole.
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

impl Piece {
    fn add(&mut self, bytes: &[u8], place: RecordPlace) {
        if self.bytes.is_empty() {
            self.place = place;
        }
        self.bytes.extend_from_slice(bytes);
    }
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
        let stream = STREAMS.iter().find(|(mark, _)| line.contains(mark));
        let (Some((_, side)), Some(data)) = (stream, data(line)) else { return Ok(false) };
        self.feed(*side, &data, &Frame { place, time, quiet: true, ..Frame::default() }, sink)?;
        Ok(true)
    }

    /// Takes what a side sent, and hands on the lines that are whole.
    pub(super) fn feed(&mut self, side: Side, data: &[u8], frame: &Frame<'_>, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let Self([client, server]) = self;
        let piece = if side == Side::Client { client } else { server };
        let mut rest = data;
        while let Some((line, after)) = memchr::memchr(b'\n', rest).and_then(|end| rest.split_at_checked(end + 1)) {
            piece.add(line, frame.place);
            let whole = std::mem::take(&mut piece.bytes);
            values::body(whole.trim_ascii(), &Frame { place: piece.place, side: Some(side), ..*frame }, sink)?;
            rest = after;
        }
        piece.add(rest, frame.place);
        if piece.bytes.len() > sink.record_bytes {
            let needle = sink.has_needle(&piece.bytes);
            let length = super::time::widen(std::mem::take(&mut piece.bytes).len());
            sink.oversized(piece.place, length, needle)?;
        }
        Ok(())
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
