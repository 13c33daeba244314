//! JUnit XML, as junit-10.xsd of the xUnit plugin of Jenkins describes it.
//! In: findings, ready to show. Out: a suite an input, a test case a finding.
//! Never: a suite that passes because its input was not read.

use std::io;
use std::io::Write;

use crate::check::InputSummary;
use crate::finding::Severity;

use super::Shown;
use super::Style;
use super::Totals;
use super::Writer;
use super::full::diagnostic;
use super::markup::escaped;
use super::markup::escaped_lines;
use super::place::pointer;
use super::place::position;
use super::plural;
use super::safe;

/// The counts of a suite stand before its test cases, so those of one input wait in memory.
#[derive(Default)]
pub(super) struct Junit {
    cases: String,
    tests: u64,
    failures: u64,
    path: String,
}

impl Writer for Junit {
    fn begin(&mut self, output: &mut dyn Write) -> io::Result<()> {
        output.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"elicitlint\">\n")
    }

    fn finding(&mut self, shown: &Shown, _output: &mut dyn Write) -> io::Result<()> {
        let record = &shown.record;
        let name = format!("{} at {} {}", record.rule, position(record), pointer(record));
        let text = escaped_lines(&diagnostic(shown, None, Style::default()));
        let body = match record.severity {
            Severity::Error | Severity::Warning => {
                self.failures += 1;
                let (severity, message) = (record.severity.name(), escaped(&shown.sentence));
                format!("<failure type=\"{severity}\" message=\"{message}\">\n{text}\n</failure>")
            }
            // An information fails nothing.
            Severity::Info => format!("<system-out>\n{text}\n</system-out>"),
        };
        self.path.clone_from(&record.path);
        self.case(name.trim_end(), &body);
        Ok(())
    }

    fn input(&mut self, input: &InputSummary, output: &mut dyn Write) -> io::Result<()> {
        self.path.clone_from(&input.path);
        if self.tests == 0 {
            let body = if input.messages == 0 { "<skipped message=\"no message was understood\"/>" } else { "" };
            self.case("nothing found", body);
        }
        let missed = input.unreadable + input.missing_bodies;
        let note = (missed > 0).then(|| format!("{} could not be read", plural(missed, "part")));
        self.suite(note.as_deref(), false, output)
    }

    fn end(&mut self, totals: &Totals, output: &mut dyn Write) -> io::Result<()> {
        if totals.failed {
            if self.path.is_empty() {
                self.path.push_str("inputs");
            }
            self.case("read to its end", "<error type=\"input\" message=\"an input could not be read\"/>");
            self.suite(None, true, output)?;
        }
        output.write_all(b"</testsuites>\n")
    }
}

impl Junit {
    fn case(&mut self, name: &str, body: &str) {
        self.tests += 1;
        let (path, name) = (escaped(&safe(&self.path)), escaped(name));
        self.cases.push_str(&format!("<testcase classname=\"{path}\" name=\"{name}\">{body}</testcase>\n"));
    }

    fn suite(&mut self, note: Option<&str>, is_broken: bool, output: &mut dyn Write) -> io::Result<()> {
        let Self { cases, tests, failures, path } = std::mem::take(self);
        let (name, errors) = (escaped(&safe(&path)), u64::from(is_broken));
        writeln!(output, "<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">")?;
        output.write_all(cases.as_bytes())?;
        if let Some(note) = note {
            writeln!(output, "<system-err>{}</system-err>", escaped(note))?;
        }
        output.write_all(b"</testsuite>\n")
    }
}
