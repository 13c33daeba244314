//! The keywords of a definition.
//! In: a key, a shape. Out: a set of keywords; those that a field of the shape may have.
//! Never: a look at a value.

use super::Shape;

/// A set of keywords.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Keywords(u32);

impl Keywords {
    /// What says nothing to a form: `$schema`, `$comment`, `x-...`.
    pub(super) const IGNORED: Self = Self(0);
    pub(super) const TYPE: Self = Self(1);
    pub(super) const TITLE: Self = Self(1 << 1);
    pub(super) const DESCRIPTION: Self = Self(1 << 2);
    pub(super) const DEFAULT: Self = Self(1 << 3);
    pub(super) const PATTERN: Self = Self(1 << 4);
    pub(super) const FORMAT: Self = Self(1 << 5);
    pub(super) const MINIMUM: Self = Self(1 << 6);
    pub(super) const MAXIMUM: Self = Self(1 << 7);
    pub(super) const MIN_LENGTH: Self = Self(1 << 8);
    pub(super) const MAX_LENGTH: Self = Self(1 << 9);
    pub(super) const MIN_ITEMS: Self = Self(1 << 10);
    pub(super) const MAX_ITEMS: Self = Self(1 << 11);
    pub(super) const ITEMS: Self = Self(1 << 12);
    pub(super) const ENUM: Self = Self(1 << 13);
    pub(super) const ENUM_NAMES: Self = Self(1 << 14);
    pub(super) const ONE_OF: Self = Self(1 << 15);
    pub(super) const ANY_OF: Self = Self(1 << 16);
    pub(super) const PROPERTIES: Self = Self(1 << 17);
    /// Every other keyword: no revision has it in a form.
    pub(super) const OTHER: Self = Self(1 << 31);

    const COMMON: Self = Self::TYPE.with(Self::TITLE).with(Self::DESCRIPTION).with(Self::DEFAULT).with(Self::PATTERN);
    const OF_TEXT: Self = Self::COMMON.with(Self::FORMAT).with(Self::MIN_LENGTH).with(Self::MAX_LENGTH);

    pub(super) fn of(key: &str) -> Self {
        match key {
            "type" => Self::TYPE,
            "title" => Self::TITLE,
            "description" => Self::DESCRIPTION,
            "default" => Self::DEFAULT,
            "pattern" => Self::PATTERN,
            "format" => Self::FORMAT,
            "minimum" => Self::MINIMUM,
            "maximum" => Self::MAXIMUM,
            "minLength" => Self::MIN_LENGTH,
            "maxLength" => Self::MAX_LENGTH,
            "minItems" => Self::MIN_ITEMS,
            "maxItems" => Self::MAX_ITEMS,
            "items" => Self::ITEMS,
            "enum" => Self::ENUM,
            "enumNames" => Self::ENUM_NAMES,
            "oneOf" => Self::ONE_OF,
            "anyOf" => Self::ANY_OF,
            "properties" => Self::PROPERTIES,
            _ if is_ignored(key) => Self::IGNORED,
            _ => Self::OTHER,
        }
    }

    /// What a field of the shape may have, lists of choices aside.
    pub(super) fn of_shape(shape: Shape) -> Self {
        match shape {
            Shape::Boolean => Self::COMMON,
            Shape::Integer | Shape::Number => Self::COMMON.with(Self::MINIMUM).with(Self::MAXIMUM),
            Shape::MultipleChoice => Self::COMMON.with(Self::ITEMS).with(Self::MIN_ITEMS).with(Self::MAX_ITEMS),
            Shape::SingleChoice | Shape::Text => Self::OF_TEXT,
            Shape::Nested | Shape::Unsupported => Self(u32::MAX),
        }
    }

    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// True for a key that may stand in any schema and asks for nothing.
pub(super) fn is_ignored(key: &str) -> bool {
    matches!(key, "$schema" | "$comment") || key.starts_with("x-")
}
