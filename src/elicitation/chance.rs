//! How much chance stands in an id.
//! In: an id. Out: bits that somebody would have to guess, by the look of it.
//! Never: more than the look allows; a word counts little, however long it is.

/// An estimate of the bits of chance in an id.
pub(crate) fn bits(id: &str) -> u32 {
    // A character that was there already three times adds nothing: it counts or pads.
    let mut seen = [0_u8; 128];
    let mut tenths = 0_u32;
    for word in id.split(|character: char| !character.is_alphanumeric()) {
        let of_character = by_character(word);
        for character in word.chars() {
            let slot = usize::try_from(u32::from(character)).ok().and_then(|index| seen.get_mut(index));
            let is_worn = slot.is_some_and(|count| {
                *count = count.saturating_add(1);
                usize::from(*count) > 3 + id.len() / 8
            });
            tenths = tenths.saturating_add(if is_worn { 0 } else { of_character });
        }
    }
    tenths / 10
}

/// Tenths of a bit of chance in a character of a word, by the characters that it is made of.
fn by_character(word: &str) -> u32 {
    let has = |is: fn(&char) -> bool| word.chars().any(|character| is(&character));
    let digits = has(char::is_ascii_digit);
    // A word and its number, or a number and its unit, are no more than both.
    let digits = digits && runs(word) > 2 || word.chars().all(|character| character.is_ascii_digit());
    let (lower, upper) = (has(char::is_ascii_lowercase), has(char::is_ascii_uppercase));
    let is_hex = word.chars().all(|character| character.is_ascii_hexdigit());
    match (digits, lower, upper) {
        (true, false, false) => 33,
        (true, ..) if is_hex => 40,
        (true, true, true) => 59,
        (true, ..) => 51,
        // Capitals in the middle of a word in every few letters: chance. Else it is language.
        (false, true, true) if changes(word, char::is_uppercase) * 4 > word.len() => 57,
        (false, ..) if is_hex && word.len() >= 4 => 25,
        _ => 15,
    }
}

/// How many runs of letters and of digits there are.
fn runs(word: &str) -> usize {
    1 + changes(word, |character| character.is_ascii_digit())
}

/// How often characters that are so stand beside others.
fn changes(word: &str, is_so: impl Fn(char) -> bool) -> usize {
    word.chars().zip(word.chars().skip(1)).filter(|(left, right)| is_so(*left) != is_so(*right)).count()
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn what_counts_or_reads_as_language_has_little_chance() {
        for id in [
            "",
            "1",
            "42",
            "000123",
            "e-1",
            "elicitation-7",
            "connect-github-account",
            "20261129101500",
            "abcabcabcabc",
            "00000000-0000-0000-0000-000000000001",
            "11111111111111111111111111111111",
            "order_12345",
            "the-second-elicitation-of-this-session",
            "user42-request17",
        ] {
            assert!(bits(id) < 64, "{id}: {}", bits(id));
        }
    }

    #[test]
    fn what_was_drawn_has_much() {
        for id in [
            "0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11",
            "7d3b2c50-0001-4a4a-9a9a-aaaaaaaaaaaa",
            "9f86d081884c7d659a2feaa0",
            "01JGZ7Q9V8W6X5T4R3N2M1K0HB",
            "V1StGXR8_Z5jdHi6B-myT",
            "eli_2Zx9QkLm7RtVw3Yb",
            "k3J9x0PqLmZtYvBw",
            "550E8400-E29B-41D4-A716-446655440000",
        ] {
            assert!(bits(id) >= 64, "{id}: {}", bits(id));
        }
    }
}
