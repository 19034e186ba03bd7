//! What the other side tends to bid, and how far to lean towards it.
//!
//! Perfect play wins little from weak players, since it never assumes that they are weak. Habits are watched through a
//! match: by how much a bid lay above or below the newest victory card. The reply is mixed with perfect play only as far
//! as the worst that could happen costs no more than a fixed number of points.

use croupier_games::View;
use croupier_games::jujitsu::JujitsuView;

use super::matrix::{MOST, Matrix, Solution};
use super::solver::{set, spread};

/// Points that a turn may cost at worst, once many bids have been seen.
const RISK: f64 = 3.0;
/// After so many bids half of the risk is taken.
const BIDS_UNTIL_HALF: f64 = 6.0;
/// Every card is expected a little, whatever was seen.
const PRIOR: f64 = 0.15;
/// A bid that lies a card further off counts so much less.
const NEAR: f64 = 0.4;
/// Bids that are remembered.
const MOST_BIDS: usize = 64;

/// What has been seen of the other side in this match.
#[derive(Debug, Default)]
pub(super) struct Habits {
    /// By how much each bid lay above the newest victory card.
    above: Vec<i32>,
    /// The round, and how many of its turns have been seen.
    seen: (u8, usize),
}

impl Habits {
    /// Takes in the turns that came since it last looked.
    pub(super) fn watch(&mut self, view: JujitsuView<'_>) {
        let turns = view.previous_turns();
        let round = view.round();
        if turns.is_empty() {
            self.above.clear();
        }
        let new = if self.seen.0 == round { self.seen.1.min(turns.len()) } else { 0 };
        // On the first turn of a round, the turns are still those of the round before; they were seen but for the last.
        let opening = usize::from(view.hand(view.seat()).count() == usize::from(view.highest_card()));
        let from = if opening == 1 { turns.len().saturating_sub(1) } else { new };
        for turn in &turns[from..] {
            if self.above.len() == MOST_BIDS {
                self.above.remove(0);
            }
            self.above.push(i32::from(turn.bid(view.opponent())) - i32::from(turn.drawn()));
        }
        self.seen = (round, if opening == 1 { 0 } else { turns.len() });
    }

    /// How likely each of the other side's cards seems, the lowest first.
    pub(super) fn expected(&self, view: JujitsuView<'_>) -> [f64; MOST] {
        let newest = i32::from(view.victory_card().unwrap_or(0));
        let (cards, count) = spread(set(view.hand(view.opponent())));
        let mut chances = [0.0; MOST];
        for (place, card) in chances.iter_mut().zip(cards[..count].iter().copied().map(i32::from)) {
            let alike = self.above.iter().map(|above| NEAR.powi((card - newest - above).abs()));
            *place = PRIOR + alike.sum::<f64>();
        }
        let all: f64 = chances.iter().sum();
        chances.map(|share| if all > 0.0 { share / all } else { 0.0 })
    }

    /// Perfect play, mixed with the best reply to what is expected as far as the risk allows.
    pub(super) fn lean(&self, matrix: &Matrix, perfect: &Solution, expected: &[f64; MOST]) -> [f64; MOST] {
        let reply = matrix.best_against(expected);
        let mut pure = [0.0; MOST];
        pure[reply] = 1.0;
        let seen = self.above.len() as f64;
        let risk = RISK * seen / (seen + BIDS_UNTIL_HALF);
        let at_worst = perfect.value - matrix.at_least(&pure);
        let share = if at_worst <= risk { 1.0 } else { risk / at_worst };
        std::array::from_fn(|row| (1.0 - share) * perfect.rows[row] + share * pure[row])
    }
}
