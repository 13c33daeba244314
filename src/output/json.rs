//! One JSON document, and the way in which every JSON format is written.
//! In: findings as they come, the counts at the end. Out: ASCII, a finding a line.
//! Never: a character beyond ASCII, a control character.

use std::io;
use std::io::Write;

use serde::Serialize;
use serde_json::ser::CharEscape;
use serde_json::ser::Formatter;

use super::Shown;
use super::TOOL;
use super::Totals;
use super::VERSION;
use super::Writer;

/// Writes `{"schema_version":1, ...}` with its findings first, so that none waits in memory.
#[derive(Default)]
pub(super) struct Json {
    has_finding: bool,
}

impl Writer for Json {
    fn begin(&mut self, output: &mut dyn Write) -> io::Result<()> {
        write!(
            output,
            "{{\"schema_version\":1,\"tool\":{{\"name\":\"{TOOL}\",\"version\":\"{VERSION}\"}},\n\"findings\":["
        )
    }

    fn finding(&mut self, shown: &Shown, output: &mut dyn Write) -> io::Result<()> {
        output.write_all(if self.has_finding { b",\n" } else { b"\n" })?;
        self.has_finding = true;
        write_ascii(output, &shown.record)
    }

    fn end(&mut self, totals: &Totals, output: &mut dyn Write) -> io::Result<()> {
        output.write_all(b"],\n\"inputs\":")?;
        write_ascii(output, &totals.inputs)?;
        output.write_all(b",\n\"summary\":")?;
        write_ascii(output, &totals.summary)?;
        output.write_all(b"}\n")
    }
}

/// Writes a value as compact JSON in ASCII.
pub(crate) fn write_ascii(output: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(output, Ascii);
    value.serialize(&mut serializer).map_err(io::Error::from)
}

/// Compact JSON with everything that is not printable ASCII as `\uXXXX`.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((place, character)) =
            rest.char_indices().find(|(place, character)| !is_plain(rest, *place, *character))
        {
            writer.write_all(rest.get(..place).unwrap_or_default().as_bytes())?;
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = rest.get(place + character.len_utf8()..).unwrap_or_default();
        }
        writer.write_all(rest.as_bytes())
    }

    /// As serde_json writes them; listed here because a new release could choose a raw character.
    fn write_char_escape<W: ?Sized + Write>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()> {
        let short = match escape {
            CharEscape::Quote => "\\\"",
            CharEscape::ReverseSolidus => "\\\\",
            CharEscape::Solidus => "\\/",
            CharEscape::Backspace => "\\b",
            CharEscape::FormFeed => "\\f",
            CharEscape::LineFeed => "\\n",
            CharEscape::CarriageReturn => "\\r",
            CharEscape::Tab => "\\t",
            CharEscape::AsciiControl(byte) => return write!(writer, "\\u{byte:04x}"),
        };
        writer.write_all(short.as_bytes())
    }
}

/// Printable ASCII, but for the bracket of `##[`, which GitHub reads as a command anywhere in a log.
fn is_plain(text: &str, place: usize, character: char) -> bool {
    match character {
        '[' => !text.get(..place).is_some_and(|before| before.ends_with("##")),
        _ => matches!(character, ' '..='~'),
    }
}
