//! The one error type of the crate.
//! In: what went wrong while something was built or opened. Out: a message that says what, where and what to do.
//! Never: a verdict. Input that cannot be read is a finding, not an error.

use std::fmt;
use std::ops::Range;

/// Something could not be built or opened: a policy, a rule file, an input of the command line.
///
/// Vetting never returns it; see [`Linter::vet`](crate::Linter::vet).
#[derive(Debug)]
pub struct Error {
    kind: Kind,
    message: String,
    span: Option<Range<usize>>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Input,
    Policy,
    Rule,
}

impl Error {
    #[cold]
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::new(Kind::Input, message)
    }

    #[cold]
    pub(crate) fn policy(message: impl Into<String>) -> Self {
        Self::new(Kind::Policy, message)
    }

    #[cold]
    pub(crate) fn rule(message: impl Into<String>) -> Self {
        Self::new(Kind::Rule, message)
    }

    fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), span: None, source: None }
    }

    /// Adds the bytes of the policy or rule file that are at fault.
    pub(crate) fn at(mut self, span: Option<Range<usize>>) -> Self {
        self.span = span;
        self
    }

    /// Adds the error of the layer below.
    pub(crate) fn because(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.source = Some(Box::new(source));
        self
    }

    /// True where an input (file, standard input) could not be opened or read.
    #[must_use]
    pub fn is_input(&self) -> bool {
        self.kind == Kind::Input
    }

    /// True where a policy is wrong.
    #[must_use]
    pub fn is_policy(&self) -> bool {
        self.kind == Kind::Policy
    }

    /// True where a user rule is wrong.
    #[must_use]
    pub fn is_rule(&self) -> bool {
        self.kind == Kind::Rule
    }

    /// Byte range of the fault in the text that was given, where one is known.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        self.span.clone()
    }

    /// Line and column of the fault in the text that was given, both from 1; the column counts characters. None where
    /// no span is known, or where it begins outside `text`.
    ///
    /// ```
    /// # #[cfg(feature = "policy")] {
    /// let text = "profile = \"strict\"\n[level]\n";
    /// let error = elicitlint::Policy::from_toml(text).unwrap_err();
    /// assert_eq!(error.line_and_column(text), Some((2, 2)));
    /// assert_eq!(error.to_string(), "`level` is no key of a policy; did you mean `levels`?");
    /// # }
    /// ```
    #[must_use]
    pub fn line_and_column(&self, text: &str) -> Option<(usize, usize)> {
        let before = text.get(..self.span.as_ref()?.start)?;
        let line = before.rsplit('\n').next().unwrap_or_default();
        Some((before.matches('\n').count() + 1, line.chars().count() + 1))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| {
            let source: &(dyn std::error::Error + 'static) = source;
            source
        })
    }
}
