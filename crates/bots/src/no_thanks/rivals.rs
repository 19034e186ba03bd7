//! What others pay, guessed from what they did in this game.
//!
//! Between two of our turns it can be told who passed and who took: the card we passed, and the coins on the
//! one that is open now. A short list of ways to pay is put up against each other, and how well each explains
//! a player is how much it is believed of them. Nothing is kept from one game to the next.

use super::auction::Payers;
use super::prices::{FIRST, FITTED, KNOTS, PARTS, Prices};
use super::search_position::{SEATS, SearchPosition};

/// How many ways there are.
pub(super) const WAYS: usize = 13;
/// That someone searches, before anything is seen; the rest is shared by the other ways.
const SEARCHES_AT_FIRST: f64 = 0.4;
/// A decision so many points off the price is one in `e + 1` against it.
const LOOSE: f64 = 0.5;
/// Nobody is taken to keep to their prices more strictly than this.
const SLIP: f64 = 0.02;
/// Purses that searching players are told apart by: up to so many coins, or more.
const PURSES: [u8; 3] = [2, 5, 10];
/// Costs that they are told apart by: up to so many points, or more.
const COSTS: [i32; 7] = [-12, -6, -1, 4, 9, 14, 20];
/// How often players that search take a card, in percent, by purse and cost. No price explains them: what is
/// cheap they leave as long as nobody else wants it, and now and then they pay much. Counted by `cargo run
/// --release -p croupier-bots --example thinkers-no-thanks`.
const THINKERS: [[u8; 8]; 4] = [
    [52, 48, 64, 60, 48, 41, 24, 11],
    [59, 49, 65, 49, 28, 19, 13, 5],
    [54, 51, 62, 37, 21, 15, 11, 5],
    [51, 50, 54, 25, 10, 8, 6, 3],
];

/// What is believed of the others.
#[derive(Debug, Clone, Default)]
pub(super) struct Rivals {
    beliefs: Option<[[f64; WAYS]; SEATS]>,
    /// The position in which we passed, and the cards that were to come after.
    passed: Option<(SearchPosition, usize)>,
}

/// The ways to pay; the first, of whoever searches, is played on by the fitted prices.
fn ways(seats: usize) -> [Prices; WAYS] {
    let (fitted, first) = (FITTED[seats - 2], const { Prices::new(&FIRST) });
    let flat = |price: i8| Prices::new(&[[price; KNOTS]; PARTS]);
    [
        fitted,
        first.shifted(-8),
        first,
        first.shifted(-4),
        first.shifted(4),
        flat(0),
        flat(3),
        flat(6),
        flat(9),
        flat(13),
        flat(17),
        flat(22),
        flat(28),
    ]
}

impl Rivals {
    /// Takes in what happened since we passed.
    pub(super) fn watch(&mut self, now: &SearchPosition, left: usize) {
        let Some((then, were_left)) = self.passed.take() else { return };
        let ways = ways(now.seats());
        let me = then.to_move();
        let mut position = then;
        position.pass();
        while position.to_move() != me && !position.is_forced() {
            let took = now.held(position.to_move()) >> then.card() & 1 == 1;
            self.learn(&ways, &position, were_left, took);
            if took {
                break;
            }
            position.pass();
        }
        if now.card() != then.card() {
            self.watch_coins(&ways, now, left);
        }
    }

    /// Each coin on the open card was put there by the one before us, the one before them, and so on.
    fn watch_coins(&mut self, ways: &[Prices; WAYS], now: &SearchPosition, left: usize) {
        let mut before = *now;
        for _ in 0..usize::from(now.on_card()).min(now.seats() - 1) {
            before.unpass();
            self.learn(ways, &before, left, false);
        }
    }

    /// Remembers that we passed here.
    pub(super) fn passes(&mut self, position: &SearchPosition, left: usize) {
        self.passed = Some((*position, left));
    }

    /// What everyone is believed to pay; of ourselves it is known that we search.
    pub(super) fn payers(&self, me: usize, seats: usize) -> Payers {
        let mut beliefs = self.beliefs.unwrap_or([at_first(); SEATS]);
        beliefs[me] = [0.0; WAYS];
        beliefs[me][0] = 1.0;
        Payers { ways: ways(seats), beliefs }
    }

    /// Takes in what was decided in a position.
    fn learn(&mut self, ways: &[Prices; WAYS], position: &SearchPosition, left: usize, took: bool) {
        let player = position.to_move();
        let (cost, coins) = (position.adds(player) - i32::from(position.on_card()), position.coins(player));
        let beliefs = &mut self.beliefs.get_or_insert([at_first(); SEATS])[player];
        for (number, (belief, way)) in beliefs.iter_mut().zip(ways).enumerate() {
            let take =
                if number == 0 { thinker_takes(cost, coins) } else { takes(cost - way.price(coins, left)) };
            *belief *= if took { take } else { 1.0 - take };
        }
        let all: f64 = beliefs.iter().sum();
        beliefs.iter_mut().for_each(|belief| *belief = (*belief / all).max(1e-9));
    }
}

/// How often a card is taken that is so much above the price, by someone who keeps to it.
fn takes(above: i32) -> f64 {
    SLIP + (1.0 - 2.0 * SLIP) / (1.0 + ((f64::from(above) - 0.5) / LOOSE).exp())
}

/// How often someone who searches takes a card at this cost, with so many coins.
fn thinker_takes(cost: i32, coins: u8) -> f64 {
    let purse = PURSES.iter().filter(|&&most| coins > most).count();
    let cost = COSTS.iter().filter(|&&most| cost > most).count();
    0.01 * f64::from(THINKERS[purse][cost])
}

fn at_first() -> [f64; WAYS] {
    let mut beliefs = [(1.0 - SEARCHES_AT_FIRST) / (WAYS - 1) as f64; WAYS];
    beliefs[0] = SEARCHES_AT_FIRST;
    beliefs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After so many cards of which the next player took each at once.
    fn after(times: usize, card: u8) -> [Prices; SEATS] {
        let mut rivals = Rivals::default();
        for _ in 0..times {
            let then = SearchPosition::new(2, card);
            rivals.passes(&then, 12);
            let mut now = then;
            now.pass();
            now.take();
            now.turn_up(35);
            now.pass();
            rivals.watch(&now, 11);
        }
        rivals.payers(0, 2).likeliest()
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
