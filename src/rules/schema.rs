//! Rules on the schema of a form.
//! In: an elicitation or a field. Out: findings of group `schema`.
//! Never: two findings for one field; an object yields `schema-nested` only.

use super::Found;
use super::Setting;
use super::Sink;
use crate::elicitation::Elicitation;
use crate::elicitation::Field;
use crate::elicitation::Revisions;
use crate::elicitation::Shape;
use crate::text::Part;
use crate::text::Role;

pub(super) fn schema_root_invalid(elicitation: &Elicitation<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    let Some(schema) = &elicitation.schema else { return };
    let is_object_type = schema.schema_type.text().is_some_and(|text| text.as_str() == "object");
    if schema.is_object && is_object_type && schema.has_properties {
        return;
    }
    let wrong_type = schema.schema_type.place().filter(|_| !is_object_type);
    sink.add(Found::at(Part::new(Role::Schema, wrong_type.unwrap_or(schema.place))));
}

pub(super) fn schema_nested(field: &Field<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if field.shape == Shape::Nested {
        sink.add(Found::at(Part::new(Role::Schema, field.place)));
    }
}

pub(super) fn schema_type_unsupported(field: &Field<'_>, setting: &Setting<'_>, sink: &mut Sink<'_>) {
    let unsupported = match field.shape {
        Shape::Unsupported => true,
        // Several choices at once came with 2025-11-25.
        Shape::MultipleChoice => setting.revisions == Revisions::V2025_06_18,
        _ => false,
    };
    if unsupported {
        sink.add(Found::at(Part::new(Role::Schema, field.type_place.unwrap_or(field.place))));
    }
}
