//! Numbers as they are read: thousands apart, a sign where it matters, times in a fitting unit.

/// A count, with its thousands apart.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count and its noun.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// A mean, or a dash.
pub(crate) fn mean(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| signed(value, false))
}

/// A difference with its sign, or a dash.
pub(crate) fn difference(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| signed(value, true))
}

fn signed(value: f64, plus: bool) -> String {
    let text = format!("{:.2}", value.abs());
    let nothing = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    match (nothing, value < 0.0, plus) {
        (true, ..) => text,
        (_, true, _) => format!("−{text}"),
        (_, _, true) => format!("+{text}"),
        _ => text,
    }
}

/// A value on an axis: no more decimals than it needs.
pub(crate) fn tick(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    if rounded < 0.0 { format!("−{}", -rounded) } else { rounded.abs().to_string() }
}

/// A time in microseconds, in a fitting unit.
pub(crate) fn time(micros: Option<f64>) -> String {
    let Some(micros) = micros else { return "–".to_owned() };
    match micros {
        micros if micros < 1_000.0 => format!("{micros:.0} µs"),
        micros if micros < 10_000.0 => format!("{:.1} ms", micros / 1e3),
        micros if micros < 1e6 => format!("{:.0} ms", micros / 1e3),
        micros => format!("{:.1} s", micros / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_read_them() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [Some(-0.001), Some(-1.5), Some(2.0), None].map(difference),
            ["0.00", "−1.50", "+2.00", "–"]
        );
        assert_eq!(
            [Some(12.0), Some(1_240.0), Some(48_000.0), Some(1.5e6)].map(time),
            ["12 µs", "1.2 ms", "48 ms", "1.5 s"]
        );
        assert_eq!([0.5, 3.0, -2.25].map(tick), ["0.5", "3", "−2.25"]);
    }
}
