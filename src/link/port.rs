//! Ports that browsers refuse to open.
//! In: a port. Out: whose port it is.
//! Never: a port that is only unusual.

use std::sync::LazyLock;

use super::table;

/// Rows of `port,reason` in the order of the ports.
static PORTS: LazyLock<Vec<(u16, &'static str)>> = LazyLock::new(|| {
    let mut rows: Vec<_> =
        table::rows(PORTS_TABLE).filter_map(|[port, reason]| Some((port.parse().ok()?, reason))).collect();
    rows.sort_unstable();
    rows
});

const PORTS_TABLE: &str = include_str!("../../rules/data/bad-ports.csv");

/// Why browsers refuse `port`; none where they do not.
pub(super) fn blocked(port: u16) -> Option<&'static str> {
    let index = PORTS.binary_search_by_key(&port, |(port, _)| *port).ok()?;
    PORTS.get(index).map(|(_, reason)| *reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read_and_no_other_port_is_blocked() {
        let blocked = (0..=u16::MAX).filter(|port| blocked(*port).is_some()).count();
        assert_eq!(blocked, PORTS_TABLE.lines().count() - 2);
    }
}
