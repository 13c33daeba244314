//! Hard limits on what is read and judged.
//! In: nothing. Out: numbers with their units, and the name of the limit that was passed.
//! Never: a silent cut. Whoever stops at a limit reports it.

/// How much of an input is read and judged. What is over a limit is the finding `input-oversized`.
///
/// ```
/// let limits = elicitlint::Limits { url_bytes: 2_048, ..Default::default() };
/// assert_eq!(limits.depth, 64);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one record (one JSON-RPC message with its envelope).
    pub record_bytes: usize,
    /// Levels of nesting in one elicitation.
    pub depth: u32,
    /// Properties of one form.
    pub fields: usize,
    /// Options of one field.
    pub options: usize,
    /// UTF-8 bytes of one decoded text.
    pub text_bytes: usize,
    /// Links in one text.
    pub links: usize,
    /// UTF-8 bytes of one URL.
    pub url_bytes: usize,
    /// Findings of one elicitation.
    pub findings: usize,
    /// Open requests, issued ids, rounds, tasks and declined elicitations that a session remembers, of each.
    pub open: usize,
    /// Elicitations of one session within a minute, or within 60 messages where the recording has no times, before they
    /// are told as a flood.
    pub flood: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            record_bytes: 16 << 20,
            depth: 64,
            fields: 256,
            options: 1_000,
            text_bytes: 64 << 10,
            links: 64,
            url_bytes: 8 << 10,
            findings: 256,
            open: 4_096,
            flood: 20,
        }
    }
}

/// The name of a limit, for the evidence of `input-oversized`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::depth`]
    Depth,
    /// [`Limits::fields`]
    Fields,
    /// [`Limits::findings`]
    Findings,
    /// [`Limits::links`]
    Links,
    /// [`Limits::options`]
    Options,
    /// [`Limits::record_bytes`]
    RecordBytes,
    /// Redirects that are followed for one link: ten. See [`Linter::vet_redirects`](crate::Linter::vet_redirects).
    Redirects,
    /// [`Limits::text_bytes`]
    TextBytes,
    /// [`Limits::url_bytes`]
    UrlBytes,
    /// Visits of one URL while redirects are followed: one.
    Visits,
}

/// Redirects that are followed for one link.
const REDIRECTS: u64 = 10;

impl Limit {
    /// What is counted, as a person reads it: "bytes of a record".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Depth => "levels of nesting",
            Self::Fields => "fields of a form",
            Self::Findings => "findings of an elicitation",
            Self::Links => "links in a text",
            Self::Options => "options of a field",
            Self::RecordBytes => "bytes of a record",
            Self::Redirects => "redirects of a link",
            Self::TextBytes => "bytes of a text",
            Self::UrlBytes => "bytes of a URL",
            Self::Visits => "visit to one URL",
        }
    }

    /// The greatest number that `limits` allows.
    #[must_use]
    pub fn maximum(self, limits: &Limits) -> u64 {
        let maximum = match self {
            Self::Depth => return u64::from(limits.depth),
            Self::Redirects => return REDIRECTS,
            Self::Visits => return 1,
            Self::Fields => limits.fields,
            Self::Findings => limits.findings,
            Self::Links => limits.links,
            Self::Options => limits.options,
            Self::RecordBytes => limits.record_bytes,
            Self::TextBytes => limits.text_bytes,
            Self::UrlBytes => limits.url_bytes,
        };
        u64::try_from(maximum).unwrap_or(u64::MAX)
    }
}
