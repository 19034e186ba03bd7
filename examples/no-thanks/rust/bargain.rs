//! A No Thanks! bot: takes what is cheap, and lets a card that is free for it alone go round once more.

use croupier::no_thanks::{Decision, NoThanks, View};

struct Bargain;

impl croupier::Player<NoThanks> for Bargain {
    fn choose(&mut self, view: &View) -> Decision {
        if takes(view) {
            Decision::Take
        } else {
            Decision::Pass
        }
    }
}

fn takes(view: &View) -> bool {
    let cost = view.cost();
    if view.me().coins <= 2 {
        return cost < 18;
    }
    // Every round of the table brings coins, until somebody has too few of them.
    if cost <= 0 {
        let round = view.players.len() as i64;
        return view.coins_on_card >= round || view.players.iter().any(|seat| seat.coins <= 1);
    }
    cost < 9
}

fn main() {
    croupier::play(|| Bargain)
}
