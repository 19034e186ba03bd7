//! How often everyone made which score.

use super::numbers::{count, mean, tick};
use super::picture::{Bars, Picture};
use super::table::{Cell, Heading, ReportTable};
use super::{Piece, ReportInput, Section};
use crate::digest::{Histogram, shown_figure};

/// Larger fields get a picture for the best only.
const MOST_PICTURES: usize = 48;
/// No picture has more bars.
const MOST_BARS: f64 = 40.0;
/// Bars have one of these widths, times a power of ten.
const WIDTHS: [f64; 3] = [1.0, 2.0, 5.0];

/// The section.
pub(super) fn section(input: &ReportInput<'_>) -> Option<Section> {
    let figure = input.about.figures[shown_figure(input.about)];
    let of = |entrant: croupier_record::EntrantId| &input.digest.entrants[entrant.index()].scores;
    let order = || input.standings.lines.iter().map(|line| line.entrant).filter(|&id| of(id).total() > 0);
    let (from, width, bins) = scale(order().map(of))?;
    let tallest = order().map(|id| highest_share(of(id), from, width, bins)).fold(0.0, f64::max);
    let picture = |id| {
        let bars = Bars {
            counts: of(id).bins(from, width, bins),
            from,
            width,
            tallest,
            mark: input.digest.tally.entrants()[id.index()].mean(shown_figure(input.about)),
            unit: figure.name,
        };
        (input.name(id).to_owned(), Picture::Bars(bars))
    };
    let row = |id| {
        let mut row = vec![Cell::words(input.name(id)), Cell::number(count(of(id).total()))];
        row.extend([0.0, 0.25, 0.5, 0.75, 1.0].map(|share| Cell::number(value(of(id).quantile(share)))));
        row
    };
    let mut headings = vec![Heading::words("bot"), Heading::numbers("games", "")];
    headings.extend([
        Heading::numbers("lowest", ""),
        Heading::numbers("quartile", "a quarter of the games stays at or below"),
        Heading::numbers("median", "half of the games stays at or below"),
        Heading::numbers("quartile", "three quarters of the games stay at or below"),
        Heading::numbers("highest", ""),
    ]);
    let table = ReportTable {
        caption: format!("Quantiles of {}", figure.name),
        headings,
        rows: order().map(row).collect(),
        named_by: 0,
    };
    let text = format!(
        "How often each bot made which {}: {}. All pictures share one scale; the line marks the mean, and \
         bars are {} wide.",
        figure.name,
        figure.meaning,
        tick(width)
    );
    let gallery = Piece::Gallery(order().take(MOST_PICTURES).map(picture).collect());
    let pieces = vec![Piece::Text(text), gallery, Piece::Table(table)];
    Some(Section { id: "scores", title: "Distribution of scores", pieces })
}

fn value(value: Option<f64>) -> String {
    value.map_or_else(|| mean(None), tick)
}

fn highest_share(histogram: &Histogram, from: f64, width: f64, bins: usize) -> f64 {
    let highest = histogram.bins(from, width, bins).into_iter().max().unwrap_or(0);
    highest as f64 / histogram.total().max(1) as f64
}

/// Where the first bar begins, how wide bars are and how many there are; `None` where there is nothing to
/// show.
fn scale<'h>(all: impl Iterator<Item = &'h Histogram>) -> Option<(f64, f64, usize)> {
    let (mut low, mut high, mut finest) = (f64::INFINITY, f64::NEG_INFINITY, 1.0_f64);
    for histogram in all {
        for (value, _) in histogram.values() {
            (low, high) = (low.min(value), high.max(value));
            if value.fract() != 0.0 {
                finest = 0.5;
            }
        }
    }
    if low > high {
        return None;
    }
    let mut widths = (0..12).flat_map(|power| WIDTHS.map(|width| width * finest * 10_f64.powi(power)));
    let width = widths.find(|width| (high - low) / width < MOST_BARS)?;
    let from = (low / width).floor() * width;
    Some((from, width, ((high - from) / width).floor() as usize + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> Histogram {
        let mut histogram = Histogram::default();
        values.iter().for_each(|&value| histogram.add(value));
        histogram
    }

    #[test]
    fn bars_are_of_a_round_width_and_begin_at_a_multiple_of_it() {
        assert_eq!(scale([of(&[-7.0, 3.0, 60.0])].iter()), Some((-8.0, 2.0, 35)));
        assert_eq!(scale([of(&[0.0]), of(&[1.0, 0.5])].iter()), Some((0.0, 0.5, 3)));
        assert_eq!(scale([of(&[4.0])].iter()), Some((4.0, 1.0, 1)));
        assert_eq!(scale([].iter()), None);
    }
}
