//! A Jujitsu bot: bids for what lies in the lot, and never more than the other can answer.

use croupier::jujitsu::{Jujitsu, View};

struct Bidder;

impl croupier::Player<Jujitsu> for Bidder {
    fn choose(&mut self, view: &View) -> i64 {
        let worth: i64 = view.lot.iter().sum();
        let lowest = view.hand[0];
        if worth <= view.highest() / 4 {
            return lowest;
        }
        let answer = view.opponent_hand.last().copied().unwrap_or(0);
        let enough = worth.min(view.highest() - 1).min(answer);
        let above = view.hand.iter().find(|card| **card > enough);
        *above.or(view.hand.last()).unwrap_or(&lowest)
    }
}

fn main() {
    croupier::play(|| Bidder)
}
