//! A moment to the second, for those who may have to wait for it: `2026-11-30 23:59:07`.

use std::fmt;

use super::utc_time::UtcTime;

/// A moment in UTC, in seconds since 1970. One beyond the year 9999 is on its last day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UtcSecond(pub(crate) u64);

impl fmt::Display for UtcSecond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moment = i64::try_from(self.0).map_or(i64::MAX, |seconds| seconds.saturating_mul(1000));
        write!(f, "{}:{:02}", UtcTime::of(moment), self.0 % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dates::Day;

    #[test]
    fn a_moment_is_told_to_the_second() {
        let day = Day::SECONDS as u64;
        for (second, told) in [
            (0, "1970-01-01 00:00:00"),
            (1_796_083_147, "2026-11-30 23:59:07"),
            (day - 1, "1970-01-01 23:59:59"),
            (day, "1970-01-02 00:00:00"),
        ] {
            assert_eq!(UtcSecond(second).to_string(), told);
        }
        assert!(UtcSecond(u64::MAX).to_string().starts_with("9999-12-31 "));
    }
}
