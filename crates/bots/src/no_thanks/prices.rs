//! When to take a card: at what it costs, against a price that depends on the purse, on how far the game is
//! and on how many play.
//!
//! The prices of [`FITTED`] were found by `cargo run --release -p croupier-bots --example fit-no-thanks`, in
//! games of everyone against themselves.

use croupier_games::no_thanks::COINS;

use super::search_position::{SEATS, SearchPosition};

/// Purses for which a price is given; between them it is interpolated, above the last it stays.
const PURSES: [u8; KNOTS] = [1, 3, 6, 10, 15, 22];
/// How many purses that are.
pub const KNOTS: usize = 6;
/// A game has so many parts with prices of their own.
pub const PARTS: usize = 3;
/// All coins there can be.
const MOST_COINS: usize = SEATS * COINS as usize;

/// What prices are made of: by part of the game and purse.
pub type Knots = [[i8; KNOTS]; PARTS];

/// Prices, ready to be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    /// Whoever has no coin pays any price.
    by_purse: [[i8; MOST_COINS + 1]; PARTS],
}

impl Prices {
    /// Prices between these.
    #[must_use]
    pub const fn new(knots: &Knots) -> Self {
        let mut by_purse = [[0; MOST_COINS + 1]; PARTS];
        let mut part = 0;
        while part < PARTS {
            by_purse[part][0] = i8::MAX;
            let mut coins = 1;
            while coins <= MOST_COINS {
                by_purse[part][coins] = between(&knots[part], coins as i32);
                coins += 1;
            }
            part += 1;
        }
        Self { by_purse }
    }

    /// The same prices, so much higher.
    #[must_use]
    pub const fn shifted(mut self, by: i8) -> Self {
        let mut part = 0;
        while part < PARTS {
            let mut coins = 1;
            while coins <= MOST_COINS {
                self.by_purse[part][coins] += by;
                coins += 1;
            }
            part += 1;
        }
        self
    }

    /// The part of a game with so many cards still to come after the open one.
    #[inline]
    pub(super) fn part(left: usize) -> usize {
        if left >= 16 { 0 } else { 1 + usize::from(left < 8) }
    }

    /// The price of someone with so many coins, with so many cards still to come after the open one.
    #[inline]
    #[must_use]
    pub fn price(&self, coins: u8, left: usize) -> i32 {
        self.by_purse[Self::part(left)][usize::from(coins).min(MOST_COINS)].into()
    }

    /// Whether someone with so many coins takes a card at this cost, in this part of a game.
    #[inline]
    pub(super) fn pays(&self, part: usize, coins: u8, cost: i8) -> bool {
        cost <= self.by_purse[part][usize::from(coins)]
    }

    /// Whether whoever decides takes the card, with so many cards still to come.
    #[inline]
    #[must_use]
    pub fn takes(&self, position: &SearchPosition, left: usize) -> bool {
        let at = position.to_move();
        position.adds(at) - i32::from(position.on_card()) <= self.price(position.coins(at), left)
    }
}

const fn between(prices: &[i8; KNOTS], coins: i32) -> i8 {
    let mut upper = 0;
    while upper < KNOTS && (PURSES[upper] as i32) < coins {
        upper += 1;
    }
    if upper == 0 {
        return prices[0];
    }
    if upper == KNOTS {
        return prices[KNOTS - 1];
    }
    let (low, high) = (PURSES[upper - 1] as i32, PURSES[upper] as i32);
    let (from, to) = (prices[upper - 1] as i32, prices[upper] as i32);
    // Rounded to the nearest; all of it doubled, so that whole numbers do.
    let twice = 2 * from * (high - coins) + 2 * to * (coins - low) + (high - low);
    twice.div_euclid(2 * (high - low)) as i8
}

/// Where the fit begins: about what [`super::Threshold`] pays.
pub const FIRST: Knots = [[16, 12, 9, 7, 6, 6], [17, 13, 10, 8, 7, 7], [18, 14, 11, 9, 8, 8]];

/// What was found, for two to five players.
pub const KNOTS_FITTED: [Knots; 4] = [
    [[21, 22, 32, 9, -3, 0], [20, 20, 19, -4, -1, 3], [7, 3, 1, -4, -1, 0]],
    [[21, 20, 31, 21, -4, -2], [20, 18, 14, 1, 2, -2], [9, 6, 1, -5, -3, -2]],
    [[22, 22, 22, 17, -7, -6], [19, 15, 7, -6, -3, -5], [10, 5, 3, -2, -3, -2]],
    [[23, 21, 20, 18, -5, -6], [20, 16, 9, -3, -4, -5], [10, 6, 2, -3, -4, -2]],
];

/// The same, ready to be asked.
pub const FITTED: [Prices; 4] = [
    Prices::new(&KNOTS_FITTED[0]),
    Prices::new(&KNOTS_FITTED[1]),
    Prices::new(&KNOTS_FITTED[2]),
    Prices::new(&KNOTS_FITTED[3]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_go_straight_from_purse_to_purse() {
        let prices = Prices::new(&[[10, 6, 0, -4, -4, -11]; PARTS]);
        let asked = [1, 2, 3, 4, 6, 7, 10, 22, 55].map(|coins| prices.price(coins, 20));
        assert_eq!(asked, [10, 8, 6, 4, 0, -1, -4, -11, -11]);
        assert_eq!(prices.price(0, 20), i32::from(i8::MAX));
        assert_eq!(prices.shifted(3).price(3, 0), 9);
    }

    #[test]
    fn a_card_is_taken_once_there_are_enough_coins_on_it() {
        let prices = Prices::new(&FIRST);
        let mut position = SearchPosition::new(3, 14);
        let mut passed = 0;
        while !prices.takes(&position, 20) {
            position.pass();
            passed += 1;
        }
        // 14 less six coins is 8, and whoever has put two on it by then has nine left: 7 to 8.
        assert_eq!((passed, position.coins(0)), (6, 9));
    }
}
