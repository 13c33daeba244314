//! How far one name is from another.
//! In: the folded letters of two names. Out: what has to change in one for the other.
//! Never: a table of the whole width; names are compared only where pieces of them are equal.

/// What tells two names apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// Nothing, as they read.
    None,
    /// One letter, which looks like the one or two that stand for it.
    LookAlike,
    /// One letter is missing, added or another, or two neighbours are swapped.
    One,
    /// One letter stands elsewhere.
    Moved,
    /// Two such changes.
    Two,
}

/// What the letters of `name` have become in `other`; none where it is more than two changes.
pub(super) fn difference(name: &[u8], other: &[u8]) -> Option<Difference> {
    let start = name.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (name_rest, other_rest) = (name.get(start..)?, other.get(start..)?);
    let end = name_rest.iter().rev().zip(other_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let (of_name, of_other) = (name_rest.get(..name_rest.len() - end)?, other_rest.get(..other_rest.len() - end)?);
    Some(match (of_name, of_other) {
        ([], []) => Difference::None,
        (of_name, of_other) if are_look_alikes(of_name, of_other) => Difference::LookAlike,
        ([], [_]) | ([_], [] | [_]) => Difference::One,
        ([a, b], [c, d]) if a == d && b == c => Difference::One,
        (of_name, of_other) if is_moved(of_name, of_other) || is_moved(of_other, of_name) => Difference::Moved,
        _ if is_within_two(of_name, of_other) => Difference::Two,
        _ => return None,
    })
}

/// A letter, and one or two that pass for it in small print, beside those that fold to one. By review of the letters of
/// common fonts without serifs.
const LOOK_ALIKES: &[(&str, &str)] = &[
    ("b", "lb"),
    ("c", "e"),
    ("d", "cl"),
    ("d", "dl"),
    ("h", "lh"),
    ("h", "n"),
    ("j", "l"),
    ("k", "lc"),
    ("m", "nn"),
    ("m", "rn"),
    ("m", "rr"),
    ("u", "v"),
    ("v", "y"),
    ("w", "vv"),
];

fn are_look_alikes(one: &[u8], other: &[u8]) -> bool {
    let is_pair = |(a, b): &(&str, &str)| {
        (a.as_bytes() == one && b.as_bytes() == other) || (a.as_bytes() == other && b.as_bytes() == one)
    };
    one.len() + other.len() <= 3 && LOOK_ALIKES.iter().any(is_pair)
}

/// True where the first letter of one is the last of the other, and nothing else has changed.
fn is_moved(one: &[u8], other: &[u8]) -> bool {
    let (Some((first, one)), Some((last, other))) = (one.split_first(), other.split_last()) else { return false };
    first == last && one == other
}

/// True where at most two letters are missing, added, others or swapped: optimal string alignment, three wide to each
/// side.
fn is_within_two(one: &[u8], other: &[u8]) -> bool {
    const FAR: u8 = 3;
    // A change brings one letter and takes one.
    let strangers = (letters(one) ^ letters(other)).count_ones();
    if one.len().abs_diff(other.len()) > 2 || strangers > 4 {
        return false;
    }
    // `rows[k]` is the distance of the letters of `one` so far and as many of `other`, plus k - 2.
    let mut before = [FAR; 5];
    let mut row = [2, 1, 0, 1, 2];
    let mut last = None;
    for (index, letter) in one.iter().enumerate() {
        let mut next = [FAR; 5];
        let mut left = FAR;
        let above = row.iter().skip(1).chain([&FAR]);
        let swapped = &before;
        for (offset, (((place, diagonal), above), swapped)) in
            next.iter_mut().zip(row).zip(above).zip(swapped).enumerate()
        {
            // The letter of `other` at `index + offset - 2`, and the one before it.
            let at = |back: usize| (index + offset).checked_sub(2 + back).and_then(|at| other.get(at));
            let here = at(0);
            let mut cost = diagonal.saturating_add(u8::from(here != Some(letter)));
            cost = cost.min(above.saturating_add(1));
            if here.is_some() {
                cost = cost.min(left.saturating_add(1));
            }
            if here.is_some() && here == last && at(1) == Some(letter) {
                cost = cost.min(swapped.saturating_add(1));
            }
            let column = index + 1 + offset;
            let is_inside = column >= 2 && column - 2 <= other.len();
            *place = if is_inside { cost.min(FAR) } else { FAR };
            left = *place;
        }
        before = row;
        row = next;
        last = Some(letter);
    }
    let column = (other.len() + 2).checked_sub(one.len());
    column.and_then(|column| row.get(column)).is_some_and(|distance| *distance <= 2)
}

/// A bit for each letter that is there.
fn letters(name: &[u8]) -> u64 {
    name.iter().fold(0, |bits, letter| bits | 1 << (letter & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_change_is_told_from_two_and_from_letters_that_look_alike() {
        let one = Some(Difference::One);
        for (name, other, expected) in [
            ("glthub", "glthub", Some(Difference::None)),
            ("glthub", "glhtub", one),
            ("glthub", "glthubs", one),
            ("anthroplc", "antrophlc", Some(Difference::Moved)),
            ("antrophlc", "anthroplc", Some(Difference::Moved)),
            ("glthub", "glthu", one),
            ("glthub", "gltxub", one),
            ("glthub", "glthubb", one),
            ("google", "gogle", one),
            ("glthub", "gltnub", Some(Difference::LookAlike)),
            ("amazon", "arrazon", Some(Difference::LookAlike)),
            ("dropbox", "clropbox", Some(Difference::LookAlike)),
            ("mlcrosoft", "mcrlosoft", Some(Difference::Moved)),
            ("mlcrosoft", "mlcosofts", Some(Difference::Two)),
            ("mlcrosoft", "lmcorsoft", Some(Difference::Two)),
            ("mlcrosoft", "mlcrosofteam", None),
            ("mlcrosoft", "mxcrxsoxt", None),
            ("", "ab", Some(Difference::Two)),
            ("", "abc", None),
        ] {
            assert_eq!(difference(name.as_bytes(), other.as_bytes()), expected, "{name} {other}");
        }
    }

    #[test]
    fn the_narrow_table_says_what_the_whole_one_says() {
        let words: Vec<_> = (0..3_u32.pow(6)).map(|number| word(number, 3)).collect();
        for one in words.iter().step_by(7) {
            for other in words.iter().step_by(5) {
                assert_eq!(is_within_two(one, other), whole(one, other) <= 2, "{one:?} {other:?}");
            }
        }
    }

    /// The digits of a number as letters; zeros at the end fall away, so that words have many lengths.
    fn word(mut number: u32, letters: u32) -> Vec<u8> {
        let mut word = Vec::new();
        while number > 0 {
            word.push(b'a' + u8::try_from(number % letters).unwrap());
            number /= letters;
        }
        word
    }

    /// Optimal string alignment, as it is defined.
    fn whole(one: &[u8], other: &[u8]) -> usize {
        let mut rows = vec![vec![0; other.len() + 1]; one.len() + 1];
        for i in 0..=one.len() {
            for j in 0..=other.len() {
                rows[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let replaced = rows[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
                    let mut best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                    if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                        best = best.min(rows[i - 2][j - 2] + 1);
                    }
                    best
                };
            }
        }
        rows[one.len()][other.len()]
    }
}
