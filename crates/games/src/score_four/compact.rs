//! The compact form of a view: the same as the JSON form, in bytes. `docs/protocol.md` shows the layout.
//!
//! The colours follow from the seats, and how many beads a peg holds from the beads.

use super::{Colour, ScoreFourView};
use crate::game::{Move, View};

/// In place of a seat or a peg where there is none.
const NONE: u8 = 255;

/// Appends a view.
pub(super) fn write(view: &ScoreFourView<'_>, out: &mut Vec<u8>) {
    let seat = |colour: Option<Colour>| colour.map_or(NONE, |colour| colour.seat().0);
    let last = view.last().map_or(NONE, |peg| peg.code() as u8);
    out.extend_from_slice(&[view.seat().0, seat(view.to_move()), seat(view.winner()), last]);
    out.extend_from_slice(&view.retries_left().to_le_bytes());
    for colour in [Colour::White, Colour::Black] {
        out.extend_from_slice(&view.board().beads(colour).to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Location, SIDE, ScoreFour, ScoreFourOptions, ShownBoard};
    use super::*;
    use crate::chance::Chance;
    use crate::game::Game;
    use crate::seats::{Seat, Turn};
    use crate::seed::Seed;
    use crate::testing::CompactReader;

    fn read(reader: &mut CompactReader<'_>) -> ShownBoard {
        let seat = reader.byte();
        let [to_move, winner, last] = [(); 3].map(|()| reader.maybe());
        let retries_left = reader.four();
        let [white, black] = [(); 2].map(|()| reader.eight());
        let sign = |at: usize| match (white >> at & 1, black >> at & 1) {
            (1, _) => 'W',
            (_, 1) => 'B',
            _ => '.',
        };
        let row = |level, row| (0..SIDE).map(|column| sign(16 * level + 4 * row + column)).collect();
        let beads = |row: usize, column: usize| {
            (0..SIDE).filter(|level| sign(16 * level + 4 * row + column) != '.').count() as u8
        };
        ShownBoard {
            seat,
            colour: Colour::of(Seat(seat)),
            to_move,
            winner,
            board: std::array::from_fn(|level| std::array::from_fn(|at| row(level, at))),
            pegs: std::array::from_fn(|at| std::array::from_fn(|column| beads(at, column))),
            last: last.map(|peg| Location::from_code(peg.into()).unwrap()),
            retries_left,
        }
    }

    #[test]
    fn the_bytes_say_what_the_json_says_and_nothing_else() {
        for seed in 0..20 {
            let mut game = ScoreFour::deal(2, &ScoreFourOptions::default(), Seed::plain(seed)).unwrap();
            let mut chance = Chance::new(Seed::plain(seed));
            loop {
                for seat in [Seat(0), Seat(1)] {
                    let mut bytes = Vec::new();
                    game.view(seat).compact(&mut bytes);
                    let mut reader = CompactReader(&bytes);
                    assert_eq!(read(&mut reader), ShownBoard::from(game.view(seat)), "seed {seed}");
                    assert!(reader.0.is_empty());
                }
                let Turn::Waiting(seats) = game.turn() else { break };
                let seat = seats.single().unwrap();
                let mv = game.any(seat, &mut chance);
                game.play(seat, mv).unwrap();
                // An answer that is refused shows in what is left of them.
                if seed == 3 {
                    game.refuse(Seat(1 - seat.0), None);
                }
            }
        }
    }
}
