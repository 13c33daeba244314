//! OAuth authorization requests (RFC 6749, 4.1.1).
//! In: a URL with its parameters. Out: what the request asks for and where its answer goes; none for any other URL.
//! Never: a check of what stands in a pushed or signed request (RFC 9126, RFC 9101).

use std::sync::LazyLock;

use super::Parameter;
use super::Parameters;
use super::Position;
use crate::link::HostClass;
use crate::link::LinkFacts;
use crate::link::SuffixList;
use crate::link::table;
use crate::text::Span;

/// A request for access to an account, that a person is sent to.
#[derive(Clone, Debug)]
pub(crate) struct AuthorizationRequest {
    /// True for the authorization page of a well-known site.
    pub(crate) is_known_page: bool,
    pub(crate) redirect: Option<Redirect>,
    /// What the request is for (RFC 8707), by the names `resource` and `audience`; only what is a URL.
    pub(crate) resources: Vec<(Span, url::Url)>,
    /// What protects the request badly, and where; none where something is not there.
    pub(crate) weaknesses: Vec<(Option<Span>, &'static str)>,
}

/// Where the answer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Redirect {
    /// The name of the parameter.
    pub(crate) span: Span,
    pub(crate) target: RedirectTarget,
}

/// Who takes the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RedirectTarget {
    /// A port of the person's machine (RFC 8252, 7.3).
    Loopback,
    /// A program that is registered for a scheme (RFC 8252, 7.1).
    Application,
    /// The person, who copies it out of the page.
    Shown,
    /// A site.
    Site,
    /// A site, over a connection that is not encrypted.
    PlainSite,
}

/// Authorization page of a site of `known-sites.csv`.
struct Page {
    host: &'static str,
    /// True for the end of a host, which begins with its dot.
    is_suffix: bool,
    path: &'static str,
}

static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| {
    let pages = table::rows(table::KNOWN_SITES).flat_map(|[_, _, _, _, pages]| pages.split_whitespace());
    pages.filter_map(|page| page.find('/').and_then(|at| page.split_at_checked(at))).map(Page::new).collect()
});

impl AuthorizationRequest {
    pub(super) fn of(url: &url::Url, raw: &str, rest: Span, suffixes: &dyn SuffixList) -> Option<Self> {
        if !matches!(url.scheme(), "https" | "http") {
            return None;
        }
        let values = Values::of(raw, rest);
        given(values.client_id)?;
        let path = url.path().strip_suffix('/').unwrap_or(url.path());
        let host = url.host_str().unwrap_or_default();
        let is_known_page = PAGES.iter().any(|page| page.is_at(host, path));
        let is_endpoint = path.ends_with("/authorize") || path.ends_with("/auth");
        let asks = || given(values.response_type).or(given(values.request_uri)).is_some();
        let is_request = is_known_page || (is_endpoint && asks());
        if !is_request {
            return None;
        }
        let redirect = given(values.redirect_uri).and_then(|parameter| Redirect::of(&parameter, suffixes));
        let weaknesses = weaknesses(&values, redirect.as_ref());
        Some(Self { is_known_page, redirect, resources: values.resources(), weaknesses })
    }
}

/// The parameters of the query that are looked at: the first with each name.
#[derive(Default)]
struct Values<'a> {
    client_id: Option<Parameter<'a>>,
    code_challenge: Option<Parameter<'a>>,
    code_challenge_method: Option<Parameter<'a>>,
    redirect_uri: Option<Parameter<'a>>,
    request: Option<Parameter<'a>>,
    request_uri: Option<Parameter<'a>>,
    response_type: Option<Parameter<'a>>,
    state: Option<Parameter<'a>>,
    /// All that say what the request is for.
    resources: Vec<Parameter<'a>>,
}

impl<'a> Values<'a> {
    fn of(raw: &'a str, rest: Span) -> Self {
        let mut values = Self::default();
        let query = Parameters::of_query(raw, rest).take_while(|parameter| parameter.position == Position::Query);
        for parameter in query {
            parameter.name.read(|name| values.add(name, parameter));
        }
        values
    }

    fn add(&mut self, name: &str, parameter: Parameter<'a>) {
        let first = match name {
            "client_id" => &mut self.client_id,
            "code_challenge" => &mut self.code_challenge,
            "code_challenge_method" => &mut self.code_challenge_method,
            "redirect_uri" => &mut self.redirect_uri,
            "request" => &mut self.request,
            "request_uri" => &mut self.request_uri,
            "response_type" => &mut self.response_type,
            "state" => &mut self.state,
            "audience" | "resource" => return self.resources.push(parameter),
            _ => return,
        };
        first.get_or_insert(parameter);
    }

    fn resources(&self) -> Vec<(Span, url::Url)> {
        let url = |parameter: &Parameter<'_>| parameter.value.read(url::Url::parse).ok();
        self.resources.iter().filter_map(|parameter| Some((parameter.span(), url(parameter)?))).collect()
    }
}

/// A parameter, where it has a value.
fn given(parameter: Option<Parameter<'_>>) -> Option<Parameter<'_>> {
    parameter.filter(|parameter| !parameter.value.is_empty())
}

/// What is weak by RFC 9700.
fn weaknesses(values: &Values<'_>, redirect: Option<&Redirect>) -> Vec<(Option<Span>, &'static str)> {
    let mut weak = Vec::new();
    let response_type = given(values.response_type);
    let is_token = |types: &str| types.split([' ', '+']).any(|word| word == "token") || types == "id_token";
    if let Some(response_type) = response_type.filter(|parameter| parameter.value.read(is_token)) {
        weak.push((Some(response_type.span()), "its answer is a token in the address"));
    }
    // A pushed or signed request keeps its parameters elsewhere.
    if given(values.request_uri).or(given(values.request)).is_none() {
        if given(values.state).is_none() {
            weak.push((None, "it has no state, which ties the answer to the person who asked"));
        }
        let method = given(values.code_challenge_method);
        let is_hashed = method.is_some_and(|method| method.value.is("S256"));
        match given(values.code_challenge) {
            None => weak.push((None, "it has no code challenge, so that a stolen code can be used")),
            Some(challenge) if !is_hashed => {
                let span = method.unwrap_or(challenge).span();
                weak.push((Some(span), "its code challenge is sent in clear (method plain)"));
            }
            Some(_) => {}
        }
    }
    if let Some(redirect) = redirect.filter(|redirect| redirect.target == RedirectTarget::PlainSite) {
        weak.push((Some(redirect.span), "its answer goes over a connection that is not encrypted"));
    }
    weak
}

impl Redirect {
    fn of(parameter: &Parameter<'_>, suffixes: &dyn SuffixList) -> Option<Self> {
        let facts = parameter.value.read(|value| LinkFacts::of(value, suffixes));
        let url = facts.url()?;
        let is_loopback = facts.host().is_some_and(|host| host.class == HostClass::Loopback);
        let target = match url.scheme() {
            "https" | "http" if is_loopback => RedirectTarget::Loopback,
            "https" => RedirectTarget::Site,
            "http" => RedirectTarget::PlainSite,
            "urn" => RedirectTarget::Shown,
            _ => RedirectTarget::Application,
        };
        Some(Self { span: parameter.span(), target })
    }
}

impl Page {
    fn new((host, path): (&'static str, &'static str)) -> Self {
        let below = host.strip_prefix('*');
        Self { host: below.unwrap_or(host), is_suffix: below.is_some(), path }
    }

    fn is_at(&self, host: &str, path: &str) -> bool {
        let is_host = if self.is_suffix { host.ends_with(self.host) } else { host == self.host };
        is_host && matches(self.path, path)
    }
}

/// True where every segment is that of the pattern; `*` stands for one segment, or for the rest of one.
fn matches(pattern: &str, path: &str) -> bool {
    let mut segments = path.split('/');
    let fits = |pattern: &str| {
        segments.next().is_some_and(|segment| match pattern.strip_suffix('*') {
            Some(prefix) => segment.starts_with(prefix),
            None => segment == pattern,
        })
    };
    pattern.split('/').all(fits) && segments.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_of_the_table_has_a_host_and_a_path_without_a_slash_at_its_end() {
        let pages = table::rows(table::KNOWN_SITES).flat_map(|[_, _, _, _, pages]| pages.split_whitespace()).count();
        assert_eq!(PAGES.len(), pages);
        assert!(pages >= 150, "{pages}");
        for page in PAGES.iter() {
            assert!(page.path.starts_with('/') && !page.path.ends_with('/'), "{}", page.path);
            let name = if page.is_suffix { page.host.trim_start_matches('.') } else { page.host };
            assert!(name.contains('.') && !name.contains('*'), "{}", page.host);
        }
    }

    #[test]
    fn a_star_stands_for_one_segment_or_the_rest_of_one() {
        for (pattern, path, fits) in [
            ("/*/oauth2/v2.0/authorize", "/common/oauth2/v2.0/authorize", true),
            ("/*/oauth2/v2.0/authorize", "/a/b/oauth2/v2.0/authorize", false),
            ("/v*/dialog/oauth", "/v19.0/dialog/oauth", true),
            ("/v*/dialog/oauth", "/x/dialog/oauth", false),
            ("/oauth", "/oauth", true),
            ("/oauth", "/oauth/a", false),
            ("/oauth/a", "/oauth", false),
        ] {
            assert_eq!(matches(pattern, path), fits, "{pattern} {path}");
        }
    }
}
