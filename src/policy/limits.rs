//! The limits that a policy sets, with the range of each.
//! In: a number. Out: the number, or an error that says the range.
//! Never: a limit that is accepted and has no effect.

use crate::error::Error;
use crate::limits::Limits;

/// A key of `[limits]`.
pub(super) struct LimitKey {
    pub(super) name: &'static str,
    /// The greatest value. The least is 1: a limit of 0 would refuse everything.
    pub(super) most: usize,
    pub(super) get: fn(&Limits) -> usize,
    #[cfg_attr(not(feature = "policy"), expect(dead_code, reason = "a policy file sets it"))]
    pub(super) set: fn(&mut Limits, usize),
}

#[rustfmt::skip]
pub(super) const LIMITS: [LimitKey; 10] = [
    LimitKey { name: "record-bytes", most: 1 << 30, get: |of| of.record_bytes, set: |of, value| of.record_bytes = value },
    // Deeper than this no message is read.
    LimitKey {
        name: "depth", most: 256,
        get: |of| usize::try_from(of.depth).unwrap_or(usize::MAX),
        set: |of, value| of.depth = u32::try_from(value).unwrap_or(u32::MAX),
    },
    LimitKey { name: "fields", most: 100_000, get: |of| of.fields, set: |of, value| of.fields = value },
    LimitKey { name: "options", most: 1_000_000, get: |of| of.options, set: |of, value| of.options = value },
    LimitKey { name: "text-bytes", most: 16 << 20, get: |of| of.text_bytes, set: |of, value| of.text_bytes = value },
    LimitKey { name: "links", most: 10_000, get: |of| of.links, set: |of, value| of.links = value },
    LimitKey { name: "url-bytes", most: 1 << 20, get: |of| of.url_bytes, set: |of, value| of.url_bytes = value },
    LimitKey { name: "findings", most: 100_000, get: |of| of.findings, set: |of, value| of.findings = value },
    LimitKey { name: "open", most: 1_000_000, get: |of| of.open, set: |of, value| of.open = value },
    LimitKey { name: "flood", most: 10_000, get: |of| of.flood, set: |of, value| of.flood = value },
];

impl LimitKey {
    /// The value, where it is in the range.
    pub(super) fn checked(&self, value: usize) -> Result<usize, Error> {
        if (1..=self.most).contains(&value) { Ok(value) } else { Err(out_of_range(self)) }
    }
}

pub(super) fn out_of_range(limit: &LimitKey) -> Error {
    Error::policy(format!("`{}` must be from 1 to {}", limit.name, limit.most))
}
