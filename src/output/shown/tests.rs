//! What is cut, what is defanged, and where the caret then stands.

use super::*;

/// The text as a text format shows it, with its span between bars.
fn shown(text: &str, span: Range<usize>, is_url: bool, redact: Redact) -> String {
    let Snippet { text, span, .. } = Veil::of(text, is_url, &span, redact, &Suffixes::Compiled).snippet(text, span);
    let [before, inside, after] =
        [0..span.start, span.start..span.end, span.end..text.len()].map(|range| text.get(range).unwrap().to_owned());
    format!("{before}|{inside}|{after}")
}

#[test]
fn long_values_are_cut_and_the_span_stays_on_its_text() {
    let table = [
        ("https://a.example/?t=12345678", 8..17, "hxxps://|a[.]example|/?t=12345678"),
        ("https://a.example/?t=123456789", 8..17, "hxxps://|a[.]example|/?t=1234..."),
        (
            "https://a.example/?t=123456789&u=abcdefghi#x=fragments",
            31..32,
            "hxxps://a[.]example/?t=1234...&|u|=abcd...#x=frag...",
        ),
        ("https://a.example/?wholequery", 18..29, "hxxps://a[.]example/|?whol...|"),
        ("https://u:password12@a.example/", 21..30, "hxxps://u:pass...@|a[.]example|/"),
        ("HTTP://a.example:80/\u{202e}", 0..4, "|HxxP|://a[.]example:80/\\u{202e}"),
        ("https://a.example/https://b.example/", 8..17, "hxxps://|a[.]example|/hxxps://b[.]example/"),
        ("javascript:alert(1)", 0..10, "|javascript|[:]alert(1)"),
    ];
    for (text, span, expected) in table {
        assert_eq!(shown(text, span, true, Redact::Partial), expected, "{text}");
    }
}

#[test]
fn links_in_prose_are_treated_as_links_that_stand_alone() {
    let table = [
        ("see https://a.example/?t=123456789 now", 4..34, "see |hxxps://a[.]example/?t=1234...| now"),
        ("see www.a.example/?t=123456789 now", 4..17, "see |www[.]a[.]example|/?t=1234... now"),
        ("no link. at all", 3..7, "no |link|. at all"),
    ];
    for (text, span, expected) in table {
        assert_eq!(shown(text, span, false, Redact::Partial), expected, "{text}");
    }
}

#[test]
fn nothing_is_cut_where_that_is_asked_for() {
    assert_eq!(
        shown("https://a.example/?t=123456789", 8..17, true, Redact::None),
        "hxxps://|a[.]example|/?t=123456789"
    );
}

#[test]
fn of_a_long_text_what_stands_around_the_span_is_shown() {
    let text = format!("{}!{}", "a".repeat(500), "b".repeat(500));
    let expected = format!("...{}|!|{}...", "a".repeat(AROUND + 1), "b".repeat(AROUND));
    assert_eq!(shown(&text, 500..501, false, Redact::Partial), expected);
    let whole = shown(&text, 0..1001, false, Redact::Partial);
    assert!(whole.len() < 200, "{whole}");
}

#[test]
fn a_long_quotation_ends_in_dots() {
    let text = "x".repeat(QUOTED + 1);
    let quote = |text: &str| {
        Veil::of(text, false, &(0..text.len()), Redact::Partial, &Suffixes::Compiled).quote(text, 0..text.len(), true)
    };
    assert_eq!(quote(&text), format!("{}...", "x".repeat(QUOTED)));
    assert_eq!(quote("short"), "short");
}

#[test]
fn what_a_log_reader_would_act_on_is_escaped() {
    let table = [
        ("::error::x", ":\\u{3a}error::x"),
        ("a ::error::x", "a ::error::x"),
        ("##[error]", "##\\u{5b}error]"),
        ("\u{1b}[0m", "\\u{1b}[0m"),
    ];
    for (text, expected) in table {
        assert_eq!(safe(text), expected);
    }
}

#[test]
fn a_sentence_is_filled_from_its_evidence() {
    let evidence =
        EvidenceRecord { count: Some(3), character: Some(String::from("U+202E")), ..EvidenceRecord::default() };
    assert_eq!(
        joined(&filled("{text} holds {character} {count} times", "a", &evidence, str::to_owned)),
        "a holds U+202E 3 times"
    );
}
