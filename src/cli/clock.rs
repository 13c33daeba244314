//! Which day it is: the one place with a clock.
//! In: `SOURCE_DATE_EPOCH`, else the clock of the machine. Out: a date.
//! Never: a time zone; expiry dates are days in Greenwich.

use std::env;
use std::time::SystemTime;
use std::time::UNIX_EPOCH;

use crate::policy::Date;

/// Today, or the day that `SOURCE_DATE_EPOCH` names, so that a run can be repeated.
pub(super) fn today() -> Date {
    let given = env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Date::from_unix_seconds(given.unwrap_or_else(now))
}
