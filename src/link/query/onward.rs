//! Parameters that lead on to another site.
//! In: a parameter of a URL. Out: whether a page may follow it to another site.
//! Never: a parse of what can only be a path of the same site.

use super::Parameter;
use super::Position;
use super::parameter_name::Folded;
use super::parameter_name::leads_on;
use crate::link::HostFacts;
use crate::link::SuffixList;
use crate::link::scheme;

/// The page that reads the parameters.
pub(super) struct Page<'a> {
    pub(super) url: &'a url::Url,
    pub(super) suffixes: &'a dyn SuffixList,
    /// In an authorization request `redirect_uri` is where the answer goes.
    pub(super) is_authorization: bool,
}

impl Page<'_> {
    /// True where the value of a parameter leads to another site, and its name says that the page follows it.
    pub(super) fn is_left_by(&self, parameter: &Parameter<'_>, name: Option<&Folded>, value: &str) -> bool {
        let may_lead = parameter.position != Position::Path && may_leave(value);
        let Some(name) = name.filter(|name| may_lead && leads_on(name)) else { return false };
        let is_answer = self.is_authorization && name.as_str() == "redirecturi";
        !is_answer && self.leads_away(value)
    }

    /// True where a browser that reads `value` on the page goes to another site, or runs it.
    fn leads_away(&self, value: &str) -> bool {
        let Ok(target) = self.url.join(value) else { return false };
        let is_web = matches!(target.scheme(), "https" | "http");
        scheme::danger(target.scheme()).is_some() || (is_web && self.site(&target) != self.site(self.url))
    }

    /// The registrable domain, or the host where there is none.
    fn site<'u>(&self, url: &'u url::Url) -> Option<&'u str> {
        let text = url.host_str()?;
        let facts = HostFacts::of(&url.host()?, text, text, self.suffixes);
        Some(facts.registrable.map_or(text, |span| span.of(text)))
    }
}

/// False for what is a path whatever the page makes of it.
fn may_leave(value: &str) -> bool {
    let bytes = value.as_bytes();
    memchr::memchr2(b':', b'\\', bytes).is_some()
        || memchr::memchr3(b'\t', b'\n', b'\r', bytes).is_some()
        || value.contains("//")
}
