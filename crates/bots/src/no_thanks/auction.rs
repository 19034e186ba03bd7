//! The open card as an auction: who takes it, and with how many coins on it.
//!
//! Every way in which it may end within a round or two of the table is tried in the same worlds, each played to its end by
//! prices. Then it is thought back from the last: whoever decides takes what is best for them. Of those whose prices are
//! known it is taken that they keep to them.

use croupier_games::Chance;
use croupier_games::no_thanks::Decision;

use super::lean::{Lean, SEATS, Unseen};
use super::prices::Prices;
use crate::budget::Spending;

/// The most endings that are told apart.
const MOST: usize = 2 * SEATS + 2;
/// Worlds between two looks at the difference and at the clock.
const BETWEEN_LOOKS: u64 = 8;
/// It ends early when one decision is ahead by so many standard errors.
const CLEARLY: f64 = 3.5;

/// What everyone pays, and who is known to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Payers {
    pub(super) prices: [Prices; SEATS],
    /// Whether a player is taken to keep to the prices, and not to what is best.
    pub(super) keeps: [bool; SEATS],
}

/// One way in which the card ends: taken by someone, or, as the last, left to everyone's prices.
#[derive(Debug, Clone, Copy)]
struct Ending {
    /// The position in which it is decided on.
    before: Lean,
    /// Whether it is taken here; else it goes on by prices.
    taken: bool,
    /// What it means to everyone, over all worlds.
    burdens: [f64; SEATS],
    /// By how much ours differs from that of taking at once, and its square.
    more: f64,
    squares: f64,
}

/// The better decision, as far as the budget shows it, with so many cards to come.
pub(super) fn decide(
    lean: &Lean,
    unseen: &mut Unseen,
    payers: &Payers,
    mut spending: Spending,
    chance: &mut Chance,
) -> Decision {
    let me = lean.to_move();
    let (mut endings, count) = endings(lean);
    let endings = &mut endings[..count];
    let left = unseen.left();
    let mut worlds = 0.0;
    loop {
        for _ in 0..BETWEEN_LOOKS {
            let pile = unseen.draw(chance);
            let mut at_once = 0.0;
            for (number, ending) in endings.iter_mut().enumerate() {
                let ended = ending.played(pile, &payers.prices);
                for (sum, player) in ending.burdens.iter_mut().zip(0..lean.seats()) {
                    *sum += ended.burden(player);
                }
                if number == 0 {
                    at_once = ended.burden(me);
                }
                let more = ended.burden(me) - at_once;
                ending.more += more;
                ending.squares += more * more;
            }
            worlds += 1.0;
        }
        let passed = thought_back(endings, payers, left);
        let mean = passed.more / worlds;
        let error = ((passed.squares / worlds - mean * mean).max(0.0) / worlds).sqrt();
        if mean.abs() > CLEARLY * error || !spending.go_on(BETWEEN_LOOKS * count as u64) {
            return if mean < 0.0 { Decision::Pass } else { Decision::Take };
        }
    }
}

/// All endings, the one of taking at once first.
fn endings(lean: &Lean) -> ([Ending; MOST], usize) {
    let first = Ending { before: *lean, taken: true, burdens: [0.0; SEATS], more: 0.0, squares: 0.0 };
    let mut all = [first; MOST];
    let (mut count, mut now) = (1, *lean);
    let most = 2 * lean.seats() + 1;
    while count < most && !now.is_forced() {
        now.pass();
        all[count].before = now;
        count += 1;
    }
    if !now.is_forced() {
        now.pass();
        all[count].before = now;
        all[count].taken = now.is_forced();
        count += 1;
    }
    (all, count)
}

/// The ending that passing leads to, where everyone decides for the best or by known prices.
fn thought_back(endings: &[Ending], payers: &Payers, left: usize) -> Ending {
    let mut best = endings[endings.len() - 1];
    for ending in endings[1..].iter().rev().skip(1) {
        let player = ending.before.to_move();
        let takes = if payers.keeps[player] {
            payers.prices[player].takes(&ending.before, left)
        } else {
            ending.burdens[player] <= best.burdens[player]
        };
        if takes {
            best = *ending;
        }
    }
    best
}

impl Ending {
    #[inline]
    fn played(&self, pile: &[u8], prices: &[Prices; SEATS]) -> Lean {
        let mut lean = self.before;
        if !self.taken {
            lean.play_out(pile, prices);
            return lean;
        }
        lean.take();
        if let Some((&next, rest)) = pile.split_first() {
            lean.turn_up(next);
            lean.play_out(rest, prices);
        }
        lean
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::no_thanks::prices::FITTED;
    use croupier_games::Seed;

    #[test]
    fn endings_go_round_the_table_until_someone_must_take() {
        let (all, count) = endings(&Lean::new(3, 20));
        assert_eq!(count, 8);
        let deciders: Vec<usize> = all[..count].iter().map(|ending| ending.before.to_move()).collect();
        assert_eq!(deciders, [0, 1, 2, 0, 1, 2, 0, 1]);
        assert!(all[..7].iter().all(|ending| ending.taken) && !all[7].taken);
        let mut poor = Lean::new(2, 30);
        (0..21).for_each(|_| poor.pass());
        let (all, count) = endings(&poor);
        assert_eq!((count, all[1].before.is_forced(), all[1].taken), (2, true, true));
    }

    #[test]
    fn a_card_that_is_free_for_us_and_dear_for_others_is_left_to_come_round() {
        let mut lean = Lean::new(4, 33);
        lean.take();
        lean.turn_up(34);
        let payers = Payers { prices: [FITTED[2]; SEATS], keeps: [false; SEATS] };
        let spending = Budget::Steps(4000).start(0);
        let decided = decide(&lean, &mut Unseen::of(&lean), &payers, spending, &mut Chance::new(Seed(4)));
        assert_eq!(decided, Decision::Pass);
    }
}
