//! How far a run is, on a terminal.
//! In: bytes as they are read. Out: one line on standard error that is gone at the end.
//! Never: a line in a pipe or in CI, or before half a second has passed.

use std::cell::Cell;
use std::io;
use std::io::Read;
use std::io::Seek;
use std::io::SeekFrom;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::time::Instant;

use super::streams::say;

const PATIENCE: Duration = Duration::from_millis(500);

/// How often the line is drawn.
pub(super) const PACE: Duration = Duration::from_millis(100);
const KILOBYTE: u64 = 1_000;
const MEGABYTE: u64 = 1_000_000;

/// The progress of a run, which the threads that read tell and one that writes draws.
pub(super) struct Progress {
    is_on: bool,
    /// Size of all inputs, where it is known.
    total: Option<u64>,
    started: Instant,
    drawn: Cell<Option<Instant>>,
    place: Arc<Reading>,
    findings: Cell<u64>,
}

/// What the threads that read share.
#[derive(Default)]
pub(super) struct Reading {
    bytes: AtomicU64,
    stopped: AtomicBool,
}

impl Progress {
    pub(super) fn new(is_on: bool, total: Option<u64>) -> Self {
        Self {
            is_on,
            total,
            started: Instant::now(),
            drawn: Cell::new(None),
            place: Arc::default(),
            findings: Cell::new(0),
        }
    }

    /// What readers tell.
    pub(super) fn reading(&self) -> Arc<Reading> {
        Arc::clone(&self.place)
    }

    /// Since the first input was opened.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(super) fn found(&self) {
        self.findings.set(self.findings.get() + 1);
        self.clear();
    }

    /// Takes the line away.
    pub(super) fn clear(&self) {
        if self.drawn.take().is_some() {
            say("\r\x1b[K");
        }
    }

    /// Draws the line where it is time to.
    pub(super) fn draw(&self) {
        if !self.is_on || self.started.elapsed() < PATIENCE {
            return;
        }
        if self.drawn.get().is_none_or(|drawn| drawn.elapsed() >= PACE) {
            self.drawn.set(Some(Instant::now()));
            say(&format!("\r\x1b[K{}", self.line(self.started.elapsed())));
        }
    }

    fn line(&self, elapsed: Duration) -> String {
        let place = self.place.bytes.load(Ordering::Relaxed);
        let milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX).max(1);
        let rate = place.saturating_mul(1000) / milliseconds;
        let findings = self.findings.get();
        let rate_of = format!("{}/s", amount(rate));
        match self.total.filter(|total| *total >= place && rate > 0) {
            Some(total) => {
                let left = (total - place) / rate;
                let unit = Unit::of(total);
                let (place, total, unit) = (unit.number(place), unit.number(total), unit.name);
                format!("{place} of {total} {unit}, {rate_of}, {left} s left, {findings} found")
            }
            None => format!("{}, {rate_of}, {findings} found", amount(place)),
        }
    }
}

/// The unit of an amount, and how finely it is told.
#[derive(Clone, Copy)]
struct Unit {
    bytes: u64,
    name: &'static str,
    /// Tells tenths: of a small number of units, whole ones would stand still.
    is_fine: bool,
}

impl Unit {
    fn of(bytes: u64) -> Self {
        let (unit, name) = if bytes < MEGABYTE { (KILOBYTE, "kB") } else { (MEGABYTE, "MB") };
        Self { bytes: unit, name, is_fine: bytes < 10 * unit }
    }

    fn number(self, bytes: u64) -> String {
        let whole = bytes / self.bytes;
        let tenth = bytes % self.bytes * 10 / self.bytes;
        if self.is_fine { format!("{whole}.{tenth}") } else { whole.to_string() }
    }
}

/// "0.4 MB"
fn amount(bytes: u64) -> String {
    let unit = Unit::of(bytes);
    format!("{} {}", unit.number(bytes), unit.name)
}

impl Reading {
    /// The rest of every input reads as its end: nobody waits for more.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// A reader that tells its progress.
pub(super) struct Watched<'p, R> {
    reader: R,
    reading: &'p Reading,
    place: u64,
    /// The furthest place so far: what is read twice counts once.
    furthest: u64,
}

impl<'p, R> Watched<'p, R> {
    pub(super) fn new(reader: R, reading: &'p Reading) -> Self {
        Self { reader, reading, place: 0, furthest: 0 }
    }
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.reading.stopped.load(Ordering::Relaxed) {
            return Ok(0);
        }
        let read = self.reader.read(buffer)?;
        self.place = self.place.saturating_add(u64::try_from(read).unwrap_or(0));
        let more = self.place.saturating_sub(self.furthest);
        self.furthest += more;
        self.reading.bytes.fetch_add(more, Ordering::Relaxed);
        Ok(read)
    }
}

impl<R: Seek> Seek for Watched<'_, R> {
    fn seek(&mut self, target: SeekFrom) -> io::Result<u64> {
        self.place = self.reader.seek(target)?;
        Ok(self.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_rate_and_time_left_where_the_size_is_known() {
        let progress = Progress::new(true, Some(300 * MEGABYTE));
        progress.place.bytes.store(100 * MEGABYTE, Ordering::Relaxed);
        assert_eq!(progress.line(Duration::from_secs(2)), "100 of 300 MB, 50 MB/s, 4 s left, 0 found");
        let stream = Progress { total: None, ..progress };
        assert_eq!(stream.line(Duration::from_secs(2)), "100 MB, 50 MB/s, 0 found");
    }

    #[test]
    fn units_fit_the_size_so_that_a_small_input_moves() {
        let line = |total: Option<u64>, place: u64, milliseconds| {
            let progress = Progress::new(true, total);
            progress.place.bytes.store(place, Ordering::Relaxed);
            progress.line(Duration::from_millis(milliseconds))
        };
        for (total, place, milliseconds, expected) in [
            (Some(2_100_000), 400_000, 500, "0.4 of 2.1 MB, 800 kB/s, 2 s left, 0 found"),
            (Some(9_999_999), 5_000_000, 1_000, "5.0 of 9.9 MB, 5.0 MB/s, 0 s left, 0 found"),
            (Some(10_000_000), 400_000, 1_000, "0 of 10 MB, 400 kB/s, 24 s left, 0 found"),
            (Some(640_000), 12_000, 1_000, "12 of 640 kB, 12 kB/s, 52 s left, 0 found"),
            (Some(900), 90, 1_000, "0.0 of 0.9 kB, 0.0 kB/s, 9 s left, 0 found"),
            (None, 700, 1_000, "0.7 kB, 0.7 kB/s, 0 found"),
            (None, 0, 1_000, "0.0 kB, 0.0 kB/s, 0 found"),
        ] {
            assert_eq!(line(total, place, milliseconds), expected);
        }
    }

    #[test]
    fn a_stopped_input_ends() {
        let reading = Reading::default();
        let mut watched = Watched::new(&b"abcdef"[..], &reading);
        let mut buffer = [0; 3];
        assert_eq!(watched.read(&mut buffer).unwrap(), 3);
        reading.stop();
        assert_eq!(watched.read(&mut buffer).unwrap(), 0);
    }
}
