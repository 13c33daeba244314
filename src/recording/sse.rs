//! Server-sent events, as curl and other clients print them, and as an archive holds them.
//! In: a stream, or the text of a body. Out: a record for the data of each event.
//! Never: an event dropped for its id alone; what is sent again must be the same in every byte.

use std::collections::HashSet;
use std::hash::DefaultHasher;
use std::hash::Hash;
use std::hash::Hasher;
use std::io::Read;

use super::RecordPlace;
use super::sink::NeedleSearch;
use super::sink::Sink;
use super::sink::Stop;
use super::sink::begins_as_json;
use super::time::widen;
use super::values;
use super::values::Frame;
use super::window::Window;
use crate::message::Side;

/// Beginnings of lines that belong to the format.
pub(super) const FIELDS: [&[u8]; 7] = [b"event:", b"data:", b"id:", b"retry:", b":", b"HTTP/1.", b"HTTP/2"];

/// Beginnings of lines that `curl -v` writes between them; after two of them stands a header.
const CURL: [&[u8]; 5] = [b"* ", b"{ [", b"} [", b"> ", b"< "];
/// The ends of its heads, where an editor took the space away.
const CURL_ENDS: [&[u8]; 2] = [b">", b"<"];

/// Reads a transcript.
pub(super) fn read(input: &mut dyn Read, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let mut window = Window::new(input);
    let mut events = Events::new(Frame { contiguous: true, ..Frame::default() });
    let result = read_lines(&mut window, &mut events, sink);
    sink.counts.bytes = window.offset();
    result
}

/// Reads the text of a body.
pub(super) fn read_body(text: &[u8], frame: Frame<'_>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let mut events = Events::new(frame);
    let mut rest = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    while !rest.is_empty() {
        let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let line = rest.get(..end).unwrap_or_default();
        events.line(line, frame.place, sink)?;
        rest = rest.get(end..).unwrap_or_default();
        rest = rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..)).unwrap_or_default();
    }
    events.dispatch(sink)
}

/// True for a body whose first line is a field of an event.
pub(super) fn begins_as_events(body: &[u8]) -> bool {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii_start();
    FIELDS.iter().any(|field| body.starts_with(field))
}

/// True for a line that `curl -v` writes beside events.
pub(super) fn is_of_curl(line: &[u8]) -> bool {
    CURL.iter().any(|beginning| line.starts_with(beginning)) || CURL_ENDS.contains(&line)
}

fn read_lines(window: &mut Window<'_>, events: &mut Events<'_>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    window.byte(2)?;
    if window.bytes().starts_with(b"\xef\xbb\xbf") {
        window.consume(3, 0);
    }
    let mut searched = 0;
    // True in the middle of a line that is too long.
    let mut is_long = false;
    loop {
        let bytes = window.bytes();
        let found = memchr::memchr2(b'\n', b'\r', bytes.get(searched..).unwrap_or_default());
        let place = window.place(None);
        if let Some(found) = found {
            let end = searched + found;
            let line = bytes.get(..end).unwrap_or_default();
            if is_long || end > sink.record_bytes {
                events.part_of_line(line, place, sink);
            } else {
                events.line(line, place, sink)?;
            }
            let feed = bytes.get(end) == Some(&b'\r') && window.byte(end + 1)? == Some(b'\n');
            window.pass(end + 1 + usize::from(feed));
            (searched, is_long) = (0, false);
            continue;
        }
        searched = bytes.len();
        if searched > sink.record_bytes || is_long {
            events.part_of_line(bytes, place, sink);
            window.pass(searched);
            (searched, is_long) = (0, true);
        }
        if !window.fill()? {
            break;
        }
    }
    if searched > 0 {
        events.line(window.bytes(), window.place(None), sink)?;
        window.pass(searched);
    }
    events.dispatch(sink)
}

/// Events that were sent before, so that a replay after `Last-Event-ID` counts once.
#[derive(Default)]
pub(super) struct Seen(HashSet<[u64; 2]>);

impl Seen {
    /// A session with more events than this forgets them and starts anew; a replay is never so long.
    const MOST: usize = 1 << 16;

    /// True where the same id and data came before in the same session.
    pub(super) fn again(&mut self, session: Option<&str>, id: &[u8], data: &[u8]) -> bool {
        // 128 bits, so that no server finds two events that look like one.
        let key = [0_u8, 1].map(|salt| {
            let mut hasher = DefaultHasher::new();
            (salt, session, id, data).hash(&mut hasher);
            hasher.finish()
        });
        if self.0.len() >= Self::MOST {
            self.0.clear();
        }
        !self.0.insert(key)
    }
}

/// The event that is being read.
struct Events<'f> {
    frame: Frame<'f>,
    /// Session and revision by the head of a response in the transcript.
    session: Option<String>,
    revision: Option<String>,
    in_head: bool,
    /// Index of the event, from 0.
    index: u64,
    has_field: bool,
    id: Option<Vec<u8>>,
    data: Vec<u8>,
    data_lines: usize,
    place: Option<RecordPlace>,
    /// Looks through data that is too long to keep.
    skipped: Option<NeedleSearch>,
}

impl<'f> Events<'f> {
    fn new(frame: Frame<'f>) -> Self {
        Self {
            frame: Frame { side: Some(Side::Server), ..frame },
            session: None,
            revision: None,
            in_head: false,
            index: 0,
            has_field: false,
            id: None,
            data: Vec::new(),
            data_lines: 0,
            place: None,
            skipped: None,
        }
    }

    /// One line without its end.
    fn line(&mut self, line: &[u8], place: RecordPlace, sink: &mut Sink<'_>) -> Result<(), Stop> {
        if line.is_empty() {
            self.in_head = false;
            return self.dispatch(sink);
        }
        if line.starts_with(b"HTTP/") {
            self.dispatch(sink)?;
            self.in_head = true;
            self.index = 0;
            return Ok(());
        }
        // No header begins as a message does: the line that ends the head is missing.
        self.in_head &= !begins_as_json(line);
        if self.in_head {
            self.header(line);
            return Ok(());
        }
        if let Some(header) = line.strip_prefix(b"< ").or_else(|| line.strip_prefix(b"> ")) {
            self.header(header);
            return Ok(());
        }
        let colon = memchr::memchr(b':', line).unwrap_or(line.len());
        let (name, rest) = line.split_at(colon);
        let value = rest.get(1..).unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match name {
            b"data" => self.add_data(value, line.len() - value.len(), place, sink),
            b"id" if !value.contains(&0) => self.id = Some(value.to_vec()),
            b"id" | b"event" | b"retry" | b"" => {}
            _ if is_of_curl(line) => return Ok(()),
            _ => return self.foreign_line(line, place, sink),
        }
        self.has_field |= !name.is_empty();
        Ok(())
    }

    fn header(&mut self, line: &[u8]) {
        let Ok(line) = std::str::from_utf8(line) else { return };
        let Some((name, value)) = line.split_once(':') else { return };
        if name.eq_ignore_ascii_case("mcp-session-id") {
            self.session = Some(value.trim().to_owned());
        } else if name.eq_ignore_ascii_case("mcp-protocol-version") {
            self.revision = Some(value.trim().to_owned());
        }
    }

    fn add_data(&mut self, value: &[u8], offset: usize, place: RecordPlace, sink: &Sink<'_>) {
        let place = RecordPlace { byte: place.byte + self.contiguous_bytes(offset), ..place };
        self.place.get_or_insert(place);
        if self.data_lines > 0 {
            self.data.push(b'\n');
        }
        self.data_lines += 1;
        self.data.extend_from_slice(value);
        if self.skipped.is_some() || self.data.len() > sink.record_bytes {
            self.skipped.get_or_insert_default().feed(&self.data, sink);
            self.data.clear();
        }
    }

    /// A part of a line that is too long; the event it stands in is dropped.
    fn part_of_line(&mut self, part: &[u8], place: RecordPlace, sink: &Sink<'_>) {
        self.place.get_or_insert(place);
        let search = self.skipped.get_or_insert_default();
        search.feed(&self.data, sink);
        search.feed(part, sink);
        self.data.clear();
        self.has_field = true;
    }

    /// A line that is no field: the JSON body of a response, the line of a log that followed, or text.
    fn foreign_line(&mut self, line: &[u8], place: RecordPlace, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let indent = line.len() - line.trim_ascii_start().len();
        let place = RecordPlace { byte: place.byte + self.contiguous_bytes(indent), ..place };
        let frame = self.named(Frame { place, ..self.frame });
        let text = std::str::from_utf8(line).unwrap_or_default().trim_ascii();
        if !begins_as_json(line) && values::line_of_text(text, &Frame { side: None, ..frame }, sink)? {
            return Ok(());
        }
        values::body(line, &frame, sink)
    }

    /// The end of an event.
    fn dispatch(&mut self, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let event = Some(self.index);
        self.index += u64::from(std::mem::take(&mut self.has_field));
        let (id, lines, place) = (self.id.take(), std::mem::take(&mut self.data_lines), self.place.take());
        let Some(place) = place else { return Ok(()) };
        let place = RecordPlace { event, ..place };
        if let Some(search) = self.skipped.take() {
            self.data.clear();
            return sink.oversized(place, search.bytes, search.found);
        }
        let mut data = std::mem::take(&mut self.data);
        let contiguous = self.frame.contiguous && lines == 1;
        let session = self.session.as_deref().or(self.frame.session);
        if !data.is_empty() && id.is_some_and(|id| sink.seen.again(session, &id, &data)) {
            sink.counts.duplicates += 1;
        } else {
            values::body(&data, &self.named(Frame { place, contiguous, ..self.frame }), sink)?;
        }
        data.clear();
        self.data = data;
        Ok(())
    }

    fn named<'n>(&'n self, frame: Frame<'n>) -> Frame<'n> {
        let (session, revision) = (self.session.as_deref(), self.revision.as_deref());
        Frame { session: session.or(frame.session), revision: revision.or(frame.revision), ..frame }
    }

    /// How far on `bytes` are in the input; in a decoded body they are nowhere.
    fn contiguous_bytes(&self, bytes: usize) -> u64 {
        if self.frame.contiguous { widen(bytes) } else { 0 }
    }
}
