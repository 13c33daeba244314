//! Flow files of mitmproxy: one tnetstring a flow, an HTTP exchange each.
//! In: an input that can be read twice. Out: the messages of each flow in the order of time.
//! Never: a body that was not stored and is not missed.

use std::io;
use std::io::SeekFrom;
use std::ops::Range;

use super::ReadSeek;
use super::RecordPlace;
use super::alone;
use super::archive;
use super::archive::Indexed;
use super::exchange::Exchange;
use super::exchange::Message;
use super::lines;
use super::sink::NeedleSearch;
use super::sink::Sink;
use super::sink::Stop;
use super::sink::begins_as_json;
use super::slog::Pieces;
use super::time::MILLISECOND;
use super::time::widen;
use super::values;
use super::values::Frame;
use super::window::Window;
use crate::message::Side;

/// The most digits of a length.
const DIGITS: usize = 10;

/// True for an input that begins as a flow does: a dictionary whose first key is a string. The time of a line of a log
/// looks alike.
pub(super) fn begins_as_flow(head: &[u8]) -> bool {
    let key = || {
        let (flow, rest) = header(head).and_then(|(flow, start)| Some((flow, head.get(start..)?)))?;
        let (length, start) = header(rest)?;
        let end = start.saturating_add(length);
        Some(end < flow && rest.get(end).is_none_or(|kind| matches!(kind, b',' | b';')))
    };
    key() == Some(true)
}

/// Reads a flow file: first where its flows are, then the flows in the order of their start, then as lines what is no
/// flow, where a message stands in a line of it. What was taken for flows and has a message in a line of its own that no
/// flow brought is read as lines: a server that prints a flow must not hide what it sends in it.
pub(super) fn read(file: &mut dyn ReadSeek, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let start = file.stream_position()?;
    if sink.is_guess && are_lines(file, start, sink.record_bytes)? {
        file.seek(SeekFrom::Start(start))?;
        return lines::read_after_all(file, sink);
    }
    file.seek(SeekFrom::Start(start))?;
    let mut flows = Vec::new();
    let rest = index(&mut Window::new(&mut *file), &mut flows, sink)?;
    sink.counts.bytes = file.seek(SeekFrom::End(0))?.saturating_sub(start);
    archive::read_in_order(file, start, flows, read_flow, sink)?;
    let Some(rest) = rest else { return Ok(()) };
    file.seek(SeekFrom::Start(start + rest.byte))?;
    if alone::hold_a_message(&mut *file, sink.record_bytes)? {
        return lines::read_rest(file, start, rest, sink);
    }
    Ok(())
}

/// True where a line is a message by itself that is no part of what the flows brought, nor stands behind them.
fn are_lines(file: &mut dyn ReadSeek, start: u64, record_bytes: usize) -> io::Result<bool> {
    if !alone::hold_a_message(&mut *file, record_bytes)? {
        return Ok(false);
    }
    file.seek(SeekFrom::Start(start))?;
    let brought = brought(&mut Window::new(&mut *file), record_bytes.saturating_mul(archive::RECORDS_OF_ENTRY))?;
    file.seek(SeekFrom::Start(start))?;
    alone::hold_a_message_outside(&brought, file, record_bytes)
}

/// Where the bodies of all flows are, and what stands behind the flows.
fn brought(window: &mut Window<'_>, most: usize) -> io::Result<Vec<Range<u64>>> {
    let mut ranges = Vec::new();
    while window.byte(0)?.is_some() {
        let start = window.offset();
        let Some(length) = flow_length(window)?.filter(|length| *length <= most) else { break };
        if window.byte(length - 1)?.is_none() {
            break;
        }
        let bytes = window.bytes().get(..length).unwrap_or_default();
        if let Some((flow, _)) = Value::read(bytes) {
            let halves = [flow.get("request"), flow.get("response")].into_iter().flatten();
            let bodies = halves.filter_map(body).chain(passed(flow).map(|(_, content)| content));
            ranges.extend(bodies.map(|body| {
                let first = start + widen(offset_in(bytes, body));
                first..first + widen(body.len())
            }));
        }
        window.pass(length);
    }
    ranges.push(window.offset()..u64::MAX);
    ranges.sort_by_key(|range| range.start);
    Ok(ranges)
}

/// Bytes of the flow that begins here; none for what is no flow.
fn flow_length(window: &mut Window<'_>) -> io::Result<Option<usize>> {
    window.byte(DIGITS)?;
    Ok(header(window.bytes()).map(|(length, offset)| offset.saturating_add(length).saturating_add(1)))
}

/// Reads all flows once. What is no flow ends the list: nothing says where the next one begins. Returns its place.
fn index(window: &mut Window<'_>, index: &mut Vec<Indexed>, sink: &mut Sink<'_>) -> Result<Option<RecordPlace>, Stop> {
    let most = sink.record_bytes.saturating_mul(archive::RECORDS_OF_ENTRY);
    while window.byte(0)?.is_some() {
        let place = window.place(Some(widen(index.len())));
        let Some(whole) = flow_length(window)? else {
            sink.unreadable(place, b"")?;
            return Ok(Some(place));
        };
        if whole > most {
            skip(window, whole, place, sink)?;
            continue;
        }
        if window.byte(whole - 1)?.is_none() {
            sink.unreadable(place, window.bytes())?;
            return Ok(Some(place));
        }
        let before = index.last().map_or(0, |entry| entry.time);
        let time = window.bytes().get(..whole).and_then(began).unwrap_or(before);
        index.push(Indexed { place, length: whole, time });
        window.pass(whole);
    }
    Ok(None)
}

fn skip(window: &mut Window<'_>, mut left: usize, place: RecordPlace, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let mut search = NeedleSearch::default();
    while left > 0 && window.byte(0)?.is_some() {
        let count = window.bytes().len().min(left);
        search.feed(window.bytes().get(..count).unwrap_or_default(), sink);
        window.pass(count);
        left -= count;
    }
    sink.oversized(place, search.bytes, search.found)
}

/// When the request of a flow began.
fn began(flow: &[u8]) -> Option<u64> {
    let (value, _) = Value::read(flow)?;
    value.get("request")?.get("timestamp_start")?.nanoseconds()
}

fn read_flow(bytes: &[u8], place: RecordPlace, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let flow = Value::read(bytes).map(|(value, _)| value);
    let Some(flow) = flow.filter(|flow| flow.get("type").is_some() || flow.get("request").is_some()) else {
        return sink.unreadable(place, bytes);
    };
    let Some(request) = flow.get("request") else { return read_connection(flow, bytes, place, sink) };
    let response = flow.get("response").filter(|response| response.kind == b'}');
    let url = url(request);
    let method = request.get("method").and_then(Value::text);
    let exchange = Exchange {
        time: request.get("timestamp_start").and_then(Value::nanoseconds).map(|time| time / MILLISECOND),
        method,
        url: url.as_deref(),
        request: Message { has_body: true, ..message(request, bytes, place) },
        status: response.and_then(|response| response.get("status_code")?.whole()).unwrap_or_default(),
        response: response.map(|response| message(response, bytes, place)).unwrap_or_default(),
        redacts: false,
    };
    exchange.report(place, sink)?;
    let frame = Frame { place, url: url.as_deref(), exchange: place.entry, quiet: true, ..Frame::default() };
    read_socket(flow, bytes, &frame, sink)
}

/// What passed a web socket, or a connection without a request.
fn passed<'a>(flow: Value<'a>) -> impl Iterator<Item = (Side, &'a [u8])> {
    let messages = flow.get("websocket").unwrap_or(flow).get("messages");
    messages.into_iter().flat_map(Value::items).filter_map(|message| {
        let from_client = message.items().find(|value| value.kind == b'!')?.bytes == b"true";
        let content = message.items().find(|value| value.kind == b',')?.bytes;
        Some((if from_client { Side::Client } else { Side::Server }, content))
    })
}

/// Reads what passed a web socket: a message each.
fn read_socket(flow: Value<'_>, bytes: &[u8], frame: &Frame<'_>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    for (side, content) in passed(flow) {
        let mut frame = Frame { side: Some(side), ..*frame };
        frame.place.byte += widen(offset_in(bytes, content));
        values::body(content, &frame, sink)?;
    }
    Ok(())
}

/// Reads a flow without a request, of TCP, UDP or DNS: lines of both sides, where it begins as such.
fn read_connection(flow: Value<'_>, bytes: &[u8], place: RecordPlace, sink: &mut Sink<'_>) -> Result<(), Stop> {
    if !passed(flow).next().is_some_and(|(_, content)| begins_as_json(content)) {
        return sink.other(place, bytes);
    }
    let mut pieces = Pieces::default();
    for (side, content) in passed(flow) {
        let mut frame = Frame { place, quiet: true, ..Frame::default() };
        frame.place.byte += widen(offset_in(bytes, content));
        pieces.feed(side, content, &frame, sink)?;
    }
    pieces.finish(sink)
}

fn message<'a>(half: Value<'a>, flow: &'a [u8], place: RecordPlace) -> Message<'a> {
    let body = body(half);
    let mut message = Message { body, place, ..Message::default() };
    if let Some(body) = body {
        message.place.byte += widen(offset_in(flow, body));
    }
    for pair in half.get("headers").into_iter().flat_map(Value::items) {
        let mut fields = pair.items();
        let mut text = || fields.next().and_then(Value::text);
        if let (Some(name), Some(value)) = (text(), text()) {
            message.header(name, value);
        }
    }
    message
}

/// The body of a request or a response.
fn body(half: Value<'_>) -> Option<&[u8]> {
    half.get("content").filter(|body| body.kind == b',').map(|body| body.bytes)
}

/// Offset in `whole` of a slice of it.
fn offset_in(whole: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr().saturating_sub(whole.as_ptr().addr())
}

/// The URL that the client asked for.
fn url(request: Value<'_>) -> Option<String> {
    let scheme = request.get("scheme")?.text()?;
    let host = request.get("host")?.text()?;
    let port = request.get("port")?.whole()?;
    let path = request.get("path").and_then(Value::text).unwrap_or_default();
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    let is_default = matches!((scheme, port), ("http", 80) | ("https", 443));
    Some(if is_default { format!("{scheme}://{host}{path}") } else { format!("{scheme}://{host}:{port}{path}") })
}

/// The length that a tnetstring announces, and where its payload begins.
fn header(bytes: &[u8]) -> Option<(usize, usize)> {
    let digits = bytes.iter().take(DIGITS).take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 || bytes.get(digits) != Some(&b':') {
        return None;
    }
    let length = std::str::from_utf8(bytes.get(..digits)?).ok()?.parse().ok()?;
    Some((length, digits + 1))
}

/// One tnetstring: its payload, and the byte that says what it is.
#[derive(Clone, Copy)]
struct Value<'a> {
    kind: u8,
    bytes: &'a [u8],
}

impl<'a> Value<'a> {
    /// Reads the value that `bytes` begin with. Returns with it what follows.
    fn read(bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let (length, start) = header(bytes)?;
        let end = start.checked_add(length)?;
        let kind = *bytes.get(end)?;
        Some((Self { kind, bytes: bytes.get(start..end)? }, bytes.get(end + 1..)?))
    }

    /// The values of a list; the keys and values of a dictionary in turn.
    fn items(self) -> impl Iterator<Item = Self> {
        let mut rest = if matches!(self.kind, b'}' | b']') { self.bytes } else { &[] };
        std::iter::from_fn(move || {
            let (value, after) = Self::read(rest)?;
            rest = after;
            Some(value)
        })
    }

    fn get(self, key: &str) -> Option<Self> {
        if self.kind != b'}' {
            return None;
        }
        let mut items = self.items();
        while let (Some(name), Some(value)) = (items.next(), items.next()) {
            if name.bytes == key.as_bytes() {
                return Some(value);
            }
        }
        None
    }

    fn text(self) -> Option<&'a str> {
        if matches!(self.kind, b',' | b';') { std::str::from_utf8(self.bytes).ok() } else { None }
    }

    fn whole(self) -> Option<u64> {
        std::str::from_utf8(self.bytes).ok()?.parse().ok()
    }

    /// A time in seconds, as nanoseconds.
    fn nanoseconds(self) -> Option<u64> {
        let text = std::str::from_utf8(self.bytes).ok()?;
        let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
        let nanoseconds: u64 = format!("{fraction:0<9.9}").parse().ok()?;
        seconds.parse::<u64>().ok()?.checked_mul(1_000_000_000)?.checked_add(nanoseconds)
    }
}
