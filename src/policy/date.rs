//! A day of the calendar.
//! In: a text such as 2027-06-30, or seconds since 1970. Out: a day that can be compared.
//! Never: a clock, a time zone.

use std::fmt;
use std::str::FromStr;

const SECONDS_OF_A_DAY: u64 = 86_400;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    /// The day, where the calendar has it.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let [year, month, day] = [u64::from(year), u64::from(month), u64::from(day)];
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        (1..=days).contains(&day).then_some(Self { year, month, day })
    }

    /// The day in Greenwich, so many seconds after 1970 began.
    ///
    /// ```
    /// let date = elicitlint::Date::from_unix_seconds(1_814_313_600);
    /// assert_eq!(Some(date), elicitlint::Date::new(2027, 6, 30));
    /// ```
    #[must_use]
    pub fn from_unix_seconds(seconds: u64) -> Self {
        // Counted from the first of March of the year 0, so that a leap day is the last of its year.
        let days = seconds / SECONDS_OF_A_DAY + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let (month, later) = if from_march < 10 { (from_march + 3, 0) } else { (from_march - 9, 1) };
        Self { year: year_of_era + era * 400 + later, month, day }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let mut parts = text.split('-');
            let date =
                Self::new(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?)?;
            (parts.next().is_none() && date.to_string() == text).then_some(date)
        };
        read().ok_or_else(|| format!("`{}` is no date: give it as 2027-06-30", text.escape_debug()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_a_day_of_the_calendar() {
        for text in ["2027-06-30", "2028-02-29", "2000-02-29", "0001-01-01"] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), text);
        }
        for text in
            ["2027-02-29", "1900-02-29", "2027-13-01", "2027-06-31", "2027-6-1", "2027-06-30-1", "+2027-06-30", ""]
        {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    #[test]
    fn seconds_become_days() {
        let days = [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_798_675_200, "2026-12-31"),
            (1_798_761_600, "2027-01-01"),
            (4_107_542_400, "2100-03-01"),
        ];
        for (seconds, day) in days {
            assert_eq!(Date::from_unix_seconds(seconds).to_string(), day);
        }
    }
}
