//! How often equals are told apart, and how often intervals hold the truth: simulated, with a fixed seed.
//!
//! The figures here have strong luck in common within a deal, so that treating games as independent would
//! fail.

use croupier_games::{Chance, Seed};
use croupier_record::EntrantId;

use crate::agreement_tests::evidence;
use crate::certainty::Verdicts;

/// What everyone makes on average.
const TRUTH: f64 = 40.0;

/// How a simulated tournament is played.
struct Field {
    entrants: usize,
    seats: usize,
    deals: u64,
    games_per_deal: u64,
}

/// A bell-shaped figure between −6 and 6, of variance 1.
fn luck(chance: &mut Chance) -> f64 {
    (0..12).map(|_| (chance.bits() >> 11) as f64 / (1_u64 << 53) as f64).sum::<f64>() - 6.0
}

impl Field {
    /// Equals: what a seat makes is the deal's luck, that of the bot with this deal, and that of the game.
    fn games(&self, chance: &mut Chance) -> Vec<(u64, Vec<(usize, f64)>)> {
        let mut games = Vec::new();
        for deal in 0..self.deals {
            let common = 8.0 * luck(chance);
            let own: Vec<f64> = (0..self.entrants).map(|_| 5.0 * luck(chance)).collect();
            for _ in 0..self.games_per_deal {
                let mut sitting: Vec<usize> = (0..self.entrants).collect();
                chance.shuffle(&mut sitting);
                sitting.truncate(self.seats);
                let made =
                    |entrant: usize, chance: &mut Chance| TRUTH + common + own[entrant] + 3.0 * luck(chance);
                games.push((
                    deal,
                    sitting.into_iter().map(|entrant| (entrant, made(entrant, chance))).collect(),
                ));
            }
        }
        games
    }

    /// Of so many tournaments: in how many any pair was told apart, and how many of all intervals of means
    /// and of differences held the truth.
    fn simulate(&self, tournaments: u64) -> (u64, [u64; 2]) {
        let everyone: Vec<usize> = (0..self.entrants).collect();
        let mut alarms = 0;
        let mut held = [0; 2];
        for number in 0..tournaments {
            let mut chance = Chance::new(Seed::plain(number).child(self.deals));
            let evidence = evidence(self.entrants, self.games(&mut chance).into_iter());
            let verdicts = Verdicts::new(&evidence, &everyone);
            let pairs = everyone.iter().flat_map(|&one| (0..one).map(move |other| (one, other)));
            alarms += u64::from(pairs.into_iter().any(|(one, other)| verdicts.told_apart(one, other)));
            // One of each per tournament, so that they are independent.
            let (one, other) = (EntrantId(0), EntrantId(1));
            held[0] += u64::from(evidence.mean(one).unwrap().allows(TRUTH));
            held[1] += u64::from(evidence.difference(one, other).unwrap().allows(0.0));
        }
        (alarms, held)
    }
}

/// Three standard errors of a simulated share of 5 %.
fn leeway(tournaments: u64) -> f64 {
    3.0 * (0.05 * 0.95 / tournaments as f64).sqrt()
}

#[test]
fn equals_are_told_apart_in_one_of_twenty_tournaments_at_most_and_intervals_hold_the_truth() {
    const TOURNAMENTS: u64 = 400;
    for (entrants, seats, deals, games_per_deal) in
        [(2, 2, 12, 1), (5, 5, 15, 1), (5, 3, 60, 4), (8, 4, 100, 2)]
    {
        let field = Field { entrants, seats, deals, games_per_deal };
        let (alarms, held) = field.simulate(TOURNAMENTS);
        let share = |count: u64| count as f64 / TOURNAMENTS as f64;
        let case = format!("{entrants} bots, {seats} seats, {deals} deals of {games_per_deal}");
        println!(
            "{case}: {:.3} false alarms, intervals hold {:.3} and {:.3}",
            share(alarms),
            share(held[0]),
            share(held[1])
        );
        assert!(share(alarms) <= 0.05 + leeway(TOURNAMENTS), "{case}: {} false alarms", share(alarms));
        for held in held {
            assert!((share(held) - 0.95).abs() <= leeway(TOURNAMENTS), "{case}: {} held", share(held));
        }
    }
}
