//! Whether the content of an answer is what a form asked for.
//! In: a schema, an answer. Out: each difference, with its place.
//! Never: a look at the content of a refusal, the content as a reason.

use super::Answer;
use super::Field;
use super::Problem;
use super::RequestedSchema;
use super::Revisions;
use super::schema::Names;
use crate::json::Kind;
use crate::json::Raw;
use crate::json::pointers;
use crate::text::Place;

/// One difference between an answer and the form that it answers.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Mismatch {
    /// JSON Pointer into the answer: the member that is wrong, or the object in which one is missing.
    pub pointer: String,
    /// The name of the field, as it came; none where the content as a whole is wrong.
    pub field: Option<String>,
    /// What is wrong.
    pub problem: Problem,
}

impl RequestedSchema<'_> {
    /// What is wrong with the content of an answer to this form; empty where nothing is, and for an answer that does
    /// not accept, whose content is not looked at. A client calls it before it sends, a server before it uses an answer.
    ///
    /// Held against the content are types, bounds, choices, formats, required fields, and other members where
    /// `additionalProperties` is false. Numbers are compared as they are written. `pattern` and other keywords that no
    /// revision has in a form are not looked at.
    ///
    /// ```
    /// use elicitlint::{Answer, Context, Linter, Problem, Revision};
    ///
    /// let params = br#"{"message":"How long?","requestedSchema":{"type":"object",
    ///     "properties":{"nights":{"type":"integer","minimum":1}},"required":["nights"]}}"#;
    /// let report = Linter::new().vet(params, &Context::new(Revision::V2025_11_25));
    /// let form = report.requested_schema().unwrap();
    ///
    /// let answer = Answer::parse(br#"{"action":"accept","content":{"nights":0}}"#).unwrap();
    /// let wrong = &form.check(&answer)[0];
    /// assert_eq!((wrong.pointer.as_str(), wrong.problem), ("/content/nights", Problem::TooSmall));
    /// assert!(form.check(&Answer::parse(br#"{"action":"decline"}"#).unwrap()).is_empty());
    /// ```
    #[must_use]
    pub fn check(&self, answer: &Answer<'_>) -> Vec<Mismatch> {
        let (mut mismatches, mut places) = (Vec::new(), Vec::new());
        self.mismatches(answer, &mut |place, field, problem| {
            places.push(place);
            mismatches.push(Mismatch { pointer: String::new(), field: field.map(str::to_owned), problem });
        });
        for (mismatch, pointer) in mismatches.iter_mut().zip(pointers(answer.record, &places)) {
            mismatch.pointer = pointer;
        }
        mismatches
    }

    /// Visits what is wrong with the content: where, in which field, and why.
    pub(crate) fn mismatches(&self, answer: &Answer<'_>, visit: &mut dyn FnMut(Place, Option<&str>, Problem)) {
        if !answer.accepts() || !self.has_properties {
            return;
        }
        let Some(content) = answer.given() else {
            if self.fields.iter().any(|field| field.required) {
                visit(answer.content.map_or(answer.place, Raw::place), None, Problem::ContentMissing);
            }
            return;
        };
        if content.kind() != Kind::Object {
            return visit(content.place(), None, Problem::ContentNotAnObject);
        }
        let names = Names::of(&self.fields);
        let mut answered = vec![false; self.fields.len()];
        content.cursor().object(|key, cursor| {
            let Some(value) = cursor.raw() else { return };
            let index = names.find(&self.fields, key);
            if let Some(answered) = index.and_then(|index| answered.get_mut(index)) {
                *answered = true;
            }
            let wrong = match index.and_then(|index| self.fields.get(index)) {
                Some(field) => field.refuses(value),
                None => self.refuses_other(value),
            };
            if let Some((place, problem)) = wrong {
                visit(place, Some(key), problem);
            }
        });
        let is_missing = |(field, answered): &(&Field<'_>, bool)| field.required && !answered;
        for (field, _) in self.fields.iter().zip(answered).filter(is_missing) {
            visit(content.place(), Some(field.name()), Problem::Missing);
        }
    }

    /// Why a member is refused that is no field.
    fn refuses_other(&self, value: Raw<'_>) -> Option<(Place, Problem)> {
        if self.is_cut {
            return None;
        }
        if self.is_closed {
            return Some((value.place(), Problem::NotAsked));
        }
        // An ElicitResult has strings, numbers and booleans, and from 2025-11-25 on lists of strings.
        let is_wrong = match value.kind() {
            Kind::Null | Kind::Object => true,
            Kind::Array if self.revisions == Revisions::V2025_06_18 => true,
            Kind::Array => value.elements().any(|element| element.kind() != Kind::String),
            Kind::Boolean | Kind::Number | Kind::String => false,
        };
        is_wrong.then_some((value.place(), Problem::WrongType))
    }
}
