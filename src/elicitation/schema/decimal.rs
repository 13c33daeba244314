//! A number by its digits.
//! In: the JSON source of a number. Out: order, whole or not, and a count.
//! Never: a float; no digit is rounded, none is written out.

use std::cmp::Ordering;

/// Exponents beyond this are taken for this one; no record holds as many digits.
const GREATEST_EXPONENT: i64 = i64::MAX / 4;

/// A number that is compared as it is written, however long or large.
#[derive(Clone, Copy, Debug)]
struct Decimal<'a> {
    negative: bool,
    /// Digits before and behind the point, without zeros at either end of the number; both empty for zero.
    whole: &'a str,
    fraction: &'a str,
    /// Power of ten of the first digit.
    magnitude: i64,
}

/// Compares two numbers by their source.
pub(super) fn compare(one: &str, other: &str) -> Ordering {
    match (plain(one), plain(other)) {
        (Some(one), Some(other)) => one.cmp(&other),
        _ => Decimal::of(one).cmp(&Decimal::of(other)),
    }
}

/// True for a number without a fraction: `100`, `1e2`, `1.00`.
pub(super) fn is_integer(source: &str) -> bool {
    plain(source).is_some() || Decimal::of(source).is_integer()
}

/// The number as a count; the greatest count for one that is greater still. None where it counts nothing.
pub(super) fn count(source: &str) -> Option<usize> {
    match plain(source) {
        Some(number) => usize::try_from(number).ok(),
        None => Decimal::of(source).count(),
    }
}

/// True where a whole number lies between the two, ends included.
pub(super) fn spans_integer(least: &str, most: &str) -> bool {
    let is_short = plain(least).is_some() || plain(most).is_some();
    compare(least, most).is_le() && (is_short || Decimal::of(least).spans_integer(Decimal::of(most)))
}

/// The number as most are written: a short integer, without point and exponent.
fn plain(source: &str) -> Option<i64> {
    if source.len() < 19 { source.parse().ok() } else { None }
}

impl<'a> Decimal<'a> {
    fn of(source: &'a str) -> Self {
        let (negative, digits) = source.strip_prefix('-').map_or((false, source), |digits| (true, digits));
        let (digits, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let fraction = fraction.trim_end_matches('0');
        let whole = whole.trim_start_matches('0');
        let after_zeros = fraction.trim_start_matches('0');
        let (fraction, first) = match whole.is_empty() {
            true => (after_zeros, -1 - length(fraction) + length(after_zeros)),
            false => (fraction, length(whole) - 1),
        };
        let whole = if fraction.is_empty() { whole.trim_end_matches('0') } else { whole };
        let is_zero = whole.is_empty() && fraction.is_empty();
        let magnitude = if is_zero { 0 } else { first + power(exponent) };
        Self { negative: negative && !is_zero, whole, fraction, magnitude }
    }

    fn is_integer(self) -> bool {
        self.is_zero() || self.magnitude >= self.length() - 1
    }

    fn count(self) -> Option<usize> {
        if self.negative || !self.is_integer() {
            return None;
        }
        if self.is_zero() {
            return Some(0);
        }
        let places = usize::try_from(self.magnitude).ok().filter(|places| *places < 20);
        let Some(places) = places else { return Some(usize::MAX) };
        let digits = self.digits().chain(std::iter::repeat(b'0')).take(places + 1);
        let sum = digits.fold(0_usize, |sum, digit| sum.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
        Some(sum)
    }

    /// True where a whole number lies between the two, of which the other is no less.
    fn spans_integer(self, end: Self) -> bool {
        let beside = !self.is_integer() && !end.is_integer() && self.negative == end.negative;
        !(beside && self.whole_part().eq(end.whole_part()))
    }

    /// The digits before the point, however the number is written.
    fn whole_part(self) -> impl Iterator<Item = u8> + 'a {
        let places = usize::try_from(self.magnitude + 1).unwrap_or(0);
        self.digits().chain(std::iter::repeat(b'0')).take(places)
    }

    fn digits(self) -> impl Iterator<Item = u8> + 'a {
        self.whole.bytes().chain(self.fraction.bytes())
    }

    fn length(self) -> i64 {
        length(self.whole) + length(self.fraction)
    }

    fn is_zero(self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    /// How far it is from zero, as an order.
    fn cmp_size(self, other: Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            // Without zeros at the end the longer number of two with the same beginning is the greater one.
            (false, false) => self.magnitude.cmp(&other.magnitude).then_with(|| self.digits().cmp(other.digits())),
        }
    }
}

impl PartialEq for Decimal<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal<'_> {}

impl PartialOrd for Decimal<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.cmp_size(*other),
            (true, true) => other.cmp_size(*self),
        }
    }
}

fn length(digits: &str) -> i64 {
    i64::try_from(digits.len()).unwrap_or(GREATEST_EXPONENT)
}

fn power(exponent: &str) -> i64 {
    let beyond = if exponent.starts_with('-') { -GREATEST_EXPONENT } else { GREATEST_EXPONENT };
    exponent.parse().unwrap_or(beyond).clamp(-GREATEST_EXPONENT, GREATEST_EXPONENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_as_they_are_written() {
        let ascending = [
            "-1e400",
            "-100000000000000000000000000001",
            "-1e29",
            "-10.5",
            "-10",
            "-9.99",
            "-1e-400",
            "0",
            "1e-400",
            "0.09",
            "0.1",
            "0.95",
            "1",
            "1.000000000000000000001",
            "2",
            "95.5",
            "1e2",
            "100.25",
            "9007199254740992",
            "9007199254740993",
            "1e29",
            "100000000000000000000000000001",
            "1e400",
            "1e9999999999999999999999",
        ];
        for (index, lower) in ascending.iter().enumerate() {
            for (other, upper) in ascending.iter().enumerate() {
                let (lower, upper) = (Decimal::of(lower), Decimal::of(upper));
                assert_eq!(lower.cmp(&upper), index.cmp(&other), "{lower:?} {upper:?}");
                assert_eq!(compare(ascending[index], ascending[other]), index.cmp(&other));
            }
        }
    }

    #[test]
    fn spellings_of_one_number_are_equal() {
        for [one, other] in [
            ["100", "1e2"],
            ["100", "1E+2"],
            ["0", "-0"],
            ["0", "0.000"],
            ["0", "0e999"],
            ["1.50", "1.5"],
            ["0.015", "15e-3"],
            ["1200", "1.2e3"],
            ["10", "1000e-2"],
            ["-0.5", "-5e-1"],
        ] {
            assert_eq!(Decimal::of(one), Decimal::of(other), "{one} {other}");
        }
    }

    #[test]
    fn whole_numbers_and_counts_are_known_in_every_spelling() {
        let table = [
            ("0", true, Some(0)),
            ("-0", true, Some(0)),
            ("7", true, Some(7)),
            ("1e2", true, Some(100)),
            ("120e-1", true, Some(12)),
            ("12e-1", false, None),
            ("1.0", true, Some(1)),
            ("0.5", false, None),
            ("-3", true, None),
            ("1e-2", false, None),
            ("1e30", true, Some(usize::MAX)),
            ("500", true, Some(500)),
            ("18446744073709551615", true, Some(usize::MAX)),
        ];
        for (source, whole, counted) in table {
            let number = Decimal::of(source);
            assert_eq!((number.is_integer(), number.count()), (whole, counted), "{source}");
            assert_eq!((is_integer(source), count(source)), (whole, counted), "{source}");
        }
    }

    #[test]
    fn a_range_may_hold_no_whole_number() {
        let table = [
            ("1", "1", true),
            ("2", "1", false),
            ("1.2", "1.8", false),
            ("1.2", "2.1", true),
            ("-0.5", "0.5", true),
            ("0.2", "0.8", false),
            ("-1.8", "-1.2", false),
            ("12e-1", "18e-1", false),
            ("10.5", "100.5", true),
            ("0.01", "0.9", false),
        ];
        for (least, most, expected) in table {
            assert_eq!(spans_integer(least, most), expected, "{least} {most}");
        }
    }
}
