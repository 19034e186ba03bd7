//! Pictures as SVG within the page, each with a title that says in words what it shows.

use std::fmt::Write;

use super::escape::Text;
use crate::sections::numbers::{count, mean, tick};
use crate::sections::{Bars, Interval, Picture};

/// How wide and high an interval is drawn.
const ROW: (f64, f64) = (220.0, 40.0);
/// How wide and high bars are drawn, and how much room is below for the axis.
const PLOT: (f64, f64, f64) = (280.0, 96.0, 20.0);
/// The scale of intervals is cut in so many parts.
const PARTS: u32 = 4;

pub(super) fn picture(out: &mut String, picture: &Picture, of: &str) {
    match picture {
        Picture::Interval(interval) => draw_interval(out, interval, of),
        Picture::Bars(bars) => draw_bars(out, bars, of),
    }
}

fn draw_interval(out: &mut String, interval: &Interval, of: &str) {
    let (width, height) = ROW;
    let (from, to) = interval.scale;
    let span = if to > from { to - from } else { 1.0 };
    let x = |value: f64| ((value - from) / span).clamp(0.0, 1.0) * (width - 12.0) + 6.0;
    let words = format!(
        "{of}: {}, between {} and {}",
        mean(Some(interval.mean)),
        mean(Some(interval.low)),
        mean(Some(interval.high))
    );
    begin(out, "interval", width, height, &words);
    for part in 0..=PARTS {
        let at = x(from + span * f64::from(part) / f64::from(PARTS));
        let _ = write!(out, "<path class=\"grid\" d=\"M{at:.1} 0V{height}\"/>");
    }
    let (low, high, middle) = (x(interval.low), x(interval.high), height / 2.0);
    let _ = write!(
        out,
        "<path class=\"whisker\" d=\"M{low:.1} {middle}H{high:.1}\"/>\
         <circle class=\"dot\" cx=\"{:.1}\" cy=\"{middle}\" r=\"4\"/></svg>",
        x(interval.mean)
    );
}

fn draw_bars(out: &mut String, bars: &Bars, of: &str) {
    let (width, height, below) = PLOT;
    let total = bars.total().max(1) as f64;
    let step = width / bars.counts.len().max(1) as f64;
    let words = format!(
        "Distribution of {} of {of}{}",
        bars.unit,
        match bars.mark {
            Some(mark) => format!(", mean {}", mean(Some(mark))),
            None => String::new(),
        }
    );
    begin(out, "bars", width, height + below, &words);
    let _ = write!(out, "<path class=\"base\" d=\"M0 {height}H{width}\"/>");
    for (at, &counted) in bars.counts.iter().enumerate().filter(|(_, counted)| **counted > 0) {
        let share = counted as f64 / total;
        let tall = (share / bars.tallest.max(1e-9) * (height - 4.0)).max(0.8);
        let _ = write!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\"><title>{}: {} ({:.1} \
             %)</title></rect>",
            at as f64 * step + 0.5,
            height - tall,
            (step - 1.0).max(0.6),
            bin_words(bars, at),
            count(counted),
            share * 100.0
        );
    }
    if let Some(mark) = bars.mark {
        // A bar stands for all values from its beginning on; where it stands for one value, that is its
        // middle.
        let middle = if bars.width <= 1.0 { 0.5 } else { 0.0 };
        let at = (((mark - bars.from) / bars.width + middle) * step).clamp(0.0, width);
        let _ = write!(out, "<path class=\"mark\" d=\"M{at:.1} 0V{height}\"/>");
    }
    labels(out, bars, step);
    *out += "</svg>";
}

/// The first bar, the last, and some between.
fn labels(out: &mut String, bars: &Bars, step: f64) {
    let (width, height, below) = PLOT;
    let last = bars.counts.len().saturating_sub(1);
    let every = last.div_ceil(4).max(1);
    for at in (0..=last).step_by(every) {
        let x = if bars.width <= 1.0 { (at as f64 + 0.5) * step } else { at as f64 * step };
        let anchor = match x {
            x if x < 12.0 => "start",
            x if x > width - 12.0 => "end",
            _ => "middle",
        };
        let x = if anchor == "start" { 0.0 } else { x };
        let _ = write!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            height + below - 6.0,
            tick(bars.from + at as f64 * bars.width)
        );
    }
}

fn bin_words(bars: &Bars, at: usize) -> String {
    let low = bars.from + at as f64 * bars.width;
    if bars.width <= 1.0 { tick(low) } else { format!("{} to below {}", tick(low), tick(low + bars.width)) }
}

fn begin(out: &mut String, class: &str, width: f64, height: f64, words: &str) {
    let _ = write!(
        out,
        "<svg class=\"{class}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{words}\"><title>{words}</title>",
        words = Text(words)
    );
}
