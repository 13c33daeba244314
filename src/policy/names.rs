//! Names in a policy file: domains, schemes, servers.
//! In: a text. Out: the name as it is compared, or an error that says what would be right.
//! Never: a name that could match nothing.

use crate::error::Error;
use crate::link::CompiledSuffixes;
use crate::link::HostKind;
use crate::link::LinkFacts;
use crate::link::Section;
use crate::link::SuffixList;
use crate::link::danger;

/// A domain name, as lower-case ASCII without the root dot.
pub(super) fn domain(text: &str) -> Result<String, Error> {
    canonical(text).ok_or_else(|| {
        let near = host_in(text).and_then(canonical).filter(|near| near != text);
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        let text = text.escape_debug();
        Error::policy(format!(
            "`{text}` is no domain name: give it as example.com, without scheme, port and path{hint}"
        ))
    })
}

/// A domain that nobody may imitate: somebody has registered it.
pub(super) fn known_site(text: &str) -> Result<String, Error> {
    let name = domain(text)?;
    let is_owned = facts_of(&name).host().is_some_and(|host| host.registrable().is_some());
    // Below a suffix of one owner, such as github.io, the suffix is a site itself.
    if is_owned || CompiledSuffixes.suffix(&name).1 == Section::Private {
        return Ok(name);
    }
    Err(Error::policy(format!("`{name}` is a public suffix, which is nobody's: name a domain under it")))
}

/// A scheme (RFC 3986 section 3.1) that a policy may allow, in lower case.
pub(super) fn scheme(text: &str) -> Result<String, Error> {
    let name = text.to_ascii_lowercase();
    let is_tail = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !name.bytes().all(is_tail) {
        let near = name.split(':').next().filter(|near| *near != name && scheme(near).is_ok());
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        let text = text.escape_debug();
        return Err(Error::policy(format!("`{text}` is no scheme: give it as myapp, without colon and slashes{hint}")));
    }
    match danger(&name) {
        Some(reason) => Err(Error::policy(format!("`{name}` is never allowed: it {reason}"))),
        None if name == "http" => Err(Error::policy(String::from(
            "`http` is judged by url-plain-http: set the level of that rule under [levels]",
        ))),
        None => Ok(name),
    }
}

/// The URL of a server, or the name of one on this machine.
pub(super) fn server(text: &str) -> Result<String, Error> {
    if text.contains("://") {
        let facts = LinkFacts::of(text, &CompiledSuffixes);
        if facts.host().is_some() && matches!(facts.scheme(), "https" | "http") {
            return Ok(text.to_owned());
        }
        let text = text.escape_debug();
        return Err(Error::policy(format!("`{text}` is no URL of a server: give it as https://mcp.example.com")));
    }
    let is_public_host = facts_of(text).host().is_some_and(|host| host.section == Section::Icann);
    if text.trim().is_empty() || is_public_host {
        let text = text.escape_debug();
        let problem = format!("`{text}` is no server: give its URL, as in [servers.\"https://mcp.example.com\"]");
        return Err(Error::policy(problem));
    }
    Ok(text.to_owned())
}

fn canonical(text: &str) -> Option<String> {
    let is_apart = |character: char| character.is_whitespace() || "/\\:@?#%*[]".contains(character);
    let facts = facts_of(text);
    let host = facts.host().filter(|host| host.kind == HostKind::Domain && !text.contains(is_apart))?;
    let name = host.ascii().trim_end_matches('.');
    let shape = host.shape;
    let is_regular = !(shape.irregular_byte || shape.empty_label || shape.long_label || shape.long_name);
    (is_regular && name.contains('.')).then(|| name.to_owned())
}

fn facts_of(host: &str) -> LinkFacts {
    LinkFacts::of(&format!("https://{host}/"), &CompiledSuffixes)
}

/// The host that somebody meant who wrote a URL or a wildcard; an IPv6 address without its brackets.
pub(super) fn host_in(text: &str) -> Option<&str> {
    let after_scheme = text.trim().split_once("://").map_or(text.trim(), |(_, rest)| rest);
    if let Some((address, _)) = after_scheme.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return Some(address);
    }
    let host = after_scheme.split(['/', '?', '#', ':']).next()?;
    Some(host.strip_prefix("*.").unwrap_or(host))
}
