//! One property of a form.
//! In: its definition. Out: its shape, and the keywords beside it.
//! Never: an error. A field of an unknown shape is a field of [`Shape::Unsupported`].

use crate::json::Cursor;
use crate::json::Member;
use crate::json::Raw;
use crate::limits::Limit;
use crate::limits::Limits;
use crate::text::Place;
use crate::text::Role;
use crate::text::Text;

use super::Bounds;
use super::Choices;
use super::Exceeded;
use super::Keywords;
use super::Shown;
use super::choices::List;
use super::keyword;
use super::show;
use super::show_strings;

/// One property of a form, borrowed from the bytes that were judged.
///
/// Texts are as they came: escape them, or take them escaped from [`Report::consent`](crate::Report::consent).
///
/// ```
/// use elicitlint::{Context, DefaultValue, Field, FieldKind, Linter, Revision};
///
/// fn prompt(field: &Field<'_>) -> String {
///     let label = field.title().unwrap_or(field.name()).escape_default();
///     let takes = match field.kind() {
///         FieldKind::Boolean => "yes or no".to_owned(),
///         FieldKind::Integer { .. } => "a whole number".to_owned(),
///         FieldKind::SingleChoice { choices } | FieldKind::MultipleChoice { choices, .. } => {
///             choices.iter().map(|choice| choice.label.escape_default().to_string()).collect::<Vec<_>>().join(" | ")
///         }
///         FieldKind::Unsupported => "nothing that a form can hold".to_owned(),
///         _ => "a text".to_owned(),
///     };
///     format!("{label}{}: {takes}", if field.is_required() { " (required)" } else { "" })
/// }
///
/// let params = br#"{"message":"Book the stay","requestedSchema":{"type":"object","properties":{
///     "room":{"type":"string","title":"Room","oneOf":[{"const":"s","title":"Single"},{"const":"d","title":"Double"}]},
///     "nights":{"type":"integer","minimum":1,"default":2}},"required":["room"]}}"#;
/// let report = Linter::new().vet(params, &Context::new(Revision::V2025_11_25));
/// let form = report.requested_schema().unwrap();
///
/// let prompts: Vec<_> = form.fields().iter().map(prompt).collect();
/// assert_eq!(prompts, ["Room (required): Single | Double", "nights: a whole number"]);
/// assert_eq!(form.fields()[1].default(), Some(DefaultValue::Number("2".to_owned())));
/// ```
#[derive(Debug)]
pub struct Field<'a> {
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
    pub(crate) items: Option<Items<'a>>,
    pub(crate) required: bool,
    pub(super) bounds: Bounds<'a>,
    pub(crate) pattern: Option<Place>,
    has_properties: bool,
    /// True where there is a keyword that no field has.
    pub(super) has_unknown: bool,
    /// The whole definition.
    pub(super) source: Option<Raw<'a>>,
}

/// The `items` of an array.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Items<'a> {
    pub(super) choices: Choices<'a>,
    pub(super) keywords: Keywords,
    /// The type is `string`.
    pub(super) is_text: bool,
    nested: bool,
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

impl<'a> Field<'a> {
    /// A field of this name that nothing was read of.
    pub(super) fn new(name: Text<'a>, place: Place) -> Self {
        Self {
            name,
            place,
            shape: Shape::Unsupported,
            title: Member::Absent,
            description: Member::Absent,
            format: Member::Absent,
            type_place: None,
            default: None,
            choices: Choices::default(),
            items: None,
            required: false,
            bounds: Bounds::default(),
            pattern: None,
            has_properties: false,
            has_unknown: false,
            source: None,
        }
    }

    /// Reads the definition in place: a field is large, and forms have many.
    pub(super) fn read(&mut self, cursor: &mut Cursor<'a>, limits: &Limits, exceeded: &mut Exceeded) {
        let mut field_type = Member::Absent;
        self.source = cursor.raw_of(|cursor| {
            cursor.object(|key, cursor| match key.as_str() {
                "type" => {
                    self.type_place = Some(cursor.place());
                    field_type = cursor.member();
                }
                "title" => self.title = cursor.member(),
                "description" => self.description = cursor.member(),
                "format" => self.format = cursor.member(),
                "default" => self.default = cursor.raw(),
                "minimum" => self.bounds.minimum = cursor.raw(),
                "maximum" => self.bounds.maximum = cursor.raw(),
                "minLength" => self.bounds.min_length = cursor.raw(),
                "maxLength" => self.bounds.max_length = cursor.raw(),
                "minItems" => self.bounds.min_items = cursor.raw(),
                "maxItems" => self.bounds.max_items = cursor.raw(),
                "items" => self.items = Some(Items::read(cursor, limits, exceeded)),
                "pattern" => self.pattern = Some(key.place()),
                "properties" => self.has_properties = true,
                "enum" => self.choices.values = List::read(cursor, limits, exceeded),
                "enumNames" => self.choices.names = List::read(cursor, limits, exceeded),
                "oneOf" => self.choices.one_of = List::read(cursor, limits, exceeded),
                "anyOf" => self.choices.any_of = List::read(cursor, limits, exceeded),
                other => self.has_unknown |= !keyword::is_ignored(other),
            });
        });
        self.shape = self.shape_of(&field_type);
        self.hold(limits, exceeded);
    }

    fn shape_of(&self, field_type: &Member<'a>) -> Shape {
        let items_nested = self.items.is_some_and(|items| items.nested);
        match field_type.text().map(|text| text.as_str()) {
            Some("object") => Shape::Nested,
            _ if self.has_properties || items_nested => Shape::Nested,
            _ if self.choices.allow_null() => Shape::Unsupported,
            Some("string") if self.choices.are_there() => Shape::SingleChoice,
            Some("string") => Shape::Text,
            Some("number") => Shape::Number,
            Some("integer") => Shape::Integer,
            Some("boolean") => Shape::Boolean,
            Some("array") => match self.items {
                Some(items) if items.choices.allow_null() || !items.choices.are_there() => Shape::Unsupported,
                _ => Shape::MultipleChoice,
            },
            _ => Shape::Unsupported,
        }
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
        for list in self.default.into_iter().chain(self.lists()) {
            if list.source().len() > limits.text_bytes {
                show_strings(list, Role::Choice, &mut |shown| hold_text(shown.text));
            }
        }
    }

    pub(super) fn shown(&self, visit: &mut impl FnMut(Shown<'_, 'a>)) {
        visit(Shown { text: &self.name, role: Role::PropertyName, expects_url: false });
        show(&self.title, Role::Title, visit);
        show(&self.description, Role::Description, visit);
        if let Some(default) = self.default {
            let expects_url = self.format.text().is_some_and(|format| format.as_str() == "uri");
            show_strings(default, Role::Default, &mut |shown| visit(Shown { expects_url, ..shown }));
        }
        for list in self.lists() {
            show_strings(list, Role::Choice, visit);
        }
    }

    /// What a person chooses from: one of these, or several where the field is an array.
    pub(crate) fn chosen_from(&self) -> Choices<'a> {
        match self.items {
            Some(items) if self.shape == Shape::MultipleChoice => items.choices,
            _ => self.choices,
        }
    }

    /// Every list of choices, of the field and of its items.
    fn lists(&self) -> impl Iterator<Item = Raw<'a>> + use<'a> {
        let of_items = self.items.map(|items| items.choices).unwrap_or_default();
        of_items.lists().chain(self.choices.lists())
    }
}

impl<'a> Items<'a> {
    fn read(cursor: &mut Cursor<'a>, limits: &Limits, exceeded: &mut Exceeded) -> Self {
        let mut items = Self::default();
        cursor.object(|key, cursor| {
            let keyword = Keywords::of(key);
            items.keywords = items.keywords.with(keyword);
            match keyword {
                Keywords::TYPE => {
                    let word = cursor.string();
                    items.is_text = word.as_ref().is_some_and(|word| word.as_str() == "string");
                    items.nested |= word.is_some_and(|word| matches!(word.as_str(), "object" | "array"));
                }
                Keywords::PROPERTIES | Keywords::ITEMS => items.nested = true,
                Keywords::ENUM => items.choices.values = List::read(cursor, limits, exceeded),
                Keywords::ENUM_NAMES => items.choices.names = List::read(cursor, limits, exceeded),
                Keywords::ONE_OF => items.choices.one_of = List::read(cursor, limits, exceeded),
                Keywords::ANY_OF => items.choices.any_of = List::read(cursor, limits, exceeded),
                _ => {}
            }
        });
        items
    }
}
