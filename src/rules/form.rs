//! Rules on what a form asks for.
//! In: a field. Out: findings of group `form`.
//! Never: a finding on a choice or a yes and no: nobody types a secret there.

mod secret_words;

use super::Found;
use super::Setting;
use super::Sink;
use crate::elicitation::Field;
use crate::elicitation::Shape;
use crate::text::Part;
use crate::text::Role;

pub(super) fn form_secret_field(field: &Field<'_>, _: &Setting<'_>, sink: &mut Sink<'_>) {
    if !is_typed(field.shape) {
        return;
    }
    if let Some(kind) = secret_words::asked_by_name(&field.name) {
        sink.add(Found::at(Part::new(Role::PropertyName, field.name.place())).reason(kind));
    } else if let Some(title) = field.title.text()
        && let Some(kind) = secret_words::asked_by_title(title)
    {
        sink.add(Found::at(Part::new(Role::Title, title.place())).reason(kind));
    }
}

/// True where the person types the value.
fn is_typed(shape: Shape) -> bool {
    !matches!(shape, Shape::Boolean | Shape::MultipleChoice | Shape::SingleChoice)
}
