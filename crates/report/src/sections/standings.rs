//! The order of the bots, and how sure it is.

use croupier_games::Better;
use croupier_stats::{EntrantTally, Estimate, StandingsLine};

use super::numbers::{count, difference, mean, tick};
use super::picture::{Interval, Picture};
use super::table::{Cell, Heading, ReportTable};
use super::{Piece, ReportInput, Section};

/// The section.
pub(super) fn section(input: &ReportInput<'_>) -> Option<Section> {
    let (about, lines) = (input.about, &input.standings.lines);
    let main = about.ranking[0];
    let figure = about.figures[main.figure];
    let better = if main.better == Better::Low { "lowest" } else { "highest" };
    let text = format!(
        "Means per game, the {better} {} first: {}. The interval holds the true mean in 95 of 100 such \
         tournaments; its sample is the deal. Two bots that share a letter are not told apart by these \
         games; that holds for all pairs together.",
        figure.name, figure.meaning
    );
    let scale = scale(lines);
    let order = ReportTable {
        caption: "Standings".to_owned(),
        headings: order_headings(figure.name, figure.meaning, scale),
        rows: lines.iter().map(|line| order_row(input, line, scale)).collect(),
        named_by: 1,
    };
    let mut pieces = vec![Piece::Text(text), Piece::Table(order)];
    let own: Vec<usize> = (0..about.figures.len()).filter(|&at| at != main.figure).collect();
    if !own.is_empty() {
        let mut headings = vec![Heading::words("bot")];
        let named = |&at: &usize| Heading::numbers(about.figures[at].name, about.figures[at].meaning);
        headings.extend(own.iter().map(named));
        let row = |line: &StandingsLine| {
            let mut row = vec![Cell::words(input.name(line.entrant))];
            row.extend(own.iter().map(|&at| Cell::number(mean(line.tally.mean(at)))));
            row
        };
        pieces.push(Piece::Table(ReportTable {
            caption: "All other figures, as means per game".to_owned(),
            headings,
            rows: lines.iter().map(row).collect(),
            named_by: 0,
        }));
    }
    Some(Section { id: "standings", title: "Standings", pieces })
}

fn order_headings(name: &str, meaning: &str, scale: Option<(f64, f64)>) -> Vec<Heading> {
    let mut headings = vec![
        Heading::numbers("#", "rank"),
        Heading::words("bot"),
        Heading::numbers("games", "games played"),
        Heading::numbers(name, meaning),
        Heading::numbers("±", "half the width of the 95 % interval of the mean"),
    ];
    if let Some((from, to)) = scale {
        let axis = Some((tick(from), tick(to)));
        headings.push(Heading { axis, ..Heading::words("95 % interval") });
    }
    headings.extend([
        Heading::words("group"),
        Heading::numbers("ranks", "the ranks that the games allow"),
        Heading::numbers("to the one above", "mean minus that of the line above, with its 95 % interval"),
        Heading::numbers("faults", "illegal moves and faults"),
    ]);
    headings
}

fn order_row(input: &ReportInput<'_>, line: &StandingsLine, scale: Option<(f64, f64)>) -> Vec<Cell> {
    let main = input.about.ranking[0].figure;
    let mut row = vec![
        Cell::number(line.rank.to_string()),
        Cell::words(input.name(line.entrant)),
        Cell::number(count(line.tally.games)),
        Cell::number(mean(line.tally.mean(main))),
        Cell::number(line.mean.filter(is_finite).map_or_else(|| mean(None), |of| mean(Some(of.reach())))),
    ];
    if let Some(scale) = scale {
        let drawn = line.mean.filter(|of| is_finite(of) && line.is_compared());
        let interval = |of: Estimate| Interval { low: of.low, mean: of.mean, high: of.high, scale };
        row.push(drawn.map_or_else(Cell::default, |of| Cell::picture(Picture::Interval(interval(of)))));
    }
    let (best, worst) = (line.ranks.start(), line.ranks.end());
    let ranks = if best == worst { best.to_string() } else { format!("{best}–{worst}") };
    let above = line.above.filter(is_finite).map_or_else(String::new, |above| {
        format!("{} ± {}", difference(Some(above.mean)), mean(Some(above.reach())))
    });
    row.extend([Cell::words(&line.group), Cell::number(ranks), Cell::number(above), faults(&line.tally)]);
    row
}

fn is_finite(of: &Estimate) -> bool {
    of.low.is_finite() && of.high.is_finite()
}

/// From the lowest end of an interval to the highest, with a little room; `None` where there is no interval.
fn scale(lines: &[StandingsLine]) -> Option<(f64, f64)> {
    // Whoever is out of the comparison would only press the others together.
    let compared = lines.iter().filter(|line| line.is_compared());
    let ends = compared.filter_map(|line| line.mean.filter(is_finite));
    let (low, high) =
        ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), of| (low.min(of.low), high.max(of.high)));
    if low > high {
        return None;
    }
    let step = 10_f64.powf(((high - low).max(1e-6)).log10().floor()) / 2.0;
    let (from, to) = ((low / step).floor() * step, (high / step).ceil() * step);
    Some((from, if to > from { to } else { from + step }))
}

/// How much went wrong, leading to what.
fn faults(tally: &EntrantTally) -> Cell {
    let all = tally.illegal + tally.faults;
    match &tally.disqualified {
        Some(why) => Cell {
            meaning: why.what.clone(),
            link: Some("faults".to_owned()),
            ..Cell::number(format!("{} · out", count(all)))
        },
        None if all > 0 => Cell { link: Some("faults".to_owned()), ..Cell::number(count(all)) },
        None => Cell::number("0"),
    }
}
