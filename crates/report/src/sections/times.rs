//! How long everyone thought, where the clock was read.

use super::numbers::{count, time};
use super::table::{Cell, Heading, ReportTable};
use super::{Piece, ReportInput, Section};

/// The section.
pub(super) fn section(input: &ReportInput<'_>) -> Option<Section> {
    let lines = || {
        input
            .standings
            .lines
            .iter()
            .map(|line| (line, &input.digest.entrants[line.entrant.index()].thinking))
            .filter(|(_, thinking)| thinking.total > 0)
    };
    lines().next()?;
    let rows = lines().map(|(line, thinking)| {
        let mut row = vec![
            Cell::words(input.name(line.entrant)),
            Cell::number(count(thinking.turns)),
            Cell::number(time(thinking.mean())),
        ];
        row.extend([0.5, 0.9, 0.99, 1.0].map(|share| Cell::number(time(thinking.quantile(share)))));
        row.push(Cell::number(time(Some(thinking.total as f64))));
        row
    });
    let within = "of the games stay within this time per move";
    let table = ReportTable {
        caption: "Thinking time per move".to_owned(),
        headings: vec![
            Heading::words("bot"),
            Heading::numbers("moves", ""),
            Heading::numbers("mean", "over all moves"),
            Heading::numbers("median", &format!("half {within}")),
            Heading::numbers("90 %", &format!("90 % {within}")),
            Heading::numbers("99 %", &format!("99 % {within}")),
            Heading::numbers("slowest game", "the time per move of the slowest game"),
            Heading::numbers("in all", ""),
        ],
        rows: rows.collect(),
        named_by: 0,
    };
    let text = "Time from question to answer on the wall clock, averaged over the moves of each game; the \
                quantiles are over games. Bots in WebAssembly are timed by the fuel they burn, as a time of \
                the reference machine."
        .to_owned();
    Some(Section {
        id: "times",
        title: "Time per move",
        pieces: vec![Piece::Text(text), Piece::Table(table)],
    })
}
