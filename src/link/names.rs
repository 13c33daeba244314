//! Tables of host names, looked up by how a name ends.
//! In: rows by name. Out: the row of the longest end of a host.
//! Never: an end that is no whole label; a copy of the host.

use std::collections::HashMap;

use crate::text::hash::Fnv;

/// Rows by host name.
pub(super) struct Names<T> {
    rows: HashMap<&'static str, T, Fnv>,
    /// Labels of the shortest and of the longest name: no other end is looked up.
    fewest: usize,
    most: usize,
}

impl<T> Names<T> {
    pub(super) fn new(rows: impl Iterator<Item = (&'static str, T)>) -> Self {
        let rows: HashMap<_, _, Fnv> = rows.collect();
        let labels = || rows.keys().map(|name| name.split('.').count());
        Self { fewest: labels().min().unwrap_or(0), most: labels().max().unwrap_or(0), rows }
    }

    /// The row of the longest end of `name` (lower case, without root dot) that `fits`, and what stands before that
    /// end, without the dot. `fits` is told the row and whether the end is the whole name.
    pub(super) fn look_up<'a>(&self, name: &'a str, fits: impl Fn(&T, bool) -> bool) -> Option<(&T, &'a str)> {
        let mut best = None;
        let mut before = name;
        for labels in 1..=self.most {
            let dot = before.bytes().rposition(|byte| byte == b'.');
            before = dot.and_then(|dot| name.get(..dot)).unwrap_or_default();
            if labels >= self.fewest {
                let start = dot.map_or(0, |dot| dot + 1);
                let row = name.get(start..).and_then(|end| self.rows.get(end)).filter(|row| fits(row, dot.is_none()));
                best = row.map(|row| (row, before)).or(best);
            }
            if dot.is_none() {
                break;
            }
        }
        best
    }

    #[cfg(test)]
    pub(super) fn rows(&self) -> impl Iterator<Item = (&str, &T)> {
        self.rows.iter().map(|(name, row)| (*name, row))
    }
}
