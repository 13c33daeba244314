//! Host names: class, registrable domain, form of the labels, spelling.
//! In: hosts of https URLs. Out: assertions on their facts.
//! Never: a resolver.

use super::*;
use crate::link::CompiledSuffixes;
use crate::link::LinkFacts;

fn facts(host: &str) -> LinkFacts {
    LinkFacts::of(&format!("https://{host}/"), &CompiledSuffixes)
}

fn class(host: &str) -> HostClass {
    facts(host).host().unwrap_or_else(|| panic!("no host: {host}")).class
}

#[test]
fn every_row_of_the_tables_is_read() {
    assert_eq!(NAMES.rows().count(), SPECIAL_TABLE.lines().count() + METADATA_TABLE.lines().count() - 4);
    for (name, row) in NAMES.rows() {
        assert_eq!(class(name), row.class, "{name}");
        assert_eq!(class(&format!("{name}.")), row.class, "{name}");
        if row.suffix {
            assert_eq!(class(&format!("a.b.c.{name}")), row.class, "{name}");
        }
    }
}

#[test]
fn a_name_has_one_class() {
    for (host, expected) in [
        ("app.localhost", HostClass::Loopback),
        ("LOCALHOST.", HostClass::Loopback),
        ("printer", HostClass::Inside),
        ("nas.local", HostClass::Inside),
        ("host.internal", HostClass::Inside),
        ("router.home.arpa", HostClass::Inside),
        ("api.mycorp", HostClass::Inside),
        ("1.2.3.4x", HostClass::Inside),
        ("login.fritz.box", HostClass::Inside),
        ("www.example", HostClass::Documentation),
        ("example.com", HostClass::Public),
        ("internal.example.com", HostClass::Public),
        ("localhost.run", HostClass::Public),
        ("mylocalhost.com", HostClass::Public),
        ("user.github.io", HostClass::Public),
        ("xn--80aswg.xn--p1ai", HostClass::Public),
        ("metadata", HostClass::Metadata),
        ("metadata.google.internal.", HostClass::Metadata),
    ] {
        assert_eq!(class(host), expected, "{host}");
    }
}

#[test]
fn the_registrable_domain_is_the_suffix_and_one_label() {
    for (host, registrable, section) in [
        ("a.b.example.co.uk", Some("example.co.uk"), Section::Icann),
        ("example.com", Some("example.com"), Section::Icann),
        ("deep.user.github.io.", Some("user.github.io"), Section::Private),
        ("github.io", None, Section::Private),
        ("co.uk", None, Section::Icann),
        ("api.mycorp", Some("api.mycorp"), Section::Unknown),
        ("a.xn--e1afmkfd.xn--p1ai", Some("xn--e1afmkfd.xn--p1ai"), Section::Icann),
        ("10.0.0.1", None, Section::Unknown),
    ] {
        let facts = facts(host);
        let host_facts = facts.host().expect("a host");
        assert_eq!((host_facts.registrable(), host_facts.section), (registrable, section), "{host}");
    }
}

#[test]
fn the_form_of_a_name_is_noted() {
    let shape = |host: &str| facts(host).host().expect("a host").shape;
    assert_eq!(shape("example.com"), Shape::default());
    assert!(shape("printer").single_label);
    assert!(shape("example.com.").trailing_dot);
    assert!(shape("a..example.com").empty_label);
    assert!(shape("example.com..").empty_label);
    assert!(shape(&format!("{}.com", "a".repeat(64))).long_label);
    assert!(!shape(&format!("{}.com", "a".repeat(63))).long_label);
    assert!(shape(&format!("{}com", "abc.".repeat(63))).long_name);
    assert!(shape("good.example\"x.com").irregular_byte);
    assert!(shape("_dmarc.example.com").underscore);
    assert!(shape("-a.example.com").edge_hyphen);
    assert!(shape("a-.example.com").edge_hyphen);
    assert!(shape("xn--mnchen-3ya.de").punycode);
}

#[test]
fn spelling_tells_what_was_written_from_what_is_read() {
    for plain in [
        "127.0.0.1",
        "[::1]",
        "[2001:DB8::1]",
        "[::ffff:10.0.0.1]",
        "[::ffff:a00:1]",
        "[64:ff9b::8.8.8.8]",
        "Example.COM",
        "example.com.",
        "M\u{fc}nchen.de",
        "xn--mnchen-3ya.de",
        "\u{13a0}\u{13a1}.example",
        "\u{ab70}\u{ab71}.example",
    ] {
        assert_eq!(facts(plain).host().expect(plain).spelling, Spelling::Plain, "{plain}");
    }
    for encoded in [
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "127.1",
        "127.0.0.01",
        "127.0.0.1.",
        "127\u{3002}0\u{3002}0\u{3002}1",
        "\u{ff11}27.0.0.1",
        "%3127.0.0.1",
        "[0:0:0:0:0:0:0:1]",
        "ex%61mple.com",
        "exam\u{ad}ple.com",
        "\u{24d4}xample.com",
        "example\u{3002}com",
    ] {
        assert_eq!(facts(encoded).host().expect(encoded).spelling, Spelling::Encoded, "{encoded}");
    }
}

#[test]
fn an_encoded_address_is_one_that_a_person_cannot_read() {
    for (host, expected) in [
        ("127.0.0.1", false),
        ("[::1]", false),
        ("[::ffff:8.8.8.8]", false),
        ("ex%61mple.com", false),
        ("0x08080808", true),
        ("[::ffff:10.0.0.1]", true),
        ("[2002:a00:1::]", true),
    ] {
        assert_eq!(facts(host).host().expect(host).is_encoded_address(), expected, "{host}");
    }
}

#[test]
fn a_host_of_an_unknown_scheme_is_read_as_an_address_where_it_is_one() {
    let read = |url: &str| {
        let facts = LinkFacts::of(url, &CompiledSuffixes);
        let host = facts.host().expect(url);
        (host.kind, host.class, host.spelling)
    };
    assert_eq!(read("ssh://0x7f.1/"), (HostKind::Ipv4, HostClass::Loopback, Spelling::Encoded));
    assert_eq!(read("redis://LOCALHOST:6379/"), (HostKind::Domain, HostClass::Loopback, Spelling::Plain));
    assert_eq!(read("ssh://git@example.com/x"), (HostKind::Domain, HostClass::Public, Spelling::Plain));
    assert_eq!(read("goose://extension?x=1"), (HostKind::Opaque, HostClass::Public, Spelling::Plain));
    assert_eq!(read("foo://[::1]/"), (HostKind::Ipv6, HostClass::Loopback, Spelling::Plain));
}
