//! Moments as forms and pages write them, all in UTC.

use croupier_record::Day;

/// A time of a form, `2026-11-30T18:00`, taken as UTC; nothing where it is empty.
pub(crate) fn moment(what: &str, text: &str) -> Result<Option<i64>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || format!("the {what} {text:?} is no time; 2026-11-30T18:00 would be one, in UTC");
    let numbers: Option<Vec<i64>> = text.split(['-', 'T', ' ', ':']).map(|part| part.parse().ok()).collect();
    match numbers.ok_or_else(wrong)?[..] {
        [year, month, day, hour @ 0..=23, minute @ 0..=59] => {
            let day = Day::of_date(year, month, day).ok_or_else(wrong)?;
            let moment = day.begins() + (hour * 60 + minute) * 60_000;
            // One way to write it.
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
    let minute = moment.div_euclid(60_000).rem_euclid(1_440);
    format!("{}T{:02}:{:02}", Day::of(moment), minute / 60, minute % 60)
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
