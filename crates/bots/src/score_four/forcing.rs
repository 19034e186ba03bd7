//! Beads that leave the other side one answer, and wins by nothing but such beads.
//!
//! A bead forces when it makes a line of three whose last cell can be played: next to another one that cannot
//! be answered it wins. Pursuing such beads is cheap, since the other side never has a choice.

use super::position::{Position, UP};
use super::side::{Side, each_of};

/// The cells that force the other side, for one of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Forcing {
    /// Those that make one threat or more.
    pub(super) once: u64,
    /// Those that make two threats at once, of which only one can be answered.
    pub(super) twice: u64,
}

impl Forcing {
    /// What a side could force, were it to move; `playable` are the cells in which beads come to rest.
    #[inline]
    pub(super) fn of(side: &Side, other: &Side, playable: u64) -> Self {
        // A bead under a cell that wins makes that cell playable.
        let mut once = side.wins >> UP & playable;
        let mut twice = 0;
        for line in each_of(side.pairs(other)) {
            let free = line & !side.beads;
            let reach = free & playable;
            // The last cell is playable now, or becomes so because it lies on the one that is.
            if reach == free || (reach << UP) & free & !side.wins != 0 {
                twice |= once & reach;
                once |= reach;
            }
        }
        Self { once, twice }
    }
}

/// A win for the mover by forcing beads only, looked for until the steps are used up: how many beads it
/// takes, and the first cell. Steps are taken off as they are used.
pub(super) fn pursued(position: &Position, depth: u32, steps: &mut u32) -> Option<(i32, u64)> {
    let winning = position.winning();
    if winning != 0 {
        return Some((1, winning & winning.wrapping_neg()));
    }
    let playable = position.playable();
    let threatened = position.theirs.wins & playable;
    if threatened & threatened.wrapping_sub(1) != 0 {
        return None;
    }
    let mut allowed = playable & !(position.theirs.wins >> UP);
    if threatened != 0 {
        allowed &= threatened;
    }
    if allowed == 0 {
        return None;
    }
    let forcing = Forcing::of(&position.own, &position.theirs, playable);
    let double = forcing.twice & allowed;
    if double != 0 {
        return Some((3, double & double.wrapping_neg()));
    }
    if depth == 0 {
        return None;
    }
    let mut rest = forcing.once & allowed;
    while rest != 0 && *steps > 0 {
        *steps -= 1;
        let cell = rest & rest.wrapping_neg();
        rest &= rest - 1;
        let forced = position.after(cell);
        let answer = forced.threatened();
        debug_assert!(answer != 0 && forced.winning() == 0, "{position:?}");
        if answer & (answer - 1) != 0 {
            return Some((3, cell));
        }
        if let Some((beads, _)) = pursued(&forced.after(answer), depth - 1, steps) {
            return Some((beads + 2, cell));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_play;
    use super::*;
    use croupier_games::Seed;

    #[test]
    fn the_cells_that_force_are_those_after_which_the_other_side_is_threatened() {
        let mut seen = [0; 2];
        random_play(300, Seed::plain(3), |position| {
            if position.winning() | position.threatened() != 0 {
                return;
            }
            let forcing = Forcing::of(&position.own, &position.theirs, position.playable());
            for cell in (0..64).map(|cell| 1 << cell).filter(|cell| position.playable() & cell != 0) {
                let threats = position.after(cell).threatened().count_ones();
                assert_eq!(forcing.once & cell != 0, threats >= 1, "{cell:#x} in {position:?}");
                assert_eq!(forcing.twice & cell != 0, threats >= 2, "{cell:#x} in {position:?}");
                seen[0] += u32::from(threats == 1);
                seen[1] += u32::from(threats >= 2);
            }
        });
        assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
    }

    #[test]
    fn what_is_pursued_is_won_whatever_the_answer() {
        let mut found = 0;
        random_play(300, Seed::plain(4), |position| {
            let won = pursued(position, 6, &mut 500);
            if let Some((beads, cell)) = won.filter(|won| won.0 > 3) {
                found += 1;
                follow(position, beads, cell);
            }
        });
        assert!(found > 50, "{found}");
    }

    /// Plays the win and every answer to it, as long as it takes.
    fn follow(position: &Position, beads: i32, cell: u64) {
        assert!(position.playable() & cell != 0);
        if position.winning() & cell != 0 {
            return;
        }
        let after = position.after(cell);
        assert_eq!(after.winning(), 0, "{position:?}");
        let mut answers = after.playable();
        assert!(answers != 0 && beads > 2);
        while answers != 0 {
            let answer = answers & answers.wrapping_neg();
            answers &= answers - 1;
            let next = after.after(answer);
            let (left, cell) = pursued(&next, 6, &mut 500).expect("the win goes on");
            assert!(left <= beads - 2 || left <= 3, "{left} of {beads}");
            follow(&next, left, cell);
        }
    }
}
