//! The players that plan: one by judgement alone, one that tries its plays in imagined worlds.

use croupier_games::last_card::{LastCard, LastCardMove, LastCardView, SEATS};
use croupier_games::{Chance, View};

use super::careful::choose;
use super::hidden::Hidden;
use super::search::Search;
use super::worlds::Worlds;
use crate::budget::Budget;
use crate::choose::Choose;

/// The rollouts of the flagship for a move where no budget is named.
const USUAL: u64 = 4000;

/// Weighs what each play would leave it with, and what it does to the neighbours.
#[derive(Debug, Default)]
pub struct Careful;

impl Choose<LastCard> for Careful {
    fn choose(&mut self, view: LastCardView<'_>, _: &mut Chance) -> LastCardMove {
        choose(Worlds::of(&view).open()).to_move()
    }
}

/// Tries every play in as many worlds as its budget allows, and deals them as passes, plays and calls
/// suggest.
#[derive(Debug, Default)]
pub struct Flagship {
    search: Search,
    budget: Budget,
    /// What each seat it plays knows of the game.
    hidden: [Hidden; SEATS],
}

impl From<Budget> for Flagship {
    fn from(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }
}

impl Flagship {
    /// How many games it has rolled out in its life, for measuring its speed.
    #[must_use]
    pub fn rollouts(&self) -> u64 {
        self.search.rollouts()
    }
}

impl Choose<LastCard> for Flagship {
    fn begin(&mut self) {
        self.hidden.iter_mut().for_each(Hidden::forget);
    }

    fn choose(&mut self, view: LastCardView<'_>, chance: &mut Chance) -> LastCardMove {
        let spending = self.budget.start(USUAL);
        let hidden = &mut self.hidden[view.seat().index()];
        hidden.update(&view);
        let worlds = Worlds::of(&view).heeding(hidden);
        let mv = self.search.best(&worlds, spending, chance).to_move();
        hidden.remember(&view, mv.suit());
        mv
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::{Game, Seat, Seed};

    /// The moves of seat 1 in a game against careful players; hears of the start or not.
    fn moves(mind: &mut impl Choose<LastCard>, seed: u64) -> Vec<LastCardMove> {
        mind.begin();
        let mut game = LastCard::deal(SEATS, &Default::default(), Seed::plain(seed)).unwrap();
        let mut chance = Chance::new(Seed::plain(seed).child(1));
        let mut moves = Vec::new();
        while let Some(seat) = game.turn().next() {
            let mv = if seat == Seat(1) {
                mind.choose(game.view(seat), &mut chance)
            } else {
                Careful.choose(game.view(seat), &mut chance)
            };
            assert_eq!(game.play(seat, mv), Ok(()), "seed {seed}");
            moves.extend((seat == Seat(1)).then_some(mv));
        }
        moves
    }

    #[test]
    fn players_that_plan_never_play_an_illegal_move() {
        for seed in 0..30 {
            moves(&mut Flagship::from(Budget::Steps(300)), seed);
        }
        for seed in 0..200 {
            moves(&mut Careful, seed);
        }
    }

    #[test]
    fn a_flagship_plays_the_same_whatever_it_played_before() {
        let mut used = Flagship::from(Budget::Steps(200));
        moves(&mut used, 7);
        for seed in 0..6 {
            let fresh = moves(&mut Flagship::from(Budget::Steps(200)), seed);
            assert_eq!(moves(&mut used, seed), fresh, "seed {seed}");
        }
    }

    #[test]
    fn what_a_flagship_plays_does_not_depend_on_hidden_cards() {
        let mut luck = Chance::new(Seed::plain(5));
        for seed in 0..8 {
            let mut game = LastCard::deal(SEATS, &Default::default(), Seed::plain(seed)).unwrap();
            for _ in 0..seed * 3 {
                let Some(seat) = game.turn().next() else { break };
                game.play(seat, game.any(seat, &mut luck)).unwrap();
            }
            let Some(seat) = game.turn().next() else { continue };
            let other = LastCard::imagine(game.view(seat), &mut luck);
            let choose = |game: &LastCard| {
                Flagship::from(Budget::Steps(300))
                    .choose(game.view(seat), &mut Chance::new(Seed::plain(seed)))
            };
            assert_eq!(choose(&game), choose(&other), "seed {seed}");
        }
    }
}
