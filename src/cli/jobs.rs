//! Recordings that are read side by side.
//! In: recordings, and how many threads may work. Out: what each gives, in the order of the recordings.
//! Never: an order that depends on threads; more findings in memory than a few hundred of each thread.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::mpsc::SyncSender;
use std::sync::mpsc::sync_channel;
use std::thread;

use super::inputs::Recording;
use super::inputs::is_standard_input;
use super::inputs::opened;
use super::progress::PACE;
use super::progress::Reading;
use super::progress::Watched;
use crate::check::CheckOptions;
use crate::check::FindingRecord;
use crate::check::InputSummary;
use crate::check::check;
use crate::error::Error;
use crate::linter::Linter;
use crate::recording::Input;

/// Findings that wait for their turn, for each recording.
const WAITING: usize = 256;

/// What comes of a recording.
pub(super) enum Event {
    Finding(Box<FindingRecord>),
    /// Nothing more: what was read, or what is wrong.
    End(Box<Result<InputSummary, String>>),
    /// Nothing for a while.
    Wait,
}

/// How to read.
pub(super) struct Work<'w> {
    pub(super) linter: &'w Linter,
    pub(super) options: CheckOptions,
    pub(super) reading: &'w Reading,
    /// How many threads read and judge.
    pub(super) threads: usize,
}

impl Work<'_> {
    /// Reads the recordings, and hands over what comes of each, all of the first one first. Ends where `visit` says so.
    pub(super) fn run(&self, recordings: &[Recording], visit: &mut dyn FnMut(&Recording, Event) -> bool) {
        let (senders, receivers): (Vec<_>, Vec<_>) = recordings
            .iter()
            .map(|_| {
                let (sender, receiver) = sync_channel(WAITING);
                (Mutex::new(Some(sender)), receiver)
            })
            .unzip();
        let next = AtomicUsize::new(0);
        // Threads that no recording is left for help with the others.
        let options = self.options.threads(self.threads / recordings.len().max(1));
        thread::scope(|scope| {
            for _ in 0..self.threads.min(recordings.len()) {
                scope.spawn(|| self.work(&options, recordings, &senders, &next));
            }
            for (recording, receiver) in recordings.iter().zip(receivers) {
                if !self.hand_over(recording, &receiver, visit) {
                    break;
                }
            }
            // A recording that nobody waits for ends at once.
            self.reading.stop();
        });
    }

    fn work(
        &self,
        options: &CheckOptions,
        recordings: &[Recording],
        senders: &[Mutex<Option<SyncSender<Event>>>],
        next: &AtomicUsize,
    ) {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let (Some(recording), Some(sender)) = (recordings.get(index), senders.get(index)) else { return };
            let sender = sender.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(sender) = sender else { return };
            // A send fails only where nobody waits any longer.
            let result = self.check(&recording.path, options, &mut |finding| {
                let _unheard = sender.send(Event::Finding(Box::new(finding)));
            });
            let _unheard = sender.send(Event::End(Box::new(result)));
        }
    }

    /// False where nobody wants more.
    fn hand_over(
        &self,
        recording: &Recording,
        receiver: &Receiver<Event>,
        visit: &mut dyn FnMut(&Recording, Event) -> bool,
    ) -> bool {
        loop {
            match receiver.recv_timeout(PACE) {
                Ok(event) => {
                    let is_end = matches!(event, Event::End(_));
                    if !visit(recording, event) {
                        return false;
                    }
                    if is_end {
                        return true;
                    }
                }
                Err(RecvTimeoutError::Timeout) if visit(recording, Event::Wait) => {}
                Err(RecvTimeoutError::Timeout) => return false,
                Err(RecvTimeoutError::Disconnected) => return true,
            }
        }
    }

    fn check(
        &self,
        path: &Path,
        options: &CheckOptions,
        emit: &mut dyn FnMut(FindingRecord),
    ) -> Result<InputSummary, String> {
        let name = path.to_string_lossy();
        let file = if is_standard_input(path) { None } else { Some(opened(path)?) };
        // Only a regular file can be read twice.
        let is_regular = file.as_ref().is_some_and(is_regular);
        let summary = match file {
            Some(file) if is_regular => {
                let mut reader = Watched::new(file, self.reading);
                check(self.linter, &name, Input::File(&mut reader), options, emit)
            }
            Some(file) => {
                let mut reader = Watched::new(file, self.reading);
                check(self.linter, &name, Input::Stream(&mut reader), options, emit)
            }
            None => {
                let mut reader = Watched::new(io::stdin().lock(), self.reading);
                check(self.linter, &name, Input::Stream(&mut reader), options, emit)
            }
        };
        summary.map_err(|error| told(&error))
    }
}

fn is_regular(file: &File) -> bool {
    file.metadata().is_ok_and(|file| file.is_file())
}

/// An error with everything below it.
fn told(error: &Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        text.push_str(&format!(": {error}"));
        source = error.source();
    }
    text
}
