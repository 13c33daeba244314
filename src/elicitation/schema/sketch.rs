//! The form in short: what an answer is checked with, owned.
//! In: a read schema. Out: a small schema without titles, descriptions and defaults, and that schema read again.
//! Never: more bytes than the limit.

use crate::json::Cursor;
use crate::json::DEPTH_OF_RECORD;
use crate::json::Raw;
use crate::limits::Limits;
use crate::text::Place;

use super::Field;
use super::RequestedSchema;
use super::Shape;

/// The greatest sketch that is kept, in bytes.
const GREATEST: usize = 16 << 10;

/// A form as the JSON text of its types, bounds and choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sketch(Box<str>);

impl RequestedSchema<'_> {
    /// The sketch of the form. None where it is none, where some of it was not read, or where it is too large.
    pub(crate) fn sketch(&self) -> Option<Sketch> {
        if !self.has_properties || self.is_cut {
            return None;
        }
        let mut text = String::from(r#"{"properties":{"#);
        for (index, field) in self.fields.iter().enumerate() {
            push_separator(&mut text, index);
            push_string(&mut text, field.name());
            text.push(':');
            field.push_sketch(&mut text);
            if text.len() > GREATEST {
                return None;
            }
        }
        text.push_str(r#"},"required":["#);
        for (index, field) in self.fields.iter().filter(|field| field.required).enumerate() {
            push_separator(&mut text, index);
            push_string(&mut text, field.name());
        }
        text.push(']');
        if self.is_closed {
            text.push_str(r#","additionalProperties":false"#);
        }
        text.push('}');
        (text.len() <= GREATEST).then(|| Sketch(text.into_boxed_str()))
    }
}

impl Field<'_> {
    fn push_sketch(&self, text: &mut String) {
        let word = match self.shape {
            Shape::Boolean => "boolean",
            Shape::Integer => "integer",
            Shape::Number => "number",
            Shape::SingleChoice | Shape::Text => "string",
            Shape::MultipleChoice if self.wrong_choices(false).is_none() => "array",
            Shape::MultipleChoice | Shape::Nested | Shape::Unsupported => return text.push_str("{}"),
        };
        push(text, &["{\"type\":\"", word, "\""]);
        let (least, most) = self.bounds.valid(self.shape);
        let (least_name, most_name) = match self.shape {
            Shape::Integer | Shape::Number => ("minimum", "maximum"),
            Shape::MultipleChoice => ("minItems", "maxItems"),
            _ => ("minLength", "maxLength"),
        };
        push_raw(text, least_name, least);
        push_raw(text, most_name, most);
        match self.shape {
            Shape::Text => {
                if let Some(format) = self.known_format() {
                    push(text, &[",\"format\":\"", format.name(), "\""]);
                }
            }
            Shape::SingleChoice if self.wrong_choices(false).is_none() => self.push_options(text),
            Shape::MultipleChoice => {
                text.push_str(r#","items":{"type":"string""#);
                self.push_options(text);
                text.push('}');
            }
            _ => {}
        }
        text.push('}');
    }

    fn push_options(&self, text: &mut String) {
        text.push_str(r#","enum":["#);
        for (index, option) in self.chosen_from().options().enumerate() {
            push_separator(text, index);
            push_string(text, &option.value);
        }
        text.push(']');
    }
}

impl Sketch {
    /// Reads the form again.
    pub(crate) fn read(&self, visit: impl FnOnce(&mut RequestedSchema<'_>)) {
        let limits = Limits { fields: usize::MAX, options: usize::MAX, text_bytes: usize::MAX, ..Limits::default() };
        let mut cursor = Cursor::new(&self.0, Place::START, DEPTH_OF_RECORD);
        visit(&mut RequestedSchema::read(&mut cursor, &limits, &mut Vec::new()));
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.len()
    }
}

fn push_separator(text: &mut String, index: usize) {
    if index > 0 {
        text.push(',');
    }
}

fn push_raw(text: &mut String, name: &str, value: Option<Raw<'_>>) {
    if let Some(value) = value {
        push(text, &[",\"", name, "\":", value.source()]);
    }
}

fn push(text: &mut String, parts: &[&str]) {
    parts.iter().for_each(|part| text.push_str(part));
}

/// Appends a text as a JSON string.
fn push_string(output: &mut String, text: &str) {
    output.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => output.extend(['\\', character]),
            '\0'..='\u{1f}' => output.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => output.push(character),
        }
    }
    output.push('"');
}
