//! Cards of one hand that race: all are tried in the same deals, so that luck falls on all alike, and who is
//! clearly behind drops out.

use super::card_bits::Cards;

/// The most cards of a hand.
const MOST: usize = 13;
/// Nobody drops out before so many deals.
const FIRST_DEALS: f32 = 16.0;
/// Who is behind by so many standard errors of the difference drops out.
const CLEARLY: f32 = 2.6;

/// A card that races.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Runner {
    pub(super) card: Cards,
    /// Its node in the tree.
    pub(super) node: u32,
    /// What it made in the last deal.
    pub(super) last: f32,
    sum: f32,
    /// Sums of what it was behind the leader in the same deal, and of its square.
    behind: f32,
    squares: f32,
}

/// The race; the leader stands first.
#[derive(Debug, Default)]
pub(super) struct Race {
    pub(super) runners: [Runner; MOST],
    pub(super) count: usize,
    deals: f32,
}

impl Race {
    /// Takes in a card.
    pub(super) fn enter(&mut self, node: u32, card: Cards) {
        self.runners[self.count] = Runner { card, node, ..Runner::default() };
        self.count += 1;
    }

    /// After a deal: puts the leader first and drops who is clearly behind.
    pub(super) fn compare(&mut self) {
        self.deals += 1.0;
        let runners = &mut self.runners[..self.count];
        let mut lead = 0;
        for at in 0..runners.len() {
            runners[at].sum += runners[at].last;
            if runners[at].sum > runners[lead].sum {
                lead = at;
            }
        }
        runners.swap(0, lead);
        let leader = runners[0];
        for runner in runners.iter_mut() {
            let behind = leader.last - runner.last;
            runner.behind += behind;
            runner.squares += behind * behind;
        }
        if self.deals >= FIRST_DEALS {
            self.drop_out(leader);
        }
    }

    fn drop_out(&mut self, leader: Runner) {
        let mut kept = 1;
        for at in 1..self.count {
            let runner = self.runners[at];
            let mean = (leader.sum - runner.sum) / self.deals;
            let variance =
                (runner.squares - runner.behind * runner.behind / self.deals).max(0.0) / self.deals;
            if mean <= CLEARLY * (variance / self.deals).sqrt() {
                self.runners[kept] = runner;
                kept += 1;
            }
        }
        self.count = kept;
    }
}
