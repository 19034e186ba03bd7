//! How numbers, times and ratings are written on pages.

use std::fmt::Write;

use croupier_record::Day;

/// How long ago a moment was, in words.
pub(crate) fn ago(moment: i64, now: i64) -> String {
    let seconds = (now - moment).max(0) / 1000;
    match seconds {
        0..=1 => "now".to_owned(),
        2..=119 => format!("{seconds} s ago"),
        120..=7_199 => format!("{} min ago", seconds / 60),
        7_200..=172_799 => format!("{} h ago", seconds / 3_600),
        _ => format!("{} days ago", seconds / Day::SECONDS),
    }
}

/// How long it is until a moment, in days: one that has begun counts, so that what is good for two
/// days says so.
pub(crate) fn days_until(moment: i64, now: i64) -> String {
    match u64::try_from(moment - now).unwrap_or(0).div_ceil(Day::MS as u64) {
        1 => "1 day".to_owned(),
        days => format!("{days} days"),
    }
}

/// A rating as it is shown: with one decimal.
pub(crate) fn rating(value: f64) -> String {
    let mut out = String::with_capacity(8);
    tenths(&mut out, value);
    out
}

/// Writes a number with one decimal. A ladder has thousands of them on a page, and the general way
/// to write a fraction took half of the time of the whole page.
fn tenths(out: &mut String, value: f64) {
    let tenths = (value * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    // Writing to a string cannot fail.
    let _ = write!(out, "{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10);
}

/// A score: without decimals where it has none.
pub(crate) fn score(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// The points of a sparkline, for a picture 96 wide and 24 high; empty where there are fewer than two.
pub(crate) fn sparkline(path: &[f32]) -> String {
    if path.len() < 2 {
        return String::new();
    }
    let (low, high) = path.iter().fold((f32::MAX, f32::MIN), |(low, high), &v| (low.min(v), high.max(v)));
    let span = (high - low).max(0.1);
    let x = |at: usize| 2.0 + 92.0 * at as f32 / (path.len() - 1) as f32;
    let y = |value: f32| 22.0 - 20.0 * (value - low) / span;
    let mut points = String::with_capacity(path.len() * 10);
    for (at, &value) in path.iter().enumerate() {
        points.push_str(if at > 0 { " " } else { "" });
        tenths(&mut points, x(at).into());
        points.push(',');
        tenths(&mut points, y(value).into());
    }
    points
}

/// A size in bytes, in words.
pub(crate) fn size(bytes: i64) -> String {
    match bytes {
        0..=1023 => format!("{bytes} B"),
        1024..=1_048_575 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_told_in_words() {
        assert_eq!(ago(0, 500), "now");
        assert_eq!(ago(0, 90_000), "90 s ago");
        assert_eq!(ago(0, 3_600_000), "60 min ago");
        assert_eq!(ago(0, Day::MS * 3), "3 days ago");
    }

    #[test]
    fn a_day_that_has_begun_counts() {
        let days = [0, 1, Day::MS, Day::MS + 1, 2 * Day::MS].map(|moment| days_until(moment, 0));
        assert_eq!(days, ["0 days", "1 day", "1 day", "2 days", "2 days"]);
        assert_eq!(days_until(0, 5), "0 days");
    }

    #[test]
    fn a_rating_has_one_decimal_also_below_nothing() {
        assert_eq!(
            [25.0, 24.96, 0.04, -0.04, -0.26, -12.5].map(rating),
            ["25.0", "25.0", "0.0", "0.0", "-0.3", "-12.5"]
        );
    }

    #[test]
    fn a_sparkline_fills_its_picture() {
        assert_eq!(sparkline(&[25.0]), "");
        assert_eq!(sparkline(&[20.0, 30.0, 25.0]), "2.0,22.0 48.0,2.0 94.0,12.0");
    }
}
