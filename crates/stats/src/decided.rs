//! Whether a tournament has told its bots apart: every two neighbours in the standings, or shown that they
//! are alike.

use croupier_games::About;
use croupier_record::EntrantId;

use crate::matched::Matched;
use crate::standings::ranked;
use crate::tally::Tally;

/// The chance that anything said to be decided is wrong, over all pairs and all looks together.
pub const MISS: f64 = 0.05;

/// What is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Neighbours, the better first, that are neither told apart nor shown to be within the tolerance.
    pub open: Vec<(EntrantId, EntrantId)>,
}

impl Decision {
    /// Whether nothing is left to decide.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.open.is_empty()
    }
}

/// What the games so far decide; `bots` is the number of bots without their copies, and copies of one bot are
/// never told apart. Which two are neighbours is found out on the way, so the chance to be wrong is shared by
/// all pairs.
#[must_use]
pub fn decision(about: &About, tally: &Tally, matched: &Matched, bots: usize, tolerance: f64) -> Decision {
    let miss = miss_of_a_pair(bots);
    let playing: Vec<EntrantId> = ranked(about, tally)
        .iter()
        .filter(|line| line.tally.disqualified.is_none() && line.tally.games > 0)
        .map(|line| line.entrant)
        .collect();
    let is_open = |&(better, worse): &(EntrantId, EntrantId)| {
        let bounds = matched.between(better, worse).bounds(miss);
        // Where the matched games say the opposite of the standings, nothing is decided.
        let copies = better.index() % bots == worse.index() % bots;
        let alike = tolerance > 0.0 && bounds.is_within(tolerance);
        !(copies || alike || bounds.is_above())
    };
    let neighbours = playing.windows(2).map(|two| (two[0], two[1]));
    Decision { open: neighbours.filter(is_open).collect() }
}

/// The part of [`MISS`] that each of all pairs has.
fn miss_of_a_pair(bots: usize) -> f64 {
    MISS / (bots * bots.saturating_sub(1) / 2).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::no_thanks::{Decision as Answer, NoThanks};
    use croupier_games::{Game, Seat, Seed};
    use croupier_record::{Fixture, Missteps};

    /// A game of two in which seat 0 takes everything, so that its penalty is the highest.
    fn lost() -> NoThanks {
        let mut game = NoThanks::deal(2, &Default::default(), Seed::plain(3)).unwrap();
        while let Some(seat) = game.turn().next() {
            let mv = if game.turn().awaits(Seat(0)) { Answer::Take } else { Answer::Pass };
            game.play(seat, mv).unwrap();
        }
        game
    }

    /// Two who played so many deals: the standings put the second of them first, and in the matched deals it
    /// is ahead by so much, a little more or a little less.
    #[derive(Clone, Copy)]
    struct Case {
        two: [u16; 2],
        entrants: usize,
        ahead: f64,
        noise: f64,
        deals: u64,
    }

    const CASE: Case = Case { two: [0, 1], entrants: 2, ahead: 4.0, noise: 5.0, deals: 200 };

    impl Case {
        fn is_decided(self, bots: usize, tolerance: f64) -> bool {
            let end = lost();
            let mut tally = Tally::new(&NoThanks::ABOUT, self.entrants);
            let mut matched = Matched::sized(&NoThanks::ABOUT, self.entrants, false);
            for number in 0..self.deals {
                let seats = self.two.map(EntrantId).into_iter().collect();
                let fixture = Fixture { number, deal: number, seats };
                tally.add(&fixture, &end, &Missteps::default());
                let noise = if number % 2 == 0 { self.noise } else { -self.noise };
                matched.add_scores(&fixture, &[50.0 + self.ahead + noise, 50.0]);
            }
            matched.settle();
            decision(&NoThanks::ABOUT, &tally, &matched, bots, tolerance).is_final()
        }
    }

    /// The same, by how far ahead and in how many deals.
    fn decided(ahead: f64, deals: u64, bots: usize, tolerance: f64) -> bool {
        Case { ahead, deals, ..CASE }.is_decided(bots, tolerance)
    }

    #[test]
    fn neighbours_are_decided_when_told_apart_and_not_before() {
        assert!(decided(4.0, 200, 2, 0.0));
        assert!(!decided(4.0, 20, 2, 0.0));
        assert!(!decided(0.2, 200, 2, 0.0));
    }

    #[test]
    fn neighbours_within_the_tolerance_are_decided() {
        assert!(decided(0.2, 2000, 2, 1.0) && !decided(0.2, 2000, 2, 0.0));
        // So few deals show neither.
        assert!(!decided(0.2, 40, 2, 1.0));
    }

    #[test]
    fn who_always_make_the_same_are_alike_only_where_a_tolerance_is_given() {
        let same = Case { ahead: 0.0, noise: 0.0, ..CASE };
        assert!(!same.is_decided(2, 0.0) && same.is_decided(2, 0.1));
    }

    #[test]
    fn all_pairs_share_the_chance_to_be_wrong() {
        let shares = [0, 1, 2, 3, 20].map(|bots| MISS / miss_of_a_pair(bots));
        for (share, pairs) in shares.into_iter().zip([1.0, 1.0, 1.0, 3.0, 190.0]) {
            assert!((share - pairs).abs() < 1e-9, "{share} for {pairs}");
        }
        let deals = |bots| (30..300).find(|&deals| decided(2.0, deals, bots, 0.0)).unwrap();
        assert!(deals(2) < deals(20), "{} {}", deals(2), deals(20));
    }

    #[test]
    fn who_has_not_played_is_nobodys_neighbour() {
        assert!(Case { entrants: 3, ..CASE }.is_decided(3, 0.0));
    }

    #[test]
    fn matched_games_against_the_standings_decide_nothing() {
        assert!(!decided(-4.0, 200, 2, 0.0));
    }

    #[test]
    fn copies_of_one_bot_need_no_decision() {
        assert!(decided(0.2, 40, 1, 0.0));
        assert!(Case { two: [1, 0], ahead: 0.2, deals: 40, ..CASE }.is_decided(1, 0.0));
    }
}
