//! The table of moves: a row for each turn of each game, refused and missing answers included.

use std::borrow::Cow;

use croupier_games::{Game, Moment};
use croupier_record::{AnswerTimes, Block, FUEL_PER_MS, Header, ReplayError, replay_with_fuel};

use super::{Column, ColumnKind, Rows, Value};
use crate::story::seat_names;

/// The columns.
#[must_use]
pub fn move_columns() -> Vec<Column> {
    vec![
        Column::new("game", ColumnKind::Int),
        Column::new("turn", ColumnKind::Int),
        Column::new("seat", ColumnKind::Int),
        Column::new("bot", ColumnKind::Text),
        Column::new("move", ColumnKind::Text),
        Column::new("legal", ColumnKind::Bool),
        Column::new("why", ColumnKind::Text),
        Column::new("fuel", ColumnKind::Int),
        Column::new("ms", ColumnKind::Float),
    ]
}

/// The rows of a block's games that count. A move is the JSON that a bot answers with; it is missing where no
/// answer came. Fuel is what a bot in WebAssembly burnt for its answer, and what it thought is that on the
/// reference machine; of others it stands in `answers`, game by game, where it was taken.
pub fn move_rows<'h, G: Game>(
    block: &Block,
    header: &'h Header,
    options: &G::Options,
    answers: &[AnswerTimes],
) -> Result<Rows<'h>, ReplayError> {
    let mut rows = Rows::default();
    for recorded in block.counted(header) {
        let times = answers.get((recorded.fixture.number - block.first) as usize);
        let names = seat_names(&recorded, header);
        let mut turn = 0;
        replay_with_fuel::<G>(&recorded, options, header.seed(), |moment, fuel| {
            let (seat, mv, why) = match moment {
                Moment::Played { seat, mv, .. } => (*seat, Some(*mv), None),
                Moment::Refused { seat, attempt, why, .. } => (*seat, *attempt, Some((*why).to_owned())),
                Moment::Dealt(_) | Moment::Ended(_) => return,
            };
            let clock = times.and_then(|times| *times.get(turn as usize)?);
            let by_clock = clock.map(|micros| micros as f64 / 1000.0);
            let ms = fuel.map(|fuel| fuel as f64 / FUEL_PER_MS as f64).or(by_clock);
            turn += 1;
            rows.values.extend([
                Value::count(recorded.fixture.number),
                Value::Int(turn),
                Value::Int(i64::from(seat.0) + 1),
                Value::text(names[seat.index()]),
                mv.map_or(Value::Missing, |mv| Value::Text(Cow::Owned(move_json(mv)))),
                Value::Bool(why.is_none()),
                why.map_or(Value::Missing, |why| Value::Text(Cow::Owned(why))),
                fuel.map_or(Value::Missing, Value::count),
                ms.map_or(Value::Missing, Value::Float),
            ]);
        })?;
    }
    Ok(rows)
}

/// A move as a bot would answer it.
pub(crate) fn move_json(mv: impl serde::Serialize) -> String {
    // Moves are small values that always have a JSON form; should one not, its row shows it as empty.
    serde_json::to_string(&mv).unwrap_or_default()
}
