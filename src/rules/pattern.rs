//! Rules that are data only.
//! In: the `[match]` of a contract. Out: compiled patterns, and what they find in a text.
//! Never: a pattern without a size limit.

use std::borrow::Cow;
use std::ops::Range;

use regex::Regex;
use regex::RegexBuilder;

use super::Target;
use super::contract::PatternSource;
use crate::error::Error;
use crate::text::Part;
use crate::text::Span;

/// Bytes that one compiled pattern may take.
const SIZE_LIMIT: usize = 1 << 18;

/// Where a text that is matched stands in the decoded text of its part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) part: Part,
    pub(crate) span: Span,
    /// True where it stands there letter for letter, and not in another spelling.
    pub(crate) is_literal: bool,
}

impl Standing {
    pub(crate) fn literal(part: Part, span: Span) -> Self {
        Self { part, span, is_literal: true }
    }

    /// The span in the part of a range in the text; the whole text where it stands there in another spelling.
    pub(super) fn span_of(self, found: Range<usize>) -> Span {
        let start = self.span.range().start;
        if self.is_literal { Span::new(start + found.start, start + found.end) } else { self.span }
    }
}

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
        let compile = |pattern: &Cow<'_, str>| compile(id, pattern);
        Ok(Self {
            target: source.target,
            any: source.any.iter().map(compile).collect::<Result<_, _>>()?,
            none: source.none.iter().map(compile).collect::<Result<_, _>>()?,
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

/// Compiles a pattern of rule `id`.
pub(super) fn compile(id: &str, pattern: &str) -> Result<Regex, Error> {
    RegexBuilder::new(pattern).size_limit(SIZE_LIMIT).build().map_err(|error| {
        let problem = match &error {
            regex::Error::CompiledTooBig(most) => format!("is too large: it may take {most} bytes when compiled"),
            _ => String::from("is no regular expression"),
        };
        Error::rule(format!("rule `{id}`: the pattern `{pattern}` {problem}")).because(error)
    })
}
