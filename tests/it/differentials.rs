//! Where parsers read different hosts out of one text, the linter speaks; where all read one, it is quiet about that.
//!
//! `tests/data/differentials.csv` holds what sixteen parsers made of each kind of odd URL.

use elicitlint::{Context, Linter, Report, Revision, Severity};
use url::Url;

const TABLE: &str = include_str!("../data/differentials.csv");

/// Kinds that parsers read in different ways, and that warn nobody all the same.
const TOLERATED: [&str; 2] = [
    // An honest German name, of which java.net.URI alone finds no host.
    "sharp-s",
    // java.net.URI alone finds no host; browsers and DNS take the name.
    "underscore",
];

/// What the parsers of the table read out of one URL.
struct Kind {
    name: &'static str,
    url: String,
    /// The parser and its reading, in the order of the table.
    readings: Vec<(&'static str, String)>,
}

impl Kind {
    fn reading(&self, parser: &str) -> &str {
        &self.readings.iter().find(|(name, _)| *name == parser).unwrap().1
    }

    /// Parsers that read another host than the `url` crate, or one where it reads none, or none where it reads one.
    fn dissenters(&self) -> Vec<&'static str> {
        let own = host(self.reading("rust"));
        self.readings.iter().filter(|(_, reading)| host(reading) != own).map(|(name, _)| *name).collect()
    }
}

fn kinds() -> Vec<Kind> {
    let mut rows = TABLE.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().unwrap();
    let kind = |row: Vec<&'static str>| {
        assert_eq!(row.len(), header.len(), "{row:?}");
        let readings = header.iter().copied().zip(row.iter().map(|cell| unescaped(cell))).skip(2).collect();
        Kind { name: row[0], url: unescaped(row[1]), readings }
    };
    rows.map(kind).collect()
}

/// The host of a reading as DNS sees it, without the port that `https` has anyway; none where no host was read.
fn host(reading: &str) -> Option<String> {
    let (_, host) = reading.split_once('|')?;
    let host = host.strip_prefix('@').unwrap_or(host);
    let host = host.strip_suffix(":443").or_else(|| host.strip_suffix(":ERR")).unwrap_or(host);
    let named = match url::Host::parse(host) {
        Ok(named) if !host.is_ascii() => named.to_string(),
        _ => host.to_ascii_lowercase(),
    };
    (!named.is_empty()).then_some(named)
}

/// A text with its escapes `\xNN`, `\uNNNN`, `\UNNNNNNNN`, `\t`, `\n`, `\r` and `\\` resolved.
pub fn unescaped(text: &str) -> String {
    let (mut whole, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('\\') {
        whole.push_str(before);
        let (letter, digits) = after.split_at(1);
        let length = match letter {
            "x" => 2,
            "u" => 4,
            "U" => 8,
            _ => 0,
        };
        whole.push(match letter {
            "t" => '\t',
            "n" => '\n',
            "r" => '\r',
            "\\" => '\\',
            _ => char::from_u32(u32::from_str_radix(&digits[..length], 16).unwrap()).unwrap(),
        });
        rest = &digits[length..];
    }
    whole + rest
}

fn vet<'a>(linter: &Linter, url: &'a str) -> Report<'a> {
    linter.vet_url(url, &Context::new(Revision::V2025_11_25))
}

fn rules(report: &Report<'_>) -> Vec<String> {
    report.findings().iter().map(|finding| report.rule(finding).id().to_owned()).collect()
}

/// What the `url` crate reads today, in the notation of the table.
fn rust(url: &str) -> String {
    let Ok(url) = Url::parse(url) else { return "ERR".to_owned() };
    let user = if url.username().is_empty() && url.password().is_none() { "" } else { "@" };
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    format!("{}|{user}{host}{port}", url.scheme())
}

#[test]
fn the_table_still_says_what_the_crate_reads_and_what_browsers_read() {
    let kinds = kinds();
    assert_eq!(kinds.len(), 101);
    for kind in kinds {
        let read = rust(&kind.url);
        for parser in ["rust", "node", "whatwg-url", "ada"] {
            // A label that is no Punycode: newer versions of the URL Standard take it where it is ASCII.
            if (kind.name, parser) != ("bad-punycode", "ada") {
                assert_eq!(kind.reading(parser), read, "{} by {parser}", kind.name);
            }
        }
    }
}

#[test]
fn a_url_that_parsers_read_differently_warns() {
    let linter = Linter::new();
    let (mut disputed, mut silent) = (0, Vec::new());
    for kind in kinds() {
        let dissenters = kind.dissenters();
        if dissenters.is_empty() {
            continue;
        }
        disputed += 1;
        let report = vet(&linter, &kind.url);
        if report.findings().iter().any(|finding| finding.severity() >= Severity::Warning) {
            continue;
        }
        // In ASCII, nothing is tolerated that ada, Node or Python read differently.
        let is_serious = kind.url.is_ascii() && ["ada", "node", "py313"].iter().any(|name| dissenters.contains(name));
        assert!(!is_serious, "{}: {dissenters:?} dissent, found {:?}", kind.name, rules(&report));
        silent.push(kind.name);
    }
    assert!(disputed > 75, "{disputed} kinds");
    silent.sort_unstable();
    assert_eq!(silent, TOLERATED, "what warns by now is tolerated no longer: take it off the list");
}

#[test]
fn a_url_that_all_parsers_read_alike_confuses_none() {
    let linter = Linter::new();
    let agreed: Vec<_> = kinds().into_iter().filter(|kind| kind.dissenters().is_empty()).collect();
    assert!(agreed.len() > 15, "{} kinds", agreed.len());
    for kind in agreed {
        let found = rules(&vet(&linter, &kind.url));
        assert!(!found.contains(&"url-parser-confusion".to_owned()), "{}: {found:?}", kind.name);
    }
}
