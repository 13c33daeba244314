//! Hosts that stand in prose without a scheme.
//! In: a word and what stands around it. Out: the link that clients make of it, if they do.
//! Never: a file name, a version, an e-mail address, a name of code or of a product taken for a host.

use super::LinkForm;
use super::extent::extent;
use super::scan::Candidate;
use super::scan::Word;
use super::scan::is_word;
use super::tables::Ending;

/// A link without scheme: the word as host, and port and path after it.
pub(super) fn link(text: &str, word: Word) -> Option<Candidate> {
    let written = word.of(text);
    let host = written.trim_matches(['.', '-', '_', '+']);
    let start = word.start + (written.len() - written.trim_start_matches(['.', '-', '_', '+']).len());
    let host_end = start + host.len();
    let before = text.get(..start)?;
    let after = text.get(word.end..)?;
    let slashes = slashes(before);
    // A backslash after an escape ends a sequence that only the terminal reads.
    let is_part = before.ends_with(['@', '/', '\\', '#', '$', '~', '%']) && !before.ends_with("\u{1b}\\");
    if after.starts_with(['@', '(']) || (is_part && slashes.is_none()) {
        return None;
    }
    // Punctuation at the end of the word closes the sentence: no port or path follows it.
    let tail = if host_end == word.end { Tail::of(after) } else { Tail::default() };
    if slashes != Some(Slashes::OfTarget) && !is_host(host, tail) {
        return None;
    }
    let end = if tail.path { extent(text, host_end + tail.port) } else { host_end + tail.port };
    let start = if slashes.is_some() { start - 2 } else { start };
    Some(Candidate { start, end, host_end, form: LinkForm::Schemeless, has_backslashes: false })
}

/// Two slashes before a host, which take the scheme from where they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slashes {
    /// In the target of a Markdown or HTML link: whatever follows is a host.
    OfTarget,
    /// In prose.
    OfProse,
}

fn slashes(before: &str) -> Option<Slashes> {
    let before = before.strip_suffix("//")?;
    if before.ends_with("](") || before.ends_with("=\"") || before.ends_with("='") {
        return Some(Slashes::OfTarget);
    }
    let is_path = before.ends_with(|character: char| is_word(character) || matches!(character, '/' | '\\'));
    (!is_path || web_scheme_before(before, before.len())).then_some(Slashes::OfProse)
}

pub(super) fn is_web_scheme(scheme: &str) -> bool {
    ["http", "https", "ftp", "ws", "wss"].iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// True where a scheme of the web ends at `end`, also one that reports on malware spell so that nothing links it.
pub(super) fn web_scheme_before(text: &str, end: usize) -> bool {
    let before = text.get(..end).unwrap_or_default();
    let length = before.bytes().rev().take(6).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'*').count();
    let scheme = before.get(before.len() - length..).unwrap_or_default();
    is_web_scheme(scheme) || ["hxxp", "hxxps", "h**p", "h**ps"].iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// What stands after a host.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tail {
    /// Bytes of the colon and the digits; 0 without a port.
    port: usize,
    /// A slash, question mark or number sign with something after it.
    path: bool,
    /// What follows begins with a slash.
    slash: bool,
    /// The path is a slash and one or two digits: the length of an address prefix.
    prefix_length: bool,
}

impl Tail {
    fn of(after: &str) -> Self {
        let digits =
            after.strip_prefix(':').map_or(0, |rest| rest.bytes().take(6).take_while(u8::is_ascii_digit).count());
        let port = if (1..=5).contains(&digits) { digits + 1 } else { 0 };
        let rest = after.get(port..).unwrap_or_default();
        let path = rest.strip_prefix(['/', '?', '#']).unwrap_or_default();
        let digits = path.bytes().take(3).take_while(u8::is_ascii_digit).count();
        let ends = !path
            .get(digits..)
            .unwrap_or_default()
            .starts_with(|character: char| is_word(character) || character == '/');
        Self {
            port,
            slash: rest.starts_with('/'),
            path: rest.starts_with('/') || path.starts_with(|character: char| character.is_alphanumeric()),
            prefix_length: (1..=2).contains(&digits) && ends,
        }
    }
}

/// True where a word reads as a host that a client would link.
pub(super) fn is_host(host: &str, tail: Tail) -> bool {
    if host.eq_ignore_ascii_case("localhost") {
        return tail.port > 0 || tail.path;
    }
    if is_address(host) {
        return tail.port > 0 || (tail.path && !tail.prefix_length);
    }
    let Some((name, last)) = host.rsplit_once('.') else { return false };
    let labels = name.bytes().filter(|byte| *byte == b'.').count() + 2;
    let is_well_formed = name.split('.').all(|label| !label.is_empty() && !label.ends_with('-')) && !last.contains('_');
    if !is_well_formed || host.len() > 253 {
        return false;
    }
    let is_www = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) && labels > 2;
    if is_www || !is_delegated(host, last) {
        return is_www;
    }
    match Ending::of(last) {
        // `main.rs:42` is a line of a file, not a port; `README.md#use` a heading in one.
        Ending::Extension => tail.slash || (labels > 2 && !is_abbreviation(name) && !is_file_name(name)),
        _ if tail.path || tail.port > 0 => true,
        _ if is_sentence_end(last) || is_abbreviation(name) || is_reversed(name, last) => false,
        Ending::Word => labels > 2 && is_entrance(name),
        Ending::Product => labels > 2 || !host.bytes().any(|byte| byte.is_ascii_uppercase()),
        Ending::Other => !(last.len() == 2 && name.bytes().all(|byte| byte.is_ascii_digit())),
    }
}

/// True for four numbers in decimal, octal or hexadecimal, as browsers read an address.
fn is_address(host: &str) -> bool {
    let is_number = |label: &str| {
        let hexadecimal = label.strip_prefix("0x").or_else(|| label.strip_prefix("0X"));
        match hexadecimal {
            Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
            None => (1..=4).contains(&label.len()) && label.bytes().all(|byte| byte.is_ascii_digit()),
        }
    };
    host.bytes().filter(|byte| *byte == b'.').count() == 3 && host.split('.').all(is_number)
}

/// True where the Public Suffix List knows the last label as delegated.
fn is_delegated(host: &str, last: &str) -> bool {
    if last.len() < 2 || last.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    // One label more, for the rules that have a wildcard.
    let two = host.rmatch_indices('.').nth(1).map_or(0, |(dot, _)| dot + 1);
    let lower = host.get(two..).unwrap_or_default().to_lowercase();
    psl::suffix(lower.as_bytes()).is_some_and(|suffix| suffix.is_known())
}

/// `name.Thanks`: a sentence begins where the space is missing.
fn is_sentence_end(last: &str) -> bool {
    let mut letters = last.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.any(char::is_lowercase)
}

/// `e.g.in`: two or more single letters before the last dot.
fn is_abbreviation(name: &str) -> bool {
    name.contains('.') && name.split('.').all(|label| label.chars().count() == 1)
}

/// `tool-1.2.0.zip`, `1.readme.md`, `test_it.min.py`: a number or an underscore that names of hosts seldom hold.
fn is_file_name(name: &str) -> bool {
    name.contains('_') || name.split('.').any(|label| label.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `com.example.app`, `java.io`, `this.app`: the name of a package, or of a thing in code. What ends as hosts mostly do
/// is a host all the same: `dev.example.com`.
fn is_reversed(name: &str, last: &str) -> bool {
    const ROOTS: [&str; 20] = [
        "android", "androidx", "com", "dev", "edu", "gov", "io", "jakarta", "java", "javax", "kotlin", "net", "org",
        "os", "self", "std", "sys", "system", "this", "window",
    ];
    let is_one_of = |names: &[&str], label: &str| names.iter().any(|name| name.eq_ignore_ascii_case(label));
    let first = name.split('.').next().unwrap_or_default();
    let is_country = last.len() == 2 && Ending::of(last) == Ending::Other;
    let ends_as_host = is_one_of(&["com", "org", "edu", "gov"], last)
        || (last.eq_ignore_ascii_case("net") && name.contains('.'))
        || (is_country && !is_one_of(&["com", "org"], first));
    is_one_of(&ROOTS, first) && !ends_as_host
}

/// `login.example.link`: the first label of a page for people, or a hyphen, which names in code do not have. Without
/// either, `user.profile.name` is the name of a field.
fn is_entrance(name: &str) -> bool {
    const ENTRANCES: [&str; 10] =
        ["accounts", "auth", "docs", "help", "login", "my", "secure", "signin", "sso", "verify"];
    let first = name.split('.').next().unwrap_or_default();
    name.contains('-') || ENTRANCES.iter().any(|entrance| entrance.eq_ignore_ascii_case(first))
}

/// True where a name without port and path reads as a host.
pub(super) fn reads_as_host(name: &str) -> bool {
    is_host(name, Tail::default())
}
