//! Makes the set of solved positions: where something can be thrown away, and what keeps it.
//!
//! Positions come from seeded games of the ladder's own players with a bead by luck now and then. Kept are
//! those of 28 to 48 beads that are won or drawn for the mover, with nothing forced, in which at least one
//! bead that gives nothing away at once throws the result away. All of that by the exact solver, with a bound
//! of steps: with few beads on the board it finishes only the easier ones, so there are fewer of them; how
//! many it did not finish is said for each number.

use croupier_bots::Budget;
use croupier_bots::score_four::{CERTAIN, Outcome, Position, Search, Solver, Zeal};
use croupier_games::{Chance, Seed};

use super::play::{any_candidate, asked, drop_at, new_game, position, seated};

const SEED: Seed = Seed::plain(2026);
/// How many positions are wanted of each number of beads.
const EACH: usize = 20;
const FEWEST_BEADS: u32 = 28;
const MOST_BEADS: u32 = 48;
/// The solver's steps for a position, and for each of its beads.
const STEPS: u64 = 6_000_000;
const STEPS_OF_A_BEAD: u64 = 3_000_000;
/// The steps of the search that goes before it.
const SEARCHED: u64 = 200_000;
/// After so many positions that it did not finish, the solver turns to those with one bead less.
const MOST_UNFINISHED: u32 = 400;
/// One bead in so many is by luck.
const LUCK: usize = 6;

/// Prints the set, a line for each position: the pegs played, `W` or `D`, and the pegs that keep it; with two
/// numbers only those of so many beads, from the second down to the first.
pub(super) fn make(words: &[String]) -> Result<(), String> {
    let (fewest, most) = match words {
        [] => (FEWEST_BEADS, MOST_BEADS),
        [fewest, most] => (number_of(fewest)?, number_of(most)?),
        _ => return Err("exact takes no words, or the fewest and the most beads".to_owned()),
    };
    let mut judge = Judge { search: Search::new(1 << 17, Zeal::Pursuing), solver: Solver::new(1 << 22) };
    // The late ones are solved at once; the early ones take most of the time.
    for beads in (fewest..=most).rev() {
        let (mut kept, mut unfinished, mut number) = (0, 0, 0);
        while kept < EACH && unfinished < MOST_UNFINISHED {
            number += 1;
            let seed = SEED.child(beads.into()).child(number);
            let Some((pegs, position)) = played(beads, &mut Chance::new(seed)) else { continue };
            match judge.judged(&position) {
                Judged::Kept(outcome, keeping) => {
                    println!("{pegs} {outcome} {keeping}");
                    kept += 1;
                }
                Judged::Dull => {}
                Judged::Unfinished => unfinished += 1,
            }
        }
        eprintln!("{beads} beads: {kept} kept of {number} games, {unfinished} not solved in {STEPS} steps");
    }
    Ok(())
}

fn number_of(word: &str) -> Result<u32, String> {
    let number = word.parse().ok().filter(|number| (FEWEST_BEADS..=MOST_BEADS).contains(number));
    number.ok_or_else(|| format!("\"{word}\" is no number of beads from {FEWEST_BEADS} to {MOST_BEADS}"))
}

/// A game of so many beads in which nothing is forced, with its pegs.
fn played(beads: u32, chance: &mut Chance) -> Option<(String, Position)> {
    let mut players = ["advanced", "flagship@2000"].map(|name| seated(name).ok());
    if chance.one_in(2) {
        players.swap(0, 1);
    }
    let (mut game, mut pegs) = (new_game(), String::new());
    loop {
        let seen = position(&game)?;
        if seen.count() == beads {
            let quiet = seen.winning() | seen.threatened() == 0 && seen.safe() != 0;
            return quiet.then_some((pegs, seen));
        }
        let by_luck = seen.count() < 6 || chance.one_in(LUCK);
        let player = players[seen.count() as usize % 2].as_mut()?;
        let cell = if by_luck { any_candidate(&seen, chance) } else { asked(player.as_mut(), &game)? };
        drop_at(&mut game, cell);
        pegs.extend(char::from_digit(cell.trailing_zeros() % 16, 16));
    }
}

/// What becomes of a position.
enum Judged {
    /// It is in the set: won or drawn, and the pegs that keep it.
    Kept(char, String),
    /// It is lost, or every bead keeps it.
    Dull,
    /// The solver's steps were used up.
    Unfinished,
}

/// Who finds outcomes: the search, whose certain values are proofs and found soon where the win is near, and
/// behind it the solver.
struct Judge {
    search: Search,
    solver: Solver,
}

impl Judge {
    /// What becomes of a position in which nothing is forced. It follows from the position alone: nothing is
    /// remembered of those before.
    fn judged(&mut self, position: &Position) -> Judged {
        self.solver.forget();
        let Some(outcome) = self.outcome(position) else { return Judged::Unfinished };
        if outcome == Outcome::Lost {
            return Judged::Dull;
        }
        let mut keeping = String::new();
        let mut rest = position.playable();
        let mut throws = false;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest &= rest - 1;
            match self.keeps(position, cell, outcome) {
                None => return Judged::Unfinished,
                Some(true) => keeping.extend(char::from_digit(cell.trailing_zeros() % 16, 16)),
                Some(false) => throws |= position.safe() & cell != 0,
            }
        }
        let letter = if outcome == Outcome::Won { 'W' } else { 'D' };
        if throws { Judged::Kept(letter, keeping) } else { Judged::Dull }
    }

    fn outcome(&mut self, position: &Position) -> Option<Outcome> {
        self.certain(position).or_else(|| self.solver.outcome(position, STEPS))
    }

    /// Whether a bead keeps what its mover gets.
    fn keeps(&mut self, position: &Position, cell: u64, outcome: Outcome) -> Option<bool> {
        if position.safe() & cell == 0 {
            return Some(false);
        }
        let after = self.certain(&position.after(cell)).map(|found| found.turned() >= outcome);
        after.or_else(|| self.solver.keeps(position, cell, outcome, STEPS_OF_A_BEAD))
    }

    /// What the search is certain of.
    fn certain(&mut self, position: &Position) -> Option<Outcome> {
        match self.search.best(position, Budget::Steps(SEARCHED).start(0), 64).value {
            CERTAIN.. => Some(Outcome::Won),
            value if value <= -CERTAIN => Some(Outcome::Lost),
            _ => None,
        }
    }
}
