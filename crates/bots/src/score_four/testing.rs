//! Positions for the tests of this game.

use croupier_games::{Chance, Seed};

use super::position::Position;

/// One of these cells.
pub(super) fn any_of(cells: u64, chance: &mut Chance) -> u64 {
    1 << chance.pick_bit(cells).expect("a cell to choose")
}

/// Shows every position of so many random games.
pub(super) fn random_play(games: usize, seed: Seed, mut look: impl FnMut(&Position)) {
    let mut chance = Chance::new(seed);
    for _ in 0..games {
        let mut position = Position::new(0, 0);
        while position.playable() != 0 && position.winning() == 0 {
            position = position.after(any_of(position.playable(), &mut chance));
            look(&position);
        }
    }
}

/// A position of so many beads in which nobody has won and the mover cannot win at once, by moves that are no
/// blunders.
pub(super) fn anywhere(beads: u32, chance: &mut Chance) -> Position {
    loop {
        let mut position = Position::new(0, 0);
        while position.count() < beads && position.winning() == 0 {
            position = position.after(any_of(position.candidates(), chance));
        }
        if position.count() == beads && position.winning() == 0 {
            return position;
        }
    }
}
