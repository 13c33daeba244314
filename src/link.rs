//! What a URL really is, found once: raw text beside parsed URL, host class, address, spelling.
//! In: a URL as text, from the `url` member or out of a text. Out: facts that rules read.
//! Never: a judgement, the network, a parse that a check would have to repeat.

mod address;
mod host;
mod lookalike;
mod names;
mod port;
pub(crate) mod prose;
mod query;
mod raw;
mod scheme;
mod service;
mod shell;
mod suffix;
mod table;

pub use host::Host;
pub use host::HostClass;
pub use host::HostFacts;
pub use host::HostKind;
pub(crate) use host::Shape;
pub(crate) use host::Spelling;
pub(crate) use lookalike::ImitationKind;
pub(crate) use lookalike::KnownSites;
pub(crate) use lookalike::LabelFaultKind;
pub(crate) use lookalike::Lookalike;
pub(crate) use lookalike::script_name;
pub(crate) use query::AuthorizationRequest;
pub(crate) use query::Content;
pub(crate) use query::Parameters;
pub(crate) use query::QueryFacts;
pub(crate) use query::RedirectTarget;
pub(crate) use query::secret_placeholder;
#[cfg(feature = "cli")]
pub(crate) use query::secret_segments;
#[cfg(feature = "cli")]
pub(crate) use query::secrets;
pub(crate) use raw::Oddities;
pub(crate) use raw::RawParts;
pub(crate) use scheme::danger;
pub use suffix::CompiledSuffixes;
pub use suffix::Section;
pub use suffix::SuffixList;

use crate::text::Part;
use crate::text::Role;
use crate::text::Span;

/// Where a link was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It is the value of the `url` member.
    UrlMember,
    /// It stands in a text of this role.
    Text(Role),
}

/// A link: raw text beside facts, and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Link<'a> {
    /// The URL as written.
    pub(crate) raw: &'a str,
    pub(crate) facts: &'a LinkFacts,
    /// What is deceptive in its host name.
    pub(crate) lookalike: Lookalike,
    /// What it carries; none for a link in a text, which is judged by where it leads.
    pub(crate) query: Option<&'a QueryFacts>,
    /// The text that it stands in.
    pub(crate) part: Part,
    /// Where it stands in that text; none where it is the whole of it.
    pub(crate) span: Option<Span>,
    pub(crate) origin: Origin,
    /// True where a link is asked for: the `url` member, and the default of a field for URLs.
    pub(crate) expected: bool,
    /// The URL that answered with a redirect to this one.
    pub(crate) redirected_from: Option<&'a LinkFacts>,
    /// True where it is written so that programs miss it, and `raw` is what it reads as.
    pub(crate) disguised: bool,
    /// Where a click on it leads, where markup makes it the text of another link.
    pub(crate) target: Option<&'a LinkFacts>,
    /// The link that the person is asked to open, where this one stands in the message beside it.
    pub(crate) asked: Option<&'a LinkFacts>,
}

impl<'a> Link<'a> {
    /// A link that is the whole of its part, with nothing known around it.
    pub(crate) fn new(raw: &'a str, facts: &'a LinkFacts, part: Part, origin: Origin) -> Self {
        Self {
            raw,
            facts,
            lookalike: Lookalike::default(),
            query: None,
            part,
            span: None,
            origin,
            expected: false,
            redirected_from: None,
            disguised: false,
            target: None,
            asked: None,
        }
    }

    /// Segments of the path, and parameters of query and fragment.
    pub(crate) fn parameters(&self) -> Parameters<'a> {
        query::parameters(self.raw, self.facts.parts().rest)
    }

    /// The span in the part of a span in the raw text; that of the whole link where none is given, or where the raw
    /// text was completed with a scheme and so does not stand there as it is.
    pub(crate) fn within(&self, span: Option<Span>) -> Option<Span> {
        let Some(link) = self.span else { return span };
        let range = link.range();
        match span.map(Span::range) {
            Some(inner) if range.len() == self.raw.len() && !self.disguised => {
                Some(Span::new(range.start + inner.start, range.start + inner.end))
            }
            _ => Some(link),
        }
    }

    /// Where the first character stands that a shell would act on, or the variable that it would replace.
    pub(crate) fn shell_metacharacter(&self) -> Option<Span> {
        shell::metacharacter(self.raw)
    }
}

/// Why a text is no absolute URL by the URL Standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UrlProblem {
    /// No scheme: only a reader with a base URL could complete it.
    Relative,
    /// A scheme that needs a host, and none.
    EmptyHost,
    /// A port that is no number up to 65535.
    InvalidPort,
    /// A host that must be an address and is none: brackets, or a last label that is a number.
    InvalidAddress,
    /// A character that no host may hold, also percent-encoded.
    InvalidHostCharacter,
    /// A label that does not decode or that IDNA does not allow.
    IdnaInvalid,
    /// Any other reason.
    Malformed,
}

impl UrlProblem {
    /// What is wrong, as the end of "the URL ...".
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Relative => "has no scheme, so it is not absolute",
            Self::EmptyHost => "has no host",
            Self::InvalidPort => "has a port that is no number up to 65535",
            Self::InvalidAddress => "has a host that must be an IP address and is none",
            Self::InvalidHostCharacter => "has a host with a character that no host may hold",
            Self::IdnaInvalid => "has a host label that is no valid internationalized name",
            Self::Malformed => "is not what the URL Standard accepts",
        }
    }
}

/// Everything that rules ask about one URL. Owns the parsed URL, borrows nothing.
///
/// A clean `https` URL in ASCII costs one allocation, that of the parsed URL.
#[derive(Clone, Debug)]
pub struct LinkFacts {
    parsed: Result<url::Url, Refusal>,
    host: Option<HostFacts>,
    parts: RawParts,
    oddities: Oddities,
}

#[derive(Clone, Debug)]
struct Refusal {
    problem: UrlProblem,
    span: Option<Span>,
    /// Lower case; empty where the text has none.
    scheme: String,
}

impl LinkFacts {
    /// Reads a URL. Linear in its length; never fails: what the URL Standard refuses has a [`UrlProblem`].
    pub fn of(raw: &str, suffixes: &dyn SuffixList) -> Self {
        let (parts, oddities) = raw::scan(raw);
        match url::Url::parse(raw) {
            Ok(url) => {
                let host = host_facts(&url, raw, parts, suffixes);
                Self { parsed: Ok(url), host, parts, oddities }
            }
            Err(error) => Self { parsed: Err(Refusal::new(error, raw, parts)), host: None, parts, oddities },
        }
    }

    /// The parsed URL; none where the URL Standard refuses the text, or where it is relative.
    pub(crate) fn url(&self) -> Option<&url::Url> {
        self.parsed.as_ref().ok()
    }

    /// The canonical text, as a browser sends it; none where the text is no URL.
    #[must_use]
    pub fn canonical(&self) -> Option<&str> {
        self.url().map(url::Url::as_str)
    }

    /// Why the text is no URL.
    #[must_use]
    pub fn problem(&self) -> Option<UrlProblem> {
        self.parsed.as_ref().err().map(|refusal| refusal.problem)
    }

    /// Where the problem stands in the raw text: the label for [`UrlProblem::IdnaInvalid`] where one is at fault, else
    /// host or port.
    #[must_use]
    pub fn problem_span(&self) -> Option<Span> {
        self.parsed.as_ref().err().and_then(|refusal| refusal.span)
    }

    /// The scheme in lower case, also of a text that is no URL; empty where it begins with none.
    #[must_use]
    pub fn scheme(&self) -> &str {
        match &self.parsed {
            Ok(url) => url.scheme(),
            Err(refusal) => &refusal.scheme,
        }
    }

    /// Why a link of this scheme is dangerous to open, from a table; none where it is not known to be.
    pub(crate) fn danger(&self) -> Option<&'static str> {
        scheme::danger(self.scheme())
    }

    /// True for a URL of a scheme that the URL Standard gives a host and a port: http, https, ws, wss, ftp.
    pub(crate) fn is_network(&self) -> bool {
        self.url().is_some_and(|url| url.is_special() && url.scheme() != "file")
    }

    /// The port, where it is not that of the scheme.
    pub(crate) fn unusual_port(&self) -> Option<u16> {
        self.url().and_then(url::Url::port)
    }

    /// Why browsers do not open its port; none where they do.
    pub(crate) fn blocked_port(&self) -> Option<&'static str> {
        self.unusual_port().and_then(port::blocked)
    }

    /// The host with its facts; none where the URL has none or is none.
    #[must_use]
    pub fn host(&self) -> Option<Host<'_>> {
        let text = self.url()?.host_str()?;
        self.host.as_ref().map(|facts| Host { text, facts })
    }

    /// Where a part of [`Host::ascii`] stands in the raw text; none where the host is spelled otherwise there.
    pub(crate) fn part_of_host(&self, part: Span, raw: &str) -> Option<Span> {
        let (written, ascii) = (self.parts.host?, self.host()?.ascii());
        let text = written.of(raw);
        let is_plain = text.strip_suffix('.').unwrap_or(text).eq_ignore_ascii_case(ascii);
        let start = written.range().start;
        is_plain.then(|| Span::new(start + part.range().start, start + part.range().end))
    }

    /// True where both lead to one site: they share the domain that somebody registered, or else the host. This
    /// machine is one site under all its names.
    pub(crate) fn is_same_site(&self, other: &Self) -> bool {
        let (Some(host), Some(other)) = (self.host(), other.host()) else { return false };
        match (host.registrable(), other.registrable()) {
            (Some(domain), Some(other)) => domain == other,
            (None, None) => host.ascii() == other.ascii() || [host.class, other.class] == [HostClass::Loopback; 2],
            _ => false,
        }
    }

    /// Where the parts stand in the raw text.
    pub(crate) fn parts(&self) -> RawParts {
        self.parts
    }

    /// What the parsed URL no longer shows of the raw text.
    pub(crate) fn oddities(&self) -> Oddities {
        self.oddities
    }
}

fn host_facts(url: &url::Url, raw: &str, parts: RawParts, suffixes: &dyn SuffixList) -> Option<HostFacts> {
    let text = url.host_str()?;
    let host = url.host()?;
    let is_known = matches!(url.scheme(), "https" | "http" | "wss" | "ws" | "ftp" | "file");
    match host {
        url::Host::Domain(_) if !is_known => Some(HostFacts::of_opaque(text, suffixes)),
        _ => Some(HostFacts::of(&host, text, parts.host.map_or(text, |span| span.of(raw)), suffixes)),
    }
}

impl Refusal {
    #[cold]
    fn new(error: url::ParseError, raw: &str, parts: RawParts) -> Self {
        let scheme = parts.scheme.map_or("", |span| span.of(raw)).replace(['\t', '\n', '\r'], "").to_ascii_lowercase();
        let (problem, span) = match error {
            url::ParseError::RelativeUrlWithoutBase | url::ParseError::RelativeUrlWithCannotBeABaseBase => {
                (UrlProblem::Relative, None)
            }
            url::ParseError::EmptyHost => (UrlProblem::EmptyHost, parts.host),
            url::ParseError::InvalidPort => (UrlProblem::InvalidPort, parts.port),
            url::ParseError::InvalidIpv4Address | url::ParseError::InvalidIpv6Address => {
                (UrlProblem::InvalidAddress, parts.host)
            }
            url::ParseError::InvalidDomainCharacter => (UrlProblem::InvalidHostCharacter, parts.host),
            url::ParseError::IdnaError => idna_problem(raw, parts.host),
            _ => (UrlProblem::Malformed, None),
        };
        Self { problem, span, scheme }
    }
}

/// The parser says the same of a forbidden character and of a bad label; here they are told apart, label by label.
fn idna_problem(raw: &str, host: Option<Span>) -> (UrlProblem, Option<Span>) {
    let Some(span) = host else { return (UrlProblem::Malformed, None) };
    let written = span.of(raw);
    let mut start = span.range().start;
    let mut international = None;
    for label in written.split(['.', '\u{3002}', '\u{ff0e}', '\u{ff61}']) {
        let here = Span::new(start, start + label.len());
        let dot = raw.get(here.range().end..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        start = here.range().end + dot;
        let decoded = percent_decoded(label);
        let is_international = !decoded.is_ascii() || decoded.to_ascii_lowercase().starts_with("xn--");
        let is_refused = url::Host::parse(&decoded) == Err(url::ParseError::IdnaError);
        match (is_refused, is_international) {
            (true, true) => return (UrlProblem::IdnaInvalid, Some(here)),
            (true, false) => return (UrlProblem::InvalidHostCharacter, Some(here)),
            (false, true) => international = Some(span),
            (false, false) => {}
        }
    }
    // No label alone: the rule on right-to-left names looks at all of them.
    match international {
        Some(span) => (UrlProblem::IdnaInvalid, Some(span)),
        None => (UrlProblem::InvalidHostCharacter, host),
    }
}

fn percent_decoded(label: &str) -> String {
    let mut bytes = Vec::with_capacity(label.len());
    let mut rest = label.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let decoded = if byte == b'%' { raw::hexadecimal(Some(after)) } else { None };
        rest = if decoded.is_some() { after.get(2..).unwrap_or_default() } else { after };
        if !matches!(byte, b'\t' | b'\n' | b'\r') {
            bytes.push(decoded.unwrap_or(byte));
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests;
