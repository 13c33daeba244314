//! A form, for those who build one.
//! In: a read schema. Out: fields with label, kind, bounds, choices and default, as owned values.
//! Never: a field that is left out; one of an unknown type is there and says so.

use super::DefaultValue;
use super::Field;
use super::Format;
use super::RequestedSchema;
use super::Shape;
use super::bounds;
use crate::json::Raw;

/// What a field takes, and how it bounds it.
///
/// Lengths count Unicode code points. Bounds of numbers keep their JSON spelling, so that no digit is lost. A bound that
/// is no number is left out, as clients drop it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum FieldKind {
    /// true or false
    Boolean,
    /// A whole number.
    Integer {
        /// The least that it may be.
        minimum: Option<String>,
        /// The greatest that it may be.
        maximum: Option<String>,
    },
    /// Some of several choices (2025-11-25 and later).
    MultipleChoice {
        /// What to choose from.
        choices: Vec<Choice>,
        /// How many must be chosen at least.
        min_items: Option<usize>,
        /// How many may be chosen at most.
        max_items: Option<usize>,
    },
    /// A number.
    Number {
        /// The least that it may be.
        minimum: Option<String>,
        /// The greatest that it may be.
        maximum: Option<String>,
    },
    /// One of several choices.
    SingleChoice {
        /// What to choose from.
        choices: Vec<Choice>,
    },
    /// A text.
    Text {
        /// The least length.
        min_length: Option<usize>,
        /// The greatest length.
        max_length: Option<usize>,
        /// What the text must be; none also for a format that no revision knows.
        format: Option<Format>,
    },
    /// A type that no form may have. The report blocks.
    Unsupported,
}

/// One thing to choose. Both texts are as they came: escape them before they are shown.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Choice {
    /// What the answer must hold.
    pub value: String,
    /// What the person reads: the title of the choice, else its value.
    pub label: String,
}

impl<'a> RequestedSchema<'a> {
    /// The fields in the order in which they were sent.
    #[must_use]
    pub fn fields(&self) -> &[Field<'a>] {
        &self.fields
    }

    /// The `title` of the form, as it came. No revision has one, and generators write it.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.text().map(|text| text.as_str())
    }

    /// The `description` of the form, as it came.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.text().map(|text| text.as_str())
    }
}

impl Field<'_> {
    /// The name, as an answer must spell it.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// The `title`, as it came.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.text().map(|text| text.as_str())
    }

    /// The `description`, as it came.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.text().map(|text| text.as_str())
    }

    /// True where the answer must have the field.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.required
    }

    /// The value to fill in beforehand (2025-11-25, client/elicitation: clients SHOULD). None where there is none, and
    /// where the field itself refuses it.
    #[must_use]
    pub fn default(&self) -> Option<DefaultValue> {
        let default = self.default.filter(|default| self.refuses(*default).is_none())?;
        DefaultValue::of(default)
    }

    /// What the field takes.
    #[must_use]
    pub fn kind(&self) -> FieldKind {
        let (least, most) = self.bounds.valid(self.shape);
        let count = |bound: Option<Raw<'_>>| bound.and_then(bounds::count);
        let number = |bound: Option<Raw<'_>>| bound.map(|bound| bound.source().to_owned());
        match self.shape {
            Shape::Boolean => FieldKind::Boolean,
            Shape::Integer => FieldKind::Integer { minimum: number(least), maximum: number(most) },
            Shape::Number => FieldKind::Number { minimum: number(least), maximum: number(most) },
            Shape::MultipleChoice => {
                FieldKind::MultipleChoice { choices: self.options(), min_items: count(least), max_items: count(most) }
            }
            Shape::SingleChoice => FieldKind::SingleChoice { choices: self.options() },
            Shape::Text => {
                FieldKind::Text { min_length: count(least), max_length: count(most), format: self.known_format() }
            }
            Shape::Nested | Shape::Unsupported => FieldKind::Unsupported,
        }
    }

    fn options(&self) -> Vec<Choice> {
        let options = self.chosen_from().options().map(|option| {
            let value = option.value.as_str().to_owned();
            let label = option.label.map_or_else(|| value.clone(), |label| label.as_str().to_owned());
            Choice { value, label }
        });
        options.collect()
    }
}
