//! How much must be alike before a name is called an imitation: shorter and commoner names need more.
//! In: an entry, and what is known of the likeness. Out: whether it counts.
//! Never: a look at other entries, so that one site never weakens what is found of another.

use super::ImitationKind;
use super::companion::Companion;
use super::edit::Difference;
use super::index::AFFIX;
use super::index::SHORT_AFFIX;
use super::index::SHORTEST_FAR;
use super::index::SHORTEST_NEAR;
use super::name::Ending;
use super::table::Entry;
use super::table::Reach;

/// The name in other letters; `is_foreign` for letters that are not Latin.
pub(super) fn confusable(entry: &Entry, ending: Ending, is_foreign: bool) -> bool {
    let length = entry.letters.len();
    match ending {
        Ending::Own => length >= 2,
        _ if entry.reach == Reach::Owned => length >= 8,
        Ending::Common if is_foreign => length >= 4,
        Ending::Common => length >= 6 || (length == 5 && !entry.is_word),
        _ if is_foreign => length >= 6 || (length >= 4 && !entry.is_word),
        _ => length >= 6 && !entry.is_word,
    }
}

/// The name in letters and digits that look alike; `has_digit` where a digit stands for a letter.
pub(super) fn ascii(entry: &Entry, ending: Ending, has_digit: bool) -> bool {
    let length = entry.letters.len();
    let is_near = ending <= Ending::Common;
    match length {
        0..=2 => false,
        0..=4 if entry.reach == Reach::Owned => false,
        5..=7 if entry.reach == Reach::Owned => ending == Ending::Own,
        3 => has_digit && ending == Ending::Own,
        4 if entry.is_word => has_digit && ending == Ending::Own,
        4 => has_digit && is_near || ending == Ending::Own,
        5 if entry.is_word => has_digit && is_near,
        5 => has_digit || is_near,
        _ => true,
    }
}

/// The name with a hyphen, or without the one that it has.
pub(super) fn hyphen(entry: &Entry, ending: Ending) -> bool {
    let length = entry.letters.len();
    match ending {
        Ending::Own => length >= 6 || (length == 5 && !entry.is_word),
        _ => length >= 6 && !entry.is_word,
    }
}

/// The name under another suffix; a common word is only a label that many have.
pub(super) fn suffix(entry: &Entry, ending: Ending) -> Option<ImitationKind> {
    let length = entry.letters.len();
    match entry.reach {
        Reach::Site if length >= 6 || (length >= 4 && !entry.is_word) => {
            let is_listed = ending <= Ending::Other;
            Some(if is_listed { ImitationKind::Suffix } else { ImitationKind::Label })
        }
        Reach::Owned if length >= SHORTEST_ELSEWHERE && ending <= Ending::Common => Some(ImitationKind::Suffix),
        _ => None,
    }
}

/// Names of domains that a site owns beside its own are as rare from this length on as its own name.
const SHORTEST_ELSEWHERE: usize = 12;

/// The name as a label of somebody else.
pub(super) fn label(entry: &Entry) -> bool {
    entry.reach == Reach::Site && !entry.is_word && entry.letters.len() >= 4
}

/// True for an entry that a name may be one change from.
pub(super) fn is_guarded_near(entry: &Entry) -> bool {
    let shortest = match (entry.reach, entry.is_word) {
        (Reach::Exempt, _) => return false,
        (Reach::Owned, _) => SHORTEST_FAR,
        (_, true) => 6,
        (_, false) => SHORTEST_NEAR,
    };
    entry.letters.len() >= shortest
}

/// True for an entry that a name may be two changes from.
pub(super) fn is_guarded_far(entry: &Entry) -> bool {
    let is_site = matches!(entry.reach, Reach::Server | Reach::Site);
    is_site && !entry.is_word && entry.letters.len() >= SHORTEST_FAR
}

/// True for an entry that may stand beside a word without a hyphen.
pub(super) fn is_guarded_beside(entry: &Entry) -> bool {
    let shortest = match entry.reach {
        Reach::Exempt => return false,
        Reach::Owned => 8,
        Reach::Site if !entry.is_word => SHORT_AFFIX,
        Reach::Server | Reach::Site => AFFIX,
    };
    entry.letters.len() >= shortest
}

/// A name that differs a little, and what it then is.
pub(super) fn near(entry: &Entry, letters: &[u8], ending: Ending, difference: Difference) -> Option<ImitationKind> {
    let length = entry.letters.len();
    let is_near = ending <= Ending::Common;
    match difference {
        Difference::None => None,
        Difference::LookAlike if length >= 6 && is_near => Some(ImitationKind::Ascii),
        Difference::One | Difference::LookAlike => {
            let is_likely = match entry.is_word {
                true => ending == Ending::Own,
                false => is_near || length >= 8,
            };
            let is_inflected = entry.is_word && is_inflected(&entry.letters, letters);
            (is_likely && !is_inflected).then_some(ImitationKind::Typo)
        }
        Difference::Moved => (is_near && !entry.is_word && length >= 8).then_some(ImitationKind::Typo),
        Difference::Two => (is_near && is_guarded_far(entry)).then_some(ImitationKind::Typo),
    }
}

/// True for another form of a word: `stripes`, `squared`.
fn is_inflected(word: &[u8], other: &[u8]) -> bool {
    matches!(other.strip_prefix(word), Some(b"d" | b"n" | b"r" | b"s" | b"y"))
}

/// The name beside another word, and what it then is; `joined` where no hyphen stands between them, `only` where all
/// the rest are such words.
pub(super) fn combined(
    entry: &Entry,
    companion: Companion,
    ending: Ending,
    joined: bool,
    only: bool,
) -> Option<ImitationKind> {
    let length = entry.letters.len();
    let least = match (entry.is_word, length, joined) {
        (_, 0..=2, _) | (_, 3, true) | (true, 4, true) => return None,
        (false, 4, true) => Companion::SignIn,
        (false, 3, false) => Companion::Service,
        (false, _, true) => Companion::Thing,
        (false, _, false) => Companion::Country,
        (true, 3 | 4, false) | (true, 5, true) => Companion::SignIn,
        (true, 5, false) => Companion::Service,
        (true, ..) => Companion::Agent,
    };
    let is_careful = entry.is_word || length == 3 || companion == Companion::Country;
    let is_long = entry.reach != Reach::Owned || length >= 8;
    let is_likely = is_long && companion >= least && (only || !is_careful);
    // A tenant is often called after what it works with: `github-mcp`.
    let is_of_tenant = ending == Ending::Tenant && companion < Companion::Service;
    is_likely.then_some(if is_of_tenant { ImitationKind::Label } else { ImitationKind::Combined })
}

/// The name after that of a customer, to whom the site would give a name below its own: `acme-okta.com`.
pub(super) fn tenant(entry: &Entry, ending: Ending) -> bool {
    entry.has_tenants && ending <= Ending::Other
}

/// The name, or one that is one change from it, beside another word.
pub(super) fn beside(entry: &Entry, is_near: bool) -> bool {
    !is_near || (entry.letters.len() >= 6 && !entry.is_word && entry.reach != Reach::Owned)
}

/// A domain among the labels of another; `dotted` where a dot stands in it, `at_start` where a label begins with it,
/// `registered` in the label that somebody registered.
pub(super) fn embedded(entry: &Entry, dotted: bool, at_start: bool, registered: bool) -> bool {
    let length = entry.letters.len();
    let suffix = entry.suffix();
    let is_company = matches!(suffix, "com" | "net" | "org");
    let is_common_name = entry.is_word || length < 5;
    if is_official(entry) && (registered || suffix != "gov" || !entry.is_word) {
        return true;
    }
    if !dotted {
        return length >= 4 && (is_company || (!entry.is_word && matches!(suffix, "co" | "io")));
    }
    if is_common_name && !at_start {
        return false;
    }
    match entry.reach {
        Reach::Site | Reach::Server if !entry.is_word => is_company || length >= 3,
        // Words that name an environment or a country of somebody's own labels: `github.dev.example.com`.
        _ if ENVIRONMENTS.contains(&suffix) => false,
        _ if suffix.len() == 2 => length >= 5 && !entry.is_word,
        _ => length >= 4 || (is_company && length >= 3),
    }
}

/// True for what only a government gets: `irs.gov`, `impots.gouv.fr`, and `gov.uk` itself.
fn is_official(entry: &Entry) -> bool {
    let is_official = |label: &str| matches!(label, "gc" | "gob" | "gouv" | "gov" | "govt");
    entry.suffix().split('.').any(is_official) || is_official(entry.label())
}

/// The domain of a common word with a hyphen for its dot, and nothing else: `zoom-us.com`.
pub(super) fn hyphen_for_dot(entry: &Entry) -> bool {
    entry.reach == Reach::Site && entry.letters.len() >= 3
}

/// A domain without its dot: `githubcom`.
pub(super) fn joined_domain(entry: &Entry) -> bool {
    let length = entry.letters.len();
    (is_official(entry) && length >= 3) || length >= 6 || (length == 5 && !entry.is_word)
}

const ENVIRONMENTS: [&str; 12] =
    ["app", "apps", "build", "cloud", "dev", "host", "live", "run", "services", "site", "systems", "tools"];
