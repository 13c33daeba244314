//! Exit codes: the same for every format.
//! In: what happened. Out: one code; the worst wins.
//! Never: zero for "no input" or "no rules".

use std::fmt;

use crate::output::safe;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// Nothing at or above the level that fails.
    Clean,
    /// Read in part only, and the user wanted all of it.
    Incomplete,
    /// Findings.
    Findings,
    /// An input that cannot be read, or in which nothing is understood.
    NoInput,
    /// Wrong arguments, policy or rule file.
    Usage,
    /// A bug, or an output that cannot be written.
    Internal,
}

impl Exit {
    pub(super) fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::Usage => 2,
            Self::NoInput => 3,
            Self::Incomplete => 4,
            Self::Internal => 70,
        }
    }
}

/// Why a run ended early.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) exit: Exit,
    /// Ready to print.
    pub(super) text: String,
}

impl Problem {
    /// A mistake of the user.
    pub(super) fn usage(message: impl fmt::Display) -> Self {
        Self { exit: Exit::Usage, text: format!("error: {}", safe(&message.to_string())) }
    }

    /// A mistake of the user, shown with the line that it is in.
    pub(super) fn rendered(text: String) -> Self {
        Self { exit: Exit::Usage, text }
    }

    pub(super) fn internal(message: impl fmt::Display) -> Self {
        Self { exit: Exit::Internal, text: format!("error: {}", safe(&message.to_string())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_code_wins() {
        let order = [Exit::Clean, Exit::Incomplete, Exit::Findings, Exit::NoInput, Exit::Usage, Exit::Internal];
        assert!(order.is_sorted());
        assert_eq!(order.map(Exit::code), [0, 4, 1, 3, 2, 70]);
    }
}
