//! Where the luck of a game's draws comes from: a stream of its own for every time through the deck.

use super::pile::Pile;
use crate::cards::Card;
use crate::chance::Chance;
use crate::seed::Seed;

/// Draws cards for a game.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Dealer {
    seed: Seed,
    /// How often the played cards became the deck.
    reshuffles: u32,
    chance: Chance,
}

impl Dealer {
    /// A dealer with a full deck.
    pub(super) fn new(seed: Seed) -> Self {
        // The first generator has one stream for the whole game. A stream of the second is never the seed's
        // own: who worked it out from many cards would have the others with it.
        let first = if seed.is_plain() { seed } else { seed.child(0) };
        Self { seed, reshuffles: 0, chance: Chance::new(first) }
    }

    /// Takes a random card out.
    #[inline]
    pub(super) fn draw(&mut self, deck: &mut Pile) -> Option<Card> {
        deck.draw(&mut self.chance)
    }

    /// The played cards became the deck.
    #[inline]
    pub(super) fn reshuffle(&mut self) {
        self.reshuffles += 1;
        if !self.seed.is_plain() {
            self.chance = Chance::new(self.seed.child(u64::from(self.reshuffles)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(dealer: &mut Dealer) -> Vec<Card> {
        let mut deck = Pile::full();
        std::iter::from_fn(|| dealer.draw(&mut deck)).collect()
    }

    #[test]
    fn the_first_generator_goes_on_with_its_stream_and_the_second_takes_another() {
        let (mut chance, mut deck, seed) = (Chance::new(Seed::plain(3)), Pile::full(), Seed::keyed([3; 32]));
        let mut dealer = Dealer::new(Seed::plain(3));
        let cards: Vec<Card> = std::iter::from_fn(|| deck.draw(&mut chance)).collect();
        assert_eq!(through(&mut dealer), cards);
        dealer.reshuffle();
        assert_eq!(dealer.chance, chance);

        let mut dealer = Dealer::new(seed);
        assert_eq!(dealer.chance, Chance::new(seed.child(0)));
        through(&mut dealer);
        dealer.reshuffle();
        assert_eq!(dealer.chance, Chance::new(seed.child(1)));
    }
}
