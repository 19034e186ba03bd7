//! Moments as organisers write them: `2026-11-30 23:59`, in UTC.

use std::str::FromStr;

/// A moment, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment(pub(crate) i64);

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        read(text).ok_or_else(|| format!("`{text}` is no moment; one is written 2026-11-30 23:59, in UTC"))
    }
}

fn read(text: &str) -> Option<Moment> {
    let (date, time) = text.trim().split_once([' ', 'T']).unwrap_or((text.trim(), "00:00"));
    let number =
        |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<i64>().ok())?;
    let parts = |text: &str, by: char| text.split(by).map(number).collect::<Option<Vec<i64>>>();
    let (&[year, month, day], &[hour, minute]) = (&*parts(date, '-')?, &*parts(time, ':')?) else {
        return None;
    };
    let in_range = (1970..10_000).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_of(year, month)).contains(&day)
        && hour < 24
        && minute < 60;
    in_range.then(|| Moment(((days_before(year, month) + day - 1) * 1440 + hour * 60 + minute) * 60_000))
}

/// Days from 1970 to the first of a month.
fn days_before(year: i64, month: i64) -> i64 {
    let years: i64 = (1970..year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
    years + (1..month).map(|month| days_of(year, month)).sum::<i64>()
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_and_nonsense_is_not() {
        assert_eq!("1970-01-01".parse(), Ok(Moment(0)));
        assert_eq!("2026-11-30 23:59".parse(), Ok(Moment(1_796_083_140_000)));
        assert_eq!("2024-02-29T00:00".parse(), Ok(Moment(1_709_164_800_000)));
        for wrong in ["2026-02-29", "2026-13-01", "yesterday", "2026-1-1 24:00", "2026-11-30 23"] {
            assert!(wrong.parse::<Moment>().is_err(), "{wrong}");
        }
    }
}
