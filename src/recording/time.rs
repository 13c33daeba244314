//! Times as recording tools write them.
//! In: RFC 3339, or a number of seconds or less. Out: nanoseconds or milliseconds since 1970.
//! Never: a clock, a float.

const SECOND: u64 = 1_000_000_000;

/// Nanoseconds of a millisecond.
pub(super) const MILLISECOND: u64 = 1_000_000;

pub(super) fn widen(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// Nanoseconds since 1970 of an RFC 3339 date-time. A space may stand for the `T`, and a missing offset is UTC.
pub(super) fn date_time(text: &str) -> Option<u64> {
    let (date, rest) = (text.get(..10)?, text.get(10..)?);
    let mut fields = date.split('-').map(digits);
    let (year, month, day) = (fields.next()??, fields.next()??, fields.next()??);
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let (clock, mut rest) = (rest.get(..8)?, rest.get(8..)?);
    let mut fields = clock.split(':').map(digits);
    let (hour, minute, second) = (fields.next()??, fields.next()??, fields.next()??);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let mut nanoseconds = 0;
    if let Some(fraction) = rest.strip_prefix(['.', ',']) {
        let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
        nanoseconds = fraction_of(fraction.get(..length)?, 9)?;
        rest = fraction.get(length..)?;
    }
    let seconds = (days_before(year, month)? + day - 1) * 86_400 + hour * 3_600 + minute * 60 + second;
    let seconds = i64::try_from(seconds).ok()?.checked_sub(offset(rest)?)?;
    u64::try_from(seconds).ok()?.checked_mul(SECOND)?.checked_add(nanoseconds)
}

/// Milliseconds since 1970 of a number, whose size tells its unit: seconds, milli-, micro- or nanoseconds.
pub(super) fn number(source: &str) -> Option<u64> {
    let (whole, fraction) = source.split_once('.').unwrap_or((source, ""));
    let value = digits(whole)?;
    Some(match whole.len() {
        ..=11 => value.checked_mul(1_000)?.checked_add(fraction_of(fraction, 3)?)?,
        12..=14 => value,
        15..=17 => value / 1_000,
        _ => value / MILLISECOND,
    })
}

/// The whole part of a number.
pub(super) fn whole(source: &str) -> Option<u64> {
    digits(source.split('.').next()?)
}

/// Seconds east of UTC.
fn offset(text: &str) -> Option<i64> {
    let sign = match text.as_bytes().first() {
        None | Some(b'Z' | b'z') => return Some(0),
        Some(b'+') => 1,
        Some(b'-') => -1,
        Some(_) => return None,
    };
    let (hours, minutes) = (text.get(1..3)?, text.get(3..)?);
    let seconds = digits(hours)? * 3_600 + digits(minutes.strip_prefix(':').unwrap_or(minutes))? * 60;
    Some(sign * i64::try_from(seconds).ok()?)
}

/// Days from 1970 to the first of the month.
fn days_before(year: u64, month: u64) -> Option<u64> {
    const BEFORE: [u64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let leaps = |year: u64| year / 4 - year / 100 + year / 400;
    let past = year.checked_sub(1)?;
    let leap = leaps(year) > leaps(past) && month > 2;
    let days = past * 365 + leaps(past) + BEFORE.get(usize::try_from(month).ok()?.checked_sub(1)?)? + u64::from(leap);
    days.checked_sub(719_162)
}

/// The first `places` decimals as a whole number.
fn fraction_of(decimals: &str, places: usize) -> Option<u64> {
    let mut value = 0;
    for index in 0..places {
        let digit = decimals.as_bytes().get(index).copied().unwrap_or(b'0');
        value = value * 10 + u64::from(digit.checked_sub(b'0').filter(|digit| *digit < 10)?);
    }
    Some(value)
}

fn digits(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
