//! Relations that hold for every input.
//! In: any bytes. Out: nothing; a panic where a relation is broken.
//! Never: a relation of "does not panic" alone.

pub mod readers;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::{self, Cursor, Read};
use std::net::Ipv4Addr;
use std::sync::LazyLock;

use elicitlint::recording::{Format, Input};
use elicitlint::{
    Answer, Carrier, CheckOptions, Consent, Context, DefaultValue, FindingRecord, InputSummary, Linter, Report,
    Revision, Severity, Verdict, check,
};

pub use readers::reader;

/// The body of a target.
pub type Body = fn(&[u8]);

/// Every target by its name: the folder of its regressions and of its seeds.
pub const TARGETS: [(&str, Body); 11] = [
    ("har", |data| reader("har", data)),
    ("host", host),
    ("interactions", |data| reader("interactions", data)),
    ("jsonl", |data| reader("jsonl", data)),
    ("link", link),
    ("log", log),
    ("message", message),
    ("mitm", |data| reader("mitm", data)),
    ("recording", recording),
    ("sse", |data| reader("sse", data)),
    ("vet", vet),
];

const REVISIONS: [Revision; 4] =
    [Revision::Unknown, Revision::V2025_06_18, Revision::V2025_11_25, Revision::V2026_07_28];

static LINTER: LazyLock<Linter> = LazyLock::new(Linter::new);

/// The params of one elicitation: a report is consistent in itself, with serde_json, and with a second one.
pub fn vet(data: &[u8]) {
    for revision in REVISIONS {
        let context = Context::new(revision).server("https://mcp.example.com");
        let report = LINTER.vet(data, &context);
        consistent(&report);
        assert_eq!(report.findings(), LINTER.vet(data, &context).findings(), "the second time is as the first");
        resolves(&report, data);
        readable(&report, data);
        fillable(&report);
        let padded = [b" \t\r\n", data, b"\n "].concat();
        spaced(&report, &LINTER.vet(&padded, &context), data);
    }
}

/// A JSON-RPC message: what is found in params is found in the message around them.
pub fn message(data: &[u8]) {
    for report in LINTER.vet_message(data, &Context::default()) {
        consistent(&report);
        resolves(&report, data);
    }
    if !is_plain_params(data) {
        return;
    }
    let wrapped =
        [br#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":"#.as_slice(), data, b"}"].concat();
    for revision in REVISIONS {
        let context = Context::new(revision).carrier(Carrier::Request);
        let alone: Vec<_> = fired(&LINTER.vet(data, &context))
            .into_iter()
            .map(|fired| Fired { pointer: format!("/params{}", fired.pointer), ..fired })
            .collect();
        let reports = LINTER.vet_message(&wrapped, &context);
        let carried: Vec<_> = reports.iter().flat_map(fired).collect();
        assert_eq!(alone, carried, "{revision:?}: params alone, and in a message");
    }
}

/// A recording: neither the pieces in which it comes nor the kind of its reader change what is found.
pub fn recording(data: &[u8]) {
    let (length, data) = data.split_first().map_or((1, data), |(&first, rest)| (usize::from(first) % 31 + 1, rest));
    // What is no recording is refused, as a whole or in pieces.
    let Ok(_) = elicitlint::recording::detect(&mut &*data) else { return };
    for format in [None, Some(Format::Jsonl), Some(Format::Sse), Some(Format::Har)] {
        let options = CheckOptions::default().format(format);
        let whole = lint(Input::Stream(&mut &*data), &options);
        counted(&whole, data);
        let pieces = lint(Input::Stream(&mut Pieces { rest: data, length }), &options);
        assert_eq!(whole, pieces, "{format:?}: at once, and {length} bytes a time");
        let file = lint(Input::File(&mut Cursor::new(data)), &options);
        assert_eq!(whole, file, "{format:?}: a stream, and a file");
    }
    let options = CheckOptions::default().format(Some(Format::Jsonl));
    let once = lint(Input::Stream(&mut &*data), &options).0.messages;
    let twice = lint(Input::Stream(&mut &*[data, b"\n", data].concat()), &options).0.messages;
    assert!(twice >= once, "{once} messages once, {twice} twice");
}

/// The reader of lines of text with JSON in them.
pub fn log(data: &[u8]) {
    reader("log", data);
    readers::embedded(&LINTER, data);
}

/// A URL: its facts agree with the `url` crate, survive being written in canonical form, and an address is what it is
/// in every spelling.
pub fn link(data: &[u8]) {
    addresses(data);
    let Ok(raw) = std::str::from_utf8(data) else { return };
    let context = Context::default().server("https://mcp.example.com");
    let report = LINTER.vet_url(raw, &context);
    consistent(&report);
    let consent = report.consent();
    let link = consent.url.as_ref().expect("a URL is shown, whatever it is");
    let rules = rules(&report);
    let Ok(parsed) = url::Url::parse(raw) else {
        assert_eq!((&link.href, &link.host_ascii), (&None, &None), "no URL, nothing to open");
        return;
    };
    if raw.len() > elicitlint::Limits::default().url_bytes {
        return;
    }
    let blocked = report.verdict() == Verdict::Block;
    assert_eq!(link.href.as_deref(), Some(parsed.as_str()).filter(|_| !blocked), "what the url crate makes of it");
    assert_eq!(link.host_ascii.as_deref(), parsed.host_str().map(without_root), "its host");
    if !parsed.username().is_empty() || parsed.password().is_some() {
        assert!(rules.contains("url-userinfo"), "{rules:?}: a user name or password in {raw:?}");
    }
    if rules.contains("url-userinfo") {
        assert!(raw.contains('@'), "user information without its sign in {raw:?}");
    }
    if parsed.as_str().len() <= elicitlint::Limits::default().url_bytes {
        let again = self::rules(&LINTER.vet_url(parsed.as_str(), &context));
        assert_eq!(without_spelling(&rules), without_spelling(&again), "{raw:?} and {:?}", parsed.as_str());
    }
}

/// A host name: how it is spelled and what stands below it do not change whom it imitates, and its Unicode form is judged
/// as its ASCII form is. That it is read in few variants, each of which reads as itself, is asserted in the library.
pub fn host(data: &[u8]) {
    let Ok(name) = std::str::from_utf8(data) else { return };
    // An I among small letters reads as an l: there the case counts.
    let ends_host = |character: char| character.is_ascii_uppercase() || "/?#\\@:%".contains(character);
    if name.contains(ends_host) || name.len() > 512 {
        return;
    }
    let context = Context::default().server("https://mcp.example.com");
    let report = |url: &str| LINTER.vet_url(url, &context).into_owned();
    let written = report(&format!("https://{name}/"));
    consistent(&written);
    let link = written.consent().url.expect("a URL is shown, whatever it is");
    let (Some(ascii), Some(registrable)) = (link.host_ascii, link.registrable_domain) else { return };
    let found = imitations(&written);
    for spelling in [ascii.clone(), ascii.to_ascii_uppercase().replace("XN--", "xn--"), format!("{ascii}.")] {
        let is_small = spelling == ascii || !spelling.contains('I');
        if is_small || !found.is_empty() {
            let again = imitations(&report(&format!("https://{spelling}/")));
            assert!(!is_small || found == again, "{name:?} and {spelling:?}: {found:?} and {again:?}");
            assert!(found.is_empty() || !again.is_empty(), "{name:?} is found, {spelling:?} is not");
        }
    }
    let in_ascii = report(&format!("https://{ascii}/"));
    let unicode = url::quirks::domain_to_unicode(&ascii);
    let in_unicode = report(&format!("https://{unicode}/"));
    if in_unicode.consent().url.is_some_and(|link| link.host_ascii.as_deref() == Some(&*ascii)) {
        let [in_unicode, in_ascii] = [rules(&in_unicode), rules(&in_ascii)];
        let (one, other) = (without_spelling(&in_unicode), without_spelling(&in_ascii));
        assert_eq!(one, other, "{unicode:?} and {ascii:?}: what is found, and so the verdict");
    }
    let below = format!("w7.{ascii}");
    if below.len() < 250 && registrable != ascii {
        let again = imitations(&report(&format!("https://{below}/")));
        assert_eq!(found, again, "{name:?} and {below:?}");
    }
}

/// What a report says of names: rule, and the site that is imitated.
fn imitations(report: &Report<'_>) -> BTreeSet<(String, Option<String>)> {
    let findings = report.findings().iter().filter(|finding| report.rule(finding).group() == "lookalike");
    findings.map(|finding| (report.rule(finding).id().to_owned(), report.site(finding).map(str::to_owned))).collect()
}

/// A finding as relations compare it. No place: that depends on what stands before.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fired {
    rule: String,
    severity: Severity,
    pointer: String,
    text: Option<String>,
}

fn fired(report: &Report<'_>) -> Vec<Fired> {
    let pointers = report.pointers(report.findings());
    let of = |(finding, pointer)| Fired {
        rule: report.rule(finding).id().to_owned(),
        severity: finding.severity(),
        pointer,
        text: finding.span().and_then(|_| report.text(finding)),
    };
    report.findings().iter().zip(pointers).map(of).collect()
}

fn rules(report: &Report<'_>) -> BTreeSet<String> {
    report.findings().iter().map(|finding| report.rule(finding).id().to_owned()).collect()
}

/// What a report says, it says in every way of asking.
fn consistent(report: &Report<'_>) {
    let has_error = report.findings().iter().any(|finding| finding.severity() == Severity::Error);
    assert_eq!(report.verdict() == Verdict::Block, has_error, "Block if and only if there is an error");
    let pointers = report.pointers(report.findings());
    for (finding, pointer) in report.findings().iter().zip(&pointers) {
        assert_eq!(&report.pointer(finding), pointer, "one pointer alone, and among all");
        visible("message", &report.message(finding));
        if let (Some(span), Some(text)) = (finding.span(), report.part_text(finding.part())) {
            assert!(text.get(span.range()).is_some(), "{span:?} of {}: {text:?}", report.rule(finding).id());
            assert!(report.span_utf16(finding).is_some(), "a span of bytes is one of UTF-16 too");
        }
    }
    let consent = report.consent();
    if report.verdict() == Verdict::Block {
        assert!(consent.url.as_ref().is_none_or(|url| url.href.is_none()), "nothing to open that is blocked");
    }
    displayable(&consent);
    let owned = report.clone().into_owned();
    assert_eq!(owned.consent(), consent, "an owned report says the same");
    assert_eq!((owned.pointers(owned.findings()), owned.mode()), (pointers, report.mode()));
}

/// Nothing in a consent view acts on a terminal or hides from a reader, but for names and defaults, which are data.
fn displayable(consent: &Consent) {
    let shown = [&consent.server, &consent.message].into_iter().flatten();
    shown.for_each(|text| visible("consent", text));
    if let Some(url) = &consent.url {
        visible("display", &url.display);
        let parts = [&url.href, &url.host_ascii, &url.host_unicode, &url.registrable_domain];
        parts.into_iter().flatten().for_each(|text| visible("url", text));
        assert!(url.href.as_ref().is_none_or(|href| href.is_ascii()), "an address bar's text is ASCII");
        if let (Some(span), Some(domain)) = (url.registrable_span, &url.registrable_domain) {
            let shown = url.display.get(span.range()).expect("the span stands in the display");
            assert!(shown.eq_ignore_ascii_case(domain), "{shown:?} for {domain:?}");
        }
    }
    for field in &consent.fields {
        visible("label", &field.label);
        if let Some(DefaultValue::Number(number)) = &field.default {
            assert!(number.is_ascii(), "a number is written in ASCII");
        }
    }
}

fn visible(what: &str, text: &str) {
    let hidden = |character: char| {
        character.is_control()
            || matches!(character,
                '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
                | '\u{e0000}'..='\u{e007f}')
    };
    assert!(!text.contains(hidden), "{what}: {text:?} holds what cannot be seen");
}

/// Pointers lead somewhere in the tree of another reader, where it keeps all of the bytes.
fn resolves(report: &Report<'_>, data: &[u8]) {
    let Ok(tree) = serde_json::from_slice::<serde_json::Value>(data) else { return };
    if rules(report).contains("input-duplicate-key") {
        return;
    }
    for pointer in report.pointers(report.findings()) {
        assert!(tree.pointer(&pointer).is_some(), "{pointer:?} leads nowhere");
    }
}

/// What another reader accepts as an object, and is no message, is read here too; and neither white space between its
/// tokens nor escapes in its strings change a finding.
fn readable(report: &Report<'_>, data: &[u8]) {
    let Ok(serde_json::Value::Object(members)) = serde_json::from_slice(data) else { return };
    if members.contains_key("jsonrpc") || members.contains_key("method") {
        return;
    }
    assert!(!rules(report).contains("input-malformed"), "an object that can be read");
    let context = Context::new(report.revision()).server("https://mcp.example.com");
    assert_eq!(fired(report), fired(&LINTER.vet(&spread(data), &context)), "white space between tokens");
    assert_eq!(fired(report), fired(&LINTER.vet(&escaped(data), &context)), "letters as escapes");
}

/// A default that a client fills in is one that the form accepts.
fn fillable(report: &Report<'_>) {
    let Some(form) = report.requested_schema() else { return };
    for field in form.fields() {
        let is_repeated = form.fields().iter().filter(|other| other.name() == field.name()).count() > 1;
        let Some(default) = field.default().filter(|_| !is_repeated) else { continue };
        let value = match default {
            DefaultValue::Number(digits) => digits,
            DefaultValue::Boolean(value) => value.to_string(),
            DefaultValue::Text(text) => serde_json::Value::from(text).to_string(),
            DefaultValue::List(list) => serde_json::Value::from(list).to_string(),
            other => panic!("no such default: {other:?}"),
        };
        let name = serde_json::Value::from(field.name());
        let answer = format!(r#"{{"action":"accept","content":{{{name}:{value}}}}}"#);
        let wrong = form.check(&Answer::parse(answer.as_bytes()).expect("an object"));
        let own =
            wrong.iter().find(|wrong| wrong.field.as_deref() == Some(field.name()) && wrong.pointer != "/content");
        assert_eq!(own, None, "{answer}");
    }
}

/// The same JSON with white space after every token of one byte.
fn spread(data: &[u8]) -> Vec<u8> {
    rewritten(data, |byte, place, spread| {
        spread.push(byte);
        if place == Place::Between && b"{}[]:,\"".contains(&byte) {
            spread.extend(b" \n");
        }
    })
}

/// The same JSON with every letter and digit of its strings as an escape.
fn escaped(data: &[u8]) -> Vec<u8> {
    rewritten(data, |byte, place, escaped| match place {
        Place::Text if byte.is_ascii_alphanumeric() => escaped.extend(format!("\\u{byte:04x}").bytes()),
        _ => escaped.push(byte),
    })
}

/// Where a byte of JSON stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Outside of strings, or the quote that ends one.
    Between,
    /// In an escape, or the quote that begins a string.
    Fixed,
    /// In a string, as it is.
    Text,
}

fn rewritten(data: &[u8], mut write: impl FnMut(u8, Place, &mut Vec<u8>)) -> Vec<u8> {
    let (mut rewritten, mut in_string, mut of_escape) = (Vec::with_capacity(2 * data.len()), false, 0_usize);
    for (index, &byte) in data.iter().enumerate() {
        let place = match (in_string, of_escape, byte) {
            (true, 0, b'\\') => {
                of_escape = if data.get(index + 1) == Some(&b'u') { 5 } else { 1 };
                Place::Fixed
            }
            (true, 0, b'"') => {
                in_string = false;
                Place::Between
            }
            (true, 0, _) => Place::Text,
            (true, ..) => {
                of_escape -= 1;
                Place::Fixed
            }
            (false, _, b'"') => {
                in_string = true;
                Place::Fixed
            }
            (false, ..) => Place::Between,
        };
        write(byte, place, &mut rewritten);
    }
    rewritten
}

/// White space around a value changes no finding. In a value that is cut, it may be part of it.
fn spaced(report: &Report<'_>, padded: &Report<'_>, data: &[u8]) {
    if rules(report).contains("input-malformed") || data.starts_with("\u{feff}".as_bytes()) {
        assert_eq!(padded.verdict(), Verdict::Block, "malformed stays malformed");
    } else {
        assert_eq!(fired(report), fired(padded), "white space around the value");
    }
}

/// True for params that can stand in a message: one JSON value that another reader accepts too, with every key once
/// (they are counted for the whole message), and no message itself.
fn is_plain_params(data: &[u8]) -> bool {
    let Ok(value) = serde_json::from_slice::<serde_json::Value>(data) else { return false };
    let is_message = ["jsonrpc", "method"].iter().any(|key| value.get(key).is_some());
    let repeats = rules(&LINTER.vet(data, &Context::default())).contains("input-duplicate-key");
    !is_message && !repeats
}

fn lint(input: Input<'_>, options: &CheckOptions) -> (InputSummary, Vec<FindingRecord>) {
    let mut findings = Vec::new();
    let summary = check(&LINTER, "recording", input, options, &mut |finding| findings.push(finding));
    (summary.expect("a reader in memory does not fail"), findings)
}

/// A reader that yields few bytes a time.
struct Pieces<'a> {
    rest: &'a [u8],
    length: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.length.min(buffer.len());
        self.rest.read(&mut buffer[..length])
    }
}

/// The counts of an input agree with each other and with its findings.
fn counted((summary, findings): &(InputSummary, Vec<FindingRecord>), data: &[u8]) {
    let by = summary.by_carrier;
    let sum = by.request_form + by.request_url + by.url_required_entries + by.input_form + by.input_url;
    assert_eq!(summary.elicitations, sum, "elicitations by what carried them");
    let is_decoded = summary.encoding.is_some();
    assert!(is_decoded || summary.bytes == data.len() as u64, "{} of {} bytes were read", summary.bytes, data.len());
    assert!(summary.messages + summary.unreadable <= summary.records, "{summary:?}");
    assert!(by.completions + by.request_form + by.request_url <= summary.messages, "{summary:?}");
    let lines = data.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
    for finding in findings {
        assert!(is_decoded || (1..=lines).contains(&finding.line), "line {} of {lines}", finding.line);
        visible("finding", &finding.message);
        assert_eq!(finding.fingerprint.len(), 32, "16 bytes in hexadecimal");
    }
    let says_unreadable = findings.iter().any(|finding| finding.rule == "input-unreadable-record");
    assert_eq!(says_unreadable, summary.unreadable > 0, "what cannot be read is said");
}

/// The rules that fire whatever the spelling: those on the raw text alone are left out.
fn without_spelling(rules: &BTreeSet<String>) -> BTreeSet<&str> {
    let of_spelling = [
        "text-hidden-characters",
        "url-encoded-address",
        "url-userinfo",
        "url-parser-confusion",
        "url-obfuscated",
        "url-non-ascii-rest",
        "url-shell-metacharacter",
        "url-too-long",
    ];
    rules.iter().map(String::as_str).filter(|rule| !of_spelling.contains(rule)).collect()
}

/// The host without the dot of the DNS root.
fn without_root(host: &str) -> &str {
    host.strip_suffix('.').unwrap_or(host)
}

/// An IPv4 address is flagged as what it is, in any spelling that the URL Standard knows.
fn addresses(data: &[u8]) {
    let Some((octets, choices)) = data.split_first_chunk::<4>() else { return };
    let address = Ipv4Addr::from(*octets);
    let context = Context::default();
    let plain = rules(&LINTER.vet_address(address.into(), &context));
    let mut choices = choices.iter().copied().chain(std::iter::repeat(0));
    let mut next = || choices.next().unwrap_or_default();
    let spelled = spelling(address, &mut next);
    let url = format!("https://{spelled}/");
    let found = rules(&LINTER.vet_url(&url, &context));
    assert_eq!(without_spelling(&plain), without_spelling(&found), "{address} as {spelled:?}");
    let is_plain = spelled == address.to_string();
    assert_eq!(found.contains("url-encoded-address"), !is_plain, "{address} as {spelled:?}");
    let mapped = format!("https://[{}]/", address.to_ipv6_mapped());
    let found = rules(&LINTER.vet_url(&mapped, &context));
    assert!(without_spelling(&found).is_superset(&without_spelling(&plain)), "{address} in {mapped:?}: {found:?}");
}

/// The address in one to four numbers, each decimal, octal or hexadecimal, its characters plain, percent-encoded or in
/// full width, with or without a last dot.
fn spelling(address: Ipv4Addr, next: &mut impl FnMut() -> u8) -> Cow<'static, str> {
    let bits = address.to_bits();
    let numbers: Vec<u32> = match next() % 4 {
        0 => address.octets().map(u32::from).to_vec(),
        1 => vec![bits],
        2 => vec![bits >> 24, bits & 0x00ff_ffff],
        _ => vec![bits >> 24, bits >> 16 & 0xff, bits & 0xffff],
    };
    let mut written = String::new();
    for number in numbers {
        let dot = if written.is_empty() { "" } else { "." };
        let choice = next();
        let zeros = "0".repeat(usize::from(choice >> 4));
        match choice % 4 {
            0 | 3 => write!(written, "{dot}{number}"),
            1 => write!(written, "{dot}0{zeros}{number:o}"),
            _ => write!(written, "{dot}0x{zeros}{number:x}"),
        }
        .expect("a String takes everything");
    }
    if next() % 8 == 1 {
        written.push('.');
    }
    let mut disguised = String::new();
    for character in written.chars() {
        match next() % 16 {
            1 => write!(disguised, "%{:02x}", u32::from(character)).expect("a String takes everything"),
            2 => disguised.extend(char::from_u32(u32::from(character) - 0x21 + 0xff01)),
            3 if character == '.' => disguised.push('\u{3002}'),
            _ => disguised.push(character),
        }
    }
    Cow::Owned(disguised)
}
