//! Rules on the schema of a form.
//! In: an elicitation or a field. Out: findings of group `schema`.
//! Never: two findings for one fault; a field of an unsupported type has that one only.

use super::Found;
use super::Setting;
use super::Sink;
use crate::elicitation::Elicitation;
use crate::elicitation::Field;
use crate::elicitation::Format;
use crate::elicitation::Revisions;
use crate::elicitation::Shape;
use crate::elicitation::Stray;
use crate::json::Kind;
use crate::text::Part;
use crate::text::Place;
use crate::text::Role;

/// Fields that a person reads through before answering.
const FIELDS: usize = 64;
/// Choices of a field: the countries, the languages, the time zones that people know by name.
const CHOICES: usize = 500;
/// Bytes of a schema with all its texts.
const BYTES: usize = 64 << 10;

pub(super) fn schema_root_invalid(elicitation: &Elicitation<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(schema) = &elicitation.schema else { return };
    if schema.is_form() {
        sink.extend(schema.required.filter(|_| schema.required_is_wrong).map(|required| at(required.place())));
        return;
    }
    let wrong_type = schema.schema_type.place().filter(|_| !schema.has_object_type());
    sink.add(at(wrong_type.unwrap_or(schema.place)));
}

pub(super) fn schema_nested(field: &Field<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if field.shape == Shape::Nested {
        sink.add(at(field.place));
    }
}

pub(super) fn schema_type_unsupported(field: &Field<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let unsupported = match field.shape {
        Shape::Unsupported => true,
        Shape::MultipleChoice => is_before_lists(setting),
        _ => false,
    };
    if unsupported {
        sink.add(at(field.type_place.unwrap_or(field.place)));
    }
}

pub(super) fn schema_format_unsupported(field: &Field<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let is_known = field.format.text().is_some_and(|format| Format::of(format).is_some());
    if let (Shape::SingleChoice | Shape::Text, Some(place), false) = (field.shape, field.format.place(), is_known) {
        sink.add(at(place));
    }
}

pub(super) fn schema_keyword_unsupported(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(schema) = &elicitation.schema else { return };
    schema.stray_keywords(|key| sink.add(at(key.place()).reason("no revision has it in a form")));
    for field in schema.fields.iter().filter(|field| is_supported(field, setting)) {
        field.stray_keywords(|key, stray| {
            sink.add(at(key.place()).reason(match stray {
                Stray::Unknown => "no revision has it in a form",
                Stray::Misplaced => "it belongs to fields of another type",
                Stray::WrongValue => "its value is not what the keyword takes",
            }));
        });
    }
}

pub(super) fn schema_pattern(field: &Field<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if let (Some(place), true) = (field.pattern, is_supported(field, setting)) {
        sink.add(at(place));
    }
}

pub(super) fn schema_default_unsupported(field: &Field<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(default) = field.default.filter(|_| is_supported(field, setting)) else { return };
    if field.shape != Shape::Boolean || default.kind() != Kind::Boolean {
        sink.add(Found::at(Part::new(Role::Default, default.place())));
    }
}

pub(super) fn schema_default_invalid(field: &Field<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(default) = field.default else { return };
    // An empty text is an empty field, whatever the format: the person has still to fill it in.
    let is_empty = default.text().is_some_and(|text| text.is_empty());
    let refused = field.refuses(default).filter(|(_, problem)| {
        let is_moot = problem.is_of_bounds() && field.contradiction().is_some() || problem.is_of_format() && is_empty;
        !is_moot
    });
    if let Some((place, problem)) = refused {
        sink.add(Found::at(Part::new(Role::Default, place)).reason(problem.description()));
    }
}

pub(super) fn schema_enum_malformed(field: &Field<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    if is_supported(field, setting)
        && let Some((place, reason)) = field.wrong_choices(is_before_lists(setting))
    {
        sink.add(at(place).reason(reason));
    }
}

pub(super) fn schema_enum_names_legacy(field: &Field<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let names = field.choices.names.filter(|_| field.shape == Shape::SingleChoice);
    if let (Some(names), None) = (names, field.wrong_choices(false)) {
        sink.add(at(names.place()));
    }
}

pub(super) fn schema_contradictory(elicitation: &Elicitation<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(schema) = &elicitation.schema else { return };
    if schema.has_properties {
        schema.unknown_required(|name| sink.add(at(name.place()).reason("`required` names what is no property")));
    }
    for field in schema.fields.iter().filter(|field| is_supported(field, setting)) {
        if let Some((place, reason)) = field.contradiction().or_else(|| field.ambiguous_choice()) {
            sink.add(at(place).reason(reason));
        }
    }
}

pub(super) fn schema_too_large(elicitation: &Elicitation<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    // What passes a hard limit is told by `input-oversized`.
    let Some(schema) = elicitation.schema.as_ref().filter(|_| elicitation.exceeded.is_empty()) else { return };
    let large = |field: &&Field<'_>| field.chosen_from().count() > CHOICES;
    if schema.fields.len() > FIELDS {
        sink.add(at(schema.place).reason("more than 64 fields"));
    } else if schema.fields.iter().any(|field| large(&field)) {
        for field in schema.fields.iter().filter(large) {
            sink.add(at(field.place).reason("more than 500 choices in one field"));
        }
    } else if schema.source.is_some_and(|source| source.source().len() > BYTES) {
        sink.add(at(schema.place).reason("more than 64 KiB of text"));
    }
}

/// True for a field of a type that the revisions know; every other has its one finding already.
fn is_supported(field: &Field<'_>, setting: &Setting<'_>) -> bool {
    match field.shape {
        Shape::Nested | Shape::Unsupported => false,
        Shape::MultipleChoice => !is_before_lists(setting),
        _ => true,
    }
}

/// True in 2025-06-18: several choices at once, and choices with titles, came later.
fn is_before_lists(setting: &Setting<'_>) -> bool {
    setting.revisions == Revisions::V2025_06_18
}

fn at(place: Place) -> Found {
    Found::at(Part::new(Role::Schema, place))
}
