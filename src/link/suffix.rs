//! Public suffixes: where the domain that somebody registered ends and names that anybody may get begin.
//! In: a host name in lower-case ASCII. Out: its public suffix and the section of the list that it stands in.
//! Never: a third-party type in a signature, a look-up outside the process.

/// The part of the Public Suffix List that a suffix stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// Delegated in the root zone: `com`, `co.uk`.
    Icann,
    /// Names under it belong to customers of one owner: `github.io`.
    Private,
    /// No rule of the list names it: `corp`, `x7g`.
    Unknown,
}

/// A list of public suffixes, as <https://publicsuffix.org/list/> defines it.
pub trait SuffixList {
    /// Length in bytes of the public suffix at the end of `name`, and its section.
    ///
    /// `name` is lower-case ASCII (labels of other scripts as `xn--`) without a trailing dot. Where no rule matches,
    /// the suffix is the last label and the section [`Section::Unknown`].
    fn suffix(&self, name: &str) -> (usize, Section);
}

/// The list that is compiled in.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompiledSuffixes;

impl SuffixList for CompiledSuffixes {
    fn suffix(&self, name: &str) -> (usize, Section) {
        let Some(suffix) = psl::suffix(name.as_bytes()) else {
            return (name.len() - name.rfind('.').map_or(0, |dot| dot + 1), Section::Unknown);
        };
        let section = match suffix.typ() {
            Some(psl::Type::Icann) => Section::Icann,
            Some(psl::Type::Private) => Section::Private,
            None => Section::Unknown,
        };
        (suffix.as_bytes().len(), section)
    }
}
