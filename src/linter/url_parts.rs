//! The parts of a URL that data-only rules match.
//! In: a link. Out: each part as a server reads it, and where it stands in the raw text.
//! Never: a search for the part in the raw text, where the same letters may stand elsewhere.

use crate::link::Link;
use crate::rules::Standing;
use crate::rules::Target;
use crate::text::Span;

/// Visits the URL, host and path.
pub(super) fn visit(link: &Link<'_>, mut visit: impl FnMut(Target, &str, Standing)) {
    let whole = Span::new(0, link.raw.len());
    visit(Target::Url, link.raw, Standing::literal(link.part, whole));
    let standing = |span: Span, text: &str| Standing {
        part: link.part,
        span,
        is_literal: span.of(link.raw).eq_ignore_ascii_case(text),
    };
    if let Some(host) = link.facts.host() {
        let span = link.facts.parts().host.unwrap_or(whole);
        visit(Target::Host, host.ascii(), standing(span, host.ascii()));
    }
    if let Some(url) = link.facts.url() {
        visit(Target::Path, url.path(), standing(path_and_query(link).0, url.path()));
    }
}

/// Visits the names and values of the query, percent-decoded.
pub(super) fn visit_query(link: &Link<'_>, mut visit: impl FnMut(Target, &str, Standing)) {
    let Some(url) = link.facts.url() else { return };
    let (_, query) = path_and_query(link);
    // A browser drops tabs and line ends, so that the pairs as written need not be those that it sends.
    let is_kept = !link.facts.oddities().tab_or_newline;
    let mut written = Pairs { raw: link.raw, rest: query.range() };
    for (name, value) in url.query_pairs() {
        let (name_span, value_span) = written.next().filter(|_| is_kept).unwrap_or((query, query));
        for (target, text, span) in [(Target::QueryName, name, name_span), (Target::QueryValue, value, value_span)] {
            let is_literal = span.of(link.raw).bytes().map(decoded_plus).eq(text.bytes());
            visit(target, &text, Standing { part: link.part, span, is_literal });
        }
    }
}

fn decoded_plus(byte: u8) -> u8 {
    if byte == b'+' { b' ' } else { byte }
}

/// Where path and query stand in the raw text; the query is empty where there is none.
fn path_and_query(link: &Link<'_>) -> (Span, Span) {
    let rest = link.facts.parts().rest;
    let (start, text) = (rest.range().start, rest.of(link.raw));
    let before_fragment = text.find('#').unwrap_or(text.len());
    let path = text.find('?').map_or(before_fragment, |mark| mark.min(before_fragment));
    let query = (path + 1).min(before_fragment);
    (Span::new(start, start + path), Span::new(start + query, start + before_fragment))
}

/// The pairs of a query as written, cut as the URL Standard cuts `application/x-www-form-urlencoded`.
struct Pairs<'a> {
    raw: &'a str,
    rest: std::ops::Range<usize>,
}

impl Iterator for Pairs<'_> {
    type Item = (Span, Span);

    fn next(&mut self) -> Option<(Span, Span)> {
        let rest = self.raw.get(self.rest.clone())?;
        let skipped = rest.bytes().take_while(|byte| *byte == b'&').count();
        let start = self.rest.start + skipped;
        let pair = rest.get(skipped..)?.split('&').next().filter(|pair| !pair.is_empty())?;
        let end = start + pair.len();
        self.rest.start = end;
        let equals = pair.find('=').map_or(end, |equals| start + equals);
        Some((Span::new(start, equals), Span::new((equals + 1).min(end), end)))
    }
}
