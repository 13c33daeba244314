//! A finding as it may be shown: secrets cut, hidden characters escaped, links defanged.
//! In: a finding record and the wish to redact. Out: sentences and a snippet that every format may print.
//! Never: a whole secret of a URL, a character that acts on a terminal. This is the only place that redacts.

mod target;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::check::EvidenceRecord;
use crate::check::FindingRecord;
use crate::link::KnownSites;
use crate::link::LinkFacts;
use crate::link::prose;
use crate::link::secret_segments;
use crate::link::secrets;
use crate::linter::Linter;
use crate::policy::Suffixes;
use crate::text::Span;
use crate::text::escape::escaped;
use crate::text::escape::is_hidden;

pub(crate) use target::WhereTo;

/// Characters of a text that are quoted in a sentence.
const QUOTED: usize = 80;
/// Characters of a URL that are shown outside of a snippet.
const LONGEST: usize = 300;
/// A text up to this many bytes is shown whole; of a longer one, so many characters before and after the span.
const WHOLE: usize = 120;
const AROUND: usize = 40;
/// Bytes around a span that are looked at; more than a snippet shows, whatever its characters.
const NEAR: usize = 1024;
/// A value of a query or fragment up to this many characters is shown whole, and so much of a longer one.
const SHORT: usize = 8;
const KEPT: usize = 4;

/// How much of the traffic a report may quote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Redact {
    /// Nothing is quoted.
    Full,
    /// Long values in queries and fragments are cut.
    #[default]
    Partial,
    /// Everything is quoted.
    None,
}

impl Redact {
    pub(crate) const ALL: [Self; 3] = [Self::Full, Self::Partial, Self::None];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Partial => "partial",
            Self::None => "none",
        }
    }
}

/// A finding, ready for every format.
pub(crate) struct Shown {
    /// With its message redacted. The whole text is taken out.
    pub(crate) record: FindingRecord,
    /// The message with links defanged.
    pub(crate) sentence: String,
    /// The same in pieces, for formats that set apart what is quoted.
    pub(crate) words: Vec<Words>,
    pub(crate) snippet: Option<Snippet>,
    pub(crate) target: Option<WhereTo>,
    /// What the person is asked, where that is not what the finding is about.
    pub(crate) prompt: Option<String>,
    /// Scheme, host and port of the server that asks.
    pub(crate) server: Option<String>,
}

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Words {
    /// Text of the rule.
    Ours(String),
    /// Text that came over the wire, or could have.
    Wire(String),
}

/// A part of a text with what is at fault in it.
pub(crate) struct Snippet {
    pub(crate) text: String,
    /// Bytes of `text`.
    pub(crate) span: Range<usize>,
    /// Bytes of `text` that are the registrable domain of its link.
    pub(crate) domain: Option<Range<usize>>,
}

/// Makes findings fit to show. Knows the sentences of the rules.
pub(crate) struct Eyes {
    templates: BTreeMap<String, String>,
    suffixes: Suffixes,
    sites: KnownSites,
    redact: Redact,
}

impl Eyes {
    pub(crate) fn new(linter: &Linter, redact: Redact) -> Self {
        let templates =
            linter.rules().map(|(rule, _)| (rule.id().to_owned(), rule.message.clone().into_owned())).collect();
        let policy = linter.policy();
        Self { templates, suffixes: policy.suffixes.clone(), sites: policy.sites(), redact }
    }

    /// Consumes the record, so that its whole text cannot be printed by accident.
    pub(crate) fn show(&self, mut record: FindingRecord) -> Shown {
        let text = record.text.take();
        let is_url = record.pointer.is_empty() || record.pointer.ends_with("/url");
        let range = text.as_ref().map(|text| record.span.map_or(0..text.len(), Span::range)).unwrap_or_default();
        let veil = text.as_deref().map(|text| Veil::of(text, is_url, &range, self.redact, &self.suffixes));
        let quoted = text.as_deref().zip(veil.as_ref());
        let mut words = vec![Words::Wire(record.message.clone())];
        if let (Some((text, veil)), Some(template)) = (quoted, self.templates.get(&record.rule)) {
            let quote = |defang| match self.redact {
                Redact::Full => String::from("[redacted]"),
                _ => veil.quote(text, range.clone(), defang),
            };
            record.message = joined(&filled(template, &quote(false), &record.evidence, str::to_owned));
            words = filled(template, &quote(true), &record.evidence, defanged_host);
        }
        let shows = self.redact != Redact::Full;
        let quoted = quoted.filter(|_| shows);
        let snippet = quoted.map(|(text, veil)| veil.snippet(text, range.clone()));
        let target = quoted.and_then(|(text, _)| WhereTo::of(text, is_url, &range, self));
        let prompt = record.prompt.take().filter(|_| shows && !record.pointer.ends_with("/message"));
        Shown {
            sentence: fenced(&joined(&words)),
            words,
            snippet,
            target,
            prompt: prompt.map(|prompt| self.prose(&prompt)),
            server: record.server.as_deref().map(|server| self.url(server)),
            record,
        }
    }

    /// A URL for display in a text format, cut where it is long.
    pub(crate) fn url(&self, url: &str) -> String {
        self.text(url, true).0
    }

    /// A text of a form for display in a text format, cut where it is long.
    fn prose(&self, text: &str) -> String {
        self.text(text, false).0
    }

    /// The beginning of a text, and where the registrable domain of its first link stands in what is shown.
    fn text(&self, text: &str, is_url: bool) -> (String, Option<Range<usize>>) {
        let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(end, _)| end);
        let veil = Veil::of(text, is_url, &(0..end), self.redact, &self.suffixes);
        let domain = veil.domains.first().map(|(_, domain)| domain.clone()).filter(|domain| domain.end <= end);
        let (mut shown, [mark]) = veil.render(text, 0..end, true, [domain.clone().unwrap_or_default()]);
        if end < text.len() {
            shown.push_str("...");
        }
        (shown, domain.and(Some(mark)))
    }

    /// A URL for JSON, and whether something was cut.
    pub(crate) fn raw_url(&self, url: &str) -> (String, bool) {
        let hidden = Veil::of(url, true, &(0..url.len()), self.redact, &self.suffixes).hidden;
        let mut shown = String::with_capacity(url.len());
        let mut end = 0;
        for range in &hidden {
            shown.push_str(url.get(end..range.start).unwrap_or_default());
            shown.push_str("...");
            end = range.end;
        }
        shown.push_str(url.get(end..).unwrap_or_default());
        (shown, !hidden.is_empty())
    }

    /// The list that the linter judges by.
    pub(crate) fn suffixes(&self) -> &Suffixes {
        &self.suffixes
    }

    pub(crate) fn redacts(&self) -> bool {
        self.redact != Redact::None
    }
}

/// Text for a line of a text format: what cannot be seen is escaped, and so is what a log reader would act on.
pub(crate) fn safe(text: &str) -> String {
    fenced(&escaped(text))
}

/// GitHub reads `##[command]` anywhere in a line of a log, and `::command` at its beginning.
fn fenced(escaped: &str) -> String {
    let fenced = escaped.replace("##[", "##\\u{5b}");
    match fenced.strip_prefix("::") {
        Some(rest) => format!(":\\u{{3a}}{rest}"),
        None => fenced,
    }
}

/// A host with its dots in brackets, so that no reader makes a link of it.
pub(crate) fn defanged_host(host: &str) -> String {
    safe(host).replace('.', "[.]")
}

/// SARIF (2.1.0, 3.11.6) and GitLab read `[text](target)` as a link.
pub(crate) fn without_links(sentence: &str) -> String {
    sentence.replace("](", "]\\u{28}")
}

/// The sentence of a rule with its evidence; `host` writes the name of a site.
fn filled(template: &str, quoted: &str, evidence: &EvidenceRecord, host: impl Fn(&str) -> String) -> Vec<Words> {
    let mut words = Vec::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let ours = |value: Option<String>| value.map(Words::Ours);
        let value = match name {
            "text" => Some(Words::Wire(quoted.to_owned())),
            "address" => ours(evidence.address.map(|address| address.to_string())),
            "character" => ours(evidence.character.clone()),
            "count" => ours(evidence.count.map(|count| count.to_string())),
            "limit" => ours(evidence.limit.map(str::to_owned)),
            "maximum" => ours(evidence.maximum.map(|maximum| maximum.to_string())),
            "reason" => ours(evidence.reason.map(str::to_owned)),
            "script" => ours(evidence.script.map(str::to_owned)),
            "site" => evidence.site.as_deref().map(&host).map(Words::Wire),
            _ => None,
        };
        words.push(Words::Ours(before.to_owned()));
        words.extend(value);
        rest = after;
    }
    words.push(Words::Ours(rest.to_owned()));
    words
}

fn joined(words: &[Words]) -> String {
    words.iter().map(|(Words::Ours(text) | Words::Wire(text))| text.as_str()).collect()
}

/// What of a text is cut, and where its links stand.
struct Veil<'s> {
    suffixes: &'s Suffixes,
    /// Bytes that are not shown.
    hidden: Vec<Range<usize>>,
    schemes: Vec<Range<usize>>,
    hosts: Vec<Range<usize>>,
    /// Links, each with the domain in it that somebody registered.
    domains: Vec<(Range<usize>, Range<usize>)>,
}

impl<'s> Veil<'s> {
    /// Of a long text, only what stands near `range` is looked at: no more than that is shown.
    fn of(text: &str, is_url: bool, range: &Range<usize>, redact: Redact, suffixes: &'s Suffixes) -> Self {
        let mut veil =
            Self { suffixes, hidden: Vec::new(), schemes: Vec::new(), hosts: Vec::new(), domains: Vec::new() };
        let near = if is_url { 0..text.len() } else { neighbourhood(text, range) };
        let part = text.get(near.clone()).unwrap_or_default();
        if is_url {
            veil.link(text, text, 0, redact);
        } else {
            veil.prose(part, near.start, redact);
            veil.secrets(part, near.start, redact);
        }
        // What the reader of texts does not take for a link, a terminal still may.
        for start in web_addresses(part).into_iter().map(|start| near.start + start) {
            if !veil.schemes.iter().any(|scheme| scheme.start == start) {
                let rest = text.get(start..near.end).unwrap_or_default();
                let end = rest.find(|character: char| character.is_whitespace() || is_hidden(character));
                let written = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
                veil.link(written, written, start, redact);
            }
        }
        veil
    }

    /// Adds a link that does not stand in the text as it would be opened: its parts are looked for in what is `written`,
    /// which begins at `start`.
    fn disguised(&mut self, written: &str, start: usize, redact: Redact) {
        if redact == Redact::Partial {
            let before = written.find('@').and_then(|at| written.get(..at));
            let password = before.map(|before| before.rfind(':').map_or(0, |colon| colon + 1)..before.len());
            let secrets = password.into_iter().chain(values(written)).filter_map(|value| tail(written, value));
            self.hidden.extend(secrets.map(|value| start + value.start..start + value.end));
        }
        self.hosts.push(start..start + written.len());
    }

    /// Cuts the secrets of a text that begins at `start`, where they are known by their form.
    fn secrets(&mut self, text: &str, start: usize, redact: Redact) {
        if redact == Redact::Partial {
            let found = secrets(text).into_iter().filter_map(|secret| tail(text, secret));
            self.hidden.extend(found.map(|secret| start + secret.start..start + secret.end));
        }
    }

    /// Adds the links of a text that begins at `start`.
    fn prose(&mut self, text: &str, start: usize, redact: Redact) {
        for link in prose::links(text, usize::MAX).links {
            let url = link.url(text);
            let range = link.span.range();
            if !link.is_verbatim() {
                self.disguised(link.span.of(text), start + range.start, redact);
                continue;
            }
            // A link without a scheme was completed with one, and so is longer than what stands in the text.
            let added = url.len().saturating_sub(range.len());
            self.link(&url, link.span.of(text), (start + range.start).wrapping_sub(added), redact);
        }
    }

    /// Adds a link: `url` is what would be opened, `written` what stands in the text. A place in `url` plus `shift` is
    /// the place in the text.
    fn link(&mut self, url: &str, written: &str, shift: usize, redact: Redact) {
        let facts = LinkFacts::of(url, self.suffixes);
        let parts = facts.parts();
        let moved = |range: Range<usize>| shift.wrapping_add(range.start)..shift.wrapping_add(range.end);
        let is_whole = url.len() == written.len();
        self.schemes.extend(parts.scheme.filter(|_| is_whole).map(|scheme| moved(scheme.range())));
        // A user name that looks like a host is made to be taken for one.
        self.hosts.extend(parts.userinfo.into_iter().chain(parts.host).map(|part| moved(part.range())));
        if let Some(domain) = registrable_range(url, &facts) {
            self.domains.push((moved(url.len().saturating_sub(written.len())..url.len()), moved(domain)));
        }
        if redact == Redact::Partial {
            let password = parts.userinfo.and_then(|span| {
                let colon = span.of(url).find(':')?;
                Some(span.range().start + colon + 1..span.range().end)
            });
            let segments = secret_segments(url, &facts, self.suffixes).into_iter().map(Span::range);
            let secrets = password.into_iter().chain(segments).chain(values(url));
            self.hidden.extend(secrets.filter_map(|value| tail(url, value)).map(moved));
        }
    }

    /// The text of `range` as it is quoted in a sentence.
    fn quote(&self, text: &str, range: Range<usize>, defang: bool) -> String {
        let quoted = text.get(range.clone()).unwrap_or_default();
        let end = quoted.char_indices().nth(QUOTED).map_or(range.end, |(end, _)| range.start + end);
        let (mut shown, []) = self.render(text, range.start..end, defang, []);
        if end < range.end && !shown.ends_with("...") {
            shown.push_str("...");
        }
        shown
    }

    /// The text around `span` with the place of the span in it.
    fn snippet(&self, text: &str, span: Range<usize>) -> Snippet {
        let link = self.domains.iter().find(|(link, _)| link.contains(&span.start));
        let domain = link.map(|(_, domain)| domain.clone());
        let (cut, window) = if text.len() <= WHOLE {
            (span.end, 0..text.len())
        } else {
            let whole = text.get(span.clone()).unwrap_or_default();
            let cut = whole.char_indices().nth(2 * AROUND).map_or(span.end, |(end, _)| span.start + end);
            let before = text.get(..span.start).unwrap_or_default();
            let start = before.char_indices().rev().nth(AROUND).map_or(0, |(start, _)| start);
            let after = text.get(cut..).unwrap_or_default();
            (cut, start..after.char_indices().nth(AROUND).map_or(text.len(), |(end, _)| cut + end))
        };
        let domain = domain.filter(|domain| window.start <= domain.start && domain.end <= window.end);
        let [head, foot] = [window.start > 0, window.end < text.len()].map(|is_cut| if is_cut { "..." } else { "" });
        let marks = [span.start..cut, domain.clone().unwrap_or_default()];
        let (shown, marks) = self.render(text, window, true, marks);
        let [span, mark] = marks.map(|mark| mark.start + head.len()..mark.end + head.len());
        Snippet { text: format!("{head}{shown}{foot}"), span, domain: domain.and(Some(mark)) }
    }

    /// Shows the bytes `window` of `text`, and says where each of `marks` stands in what is shown.
    fn render<const N: usize>(
        &self,
        text: &str,
        window: Range<usize>,
        defang: bool,
        marks: [Range<usize>; N],
    ) -> (String, [Range<usize>; N]) {
        let mut shown = String::new();
        let mut marked = marks.map(|mark| (mark, None, None));
        for (offset, character) in text.get(window.clone()).unwrap_or_default().char_indices() {
            let place = window.start + offset;
            for (mark, start, end) in &mut marked {
                if place >= mark.start {
                    start.get_or_insert(shown.len());
                }
                if place >= mark.end {
                    end.get_or_insert(shown.len());
                }
            }
            if let Some(hidden) = self.hidden.iter().find(|hidden| hidden.contains(&place)) {
                if place == hidden.start.max(window.start) {
                    shown.push_str("...");
                }
                continue;
            }
            match character {
                '.' if defang && within(&self.hosts, place) => shown.push_str("[.]"),
                't' | 'T' if defang && self.is_http(text, place) => shown.push_str("xx"),
                't' | 'T' if defang && place > 0 && self.is_http(text, place - 1) => {}
                ':' if defang && self.schemes.iter().any(|scheme| scheme.end == place && !is_web(text, scheme)) => {
                    shown.push_str("[:]");
                }
                '[' if shown.ends_with("##") => shown.push_str("\\u{5b}"),
                _ if is_hidden(character) => shown.extend(character.escape_unicode()),
                _ => shown.push(character),
            }
        }
        let end = shown.len();
        (shown, marked.map(|(_, start, stop)| start.unwrap_or(end)..stop.unwrap_or(end)))
    }

    /// True for the first `t` of a scheme `http` or `https`.
    fn is_http(&self, text: &str, place: usize) -> bool {
        self.schemes.iter().any(|scheme| scheme.start + 1 == place && is_web(text, scheme))
    }
}

fn is_web(text: &str, scheme: &Range<usize>) -> bool {
    let scheme = text.get(scheme.clone()).unwrap_or_default();
    scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http")
}

/// Where `http://` or `https://` begins.
fn web_addresses(text: &str) -> Vec<usize> {
    let scheme = |(end, _)| {
        let before = text.get(..end)?.as_bytes();
        let is = |scheme: &[u8]| before.get(end - scheme.len().min(end)..)?.eq_ignore_ascii_case(scheme).then_some(());
        is(b"https").map(|()| end - 5).or_else(|| is(b"http").map(|()| end - 4))
    };
    text.match_indices("://").filter_map(scheme).collect()
}

/// The words around a range, so that no link near it is cut. What lies further away is not shown.
fn neighbourhood(text: &str, range: &Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    let is_blank = |byte: &u8| byte.is_ascii_whitespace();
    let before = bytes.get(..range.start.saturating_sub(NEAR)).unwrap_or_default();
    let start = before.iter().rposition(is_blank).map_or(0, |blank| blank + 1);
    let from = range.end.min(range.start + NEAR) + NEAR;
    let after = bytes.get(from..).and_then(|after| after.iter().position(is_blank));
    start..after.map_or(text.len(), |blank| from + blank)
}

fn within(ranges: &[Range<usize>], place: usize) -> bool {
    ranges.iter().any(|range| range.contains(&place))
}

/// Where the registrable domain stands in a URL; none where the host is spelled in another way there.
fn registrable_range(url: &str, facts: &LinkFacts) -> Option<Range<usize>> {
    let domain = facts.host()?.registrable()?;
    let host = facts.parts().host?.range();
    let written = url.get(host.clone())?;
    let end = host.start + written.strip_suffix('.').unwrap_or(written).len();
    let range = end.checked_sub(domain.len())?..end;
    (range.start >= host.start && url.get(range.clone())?.eq_ignore_ascii_case(domain)).then_some(range)
}

/// The values of query and fragment: what follows `=`, or a whole piece that has none.
fn values(url: &str) -> Vec<Range<usize>> {
    let Some(begin) = url.find(['?', '#']) else { return Vec::new() };
    let mut values = Vec::new();
    let mut start = begin + 1;
    let rest = url.get(start..).unwrap_or_default();
    for piece in rest.split(['&', ';', '#', '?']) {
        let name = piece.find('=').map_or(0, |equals| equals + 1);
        values.push(start + name..start + piece.len());
        start += piece.len() + 1;
    }
    values
}

/// The bytes of a value that are cut; none where it is short.
fn tail(text: &str, value: Range<usize>) -> Option<Range<usize>> {
    let written = text.get(value.clone())?;
    written.char_indices().nth(SHORT)?;
    let (kept, _) = written.char_indices().nth(KEPT)?;
    Some(value.start + kept..value.end)
}

#[cfg(test)]
mod tests;
