//! What an IP address is by the registries, also where it carries another one inside.
//! In: an `IpAddr`. Out: class, the name of its block, and the embedded IPv4 address that made it worse.
//! Never: an address as text (two spellings of one address must not differ), a look-up in the network.

use crate::link::HostClass;
use crate::link::table;
use std::net::IpAddr;
use std::net::Ipv4Addr;
use std::net::Ipv6Addr;
use std::sync::LazyLock;

/// What an address is, and the worst of the addresses inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressFacts {
    /// The worse class of the address itself and of what it embeds.
    pub class: HostClass,
    /// Why: the name of the address block, or the provider of a metadata service.
    pub reason: &'static str,
    /// The address that `class` and `reason` are about: unwrapped where the embedded one is as bad or worse.
    pub address: IpAddr,
    /// How the address carries an IPv4 address, where it does: "IPv4-mapped", "NAT64", "6to4" ...
    pub wrapper: Option<&'static str>,
    /// True where an IPv4 address that is not public is wrapped in an IPv6 address.
    pub wraps_non_public: bool,
}

/// Class of an address by the IANA registries: the longest prefix of the table decides; the worst of the address and
/// the IPv4 addresses that it embeds wins.
#[must_use]
pub fn classify(address: IpAddr) -> AddressFacts {
    match address {
        IpAddr::V4(address) => {
            let (class, reason) = class_of(address.into());
            AddressFacts { class, reason, address: address.into(), wrapper: None, wraps_non_public: false }
        }
        IpAddr::V6(address) => classify_v6(address),
    }
}

fn classify_v6(address: Ipv6Addr) -> AddressFacts {
    let (class, reason) = class_of(address.into());
    let mut facts = AddressFacts { class, reason, address: address.into(), wrapper: None, wraps_non_public: false };
    let row = block(address.into());
    let isatap = isatap(address);
    let embedded = row.into_iter().flat_map(|row| row.embedded.iter().map(|field| field.read(address)));
    // Where a form has two fields, an unused one is zero and no address.
    let two_fields = row.is_some_and(|row| row.embedded.len() > 1);
    for inner in embedded.filter(|inner| !two_fields || !inner.is_unspecified()).chain(isatap) {
        let (class, reason) = class_of(inner.into());
        facts.wrapper = if isatap == Some(inner) { Some("ISATAP") } else { row.and_then(|row| row.wrapper) };
        facts.wraps_non_public |= class != HostClass::Public && class != HostClass::Special;
        // The classes are ordered worst first.
        if class <= facts.class {
            facts = AddressFacts { class, reason, address: inner.into(), ..facts };
        }
    }
    facts
}

/// Class of an address by itself.
fn class_of(address: IpAddr) -> (HostClass, &'static str) {
    if let Some((_, provider)) = METADATA.iter().find(|(metadata, _)| *metadata == address) {
        return (HostClass::Metadata, provider);
    }
    block(address).map_or((HostClass::Private, "no block of the registries"), |block| (block.class, block.name))
}

/// The IPv4 address in an interface identifier of RFC 5214: `::0:5efe:a.b.c.d` or `::200:5efe:a.b.c.d` in any prefix.
fn isatap(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [.., upper, lower, _, _] = address.segments();
    (upper & !0x0200 == 0 && lower == 0x5efe).then(|| Field { high: 96, low: 112, inverted: false }.read(address))
}

/// The longest prefix of the table that the address is in.
fn block(address: IpAddr) -> Option<&'static Block> {
    BLOCKS.iter().find(|block| block.contains(address))
}

/// A row of `special-addresses.csv`.
#[derive(Debug)]
struct Block {
    network: IpAddr,
    length: u32,
    class: HostClass,
    wrapper: Option<&'static str>,
    embedded: Vec<Field>,
    name: &'static str,
}

impl Block {
    /// Reads a row; none where it is wrong, which the tests exclude.
    fn read([prefix, class, wrapper, embedded, name]: [&'static str; 5]) -> Option<Self> {
        let (network, length) = prefix.split_once('/')?;
        Some(Self {
            network: network.parse().ok()?,
            length: length.parse().ok()?,
            class: HostClass::from_word(class)?,
            wrapper: (!wrapper.is_empty()).then_some(wrapper),
            embedded: embedded.split_ascii_whitespace().map(Field::parse).collect::<Option<_>>()?,
            name,
        })
    }

    fn contains(&self, address: IpAddr) -> bool {
        match (self.network, address) {
            (IpAddr::V4(network), IpAddr::V4(address)) => {
                let differing = u32::from(network) ^ u32::from(address);
                differing.checked_shr(32 - self.length.min(32)).unwrap_or(0) == 0
            }
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                let differing = u128::from(network) ^ u128::from(address);
                differing.checked_shr(128 - self.length.min(128)).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

/// Where the 32 bits of an embedded IPv4 address stand: two halves of 16 bits, counted from the first bit.
#[derive(Debug)]
struct Field {
    high: u32,
    low: u32,
    inverted: bool,
}

impl Field {
    /// Reads `96` (32 bits from bit 96), `~96` (the same, inverted) or `48+72` (16 bits from each).
    fn parse(text: &str) -> Option<Self> {
        let inverted = text.starts_with('~');
        let text = text.trim_start_matches('~');
        let (high, low) = match text.split_once('+') {
            Some((high, low)) => (high.parse().ok()?, low.parse().ok()?),
            None => (text.parse().ok()?, text.parse::<u32>().ok()? + 16),
        };
        Some(Self { high, low, inverted })
    }

    fn read(&self, address: Ipv6Addr) -> Ipv4Addr {
        let bits = u128::from(address);
        let half = |start: u32| {
            let shifted = bits.checked_shr(112_u32.saturating_sub(start)).unwrap_or(0) & 0xffff;
            u32::try_from(shifted).unwrap_or(0)
        };
        let value = (half(self.high) << 16) | half(self.low);
        Ipv4Addr::from(if self.inverted { !value } else { value })
    }
}

/// The blocks, the longest prefix first.
static BLOCKS: LazyLock<Vec<Block>> = LazyLock::new(|| {
    let mut blocks: Vec<Block> = table::rows(BLOCKS_TABLE).filter_map(Block::read).collect();
    blocks.sort_by_key(|block| std::cmp::Reverse(block.length));
    blocks
});

/// Addresses of metadata services, and their providers.
static METADATA: LazyLock<Vec<(IpAddr, &'static str)>> = LazyLock::new(|| {
    table::rows(METADATA_TABLE).filter_map(|[address, provider]| Some((address.parse().ok()?, provider))).collect()
});

const BLOCKS_TABLE: &str = include_str!("../../rules/data/special-addresses.csv");
const METADATA_TABLE: &str = include_str!("../../rules/data/metadata-addresses.csv");

#[cfg(test)]
#[path = "tests_address.rs"]
mod tests;
