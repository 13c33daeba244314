//! Parameters that lead on to another site.
//! In: the parameters of a URL. Out: where the names of those stand that a page may follow.
//! Never: a parse of what can only be a path of the same site.

use super::Position;
use super::parameter_name::Folded;
use super::parameter_name::leads_on;
use super::parameters;
use crate::link::HostFacts;
use crate::link::SuffixList;
use crate::link::scheme;
use crate::text::Span;

/// The names of parameters that lead on. In an authorization request `redirect_uri` is where the answer goes.
pub(super) fn of(
    url: &url::Url,
    raw: &str,
    rest: Span,
    suffixes: &dyn SuffixList,
    is_authorization: bool,
) -> Vec<Span> {
    let mut onward = Vec::new();
    for parameter in parameters(raw, rest).filter(|parameter| parameter.position != Position::Path) {
        if !parameter.value.read(may_leave) {
            continue;
        }
        let Some(name) = Folded::of(parameter.name).filter(leads_on) else { continue };
        let is_answer = is_authorization && name.as_str() == "redirecturi";
        if !is_answer && parameter.value.read(|value| leaves(url, value, suffixes)) {
            onward.push(parameter.span());
        }
    }
    onward
}

/// False for what is a path whatever the page makes of it.
fn may_leave(value: &str) -> bool {
    let bytes = value.as_bytes();
    memchr::memchr2(b':', b'\\', bytes).is_some()
        || memchr::memchr3(b'\t', b'\n', b'\r', bytes).is_some()
        || value.contains("//")
}

/// True where a browser that reads `value` on the page goes to another site, or runs it.
fn leaves(url: &url::Url, value: &str, suffixes: &dyn SuffixList) -> bool {
    let Ok(target) = url.join(value) else { return false };
    let is_web = matches!(target.scheme(), "https" | "http");
    scheme::danger(target.scheme()).is_some() || (is_web && site(&target, suffixes) != site(url, suffixes))
}

/// The registrable domain, or the host where there is none.
fn site<'u>(url: &'u url::Url, suffixes: &dyn SuffixList) -> Option<&'u str> {
    let text = url.host_str()?;
    let facts = HostFacts::of(&url.host()?, text, text, suffixes);
    Some(facts.registrable.map_or(text, |span| span.of(text)))
}
