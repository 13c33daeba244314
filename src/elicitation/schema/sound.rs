//! What is wrong with a field of a supported type.
//! In: a read field. Out: stray keywords, faults of its choices, bounds that contradict each other.
//! Never: a word about a field of an unsupported type; that is its one fault.

use crate::json::Kind;
use crate::json::Member;
use crate::json::Raw;
use crate::text::Place;
use crate::text::Text;

use super::Bounds;
use super::Choices;
use super::Field;
use super::Keywords;
use super::Shape;
use super::bounds;
use super::choices::List;
use super::decimal;
use super::field::Items;

/// Choices that are compared one with another.
const FEW: usize = 16;

/// Why a keyword says nothing to a client, or makes it refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stray {
    /// No revision has it in a form.
    Unknown,
    /// It belongs to fields of another type.
    Misplaced,
    /// Its value is of a wrong type.
    WrongValue,
}

impl Stray {
    fn of(keyword: Keywords) -> Self {
        match keyword {
            Keywords::OTHER | Keywords::ONE_OF | Keywords::ANY_OF => Self::Unknown,
            _ => Self::Misplaced,
        }
    }
}

impl<'a> Field<'a> {
    /// True for a field that says what kind of value it takes.
    fn is_typed(&self) -> bool {
        !matches!(self.shape, Shape::Nested | Shape::Unsupported)
    }

    /// Visits the keywords that a field of this type does not have, by their key.
    pub(crate) fn stray_keywords(&self, mut visit: impl FnMut(&Text<'a>, Stray)) {
        if !self.is_typed() {
            return;
        }
        let allowed = self.allowed();
        if !self.has_wrong_value() && allowed.contains(self.present()) && self.items.is_none_or(Items::is_plain) {
            return;
        }
        let Some(source) = self.source else { return };
        source.cursor().object(|key, cursor| {
            let keyword = Keywords::of(key);
            let Some(value) = cursor.raw() else { return };
            if !allowed.contains(keyword) {
                visit(key, Stray::of(keyword));
            } else if self.is_wrong_value(keyword, value) {
                visit(key, Stray::WrongValue);
            } else if let (Keywords::ITEMS, Some(items)) = (keyword, self.items) {
                items.stray_keywords(value, &mut visit);
            }
        });
    }

    /// The keywords that are there, of those that some fields do not have.
    fn present(&self) -> Keywords {
        let Bounds { minimum, maximum, min_length, max_length, min_items, max_items } = self.bounds;
        let Choices { values, names, one_of, any_of } = self.choices;
        let present = [
            (minimum.is_some(), Keywords::MINIMUM),
            (maximum.is_some(), Keywords::MAXIMUM),
            (min_length.is_some(), Keywords::MIN_LENGTH),
            (max_length.is_some(), Keywords::MAX_LENGTH),
            (min_items.is_some(), Keywords::MIN_ITEMS),
            (max_items.is_some(), Keywords::MAX_ITEMS),
            (values.is_some(), Keywords::ENUM),
            (names.is_some(), Keywords::ENUM_NAMES),
            (one_of.is_some(), Keywords::ONE_OF),
            (any_of.is_some(), Keywords::ANY_OF),
            (self.items.is_some(), Keywords::ITEMS),
            (!self.format.is_absent(), Keywords::FORMAT),
            (self.has_unknown, Keywords::OTHER),
        ];
        let there = present.into_iter().filter(|(is_there, _)| *is_there);
        there.fold(Keywords::IGNORED, |all, (_, keyword)| all.with(keyword))
    }

    /// The keywords that a field like this may have. Choices on a field that cannot have them are a fault of these.
    fn allowed(&self) -> Keywords {
        let allowed = Keywords::of_shape(self.shape);
        if self.shape == Shape::MultipleChoice {
            return allowed;
        }
        let allowed = allowed.with(Keywords::ENUM).with(Keywords::ENUM_NAMES);
        // Beside an `enum`, clients drop every other list.
        if self.choices.values.is_some() {
            return allowed;
        }
        let chooses = |list: Option<List<'_>>| list.is_some_and(|list| list.chooses());
        match (chooses(self.choices.one_of), chooses(self.choices.any_of)) {
            (true, _) => allowed.with(Keywords::ONE_OF),
            (false, true) => allowed.with(Keywords::ANY_OF),
            (false, false) => allowed,
        }
    }

    fn has_wrong_value(&self) -> bool {
        let is_wrong = |member: &Member<'_>| matches!(member, Member::Other(_));
        let (least, most) = self.bounds.of(self.shape);
        let is_no_bound = |bound: Option<Raw<'_>>| bound.is_some_and(|bound| !bounds::is_bound(bound, self.shape));
        is_wrong(&self.title) || is_wrong(&self.description) || is_no_bound(least) || is_no_bound(most)
    }

    fn is_wrong_value(&self, keyword: Keywords, value: Raw<'_>) -> bool {
        match keyword {
            Keywords::TITLE | Keywords::DESCRIPTION => value.kind() != Kind::String,
            Keywords::MINIMUM
            | Keywords::MAXIMUM
            | Keywords::MIN_LENGTH
            | Keywords::MAX_LENGTH
            | Keywords::MIN_ITEMS
            | Keywords::MAX_ITEMS => !bounds::is_bound(value, self.shape),
            _ => false,
        }
    }

    /// Where the choices are no form of an enumeration, and why. `before_titles` is 2025-06-18, which knows `enum` and
    /// `enumNames` only.
    pub(crate) fn wrong_choices(&self, before_titles: bool) -> Option<(Place, &'static str)> {
        match self.shape {
            Shape::Boolean | Shape::Integer | Shape::Number => self.choices_without_text(),
            Shape::Text => self.choices.names.map(|names| (names.place(), "`enumNames` without `enum`")),
            Shape::SingleChoice => self.wrong_single(before_titles),
            Shape::MultipleChoice => self.wrong_multiple(),
            Shape::Nested | Shape::Unsupported => None,
        }
    }

    fn choices_without_text(&self) -> Option<(Place, &'static str)> {
        let list = self.choices.values.or(self.choices.names).or_else(|| self.choices.pairs());
        list.map(|list| (list.place(), "only a field of type string has choices"))
    }

    fn wrong_single(&self, before_titles: bool) -> Option<(Place, &'static str)> {
        let choices = &self.choices;
        if let Some(values) = choices.values {
            let names = choices.names.filter(|names| !names.is_texts() || names.count != values.count);
            return match (values.is_texts(), names) {
                (false, _) => Some((values.place(), "`enum` must be a list of strings that is not empty")),
                (true, Some(names)) => Some((names.place(), "`enumNames` must have one string for each value")),
                (true, None) => None,
            };
        }
        let pairs = choices.pairs()?;
        if choices.one_of.is_none_or(|list| !list.chooses()) {
            return Some((pairs.place(), "one choice of several is written with `oneOf`"));
        }
        match (pairs.is_pairs(), choices.names) {
            _ if before_titles => Some((pairs.place(), "`oneOf` came with 2025-11-25")),
            (false, _) => Some((pairs.place(), "each choice must have the strings `const` and `title`")),
            (true, Some(names)) => Some((names.place(), "`enumNames` without `enum`")),
            (true, None) => None,
        }
    }

    fn wrong_multiple(&self) -> Option<(Place, &'static str)> {
        let Some(items) = self.items else { return Some((self.place, "a list of choices must have `items`")) };
        if let Some(values) = items.choices.values {
            return match (values.is_texts(), items.is_text) {
                (false, _) => Some((values.place(), "`enum` must be a list of strings that is not empty")),
                (true, false) => Some((values.place(), "`items` with `enum` must have the type string")),
                (true, true) => None,
            };
        }
        match items.choices.any_of.filter(|list| list.chooses()) {
            Some(pairs) if pairs.is_pairs() => None,
            Some(pairs) => Some((pairs.place(), "each choice must have the strings `const` and `title`")),
            None => items.choices.one_of.map(|list| (list.place(), "several choices are written with `anyOf`")),
        }
    }

    /// Where bounds leave no value, and why.
    pub(crate) fn contradiction(&self) -> Option<(Place, &'static str)> {
        let (least, most) = self.bounds.valid(self.shape);
        if let (Some(least), Some(most)) = (least, most) {
            let (lower, upper) = (least.source(), most.source());
            if decimal::compare(lower, upper).is_gt() {
                return Some((least.place(), "the least is more than the most"));
            }
            if self.shape == Shape::Integer && !decimal::spans_integer(lower, upper) {
                return Some((least.place(), "no whole number lies between the bounds"));
            }
        }
        if self.shape != Shape::MultipleChoice || self.wrong_multiple().is_some() {
            return None;
        }
        let least = least?;
        let too_many = bounds::count(least).is_some_and(|least| least > self.chosen_from().count());
        too_many.then_some((least.place(), "more choices are asked for than there are"))
    }

    /// Where two choices with different labels stand for one value, so that it is not the person who chooses.
    pub(crate) fn ambiguous_choice(&self) -> Option<(Place, &'static str)> {
        let choices = self.chosen_from();
        let is_labelled = choices.values.is_none() || choices.names.is_some();
        if !is_labelled || self.wrong_choices(false).is_some() {
            return None;
        }
        let place = match choices.count() {
            0..=FEW => choices.options().enumerate().find_map(|(index, option)| {
                let mut before = choices.options().take(index);
                before.any(|other| other.contradicts(&option)).then(|| option.place())
            }),
            _ => {
                let mut options: Vec<_> = choices.options().collect();
                options.sort_by(|one, other| {
                    one.value.as_str().cmp(&other.value).then_with(|| one.place().cmp(&other.place()))
                });
                let pairs = options.iter().zip(options.iter().skip(1));
                pairs.filter(|(one, other)| one.contradicts(other)).map(|(_, other)| other.place()).min()
            }
        };
        place.map(|place| (place, "two choices with different labels stand for one value"))
    }
}

impl<'a> Items<'a> {
    const ALLOWED: Keywords = Keywords::TYPE.with(Keywords::TITLE).with(Keywords::DESCRIPTION);

    fn allowed(self) -> Keywords {
        Self::ALLOWED.with(match self.choices {
            choices if choices.values.is_some() => Keywords::ENUM,
            choices if choices.any_of.is_some_and(|list| list.chooses()) => Keywords::ANY_OF,
            _ => Keywords::ONE_OF,
        })
    }

    fn is_plain(self) -> bool {
        self.allowed().contains(self.keywords)
    }

    fn stray_keywords(self, source: Raw<'a>, visit: &mut impl FnMut(&Text<'a>, Stray)) {
        let allowed = self.allowed();
        source.cursor().object(|key, _| {
            let keyword = Keywords::of(key);
            if !allowed.contains(keyword) {
                visit(key, Stray::of(keyword));
            }
        });
    }
}
