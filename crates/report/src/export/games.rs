//! The table of games: a row for each seat of each game.

use croupier_games::{About, Game, MAX_SEATS, Moment, Seat};
use croupier_record::{Block, GameTimes, Header, ReplayError, counts, games_in, replay};

use super::{Column, ColumnKind, Rows, Value, add_figures};
use crate::story::seat_names;

/// The columns.
#[must_use]
pub fn game_columns(about: &About) -> Vec<Column> {
    let mut columns = vec![
        Column::new("game", ColumnKind::Int),
        Column::new("deal", ColumnKind::Int),
        Column::new("seat", ColumnKind::Int),
        Column::new("bot", ColumnKind::Text),
        Column::new("score", ColumnKind::Float),
        Column::new("winner", ColumnKind::Bool),
        Column::new("turns", ColumnKind::Int),
        Column::new("illegal", ColumnKind::Int),
        Column::new("faults", ColumnKind::Int),
        Column::new("disqualified", ColumnKind::Bool),
        Column::new("thinking_us", ColumnKind::Int),
    ];
    add_figures(&mut columns, about);
    columns
}

/// The rows of a block's games that count; `times` are those of its games, where they were taken.
pub fn game_rows<'h, G: Game>(
    block: &Block,
    header: &'h Header,
    options: &G::Options,
    times: &[GameTimes],
) -> Result<Rows<'h>, ReplayError> {
    let mut rows = Rows::default();
    let games = games_in(block.first, header.seats, header.games_per_deal, &block.plain);
    for (at, recorded) in games.enumerate() {
        if !counts(&block.outs, &recorded.fixture, header.games_per_deal) {
            continue;
        }
        let mut turns = [0_u64; MAX_SEATS];
        let (end, missteps) = replay::<G>(&recorded, options, header.seed(), |moment| {
            if let Moment::Played { seat, .. } | Moment::Refused { seat, .. } = moment {
                turns[seat.index()] += 1;
            }
        })?;
        let (names, scores, fixture) = (seat_names(&recorded, header), end.scores(), &recorded.fixture);
        for seat in Seat::all(names.len()) {
            let wrong = missteps.of(seat).cloned().unwrap_or_default();
            rows.values.extend([
                Value::count(fixture.number),
                Value::count(fixture.deal),
                Value::Int(i64::from(seat.0) + 1),
                Value::text(names[seat.index()]),
                Value::number(scores.get(seat.index()).copied()),
                Value::Bool(end.winners().contains(seat)),
                Value::count(turns[seat.index()]),
                Value::count(u64::from(wrong.illegal)),
                Value::count(u64::from(wrong.faults)),
                Value::Bool(wrong.disqualified.is_some()),
                times.get(at).map_or(Value::Missing, |times| Value::count(times[seat.index()])),
            ]);
            rows.values.extend(end.figures(seat).into_iter().map(Value::number));
        }
    }
    Ok(rows)
}
