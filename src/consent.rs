//! What a client should show before it asks a person for consent.
//! In: a read elicitation and its context. Out: an owned view, safe to display.
//! Never: a link where the verdict is Block, a text whose hidden characters are not escaped.

use crate::context::Context;
use crate::elicitation::DefaultValue;
use crate::elicitation::Elicitation;
use crate::elicitation::Field;
use crate::elicitation::Mode;
use crate::limits::Limits;
use crate::link::LinkFacts;
use crate::link::Lookalike;
use crate::link::prose;
use crate::rules::Tables;
use crate::text::Place;
use crate::text::Span;
use crate::text::escape::escaped;

/// The material of a consent dialog (2025-11-25, client/elicitation, Safe URL Handling and User Interaction Model).
///
/// Owned and `'static`, so that a dialog may outlive the message. There for every verdict: a client that refuses can
/// still say what was refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Consent {
    /// Who asks, as the client knows it from its transport; never what the server calls itself.
    pub server: Option<String>,
    /// The mode that the specification tells a client to apply; none where there is no such mode.
    pub mode: Option<Mode>,
    /// Why this mode.
    pub mode_reason: ModeReason,
    /// The message, escaped for display.
    pub message: Option<String>,
    /// The link of URL mode; also there where a form carries one.
    pub url: Option<UrlConsent>,
    /// The fields of a form.
    pub fields: Vec<FieldConsent>,
    /// Links in texts, which a client should not render clickable.
    pub text_links: Vec<TextLink>,
    /// How to refuse.
    pub refusal: Refusal,
}

/// Why a mode applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ModeReason {
    /// There is no mode, yet a member of URL mode: clients disagree.
    Ambiguous,
    /// There is no mode, which means a form.
    Default,
    /// The message says so.
    Stated,
    /// What the message says is no mode.
    #[default]
    Unknown,
}

/// A link, for display and for opening.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct UrlConsent {
    /// The whole URL as it was sent, escaped for display.
    pub display: String,
    /// The canonical ASCII URL to open, after consent; none where the verdict is Block or the URL is none.
    pub href: Option<String>,
    /// The host in ASCII.
    pub host_ascii: Option<String>,
    /// The host in Unicode; none where it would read as another name.
    pub host_unicode: Option<String>,
    /// The domain that somebody registered, which a dialog should highlight.
    pub registrable_domain: Option<String>,
    /// Where that domain stands in `display`, in bytes; none where the host is spelled in another way there.
    pub registrable_span: Option<Span>,
}

/// A field of a form.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct FieldConsent {
    /// The property name, as the answer must spell it.
    pub name: String,
    /// The title, or the name where there is none, escaped for display.
    pub label: String,
    /// True where the answer must have it.
    pub required: bool,
    /// The value to fill in beforehand (2025-11-25, client/elicitation: clients SHOULD). None also for one that the
    /// field itself refuses.
    pub default: Option<DefaultValue>,
}

/// URL-looking text that is no link to follow.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct TextLink {
    /// JSON Pointer of the text, from the root of the bytes that were given.
    pub pointer: String,
    /// The bytes in the decoded text.
    pub span: Span,
    #[serde(skip)]
    pub(crate) place: Place,
}

/// How to refuse an elicitation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Refusal {
    /// Answer with the action `decline`.
    #[default]
    Decline,
    /// Answer with the JSON-RPC error -32602: the client did not declare the mode.
    InvalidParams,
}

impl Consent {
    pub(crate) fn of(
        elicitation: Option<&Elicitation<'_>>,
        context: &Context,
        tables: &Tables,
        blocked: bool,
        refuses_mode: bool,
    ) -> Self {
        let refusal = if refuses_mode { Refusal::InvalidParams } else { Refusal::Decline };
        let server = context.server.as_ref().map(|server| escaped(server.name()));
        let Some(elicitation) = elicitation else { return Self { server, refusal, ..Self::default() } };
        Self {
            server,
            mode: elicitation.applied_mode(),
            mode_reason: mode_reason(elicitation),
            message: elicitation.message.text().map(|message| escaped(message)),
            url: elicitation.url.text().map(|url| UrlConsent::of(url, context, tables, blocked)),
            fields: fields(elicitation),
            text_links: text_links(elicitation, &tables.policy.limits),
            refusal,
        }
    }

    pub(crate) fn of_url(url: &str, context: &Context, tables: &Tables, blocked: bool) -> Self {
        Self {
            server: context.server.as_ref().map(|server| escaped(server.name())),
            mode: Some(Mode::Url),
            mode_reason: ModeReason::Stated,
            url: Some(UrlConsent::of(url, context, tables, blocked)),
            ..Self::default()
        }
    }
}

impl UrlConsent {
    fn of(raw: &str, context: &Context, tables: &Tables, blocked: bool) -> Self {
        let facts = LinkFacts::of(raw, &tables.suffixes);
        let misleads = Lookalike::of(&facts, &tables.sites, context.server_site()).misleads();
        let host = facts.host();
        let registrable = host.and_then(|host| host.registrable());
        Self {
            display: escaped(raw),
            href: facts.canonical().filter(|_| !blocked).map(str::to_owned),
            host_ascii: host.map(|host| host.ascii().to_owned()),
            host_unicode: host.filter(|_| !misleads).map(|host| escaped(&host.unicode())),
            registrable_domain: registrable.map(str::to_owned),
            registrable_span: registrable.and_then(|domain| displayed_span(raw, &facts, domain)),
        }
    }
}

/// Where `domain` stands in the display of `raw`: at the end of its host, where it is spelled as it is read.
fn displayed_span(raw: &str, facts: &LinkFacts, domain: &str) -> Option<Span> {
    let host = facts.parts().host?.range();
    let written = raw.get(host.clone())?;
    let written = written.strip_suffix('.').unwrap_or(written);
    let start = host.start + written.len().checked_sub(domain.len())?;
    let end = start + domain.len();
    let same = raw.get(start..end)?.eq_ignore_ascii_case(domain);
    let display = |end: usize| raw.get(..end).map(|before| escaped(before).len());
    same.then_some(Span::new(display(start)?, display(end)?))
}

fn mode_reason(elicitation: &Elicitation<'_>) -> ModeReason {
    if elicitation.is_ambiguous() {
        ModeReason::Ambiguous
    } else if elicitation.mode.is_absent() {
        ModeReason::Default
    } else if elicitation.applied_mode().is_some() {
        ModeReason::Stated
    } else {
        ModeReason::Unknown
    }
}

fn fields(elicitation: &Elicitation<'_>) -> Vec<FieldConsent> {
    let of = |field: &Field<'_>| FieldConsent {
        name: field.name.as_str().to_owned(),
        label: escaped(field.title.text().unwrap_or(&field.name)),
        required: field.is_required(),
        default: field.default(),
    };
    elicitation.fields().iter().map(of).collect()
}

fn text_links(elicitation: &Elicitation<'_>, limits: &Limits) -> Vec<TextLink> {
    let mut found = Vec::new();
    elicitation.shown(|shown| {
        if shown.text.len() <= limits.text_bytes {
            let links = prose::links(shown.text, limits.links).links;
            let place = shown.text.place();
            found.extend(links.into_iter().map(|link| TextLink { pointer: String::new(), span: link.span, place }));
        }
    });
    found
}
