//! Everyone against everyone, as a table whose tints can be read from afar.

use croupier_games::Better;
use croupier_record::EntrantId;

use super::numbers::{counted, difference};
use super::table::{Cell, Heading, ReportTable, Tint};
use super::{Piece, ReportInput, Section};

/// The section.
pub(super) fn section(input: &ReportInput<'_>) -> Option<Section> {
    let pairs = input.digest.pairs.as_ref()?;
    let order: Vec<EntrantId> = input
        .standings
        .lines
        .iter()
        .map(|line| line.entrant)
        .filter(|id| input.digest.tally.entrants()[id.index()].games > 0)
        .collect();
    if order.len() < 2 {
        return None;
    }
    let mean = |one, other| pairs.of_two(one, other).mean();
    let means = order.iter().flat_map(|&one| order.iter().filter_map(move |&other| mean(one, other)));
    let largest = means.fold(0.0_f64, |largest, mean| largest.max(mean.abs()));
    let low_is_better = input.about.ranking[0].better == Better::Low;
    let cell = |one, other| {
        let meeting = pairs.of_two(one, other);
        if one == other || meeting.games == 0 {
            return Cell::number("·");
        }
        let good = if low_is_better { -meeting.difference } else { meeting.difference };
        let meaning = format!(
            "{} against {}: {} over {}",
            input.name(one),
            input.name(other),
            difference(meeting.mean()),
            counted(meeting.games, "game", "games")
        );
        let tint = Some(Tint::of(good / meeting.games as f64, largest));
        Cell { meaning, tint, ..Cell::number(difference(meeting.mean())) }
    };
    let mut headings = vec![Heading::numbers("#", ""), Heading::words("against")];
    headings.extend(
        order.iter().enumerate().map(|(at, &id)| Heading::numbers(&(at + 1).to_string(), input.name(id))),
    );
    let row = |(at, &one): (usize, &EntrantId)| {
        let mut row = vec![Cell::number((at + 1).to_string()), Cell::words(input.name(one))];
        row.extend(order.iter().map(|&other| cell(one, other)));
        row
    };
    let table = ReportTable {
        caption: format!("Mean difference of “{}” between the two, row minus column", input.main()),
        headings,
        rows: order.iter().enumerate().map(row).collect(),
        named_by: 1,
    };
    let better = if low_is_better { "Negative" } else { "Positive" };
    let text = format!(
        "What each pair made of the games in which both sat: “{}” of the row's bot minus that of the \
         column's. {better} is better for the row; the stronger the tint, the larger the difference.",
        input.main()
    );
    Some(Section { id: "pairs", title: "Pair by pair", pieces: vec![Piece::Text(text), Piece::Table(table)] })
}
