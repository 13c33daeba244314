//! What vetting allocates where there is nothing to report.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use elicitlint::{Context, Linter, Revision, Verdict};

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, counting per thread.
struct Counting;

// SAFETY: every call is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations<T>(run: impl Fn() -> T) -> usize {
    run(); // Tables that are built at first use are not counted.
    let before = ALLOCATIONS.with(Cell::get);
    let value = run();
    let count = ALLOCATIONS.with(Cell::get) - before;
    drop(value);
    count
}

fn context() -> Context {
    Context::new(Revision::V2025_11_25).server("https://mcp.example.com")
}

#[test]
fn a_clean_link_allocates_what_parsing_its_url_does_and_that_of_the_redirect() {
    let (linter, context) = (Linter::new(), context());
    for (url, redirect) in [
        ("https://id.example.com/", None),
        (
            "https://auth.example.com/oauth/authorize?response_type=code&client_id=files&state=q3v9u8yC0Xk2Jd7\
         &redirect_uri=https%3A%2F%2Fmcp.example.com%2Fcallback&code_challenge=mDzQ0nJ8x4&code_challenge_method=S256",
            Some("https://mcp.example.com/callback"),
        ),
        ("https://pay.example.com/c/8841#confirm", None),
        ("https://id.example.com/connect?elicitationId=0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11&next=%2Fdone", None),
    ] {
        let params = format!(
            r#"{{"mode":"url","message":"Sign in","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"{url}"}}"#
        );
        assert_eq!(linter.vet(params.as_bytes(), &context).verdict(), Verdict::Allow);
        let parsing = allocations(|| (url::Url::parse(url), redirect.map(url::Url::parse)));
        assert_eq!(allocations(|| linter.vet(params.as_bytes(), &context)), parsing, "{url}");
    }
}

#[cfg(feature = "policy")]
#[test]
fn a_list_of_the_policy_is_looked_up_without_allocation() {
    let list = "// ===BEGIN ICANN DOMAINS===\ncom\n*.co\n// ===END ICANN DOMAINS===\n";
    let policy = elicitlint::Policy::new().public_suffix_list(list).unwrap();
    let (linter, context) = (Linter::with_policy(&policy).unwrap(), context());
    let params = br#"{"mode":"url","message":"Sign in","elicitationId":"0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11","url":"https://id.example.com/"}"#;
    assert_eq!(linter.vet(params, &context).verdict(), Verdict::Allow);
    let parsing = allocations(|| url::Url::parse("https://id.example.com/"));
    assert_eq!(allocations(|| linter.vet(params, &context)), parsing);
}

/// The parameters of a form with one field for each of these properties.
fn form(message: &str, properties: &[String]) -> String {
    format!(
        r#"{{"message":"{message}","requestedSchema":{{"type":"object","properties":{{{}}},"required":[]}}}}"#,
        properties.join(",")
    )
}

/// What a list of so many fields allocates while it grows.
fn growing(fields: usize) -> usize {
    allocations(|| {
        (0..fields).fold(Vec::new(), |mut list, _| {
            list.push([0_u8; 256]);
            list
        })
    })
}

#[test]
fn a_clean_form_allocates_one_growing_list_of_fields() {
    let (linter, context) = (Linter::new(), context());
    for fields in [0, 1, 4, 8, 12] {
        let field = |number| {
            format!(
                r#""branchName{number}":{{"type":"string","title":"Branch name","description":"Where the work goes"}}"#
            )
        };
        let params = form("Which branch?", &(0..fields).map(field).collect::<Vec<_>>());
        assert_eq!(linter.vet(params.as_bytes(), &context).verdict(), Verdict::Allow);
        assert_eq!(allocations(|| linter.vet(params.as_bytes(), &context)), growing(fields), "{fields} fields");
    }
}

#[test]
fn a_clean_form_allocates_no_more_in_any_language() {
    let (linter, context) = (Linter::new(), context());
    let field = |(name, title, description): (&str, &str, &str)| {
        format!(r#""{name}":{{"type":"string","title":"{title}","description":"{description}"}}"#)
    };
    for (message, fields) in [
        (
            "Tell me about the trip you want to book next month",
            [("city", "City", "City to visit"), ("class", "Class", "How to fly")],
        ),
        (
            "Deploy build 42 to staging-2?",
            [("reason", "Reason", "Why (optional)"), ("branchName", "Branch", "main, or v1.2")],
        ),
        (
            "Wohin soll das Paket?",
            [("ort", "Ort", "F\u{fc}r die Lieferung"), ("strasse", "Stra\u{df}e", "Mit Hausnummer")],
        ),
        (
            "\u{41a}\u{443}\u{434}\u{430} \u{435}\u{445}\u{430}\u{442}\u{44c}?",
            [
                ("city", "\u{413}\u{43e}\u{440}\u{43e}\u{434}", "\u{41a}\u{443}\u{434}\u{430}"),
                ("day", "\u{414}\u{435}\u{43d}\u{44c}", "\u{41a}\u{43e}\u{433}\u{434}\u{430}"),
            ],
        ),
        (
            "\u{4f55}\u{4eba}\u{3067}\u{3059}\u{304b}",
            [
                ("people", "\u{4eba}\u{6570}", "\u{4e00}\u{4eba}\u{4ee5}\u{4e0a}"),
                ("day", "\u{65e5}\u{4ed8}", "\u{3044}\u{3064}"),
            ],
        ),
    ] {
        let params = form(message, &fields.map(field));
        assert_eq!(linter.vet(params.as_bytes(), &context).verdict(), Verdict::Allow, "{message}");
        assert_eq!(allocations(|| linter.vet(params.as_bytes(), &context)), growing(fields.len()), "{message}");
    }
}

#[test]
fn a_message_that_elicits_nothing_allocates_nothing() {
    let (linter, context) = (Linter::new(), context());
    let message = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deploy","arguments":{}}}"#;
    assert_eq!(allocations(|| linter.vet_message(message, &context)), 0);
}
