//! Card numbers.
//! In: a decoded value. Out: whether the number of a payment card stands in it.
//! Never: a number without a right check digit, or one that begins as no card does.

/// Digits of the shortest and of the longest number that is looked for.
const SHORTEST: usize = 15;
const LONGEST: usize = 16;

/// True where a number of 15 or 16 digits, written with single blanks or hyphens or without, is that of a card.
pub(super) fn stands_in(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.iter().filter(|byte| byte.is_ascii_digit()).count() < SHORTEST {
        return false;
    }
    let mut before = b' ';
    for (index, byte) in bytes.iter().copied().enumerate() {
        // What follows a letter or a point is a piece of a hash or of a coordinate.
        let may_begin = byte.is_ascii_digit() && !before.is_ascii_alphanumeric() && before != b'.';
        before = byte;
        if may_begin && begins_card(bytes.get(index..).unwrap_or_default()) {
            return true;
        }
    }
    false
}

fn begins_card(text: &[u8]) -> bool {
    let mut digits = [0_u8; LONGEST];
    let mut at = 0;
    for count in 1..=LONGEST {
        if count > 1 && matches!(text.get(at), Some(b' ' | b'-')) {
            at += 1;
        }
        let (Some(byte), Some(slot)) = (text.get(at).filter(|byte| byte.is_ascii_digit()), digits.get_mut(count - 1))
        else {
            return false;
        };
        *slot = byte - b'0';
        at += 1;
        let goes_on = text.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'.');
        if count >= SHORTEST && !goes_on && is_card(digits.get(..count).unwrap_or_default()) {
            return true;
        }
    }
    false
}

/// Issuer prefix (ISO/IEC 7812-1) and check digit.
fn is_card(digits: &[u8]) -> bool {
    let number = |count: usize| digits.iter().take(count).fold(0_u32, |sum, digit| sum * 10 + u32::from(*digit));
    let is_issued = match digits.len() {
        SHORTEST => matches!(number(2), 34 | 37),
        _ => number(1) == 4 || matches!(number(2), 51..=55 | 65) || matches!(number(4), 2221..=2720 | 6011),
    };
    is_issued && has_right_check_digit(digits)
}

/// Luhn's sum (ISO/IEC 7812-1, annex B).
fn has_right_check_digit(digits: &[u8]) -> bool {
    let weighted = digits.iter().rev().enumerate().map(|(index, digit)| match (index % 2, *digit) {
        (0, digit) => u32::from(digit),
        (_, digit @ 0..=4) => u32::from(digit) * 2,
        (_, digit) => u32::from(digit) * 2 - 9,
    });
    weighted.sum::<u32>() % 10 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_a_known_beginning_a_right_check_digit_and_nothing_around_it() {
        for (text, is_card) in [
            ("4111111111111111", true),
            ("4111 1111 1111 1111", true),
            ("5555-5555-5555-4444", true),
            ("378282246310005", true),
            ("card 378282246310005, expires", true),
            ("378282246310005 12/29", true),
            ("2223003122003222", true),
            ("4111111111111112", false),
            ("1234567812345670", false),
            ("41111111111111110", false),
            ("a4111111111111111", false),
            ("0.4111111111111111", false),
            ("4111111111111111f", false),
            ("411111111111", false),
            ("1764374400000000", false),
        ] {
            assert_eq!(stands_in(text), is_card, "{text}");
        }
    }
}
