//! What parameters of a URL are, and what they carry.

use super::*;
use crate::link::CompiledSuffixes;

fn facts(raw: &str) -> QueryFacts {
    QueryFacts::of(raw, &LinkFacts::of(raw, &CompiledSuffixes), &CompiledSuffixes)
}

fn read(raw: &str) -> Vec<(String, String)> {
    let link = LinkFacts::of(raw, &CompiledSuffixes);
    parameters(raw, link.parts().rest)
        .map(|parameter| (parameter.name.read(str::to_owned), parameter.value.read(str::to_owned)))
        .collect()
}

/// What is carried, and the text that a finding points at.
fn carried(raw: &str) -> Vec<(Content, &str)> {
    facts(raw).carried.iter().map(|carried| (carried.content, carried.span.of(raw))).collect()
}

#[test]
fn segments_and_parameters_are_read_from_left_to_right() {
    for (raw, expected) in [
        ("https://a.example/", &[][..]),
        ("https://a.example/b//c=d", &[("", "b"), ("", "c=d")]),
        ("https://a.example/b;c=d;e", &[("", "b"), ("c", "d"), ("", "e")]),
        ("https://a.example/b?c=d&&e=f=g&h", &[("", "b"), ("c", "d"), ("e", "f=g"), ("", "h")]),
        ("https://a.example?b=c?d#e=f&g=h", &[("b", "c?d"), ("e", "f"), ("g", "h")]),
        ("https://a.example/#/b?c=d", &[("", "/b"), ("c", "d")]),
        ("https://a.example/a+b%2Fc?d%5Fe=f+g%20h", &[("", "a+b/c"), ("d_e", "f g h")]),
        ("https://a.example/?a=%zz%ff&b=c\td", &[("a", "%zz\u{fffd}"), ("b", "cd")]),
    ] {
        let read = read(raw);
        let read: Vec<_> = read.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(read, expected, "{raw}");
    }
}

#[test]
fn a_long_text_is_decoded_as_a_short_one() {
    for length in [10, 341, 342, 5_000] {
        let raw = format!("https://a.example/?b={}", "%41".repeat(length));
        assert_eq!(read(&raw), [(String::from("b"), "A".repeat(length))]);
    }
}

#[test]
fn a_parameter_carries_one_thing_and_is_pointed_at_by_its_name() {
    use Content::{Credential, PersonalData, PreAuthentication, SuspectedCredential};
    let token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    for (rest, expected) in [
        ("?a=b".to_owned(), &[][..]),
        ("?api_key=x".to_owned(), &[(Credential, "api_key")]),
        (format!("?token={token}"), &[(Credential, "token")]),
        (format!("?invite={token}"), &[(Credential, "invite")]),
        ("?token=x&email=a@b.com".to_owned(), &[(SuspectedCredential, "token"), (PersonalData, "email")]),
        ("?next=https%3A%2F%2Fb.example%2F%3Ftoken%3Dx%26key%3Dy".to_owned(), &[(SuspectedCredential, "next")]),
        ("?redirect_uri=https%3A%2F%2Fb.example%2F%3Ftoken%3Dx".to_owned(), &[]),
        ("?X-Amz-Credential=a&X-Amz-Signature=b".to_owned(), &[(PreAuthentication, "X-Amz-Credential")]),
        ("?sig=a&sv=b&se=c".to_owned(), &[(PreAuthentication, "sig")]),
        ("?sig=a&expires=b".to_owned(), &[]),
        ("?a@b.com".to_owned(), &[(PersonalData, "a@b.com")]),
    ] {
        let raw = format!("https://a.example/{rest}");
        assert_eq!(carried(&raw), expected, "{raw}");
    }
}

#[test]
fn a_signature_hides_no_token_beside_it() {
    let raw = "https://a.example/?X-Amz-Signature=a&v=ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    assert_eq!(carried(raw), [(Content::PreAuthentication, "X-Amz-Signature"), (Content::Credential, "v")]);
}

#[test]
fn text_that_is_no_url_carries_nothing() {
    assert!(facts("https://[a/?api_key=x").carried.is_empty());
    assert!(facts("/a?api_key=x").carried.is_empty());
}
