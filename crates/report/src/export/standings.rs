//! The table of standings: a row for each bot, the best first.

use croupier_games::About;
use croupier_record::Header;
use croupier_stats::{Estimate, Standings};

use super::{Column, ColumnKind, Rows, Value, add_figures};

/// The columns.
#[must_use]
pub fn standing_columns(about: &About) -> Vec<Column> {
    let floats = |names: &'static [&str]| names.iter().map(|name| Column::new(name, ColumnKind::Float));
    let mut columns = vec![
        Column::new("rank", ColumnKind::Int),
        Column::new("bot", ColumnKind::Text),
        Column::new("named", ColumnKind::Text),
        Column::new("team", ColumnKind::Text),
        Column::new("games", ColumnKind::Int),
    ];
    columns.extend(floats(&["mean", "low", "high", "standard_error"]));
    columns.push(Column::new("samples", ColumnKind::Int));
    columns.extend(floats(&["to_above", "to_above_low", "to_above_high"]));
    columns.extend([
        Column::new("best_rank", ColumnKind::Int),
        Column::new("worst_rank", ColumnKind::Int),
        Column::new("letters", ColumnKind::Text),
        Column::new("illegal", ColumnKind::Int),
        Column::new("faults", ColumnKind::Int),
        Column::new("first_fault", ColumnKind::Text),
        Column::new("disqualified", ColumnKind::Text),
    ]);
    add_figures(&mut columns, about);
    columns
}

/// The rows.
#[must_use]
pub fn standing_rows<'a>(about: &About, header: &'a Header, standings: &'a Standings) -> Rows<'a> {
    let mut rows = Rows::default();
    for line in &standings.lines {
        let entrant = &header.entrants[line.entrant.index()];
        let tally = &line.tally;
        let part = |of: Option<Estimate>, part: fn(&Estimate) -> f64| Value::number(of.as_ref().map(part));
        let words = |of: Option<&'a String>| of.map_or(Value::Missing, |words| Value::text(words));
        rows.values.extend([
            Value::count(line.rank as u64),
            Value::text(&entrant.name),
            Value::text(&entrant.bot),
            words(entrant.team.as_ref()),
            Value::count(tally.games),
            part(line.mean, |of| of.mean),
            part(line.mean, |of| of.low),
            part(line.mean, |of| of.high),
            part(line.mean, |of| of.standard_error),
            line.mean.map_or(Value::Missing, |of| Value::count(of.samples)),
            part(line.above, |of| of.mean),
            part(line.above, |of| of.low),
            part(line.above, |of| of.high),
            Value::count(*line.ranks.start() as u64),
            Value::count(*line.ranks.end() as u64),
            Value::text(&line.group),
            Value::count(tally.illegal),
            Value::count(tally.faults),
            words(tally.first.as_ref().map(|first| &first.what)),
            words(tally.disqualified.as_ref().map(|out| &out.what)),
        ]);
        rows.values.extend((0..about.figures.len()).map(|figure| Value::number(tally.mean(figure))));
    }
    rows
}
