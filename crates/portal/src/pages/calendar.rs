//! Moments as forms and pages write them, all in UTC.

/// Days before 1970-01-01 up to a date of the calendar, by counting from March so that leap days come last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    year * 365 + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (month * 153 + 2) / 5
        + day
        - 719_469
}

/// A time of a form, `2026-11-30T18:00`, taken as UTC; nothing where it is empty.
pub(crate) fn moment(what: &str, text: &str) -> Result<Option<i64>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || format!("the {what} {text:?} is no time; 2026-11-30T18:00 would be one, in UTC");
    let numbers: Option<Vec<i64>> = text.split(['-', 'T', ' ', ':']).map(|part| part.parse().ok()).collect();
    match numbers.ok_or_else(wrong)?[..] {
        [year @ 1970..=9999, month @ 1..=12, day @ 1..=31, hour @ 0..=23, minute @ 0..=59] => {
            let moment = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60_000;
            // A day that the month does not have would be written as another one.
            if written(Some(moment)).replace('T', " ") == text.replace('T', " ") {
                Ok(Some(moment))
            } else {
                Err(wrong())
            }
        }
        _ => Err(wrong()),
    }
}

/// A moment as a form wants it.
pub(crate) fn written(moment: Option<i64>) -> String {
    let Some(moment) = moment else { return String::new() };
    let minutes = moment.div_euclid(60_000);
    let (day, minute) = (minutes.div_euclid(1_440), minutes.rem_euclid(1_440));
    // The year is guessed low and corrected; so is the month.
    let mut year = 1970 + day.div_euclid(366);
    while days(year + 1, 1, 1) <= day {
        year += 1;
    }
    let month = (1..=12).rev().find(|&month| days(year, month, 1) <= day).unwrap_or(1);
    let date = day - days(year, month, 1) + 1;
    format!("{year:04}-{month:02}-{date:02}T{:02}:{:02}", minute / 60, minute % 60)
}

/// A moment as a page shows it.
pub(crate) fn shown(moment: i64) -> String {
    format!("{} UTC", written(Some(moment)).replace('T', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_forms_are_read_and_written_alike() {
        assert_eq!(moment("time", "1970-01-01T00:00"), Ok(Some(0)));
        assert_eq!(moment("time", ""), Ok(None));
        for text in ["2026-11-30T18:05", "2024-02-29T23:59", "2100-03-01T00:00", "1999-12-31T12:00"] {
            assert_eq!(written(moment("time", text).unwrap()), text);
        }
        assert_eq!(moment("time", "2026-11-16T00:00"), Ok(Some(1_794_787_200_000)));
    }

    #[test]
    fn what_is_no_time_is_told_so() {
        for text in ["tomorrow", "2026-13-01T00:00", "2026-02-30T00:00", "2026-11-30", "2026-11-30T25:00"] {
            assert!(moment("closing time", text).unwrap_err().contains("closing time"), "{text}");
        }
    }
}
