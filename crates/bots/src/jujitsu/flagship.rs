//! The strongest player: perfect as early as it can be, and then as greedy as a bounded risk allows.
//!
//! Small rounds are looked up in a table from the first turn on; of larger ones the rest is solved as soon as
//! that fits the budget. In the last round of a match the match counts and not its points. What it believes
//! of the other side and what it may risk are kept through a match and begin anew with the next.

use croupier_games::Chance;
use croupier_games::jujitsu::{Bid, Jujitsu, JujitsuView};

use super::bids::{Bids, Mixed};
use super::matrix::{Matrix, Mixture};
use super::model::{Foretold, Model};
use super::reach::{Counts, Reach, Scales};
use super::rivals;
use super::safe_exploitation::Stake;
use super::sight::Sight;
use crate::budget::Budget;
use crate::choose::Choose;

/// Of a round's points, so much may be lost to whoever sees through it, beyond what was won from their
/// mistakes.
const RISK: f64 = 0.025;
/// The same where the match is what counts, of the 2 that lie between losing and winning it.
const MATCH_RISK: f64 = 0.05;

/// Plays perfectly as early as its budget allows, and takes what the other side's habits give, at a bounded
/// risk.
#[derive(Debug)]
pub struct Flagship {
    reach: Reach,
    scales: Scales,
    model: Model,
    /// For points, and for the match.
    stakes: [Stake; 2],
    /// The round whose risk has been put up.
    round: u8,
    turn: Option<Weighed>,
    /// Itself with less time in the other side's place: one of those that the other side may be.
    lesser: Option<Box<Flagship>>,
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

impl Default for Flagship {
    fn default() -> Self {
        Self::from(Budget::Usual)
    }
}

impl From<Budget> for Flagship {
    fn from(budget: Budget) -> Self {
        Self::reaching(Reach::of(budget))
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
        let Some(sight) = Sight::new(view) else { return Bids::only(0) };
        Bids::mixed(sight.rest.own, &self.mix(&sight))
    }
}

impl Flagship {
    fn reaching(reach: Reach) -> Self {
        Self {
            reach,
            scales: Scales::default(),
            model: Model::default(),
            stakes: Default::default(),
            round: 0,
            turn: None,
            lesser: reach.shorter().map(|less| Box::new(Self::reaching(less))),
        }
    }

    /// Itself with all it believes, and without what it worked out, which it can work out again.
    pub(super) fn fork(&self) -> Self {
        Self {
            reach: self.reach,
            scales: Scales::default(),
            model: self.model.clone(),
            stakes: self.stakes.clone(),
            round: self.round,
            turn: self.turn.clone(),
            lesser: self.lesser.as_ref().map(|lesser| Box::new(lesser.fork())),
        }
    }

    fn forget(&mut self) {
        (self.model, self.stakes, self.round, self.turn) = (Model::default(), Default::default(), 0, None);
    }

    /// How likely it is to bid each card, by place in its hand.
    fn mix(&mut self, sight: &Sight<'_>) -> Mixture {
        self.watch(sight);
        let (counts, matrix) = self.scales.weigh(sight, self.reach);
        let perfect = matrix.solve();
        let turned = sight.turned();
        let lesser = self.lesser.as_mut().map(|lesser| lesser.mix(&turned));
        let rivals = rivals::bids(&turned.rest, &perfect.columns, lesser);
        let foretold = self.model.foretell(&sight.rest, sight.newest, &perfect.columns, &rivals);
        let expected = self.model.expected(&foretold);
        let rows = self.stakes[counts as usize].lean(&matrix, &perfect, &expected, self.model.reliance());
        self.turn = Some(Weighed { counts, matrix, value: perfect.value, rows, foretold });
        rows
    }

    /// Takes in the bids of the turn before.
    fn watch(&mut self, sight: &Sight<'_>) {
        let turn = self.turn.take();
        match sight.last {
            // Only a match that begins has no turns before.
            None => self.forget(),
            Some([_, theirs]) => {
                if let Some(turn) = turn {
                    let stake = &mut self.stakes[turn.counts as usize];
                    stake.settle(&turn.matrix, turn.value, &turn.rows, turn.foretold.column(theirs.card));
                    // What chance played in its place says nothing about the other side.
                    if !theirs.by_chance {
                        self.model.learn(&turn.foretold, theirs.card);
                    }
                }
            }
        }
        self.put_up(sight);
    }

    /// Every round has its own risk, on top of what is left.
    fn put_up(&mut self, sight: &Sight<'_>) {
        if self.round != sight.round {
            self.round = sight.round;
            let cards = f64::from(sight.highest_card());
            self.stakes[Counts::Points as usize].add(RISK * cards * (cards + 1.0) / 2.0);
            if sight.is_last_round() {
                self.stakes[Counts::Match as usize].add(MATCH_RISK);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use croupier_games::jujitsu::JujitsuOptions;
    use croupier_games::{Game, Seat, Seed};

    use super::*;

    const CARDS: u8 = 9;

    /// What it wins a round, in points, from whoever bids so for the newest card, with these cards in hand.
    fn won_from(habit: impl Fn(u8, &[u8]) -> u8) -> f64 {
        const MATCHES: u64 = 40;
        let options = JujitsuOptions { rounds: vec![CARDS; 3] };
        let (mut player, mut ahead, mut rounds) = (Flagship::default(), 0, 0);
        for number in 0..MATCHES {
            let mut game = Jujitsu::deal(2, &options, Seed::plain(number)).unwrap();
            let mut chance = Chance::new(Seed::plain(1000 + number));
            player.begin();
            while game.turn().next().is_some() {
                let (own, theirs) = (game.view(Seat(0)), game.view(Seat(1)));
                let bid = player.choose(own, &mut chance);
                let lot: i32 = own.lot().iter().copied().map(i32::from).sum();
                let hand: Vec<u8> = theirs.hand(Seat(1)).into_iter().collect();
                let other = habit(*own.lot().last().unwrap(), &hand);
                ahead += (bid.0 - i32::from(other)).signum() * lot;
                rounds += i32::from(hand.len() == 1);
                game.play(Seat(0), bid).unwrap();
                game.play(Seat(1), Bid(other.into())).unwrap();
            }
        }
        f64::from(ahead) / f64::from(rounds)
    }

    #[test]
    fn habits_give_it_two_thirds_of_what_is_to_be_had() {
        // One card above each takes all of them but the last: 44 to 1 less what ties leave.
        let newest = won_from(|newest, _| newest);
        assert!(newest > 0.6 * 30.7, "the newest card: {newest}");
        // Two above each up to the seven, the two for the nine: all but the eight, 37 to 8.
        let one_above =
            won_from(|newest, hand| if hand.contains(&(newest + 1)) { newest + 1 } else { hand[0] });
        assert!(one_above > 0.6 * 29.0, "one above: {one_above}");
    }
}
