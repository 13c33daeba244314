//! Which list of public suffixes applies.
//! In: a policy. Out: the list that it brings along, or the one that is compiled in.
//! Never: a type of the crates that hold the lists.

#[cfg(feature = "policy")]
use std::sync::Arc;

#[cfg(feature = "policy")]
use super::suffix_list::ListedSuffixes;
use crate::link::CompiledSuffixes;
use crate::link::Section;
use crate::link::SuffixList;

/// A list of public suffixes; a clone shares it.
#[derive(Clone, Debug, Default)]
pub(crate) enum Suffixes {
    /// The list that is compiled in.
    #[default]
    Compiled,
    /// A list that was read.
    #[cfg(feature = "policy")]
    Listed(Arc<ListedSuffixes>),
}

impl SuffixList for Suffixes {
    fn suffix(&self, name: &str) -> (usize, Section) {
        match self {
            Self::Compiled => CompiledSuffixes.suffix(name),
            #[cfg(feature = "policy")]
            Self::Listed(list) => list.suffix(name),
        }
    }
}
