//! What of an elicitation is remembered until its answer comes.
//! In: its params. Out: the mode, and a sketch of its form, owned.
//! Never: a text that a person reads; a form larger than the limit is not remembered.

use super::Answer;
use super::Elicitation;
use super::Mode;
use super::Problem;
use super::RequestedSchema;
use super::Revisions;
use super::schema::Sketch;
use crate::json::Raw;
use crate::limits::Limits;
use crate::text::Place;

/// An elicitation that waits for its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Awaited {
    /// None for a mode that the specification does not know.
    pub(crate) mode: Option<Mode>,
    form: Option<Sketch>,
}

impl Awaited {
    /// What to remember of these params. A request without params asks for a form that nobody knows.
    pub(crate) fn of(params: Option<Raw<'_>>) -> Self {
        let elicitation = params.and_then(|params| Elicitation::read(&mut params.cursor(), &Limits::default()));
        let Some(elicitation) = elicitation else { return Self { mode: Some(Mode::Form), form: None } };
        let mode = elicitation.applied_mode();
        let schema = elicitation.schema.as_ref().filter(|_| mode == Some(Mode::Form));
        Self { mode, form: schema.and_then(RequestedSchema::sketch) }
    }

    /// An elicitation of which the mode alone is known.
    pub(crate) fn without_form(mode: Option<Mode>) -> Self {
        Self { mode, form: None }
    }

    /// Visits what is wrong with the content of an answer, in the revisions that may apply.
    pub(crate) fn mismatches(
        &self,
        answer: &Answer<'_>,
        revisions: Revisions,
        visit: &mut dyn FnMut(Place, Option<&str>, Problem),
    ) {
        if let Some(form) = &self.form {
            form.read(|schema| {
                schema.revisions = revisions;
                schema.mismatches(answer, visit);
            });
        }
    }

    /// Bytes of the sketch.
    pub(crate) fn bytes(&self) -> usize {
        self.form.as_ref().map_or(0, Sketch::bytes)
    }

    /// The same, without its form where there is no room for it.
    pub(crate) fn within(self, room: usize) -> Self {
        let form = self.form.filter(|form| form.bytes() <= room);
        Self { form, ..self }
    }
}
