//! What others pay, guessed from what they did in this game.
//!
//! Between two of our turns it can be told who passed and who took: the card we passed, and the coins on the one that is
//! open now. A short list of ways to pay is put up against each other, and each player is taken to pay in the way that
//! explains them best. Nothing is kept from one game to the next.

use super::auction::Payers;
use super::lean::{Lean, SEATS};
use super::prices::{FIRST, FITTED, KNOTS, PARTS, Prices};

/// How many ways there are.
const WAYS: usize = 12;
/// The fitted prices, before anything is seen; the rest is shared by the others.
const FITTED_AT_FIRST: f64 = 0.4;
/// A decision so many points off the price is one in `e + 1` against it.
const LOOSE: f64 = 1.0;
/// Nobody is taken to keep to their prices more strictly than this.
const SLIP: f64 = 0.02;
/// What is believed of the others.
#[derive(Debug, Clone, Default)]
pub(super) struct Rivals {
    beliefs: Option<[[f64; WAYS]; SEATS]>,
    /// The position in which we passed, and the cards that were to come after.
    passed: Option<(Lean, usize)>,
}

/// The ways to pay, the fitted one first.
fn ways(seats: usize) -> [Prices; WAYS] {
    let (fitted, first) = (FITTED[seats - 2], const { Prices::new(&FIRST) });
    let flat = |price: i8| Prices::new(&[[price; KNOTS]; PARTS]);
    [
        fitted,
        fitted.shifted(-4),
        fitted.shifted(4),
        first,
        first.shifted(-4),
        first.shifted(4),
        flat(-1),
        flat(4),
        flat(9),
        flat(13),
        flat(18),
        flat(26),
    ]
}

impl Rivals {
    /// Takes in what happened since we passed.
    pub(super) fn watch(&mut self, now: &Lean, left: usize) {
        let Some((then, were_left)) = self.passed.take() else { return };
        let ways = ways(now.seats());
        let me = then.to_move();
        let mut lean = then;
        lean.pass();
        while lean.to_move() != me && !lean.is_forced() {
            let player = lean.to_move();
            let cost = lean.adds(player) - i32::from(lean.on_card());
            let took = now.held(player) >> then.card() & 1 == 1;
            self.learn(&ways, player, cost, (lean.coins(player), were_left), took);
            if took {
                break;
            }
            lean.pass();
        }
        if now.card() != then.card() {
            self.watch_coins(&ways, now, me, left);
        }
    }

    /// Each coin on the open card was put there by the one before us, the one before them, and so on.
    fn watch_coins(&mut self, ways: &[Prices; WAYS], now: &Lean, me: usize, left: usize) {
        let seats = now.seats();
        for back in 1..=usize::from(now.on_card()).min(seats - 1) {
            let player = (me + seats - back) % seats;
            let cost = now.adds(player) - (i32::from(now.on_card()) - back as i32);
            self.learn(ways, player, cost, (now.coins(player) + 1, left), false);
        }
    }

    /// Remembers that we passed here.
    pub(super) fn passes(&mut self, lean: &Lean, left: usize) {
        self.passed = Some((*lean, left));
    }

    /// Everyone's prices, as far as they are known.
    pub(super) fn payers(&self, me: usize, seats: usize) -> Payers {
        let ways = ways(seats);
        let way: [usize; SEATS] = std::array::from_fn(|player| match &self.beliefs {
            Some(beliefs) if player != me => likeliest(&beliefs[player]),
            _ => 0,
        });
        Payers { prices: way.map(|way| ways[way]), keeps: way.map(|way| way != 0) }
    }

    /// Takes in a decision of someone with such a purse at such a cost.
    fn learn(&mut self, ways: &[Prices; WAYS], player: usize, cost: i32, purse: (u8, usize), took: bool) {
        let beliefs = &mut self.beliefs.get_or_insert([at_first(); SEATS])[player];
        for (number, (belief, way)) in beliefs.iter_mut().zip(ways).enumerate() {
            let above = f64::from(cost - way.price(purse.0, purse.1)) - 0.5;
            let take = SLIP + (1.0 - 2.0 * SLIP) / (1.0 + (above / LOOSE).exp());
            let likely = if took { take } else { 1.0 - take };
            // Who thinks pays about the fitted prices, and now and then anything: no other way is so lenient.
            *belief *= if number == 0 { 0.5 * likely + 0.5 * 0.5 } else { likely };
        }
        let all: f64 = beliefs.iter().sum();
        beliefs.iter_mut().for_each(|belief| *belief = (*belief / all).max(1e-9));
    }
}

fn at_first() -> [f64; WAYS] {
    let mut beliefs = [(1.0 - FITTED_AT_FIRST) / (WAYS - 1) as f64; WAYS];
    beliefs[0] = FITTED_AT_FIRST;
    beliefs
}

fn likeliest(beliefs: &[f64; WAYS]) -> usize {
    // Of equals the first one.
    (0..WAYS).rev().max_by(|&one, &other| beliefs[one].total_cmp(&beliefs[other])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After so many cards of which the next player took each at once.
    fn after(times: usize, card: u8) -> [Prices; SEATS] {
        let mut rivals = Rivals::default();
        for _ in 0..times {
            let then = Lean::new(2, card);
            rivals.passes(&then, 12);
            let mut now = then;
            now.pass();
            now.take();
            now.turn_up(35);
            now.pass();
            rivals.watch(&now, 11);
        }
        rivals.payers(0, 2).prices
    }

    #[test]
    fn whoever_takes_dear_cards_is_taken_to_pay_much() {
        let found = after(6, 25);
        assert!(found[1].price(11, 12) >= 24 && found[1].price(11, 12) < 34, "{found:?}");
        assert_eq!(found[0], FITTED[0]);
    }

    #[test]
    fn before_anything_is_seen_everyone_pays_the_fitted_prices() {
        assert_eq!(after(0, 25), [FITTED[0]; SEATS]);
    }
}
