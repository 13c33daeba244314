//! Reading in one thread, judging in another.
//! In: an input. Out: the items of it, in the same order, in the thread that judges; its findings, in this one.
//! Never: more of the input in memory than a few batches.

use std::ops::ControlFlow;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::mpsc::channel;
use std::sync::mpsc::sync_channel;
use std::thread;

use super::FindingRecord;
use super::InputSummary;
use super::Judge;
use crate::error::Error;
use crate::recording::Counts;
use crate::recording::Input;
use crate::recording::Item;
use crate::recording::Options;
use crate::recording::Record;
use crate::recording::read;

/// Bytes of records after which a batch is handed on.
const BATCH_BYTES: usize = 1 << 20;

/// Items after which a batch is handed on.
const BATCH_ITEMS: usize = 4_096;

/// Batches that wait.
const WAITING: usize = 2;

/// Reads `input` here, and has its items judged by another thread.
pub(super) fn run(
    input: Input<'_>,
    options: &Options<'_>,
    judge: &Judge<'_>,
    emit: &mut dyn FnMut(FindingRecord),
) -> Result<(Counts, InputSummary), Error> {
    let (batches, waiting) = sync_channel::<Batch>(WAITING);
    let (found, findings) = channel();
    thread::scope(|scope| {
        let judging = scope.spawn(move || {
            // A send fails only where nobody waits any longer.
            let mut emit = |finding| {
                let _unheard = found.send(finding);
            };
            judge(&mut emit, &mut |visit| {
                let mut is_whole = false;
                for batch in &waiting {
                    batch.items.iter().for_each(|item| visit(batch.item(item)));
                    is_whole = batch.is_last;
                }
                is_whole
            })
        });
        let mut batch = Batch::default();
        let counts = read(input, options, &mut |item| {
            batch.push(&item);
            if batch.bytes.len() < BATCH_BYTES && batch.items.len() < BATCH_ITEMS {
                return ControlFlow::Continue(());
            }
            findings.try_iter().for_each(&mut *emit);
            match batches.send(std::mem::take(&mut batch)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        // Without a last batch the judge knows that the input failed.
        if counts.is_ok() {
            batch.is_last = true;
            let _unheard = batches.send(batch);
        }
        drop(batches);
        findings.iter().for_each(&mut *emit);
        let summary = judging.join().unwrap_or_else(|panic| resume_unwind(panic));
        counts.map(|counts| (counts, summary))
    })
}

/// Items of a recording, and a copy of their bytes.
#[derive(Default)]
struct Batch {
    bytes: Vec<u8>,
    items: Vec<Copied>,
    is_last: bool,
}

/// An item whose bytes are in a batch.
struct Copied {
    /// The item without what it borrows.
    item: Item<'static>,
    bytes: Range<usize>,
    session: Option<Range<usize>>,
    revision: Option<Range<usize>>,
    url: Option<Range<usize>>,
}

impl Batch {
    fn push(&mut self, item: &Item<'_>) {
        let bytes = match *item {
            Item::Record(Record { bytes, .. }) | Item::Unreadable { bytes, .. } => bytes,
            _ => b"",
        };
        let bytes = self.copy(bytes);
        let mut copied = Copied { item: item.without_bytes(), bytes, session: None, revision: None, url: None };
        if let Item::Record(Record { session, revision, url, .. }) = *item {
            copied.session = session.map(|text| self.copy(text.as_bytes()));
            copied.revision = revision.map(|text| self.copy(text.as_bytes()));
            copied.url = url.map(|text| self.copy(text.as_bytes()));
        }
        self.items.push(copied);
    }

    fn copy(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        start..self.bytes.len()
    }

    fn item<'b>(&'b self, copied: &Copied) -> Item<'b> {
        let bytes = self.bytes.get(copied.bytes.clone()).unwrap_or_default();
        let text = |range: &Option<Range<usize>>| {
            range.clone().and_then(|range| std::str::from_utf8(self.bytes.get(range)?).ok())
        };
        match copied.item {
            Item::Record(record) => Item::Record(Record {
                bytes,
                session: text(&copied.session),
                revision: text(&copied.revision),
                url: text(&copied.url),
                ..record
            }),
            Item::Unreadable { place, begins_as_json, .. } => Item::Unreadable { place, bytes, begins_as_json },
            other => other,
        }
    }
}
