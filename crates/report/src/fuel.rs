//! What the moves of a recorded game cost the bots in it that have fuel for a clock.

use croupier_games::{Game, MAX_SEATS, Moment};
use croupier_record::{FUEL_PER_MS, GameBytes, Header, ReplayError, replay_with_fuel};

use crate::sections::numbers::count;
use crate::story::seat_names;

/// What one seat burnt.
#[derive(Debug, Clone, Copy, Default)]
struct Burnt {
    moves: u64,
    sum: u64,
    most: u64,
    /// The turn of the game that burnt most, from 1.
    turn: u64,
}

/// A line for each bot with such a clock; empty where none plays.
pub fn fuel_lines<G: Game>(
    recorded: &GameBytes<'_>,
    header: &Header,
    options: &G::Options,
) -> Result<String, ReplayError> {
    let mut seats = [Burnt::default(); MAX_SEATS];
    let mut turn = 0;
    replay_with_fuel::<G>(recorded, options, header.seed(), |moment, fuel| {
        let (Moment::Played { seat, .. } | Moment::Refused { seat, .. }) = moment else { return };
        turn += 1;
        if let Some(fuel) = fuel {
            seats[seat.index()].add(turn, fuel);
        }
    })?;
    let names = seat_names(recorded, header);
    let lines: String = names
        .iter()
        .zip(&seats)
        .filter(|(_, burnt)| burnt.moves > 0)
        .map(|(name, burnt)| burnt.line(name))
        .collect();
    if lines.is_empty() {
        return Ok(lines);
    }
    Ok(format!(
        "\nFuel per move; {} are a millisecond of the reference machine:\n{lines}",
        count(FUEL_PER_MS)
    ))
}

impl Burnt {
    fn add(&mut self, turn: u64, fuel: u64) {
        if self.moves == 0 || fuel > self.most {
            (self.most, self.turn) = (fuel, turn);
        }
        self.moves += 1;
        self.sum = self.sum.saturating_add(fuel);
    }

    fn line(&self, name: &str) -> String {
        let mean = count(self.sum / self.moves);
        format!(
            "  {name}: {mean} in the mean of {} moves, at most {} (turn {})\n",
            self.moves,
            count(self.most),
            self.turn
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fuel_without_measure_is_added_without_overflow() {
        let mut burnt = Burnt::default();
        burnt.add(1, u64::MAX);
        burnt.add(2, u64::MAX);
        assert_eq!((burnt.moves, burnt.sum, burnt.turn), (2, u64::MAX, 1));
    }
}
