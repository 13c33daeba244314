//! Fields by their name.
//! In: the fields of a form, a name. Out: the index of the field.
//! Never: work that grows faster than the form and what is looked up in it.

use super::Field;

/// Fields that are looked through one after another.
const FEW: usize = 16;

/// Finds fields: one after another where there are few, by order where there are many.
pub(crate) struct Names {
    /// Indexes in the order of the names; empty where there are few.
    order: Vec<usize>,
}

impl Names {
    pub(crate) fn of(fields: &[Field<'_>]) -> Self {
        let mut order = Vec::new();
        if fields.len() > FEW {
            order.extend(0..fields.len());
            order.sort_by_key(|index| fields.get(*index).map(|field| field.name.as_str()));
        }
        Self { order }
    }

    /// The field of this name; the last one where the name is repeated.
    pub(crate) fn find(&self, fields: &[Field<'_>], name: &str) -> Option<usize> {
        if fields.len() <= FEW {
            return fields.iter().rposition(|field| field.name.as_str() == name);
        }
        let named = |index: &usize| fields.get(*index).map_or("", |field| field.name.as_str());
        let end = self.order.partition_point(|index| named(index) <= name);
        let last = *self.order.get(end.checked_sub(1)?)?;
        (named(&last) == name).then_some(last)
    }
}
