//! Annotations of GitHub Actions.
//! In: findings, ready to show. Out: workflow commands, one a line.
//! Never: a command, a property or a line break that comes from the wire.

use std::io;
use std::io::Write;

use crate::finding::Severity;
use crate::text::escape::escaped;

use super::Shown;
use super::Totals;
use super::Writer;
use super::place::pointer;

pub(super) struct Github;

impl Writer for Github {
    fn finding(&mut self, shown: &Shown, output: &mut dyn Write) -> io::Result<()> {
        let record = &shown.record;
        let command = match record.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let (file, title) = (property(&record.path), property(&record.rule));
        let mut message = data(&shown.sentence);
        if !record.pointer.is_empty() {
            message.push_str(&format!(" ({})", data(&pointer(record))));
        }
        writeln!(output, "::{command} file={file},line={},title={title}::{message}", record.line)
    }

    fn end(&mut self, _totals: &Totals, _output: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// The value of a property. The runner decodes these four, and percent signs.
fn property(text: &str) -> String {
    encoded(text).replace(':', "%3A").replace(',', "%2C")
}

/// The message. The runner splits a command at its first `::` after the name; a second one must not look like another.
fn data(text: &str) -> String {
    encoded(text).replace("::", ":\\u{3a}").replace("##[", "##\\u{5b}")
}

fn encoded(text: &str) -> String {
    escaped(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}
