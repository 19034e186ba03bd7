//! A day of the calendar, in UTC: what a site's ladder has one secret for.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Milliseconds of a day.
const MS: i64 = 86_400_000;

/// A day, written `2026-11-16`. It begins and ends at midnight in UTC, everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(u32);

/// Text that is no day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no day; 2026-11-30 would be one")]
pub struct NoDay(pub String);

impl Day {
    /// The day of a moment, in milliseconds since 1970; what was before counts as the first day.
    #[must_use]
    pub fn of(moment: i64) -> Self {
        Self(u32::try_from(moment.div_euclid(MS)).unwrap_or(if moment < 0 { 0 } else { u32::MAX }))
    }

    /// The day with so many before it, from 1970 on.
    #[must_use]
    pub fn numbered(number: u32) -> Self {
        Self(number)
    }

    /// How many days are before it, from 1970 on.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }

    /// Its first millisecond.
    #[must_use]
    pub fn begins(self) -> i64 {
        i64::from(self.0) * MS
    }

    /// The day of this date, where there is one.
    #[must_use]
    pub fn of_date(year: i64, month: i64, day: i64) -> Option<Self> {
        if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return None;
        }
        let found = Self(u32::try_from(days(year, month, day)).ok()?);
        // A day that the month does not have would be another one.
        (found.date() == (year, month, day)).then_some(found)
    }

    /// Year, month and day.
    #[must_use]
    pub fn date(self) -> (i64, i64, i64) {
        let number = i64::from(self.0);
        // The year is guessed low and corrected; so is the month.
        let mut year = 1970 + number / 366;
        while days(year + 1, 1, 1) <= number {
            year += 1;
        }
        let month = (1..=12).rev().find(|&month| days(year, month, 1) <= number).unwrap_or(1);
        (year, month, number - days(year, month, 1) + 1)
    }
}

/// Days from 1970-01-01 up to a date of the calendar, by counting from March so that leap days come last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    year * 365 + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (month * 153 + 2) / 5
        + day
        - 719_469
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Self, NoDay> {
        let numbers: Option<Vec<i64>> = text.split('-').map(|part| part.parse().ok()).collect();
        let day = match numbers.as_deref() {
            Some(&[year, month, day]) => Self::of_date(year, month, day),
            _ => None,
        };
        // One way to write it, so that a record has one, too.
        day.filter(|day| day.to_string() == text).ok_or_else(|| NoDay(text.to_owned()))
    }
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
        assert_eq!(Day::of(day.begins() + MS - 1), day);
        assert_eq!((Day::of(-1), Day::of(i64::MAX).number()), (Day::of(0), u32::MAX));
    }
}
