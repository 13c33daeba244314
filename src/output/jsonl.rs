//! The objects of the JSON format, one a line, each with its type.
//! In: findings and inputs as they come. Out: lines; the summary is the last, so that a cut file shows.
//! Never: a line that is no whole object.

use std::io;
use std::io::Write;

use serde::Serialize;

use crate::check::InputSummary;

use super::Shown;
use super::Totals;
use super::Writer;
use super::json::write_ascii;

pub(super) struct Jsonl;

#[derive(Serialize)]
struct Line<'l, T> {
    r#type: &'static str,
    #[serde(flatten)]
    object: &'l T,
}

impl Writer for Jsonl {
    fn finding(&mut self, shown: &Shown, output: &mut dyn Write) -> io::Result<()> {
        line(output, "finding", &shown.record)
    }

    fn input(&mut self, input: &InputSummary, output: &mut dyn Write) -> io::Result<()> {
        line(output, "input", input)
    }

    fn end(&mut self, totals: &Totals, output: &mut dyn Write) -> io::Result<()> {
        line(output, "summary", &totals.summary)
    }
}

fn line(output: &mut dyn Write, r#type: &'static str, object: &impl Serialize) -> io::Result<()> {
    write_ascii(output, &Line { r#type, object })?;
    output.write_all(b"\n")
}
