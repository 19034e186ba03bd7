//! No Thanks!
//!
//! Cards 3 to 35 lie in a pile; nine of them are removed unseen and 24 are played. Everyone has eleven coins.
//! The player whose turn it is takes the open card with all coins on it, or puts one coin on it and lets the
//! next player decide; without a coin the card must be taken, and nobody is asked. Whoever takes a card turns
//! up the next one and goes on. After 24 cards everyone adds up the numbers held, where a card whose lower
//! neighbour is held too costs nothing, and subtracts the coins left: 13 coins and 3, 7, 8, 10, 11, 12, 25
//! make 3 + 7 + 10 + 25 − 13 = 32. The lowest penalty wins. Hidden are the pile and the nine cards beside it;
//! coins and collections are open. Every answer is legal, so a refused move can only be a missing one: then
//! the card is taken.

mod bytes;
mod story;
mod view;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::about::{About, Better, Figure, Figures, Rank, Scores, Seating, scores_of};
use crate::chance::Chance;
use crate::game::{BadSetup, Game, Illegal, Move, Refusal};
use crate::seats::{Seat, Seats, Turn};
use crate::seed::Seed;
use crate::story::Moment;

pub use view::{NoThanksView, ShownPlayer, ShownTable};

/// The lowest card.
pub const LOWEST: u8 = 3;
/// The highest card.
pub const HIGHEST: u8 = 35;
/// How many cards are played; the other nine are out.
pub const ROUNDS: usize = 24;
/// What everyone starts with, whatever the number of players.
pub const COINS: u8 = 11;

/// The most who play.
pub const MOST_PLAYERS: usize = 5;

const DECK: usize = (HIGHEST - LOWEST + 1) as usize;

/// A position of No Thanks!
#[derive(Debug, Clone, PartialEq)]
pub struct NoThanks {
    pile: [u8; ROUNDS],
    turned: u8,
    on_card: u8,
    to_move: Seat,
    seats: u8,
    coins: [u8; MOST_PLAYERS],
    held: [Collection; MOST_PLAYERS],
    forced: [u8; MOST_PLAYERS],
}

/// No Thanks! has nothing to set.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoThanksOptions {}

/// The two answers to an open card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Takes the card and the coins on it.
    Take,
    /// Puts a coin on it.
    Pass,
}

/// The rules of No Thanks! cannot be broken by an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breach {}

impl std::fmt::Display for Breach {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

/// The numbers a player has taken, as a set, and what they cost: that is asked for more often than a card is
/// taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Collection {
    cards: u64,
    sum: i32,
}

impl Collection {
    /// Takes a card in.
    #[inline]
    pub fn add(&mut self, card: u8) {
        *self = self.with(card);
    }

    /// This collection with one more card.
    #[inline]
    #[must_use]
    pub fn with(self, card: u8) -> Self {
        let held = |card: u8| (self.cards >> card & 1) as i32;
        // Without branches: nobody can guess which neighbours are held. A card that was here already costs
        // nothing more.
        let own = (1 - held(card - 1)) * i32::from(card);
        let saved = held(card + 1) * i32::from(card + 1);
        Self { cards: self.cards | 1 << card, sum: self.sum + (1 - held(card)) * (own - saved) }
    }

    /// Whether the card is held.
    #[inline]
    #[must_use]
    pub fn holds(self, card: u8) -> bool {
        self.cards >> card & 1 == 1
    }

    /// The sum of the cards whose lower neighbour is not held.
    #[inline]
    #[must_use]
    pub fn sum(self) -> i32 {
        self.sum
    }

    /// The set as bits: bit *n* for card *n*.
    #[must_use]
    pub fn bits(self) -> u64 {
        self.cards
    }

    /// The numbers, lowest first.
    pub fn cards(self) -> impl Iterator<Item = u8> {
        (LOWEST..=HIGHEST).filter(move |&card| self.holds(card))
    }

    /// How many cards are held.
    #[must_use]
    pub fn len(self) -> usize {
        self.cards.count_ones() as usize
    }

    /// Whether no card is held.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.cards == 0
    }
}

impl Game for NoThanks {
    const ABOUT: About = About {
        name: "no-thanks",
        title: "No Thanks!",
        tagline: "take the card, or pay a coin to pass it on",
        version: 1,
        seats: &[2, 3, 4, 5],
        fewest_bots: 2,
        hidden: true,
        seating: Seating::Drawn,
        figures: &[
            Figure { name: "penalty", meaning: "sum of the cards that count, minus the coins left" },
            Figure { name: "won", meaning: "games won; a shared lowest penalty shares the win" },
            Figure { name: "cards", meaning: "cards taken" },
            Figure { name: "forced", meaning: "cards taken for want of a coin" },
            Figure { name: "coins", meaning: "coins left at the end" },
        ],
        ranking: &[Rank { figure: 0, better: Better::Low }],
    };

    type Options = NoThanksOptions;
    type Move = Decision;
    type Breach = Breach;
    type View<'a> = NoThanksView<'a>;

    fn deal(seats: usize, _: &NoThanksOptions, seed: Seed) -> Result<Self, BadSetup> {
        Self::ABOUT.check_seats(seats)?;
        let mut deck: [u8; DECK] = std::array::from_fn(|n| n as u8 + LOWEST);
        Chance::new(seed).shuffle_first(&mut deck, ROUNDS);
        let mut pile = [0; ROUNDS];
        pile.copy_from_slice(&deck[..ROUNDS]);
        Ok(Self::with_pile(seats, pile))
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::of(self.to_move) }
    }

    #[inline]
    fn view(&self, seat: Seat) -> NoThanksView<'_> {
        NoThanksView::new(self, seat)
    }

    #[inline]
    fn play(&mut self, seat: Seat, decision: Decision) -> Result<(), Illegal<Breach>> {
        if self.is_over() || seat != self.to_move {
            return Err(Illegal::NotToMove);
        }
        self.decide(decision);
        while self.is_forced() {
            self.take_forced();
        }
        Ok(())
    }

    fn refuse(&mut self, seat: Seat, _: Option<Decision>) -> Refusal {
        debug_assert!(self.turn().awaits(seat));
        let taken = self.play(seat, Decision::Take);
        debug_assert!(taken.is_ok());
        Refusal::Played
    }

    fn imagine(view: NoThanksView<'_>, chance: &mut Chance) -> Self {
        view.imagine(chance)
    }

    fn scores(&self) -> Scores {
        scores_of(self.seats(), |seat| f64::from(self.penalty(seat)))
    }

    #[inline]
    fn winners(&self) -> Seats {
        let lowest = Seat::all(self.seats()).map(|seat| self.penalty(seat)).min();
        Seat::all(self.seats()).filter(|&seat| Some(self.penalty(seat)) == lowest).collect()
    }

    fn figures(&self, seat: Seat) -> Figures {
        let at = seat.index();
        let (own, won) = (f64::from(self.penalty(seat)), self.winners().share(seat));
        let (cards, coins) = (self.held[at].len() as f64, f64::from(self.coins[at]));
        [own, won, cards, f64::from(self.forced[at]), coins].map(Some).into_iter().collect()
    }

    fn tell(moment: &Moment<'_, Self>, names: &[&str], out: &mut String) {
        story::tell(moment, names, out);
    }
}

impl NoThanks {
    /// The position in which these 24 cards will be turned up, in this order.
    ///
    /// For replaying games from elsewhere; a dealt game takes its pile from the seed.
    #[must_use]
    pub fn with_pile(seats: usize, pile: [u8; ROUNDS]) -> Self {
        Self {
            pile,
            turned: 0,
            on_card: 0,
            to_move: Seat(0),
            seats: seats as u8,
            coins: [COINS; MOST_PLAYERS],
            held: [Collection::default(); MOST_PLAYERS],
            forced: [0; MOST_PLAYERS],
        }
    }

    /// Sum of the cards that count, minus the coins.
    #[inline]
    #[must_use]
    pub fn penalty(&self, seat: Seat) -> i32 {
        self.held[seat.index()].sum() - i32::from(self.coins[seat.index()])
    }

    fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    #[inline]
    fn is_over(&self) -> bool {
        usize::from(self.turned) == ROUNDS
    }

    #[inline]
    fn is_forced(&self) -> bool {
        !self.is_over() && self.coins[self.to_move.index()] == 0
    }

    /// Carries out one decision of the seat to move, and nothing that follows from it.
    #[inline]
    fn decide(&mut self, decision: Decision) {
        let at = self.to_move.index();
        match decision {
            Decision::Take => {
                self.held[at].add(self.pile[usize::from(self.turned)]);
                self.coins[at] += self.on_card;
                self.on_card = 0;
                self.turned += 1;
            }
            Decision::Pass => {
                self.coins[at] -= 1;
                self.on_card += 1;
                self.to_move = Seat(if self.to_move.0 + 1 == self.seats { 0 } else { self.to_move.0 + 1 });
            }
        }
    }

    #[inline]
    fn take_forced(&mut self) {
        self.forced[self.to_move.index()] += 1;
        self.decide(Decision::Take);
    }
}

impl Move for Decision {
    #[inline]
    fn code(self) -> u64 {
        match self {
            Self::Pass => 0,
            Self::Take => 1,
        }
    }

    #[inline]
    fn from_code(code: u64) -> Option<Self> {
        match code {
            0 => Some(Self::Pass),
            1 => Some(Self::Take),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirteen_coins_and_seven_cards_make_a_penalty_of_32() {
        let mut game = NoThanks::deal(2, &NoThanksOptions {}, Seed::plain(1)).unwrap();
        for card in [3, 7, 8, 10, 11, 12, 25] {
            game.held[0].add(card);
        }
        game.coins[0] = 13;
        assert_eq!(game.penalty(Seat(0)), 32);
    }

    #[test]
    fn the_sum_is_that_of_the_cards_whose_lower_neighbour_is_missing_in_whatever_order_they_came() {
        let mut chance = Chance::new(Seed::plain(4));
        for _ in 0..200 {
            let mut deck: [u8; DECK] = std::array::from_fn(|n| n as u8 + LOWEST);
            chance.shuffle(&mut deck);
            let mut held = Collection::default();
            for card in deck {
                // Taking one twice changes nothing.
                held = held.with(card).with(card);
                let costly = held.cards().filter(|&card| !held.holds(card - 1));
                assert_eq!(
                    held.sum(),
                    costly.map(i32::from).sum::<i32>(),
                    "{:?}",
                    held.cards().collect::<Vec<_>>()
                );
            }
        }
    }

    #[test]
    fn who_has_no_coin_takes_the_card_without_being_asked() {
        let mut game = NoThanks::deal(2, &NoThanksOptions {}, Seed::plain(1)).unwrap();
        game.coins = [1, 0, 0, 0, 0];
        game.play(Seat(0), Decision::Pass).unwrap();
        assert_eq!(game.forced[1], 1);
        assert_eq!((game.coins[1], game.turned), (1, 1));
        assert_eq!(game.turn(), Turn::of(Seat(1)));
    }

    #[test]
    fn a_missing_answer_takes_the_card() {
        let mut game = NoThanks::deal(3, &NoThanksOptions {}, Seed::plain(5)).unwrap();
        let open = game.pile[0];
        assert_eq!(game.refuse(Seat(0), None), Refusal::Played);
        assert!(game.held[0].holds(open));
        assert_eq!(game.turn(), Turn::of(Seat(0)));
    }

    #[test]
    fn every_card_is_played_as_often_as_any_other() {
        let mut seen = [0_u32; 36];
        for n in 0..3300 {
            for card in NoThanks::deal(2, &NoThanksOptions {}, Seed::plain(9).child(n)).unwrap().pile {
                seen[usize::from(card)] += 1;
            }
        }
        // 2,400 expected for each; five standard deviations are 128.
        assert!(seen[3..].iter().all(|&n| n.abs_diff(2400) < 128), "{seen:?}");
    }

    #[test]
    fn a_shared_lowest_penalty_shares_the_win() {
        let mut game = NoThanks::deal(2, &NoThanksOptions {}, Seed::plain(1)).unwrap();
        game.turned = ROUNDS as u8;
        assert_eq!(game.figures(Seat(1))[1], Some(0.5));
    }
}
