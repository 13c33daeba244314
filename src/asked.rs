//! What a form asks a person to type: secrets, what OAuth hands back, personal data.
//! In: an elicitation. Out: facts, one for each field at most, and one for the message where no field says it.
//! Never: a judgement; a value of the form; an allocation for a form that holds no word for a secret.

mod affix;
mod context;
mod data;
mod field;
mod fold;
mod form;
mod language;
mod languages;
mod lexicon;
mod list;
mod message;
mod placeholder;
mod reading;
mod sieve;
mod words;

use crate::elicitation::Elicitation;
use crate::elicitation::Mode;
use crate::text::Part;
use crate::text::Span;

use form::Form;
use list::Kind;
pub(crate) use list::Sort;

/// What a form asks for, and what says so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    kind: Kind,
    pub(crate) certainty: Certainty,
    pub(crate) part: Part,
    /// None where the whole part says it.
    pub(crate) span: Option<Span>,
    /// True where the word means other things too.
    is_ambiguous: bool,
}

/// How sure it is that something is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// The name of the field says so, or a title that is the word itself.
    Plain,
    /// A longer title, a description, a placeholder, letters that only look like the word.
    Likely,
    /// The message asks for it, and no field says so.
    Message,
}

impl Asked {
    pub(crate) fn sort(&self) -> Sort {
        self.kind.sort
    }

    fn likely(self) -> Self {
        Self { certainty: Certainty::Likely, ..self }
    }

    /// What is asked for, in words.
    pub(crate) fn what(&self) -> &'static str {
        self.kind.name
    }
}

/// Visits what the form asks for. Texts of more than `longest` bytes are left out: they are reported as too long.
pub(crate) fn visit(elicitation: &Elicitation<'_>, longest: usize, mut visit: impl FnMut(&Asked)) {
    let form = Form::new(elicitation.fields(), elicitation.message.text(), longest);
    let mut is_told = false;
    for field in form.fields {
        if let Some(asked) = field::asked(field, &form) {
            is_told |= asked.sort() != Sort::Personal;
            visit(&asked);
        }
    }
    if !is_told && elicitation.applied_mode() != Some(Mode::Url) {
        message::asked(elicitation, &form).iter().for_each(visit);
    }
}

#[cfg(test)]
mod tests;
