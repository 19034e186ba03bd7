//! Times as forms and pages write them, all in UTC.

use croupier_record::{NoUtcTime, UtcTime};

/// Which time of a form is none, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the {what} {why}")]
pub(crate) struct NoFormTime {
    what: String,
    why: NoUtcTime,
}

/// A time of a form, taken as UTC, in milliseconds since 1970; nothing where it is empty.
pub(crate) fn moment(what: &str, text: &str) -> Result<Option<i64>, NoFormTime> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let time = text.parse::<UtcTime>().map_err(|why| NoFormTime { what: what.to_owned(), why })?;
    Ok(Some(time.milliseconds()))
}

/// A moment as a form wants it.
pub(crate) fn written(moment: Option<i64>) -> String {
    moment.map(|moment| UtcTime::of(moment).for_form()).unwrap_or_default()
}

/// A moment as a page shows it.
pub(crate) fn shown(moment: i64) -> String {
    format!("{} UTC", UtcTime::of(moment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_forms_are_read_and_written_alike() {
        assert_eq!(moment("time", ""), Ok(None));
        assert_eq!(moment("time", "2026-11-16T00:00"), Ok(Some(1_794_787_200_000)));
        assert_eq!(written(Some(1_794_787_200_000)), "2026-11-16T00:00");
        assert_eq!(written(None), "");
        assert_eq!(shown(1_794_787_200_000), "2026-11-16 00:00 UTC");
    }

    #[test]
    fn what_is_no_time_is_told_so() {
        let said = moment("closing time", "tomorrow").unwrap_err();
        let wanted = "the closing time \"tomorrow\" is no time; 2026-11-30 23:59 would be one, in UTC";
        assert_eq!(said.to_string(), wanted);
    }
}
