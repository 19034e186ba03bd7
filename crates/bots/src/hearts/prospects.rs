//! What scores are worth: how likely each of four wins the game after a deal.
//!
//! While the game goes on, everyone's chances fall off with the distance to the lowest score, the faster the
//! nearer the end is. How fast is close to what 10,000 games among equals showed.

use croupier_games::Seat;
use croupier_games::hearts::HeartsView;

/// The points by which chances fall to a third when one deal is left.
const LAST_DEAL: f32 = 7.0;
/// The highest score grows by so much a deal.
const GROWTH: f32 = 11.0;
/// Steps of the table for each such fall.
const FINE: f32 = 16.0;
const STEPS: usize = 160;

/// The chances of a game.
#[derive(Debug)]
pub(super) struct Prospects {
    /// How chances fall off: e to the power of minus n / `FINE`.
    fall: [f32; STEPS],
    scores: [u32; 4],
    target: u32,
    highest: u32,
    /// Steps of the table for a point, by how much the highest score has grown.
    pace: [f32; 27],
}

impl Default for Prospects {
    fn default() -> Self {
        let fall = std::array::from_fn(|step| (-(step as f32) / FINE).exp());
        Self { fall, scores: [0; 4], target: 0, highest: 0, pace: [0.0; 27] }
    }
}

impl Prospects {
    /// Takes the scores before the deal in play.
    pub(super) fn look(&mut self, view: HeartsView<'_>) {
        self.scores = std::array::from_fn(|seat| view.score(Seat(seat as u8)));
        self.target = view.target();
        self.highest = self.scores.into_iter().max().unwrap_or(0);
        for (grown, pace) in self.pace.iter_mut().enumerate() {
            let left = self.target.saturating_sub(self.highest + grown as u32) as f32;
            *pace = FINE / (LAST_DEAL * (1.0 + left / GROWTH).sqrt());
        }
    }

    /// How likely each seat is to win, after a deal that adds this to the scores.
    #[inline]
    pub(super) fn shares(&self, added: [u8; 4]) -> [f32; 4] {
        let scores: [u32; 4] = std::array::from_fn(|seat| self.scores[seat] + u32::from(added[seat]));
        let (mut lowest, mut highest) = (scores[0], scores[0]);
        for &score in &scores[1..] {
            (lowest, highest) = (lowest.min(score), highest.max(score));
        }
        if highest >= self.target {
            let won = scores.map(|score| f32::from(u8::from(score == lowest)));
            if won.iter().sum::<f32>() < 1.5 {
                return won;
            }
        }
        let pace = self.pace[(highest - self.highest).min(26) as usize];
        let chances = scores.map(|score| {
            let step = (score - lowest) as f32 * pace;
            self.fall[(step as usize).min(STEPS - 1)]
        });
        let sum: f32 = chances.iter().sum();
        chances.map(|chance| chance / sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::cards::Card;
    use croupier_games::hearts::Hearts;
    use croupier_games::{Game, Seed};

    fn prospects(scores: [u32; 4]) -> Prospects {
        let game = Hearts::with_cards(&Default::default(), &scores, Card::deck(), Seed::plain(1)).unwrap();
        let mut prospects = Prospects::default();
        prospects.look(game.view(Seat(0)));
        prospects
    }

    #[test]
    fn who_alone_is_lowest_at_the_target_has_won() {
        assert_eq!(prospects([90, 30, 40, 50]).shares([10, 9, 0, 7]), [0.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_shared_lowest_score_goes_on_with_equal_chances() {
        let shares = prospects([90, 30, 30, 50]).shares([20, 3, 3, 0]);
        assert_eq!(shares[1], shares[2]);
        assert!(shares[0] < shares[3] && shares[3] < shares[1] && shares[1] < 0.5);
    }

    #[test]
    fn chances_are_equal_at_the_start_and_a_lead_counts_more_near_the_end() {
        assert_eq!(prospects([0; 4]).shares([5; 4]), [0.25; 4]);
        let [early, late] = [10, 80].map(|score| prospects([score; 4]).shares([0, 6, 10, 10])[0]);
        assert!(0.25 < early && early < late, "{early} {late}");
    }

    #[test]
    fn a_moon_is_good_for_who_shoots_it_and_bad_for_the_others() {
        let shares = prospects([20; 4]).shares([0, 26, 26, 26]);
        assert!(shares[0] > 0.4 && shares[1] < 0.2, "{shares:?}");
    }
}
