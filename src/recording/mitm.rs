//! Flow files of mitmproxy: one tnetstring a flow, an HTTP exchange each.
//! In: an input that can be read twice. Out: the messages of each flow in the order of time.
//! Never: a body that was not stored and is not missed.

use std::io::SeekFrom;

use super::ReadSeek;
use super::RecordPlace;
use super::archive;
use super::archive::Indexed;
use super::exchange::Exchange;
use super::exchange::Message;
use super::lines;
use super::sink::NeedleSearch;
use super::sink::Sink;
use super::sink::Stop;
use super::time::MILLISECOND;
use super::time::widen;
use super::window::Window;

/// The most digits of a length.
const DIGITS: usize = 10;

/// True for an input that begins as a flow does: a dictionary whose first key is a string.
pub(super) fn begins_as_flow(head: &[u8]) -> bool {
    header(head).and_then(|(_, start)| header(head.get(start..)?)).is_some()
}

/// Reads a flow file: first where its flows are, then the flows in the order of their start, then as lines what is no
/// flow, where a message stands in a line of it.
pub(super) fn read(file: &mut dyn ReadSeek, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let start = file.stream_position()?;
    let mut flows = Vec::new();
    let rest = index(&mut Window::new(&mut *file), &mut flows, sink)?;
    sink.counts.bytes = file.seek(SeekFrom::End(0))?.saturating_sub(start);
    archive::read_in_order(file, start, flows, read_flow, sink)?;
    let Some(rest) = rest else { return Ok(()) };
    file.seek(SeekFrom::Start(start + rest.byte))?;
    if lines::hold_a_message(&mut *file, sink.record_bytes)? {
        return lines::read_rest(file, start, rest, sink);
    }
    Ok(())
}

/// Reads all flows once. What is no flow ends the list: nothing says where the next one begins. Returns its place.
fn index(window: &mut Window<'_>, index: &mut Vec<Indexed>, sink: &mut Sink<'_>) -> Result<Option<RecordPlace>, Stop> {
    let most = sink.record_bytes.saturating_mul(archive::RECORDS_OF_ENTRY);
    while window.byte(0)?.is_some() {
        let place = window.place(Some(widen(index.len())));
        window.byte(DIGITS)?;
        let Some((length, offset)) = header(window.bytes()) else {
            sink.unreadable(place, b"")?;
            return Ok(Some(place));
        };
        let whole = offset.saturating_add(length).saturating_add(1);
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
    let Some(request) = flow.and_then(|flow| flow.get("request")) else {
        // Flows of TCP, UDP and DNS have no request.
        return if flow.is_some_and(|flow| flow.get("type").is_some()) {
            sink.foreign(place)
        } else {
            sink.unreadable(place, bytes)
        };
    };
    let response = flow.and_then(|flow| flow.get("response")).filter(|response| response.kind == b'}');
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
    exchange.report(place, sink)
}

fn message<'a>(half: Value<'a>, flow: &'a [u8], place: RecordPlace) -> Message<'a> {
    let body = half.get("content").filter(|body| body.kind == b',').map(|body| body.bytes);
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
