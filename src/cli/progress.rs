//! How far a run is, on a terminal.
//! In: bytes as they are read. Out: one line on standard error that is gone at the end.
//! Never: a line in a pipe or in CI, or before half a second has passed.

use std::cell::Cell;
use std::io;
use std::io::Read;
use std::io::Seek;
use std::io::SeekFrom;
use std::io::Write;
use std::time::Duration;
use std::time::Instant;

const PATIENCE: Duration = Duration::from_millis(500);
const PACE: Duration = Duration::from_millis(100);
const MEGABYTE: u64 = 1_000_000;

/// The progress of one input.
pub(super) struct Progress {
    is_on: bool,
    /// Size of the input, where it is known.
    total: Option<u64>,
    started: Instant,
    drawn: Cell<Option<Instant>>,
    place: Cell<u64>,
    findings: Cell<u64>,
    stopped: Cell<bool>,
}

impl Progress {
    pub(super) fn new(is_on: bool, total: Option<u64>) -> Self {
        Self {
            is_on,
            total,
            started: Instant::now(),
            drawn: Cell::new(None),
            place: Cell::new(0),
            findings: Cell::new(0),
            stopped: Cell::new(false),
        }
    }

    pub(super) fn found(&self) {
        self.findings.set(self.findings.get() + 1);
        self.clear();
    }

    /// The rest of the input reads as its end: nobody waits for more.
    pub(super) fn stop(&self) {
        self.stopped.set(true);
    }

    /// Takes the line away.
    pub(super) fn clear(&self) {
        if self.drawn.take().is_some() {
            let _unwritable = write!(io::stderr(), "\r\x1b[K");
        }
    }

    fn moved(&self, place: u64) {
        self.place.set(place);
        if !self.is_on || self.started.elapsed() < PATIENCE {
            return;
        }
        if self.drawn.get().is_none_or(|drawn| drawn.elapsed() >= PACE) {
            self.drawn.set(Some(Instant::now()));
            let _unwritable = write!(io::stderr(), "\r\x1b[K{}", self.line(self.started.elapsed()));
        }
    }

    fn line(&self, elapsed: Duration) -> String {
        let place = self.place.get();
        let milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX).max(1);
        let rate = place.saturating_mul(1000) / milliseconds;
        let findings = self.findings.get();
        let (place_mb, rate_mb) = (place / MEGABYTE, rate / MEGABYTE);
        match self.total.filter(|total| *total >= place && rate > 0) {
            Some(total) => {
                let left = (total - place) / rate;
                let total = total / MEGABYTE;
                format!("{place_mb} of {total} MB, {rate_mb} MB/s, {left} s left, {findings} found")
            }
            None => format!("{place_mb} MB, {rate_mb} MB/s, {findings} found"),
        }
    }
}

/// A reader that tells its progress.
pub(super) struct Watched<'p, R> {
    pub(super) reader: R,
    pub(super) progress: &'p Progress,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.progress.stopped.get() {
            return Ok(0);
        }
        let read = self.reader.read(buffer)?;
        self.progress.moved(self.progress.place.get() + u64::try_from(read).unwrap_or(0));
        Ok(read)
    }
}

impl<R: Seek> Seek for Watched<'_, R> {
    fn seek(&mut self, target: SeekFrom) -> io::Result<u64> {
        let place = self.reader.seek(target)?;
        self.progress.place.set(place);
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_rate_and_time_left_where_the_size_is_known() {
        let progress = Progress::new(true, Some(300 * MEGABYTE));
        progress.place.set(100 * MEGABYTE);
        assert_eq!(progress.line(Duration::from_secs(2)), "100 of 300 MB, 50 MB/s, 4 s left, 0 found");
        let stream = Progress { total: None, ..progress };
        assert_eq!(stream.line(Duration::from_secs(2)), "100 MB, 50 MB/s, 0 found");
    }

    #[test]
    fn a_stopped_input_ends() {
        let progress = Progress::new(false, None);
        let mut watched = Watched { reader: &b"abcdef"[..], progress: &progress };
        let mut buffer = [0; 3];
        assert_eq!(watched.read(&mut buffer).unwrap(), 3);
        progress.stop();
        assert_eq!(watched.read(&mut buffer).unwrap(), 0);
    }
}
