//! Where the links of a server may lead.
//! In: a server, by URL or by name, and domains. Out: whether they are of this server, and cover a host.
//! Never: a name that the server gives itself.

/// Where the URL elicitations of a server may lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerDomains {
    pub(crate) server: String,
    /// The server as a URL; none for one on this machine, which has a name only.
    url: Option<url::Url>,
    pub(crate) domains: Vec<String>,
}

impl ServerDomains {
    pub(crate) fn new(server: String, domains: Vec<String>) -> Self {
        let url = url::Url::parse(&server).ok().filter(url::Url::has_host);
        let domains = domains.into_iter().map(|domain| domain.to_ascii_lowercase()).collect();
        Self { server, url, domains }
    }

    /// True for the same name, and for a URL of the same origin. Where the policy names a path, the path is the same:
    /// one origin may stand before many servers.
    pub(crate) fn is_of(&self, server: &str, url: Option<&url::Url>) -> bool {
        let same_url = |own: &url::Url, other: &url::Url| {
            own.scheme() == other.scheme()
                && own.host_str() == other.host_str()
                && own.port_or_known_default() == other.port_or_known_default()
                && (own.path() == "/" || own.path() == other.path())
        };
        self.server == server || self.url.as_ref().zip(url).is_some_and(|(own, other)| same_url(own, other))
    }

    /// True for a domain of the list and for what is below it; `host` in canonical form.
    pub(crate) fn covers(&self, host: &str) -> bool {
        self.domains.iter().any(|domain| {
            host.strip_suffix(domain.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('.'))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_known_by_its_origin_and_by_the_path_that_the_policy_names() {
        let is_of = |named: &str, server: &str| {
            let url = url::Url::parse(server).ok();
            ServerDomains::new(named.to_owned(), Vec::new()).is_of(server, url.as_ref())
        };
        for (named, server) in [
            ("https://mcp.example.com", "https://mcp.example.com"),
            ("https://mcp.example.com", "https://MCP.example.com:443/mcp?a"),
            ("https://mcp.example.com/a", "https://mcp.example.com/a"),
            ("notes", "notes"),
        ] {
            assert!(is_of(named, server), "{named} {server}");
        }
        for (named, server) in [
            ("https://mcp.example.com/a", "https://mcp.example.com/b"),
            ("https://mcp.example.com", "http://mcp.example.com"),
            ("https://mcp.example.com", "https://mcp.example.com:8443"),
            ("https://mcp.example.com", "https://mcp.example.com.example.net"),
            ("notes", "Notes"),
        ] {
            assert!(!is_of(named, server), "{named} {server}");
        }
    }
}
