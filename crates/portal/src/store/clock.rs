//! The clocks of a site: the calendar, which somebody may set, and one that only goes forward. Where a
//! server keeps the database, leases go by the server's, which all processes see ([`super::sql::moment`]).
//!
//! The calendar says when things happened and when a contest opens, closes or an invitation ends.
//! How long something takes is measured by the other one: an hour that is put in or taken out must
//! not end a lease or hide a newcomer. This file has the only look at the machine's calendar in the
//! whole program.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// By how much tests have set the calendar.
static SET_BY: AtomicI64 = AtomicI64::new(0);
/// When this program began.
static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Two clocks that run apart by more than this: somebody has set one of them.
const APART: i64 = 5_000;

/// Milliseconds since 1970 by the calendar: when something happens, never how long it takes.
#[must_use]
#[allow(clippy::disallowed_methods)] // The one place.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64) + SET_BY.load(Ordering::Relaxed)
}

/// Milliseconds since this program began, by a clock that nobody can set; 1 at the least.
#[must_use]
pub(super) fn ticks() -> i64 {
    BEGUN.elapsed().as_millis() as i64 + 1
}

/// A moment by the clock that leases go by, so long later.
#[must_use]
pub(super) fn after(moment: i64, time: Duration) -> i64 {
    moment.saturating_add(i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}

/// Both clocks at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Both {
    calendar: i64,
    ticks: i64,
}

impl Both {
    /// What they show.
    pub(crate) fn now() -> Self {
        Self { calendar: now(), ticks: ticks() }
    }

    /// The calendar.
    pub(crate) fn calendar(self) -> i64 {
        self.calendar
    }

    /// Whether somebody has set the calendar since.
    pub(crate) fn was_set_since(self) -> bool {
        let later = Self::now();
        let (by_calendar, by_ticks) = (later.calendar - self.calendar, later.ticks - self.ticks);
        (by_calendar - by_ticks).abs() > APART
    }
}

/// Sets the calendar forward or back, as somebody may do with the machine's: for tests.
pub fn set_calendar_by(milliseconds: i64) {
    SET_BY.fetch_add(milliseconds, Ordering::Relaxed);
}
