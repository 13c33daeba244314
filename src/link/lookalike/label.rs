//! Labels that are not ASCII: whether a language writes them so.
//! In: a host. Out: the first fault of its labels, with character, script and reason.
//! Never: a known site; a Unicode table for a host without `xn--`.

mod imitation;
mod letters;
mod place;
mod refusal;
mod survey;

use super::decoded::Decoded;
use crate::link::Host;
use unicode_script::UnicodeScript;

use imitation::Domain;
use survey::Survey;

/// A fault of one label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LabelFault {
    pub(crate) kind: LabelFaultKind,
    /// The character that is at fault.
    pub(crate) character: char,
    /// Its script, by its name in Unicode.
    pub(crate) script: &'static str,
    /// What is wrong with it, as the end of "the character ...".
    pub(crate) reason: &'static str,
}

/// What is wrong with a label; the first that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LabelFaultKind {
    /// What IDNA forbids and the URL Standard lets pass.
    Invalid,
    /// One foreign script whose letters all read as Latin.
    WholeScript,
    /// Scripts that no language mixes.
    MixedScript,
    /// A character that no label should hold, or that imitates another in its context.
    SuspiciousCharacter,
}

impl LabelFault {
    #[cold]
    fn new(kind: LabelFaultKind, character: char, reason: &'static str) -> Self {
        Self { kind, character, script: character.script().full_name(), reason }
    }
}

/// The first fault of the labels of a host.
///
/// A longer label than the DNS carries is not looked into, and one that does not decode is no URL.
pub(super) fn fault(host: Host<'_>, decoded: &Decoded) -> Option<LabelFault> {
    if !host.shape.punycode {
        return None;
    }
    let domain = Domain::of(host.ascii());
    decoded.labels().find_map(|label| judge(label, domain))
}

/// The first fault of a decoded label under a top-level domain.
fn judge(label: &[char], domain: Domain<'_>) -> Option<LabelFault> {
    let survey = Survey::of(label);
    misplaced_hyphen(label)
        .or_else(|| imitation::whole_script(label, &survey, domain))
        .or_else(|| survey.mixed_script(label))
        .or_else(|| survey.refused.map(refusal::fault))
        .or_else(|| survey.mixed_digits())
        .or_else(|| survey.needs_places.then(|| place::fault(label, &survey, domain)).flatten())
        .or_else(|| imitation::digits(label, &survey, domain))
}

/// A hyphen that no label may hold: at an edge, or in third and fourth place (RFC 5891 section 4.2.3.1). The URL
/// Standard does not look.
fn misplaced_hyphen(label: &[char]) -> Option<LabelFault> {
    let reason = match label {
        ['-', ..] | [.., '-'] => "is a hyphen at an edge of a name that is not ASCII",
        [_, _, '-', '-', ..] => "is a hyphen in third and fourth place, which is kept for other encodings",
        _ => return None,
    };
    Some(LabelFault::new(LabelFaultKind::Invalid, '-', reason))
}

#[cfg(test)]
#[path = "label/tests.rs"]
mod tests;

#[cfg(test)]
#[path = "label/tests_cost.rs"]
mod tests_cost;
