//! Recordings that are compressed, or written in UTF-16.
//! In: an input and its first bytes. Out: the bytes of a recording in UTF-8.
//! Never: a decoded recording that ends too early and does not say so.

use std::cell::Cell;
use std::io;
use std::io::Read;

#[cfg(feature = "gzip")]
use super::time::widen;
use crate::error::Error;

/// How many layers are taken off: UTF-16 in gzip, gzip in zstd.
pub(super) const LAYERS: usize = 3;

/// What stands around the bytes of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// gzip, RFC 1952: one member or more.
    Gzip,
    /// Zstandard, RFC 8878: one frame or more.
    Zstd,
    /// UTF-16, the low byte first, as PowerShell writes it.
    Utf16Le,
    /// UTF-16, the high byte first.
    Utf16Be,
}

impl Encoding {
    /// The name for reports: "gzip", "zstd", "utf-16le" or "utf-16be".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Utf16Le => "utf-16le",
            Self::Utf16Be => "utf-16be",
        }
    }

    /// The encoding of an input that begins with `head`; none for UTF-8. UTF-16 without a byte order mark is known by
    /// the zero beside the first character, which in a recording is ASCII.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            [0xff, 0xfe, ..] => Some(Self::Utf16Le),
            [0xfe, 0xff, ..] => Some(Self::Utf16Be),
            [first, 0, second, 0, ..] if is_text(*first) && is_text(*second) => Some(Self::Utf16Le),
            [0, first, 0, second, ..] if is_text(*first) && is_text(*second) => Some(Self::Utf16Be),
            _ => None,
        }
    }

    /// Takes the encoding off. `broken` becomes true where the input turns out not to be what it began as.
    pub(super) fn decode<'r>(
        self,
        input: Box<dyn Read + 'r>,
        broken: &'r Cell<bool>,
    ) -> Result<Box<dyn Read + 'r>, Error> {
        let decoder: Box<dyn Read + 'r> = match self {
            Self::Gzip => gzip(input)?,
            Self::Zstd => zstd(input)?,
            Self::Utf16Le => Box::new(Utf16::new(input, u16::from_le_bytes)),
            Self::Utf16Be => Box::new(Utf16::new(input, u16::from_be_bytes)),
        };
        Ok(Box::new(Checked { decoder, broken }))
    }
}

fn is_text(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte.is_ascii_whitespace()
}

#[cfg(feature = "gzip")]
#[expect(clippy::unnecessary_wraps, reason = "the other build of this function fails")]
fn gzip<'r>(input: Box<dyn Read + 'r>) -> Result<Box<dyn Read + 'r>, Error> {
    Ok(Box::new(Members::new(input)))
}

#[cfg(not(feature = "gzip"))]
fn gzip<'r>(_: Box<dyn Read + 'r>) -> Result<Box<dyn Read + 'r>, Error> {
    Err(Error::input("the recording is gzip, and this build cannot read it: give what `gzip -dc` prints"))
}

#[cfg(feature = "zstd")]
fn zstd<'r>(input: Box<dyn Read + 'r>) -> Result<Box<dyn Read + 'r>, Error> {
    /// The largest window of a frame that is accepted, as a power of two: 128 MiB, what the tool itself accepts.
    const WINDOW: u32 = 27;
    let wrong = |error| Error::input("the recording is zstd, and cannot be decoded").because(error);
    let mut decoder = zstd::stream::read::Decoder::new(input).map_err(wrong)?;
    decoder.window_log_max(WINDOW).map_err(wrong)?;
    Ok(Box::new(decoder))
}

#[cfg(not(feature = "zstd"))]
fn zstd<'r>(_: Box<dyn Read + 'r>) -> Result<Box<dyn Read + 'r>, Error> {
    Err(Error::input("the recording is zstd, and this build cannot read it: give what `zstd -dc` prints"))
}

/// The members of gzip one after the other. Zeros behind one are padding. What else follows was appended as it is, and
/// is handed on so, on a line of its own.
#[cfg(feature = "gzip")]
enum Members<'r> {
    /// In a member; and the last byte of what was decoded.
    Within(flate2::bufread::GzDecoder<Compressed<'r>>, u8),
    /// In what was appended, before which a line feed may be missing.
    Appended(io::Chain<&'static [u8], Compressed<'r>>),
    Ended,
}

/// An input, and the bytes before it that were looked at.
#[cfg(feature = "gzip")]
type Compressed<'r> = io::Chain<io::Cursor<Vec<u8>>, io::BufReader<Box<dyn Read + 'r>>>;

#[cfg(feature = "gzip")]
impl<'r> Members<'r> {
    const MAGIC: [u8; 3] = [0x1f, 0x8b, 8];

    fn new(input: Box<dyn Read + 'r>) -> Self {
        let input = io::Cursor::new(Vec::new()).chain(io::BufReader::new(input));
        Self::Within(flate2::bufread::GzDecoder::new(input), b'\n')
    }

    /// What follows a member that ended in the byte `last`.
    fn after(mut input: io::BufReader<Box<dyn Read + 'r>>, last: u8) -> io::Result<Self> {
        let mut first = vec![0];
        while first == [0] {
            first.clear();
            input.by_ref().take(1).read_to_end(&mut first)?;
        }
        if first.is_empty() {
            return Ok(Self::Ended);
        }
        let left = Self::MAGIC.len() - first.len();
        input.by_ref().take(widen(left)).read_to_end(&mut first)?;
        let is_member = Self::MAGIC.starts_with(&first);
        let input = io::Cursor::new(first).chain(input);
        if is_member {
            return Ok(Self::Within(flate2::bufread::GzDecoder::new(input), last));
        }
        // The line feed of UTF-16 may end in zero.
        let line_feed: &[u8] = if matches!(last, b'\n' | 0) { b"" } else { b"\n" };
        Ok(Self::Appended(line_feed.chain(input)))
    }
}

#[cfg(feature = "gzip")]
impl Read for Members<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self {
                Self::Within(decoder, last) => {
                    let count = decoder.read(buffer)?;
                    if count > 0 || buffer.is_empty() {
                        *last = buffer.get(..count).and_then(<[u8]>::last).copied().unwrap_or(*last);
                        return Ok(count);
                    }
                }
                Self::Appended(rest) => return rest.read(buffer),
                Self::Ended => return Ok(0),
            }
            if let Self::Within(decoder, last) = std::mem::replace(self, Self::Ended) {
                *self = Self::after(decoder.into_inner().into_inner().1, last)?;
            }
        }
    }
}

/// Ends where the decoder finds no sense any more, and remembers it: what came before is read.
struct Checked<'r> {
    decoder: Box<dyn Read + 'r>,
    broken: &'r Cell<bool>,
}

impl Read for Checked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.broken.get() {
            return Ok(0);
        }
        match self.decoder.read(buffer) {
            Err(error) if is_nonsense(error.kind()) => {
                self.broken.set(true);
                Ok(0)
            }
            other => other,
        }
    }
}

/// True for what decoders say of the bytes that they were given; other errors are of the input itself.
fn is_nonsense(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::Other
    )
}

/// UTF-16 to UTF-8. A lone surrogate becomes U+FFFD.
struct Utf16<'r> {
    input: Box<dyn Read + 'r>,
    unit: fn([u8; 2]) -> u16,
    /// Bytes that were read and not decoded: half a unit, or half a pair.
    rest: Vec<u8>,
    /// What was decoded and not handed on.
    ready: Vec<u8>,
    handed: usize,
    ended: bool,
}

impl<'r> Utf16<'r> {
    const CHUNK: usize = 64 << 10;

    fn new(input: Box<dyn Read + 'r>, unit: fn([u8; 2]) -> u16) -> Self {
        Self { input, unit, rest: Vec::new(), ready: Vec::new(), handed: 0, ended: false }
    }

    fn fill(&mut self) -> io::Result<()> {
        let mut chunk = vec![0; Self::CHUNK];
        let count = self.input.read(&mut chunk)?;
        self.ended = count == 0;
        self.rest.extend_from_slice(chunk.get(..count).unwrap_or_default());
        let mut units: Vec<u16> =
            self.rest.chunks_exact(2).filter_map(|pair| pair.try_into().ok()).map(self.unit).collect();
        let is_half_pair = units.last().is_some_and(|last| (0xd800..0xdc00).contains(last));
        if is_half_pair && !self.ended {
            units.pop();
        }
        self.rest.drain(..2 * units.len());
        self.ready.clear();
        self.handed = 0;
        for character in char::decode_utf16(units) {
            let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.ready.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
        if self.ended && !self.rest.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }
}

impl Read for Utf16<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.handed == self.ready.len() && !self.ended {
            self.fill()?;
        }
        let ready = self.ready.get(self.handed..).unwrap_or_default();
        let count = ready.len().min(buffer.len());
        for (to, from) in buffer.iter_mut().zip(ready) {
            *to = *from;
        }
        self.handed += count;
        Ok(count)
    }
}
