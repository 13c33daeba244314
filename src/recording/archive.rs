//! Archives, whose entries are not in the order of time: each entry is read in its turn.
//! In: an input that can be read twice, and where its entries are. Out: the entries, in order.
//! Never: more memory than the largest entry; for a stream, than the archive.

use std::io;
use std::io::Read;
use std::io::SeekFrom;

use super::ReadSeek;
use super::RecordPlace;
use super::sink::NeedleSearch;
use super::sink::Sink;
use super::sink::Stop;
use super::time::widen;
use super::window::Window;

/// The most of a stream that is held in memory.
const STREAM_BYTES: u64 = 512 << 20;

/// An entry, which may hold many messages, may be this many times as long as a record.
pub(super) const RECORDS_OF_ENTRY: usize = 16;

/// Where an entry is, and when its exchange began.
pub(super) struct Indexed {
    pub(super) place: RecordPlace,
    pub(super) length: usize,
    /// Nanoseconds since 1970.
    pub(super) time: u64,
}

/// Reads a file of this format from its present position.
pub(super) type ReadFile = fn(&mut dyn ReadSeek, &mut Sink<'_>) -> Result<(), Stop>;

/// Reads the entry with these bytes at this place.
pub(super) type ReadEntry = fn(&[u8], RecordPlace, &mut Sink<'_>) -> Result<(), Stop>;

/// Reads an archive from a stream, which is held in memory.
pub(super) fn read_stream(input: &mut dyn Read, read: ReadFile, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let mut archive = Vec::new();
    input.take(STREAM_BYTES).read_to_end(&mut archive)?;
    let length = widen(archive.len());
    read(&mut io::Cursor::new(archive), sink)?;
    let mut window = Window::new(input);
    let mut search = NeedleSearch::default();
    while window.fill()? {
        search.feed(window.bytes(), sink);
        window.pass(window.bytes().len());
    }
    if search.bytes > 0 {
        sink.counts.bytes += search.bytes;
        sink.oversized(RecordPlace { line: 1, byte: length, ..RecordPlace::default() }, search.bytes, search.found)?;
    }
    Ok(())
}

/// Reads the entries by their times; those of one time as they stand in the file, which begins at `start`.
pub(super) fn read_in_order(
    file: &mut dyn ReadSeek,
    start: u64,
    mut index: Vec<Indexed>,
    read: ReadEntry,
    sink: &mut Sink<'_>,
) -> Result<(), Stop> {
    index.sort_by_key(|entry| entry.time);
    let mut bytes = Vec::new();
    for entry in &index {
        file.seek(SeekFrom::Start(start + entry.place.byte))?;
        bytes.resize(entry.length, 0);
        file.read_exact(&mut bytes)?;
        read(&bytes, entry.place, sink)?;
    }
    Ok(())
}
