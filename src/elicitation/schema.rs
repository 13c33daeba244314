//! The form: `requestedSchema` and its fields, in every shape of the three revisions.
//! In: the schema object. Out: fields with their shape; options and defaults stay raw and are iterated.
//! Never: an error. A field of an unknown shape is a field of [`Shape::Unsupported`].

mod bounds;
mod choices;
mod decimal;
mod field;
mod format;
mod keyword;
mod kind;
mod names;
mod sketch;
mod sound;
mod value;

use super::Revisions;
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

use bounds::Bounds;
use choices::Choices;
pub use field::Field;
pub(crate) use field::Shape;
pub use format::Format;
use keyword::Keywords;
pub use kind::Choice;
pub use kind::FieldKind;
pub(super) use names::Names;
pub(super) use sketch::Sketch;
pub(crate) use sound::Stray;
pub use value::DefaultValue;
pub use value::Problem;

/// The schema of a form, borrowed from the bytes that were judged: the [fields](Self::fields) to show, each with its
/// [kind](Field::kind) and [default](Field::default), and what is wrong with an answer ([`check`](Self::check)). It
/// comes from [`Report::requested_schema`](crate::Report::requested_schema), also where the report blocks.
#[derive(Debug, Default)]
pub struct RequestedSchema<'a> {
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
    /// True where an answer may hold no other members: `additionalProperties` is false.
    pub(crate) is_closed: bool,
    /// True where `required` is there and no list of strings.
    pub(crate) required_is_wrong: bool,
    /// True where `required` names what is no property.
    names_no_property: bool,
    /// True where `required` was read after the properties, as it is mostly written.
    is_marked: bool,
    /// True where there are more fields than the limit, so that some were not read.
    pub(super) is_cut: bool,
    /// True where the root has a keyword that no revision has there.
    has_stray: bool,
    /// The revisions that may apply; an answer is held to them.
    pub(crate) revisions: Revisions,
    /// The whole schema.
    pub(crate) source: Option<Raw<'a>>,
}

type Exceeded = Vec<(Limit, Place)>;

impl<'a> RequestedSchema<'a> {
    pub(super) fn read(cursor: &mut Cursor<'a>, limits: &Limits, exceeded: &mut Exceeded) -> Self {
        let mut schema = Self { place: cursor.place(), ..Self::default() };
        schema.source = cursor.raw_of(|cursor| {
            schema.is_object = cursor.object(|key, cursor| schema.take(key, cursor, limits, exceeded));
        });
        hold(&[&schema.title, &schema.description], limits, exceeded);
        if let Some(required) = schema.required.filter(|_| !schema.is_marked) {
            schema.mark_required(&mut required.cursor());
        }
        schema
    }

    fn take(&mut self, key: &Text<'a>, cursor: &mut Cursor<'a>, limits: &Limits, exceeded: &mut Exceeded) {
        match key.as_str() {
            "type" => self.schema_type = cursor.member(),
            "required" => self.required = cursor.raw_of(|cursor| self.mark_required(cursor)),
            "title" => self.title = cursor.member(),
            "description" => self.description = cursor.member(),
            "additionalProperties" => self.is_closed = cursor.raw().is_some_and(|raw| raw.source() == "false"),
            "properties" => {
                self.is_marked = false;
                self.has_properties = cursor.object(|name, cursor| {
                    if self.fields.len() < limits.fields {
                        self.fields.push(Field::new(name.clone(), cursor.place()));
                        if let Some(field) = self.fields.last_mut() {
                            field.read(cursor, limits, exceeded);
                        }
                    } else if !std::mem::replace(&mut self.is_cut, true) {
                        exceeded.push((Limit::Fields, name.place()));
                    }
                });
            }
            other => self.has_stray |= !is_of_root(other),
        }
    }

    /// Marks the fields that an answer must have, once they are read.
    fn mark_required(&mut self, cursor: &mut Cursor<'a>) {
        let names = Names::of(&self.fields);
        // Of a repeated key the last counts.
        self.fields.iter_mut().for_each(|field| field.required = false);
        let (mut all_names, mut names_no_property) = (true, false);
        let is_array = cursor.array(|_, cursor| {
            let Some(name) = cursor.string() else { return all_names = false };
            match names.find(&self.fields, &name).and_then(|index| self.fields.get_mut(index)) {
                Some(field) => field.required = true,
                None => names_no_property = true,
            }
        });
        self.is_marked = self.has_properties;
        self.required_is_wrong = !is_array || !all_names;
        self.names_no_property = names_no_property && !self.is_cut;
    }

    /// Visits the names in `required` that are no property.
    pub(crate) fn unknown_required(&self, mut visit: impl FnMut(&Text<'a>)) {
        let Some(required) = self.required.filter(|_| self.names_no_property) else { return };
        let names = Names::of(&self.fields);
        for name in required.elements().filter_map(Raw::text) {
            if names.find(&self.fields, &name).is_none() {
                visit(&name);
            }
        }
    }

    /// True for an object with properties, which a client can show.
    pub(crate) fn is_form(&self) -> bool {
        self.is_object && self.has_object_type() && self.has_properties
    }

    pub(crate) fn has_object_type(&self) -> bool {
        self.schema_type.text().is_some_and(|word| word.as_str() == "object")
    }

    /// Visits the keywords of the root that no revision has there. What is no form has another fault.
    pub(crate) fn stray_keywords(&self, mut visit: impl FnMut(&Text<'a>)) {
        let Some(source) = self.source.filter(|_| self.has_stray && self.is_form()) else { return };
        source.cursor().object(|key, _| {
            if !is_of_root(key) {
                visit(key);
            }
        });
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

/// True for a keyword that a root may have. Definitions ask for nothing: what refers to them is judged.
fn is_of_root(key: &str) -> bool {
    let is_known = matches!(key, "type" | "properties" | "required" | "title" | "description");
    is_known || matches!(key, "additionalProperties" | "$defs" | "definitions") || keyword::is_ignored(key)
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
