use super::*;
use crate::link::CompiledSuffixes;
use crate::link::LinkFacts;

fn of_host(host: &str) -> Option<LabelFault> {
    of_facts(&LinkFacts::of(&format!("https://{host}/"), &CompiledSuffixes))
}

fn of_facts(facts: &LinkFacts) -> Option<LabelFault> {
    let host = facts.host().expect("a host");
    fault(host, &Decoded::new(host.ascii()))
}

fn kind(host: &str) -> Option<LabelFaultKind> {
    of_host(host).map(|fault| fault.kind)
}

/// Host, character at fault, its script.
const FAULTS: [(&str, LabelFaultKind, char, &str); 16] = [
    ("\u{440}\u{443}--\u{430}.com", LabelFaultKind::Invalid, '-', "Common"),
    ("\u{455}\u{441}\u{43e}\u{440}\u{435}.com", LabelFaultKind::WholeScript, '\u{455}', "Cyrillic"),
    ("24-\u{455}\u{441}\u{43e}\u{440}\u{435}.com", LabelFaultKind::WholeScript, '\u{455}', "Cyrillic"),
    ("\u{3b9}\u{3ba}\u{3b1}.com", LabelFaultKind::WholeScript, '\u{3b9}', "Greek"),
    ("g\u{43e}ogl\u{435}.com", LabelFaultKind::MixedScript, '\u{43e}', "Cyrillic"),
    ("\u{43f}\u{43e}\u{447}\u{442}a.com", LabelFaultKind::MixedScript, '\u{43f}', "Cyrillic"),
    ("\u{3c1}\u{430}\u{443}.com", LabelFaultKind::MixedScript, '\u{430}', "Cyrillic"),
    ("ab\u{13df}.com", LabelFaultKind::MixedScript, '\u{13df}', "Cherokee"),
    ("caf\u{e9}\u{4e2d}.com", LabelFaultKind::MixedScript, '\u{e9}', "Latin"),
    ("ab\u{2665}.com", LabelFaultKind::SuspiciousCharacter, '\u{2665}', "Common"),
    ("\u{261}oogle.com", LabelFaultKind::SuspiciousCharacter, '\u{261}', "Latin"),
    ("7\u{9ea}9.com", LabelFaultKind::SuspiciousCharacter, '\u{9ea}', "Bengali"),
    ("12\u{437}.com", LabelFaultKind::SuspiciousCharacter, '\u{437}', "Cyrillic"),
    ("pi\u{307}xel.com", LabelFaultKind::SuspiciousCharacter, '\u{307}', "Inherited"),
    ("l\u{b7}l.com", LabelFaultKind::SuspiciousCharacter, '\u{b7}', "Common"),
    ("google\u{4e00}.com", LabelFaultKind::SuspiciousCharacter, '\u{4e00}', "Han"),
];

#[test]
fn a_fault_names_the_character_and_its_script() {
    for (host, kind, character, script) in FAULTS {
        let fault = of_host(host).unwrap_or_else(|| panic!("{host} has a fault"));
        assert_eq!((fault.kind, fault.character, fault.script), (kind, character, script), "{host}");
    }
}

#[test]
fn spelling_and_place_of_a_label_change_no_fault() {
    for (host, ..) in FAULTS {
        let found = of_host(host);
        let ascii = url::Host::parse(host).unwrap().to_string();
        let (label, rest) = host.split_once('.').unwrap();
        let spellings = [
            host.to_uppercase(),
            ascii.clone(),
            ascii.to_uppercase(),
            format!("{host}."),
            format!("{host}.."),
            format!("login.{host}"),
            format!("{label}.users.example.{rest}"),
            format!("b\u{fc}cher.{host}"),
            host.replace('.', "\u{3002}"),
        ];
        for spelling in spellings {
            assert_eq!(of_host(&spelling), found, "{spelling}");
        }
    }
}

#[test]
fn the_first_label_with_a_fault_counts() {
    let host = "b\u{fc}cher.ab\u{2665}.g\u{43e}ogle.com";
    assert_eq!(kind(host), Some(LabelFaultKind::SuspiciousCharacter));
}

#[test]
fn a_script_is_at_home_under_its_countries_and_its_own_domains() {
    let hosts = [
        "\u{455}\u{441}\u{43e}\u{440}\u{435}.ru",
        "\u{455}\u{441}\u{43e}\u{440}\u{435}.\u{440}\u{444}",
        "\u{455}\u{441}\u{43e}\u{440}\u{435}.com.ua",
        "\u{578}\u{57d}\u{582}\u{585}.am",
        "\u{966}\u{969}\u{966}.\u{92d}\u{93e}\u{930}\u{924}",
    ];
    for host in hosts {
        assert_eq!(kind(host), None, "{host}");
    }
    assert_eq!(kind("\u{455}\u{441}\u{43e}\u{440}\u{435}.gr"), Some(LabelFaultKind::WholeScript));
    assert_eq!(kind("\u{455}\u{441}\u{43e}\u{440}\u{435}.\u{4e2d}\u{56fd}"), Some(LabelFaultKind::WholeScript));
}

#[test]
fn why_a_character_is_refused_follows_from_what_unicode_says_of_it() {
    let table = [
        ('\u{2044}', "reads as a slash"),
        ('\u{2215}', "reads as a slash"),
        ('\u{2012}', "reads as a hyphen"),
        ('\u{2d7}', "reads as a hyphen"),
        ('\u{a789}', "reads as a colon"),
        ('\u{3e7}', "is of a script that nobody writes any more"),
        ('\u{13df}', "is of a script that few people write"),
        ('\u{2665}', "is a symbol or sign, and no letter"),
        ('\u{261}', "is written in technical texts only"),
    ];
    for (character, reason) in table {
        assert_eq!(refusal::fault(character).reason, reason, "{character:?}");
    }
}

/// A label that the DNS carries is looked at from every character at most once, so this is a bound on the work.
#[test]
fn the_longest_labels_are_judged_and_longer_ones_are_not() {
    for unit in ["\u{4e00}a", "\u{30d8}\u{3078}", "a\u{301}", "\u{fc}", "\u{30ce}1"] {
        let longest = |label: &String| url::Host::parse(label).is_ok_and(|host| host.to_string().len() <= 63);
        let label = (1..60).map(|count| unit.repeat(count)).take_while(longest).last().unwrap();
        let expected = unit != "\u{fc}" && unit != "a\u{301}";
        assert_eq!(of_host(&format!("{label}.com")).is_some(), expected, "{label}");
    }
    assert_eq!(of_host(&format!("{}.com", "\u{43e}a".repeat(100))), None);
}

#[test]
fn hosts_without_such_labels_and_addresses_have_no_fault() {
    for host in ["example.com", "a--b.example.com", "127.0.0.1", "[::1]", "xn.com", "localhost"] {
        assert_eq!(of_host(host), None, "{host}");
    }
}

/// The text after an unknown scheme is no host name by the URL Standard, and nothing has validated it.
#[test]
fn a_label_that_nothing_has_validated_is_judged_where_it_decodes() {
    let table =
        [("xn--a", true), ("xn--", false), ("xn--99999999", false), ("xn--\u{fc}", false), ("xn--ggl-tdd6ba", true)];
    for (label, expected) in table {
        let facts = LinkFacts::of(&format!("goose://{label}.com/"), &CompiledSuffixes);
        assert_eq!(of_facts(&facts).is_some(), expected, "{label}");
    }
}

#[test]
fn a_fault_is_of_a_character_of_the_label_in_every_combination() {
    let samples = "a1-_\u{e9}\u{301}\u{b7}\u{43e}\u{3bf}\u{5d5}\u{627}\u{200c}\u{200d}\u{938}\u{94d}\u{966}\u{e01}\
                   \u{3042}\u{30a2}\u{30fb}\u{30fc}\u{30fd}\u{30ce}\u{3078}\u{4e00}\u{4e2d}\u{ac00}\u{2665}\u{13df}\u{338}";
    for first in samples.chars() {
        for second in samples.chars() {
            for third in samples.chars() {
                let label = [first, second, third];
                let verdict = judge(&label, Domain::of("com"));
                assert!(verdict.is_none_or(|fault| label.contains(&fault.character)), "{label:?}");
            }
        }
    }
}
