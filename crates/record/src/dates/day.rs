//! A day of the calendar, in UTC: what a site's ladder has one secret for.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use time::{Date, Month};

/// The first day, 1970-01-01, and the last, 9999-12-31, as the crate `time` counts them.
const FIRST: i32 = 2_440_588;
const LAST: i32 = Date::MAX.to_julian_day();

/// A day, written `2026-11-16`. It begins and ends at midnight in UTC, everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(u32);

/// Text that is no day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no day; 2026-11-30 would be one")]
pub struct NoDay(pub String);

impl Day {
    /// So many seconds has a day, each of them.
    pub const SECONDS: i64 = 86_400;
    /// The same in milliseconds.
    pub const MS: i64 = 1000 * Self::SECONDS;

    /// The day of a moment, in milliseconds since 1970; what was before counts as the first day, and what is
    /// beyond the year 9999 as the last.
    #[must_use]
    pub fn of(moment: i64) -> Self {
        Self::numbered(u32::try_from(moment.max(0) / Self::MS).unwrap_or(u32::MAX))
    }

    /// The day with so many before it, from 1970 on; the last where there are not so many.
    #[must_use]
    pub fn numbered(number: u32) -> Self {
        Self(number.min((LAST - FIRST) as u32))
    }

    /// How many days are before it, from 1970 on.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }

    /// Its first millisecond.
    #[must_use]
    pub fn begins(self) -> i64 {
        i64::from(self.0) * Self::MS
    }

    fn date(self) -> Date {
        Date::from_julian_day(FIRST + self.0 as i32).unwrap_or(Date::MAX)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date().to_calendar_date();
        write!(f, "{year:04}-{:02}-{day:02}", u8::from(month))
    }
}

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Self, NoDay> {
        // One way to write it, so that a record has one, too.
        read(text).filter(|day| day.to_string() == text).ok_or_else(|| NoDay(text.to_owned()))
    }
}

/// The day of a year, a month and a day of it, where there is one.
fn read(text: &str) -> Option<Day> {
    let mut parts = text.splitn(3, '-');
    let year = parts.next()?.parse().ok()?;
    let month: u8 = parts.next()?.parse().ok()?;
    let day = parts.next()?.parse().ok()?;
    let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
    u32::try_from(date.to_julian_day() - FIRST).ok().map(Day)
}

impl TryFrom<String> for Day {
    type Error = NoDay;

    fn try_from(text: String) -> Result<Self, NoDay> {
        text.parse()
    }
}

impl From<Day> for String {
    fn from(day: Day) -> Self {
        day.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_as_it_is_written() {
        for text in ["1970-01-01", "2024-02-29", "2026-11-16", "2100-03-01", "9999-12-31"] {
            assert_eq!(text.parse::<Day>().unwrap().to_string(), text);
        }
        for text in ["2026-02-29", "2026-13-01", "26-11-16", "2026-1-1", "+2026-11-16", "1969-12-31", "today"]
        {
            assert_eq!(text.parse::<Day>(), Err(NoDay(text.to_owned())));
        }
    }

    #[test]
    fn a_day_begins_and_ends_at_midnight() {
        let day: Day = "2026-11-16".parse().unwrap();
        assert_eq!(day.begins(), 1_794_787_200_000);
        assert_eq!(Day::of(day.begins()), day);
        assert_eq!(Day::of(day.begins() - 1).to_string(), "2026-11-15");
        assert_eq!(Day::of(day.begins() + Day::MS - 1), day);
        assert_eq!((Day::of(-1), Day::of(0).number()), (Day::of(0), 0));
    }

    #[test]
    fn a_day_that_the_calendar_does_not_have_is_its_last() {
        assert_eq!(Day::of(i64::MAX).to_string(), "9999-12-31");
        assert_eq!(Day::numbered(u32::MAX), "9999-12-31".parse().unwrap());
    }
}
