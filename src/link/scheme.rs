//! Schemes that run code, read files, or start a program at a click.
//! In: a scheme in lower case. Out: why it is dangerous.
//! Never: the list of what is allowed; that is the policy's.

use std::sync::LazyLock;

use super::table;

/// Rows of `scheme,reason`, sorted by scheme; a scheme that ends in `*` stands for all that begin so.
static SCHEMES: LazyLock<Vec<[&'static str; 2]>> = LazyLock::new(|| {
    let mut rows: Vec<_> = table::rows(include_str!("../../rules/data/dangerous-schemes.csv")).collect();
    rows.sort_unstable();
    rows
});

pub(crate) fn danger(scheme: &str) -> Option<&'static str> {
    // The schemes of nearly every link; they need no look-up.
    if matches!(scheme, "https" | "http" | "") {
        return None;
    }
    let exact = SCHEMES.binary_search_by_key(&scheme, |[known, _]| known).ok();
    let found = exact.and_then(|index| SCHEMES.get(index));
    let family = |[known, _]: &&[&str; 2]| known.strip_suffix('*').is_some_and(|prefix| scheme.starts_with(prefix));
    found.or_else(|| SCHEMES.iter().find(family)).map(|[_, reason]| *reason)
}
