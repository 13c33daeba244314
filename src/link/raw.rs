//! The raw text of a URL, cut where the URL Standard cuts it, and what the parsed URL no longer shows.
//! In: the text as received. Out: spans of its parts, and oddities of the spelling.
//! Never: a repair, a copy, a second opinion on the host: the cuts follow the parser that browsers run.

use crate::text::Span;
use crate::text::bytes;

/// Where the parts of a URL stand in its raw text. Tabs and line ends, which a browser drops, are inside the spans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RawParts {
    /// Before the colon; none where the text begins with no scheme.
    pub(crate) scheme: Option<Span>,
    /// Before the last `@` of the authority, without it; empty for `https://@host/`.
    pub(crate) userinfo: Option<Span>,
    /// The host as written, with brackets. None where the URL has no authority.
    pub(crate) host: Option<Span>,
    /// After the colon of the host; empty for `https://host:/`.
    pub(crate) port: Option<Span>,
    /// Path, query and fragment.
    pub(crate) rest: Span,
}

/// What differs between the raw text and a URL as it should be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Oddities {
    /// C0 control or space before the scheme or at the end.
    pub(crate) blank_around: bool,
    /// Tab or line end inside.
    pub(crate) tab_or_newline: bool,
    /// Tab or line end before the path.
    pub(crate) tab_before_path: bool,
    /// Backslash before the host or right after it, of a scheme that reads it as a slash.
    pub(crate) backslash: bool,
    /// Backslash further on in the path, of such a scheme.
    pub(crate) backslash_in_path: bool,
    /// Fewer than two slashes before the host.
    pub(crate) missing_slashes: bool,
    /// More than two slashes before the host.
    pub(crate) extra_slashes: bool,
    /// An `@` inside the user name or password.
    pub(crate) unencoded_at: bool,
    /// A space or square bracket inside the user name or password.
    pub(crate) unencoded_userinfo: bool,
    /// A percent sign in the host as written.
    pub(crate) percent_host: bool,
    /// The host as written is not ASCII.
    pub(crate) non_ascii_host: bool,
    /// A character of the host as written passes for a slash, backslash, colon or question mark.
    pub(crate) delimiter_look_alike: bool,
    /// A colon without a port.
    pub(crate) empty_port: bool,
    /// A port that begins with a zero and is longer.
    pub(crate) padded_port: bool,
    /// `?@` or `#@` right after the host: some parsers once read the host as a user name.
    pub(crate) at_after_host: bool,
    /// `.` or `..` as a path segment, also percent-encoded, or followed by an encoded slash or backslash.
    pub(crate) dot_segment: bool,
    /// `%25` and two hexadecimal digits in the path.
    pub(crate) double_percent: bool,
    /// `%00` to `%1F` or `%7F` in the path; the same without tab and line ends, which forms send, after it.
    pub(crate) encoded_control: bool,
    /// `%20` three times in a row.
    pub(crate) encoded_blanks: bool,
    /// A percent sign without two hexadecimal digits after the host.
    pub(crate) stray_percent: bool,
    /// A space, tab or line end after the host.
    pub(crate) blank_in_rest: bool,
    /// Another control character after the host.
    pub(crate) control_in_rest: bool,
    /// A quote, bracket or other visible ASCII character after the host that no URL may hold unencoded.
    pub(crate) non_url_ascii: bool,
    /// Non-ASCII text after the host.
    pub(crate) non_ascii_rest: bool,
}

/// Cuts `raw` and notes its oddities. Linear, no allocation.
pub(crate) fn scan(raw: &str) -> (RawParts, Oddities) {
    let bytes = raw.as_bytes();
    let mut odd = Oddities::default();
    let start = bytes.iter().position(|byte| *byte > b' ').unwrap_or(bytes.len());
    let end = bytes.iter().rposition(|byte| *byte > b' ').map_or(start, |last| last + 1);
    odd.blank_around = start > 0 || end < bytes.len();
    let text = bytes.get(start..end).unwrap_or_default();
    odd.tab_or_newline = memchr::memchr3(b'\t', b'\n', b'\r', text).is_some();

    let mut cursor = Cursor { bytes: bytes.get(..end).unwrap_or_default(), at: start };
    let mut parts = RawParts { rest: Span::new(start, end), ..RawParts::default() };
    let Some(scheme) = cursor.scheme() else { return (parts, odd) };
    parts.scheme = Some(scheme);
    let form = Form::of(scheme.of(raw));
    if cursor.slashes(form, &mut odd) {
        cursor.authority(form, &mut parts, &mut odd);
    }
    parts.rest = Span::new(cursor.at, end);
    odd.tab_before_path =
        odd.tab_or_newline && bytes.get(start..cursor.at).is_some_and(|before| before.iter().copied().any(is_dropped));
    note_host(parts, raw, &mut odd);
    note_rest(cursor.bytes.get(cursor.at..).unwrap_or_default(), form, &mut odd);
    (parts, odd)
}

/// How the URL Standard reads what follows a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// http, https, ws, wss, ftp: a host always, backslash is slash.
    Special,
    /// file: a host after two slashes, without user name and port.
    File,
    /// Any other: a host after `//` only.
    Other,
}

impl Form {
    fn of(scheme: &str) -> Self {
        let is = |name: &str| {
            let letters = scheme.bytes().filter(|byte| !is_dropped(*byte));
            letters.map(|byte| byte.to_ascii_lowercase()).eq(name.bytes())
        };
        if ["https", "http", "ws", "wss", "ftp"].into_iter().any(is) {
            Self::Special
        } else if is("file") {
            Self::File
        } else {
            Self::Other
        }
    }
}

/// Reads bytes and passes over those that the URL Standard drops.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&mut self) -> Option<u8> {
        while self.bytes.get(self.at).is_some_and(|byte| is_dropped(*byte)) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// The scheme; the cursor goes after its colon.
    fn scheme(&mut self) -> Option<Span> {
        let start = self.at;
        if !self.peek()?.is_ascii_alphabetic() {
            return None;
        }
        loop {
            match self.peek()? {
                b':' => break,
                byte if byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.') => self.at += 1,
                _ => return None,
            }
        }
        self.at += 1;
        Some(Span::new(start, self.at - 1))
    }

    /// Passes the slashes before an authority; false where none follows.
    fn slashes(&mut self, form: Form, odd: &mut Oddities) -> bool {
        let before = self.at;
        let mut count = 0;
        while let Some(byte @ (b'/' | b'\\')) = self.peek() {
            let enough = form != Form::Special && count == 2;
            if enough || (form == Form::Other && byte == b'\\') {
                break;
            }
            odd.backslash |= byte == b'\\';
            count += 1;
            self.at += 1;
        }
        match form {
            Form::Special => {
                odd.missing_slashes = count < 2;
                odd.extra_slashes = count > 2;
                true
            }
            Form::File | Form::Other if count == 2 => true,
            Form::File | Form::Other => {
                odd.missing_slashes = form == Form::File;
                // One slash begins the path.
                self.at = before;
                false
            }
        }
    }

    /// User name, password, host and port; the cursor goes to the byte after them.
    fn authority(&mut self, form: Form, parts: &mut RawParts, odd: &mut Oddities) {
        let start = self.at;
        let authority = self.bytes.get(start..).unwrap_or_default();
        let is_end = |byte: &u8| matches!(byte, b'/' | b'?' | b'#') || (*byte == b'\\' && form != Form::Other);
        let length = authority.iter().position(is_end).unwrap_or(authority.len());
        let authority = authority.get(..length).unwrap_or_default();
        let end = start + length;
        if form == Form::File {
            if !is_drive_letter(authority) {
                parts.host = Some(Span::new(start, end));
                self.at = end;
            }
            return;
        }
        let at_sign = memchr::memrchr(b'@', authority);
        if let Some(at_sign) = at_sign {
            parts.userinfo = Some(Span::new(start, start + at_sign));
            odd.unencoded_at = memchr::memchr(b'@', authority).is_some_and(|first| first < at_sign);
            let userinfo = authority.get(..at_sign).unwrap_or_default();
            odd.unencoded_userinfo = memchr::memchr3(b' ', b'[', b']', userinfo).is_some();
        }
        let host_start = start + at_sign.map_or(0, |at_sign| at_sign + 1);
        let host = self.bytes.get(host_start..end).unwrap_or_default();
        let colon = port_colon(host);
        parts.host = Some(Span::new(host_start, colon.map_or(end, |colon| host_start + colon)));
        parts.port = colon.map(|colon| Span::new(host_start + colon + 1, end));
        self.at = end;
    }
}

/// The first colon that stands in no brackets.
fn port_colon(host: &[u8]) -> Option<usize> {
    let mut inside = false;
    host.iter().position(|byte| {
        match byte {
            b'[' => inside = true,
            b']' => inside = false,
            _ => {}
        }
        *byte == b':' && !inside
    })
}

/// `C:` or `C|` in the place of a host is the beginning of a path (URL Standard, "Windows drive letter").
fn is_drive_letter(authority: &[u8]) -> bool {
    let mut letters = authority.iter().filter(|byte| !is_dropped(**byte));
    letters.next().is_some_and(u8::is_ascii_alphabetic)
        && matches!(letters.next(), Some(b':' | b'|'))
        && letters.next().is_none()
}

fn is_dropped(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}

/// Characters that the URL Standard leaves in a host and that end one for the eye (Unicode confusables of `/`, `\`, `:`
/// and `?`).
const DELIMITER_LOOK_ALIKES: [char; 13] = [
    '\u{294}', '\u{2044}', '\u{2215}', '\u{2216}', '\u{2236}', '\u{2571}', '\u{2572}', '\u{27cb}', '\u{27cd}',
    '\u{29f5}', '\u{29f8}', '\u{29f9}', '\u{a789}',
];

fn note_host(parts: RawParts, raw: &str, odd: &mut Oddities) {
    let host = parts.host.map_or("", |span| span.of(raw));
    let rest = parts.rest.of(raw);
    odd.at_after_host = !host.is_empty() && (rest.starts_with("?@") || rest.starts_with("#@"));
    odd.percent_host = host.contains('%');
    odd.non_ascii_host = !host.is_ascii();
    odd.delimiter_look_alike = odd.non_ascii_host && host.contains(DELIMITER_LOOK_ALIKES);
    if let Some(port) = parts.port.map(|span| span.of(raw)) {
        odd.empty_port = port.is_empty();
        odd.padded_port = port.len() > 1 && port.starts_with('0');
    }
}

fn note_rest(rest: &[u8], form: Form, odd: &mut Oddities) {
    let path_end = rest.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(rest.len());
    let path = rest.get(..path_end).unwrap_or_default();
    if form != Form::Other {
        odd.backslash |= path.first() == Some(&b'\\');
        odd.backslash_in_path = memchr::memrchr(b'\\', path).is_some_and(|last| last > 0);
    }
    odd.dot_segment = matches!(path.first(), Some(b'/' | b'\\')) && has_dot_segment(path);
    note_bytes(rest, path_end, odd);
}

/// Percent-encodings and bytes that should be percent-encoded.
fn note_bytes(rest: &[u8], path_end: usize, odd: &mut Oddities) {
    let mut blanks = 0;
    let mut blank_at = 0;
    let mut start = 0;
    let next = |start: usize| Some(start + bytes::position(rest.get(start..)?, is_of_note)?);
    while let Some(index) = next(start) {
        start = index + 1;
        match rest.get(index).copied().unwrap_or_default() {
            b'%' => {
                let Some(value) = hexadecimal(rest.get(index + 1..)) else {
                    odd.stray_percent = true;
                    continue;
                };
                let is_sent_by_forms = index >= path_end && is_dropped(value);
                odd.encoded_control |= (value < b' ' || value == 0x7f) && !is_sent_by_forms;
                odd.double_percent |= value == b'%' && index < path_end && hexadecimal(rest.get(index + 3..)).is_some();
                if value == b' ' {
                    blanks = if blank_at == index { blanks + 1 } else { 1 };
                    blank_at = index + 3;
                    odd.encoded_blanks |= blanks >= 3;
                }
            }
            b'\t' | b'\n' | b'\r' | b' ' => odd.blank_in_rest = true,
            0x7f | ..b' ' => odd.control_in_rest = true,
            b'"' | b'<' | b'>' | b'[' | b']' | b'^' | b'`' | b'{' | b'|' | b'}' => odd.non_url_ascii = true,
            0x80.. => odd.non_ascii_rest = true,
            _ => {}
        }
    }
}

/// False for what may stand in a path, a query or a fragment as it is.
fn is_of_note(byte: u8) -> bool {
    let is_bracket = (byte == b'<') | (byte == b'>') | (byte == b'[') | (byte == b']');
    (byte <= b' ')
        | (byte == b'%')
        | (byte == b'"')
        | is_bracket
        | ((byte >= b'^') & (byte != b'_') & !byte.is_ascii_lowercase() & (byte != b'~'))
}

/// The value of two hexadecimal digits.
pub(crate) fn hexadecimal(digits: Option<&[u8]>) -> Option<u8> {
    let [high, low, ..] = digits? else { return None };
    Some(digit(*high)? << 4 | digit(*low)?)
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

/// True where a segment is `.` or `..`. An encoded slash or backslash ends a segment too: some servers decode it.
fn has_dot_segment(path: &[u8]) -> bool {
    let mut dots = 0;
    let mut only_dots = false;
    let mut rest = path;
    while let Some((&byte, after)) = rest.split_first() {
        let decoded = if byte == b'%' { hexadecimal(Some(after)) } else { None };
        rest = if decoded.is_some() { after.get(2..).unwrap_or_default() } else { after };
        match decoded.unwrap_or(byte) {
            b'/' | b'\\' => {
                if only_dots && matches!(dots, 1 | 2) {
                    return true;
                }
                (dots, only_dots) = (0, true);
            }
            b'.' => dots += 1,
            dropped if is_dropped(dropped) && decoded.is_none() => {}
            _ => only_dots = false,
        }
    }
    only_dots && matches!(dots, 1 | 2)
}

#[cfg(test)]
#[path = "tests_raw.rs"]
mod tests;
