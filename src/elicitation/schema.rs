//! The form: `requestedSchema` and its fields, in every shape of the three revisions.
//! In: the schema object. Out: fields with their shape; options and defaults stay raw and are iterated.
//! Never: an error. A field of an unknown shape is a field of [`Shape::Unsupported`].

use super::Shown;
use crate::json::Cursor;
use crate::json::Kind;
use crate::json::Member;
use crate::json::Raw;
use crate::limits::Limit;
use crate::limits::Limits;
use crate::text::Place;
use crate::text::Role;
use crate::text::Text;

/// The schema of a form.
#[derive(Debug, Default)]
pub(crate) struct RequestedSchema<'a> {
    pub(crate) place: Place,
    /// True where the schema is an object.
    pub(crate) is_object: bool,
    pub(crate) schema_type: Member<'a>,
    /// True where `properties` is there and an object.
    pub(crate) has_properties: bool,
    pub(crate) fields: Vec<Field<'a>>,
    pub(crate) required: Option<Raw<'a>>,
    pub(crate) title: Member<'a>,
    pub(crate) description: Member<'a>,
}

/// One property of a form.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    pub(crate) name: Text<'a>,
    /// Where the definition begins.
    pub(crate) place: Place,
    pub(crate) shape: Shape,
    pub(crate) title: Member<'a>,
    pub(crate) description: Member<'a>,
    pub(crate) format: Member<'a>,
    /// Where the `type` begins, where there is one.
    pub(crate) type_place: Option<Place>,
    pub(crate) default: Option<Raw<'a>>,
    pub(crate) choices: Choices<'a>,
}

/// Where a field keeps what the person chooses from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Choices<'a> {
    /// `enum`: the values.
    pub(crate) values: Option<Raw<'a>>,
    /// `enumNames`: labels beside `enum`.
    pub(crate) names: Option<Raw<'a>>,
    /// `oneOf` or `anyOf`: pairs of `const` and `title`.
    pub(crate) titled: Option<Raw<'a>>,
}

/// The shape of a field by its `type` and the keywords beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Boolean,
    Integer,
    /// An array whose items are chosen from a list (2025-11-25 and later).
    MultipleChoice,
    /// An object, or an array of objects or arrays: no form shows it.
    Nested,
    Number,
    SingleChoice,
    Text,
    /// No type, several types, or one that no revision knows.
    Unsupported,
}

/// The keywords that decide on the shape, while a definition is read.
#[derive(Debug, Default)]
struct Keywords<'a> {
    field_type: Member<'a>,
    items: Option<Items<'a>>,
    has_properties: bool,
}

/// The `items` of an array.
#[derive(Debug, Default)]
struct Items<'a> {
    nested: bool,
    choices: Choices<'a>,
}

type Exceeded = Vec<(Limit, Place)>;

impl<'a> RequestedSchema<'a> {
    pub(super) fn read(cursor: &mut Cursor<'a>, limits: &Limits, exceeded: &mut Exceeded) -> Self {
        let mut schema = Self { place: cursor.place(), ..Self::default() };
        schema.is_object = cursor.object(|key, cursor| match key.as_str() {
            "type" => schema.schema_type = cursor.member(),
            "required" => schema.required = cursor.raw(),
            "title" => schema.title = cursor.member(),
            "description" => schema.description = cursor.member(),
            "properties" => {
                schema.has_properties = cursor.object(|name, cursor| {
                    if schema.fields.len() < limits.fields {
                        schema.fields.push(Field::read(name.clone(), cursor, limits, exceeded));
                    } else if exceeded.last().is_none_or(|(limit, _)| *limit != Limit::Fields) {
                        exceeded.push((Limit::Fields, name.place()));
                    }
                });
            }
            _ => {}
        });
        hold(&[&schema.title, &schema.description], limits, exceeded);
        schema
    }

    /// Visits the texts of the schema that a person is shown.
    pub(super) fn shown(&self, visit: &mut impl FnMut(Shown<'_, 'a>)) {
        show(&self.title, Role::Title, visit);
        show(&self.description, Role::Description, visit);
        for field in &self.fields {
            field.shown(visit);
        }
    }
}

impl<'a> Field<'a> {
    fn read(name: Text<'a>, cursor: &mut Cursor<'a>, limits: &Limits, exceeded: &mut Exceeded) -> Self {
        let mut keywords = Keywords::default();
        let mut field = Self {
            name,
            place: cursor.place(),
            shape: Shape::Unsupported,
            title: Member::Absent,
            description: Member::Absent,
            format: Member::Absent,
            type_place: None,
            default: None,
            choices: Choices::default(),
        };
        cursor.object(|key, cursor| match key.as_str() {
            "type" => {
                field.type_place = Some(cursor.place());
                keywords.field_type = cursor.member();
            }
            "title" => field.title = cursor.member(),
            "description" => field.description = cursor.member(),
            "format" => field.format = cursor.member(),
            "default" => field.default = cursor.raw(),
            "items" => keywords.items = Some(Items::read(cursor, limits, exceeded)),
            "properties" => keywords.has_properties = true,
            other => field.choices.take(other, cursor, limits, exceeded),
        });
        field.shape = keywords.shape(&field.choices);
        if let Some(items) = keywords.items {
            field.choices = items.choices.or(field.choices);
        }
        field.hold(limits, exceeded);
        field
    }

    /// Notes the texts that are too long. Lists are read only where one of their texts could be.
    fn hold(&self, limits: &Limits, exceeded: &mut Exceeded) {
        let mut hold_text = |text: &Text<'_>| {
            if text.len() > limits.text_bytes {
                exceeded.push((Limit::TextBytes, text.place()));
            }
        };
        hold_text(&self.name);
        for text in [&self.title, &self.description].into_iter().filter_map(|member| member.text()) {
            hold_text(text);
        }
        let Choices { values, names, titled } = self.choices;
        for list in [self.default, values, names, titled].into_iter().flatten() {
            if list.source().len() > limits.text_bytes {
                show_strings(list, Role::Choice, &mut |shown| hold_text(shown.text));
            }
        }
    }

    fn shown(&self, visit: &mut impl FnMut(Shown<'_, 'a>)) {
        visit(Shown { text: &self.name, role: Role::PropertyName, expects_url: false });
        show(&self.title, Role::Title, visit);
        show(&self.description, Role::Description, visit);
        if let Some(default) = self.default {
            let expects_url = self.format.text().is_some_and(|format| format.as_str() == "uri");
            show_strings(default, Role::Default, &mut |shown| visit(Shown { expects_url, ..shown }));
        }
        for list in [self.choices.values, self.choices.names, self.choices.titled].into_iter().flatten() {
            show_strings(list, Role::Choice, visit);
        }
    }
}

impl<'a> Choices<'a> {
    /// These choices, and the others for keywords that are not there.
    fn or(self, others: Self) -> Self {
        Self {
            values: self.values.or(others.values),
            names: self.names.or(others.names),
            titled: self.titled.or(others.titled),
        }
    }

    /// Takes the value of a keyword that lists choices; leaves every other.
    fn take(&mut self, keyword: &str, cursor: &mut Cursor<'a>, limits: &Limits, exceeded: &mut Exceeded) {
        let slot = match keyword {
            "enum" => &mut self.values,
            "enumNames" => &mut self.names,
            "oneOf" | "anyOf" => &mut self.titled,
            _ => return,
        };
        let mut count = 0;
        *slot = cursor.raw_of(|cursor| {
            cursor.array(|index, _| count = index + 1);
        });
        if let (Some(list), true) = (*slot, count > limits.options) {
            exceeded.push((Limit::Options, list.place()));
        }
    }
}

impl<'a> Items<'a> {
    fn read(cursor: &mut Cursor<'a>, limits: &Limits, exceeded: &mut Exceeded) -> Self {
        let mut items = Self::default();
        cursor.object(|key, cursor| match key.as_str() {
            "type" => items.nested |= is_container(&cursor.member()),
            "properties" | "items" => items.nested = true,
            other => items.choices.take(other, cursor, limits, exceeded),
        });
        items
    }
}

impl Keywords<'_> {
    fn shape(&self, choices: &Choices<'_>) -> Shape {
        let has_choices = choices.values.is_some() || choices.titled.is_some();
        let items_nested = self.items.as_ref().is_some_and(|items| items.nested);
        match self.field_type.text().map(|text| text.as_str()) {
            Some("object") => Shape::Nested,
            _ if self.has_properties || items_nested => Shape::Nested,
            Some("string") if has_choices => Shape::SingleChoice,
            Some("string") => Shape::Text,
            Some("number") => Shape::Number,
            Some("integer") => Shape::Integer,
            Some("boolean") => Shape::Boolean,
            Some("array") => match &self.items {
                Some(items) if items.choices.values.is_some() || items.choices.titled.is_some() => {
                    Shape::MultipleChoice
                }
                _ => Shape::Unsupported,
            },
            _ => Shape::Unsupported,
        }
    }
}

fn is_container(member: &Member<'_>) -> bool {
    member.text().is_some_and(|text| matches!(text.as_str(), "object" | "array"))
}

fn show<'a>(member: &Member<'a>, role: Role, visit: &mut impl FnMut(Shown<'_, 'a>)) {
    if let Member::Text(text) = member {
        visit(Shown { text, role, expects_url: false });
    }
}

/// Visits the strings of a value: itself, its elements, or the `const` and `title` of its elements.
fn show_strings<'a>(value: Raw<'a>, role: Role, visit: &mut impl FnMut(Shown<'_, 'a>)) {
    let mut cursor = value.cursor();
    if let Some(text) = cursor.string() {
        visit(Shown { text: &text, role, expects_url: false });
        return;
    }
    cursor.array(|_, cursor| {
        if cursor.kind() == Some(Kind::String) {
            show(&cursor.member(), role, visit);
            return;
        }
        cursor.object(|key, cursor| {
            if matches!(key.as_str(), "const" | "title" | "description") {
                show(&cursor.member(), role, visit);
            }
        });
    });
}

fn hold(members: &[&Member<'_>], limits: &Limits, exceeded: &mut Exceeded) {
    for text in members.iter().filter_map(|member| member.text()) {
        if text.len() > limits.text_bytes {
            exceeded.push((Limit::TextBytes, text.place()));
        }
    }
}
