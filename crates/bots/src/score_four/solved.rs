//! The frozen set of solved positions, with which errors are counted.

/// Positions of 28 to 48 beads with what they are worth by the exact solver, a line for each: the pegs
/// played, a hexadecimal digit for each, `W` or `D` for a position that is won or drawn for its mover, and
/// the pegs that keep it. Every one has beads that throw it away. `croupier-bench score-four exact` makes the
/// list.
pub const SOLVED: &str = include_str!("solved.txt");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::score_four::{Outcome, Position, Search, Solver, Zeal};
    use croupier_games::score_four::{Location, ScoreFour};
    use croupier_games::{Game, Move, Seed};

    /// The position after these pegs by the rules, what it is worth and the cells that keep it.
    fn read(line: &str) -> (Position, Outcome, u64) {
        let words: Vec<&str> = line.split(' ').collect();
        let mut game = ScoreFour::deal(2, &Default::default(), Seed::plain(0)).unwrap();
        let pegs = |word: &str| -> Vec<u64> {
            word.chars().map(|digit| digit.to_digit(16).unwrap().into()).collect()
        };
        for peg in pegs(words[0]) {
            let seat = game.turn().next().expect("the game goes on");
            game.play(seat, Location::from_code(peg).unwrap()).unwrap();
        }
        let view = game.view(game.turn().next().expect("the game goes on"));
        let position = Position::of(view.board(), view.colour());
        let outcome = if words[1] == "W" { Outcome::Won } else { Outcome::Drawn };
        let keeping =
            pegs(words[2]).iter().map(|peg| position.playable() & 0x0001_0001_0001_0001 << peg).sum();
        (position, outcome, keeping)
    }

    #[test]
    fn every_position_is_legal_and_has_something_to_keep_and_something_to_throw_away() {
        assert!(SOLVED.lines().count() >= 350);
        for line in SOLVED.lines() {
            let (position, _, keeping) = read(line);
            assert!((28..=48).contains(&position.count()), "{line}");
            assert_eq!(position.winning() | position.threatened(), 0, "{line}");
            assert!(keeping != 0 && position.safe() & !keeping != 0, "{line}");
        }
    }

    #[test]
    fn positions_are_spread_evenly_over_the_numbers_of_beads_that_can_be_solved_soon() {
        for beads in 32..=48 {
            let of_them = SOLVED.lines().filter(|line| line.find(' ') == Some(beads)).count();
            assert_eq!(of_them, 20, "{beads} beads");
        }
    }

    #[test]
    fn the_solver_finds_the_late_ones_again_cell_by_cell() {
        let mut solver = Solver::new(1 << 20);
        for line in SOLVED.lines().filter(|line| read(line).0.count() >= 43) {
            let (position, outcome, keeping) = read(line);
            assert_eq!(solver.outcome(&position, u64::MAX), Some(outcome), "{line}");
            for cell in (0..64).map(|cell| 1 << cell).filter(|cell| position.playable() & cell != 0) {
                let found = solver.outcome_of(&position, cell, u64::MAX);
                assert_eq!(found == Some(outcome), keeping & cell != 0, "{cell:#x} in {line}");
            }
        }
    }

    #[test]
    fn a_search_with_steps_enough_throws_none_of_the_late_ones_away() {
        let mut search = Search::new(1 << 18, Zeal::Pursuing);
        for line in SOLVED.lines().filter(|line| read(line).0.count() >= 44) {
            let (position, _, keeping) = read(line);
            let found = search.best(&position, Budget::Steps(u64::MAX).start(0), 64);
            assert!(found.cell & keeping != 0, "{line}");
        }
    }
}
