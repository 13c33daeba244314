//! The reader of the tables in `rules/data`.
//! In: a file of comma-separated values without quotes, compiled in. Out: its rows.
//! Never: input from outside; a test reads every row of every table.

/// The rows of a table whose first line is a comment and whose second names its `N` columns. The last column takes the
/// rest of its line; a line with fewer columns is left out.
pub(crate) fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().filter(|line| !line.starts_with('#')).skip(1).filter_map(|line| {
        let mut row = [""; N];
        let mut columns = line.splitn(N, ',');
        for column in &mut row {
            *column = columns.next()?;
        }
        Some(row)
    })
}

/// Sites that many people have accounts at: domain, category, whether the name is a word, what else its owner has, where
/// it asks for access. See the head of the file.
pub(crate) const KNOWN_SITES: &str = include_str!("../../rules/data/known-sites.csv");
