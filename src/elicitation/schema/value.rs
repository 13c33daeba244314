//! A value of a field: its default, or what a person answered.
//! In: a field, a JSON value. Out: why the field refuses it; the default with its type.
//! Never: the value as a reason, a rounded number.

use std::collections::BTreeSet;

use crate::json::Kind;
use crate::json::Raw;
use crate::text::Place;

use super::Choices;
use super::Field;
use super::Format;
use super::Shape;
use super::bounds;
use super::decimal;

/// Chosen values that are looked for one after another.
const FEW: usize = 8;

/// Why a form refuses an answer, or a field a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Problem {
    /// The answer accepts and has no content, and the form has required fields.
    ContentMissing,
    /// The content is no object.
    ContentNotAnObject,
    /// A required field is not there.
    Missing,
    /// Not of the format that the field asks for.
    NotOfFormat,
    /// Not among the choices.
    NotAChoice,
    /// A number with a fraction, where a whole one is asked for.
    NotWhole,
    /// No such field, and the form allows no others.
    NotAsked,
    /// Fewer choices than asked for.
    TooFew,
    /// More choices than asked for.
    TooMany,
    /// A greater number than the field allows.
    TooGreat,
    /// A smaller number than the field allows.
    TooSmall,
    /// More characters (Unicode code points) than the field allows.
    TooLong,
    /// Fewer characters (Unicode code points) than the field asks for.
    TooShort,
    /// Of another JSON type than the field, or of one that no answer may have.
    WrongType,
}

/// A default with its JSON type.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
#[non_exhaustive]
pub enum DefaultValue {
    /// true or false
    Boolean(bool),
    /// Several choices.
    List(Vec<String>),
    /// A number, in its JSON spelling: no digit is lost.
    Number(String),
    /// A string.
    Text(String),
}

impl Problem {
    /// What is wrong, as the end of a sentence: "is longer than the field allows".
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::ContentMissing => "is missing, and the form has required fields",
            Self::ContentNotAnObject => "must be an object with a member for each field",
            Self::Missing => "lacks a required field",
            Self::NotOfFormat => "is not of the format that the field asks for",
            Self::NotAChoice => "is none of the choices",
            Self::NotWhole => "must be a whole number",
            Self::NotAsked => "was not asked for, and the form allows no other members",
            Self::TooFew => "has fewer choices than the field asks for",
            Self::TooMany => "has more choices than the field allows",
            Self::TooGreat => "is greater than the field allows",
            Self::TooSmall => "is smaller than the field allows",
            Self::TooLong => "is longer than the field allows",
            Self::TooShort => "is shorter than the field asks for",
            Self::WrongType => "is of another type than the field",
        }
    }

    pub(crate) fn is_of_format(self) -> bool {
        self == Self::NotOfFormat
    }

    /// True where a bound of the field is passed.
    pub(crate) fn is_of_bounds(self) -> bool {
        matches!(self, Self::TooFew | Self::TooMany | Self::TooGreat | Self::TooSmall | Self::TooLong | Self::TooShort)
    }
}

impl Field<'_> {
    /// Why the field refuses a value, and which part of it. Where the definition itself is at fault, what it would say
    /// is not held against the value.
    pub(crate) fn refuses(&self, value: Raw<'_>) -> Option<(Place, Problem)> {
        let whole = |problem: Option<Problem>| problem.map(|problem| (value.place(), problem));
        match self.shape {
            Shape::Boolean => whole((value.kind() != Kind::Boolean).then_some(Problem::WrongType)),
            Shape::Integer | Shape::Number => whole(self.refuses_number(value)),
            Shape::SingleChoice | Shape::Text => whole(self.refuses_text(value)),
            Shape::MultipleChoice => self.refuses_list(value),
            Shape::Nested | Shape::Unsupported => None,
        }
    }

    fn refuses_number(&self, value: Raw<'_>) -> Option<Problem> {
        let Some(number) = value.number() else { return Some(Problem::WrongType) };
        if self.shape == Shape::Integer && !decimal::is_integer(number) {
            return Some(Problem::NotWhole);
        }
        let (least, most) = self.bounds.valid(self.shape);
        if least.is_some_and(|least| decimal::compare(number, least.source()).is_lt()) {
            return Some(Problem::TooSmall);
        }
        most.is_some_and(|most| decimal::compare(number, most.source()).is_gt()).then_some(Problem::TooGreat)
    }

    fn refuses_text(&self, value: Raw<'_>) -> Option<Problem> {
        let Some(text) = value.text() else { return Some(Problem::WrongType) };
        let (least, most) = self.bounds.valid(self.shape);
        if least.is_some() || most.is_some() {
            let length = text.chars().count();
            if least.and_then(bounds::count).is_some_and(|least| length < least) {
                return Some(Problem::TooShort);
            }
            if most.and_then(bounds::count).is_some_and(|most| length > most) {
                return Some(Problem::TooLong);
            }
        }
        if self.shape == Shape::SingleChoice {
            let is_known = self.wrong_choices(false).is_some() || self.choices.contain(&text);
            return (!is_known).then_some(Problem::NotAChoice);
        }
        let format = self.known_format();
        format.is_some_and(|format| !format.fits(&text)).then_some(Problem::NotOfFormat)
    }

    fn refuses_list(&self, value: Raw<'_>) -> Option<(Place, Problem)> {
        if value.kind() != Kind::Array {
            return Some((value.place(), Problem::WrongType));
        }
        if let Some(other) = value.elements().find(|element| element.kind() != Kind::String) {
            return Some((other.place(), Problem::WrongType));
        }
        let length = value.elements().count();
        let (least, most) = self.bounds.valid(self.shape);
        if least.and_then(bounds::count).is_some_and(|least| length < least) {
            return Some((value.place(), Problem::TooFew));
        }
        if most.and_then(bounds::count).is_some_and(|most| length > most) {
            return Some((value.place(), Problem::TooMany));
        }
        if self.wrong_choices(false).is_some() {
            return None;
        }
        let choices = self.chosen_from();
        let unknown = match length > FEW {
            true => {
                let known: BTreeSet<_> = choices.options().map(|option| option.value.as_str().to_owned()).collect();
                value.elements().filter_map(Raw::text).find(|text| !known.contains(text.as_str()))
            }
            false => value.elements().filter_map(Raw::text).find(|text| !choices.contain(text)),
        };
        unknown.map(|text| (text.place(), Problem::NotAChoice))
    }

    /// The format of a text field, where it is one of the four.
    pub(crate) fn known_format(&self) -> Option<Format> {
        self.format.text().and_then(|format| Format::of(format))
    }
}

impl Choices<'_> {
    fn contain(&self, value: &str) -> bool {
        self.options().any(|option| option.value.as_str() == value)
    }
}

impl DefaultValue {
    /// A default as it was sent. None for null and objects, which are no value of a field.
    pub(crate) fn of(raw: Raw<'_>) -> Option<Self> {
        match raw.kind() {
            Kind::Boolean => Some(Self::Boolean(raw.source() == "true")),
            Kind::Number => Some(Self::Number(raw.source().to_owned())),
            Kind::String => Some(Self::Text(raw.text()?.as_str().to_owned())),
            Kind::Array => {
                let texts = raw.elements().filter_map(Raw::text);
                Some(Self::List(texts.map(|text| text.as_str().to_owned()).collect()))
            }
            Kind::Null | Kind::Object => None,
        }
    }
}
