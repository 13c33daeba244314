//! What a value says, as a number to compare by.
//! In: a value. Out: the same digest for the same value, however it is spelled and whatever the order of its keys.
//! Never: the value itself, a difference between two runs.

use std::hash::DefaultHasher;
use std::hash::Hash;
use std::hash::Hasher;

use super::Cursor;
use super::Kind;
use super::Raw;

/// Stands for a value that is not kept. 128 bits, so that nobody finds two values that look like one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Digest(u64, u64);

impl Digest {
    pub(crate) fn of<T: Hash + ?Sized>(value: &T) -> Self {
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            salt.hash(&mut hasher);
            value.hash(&mut hasher);
            hasher.finish()
        };
        Self(half(0), half(1))
    }

    /// Adds a digest; the order of those that are added does not count.
    fn add(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
        self.1 = self.1.wrapping_add(other.1);
    }

    /// Reads the next value.
    fn read(cursor: &mut Cursor<'_>) -> Self {
        match cursor.kind() {
            Some(Kind::Object) => Self::of(&("object", Self::members(cursor, &[]))),
            Some(Kind::Array) => {
                let mut elements = Self::default();
                cursor.array(|_, cursor| elements = Self::of(&(elements, Self::read(cursor))));
                Self::of(&("array", elements))
            }
            Some(Kind::String) => Self::of(&("string", cursor.string().as_deref())),
            _ => Self::of(&("scalar", cursor.raw().map(Raw::source))),
        }
    }

    fn members(cursor: &mut Cursor<'_>, without: &[&str]) -> Self {
        let mut members = Self::default();
        cursor.object(|key, cursor| {
            if !without.contains(&key.as_str()) {
                members.add(Self::of(&(key.as_str(), Self::read(cursor))));
            }
        });
        members
    }
}

impl Raw<'_> {
    pub(crate) fn digest(self) -> Digest {
        Digest::read(&mut self.cursor())
    }

    /// The digest of an object without some of its members.
    pub(crate) fn digest_without(self, names: &[&str]) -> Digest {
        Digest::of(&("object", Digest::members(&mut self.cursor(), names)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Place;

    fn digest(text: &str) -> Digest {
        Digest::read(&mut Cursor::new(text, Place::START, 64))
    }

    #[test]
    fn spelling_and_order_of_keys_do_not_count() {
        let plain = digest(r#"{"a":[1,"b",null],"c":{"d":true,"e":""}}"#);
        for same in [
            r#" { "c" : { "e":"", "d":true }, "a":[ 1, "b", null ] } "#,
            r#"{"\u0061":[1,"\u0062",null],"c":{"d":true,"e":""}}"#,
        ] {
            assert_eq!(digest(same), plain, "{same}");
        }
    }

    #[test]
    fn what_is_said_counts() {
        let texts = [
            "{}",
            "[]",
            "null",
            "\"\"",
            "\"null\"",
            "1",
            "\"1\"",
            "true",
            "[[]]",
            "[{}]",
            "[1,2]",
            "[2,1]",
            "[12]",
            r#"{"a":1}"#,
            r#"{"a":"1"}"#,
            r#"{"b":1}"#,
            r#"{"a":1,"b":1}"#,
            r#"{"a":{"b":1}}"#,
            r#"{"a":1,"a":1}"#,
        ];
        let digests: std::collections::BTreeSet<_> = texts.iter().map(|text| digest(text)).collect();
        assert_eq!(digests.len(), texts.len());
    }

    #[test]
    fn members_that_are_left_out_do_not_count() {
        let without = |text| Cursor::new(text, Place::START, 64).raw().map(|raw| raw.digest_without(&["b"]));
        assert_eq!(without(r#"{"a":1,"b":2}"#), without(r#"{"b":{"a":3},"a":1}"#));
        assert_ne!(without(r#"{"a":1}"#), without(r#"{"a":2}"#));
    }
}
