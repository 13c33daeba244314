//! Hosts that a policy calls internal.
//! In: `host`, `*.suffix` or a network in CIDR notation. Out: whether a host is covered.
//! Never: a match of an address by its text.

use std::net::IpAddr;

use crate::error::Error;

/// A host, the hosts under a suffix, or a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InternalHost {
    Name(String),
    Network { address: IpAddr, prefix: u32 },
    Suffix(String),
}

impl InternalHost {
    pub(crate) fn parse(pattern: &str) -> Result<Self, Error> {
        let invalid = || {
            Error::policy(format!(
                "`{pattern}` is no internal host: use a host (db.corp.example), a suffix (*.corp.example) or a \
                 network (10.20.0.0/16)"
            ))
        };
        if let Some((address, prefix)) = pattern.split_once('/') {
            let address: IpAddr = address.parse().map_err(|_| invalid())?;
            let prefix: u32 = prefix.parse().map_err(|_| invalid())?;
            return (prefix <= width(address)).then_some(Self::Network { address, prefix }).ok_or_else(invalid);
        }
        if let Ok(address) = pattern.parse() {
            return Ok(Self::Network { address, prefix: width(address) });
        }
        let (is_suffix, name) = match pattern.strip_prefix("*.") {
            Some(suffix) => (true, suffix),
            None => (false, pattern),
        };
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
        if name.split('.').any(str::is_empty) || !name.bytes().all(is_name) {
            return Err(invalid());
        }
        Ok(if is_suffix { Self::Suffix(name) } else { Self::Name(name) })
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
        ] {
            let error = InternalHost::parse(pattern).unwrap_err();
            assert!(error.is_policy() && error.to_string().contains("*.corp.example"), "{pattern}: {error}");
        }
    }
}
