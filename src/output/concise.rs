//! One line a finding: `path:line: severity rule message`.
//! In: findings, ready to show. Out: lines for pipes, editors and grep.
//! Never: a line that begins with text from the wire.

use std::io;
use std::io::Write;

use super::Shown;
use super::Style;
use super::Totals;
use super::Writer;
use super::place::position;
use super::plural;
use super::statistics::statistics;

pub(super) struct Concise {
    pub(super) style: Style,
    pub(super) statistics: bool,
}

impl Writer for Concise {
    fn finding(&mut self, shown: &Shown, output: &mut dyn Write) -> io::Result<()> {
        let record = &shown.record;
        let place = self.style.bold(&position(record));
        let severity = self.style.severity(record.severity);
        writeln!(output, "{place}: {severity} {} {}", record.rule, shown.sentence)
    }

    fn end(&mut self, totals: &Totals, output: &mut dyn Write) -> io::Result<()> {
        if self.statistics {
            write!(output, "\n{}", statistics(totals))?;
        }
        match totals.summary.held_back {
            0 => Ok(()),
            held_back => writeln!(output, "{} held back by --max-findings", plural(held_back, "finding")),
        }
    }
}
