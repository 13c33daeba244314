//! Names that anybody can have: what is read out of them.
//! In: host names. Out: assertions on reasons and addresses.
//! Never: a resolver.

use super::*;

#[test]
fn every_row_of_the_tables_is_read() {
    assert_eq!(SERVICES.rows().count(), SERVICES_TABLE.lines().count() - 2);
    assert_eq!(SHARED.rows().count(), SHARED_TABLE.lines().count() - 2);
    for (suffix, reason) in SHARED.rows() {
        assert_eq!(shared(&format!("www.{suffix}")), Some(*reason), "{suffix}");
    }
}

#[test]
fn every_reading_of_a_name_counts_and_the_worst_is_told() {
    for (name, expected) in [
        ("10.0.0.1.nip.io", Some("10.0.0.1")),
        ("app-10-0-0-1.nip.io", Some("10.0.0.1")),
        ("8.8.8.8.10.0.0.1.nip.io", Some("10.0.0.1")),
        ("10.0.0.1.8.8.8.8.nip.io", Some("10.0.0.1")),
        ("8.8.8.8.nip.io", Some("8.8.8.8")),
        ("a9fea9fe.nip.io", Some("169.254.169.254")),
        ("web-7f000001.nip.io", Some("127.0.0.1")),
        ("www.192.168.0.1.sslip.io", Some("192.168.0.1")),
        ("--1.sslip.io", Some("::1")),
        ("fd00--1.sslip.io", Some("fd00::1")),
        ("fd000000000000000000000000000001.sslip.io", Some("fd00::1")),
        ("8.8.8.8.169-254-169-254.1u.ms", Some("169.254.169.254")),
        ("10.0.0.nip.io", None),
        ("256.0.0.1.nip.io", None),
        ("+1.0.0.1.nip.io", None),
        ("7f00001.nip.io", None),
        ("nip.io", None),
        ("10.0.0.1.notnip.io", None),
    ] {
        let address = chosen_address(name).and_then(|chosen| chosen.address);
        assert_eq!(address, expected.map(|address| address.parse().unwrap()), "{name}");
    }
}

#[test]
fn a_name_that_is_fixed_needs_no_address_in_it() {
    for name in ["lvh.me", "a.b.localtest.me", "x.rbndr.us"] {
        assert!(chosen_address(name).is_some_and(|chosen| chosen.address.is_none()), "{name}");
    }
    for name in ["rbndr.us", "www.rbndr.us", "www.nip.io", "mylvh.me", "nip.io.example.com"] {
        assert_eq!(chosen_address(name), None, "{name}");
    }
}
