//! Rules that are data only.
//! In: the `[match]` of a contract. Out: compiled patterns, and what they find in a text.
//! Never: a pattern without a size limit.

use std::ops::Range;

use regex::Regex;
use regex::RegexBuilder;

use super::Target;
use super::contract::PatternSource;
use crate::error::Error;

/// Bytes that one compiled pattern may take.
const SIZE_LIMIT: usize = 1 << 18;

/// The compiled `[match]` of a rule.
pub(crate) struct Pattern {
    target: Target,
    any: Vec<Regex>,
    none: Vec<Regex>,
}

impl Pattern {
    /// Compiles the patterns of rule `id`.
    ///
    /// # Errors
    /// If a pattern is wrong or too large.
    pub(super) fn compile(id: &str, source: &PatternSource) -> Result<Self, Error> {
        let compile = |pattern: &str| {
            RegexBuilder::new(pattern)
                .size_limit(SIZE_LIMIT)
                .build()
                .map_err(|error| Error::rule(format!("rule `{id}`: the pattern `{pattern}` is wrong")).because(error))
        };
        Ok(Self {
            target: source.target,
            any: source.any.iter().map(|pattern| compile(pattern)).collect::<Result<_, _>>()?,
            none: source.none.iter().map(|pattern| compile(pattern)).collect::<Result<_, _>>()?,
        })
    }

    pub(super) fn target(&self) -> Target {
        self.target
    }

    /// The first match of `any` in a text in which nothing of `none` matches.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        let found = self.any.iter().find_map(|pattern| pattern.find(text))?;
        let excluded = self.none.iter().any(|pattern| pattern.is_match(text));
        (!excluded).then(|| found.range())
    }
}
