//! The formats of a text field.
//! In: the word of the schema, a text. Out: the format, and whether the text has it.
//! Never: a doubt held against a person: what some standard allows is accepted.

/// What a text field asks for (all revisions, `StringSchema`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Format {
    /// A day: `2026-07-28` (RFC 3339, full-date).
    Date,
    /// A moment: `2026-07-28T09:30:00Z` (RFC 3339, date-time).
    DateTime,
    /// An e-mail address. Only its outline is checked.
    Email,
    /// An absolute URI (RFC 3986); letters beyond ASCII are let pass, as in an IRI.
    Uri,
}

impl Format {
    /// The format of this name. None for one that no revision knows.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        match word {
            "date" => Some(Self::Date),
            "date-time" => Some(Self::DateTime),
            "email" => Some(Self::Email),
            "uri" => Some(Self::Uri),
            _ => None,
        }
    }

    /// The word of the schema.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::DateTime => "date-time",
            Self::Email => "email",
            Self::Uri => "uri",
        }
    }

    /// True where the text is of the format.
    pub(crate) fn fits(self, text: &str) -> bool {
        match self {
            Self::Date => is_date(text),
            Self::DateTime => is_date_time(text),
            Self::Email => is_email(text),
            Self::Uri => is_uri(text),
        }
    }
}

fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2)) else {
        return false;
    };
    let days = match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't']) else { return false };
    let Some(end) = time.find(['Z', 'z', '+', '-']) else { return false };
    let (clock, offset) = time.split_at(end);
    is_date(date) && is_clock(clock) && is_offset(offset)
}

fn is_clock(text: &str) -> bool {
    let (clock, fraction) = text.split_once('.').map_or((text, "0"), |(clock, fraction)| (clock, fraction));
    let mut parts = clock.split(':');
    let (Some(hour), Some(minute), Some(second), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    // A minute may have a leap second.
    let in_range = |text, most| digits(text, 2).is_some_and(|number| number <= most);
    let has_fraction = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    in_range(hour, 23) && in_range(minute, 59) && in_range(second, 60) && has_fraction
}

fn is_offset(text: &str) -> bool {
    if matches!(text, "Z" | "z") {
        return true;
    }
    let Some((hour, minute)) = text.get(1..).and_then(|offset| offset.split_once(':')) else { return false };
    let in_range = |text, most| digits(text, 2).is_some_and(|number| number <= most);
    text.starts_with(['+', '-']) && in_range(hour, 23) && in_range(minute, 59)
}

fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let is_clear = !text.chars().any(|character| character.is_whitespace() || character.is_control());
    is_clear && !local.is_empty() && !domain.is_empty()
}

fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let is_excluded =
        |character: char| character.is_whitespace() || character.is_control() || "\"<>\\^`{|}".contains(character);
    is_scheme && !rest.contains(is_excluded)
}

/// The number that exactly `length` digits spell.
fn digits(text: &str, length: usize) -> Option<u32> {
    let spelled = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    if spelled { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_held_to_its_format() {
        let table: [(&str, &[&str], &[&str]); 4] = [
            (
                "date",
                &["2026-07-28", "2024-02-29", "0001-01-01"],
                &[
                    "",
                    "2026-7-28",
                    "28.07.2026",
                    "2026-02-29",
                    "2026-13-01",
                    "2026-00-10",
                    "2026-07-28T00:00:00Z",
                    "+026-07-28",
                ],
            ),
            (
                "date-time",
                &[
                    "2026-07-28T09:30:00Z",
                    "2026-07-28t09:30:00.5z",
                    "2026-12-31T23:59:60+00:00",
                    "1990-01-01T00:00:00-08:00",
                ],
                &[
                    "",
                    "2026-07-28",
                    "2026-07-28T09:30Z",
                    "2026-07-28T09:30:00",
                    "2026-07-28T24:00:00Z",
                    "2026-07-28T09:30:00.Z",
                    "2026-07-28T09:30:00+0200",
                ],
            ),
            (
                "email",
                &["a@b", "ana.reis+trip@mail.example.com", "\u{fc}@m\u{fc}nchen.example"],
                &["", "ana", "@example.com", "ana@", "ana reis@example.com", "a@b\n"],
            ),
            (
                "uri",
                &["https://example.com/a?b#c", "mailto:a@b", "urn:isbn:0", "https://m\u{fc}nchen.example/"],
                &["", "example.com", "/path", "//host/x", "1http://x", "https://a b/", "https://a/{id}"],
            ),
        ];
        for (name, good, bad) in table {
            let format = Format::of(name).unwrap();
            assert_eq!(format.name(), name);
            for text in good {
                assert!(format.fits(text), "{name}: {text}");
            }
            for text in bad {
                assert!(!format.fits(text), "{name}: {text}");
            }
        }
    }
}
