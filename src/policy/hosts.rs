//! Hosts that a policy calls internal.
//! In: `host`, `*.suffix` or a network in CIDR notation. Out: whether a host is covered.
//! Never: a match of an address by its text.

use std::net::IpAddr;

use super::names::host_in;
use crate::error::Error;
use crate::link::CompiledSuffixes;
use crate::link::HostClass;
use crate::link::HostKind;
use crate::link::LinkFacts;

/// A host, the hosts under a suffix, or a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InternalHost {
    Name(String),
    Network { address: IpAddr, prefix: u32 },
    Suffix(String),
}

impl InternalHost {
    pub(crate) fn parse(pattern: &str) -> Result<Self, Error> {
        Self::read(pattern).ok_or_else(|| {
            // What ends in a number is a network with a wrong one, and no URL.
            let is_network = pattern.contains('/') && pattern.ends_with(|last: char| last.is_ascii_digit());
            let near = host_in(pattern).filter(|_| !is_network).and_then(|host| Some((host, Self::read(host)?))).map(
                |(host, near)| match near {
                    Self::Network { address, .. } => address.to_string(),
                    _ => host.to_owned(),
                },
            );
            let hint = near.filter(|near| near != pattern).map(|near| format!("; did you mean `{near}`?"));
            let pattern = pattern.escape_debug();
            let hint = hint.unwrap_or_default();
            Error::policy(format!(
                "`{pattern}` is neither a host (db.corp.example) nor a suffix (*.corp.example) nor a network \
                 (10.20.0.0/16){hint}"
            ))
        })
    }

    /// True for a metadata service, which is never internal. A network may hold one.
    pub(super) fn is_metadata(&self) -> bool {
        let host = match self {
            Self::Name(name) => name.clone(),
            Self::Suffix(suffix) => format!("any.{suffix}"),
            Self::Network { address, prefix } if *prefix == width(*address) => text_of(*address),
            Self::Network { .. } => return false,
        };
        facts_of(&host).host().is_some_and(|host| host.class == HostClass::Metadata)
    }

    /// None where the pattern could match nothing.
    fn read(pattern: &str) -> Option<Self> {
        if let Some((address, prefix)) = pattern.split_once('/') {
            let (address, prefix): (IpAddr, u32) = (address.parse().ok()?, prefix.parse().ok()?);
            return (prefix <= width(address)).then_some(unmapped(address, prefix));
        }
        if let Ok(address) = pattern.parse::<IpAddr>() {
            // As the address of a link is read, which may stand in another one.
            let address = facts_of(&text_of(address)).host().and_then(|host| host.address).unwrap_or(address);
            return Some(Self::Network { address, prefix: width(address) });
        }
        let (is_suffix, name) = match pattern.strip_prefix("*.") {
            Some(suffix) => (true, suffix),
            None => (false, pattern),
        };
        let is_apart = |character: char| character.is_whitespace() || "/\\:@?#%*[]".contains(character);
        let facts = facts_of(name);
        let host = facts.host().filter(|host| host.kind == HostKind::Domain && !name.contains(is_apart))?;
        let name = host.ascii().to_owned();
        let is_regular = !host.shape.empty_label && !host.shape.irregular_byte && !name.is_empty();
        is_regular.then_some(if is_suffix { Self::Suffix(name) } else { Self::Name(name) })
    }

    /// True where `host` (canonical, without a final dot) or the address that it means is covered.
    pub(crate) fn covers(&self, host: &str, address: Option<IpAddr>) -> bool {
        match self {
            Self::Name(name) => host == name,
            Self::Suffix(suffix) => host.strip_suffix(suffix.as_str()).is_some_and(|rest| rest.ends_with('.')),
            Self::Network { address: network, prefix } => {
                address.is_some_and(|address| in_network(address, *network, *prefix))
            }
        }
    }
}

/// As a policy names it.
impl std::fmt::Display for InternalHost {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Name(name) => write!(formatter, "{name}"),
            Self::Suffix(suffix) => write!(formatter, "*.{suffix}"),
            Self::Network { address, prefix } if *prefix == width(*address) => write!(formatter, "{address}"),
            Self::Network { address, prefix } => write!(formatter, "{address}/{prefix}"),
        }
    }
}

fn facts_of(host: &str) -> LinkFacts {
    LinkFacts::of(&format!("https://{host}/"), &CompiledSuffixes)
}

/// An address as a URL has it.
fn text_of(address: IpAddr) -> String {
    if address.is_ipv4() { address.to_string() } else { format!("[{address}]") }
}

/// A network of addresses that hold IPv4 addresses as the network of these, which links are compared by.
fn unmapped(address: IpAddr, prefix: u32) -> InternalHost {
    let mapped = match address {
        IpAddr::V6(address) => address.to_ipv4_mapped().zip(prefix.checked_sub(96)),
        IpAddr::V4(_) => None,
    };
    match mapped {
        Some((address, prefix)) => InternalHost::Network { address: address.into(), prefix },
        None => InternalHost::Network { address, prefix },
    }
}

fn width(address: IpAddr) -> u32 {
    if address.is_ipv4() { 32 } else { 128 }
}

fn in_network(address: IpAddr, network: IpAddr, prefix: u32) -> bool {
    let bits = |address: IpAddr| match address {
        IpAddr::V4(address) => u128::from(address.to_bits()),
        IpAddr::V6(address) => address.to_bits(),
    };
    let ignored = width(network).saturating_sub(prefix);
    let prefix_of = |address| bits(address).checked_shr(ignored).unwrap_or(0);
    address.is_ipv4() == network.is_ipv4() && prefix_of(address) == prefix_of(network)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_cover_hosts_suffixes_and_networks() {
        let table = [
            ("db.corp.example", "db.corp.example", None, true),
            ("db.corp.example", "x.db.corp.example", None, false),
            ("*.corp.example", "db.corp.example", None, true),
            ("*.corp.example", "corp.example", None, false),
            ("*.corp.example", "evilcorp.example", None, false),
            ("10.20.0.0/16", "10.20.3.4", Some("10.20.3.4"), true),
            ("10.20.0.0/16", "10.21.3.4", Some("10.21.3.4"), false),
            ("10.20.0.0/16", "10.20.3.4", None, false),
            ("0.0.0.0/0", "10.20.3.4", Some("10.20.3.4"), true),
            ("fd00::/8", "[fd12::1]", Some("fd12::1"), true),
            ("fd00::/8", "10.0.0.1", Some("10.0.0.1"), false),
            ("10.0.0.7", "10.0.0.7", Some("10.0.0.7"), true),
            // A link is compared by the address that stands in its address.
            ("::ffff:10.0.0.7", "[::ffff:a00:7]", Some("10.0.0.7"), true),
            ("::ffff:10.20.0.0/112", "10.20.3.4", Some("10.20.3.4"), true),
            ("B\u{fc}cher.corp", "xn--bcher-kva.corp", None, true),
            ("*.b\u{fc}cher.corp", "www.xn--bcher-kva.corp", None, true),
            ("intranet.", "intranet", None, true),
        ];
        for (pattern, host, address, covered) in table {
            let address = address.map(|address| address.parse().unwrap());
            let internal = InternalHost::parse(pattern).unwrap();
            assert_eq!(internal.covers(host, address), covered, "{pattern} {host}");
        }
    }

    #[test]
    fn a_wrong_pattern_says_what_would_be_right() {
        for pattern in [
            "",
            ".",
            "..",
            "*.",
            "*..",
            "*.*.example",
            "a..example",
            ".example",
            "10.0.0.0/33",
            "10.0.0/8",
            "a b",
            "https://corp.example",
            "0x0a140001",
            "[fd00::1]",
            "corp.example:8443",
        ] {
            let error = InternalHost::parse(pattern).unwrap_err();
            assert!(error.is_policy() && error.to_string().contains("*.corp.example"), "{pattern}: {error}");
        }
    }

    #[test]
    fn a_host_that_is_written_as_a_url_is_refused_with_the_host() {
        for (pattern, near) in [
            ("https://Wiki.corp.example/login", "`Wiki.corp.example`"),
            ("wiki.corp.example:8443", "`wiki.corp.example`"),
            ("https://10.0.0.1/", "`10.0.0.1`"),
            ("https://[fd12::1]:8443/", "`fd12::1`"),
            ("[fd12::1]", "`fd12::1`"),
        ] {
            let error = InternalHost::parse(pattern).unwrap_err().to_string();
            assert!(error.ends_with(&format!("did you mean {near}?")), "{error}");
        }
    }

    #[test]
    fn a_metadata_service_is_known_where_it_is_named_and_not_in_a_network() {
        let named = [
            ("169.254.169.254", "169.254.169.254"),
            ("169.254.169.254/32", "169.254.169.254"),
            ("::ffff:169.254.169.254", "169.254.169.254"),
            ("fd00:ec2::254", "fd00:ec2::254"),
            ("fd00:ec2::254/128", "fd00:ec2::254"),
            ("metadata.google.internal", "metadata.google.internal"),
            ("Metadata.Google.internal.", "metadata.google.internal"),
            ("metadata", "metadata"),
        ];
        for (pattern, shown) in named {
            let host = InternalHost::parse(pattern).unwrap();
            assert_eq!((host.is_metadata(), host.to_string().as_str()), (true, shown), "{pattern}");
        }
        for pattern in [
            "localhost",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "0.0.0.0/0",
            "0.0.0.0/1",
            "::/0",
            "*.internal",
            "*.google.internal",
            "wiki.google.internal",
            "10.0.0.1",
            "fd12::1",
            "db.corp.example",
            "wiki.example.com",
            "8.8.8.8",
        ] {
            assert!(!InternalHost::parse(pattern).unwrap().is_metadata(), "{pattern}");
        }
    }
}
