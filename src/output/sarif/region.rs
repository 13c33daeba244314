//! Where the JSON token of a finding stands in its file.
//! In: byte offsets that the check has kept, and the file. Out: line and columns in code points.
//! Never: a guess. What does not stand in the file as it is has the line of its record only.

use std::fs::File;
use std::io;
use std::io::Read;
use std::io::Seek;
use std::io::SeekFrom;

use serde::Serialize;

use crate::check::FindingRecord;

/// Bytes of a record that are read to find one token; further in, the line must do.
const REACH: u64 = 1 << 20;
/// Bytes before a record in which its line must begin.
const FRAME: u64 = 64 << 10;

/// Lines and columns count from 1; the end column is the one after the token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    start_line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<usize>,
}

impl Region {
    pub(super) fn line(line: u64) -> Self {
        Self { start_line: line.max(1), start_column: None, end_column: None }
    }
}

/// Finds regions; keeps the file of the last one open.
#[derive(Default)]
pub(super) struct Regions {
    open: Option<(String, File)>,
}

impl Regions {
    pub(super) fn of(&mut self, record: &FindingRecord) -> Region {
        let found = record.token.and_then(|(start, token)| self.token(record, start, token).ok().flatten());
        found.unwrap_or_else(|| Region::line(record.line))
    }

    fn token(&mut self, record: &FindingRecord, start: u64, token: u64) -> io::Result<Option<Region>> {
        if record.path == "-" || token.saturating_sub(start) > REACH {
            return Ok(None);
        }
        if self.open.as_ref().is_none_or(|(path, _)| *path != record.path) {
            // What is no regular file cannot be read a second time.
            let is_file = std::fs::metadata(&record.path)?.is_file();
            self.open = if is_file { Some((record.path.clone(), File::open(&record.path)?)) } else { None };
        }
        let Some((_, file)) = &mut self.open else { return Ok(None) };
        let begin = start.saturating_sub(FRAME);
        file.seek(SeekFrom::Start(begin))?;
        let mut bytes = Vec::new();
        file.take(token.saturating_sub(begin) + FRAME).read_to_end(&mut bytes)?;
        let [start, token] = [start, token].map(|place| usize::try_from(place.saturating_sub(begin)).unwrap_or(0));
        Ok(region(&bytes, begin == 0, record.line, start, token))
    }
}

/// The region of the token at `token`, in the record that begins at `start` on `line`.
fn region(bytes: &[u8], is_head: bool, line: u64, start: usize, token: usize) -> Option<Region> {
    let before = bytes.get(..token)?;
    let breaks = bytes.get(start..token)?.iter().filter(|byte| **byte == b'\n').count();
    let line_start = match before.iter().rposition(|byte| *byte == b'\n') {
        Some(end) => end + 1,
        None if is_head => 0,
        None => return None,
    };
    let written = std::str::from_utf8(bytes.get(line_start..token)?).ok()?;
    let column = written.trim_start_matches('\u{feff}').chars().count() + 1;
    let length = string_length(bytes.get(token..)?);
    Some(Region {
        start_line: line + u64::try_from(breaks).ok()?,
        start_column: Some(column),
        end_column: length.map(|length| column + length),
    })
}

/// Characters of the JSON string that `bytes` begin with, quotes included; none where they begin with something else.
fn string_length(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes.strip_prefix(b"\"")?.iter().enumerate();
    let end = loop {
        match rest.next()? {
            (_, b'\\') => drop(rest.next()),
            (place, b'"') => break place,
            _ => {}
        }
    };
    let inside = std::str::from_utf8(bytes.get(1..end + 1)?).ok()?;
    Some(inside.chars().count() + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_its_line_and_its_columns_in_code_points() {
        let file = "x\n{\"m\":\"\u{fc}\",\n\"url\":\"a\\\"b\"}".as_bytes();
        let at = |part: &[u8]| file.windows(part.len()).position(|window| window == part).unwrap();
        let table =
            [(at("\"\u{fc}\"".as_bytes()), 2, 6, Some(9)), (at(b"\"a"), 3, 7, Some(13)), (at(b"{"), 2, 1, None)];
        for (token, line, start, end) in table {
            let expected = Region { start_line: line, start_column: Some(start), end_column: end };
            assert_eq!(region(file, true, 2, 2, token), Some(expected), "{token}");
        }
    }

    #[test]
    fn a_line_that_begins_out_of_reach_gives_no_column() {
        assert_eq!(region(b"{\"a\":\"b\"}", false, 1, 0, 5), None);
    }
}
