//! What is deceptive in a host name: letters that read as others, and names that imitate a known site.
//! In: a link's facts, known sites. Out: the first fault of its labels, and the gravest imitation.
//! Never: a Unicode table for an ASCII host; DNS; a judgement.

mod decoded;
mod label;
mod site;

pub(crate) use label::LabelFault;
pub(crate) use label::LabelFaultKind;
pub(crate) use site::Imitation;
pub(crate) use site::ImitationKind;
pub(crate) use site::KnownSites;

use unicode_script::UnicodeScript;

use self::decoded::Decoded;
use crate::link::LinkFacts;

/// What is deceptive in the host name of a link.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lookalike {
    /// The first label that no language writes so, or that reads as another script.
    pub(crate) label: Option<LabelFault>,
    /// The known site that the name imitates, and how.
    pub(crate) imitation: Option<Imitation>,
}

impl Lookalike {
    /// Looks at the host of a link; `server` is the site of the server that asks, where it is known.
    ///
    /// A label that reads as a known site is an imitation and no fault of its own.
    pub(crate) fn of(facts: &LinkFacts, sites: &KnownSites, server: Option<&KnownSites>) -> Self {
        let Some(host) = facts.host() else { return Self::default() };
        let decoded = if host.shape.punycode { Decoded::new(host.ascii()) } else { Decoded::default() };
        let imitation = sites.imitation(host, &decoded, server);
        let is_confusable = imitation.is_some_and(|imitation| imitation.kind == ImitationKind::Confusable);
        let label = if is_confusable { None } else { label::fault(host, &decoded) };
        Self { label, imitation }
    }

    /// True where a person would be misled by the name as it reads. A label that somebody chose for a host of its own
    /// misleads nobody who is shown the domain.
    pub(crate) fn misleads(&self) -> bool {
        self.label.is_some() || self.imitation.is_some_and(|imitation| imitation.kind != ImitationKind::Label)
    }

    /// True where letters beyond ASCII are what misleads.
    pub(crate) fn misleads_by_letters(&self) -> bool {
        self.label.is_some() || self.imitation.is_some_and(|imitation| imitation.character.is_some())
    }
}

/// The name of the script of a character in Unicode.
pub(crate) fn script_name(character: char) -> &'static str {
    character.script().full_name()
}

#[cfg(test)]
#[path = "lookalike/tests_cost.rs"]
mod tests_cost;
