//! What was probably meant by a word that is not known.
//! In: a word and the right ones. Out: the nearest, as the end of an error.
//! Never: a guess that is far off.

/// "; did you mean `levels`?", or nothing where no name is near.
pub(crate) fn hint<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    nearest(word, names).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// The name that takes the fewest edits, where few are enough.
fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let allowed = name.chars().count().div_ceil(3);
    let measured = names.into_iter().map(|known| (edits(name, known), known));
    measured.filter(|(edits, _)| *edits <= allowed).min_by_key(|(edits, _)| *edits).map(|(_, known)| known)
}

/// Levenshtein distance in characters.
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, character) in one.chars().enumerate() {
        let mut diagonal = line;
        let mut left = line + 1;
        for (cell, known) in row.iter_mut().skip(1).zip(&other) {
            let replaced = diagonal + usize::from(character != *known);
            diagonal = *cell;
            left = replaced.min(left + 1).min(*cell + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = line + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_offered_where_few_edits_lead_to_it() {
        let names = ["levels", "limits", "sites"];
        let table = [
            ("level", "; did you mean `levels`?"),
            ("limit", "; did you mean `limits`?"),
            ("lvels", "; did you mean `levels`?"),
            ("Sites", "; did you mean `sites`?"),
            ("colours", ""),
            ("", ""),
        ];
        for (word, expected) in table {
            assert_eq!(hint(word, names), expected, "{word}");
        }
    }
}
