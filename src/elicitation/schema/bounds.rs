//! The bounds of a field.
//! In: `minimum`, `maxLength` and the like, raw. Out: the two that count for a shape, as numbers.
//! Never: a rounded number.

use crate::json::Raw;

use super::Shape;
use super::decimal;

/// The bounds of a definition, of whatever type it is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bounds<'a> {
    pub(super) minimum: Option<Raw<'a>>,
    pub(super) maximum: Option<Raw<'a>>,
    pub(super) min_length: Option<Raw<'a>>,
    pub(super) max_length: Option<Raw<'a>>,
    pub(super) min_items: Option<Raw<'a>>,
    pub(super) max_items: Option<Raw<'a>>,
}

/// The least and the greatest number that a field takes, in the JSON source of the schema.
pub(super) type Range<'a> = (Option<Raw<'a>>, Option<Raw<'a>>);

impl<'a> Bounds<'a> {
    /// The bounds of a field of this shape, as they stand there.
    pub(super) fn of(&self, shape: Shape) -> Range<'a> {
        match shape {
            Shape::Integer | Shape::Number => (self.minimum, self.maximum),
            Shape::SingleChoice | Shape::Text => (self.min_length, self.max_length),
            Shape::MultipleChoice => (self.min_items, self.max_items),
            Shape::Boolean | Shape::Nested | Shape::Unsupported => (None, None),
        }
    }

    /// The same without those that bound nothing: no number, or no count where something is counted.
    pub(super) fn valid(&self, shape: Shape) -> Range<'a> {
        let (least, most) = self.of(shape);
        let valid = |bound: Option<Raw<'a>>| bound.filter(|bound| is_bound(*bound, shape));
        (valid(least), valid(most))
    }
}

/// True where the value bounds a field of the shape.
pub(super) fn is_bound(bound: Raw<'_>, shape: Shape) -> bool {
    match shape {
        Shape::Integer | Shape::Number => bound.number().is_some(),
        _ => count(bound).is_some(),
    }
}

/// The count that a bound stands for.
pub(super) fn count(bound: Raw<'_>) -> Option<usize> {
    bound.number().and_then(decimal::count)
}
