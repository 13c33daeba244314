//! What a person chooses from.
//! In: `enum`, `enumNames`, `oneOf`, `anyOf`. Out: lists with what they hold, options by value and label.
//! Never: a copy of an option; lists stay raw and are iterated.

use crate::json::Cursor;
use crate::json::Elements;
use crate::json::Kind;
use crate::json::Raw;
use crate::limits::Limit;
use crate::limits::Limits;
use crate::text::Place;
use crate::text::Text;

use super::Exceeded;

/// The lists of choices beside each other in one definition.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Choices<'a> {
    /// `enum`: the values.
    pub(crate) values: Option<List<'a>>,
    /// `enumNames`: labels beside `enum`.
    pub(crate) names: Option<List<'a>>,
    /// `oneOf`: pairs of `const` and `title`, of which one is chosen.
    pub(crate) one_of: Option<List<'a>>,
    /// `anyOf`: the same, of which several are chosen.
    pub(crate) any_of: Option<List<'a>>,
}

/// A list and what its elements are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List<'a> {
    pub(crate) raw: Raw<'a>,
    pub(crate) count: usize,
    elements: Kinds,
}

/// What the elements of a list are, found while it is read.
#[derive(Clone, Copy, Debug)]
struct Kinds {
    is_array: bool,
    /// Every element is a string.
    all_texts: bool,
    /// Every element is an object with the strings `const` and `title`.
    all_pairs: bool,
    /// Some element is no schema to combine: it has a `const` or `title`, or is no object.
    some_choice: bool,
    /// Some element has the type `null`.
    some_null: bool,
}

/// One thing to choose: the value of the answer, and what the person reads.
#[derive(Clone, Debug)]
pub(crate) struct OptionOf<'a> {
    pub(crate) value: Text<'a>,
    pub(crate) label: Option<Text<'a>>,
}

/// Iterates over the options of lists in order; ends at one that has no value.
pub(crate) struct Options<'a> {
    elements: Option<Elements<'a>>,
    labels: Option<Elements<'a>>,
}

impl OptionOf<'_> {
    pub(super) fn place(&self) -> Place {
        self.value.place()
    }

    /// True for two labels of one value.
    pub(super) fn contradicts(&self, other: &Self) -> bool {
        let labels =
            (self.label.as_ref().map(|label| label.as_str()), other.label.as_ref().map(|label| label.as_str()));
        self.value.as_str() == other.value.as_str() && labels.0 != labels.1
    }
}

impl<'a> Choices<'a> {
    /// True where there is something to choose from, well or badly written.
    pub(super) fn are_there(&self) -> bool {
        self.values.is_some() || self.pairs().is_some()
    }

    /// True where one alternative is `null`, as generators write for a value that may be left out.
    pub(super) fn allow_null(&self) -> bool {
        self.alternatives().any(|list| list.elements.some_null)
    }

    /// `oneOf` or `anyOf`, where it lists choices and does not combine schemas.
    pub(super) fn pairs(&self) -> Option<List<'a>> {
        self.alternatives().find(List::chooses)
    }

    fn alternatives(&self) -> impl Iterator<Item = List<'a>> + use<'a> {
        [self.one_of, self.any_of].into_iter().flatten()
    }

    /// Every list, for texts that a person may read.
    pub(super) fn lists(&self) -> impl Iterator<Item = Raw<'a>> + use<'a> {
        [self.values, self.names, self.one_of, self.any_of].into_iter().flatten().map(|list| list.raw)
    }

    /// The options, of `enum` where it is there.
    pub(crate) fn options(&self) -> Options<'a> {
        let list = self.values.or_else(|| self.pairs());
        let names = self.names.filter(|names| list.is_some_and(|list| list.count == names.count));
        Options {
            elements: list.map(|list| list.raw.elements()),
            labels: names.filter(|_| self.values.is_some()).map(|names| names.raw.elements()),
        }
    }

    /// How many options there are.
    pub(crate) fn count(&self) -> usize {
        self.values.or_else(|| self.pairs()).map_or(0, |list| list.count)
    }
}

impl<'a> List<'a> {
    pub(super) fn read(cursor: &mut Cursor<'a>, limits: &Limits, exceeded: &mut Exceeded) -> Option<Self> {
        let mut kinds =
            Kinds { is_array: false, all_texts: true, all_pairs: true, some_choice: false, some_null: false };
        let mut count = 0;
        let raw = cursor.raw_of(|cursor| {
            kinds.is_array = cursor.array(|_, cursor| {
                count += 1;
                kinds.take(cursor);
            });
        })?;
        kinds.some_choice |= count == 0;
        if count > limits.options {
            exceeded.push((Limit::Options, raw.place()));
        }
        Some(Self { raw, count, elements: kinds })
    }

    /// True where the list names choices, well or badly, and does not combine schemas.
    pub(super) fn chooses(&self) -> bool {
        self.elements.some_choice
    }

    /// True for a list of strings with something in it.
    pub(super) fn is_texts(&self) -> bool {
        self.elements.is_array && self.elements.all_texts && self.count > 0
    }

    /// True for a list of pairs with something in it.
    pub(super) fn is_pairs(&self) -> bool {
        self.elements.is_array && self.elements.all_pairs && self.count > 0
    }

    pub(crate) fn place(&self) -> Place {
        self.raw.place()
    }
}

impl Kinds {
    fn take(&mut self, cursor: &mut Cursor<'_>) {
        if cursor.kind() != Some(Kind::Object) {
            self.all_texts &= cursor.kind() == Some(Kind::String);
            self.all_pairs = false;
            self.some_choice = true;
            return;
        }
        let (mut value, mut title) = (None, None);
        cursor.object(|key, cursor| match key.as_str() {
            "const" => value = cursor.kind(),
            "title" => title = cursor.kind(),
            "type" => self.some_null |= cursor.string().is_some_and(|word| word.as_str() == "null"),
            _ => {}
        });
        self.all_texts = false;
        self.all_pairs &= value == Some(Kind::String) && title == Some(Kind::String);
        self.some_choice |= value.is_some() || title.is_some();
    }
}

impl<'a> Iterator for Options<'a> {
    type Item = OptionOf<'a>;

    fn next(&mut self) -> Option<OptionOf<'a>> {
        let element = self.elements.as_mut()?.next()?;
        let label = self.labels.as_mut().and_then(Iterator::next);
        match element.kind() {
            Kind::Object => {
                Some(OptionOf { value: element.get("const")?.text()?, label: element.get("title")?.text() })
            }
            _ => Some(OptionOf { value: element.text()?, label: label.and_then(Raw::text) }),
        }
    }
}
