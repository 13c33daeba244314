//! Public names that say nothing of who answers: pages of anybody, short links, tunnels, addresses in a name.
//! In: a public host name. Out: what is known of its end, and the worst address that it may stand for.
//! Never: a resolver. Where two services read one name differently, every reading counts.

use std::net::IpAddr;
use std::net::Ipv4Addr;
use std::net::Ipv6Addr;
use std::sync::LazyLock;

use super::address;
use super::names::Names;
use super::table;

/// A name that its writer made stand for an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChosenAddress {
    /// How, from the table.
    pub(crate) reason: &'static str,
    /// The worst of the addresses that stand in the name.
    pub(crate) address: Option<IpAddr>,
}

/// Why what `name` shows may be anybody's.
pub(super) fn shared(name: &str) -> Option<&'static str> {
    SHARED.look_up(name, |_, _| true).map(|(reason, _)| *reason)
}

/// The address that the writer of `name` chose, where a name service or a fixed record makes it stand for one.
pub(super) fn chosen_address(name: &str) -> Option<ChosenAddress> {
    let (service, before) = SERVICES.look_up(name, |_, _| true)?;
    let address = worst_address(before);
    let is_chosen = match service.kind {
        Kind::Embed => address.is_some(),
        Kind::Loopback => true,
        // The sites of the services themselves are not meant.
        Kind::Rebind => !matches!(before, "" | "www"),
    };
    is_chosen.then_some(ChosenAddress { reason: service.reason, address })
}

/// The worst of all addresses that stand in the labels, in any of the spellings that name services read.
fn worst_address(labels: &str) -> Option<IpAddr> {
    let parts = || labels.split(['.', '-']);
    let hexadecimal = parts().filter_map(hexadecimal);
    let dashed = labels.split('.').filter_map(dashed);
    dotted(parts()).chain(hexadecimal).chain(dashed).min_by_key(|address| address::classify(*address).class)
}

/// Every four parts in a row that are decimal octets.
fn dotted<'a>(parts: impl Iterator<Item = &'a str>) -> impl Iterator<Item = IpAddr> {
    let mut octets = [None; 4];
    parts.filter_map(move |part| {
        octets.rotate_left(1);
        if let Some(last) = octets.last_mut() {
            *last = part.parse::<u8>().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()));
        }
        let [Some(first), Some(second), Some(third), Some(fourth)] = octets else { return None };
        Some(Ipv4Addr::new(first, second, third, fourth).into())
    })
}

/// Eight hexadecimal digits are an IPv4 address, 32 are an IPv6 address.
fn hexadecimal(part: &str) -> Option<IpAddr> {
    match part.len() {
        _ if !part.bytes().all(|byte| byte.is_ascii_hexdigit()) => None,
        8 => u32::from_str_radix(part, 16).ok().map(|bits| Ipv4Addr::from(bits).into()),
        32 => u128::from_str_radix(part, 16).ok().map(|bits| Ipv6Addr::from(bits).into()),
        _ => None,
    }
}

/// An IPv6 address with dashes for colons: `fd00--1`.
fn dashed(label: &str) -> Option<IpAddr> {
    if !label.contains('-') {
        return None;
    }
    label.replace('-', ":").parse::<Ipv6Addr>().ok().map(IpAddr::V6)
}

struct Service {
    kind: Kind,
    reason: &'static str,
}

/// How a name below the suffix is answered.
#[derive(Clone, Copy)]
enum Kind {
    /// With the address that stands in it.
    Embed,
    /// With loopback.
    Loopback,
    /// With one address first, then with another.
    Rebind,
}

impl Service {
    fn read([suffix, kind, reason]: [&'static str; 3]) -> Option<(&'static str, Self)> {
        let kind = match kind {
            "embed" => Kind::Embed,
            "loopback" => Kind::Loopback,
            "rebind" => Kind::Rebind,
            _ => return None,
        };
        Some((suffix, Self { kind, reason }))
    }
}

static SERVICES: LazyLock<Names<Service>> =
    LazyLock::new(|| Names::new(table::rows(SERVICES_TABLE).filter_map(Service::read)));

/// Reasons by suffix.
static SHARED: LazyLock<Names<&'static str>> =
    LazyLock::new(|| Names::new(table::rows(SHARED_TABLE).map(|[suffix, _, reason]| (suffix, reason))));

const SERVICES_TABLE: &str = include_str!("../../rules/data/wildcard-dns.csv");
const SHARED_TABLE: &str = include_str!("../../rules/data/shared-hosts.csv");

#[cfg(test)]
#[path = "tests_service.rs"]
mod tests;
