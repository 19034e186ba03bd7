//! What everyone made in each seat: whether it matters where one sits.

use croupier_games::Better;

use super::numbers::{counted, mean};
use super::table::{Cell, Heading, ReportTable, Tint};
use super::{Piece, ReportInput, Section};
use crate::digest::SeatSum;

/// The section.
pub(super) fn section(input: &ReportInput<'_>) -> Option<Section> {
    let seats = input.header.seats;
    if seats < 2 || input.standings.games == 0 {
        return None;
    }
    let low_is_better = input.about.ranking[0].better == Better::Low;
    let mut headings = vec![Heading::words("bot")];
    headings.extend((1..=seats).map(|seat| Heading::numbers(&format!("seat {seat}"), "")));
    let lines = || input.standings.lines.iter().filter(|line| line.tally.games > 0);
    // What tells the bots apart sets the scale: a seat that matters less than they do is tinted less.
    let means = || lines().filter_map(|line| line.tally.mean(input.about.ranking[0].figure));
    let (low, high) =
        means().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), mean| (low.min(mean), high.max(mean)));
    let offsets_of = |line: &croupier_stats::StandingsLine| {
        offsets(&input.digest.entrants[line.entrant.index()].seats[..seats])
    };
    let farthest = lines()
        .flat_map(|line| offsets_of(line).into_iter().flatten())
        .fold((high - low) / 2.0, |farthest: f64, offset| farthest.max(offset.abs()));
    let cells = |places: &[SeatSum], tinted: bool| -> Vec<Cell> {
        let offsets = offsets(places);
        places
            .iter()
            .zip(offsets)
            .map(|(place, offset)| {
                let good = offset.map(|offset| if low_is_better { -offset } else { offset });
                let tint = good.filter(|_| tinted && farthest > 0.0);
                Cell {
                    meaning: counted(place.games, "game", "games"),
                    tint: tint.map(|good| Tint::of(good, farthest)),
                    ..Cell::number(mean(place.mean()))
                }
            })
            .collect()
    };
    let mut all = vec![SeatSum::default(); seats];
    let mut rows = Vec::new();
    for line in lines() {
        let places = &input.digest.entrants[line.entrant.index()].seats[..seats];
        for (sum, place) in all.iter_mut().zip(places) {
            *sum = SeatSum { games: sum.games + place.games, sum: sum.sum + place.sum };
        }
        let mut row = vec![Cell::words(input.name(line.entrant))];
        row.extend(cells(places, true));
        rows.push(row);
    }
    let mut row = vec![Cell::words("everyone")];
    row.extend(cells(&all, false));
    rows.push(row);
    let table =
        ReportTable {
            caption: format!("Mean of “{}” by seat", input.main()), headings, rows, named_by: 0
        };
    let text =
        "Means seat by seat, in the order of play. A cell is tinted by how much better or worse the bot did \
                there than it did on average; in few games, much of that is luck."
            .to_owned();
    Some(Section {
        id: "seats",
        title: "Results by seat",
        pieces: vec![Piece::Text(text), Piece::Table(table)],
    })
}

/// How far each seat is from the mean of all.
fn offsets(places: &[SeatSum]) -> Vec<Option<f64>> {
    let games: u64 = places.iter().map(|place| place.games).sum();
    let mean = places.iter().map(|place| place.sum).sum::<f64>() / games.max(1) as f64;
    places.iter().map(|place| place.mean().map(|own| own - mean)).collect()
}
