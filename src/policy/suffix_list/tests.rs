//! A list of public suffixes is looked up by its rules, or refused with the place of the mistake.

use super::*;

const LIST: &str = "\
// A comment, and an empty line.

// ===BEGIN ICANN DOMAINS===
// com: https://example.com/
com
co.uk\tand what stands behind white space
test
*.ck
!www.ck
B\u{fc}cher.test
\u{4e2d}\u{56fd}
// ===END ICANN DOMAINS===
// ===BEGIN PRIVATE DOMAINS===
tenants.com
*.deep.test
x.y.deep.test\r
// ===END PRIVATE DOMAINS===
";

#[test]
fn the_longest_rule_of_either_section_decides() {
    let list = ListedSuffixes::read(LIST).unwrap();
    let table = [
        ("www.example.com", "com", Section::Icann),
        ("com", "com", Section::Icann),
        ("a.tenants.com", "tenants.com", Section::Private),
        ("b.a.tenants.com", "tenants.com", Section::Private),
        ("example.co.uk", "co.uk", Section::Icann),
        ("example.uk", "uk", Section::Unknown),
        ("a.x7g", "x7g", Section::Unknown),
        ("localhost", "localhost", Section::Unknown),
        // A wildcard covers every label at its place, and an exception takes one from it.
        ("a.b.ck", "b.ck", Section::Icann),
        ("b.ck", "b.ck", Section::Icann),
        ("ck", "ck", Section::Unknown),
        ("a.www.ck", "ck", Section::Icann),
        ("www.ck", "ck", Section::Icann),
        // Names come in ASCII, rules in any script and case.
        ("a.xn--bcher-kva.test", "xn--bcher-kva.test", Section::Icann),
        ("a.xn--fiqs8s", "xn--fiqs8s", Section::Icann),
        // A longer rule does not hide the wildcard beside it.
        ("a.z.deep.test", "z.deep.test", Section::Private),
        ("a.y.deep.test", "y.deep.test", Section::Private),
        ("a.x.y.deep.test", "x.y.deep.test", Section::Private),
        ("deep.test", "test", Section::Icann),
    ];
    for (name, suffix, section) in table {
        let (length, found) = list.suffix(name);
        assert_eq!((name.get(name.len() - length..), found), (Some(suffix), section), "{name}");
    }
}

#[test]
fn a_text_that_is_no_whole_list_is_refused_with_the_place() {
    let icann = "// ===BEGIN ICANN DOMAINS===\ncom\n// ===END ICANN DOMAINS===\n";
    let (cut, _) = LIST.rsplit_once("// ===END").unwrap();
    let (_, private) = LIST.split_once("// ===END ICANN DOMAINS===\n").unwrap();
    let nested = format!("// ===BEGIN PRIVATE DOMAINS===\na.com\n{icann}");
    let no_rule = "is no rule of a public suffix list";
    let mut table = vec![
        (String::new(), "", "it has no rule between the lines of ICANN DOMAINS"),
        (String::from("// nothing\n"), "", "it has no rule between the lines of ICANN DOMAINS"),
        (private.to_owned(), "", "it has no rule between the lines of ICANN"),
        (String::from("\n<!DOCTYPE html>\n"), "<!DOCTYPE", "`<!DOCTYPE` stands outside of the sections"),
        (format!("{icann}  later.com\n"), "later.com", "stands outside of the sections"),
        (cut.to_owned(), "// ===BEGIN PRIVATE DOMAINS===", "this section does not end"),
        (nested, "// ===BEGIN PRIVATE DOMAINS===", "does not end: is the list cut off before `// ===END PRIVATE"),
    ];
    let broken = [
        "a..com",
        ".com",
        "com.",
        "*",
        "*com",
        "a.*.com",
        "*.*.com",
        "!com",
        "!*.com",
        "10.0.0.1",
        "[::1]",
        "a%2ecom",
        "a/b",
        "https://example.com",
        "exa\u{0}mple.com",
        "\u{202e}",
    ];
    let long = format!("{}.com", "a".repeat(64));
    for rule in broken.into_iter().chain([long.as_str()]) {
        table.push((icann.replace("com", rule), rule, no_rule));
    }
    for (text, under, message) in table {
        let error = Policy::new().public_suffix_list(&text).unwrap_err();
        assert!(error.is_policy() && error.to_string().contains(message), "{text:?}: {error}");
        assert_eq!(text.get(error.span().unwrap()), Some(under), "{text:?}");
    }
}

#[test]
fn the_compiled_list_and_a_list_that_was_read_agree_on_what_both_know() {
    use crate::link::CompiledSuffixes;

    let rules = "com\nio\nuk\nco.uk\njp\n*.kawasaki.jp\n!city.kawasaki.jp\n";
    let text = format!(
        "// ===BEGIN ICANN DOMAINS===\n{rules}// ===END ICANN DOMAINS===\n\
        // ===BEGIN PRIVATE DOMAINS===\ngithub.io\n// ===END PRIVATE DOMAINS===\n"
    );
    let list = ListedSuffixes::read(&text).unwrap();
    for name in [
        "example.com",
        "a.example.co.uk",
        "a.b.kawasaki.jp",
        "a.city.kawasaki.jp",
        "a.x7g",
        "uk",
        "corp",
        "a.github.io",
    ] {
        assert_eq!(list.suffix(name), CompiledSuffixes.suffix(name), "{name}");
    }
}

#[test]
fn a_clone_of_a_policy_shares_its_list_and_does_not_print_it() {
    let policy = Policy::new().public_suffix_list(LIST).unwrap();
    assert!(!format!("{policy:?}").contains("tenants"), "{policy:?}");
    let (Suffixes::Listed(one), Suffixes::Listed(other)) = (&policy.suffixes, &policy.clone().suffixes) else {
        panic!("{policy:?}");
    };
    assert!(Arc::ptr_eq(one, other));
}
