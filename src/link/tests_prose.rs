//! Links in prose: what is found, where it ends, and what stays quiet.
//! In: sentences. Out: assertions on the texts under the spans.
//! Never: a case copied from a corpus.

use super::tables::ENDINGS;
use super::tables::ENDINGS_TABLE;
use super::tables::SLASHLESS;
use super::tables::SLASHLESS_TABLE;
use super::*;

fn found(text: &str) -> Vec<&str> {
    links(text, 64).links.iter().map(|link| link.span.of(text)).collect()
}

#[test]
fn every_row_of_the_tables_is_read() {
    assert_eq!(ENDINGS.len(), ENDINGS_TABLE.lines().count() - 2);
    assert_eq!(SLASHLESS.len(), SLASHLESS_TABLE.lines().count() - 2);
    for (suffix, _) in ENDINGS.iter() {
        assert_eq!(*suffix, suffix.to_lowercase());
    }
}

#[test]
fn a_scheme_makes_a_link() {
    for (text, link) in [
        ("Sign in at https://id.example.com/a?b=1&c=2 first", "https://id.example.com/a?b=1&c=2"),
        ("HTTP://EXAMPLE.COM", "HTTP://EXAMPLE.COM"),
        ("see http://localhost:8080/x", "http://localhost:8080/x"),
        ("http://[2001:db8::1]:80/", "http://[2001:db8::1]:80/"),
        ("http://2130706433/", "http://2130706433/"),
        ("https:example.com", "https:example.com"),
        ("https:/example.com", "https:/example.com"),
        ("https:\\\\example.com\\a", "https:\\\\example.com\\a"),
        ("open cursor://anysphere/mcp?x", "cursor://anysphere/mcp?x"),
        ("open vscode:mcp/install?x", "vscode:mcp/install?x"),
        ("JavaScript:alert(1)", "JavaScript:alert(1)"),
        ("data:text/html,<b>", "data:text/html"),
        ("data:text/html;base64,PGI+", "data:text/html;base64,PGI+"),
        ("call tel:+15550100", "tel:+15550100"),
        ("(-https://example.com)", "https://example.com"),
        ("\u{524d}\u{5f80}https://example.com/a", "https://example.com/a"),
    ] {
        assert_eq!(found(text), [link], "{text}");
        assert_eq!(links(text, 64).links.first().map(|link| link.form), Some(LinkForm::Scheme), "{text}");
    }
}

#[test]
fn a_host_without_scheme_makes_a_link() {
    for (text, link) in [
        ("Go to example.com to sign in.", "example.com"),
        ("www.example.org", "www.example.org"),
        ("WWW.Example.Corp", "WWW.Example.Corp"),
        ("login.example.co.uk:8443/a", "login.example.co.uk:8443/a"),
        ("short.ly/ab", "short.ly/ab"),
        ("docs.rs/url", "docs.rs/url"),
        ("crates.io", "crates.io"),
        ("t.co or else", "t.co"),
        ("a.example.sh is up", "a.example.sh"),
        ("example.com?next=x", "example.com?next=x"),
        ("localhost:9000", "localhost:9000"),
        ("192.168.0.1/admin", "192.168.0.1/admin"),
        ("m\u{fc}nchen.de", "m\u{fc}nchen.de"),
        ("\u{e04}\u{e19}.\u{e44}\u{e17}\u{e22}", "\u{e04}\u{e19}.\u{e44}\u{e17}\u{e22}"),
        ("\u{8bf7}\u{8bbf}\u{95ee}example.com\u{767b}\u{5f55}", "example.com"),
        ("[x](//example.com/a)", "//example.com/a"),
    ] {
        assert_eq!(found(text), [link], "{text}");
        assert_eq!(links(text, 64).links.first().map(|link| link.form), Some(LinkForm::Schemeless), "{text}");
    }
}

#[test]
fn a_link_ends_before_the_punctuation_of_the_sentence() {
    for (text, link) in [
        ("Is it https://example.com/a?", "https://example.com/a"),
        ("https://example.com/a...", "https://example.com/a"),
        ("**https://example.com/a**", "https://example.com/a"),
        ("(https://example.com/a)", "https://example.com/a"),
        ("(https://example.com/a_(b))", "https://example.com/a_(b)"),
        ("[https://example.com/a]", "https://example.com/a"),
        ("<https://example.com/a>", "https://example.com/a"),
        ("\"https://example.com/a\"", "https://example.com/a"),
        ("'https://example.com/a'", "https://example.com/a"),
        ("\u{201c}https://example.com/a\u{201d}", "https://example.com/a"),
        ("https://example.com/a\u{ff0c}\u{ff1f}", "https://example.com/a"),
        ("https://example.com/a\u{3002}b", "https://example.com/a"),
        ("example.com, then", "example.com"),
        ("example.com: sign in", "example.com"),
    ] {
        assert_eq!(found(text), [link], "{text}");
    }
}

#[test]
fn a_markdown_link_yields_label_and_target() {
    assert_eq!(
        found("[good.example.com](https://evil.example.net/a)"),
        ["good.example.com", "https://evil.example.net/a"]
    );
    assert_eq!(found("[a]( javascript:alert(1) )"), ["javascript:alert(1)"]);
    assert_eq!(found("![p](https://example.com/p.png)"), ["https://example.com/p.png"]);
}

#[test]
fn prose_stays_quiet() {
    for text in [
        "",
        "No link here. None here either",
        "Open main.rs, lib.py, README.md and archive.zip",
        "src/main.rs:42 and tests/it.rs, lib.rs:7, README.md#use",
        "Node.js, Socket.IO, ASP.NET, Vue.js",
        "e.g. this, i.e. that, e.g.in, U.S.in, 5 p.m.to 6",
        "Enter your name.Thanks. It is done.To go on, press OK.",
        "version 1.2.3, v2.0.0-rc.1, 10.0.0.0/8, 192.0.2.1",
        "write to ann@example.com or mailto: ann@example.com",
        "bob.smith+x@mail.example.co.uk",
        "com.example.app and org.example.tool",
        "call user.name or app.run() or com.run()",
        "note: this, data: none, time 12:30, ratio 3:4",
        "javascript: a language; http: a protocol; file: a folder",
        "C:\\Users\\x and C:/x and ./a.b/c",
        "urn:isbn:0451450523",
        "and/or, either/or",
        "scope repo:read, key:value",
        "#example.com @example.com $a.com",
        "https:// and ftp:// are prefixes",
    ] {
        assert_eq!(found(text), [""; 0], "{text}");
    }
}

#[test]
fn a_link_is_completed_as_a_client_would() {
    for (text, url) in [
        ("https://example.com", "https://example.com"),
        ("example.com/a", "https://example.com/a"),
        ("[x](//example.com/a)", "https://example.com/a"),
    ] {
        assert_eq!(
            links(text, 1).links.first().map(|link| link.url(text).into_owned()).as_deref(),
            Some(url),
            "{text}"
        );
    }
}

#[test]
fn the_limit_is_said_when_it_is_passed() {
    let text = "a.com b.com c.com";
    let limited = links(text, 2);
    assert_eq!((limited.links.len(), limited.limit_passed), (2, true));
    let all = links(text, 3);
    assert_eq!((all.links.len(), all.limit_passed), (3, false));
    assert!(links(text, 0).limit_passed);
}

#[test]
fn links_come_from_left_to_right_without_overlap() {
    let text = "a.com https://b.com/c.com x@d.com [e.com](https://f.com) g.com/http://h.com";
    let links = links(text, 64).links;
    assert_eq!(links.len(), 5);
    for pair in links.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start, "{pair:?}");
    }
}

#[test]
fn repeated_pieces_of_links_are_read_once() {
    // 64 KiB, the limit of a text: the suite would hang for minutes if a word were read again for every piece of it.
    let pieces = [
        ".",
        "-",
        ":",
        "a:",
        "a.",
        "1.",
        "data:",
        "tel:1.",
        "http:",
        "aa://)",
        "](//",
        "www.",
        "a.com@",
        "\u{4e2d}a.b",
        "[.]",
        "a(dot)",
        "\u{202e}a.b",
        "\u{200b}",
        "a\u{200b}.",
        "https%3A%2F%2F",
        "&#58;",
        "https ://",
        "https://a. b",
        "hxxp:",
        "\u{ff0e}a",
        "[a.com](",
        "<a href=b.com ",
        "<a \"",
        "\u{1b}]8;;a.com",
        "<a.com|",
        "[url=a.com]",
    ];
    for piece in pieces {
        let text = piece.repeat((64 << 10) / piece.len());
        let found = links(&text, 64);
        assert!(found.links.iter().all(|link| !link.span.of(&text).is_empty()), "{piece}");
    }
}
