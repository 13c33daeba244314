//! Cuts of the raw text, compared with the parser, and the oddities that it drops.
//! In: URLs in odd spellings. Out: assertions on spans and oddities.
//! Never: a cut that the parser would make elsewhere.

use super::*;
use std::cell::RefCell;

/// Spellings of one URL for every oddity of the authority.
const URLS: &[&str] = &[
    "https://example.com/",
    "https://example.com",
    "HTTPS://Example.com:8443/a?b#c",
    "https://user:secret@example.com/",
    "https://@example.com/",
    "https://a@b@example.com/",
    "https://good.example\\@evil.example/",
    "https://good.example#@evil.example/",
    "https://good.example?@evil.example/",
    "https:example.com/",
    "https:/example.com/",
    "https:///example.com/",
    "https:/\\example.com/a\\b",
    "ht\ttps:/\n/exam\rple.com:4\t43/",
    " https://example.com/ ",
    "\u{1}https://example.com/\u{1f}",
    "https://[::1]:8080/",
    "https://u@[2001:db8::1]/",
    "https://example.com:/",
    "https://example.com:0080/",
    "https://ex%61mple.com/%zz",
    "https://1.1.1.1 &@2.2.2.2# @3.3.3.3/",
    "ftp://example.com/",
    "wss:\\\\example.com",
    "file:///etc/passwd",
    "file://host/share",
    "file://localhost/x",
    "file:/etc",
    "file:etc",
    "file:///C:/x",
    "file://C:/x",
    "ssh://git@example.com:22/x",
    "foo://host\\@other/",
    "foo:/host/x",
    "foo:opaque@x",
    "mailto:a@example.com",
    "javascript://example.com/%0aalert(1)",
    "data:text/html,x",
    "vscode:mcp/install?x",
];

/// The text under a span, as the parser reads it.
fn read(span: Option<Span>, url: &str) -> Option<String> {
    span.map(|span| span.of(url).replace(['\t', '\n', '\r'], ""))
}

#[test]
fn cuts_are_those_of_the_parser() {
    for url in URLS {
        assert!(agrees(url), "the parser refuses {url:?}");
    }
}

proptest::proptest! {
    #[test]
    fn cuts_are_those_of_the_parser_for_any_pieces(pieces in proptest::collection::vec(0..PIECES.len(), 0..14)) {
        let url: String = pieces.into_iter().filter_map(|piece| PIECES.get(piece).copied()).collect();
        agrees(&url);
        agrees(&format!("https://{url}"));
        agrees(&format!("foo://{url}"));
        agrees(&format!("file:{url}"));
    }
}

const PIECES: &[&str] = &[
    "https",
    "HTTP",
    "foo",
    "file",
    ":",
    ":",
    "/",
    "/",
    "//",
    "\\",
    "@",
    "a",
    "example.com",
    ".",
    "..",
    "[",
    "]",
    "[::1]",
    "127.1",
    "\t",
    "\n",
    " ",
    "\u{1}",
    "%41",
    "%",
    "?",
    "#",
    "\u{e9}",
    "\u{ad}",
    "xn--",
    "443",
    "0080",
    "C:",
    "|",
    "localhost",
];

/// Compares cuts and oddities with the parser; false where the parser refuses the text.
fn agrees(url: &str) -> bool {
    let (parts, odd) = scan(url);
    for span in [parts.scheme, parts.userinfo, parts.host, parts.port, Some(parts.rest)].into_iter().flatten() {
        assert!(url.get(span.range()).is_some(), "{url:?}: {span:?}");
    }
    let seen = RefCell::new(Vec::new());
    let note = |violation| seen.borrow_mut().push(violation);
    let Ok(parsed) = url::Url::options().syntax_violation_callback(Some(&note)).parse(url) else { return false };
    let scheme = read(parts.scheme, url).map(|scheme| scheme.to_ascii_lowercase());
    assert_eq!(scheme.as_deref(), Some(parsed.scheme()), "{url:?}");
    let host = read(parts.host, url).filter(|host| !host.is_empty());
    match parsed.host().map(|host| host.to_owned()) {
        Some(url::Host::Domain(name)) if Form::of(parsed.scheme()) == Form::Other => {
            let encoded = url::Url::parse(&format!("foo://{}/", host.unwrap_or_default()));
            assert_eq!(encoded.ok().as_ref().and_then(url::Url::host_str), Some(name.as_str()), "{url:?}");
        }
        Some(expected) => assert_eq!(url::Host::parse(&host.unwrap_or_default()), Ok(expected), "{url:?}"),
        // The parser drops the host `localhost` of a file, and any host before a drive letter.
        None if parsed.scheme() == "file" => {
            let local = host.is_none_or(|host| url::Host::parse(&host) == url::Host::parse("localhost"));
            let drive = parsed.path().as_bytes().get(2) == Some(&b':');
            assert!(local || drive, "{url:?}");
        }
        None => assert_eq!(host, None, "{url:?}"),
    }
    let port = read(parts.port, url).and_then(|port| port.parse().ok());
    assert_eq!(port.or_else(|| parsed.port_or_known_default()), parsed.port_or_known_default(), "{url:?}");

    let seen = seen.into_inner();
    let has = |violation| seen.contains(&violation);
    assert_eq!(parts.userinfo.is_some(), has(url::SyntaxViolation::EmbeddedCredentials), "{url:?}");
    assert_eq!(odd.unencoded_at, has(url::SyntaxViolation::UnencodedAtSign), "{url:?}");
    assert_eq!(odd.tab_or_newline, has(url::SyntaxViolation::TabOrNewlineIgnored), "{url:?}");
    assert_eq!(odd.blank_around, has(url::SyntaxViolation::C0SpaceIgnored), "{url:?}");
    true
}

#[test]
fn slashes_and_percent_signs_are_noted_where_the_parser_notes_them() {
    for url in URLS {
        let odd = scan(url).1;
        let seen = RefCell::new(Vec::new());
        let note = |violation| seen.borrow_mut().push(violation);
        let _ = url::Url::options().syntax_violation_callback(Some(&note)).parse(url);
        let seen = seen.into_inner();
        let has = |violation| seen.contains(&violation);
        // The parser names a backslash among the slashes as a slash that it misses.
        let slashes = has(url::SyntaxViolation::ExpectedDoubleSlash)
            || has(url::SyntaxViolation::ExpectedFileDoubleSlash)
            || has(url::SyntaxViolation::Backslash);
        assert_eq!(
            odd.missing_slashes || odd.extra_slashes || odd.backslash || odd.backslash_in_path,
            slashes,
            "{url:?}"
        );
        assert_eq!(odd.stray_percent, has(url::SyntaxViolation::PercentDecode), "{url:?}");
    }
}

#[test]
fn spans_point_into_the_raw_text() {
    let raw = " ht\ttps://us@er@ho\nst:0443\\path";
    let (parts, _) = scan(raw);
    let of = |span: Option<Span>| span.map(|span| span.of(raw));
    assert_eq!(of(parts.scheme), Some("ht\ttps"));
    assert_eq!(of(parts.userinfo), Some("us@er"));
    assert_eq!(of(parts.host), Some("ho\nst"));
    assert_eq!(of(parts.port), Some("0443"));
    assert_eq!(parts.rest.of(raw), "\\path");
}

#[test]
fn a_clean_url_has_no_oddity() {
    for url in ["https://example.com/a/..b/.c?d=%20e&f=../x#g", "HTTPS://example.com:443", "mailto:a@example.com"] {
        assert_eq!(scan(url).1, Oddities::default(), "{url}");
    }
}

#[test]
fn oddities_are_noted() {
    type Noted = fn(&Oddities) -> bool;
    let cases: &[(&str, Noted)] = &[
        ("https://h/ ", |odd| odd.blank_around),
        ("https://h/a\tb", |odd| odd.tab_or_newline),
        ("https://h\t/a", |odd| odd.tab_before_path),
        ("https://h\\a", |odd| odd.backslash),
        ("https:\\\\h/a", |odd| odd.backslash),
        ("https://h/a\\b", |odd| odd.backslash_in_path),
        ("https:h/", |odd| odd.missing_slashes),
        ("https:////h/", |odd| odd.extra_slashes),
        ("https://a@b@h/", |odd| odd.unencoded_at),
        ("https://a b@h/", |odd| odd.unencoded_userinfo),
        ("https://a[@h/", |odd| odd.unencoded_userinfo),
        ("https://%68/", |odd| odd.percent_host),
        ("https://h\u{ad}/", |odd| odd.non_ascii_host),
        ("https://h:/", |odd| odd.empty_port),
        ("https://h:0443/", |odd| odd.padded_port),
        ("https://h?@a/", |odd| odd.at_after_host),
        ("https://h#@a/", |odd| odd.at_after_host),
        ("https://h/a/../b", |odd| odd.dot_segment),
        ("https://h/a/%2E%2e/b", |odd| odd.dot_segment),
        ("https://h/a/..%2fb", |odd| odd.dot_segment),
        ("https://h/a/..%5Cb", |odd| odd.dot_segment),
        ("https://h/a/.", |odd| odd.dot_segment),
        ("https://h/%252e", |odd| odd.double_percent),
        ("https://h/?a=%00", |odd| odd.encoded_control),
        ("https://h/%0A", |odd| odd.encoded_control),
        ("https://h/?a=%0A", |odd| !odd.encoded_control),
        ("https://h/a b", |odd| odd.blank_in_rest),
        ("https://h/a\tb", |odd| odd.blank_in_rest && !odd.tab_before_path),
        ("https://h/a\u{1b}b", |odd| odd.control_in_rest),
        ("https://h/%20%20%20", |odd| odd.encoded_blanks),
        ("https://h/100%", |odd| odd.stray_percent),
        ("https://h/a|b", |odd| odd.non_url_ascii),
        ("https://h/\u{e9}", |odd| odd.non_ascii_rest),
    ];
    for (url, is_noted) in cases {
        assert!(is_noted(&scan(url).1), "{url:?}");
    }
}

#[test]
fn what_is_no_url_has_no_parts() {
    for text in ["", "   ", "example.com", "/path", "1http://x", "a b://x", "\u{e9}:x"] {
        assert_eq!(scan(text).0.scheme, None, "{text:?}");
        assert_eq!(scan(text).0.host, None, "{text:?}");
    }
}
