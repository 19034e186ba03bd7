//! A time as people write it, to the minute and in UTC: `2026-11-30 23:59`. Command line, forms and pages
//! have it from here, so that they read and show the same.

use std::fmt;
use std::str::FromStr;

use time::Time;

use super::day::Day;

/// Milliseconds of a minute.
const MS: i64 = 60_000;

/// A time in UTC, to the minute.
///
/// ```
/// use croupier_record::UtcTime;
///
/// let closes: UtcTime = "2026-11-30 23:59".parse().unwrap();
/// assert_eq!(closes.milliseconds(), 1_796_083_140_000);
/// assert_eq!("2026-11-30T23:59".parse(), Ok(closes));
/// assert_eq!("2026-11-30".parse::<UtcTime>().unwrap().to_string(), "2026-11-30 00:00");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct UtcTime {
    day: Day,
    /// Minutes since midnight.
    minute: u16,
}

/// Text that is no time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no time; 2026-11-30 23:59 would be one, in UTC")]
pub struct NoUtcTime(pub String);

impl UtcTime {
    /// The minute in which a moment lies, which is given in milliseconds since 1970.
    #[must_use]
    pub fn of(moment: i64) -> Self {
        let day = Day::of(moment);
        let minute = (moment - day.begins()) / MS;
        Self { day, minute: minute.clamp(0, 24 * 60 - 1) as u16 }
    }

    /// Its first moment, in milliseconds since 1970.
    #[must_use]
    pub fn milliseconds(self) -> i64 {
        self.day.begins() + i64::from(self.minute) * MS
    }

    /// As forms of a browser want it: `2026-11-30T23:59`.
    #[must_use]
    pub fn for_form(self) -> String {
        self.to_string().replace(' ', "T")
    }
}

impl fmt::Display for UtcTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:02}:{:02}", self.day, self.minute / 60, self.minute % 60)
    }
}

impl FromStr for UtcTime {
    type Err = NoUtcTime;

    /// A day and a time with a space or a `T` between them, or a day alone, which stands for its midnight.
    fn from_str(text: &str) -> Result<Self, NoUtcTime> {
        read(text.trim()).ok_or_else(|| NoUtcTime(text.trim().to_owned()))
    }
}

fn read(text: &str) -> Option<UtcTime> {
    let (day, clock) = text.split_once([' ', 'T']).unwrap_or((text, "00:00"));
    let (hour, minute) = clock.split_once(':')?;
    let time = Time::from_hms(hour.parse().ok()?, minute.parse().ok()?, 0).ok()?;
    let minute = u16::from(time.hour()) * 60 + u16::from(time.minute());
    let found = UtcTime { day: day.parse().ok()?, minute };
    // One way to write it: two digits, and no sign before them.
    (found.to_string() == format!("{day} {clock}")).then_some(found)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_a_space_a_t_or_none() {
        let read = |text: &str| text.parse::<UtcTime>().map(UtcTime::milliseconds);
        assert_eq!(read("1970-01-01"), Ok(0));
        assert_eq!(read(" 2026-11-30 23:59 "), Ok(1_796_083_140_000));
        assert_eq!(read("2024-02-29T00:00"), Ok(1_709_164_800_000));
    }

    #[test]
    fn what_is_no_time_is_told_so() {
        for wrong in [
            "",
            "yesterday",
            "2026-02-29",
            "2026-13-01 00:00",
            "2026-1-1 12:00",
            "2026-11-30 24:00",
            "2026-11-30 23:60",
            "2026-11-30 23",
            "2026-11-30 1:05",
            "2026-11-30 +1:05",
            "2026-11-30 01:5",
            "2026-11-30  01:05",
            "2026-11-30 01:05:00",
            "2026-11-30T",
        ] {
            assert_eq!(wrong.parse::<UtcTime>(), Err(NoUtcTime(wrong.to_owned())));
        }
        let said = NoUtcTime("soon".to_owned()).to_string();
        assert_eq!(said, "\"soon\" is no time; 2026-11-30 23:59 would be one, in UTC");
    }

    #[test]
    fn a_time_is_written_as_it_is_read_and_a_moment_belongs_to_its_minute() {
        for text in ["2026-11-30 18:05", "2024-02-29 23:59", "2100-03-01 00:00", "1999-12-31 12:00"] {
            let time: UtcTime = text.parse().unwrap();
            assert_eq!((time.to_string().as_str(), time.for_form()), (text, text.replace(' ', "T")));
            assert_eq!(UtcTime::of(time.milliseconds()), time);
            assert_eq!(UtcTime::of(time.milliseconds() + MS - 1), time);
            assert!(UtcTime::of(time.milliseconds() - 1) < time);
        }
        assert_eq!(UtcTime::of(-1).to_string(), "1970-01-01 00:00");
        assert_eq!(UtcTime::of(i64::MAX).to_string(), "9999-12-31 23:59");
    }
}
