//! Address classes: registry blocks and their neighbours, and every form that carries an IPv4 address.
//! In: addresses as text. Out: assertions on class, reason and wrapper.
//! Never: a copied list; the blocks come from the table under test.

use super::*;

fn facts(address: &str) -> AddressFacts {
    classify(address.parse().expect("an address"))
}

#[test]
fn every_row_of_the_tables_is_read() {
    assert_eq!(BLOCKS.len(), BLOCKS_TABLE.lines().count() - 2);
    assert_eq!(METADATA.len(), METADATA_TABLE.lines().count() - 2);
    for block in BLOCKS.iter() {
        let (bits, value) = match block.network {
            IpAddr::V4(network) => (32, u128::from(u32::from(network))),
            IpAddr::V6(network) => (128, u128::from(network)),
        };
        let host_bits = bits - block.length;
        assert!(host_bits <= bits, "{block:?}");
        assert!(host_bits == 128 || value.trailing_zeros() >= host_bits || value == 0, "host bits are set: {block:?}");
        assert_eq!(block.wrapper.is_some(), !block.embedded.is_empty(), "{block:?}");
        assert!(!block.name.is_empty());
    }
}

#[test]
fn the_longest_prefix_decides() {
    for (address, class, reason) in [
        ("192.0.0.1", HostClass::Private, "IPv4 Service Continuity Prefix (RFC 7335)"),
        ("192.0.0.9", HostClass::Special, "Port Control Protocol Anycast (RFC 7723)"),
        ("192.0.0.200", HostClass::Private, "IETF Protocol Assignments (RFC 6890)"),
        ("0.0.0.0", HostClass::Private, "This host on this network (RFC 1122)"),
        ("255.255.255.255", HostClass::Private, "Limited Broadcast (RFC 8190, RFC 919)"),
        ("::1", HostClass::Loopback, "Loopback Address (RFC 4291)"),
        ("2001:1::1", HostClass::Special, "Port Control Protocol Anycast (RFC 7723)"),
        ("2001:100::1", HostClass::Private, "IETF Protocol Assignments (RFC 2928)"),
        ("2001:db8::1", HostClass::Private, "Documentation (RFC 3849)"),
    ] {
        let facts = facts(address);
        assert_eq!((facts.class, facts.reason), (class, reason), "{address}");
    }
}

#[test]
fn neighbours_of_a_block_are_public() {
    for address in [
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2000::1",
        "2001:db7::1",
        "2001:db9::1",
        "3fff:1000::1",
    ] {
        assert_eq!(facts(address).class, HostClass::Public, "{address}");
    }
}

#[test]
fn ipv6_outside_global_unicast_is_not_reachable() {
    for address in ["4000::1", "8000::1", "400::1", "64:ff9a::1", "fe00::1", "ff02::1", "fc00::1", "fec0::1"] {
        assert_eq!(facts(address).class, HostClass::Private, "{address}");
    }
}

#[test]
fn metadata_services_come_before_their_block() {
    for address in ["169.254.169.254", "168.63.129.16", "100.100.100.200", "fd00:ec2::254"] {
        assert_eq!(facts(address).class, HostClass::Metadata, "{address}");
    }
    assert_eq!(facts("169.254.169.253").class, HostClass::Private);
    assert_eq!(facts("168.63.129.17").class, HostClass::Public);
}

#[test]
fn an_embedded_address_is_unwrapped_and_the_worst_wins() {
    let wrapped = [
        ("::ffff:127.0.0.1", "IPv4-mapped"),
        ("::127.0.0.1", "IPv4-compatible"),
        ("::ffff:0:127.0.0.1", "IPv4-translated (SIIT)"),
        ("64:ff9b::127.0.0.1", "NAT64"),
        ("64:ff9b:1:7f00:0:100::", "local-use NAT64"),
        ("64:ff9b:1::127.0.0.1", "local-use NAT64"),
        ("2002:7f00:1::1", "6to4"),
        ("2001:0:7f00:1::", "Teredo"),
        ("2001:0:808:808::80ff:fffe", "Teredo"),
        ("fe80::5efe:127.0.0.1", "ISATAP"),
        ("2a00:1450::200:5efe:127.0.0.1", "ISATAP"),
    ];
    for (address, wrapper) in wrapped {
        let facts = facts(address);
        assert_eq!(facts.class, HostClass::Loopback, "{address}");
        assert_eq!(facts.address, IpAddr::V4(Ipv4Addr::LOCALHOST), "{address}");
        assert_eq!(facts.wrapper, Some(wrapper), "{address}");
        assert!(facts.wraps_non_public, "{address}");
    }
}

#[test]
fn a_public_address_inside_another_keeps_the_class_of_its_wrapper() {
    for (address, class) in [
        ("::ffff:8.8.8.8", HostClass::Special),
        ("64:ff9b::8.8.8.8", HostClass::Special),
        ("64:ff9b:1:808:8:800::", HostClass::Private),
        ("2002:808:808::1", HostClass::Private),
        ("::8.8.8.8", HostClass::Private),
        ("2a00:1450::5efe:8.8.8.8", HostClass::Public),
    ] {
        let facts = facts(address);
        assert_eq!(facts.class, class, "{address}");
        assert!(facts.wrapper.is_some() && !facts.wraps_non_public, "{address}");
    }
}

#[test]
fn metadata_inside_another_address_stays_metadata() {
    for address in ["::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::", "::ffff:168.63.129.16"] {
        assert_eq!(facts(address).class, HostClass::Metadata, "{address}");
    }
}

#[test]
fn plain_addresses_have_no_wrapper() {
    for address in ["::", "::1", "fe80::1", "10.0.0.1", "2606:4700::1"] {
        assert_eq!(facts(address).wrapper, None, "{address}");
    }
}
