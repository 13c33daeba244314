//! A member of an object.
//! In: what stood under its name. Out: absent, a text, or something else.
//! Never: null for absent.

use super::Raw;
use crate::text::{Place, Text};

/// A member of an object: rules tell absent, text and wrong type apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Member<'a> {
    #[default]
    Absent,
    Other(Raw<'a>),
    Text(Text<'a>),
}

impl<'a> Member<'a> {
    pub(crate) fn text(&self) -> Option<&Text<'a>> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    pub(crate) fn place(&self) -> Option<Place> {
        match self {
            Self::Absent => None,
            Self::Other(raw) => Some(raw.place()),
            Self::Text(text) => Some(text.place()),
        }
    }
}
