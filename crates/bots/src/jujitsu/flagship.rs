//! The strongest player: perfect as early as it can be, and then as greedy as a bounded risk allows.
//!
//! Small rounds are looked up in a table from the first turn on; of larger ones the rest is solved as soon as that fits
//! the budget. In the last round of a match the match counts and not its points. What it believes of the other side and
//! what it may risk are kept through a match and begin anew with the next.

use croupier_games::jujitsu::{Bid, Jujitsu, JujitsuView};
use croupier_games::{Chance, View};

use super::bids::{Bids, Mixed};
use super::endgame::{Endgames, Rest};
use super::last_round::{LastRound, decided};
use super::lean::Stake;
use super::matrix::{Matrix, Mixture, Solution};
use super::model::{Foretold, Model};
use super::table;
use super::weigh::{estimated, looked_up, seen};
use crate::budget::Budget;
use crate::choose::Choose;

/// Of a round's points, so much may be lost to whoever sees through it, beyond what was won from their mistakes.
const RISK: f64 = 0.025;
/// The same where the match is what counts, of the 2 that lie between losing and winning it.
const MATCH_RISK: f64 = 0.05;

/// Plays perfectly as early as its budget allows, and takes what the other side's habits give, at a bounded risk.
#[derive(Debug, Default)]
pub struct Flagship {
    budget: Budget,
    endgames: Endgames,
    last_round: LastRound,
    model: Model,
    /// For points, and for the match.
    stakes: [Stake; 2],
    /// The round whose risk has been put up.
    round: u8,
    turn: Option<Weighed>,
}

/// A turn that was weighed, until its bids are seen.
#[derive(Debug, Clone)]
struct Weighed {
    counts: Counts,
    matrix: Matrix,
    value: f64,
    rows: Mixture,
    foretold: Foretold,
}

/// What a matrix is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counts {
    Points,
    Match,
}

impl From<Budget> for Flagship {
    fn from(budget: Budget) -> Self {
        Self { budget, ..Self::default() }
    }
}

impl Choose<Jujitsu> for Flagship {
    fn choose(&mut self, view: JujitsuView<'_>, chance: &mut Chance) -> Bid {
        self.bids(view).draw(chance)
    }

    fn begin(&mut self) {
        self.forget();
    }
}

impl Mixed for Flagship {
    fn bids(&mut self, view: JujitsuView<'_>) -> Bids {
        let Some(newest) = view.victory_card() else { return Bids::only(0) };
        self.watch(view);
        let rest = seen(view);
        let (counts, matrix, solution) = self.weigh(view, &rest);
        let foretold = self.model.foretell(&rest, newest, &solution.columns);
        let expected = self.model.expected(&foretold);
        let rows = self.stakes[counts as usize].lean(&matrix, &solution, &expected, self.model.reliance());
        self.turn = Some(Weighed { counts, matrix, value: solution.value, rows, foretold });
        Bids::mixed(rest.own, &rows)
    }
}

impl Flagship {
    /// Itself with all it believes, and without what it worked out, which it can work out again.
    pub(super) fn fork(&self) -> Self {
        Self {
            budget: self.budget,
            endgames: Endgames::default(),
            last_round: LastRound::default(),
            model: self.model.clone(),
            stakes: self.stakes.clone(),
            round: self.round,
            turn: self.turn.clone(),
        }
    }

    fn forget(&mut self) {
        (self.model, self.stakes, self.round, self.turn) = (Model::default(), Default::default(), 0, None);
    }

    /// Takes in the bids of the turn before.
    fn watch(&mut self, view: JujitsuView<'_>) {
        let turn = self.turn.take();
        let Some(last) = view.previous_turns().last() else {
            // Only a match that begins has no turns before.
            self.forget();
            self.put_up(view);
            return;
        };
        if let Some(turn) = turn {
            let bid = last.bid(view.opponent());
            let stake = &mut self.stakes[turn.counts as usize];
            stake.settle(&turn.matrix, turn.value, &turn.rows, turn.foretold.column(bid));
            // What chance played in its place says nothing about the other side.
            if !last.was_random(view.opponent()) {
                self.model.learn(&turn.foretold, bid);
            }
        }
        self.put_up(view);
    }

    /// Every round has its own risk, on top of what is left.
    fn put_up(&mut self, view: JujitsuView<'_>) {
        if self.round != view.round() {
            self.round = view.round();
            let cards = f64::from(view.highest_card());
            self.stakes[Counts::Points as usize].add(RISK * cards * (cards + 1.0) / 2.0);
            if is_last(view) {
                self.stakes[Counts::Match as usize].add(MATCH_RISK);
            }
        }
    }

    fn weigh(&mut self, view: JujitsuView<'_>, rest: &Rest) -> (Counts, Matrix, Solution) {
        let ahead = view.points(view.seat()) as i32 - view.points(view.opponent()) as i32;
        let (exact, exact_match) = exact_cards(self.budget);
        let held = rest.own.count_ones();
        if is_last(view) && held <= exact_match && decided(rest, ahead).is_none() {
            let (matrix, solution) = self.last_round.play(rest, ahead);
            return (Counts::Match, matrix, solution);
        }
        if held <= exact.min(LOOKED_UP_FROM) {
            let (matrix, solution) = self.endgames.play(rest);
            return (Counts::Points, matrix, solution);
        }
        if let Some(matrix) =
            table::at_first_use(view.highest_card()).and_then(|table| looked_up(rest, table))
        {
            let solution = matrix.solve();
            return (Counts::Points, matrix, solution);
        }
        if held <= exact {
            let (matrix, solution) = self.endgames.play(rest);
            return (Counts::Points, matrix, solution);
        }
        let matrix = estimated(rest);
        let solution = matrix.solve();
        (Counts::Points, matrix, solution)
    }
}

/// With more cards a table is asked first; with fewer, a rest is solved as quickly.
const LOOKED_UP_FROM: u32 = 3;

fn is_last(view: JujitsuView<'_>) -> bool {
    usize::from(view.round()) == view.rounds().len()
}

/// With so many cards in each hand the rest of a round can be solved in the time there is: for points, and for the match.
fn exact_cards(budget: Budget) -> (u32, u32) {
    match budget {
        Budget::Usual => (6, 5),
        Budget::Time(time) if time.as_millis() < 10 => (5, 4),
        Budget::Time(time) if time.as_millis() < 100 => (6, 5),
        Budget::Time(_) => (7, 6),
        // A step is a matrix, about.
        Budget::Steps(0..1000) => (5, 4),
        Budget::Steps(1000..20_000) => (6, 5),
        Budget::Steps(_) => (7, 6),
    }
}
