//! Lines that are messages by themselves, whatever stands around them.
//! In: a line, or an input that was taken for something else than lines. Out: whether there is such a line.
//! Never: more memory than one record and a buffer.

use std::io;
use std::io::Read;
use std::ops::Range;

use super::envelope::Object;
use super::envelope::is_batch;
use super::time::widen;
use super::window::Window;

/// True where a line is a message by itself, which a client that reads lines takes for one, whatever stands around it.
pub(super) fn hold_a_message(input: &mut dyn Read, most: usize) -> io::Result<bool> {
    hold_a_message_outside(&[], input, most)
}

/// True where a line that does not stand within one of these ranges, which are in order, is a message by itself.
pub(super) fn hold_a_message_outside(known: &[Range<u64>], input: &mut dyn Read, most: usize) -> io::Result<bool> {
    let mut window = Window::new(input);
    while window.byte(0)?.is_some() {
        if let Some(length) = window.line_length(0, most)? {
            let line = window.bytes().get(..length).unwrap_or_default();
            let (start, end) = (window.offset(), window.offset() + widen(line.trim_ascii_end().len()));
            let before = known.partition_point(|range| range.start <= start);
            let is_known = before.checked_sub(1).and_then(|last| known.get(last)).is_some_and(|last| end <= last.end);
            if !is_known && is_message(line) {
                return Ok(true);
            }
        }
        window.pass_line()?;
    }
    Ok(false)
}

/// True for a line that is a value by itself: an object in column 0, or anywhere a message, which a client would read
/// whatever stands in the lines around it.
pub(super) fn stands_alone(line: &[u8]) -> bool {
    is_message(line) || (line.starts_with(b"{") && std::str::from_utf8(line).is_ok_and(|text| is_object(text, true)))
}

/// True for a line that is a message, or a list of them.
fn is_message(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    if !matches!(line.first(), Some(b'{' | b'[')) {
        return false;
    }
    let Ok(text) = std::str::from_utf8(line) else { return false };
    if text.starts_with('[') { is_batch(text) } else { is_object(text, false) }
}

pub(super) fn is_object(text: &str, any: bool) -> bool {
    text.starts_with('{') && matches!(Object::read(text), Ok((object, None)) if any || object.is_message())
}
