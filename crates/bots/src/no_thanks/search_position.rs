//! A position of No Thanks! for trying things out: sets and small numbers, copied at will, with nothing
//! checked.
//!
//! The rules are those of `games`, and a test holds the two together. It knows the open card and not the
//! pile: what comes next is given by whoever plays it on.

use croupier_games::no_thanks::{HIGHEST, LOWEST, MOST_PLAYERS, NoThanksView, ROUNDS};
use croupier_games::{Chance, Seat};

use super::prices::Prices;

/// The most players.
pub const SEATS: usize = MOST_PLAYERS;
/// All cards, bit *n* for card *n*.
const ALL: u64 = (1 << (HIGHEST + 1)) - (1 << LOWEST);

/// What a point of the other's is worth at a table of two. A tenth costs nothing of the own penalty, since it
/// settles whatever is all the same to oneself; where it is worth a whole point, the own penalty grows by
/// half.
pub(super) const SPITE: f64 = 0.15;

/// A position in the middle of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchPosition {
    held: [u64; SEATS],
    coins: [u8; SEATS],
    seats: u8,
    to_move: u8,
    on_card: u8,
    card: u8,
    /// What the open card would add to the sum of each player's cards.
    adds: [i8; SEATS],
}

/// Cards that may come, in an order that is drawn anew for every world.
#[derive(Debug, Clone, Copy)]
pub struct Unseen {
    cards: [u8; (HIGHEST - LOWEST + 1) as usize],
    count: usize,
    /// How many of them will be turned up.
    left: usize,
}

impl SearchPosition {
    /// A new game in which this card is open.
    #[must_use]
    pub fn new(seats: usize, card: u8) -> Self {
        let coins = [croupier_games::no_thanks::COINS; SEATS];
        let (held, adds) = ([0; SEATS], [0; SEATS]);
        let mut new = Self { held, coins, seats: seats as u8, to_move: 0, on_card: 0, card: 0, adds };
        new.turn_up(card);
        new
    }

    /// What a seat sees; `None` once all cards are taken.
    #[must_use]
    pub fn seen(view: NoThanksView<'_>) -> Option<Self> {
        let card = view.card()?;
        let mut seen = Self::new(view.seats(), card);
        for seat in Seat::all(view.seats()) {
            seen.held[seat.index()] = view.collection(seat).bits();
            seen.coins[seat.index()] = view.coins(seat);
        }
        (seen.to_move, seen.on_card) = (view.to_move().0, view.coins_on_card());
        seen.turn_up(card);
        Some(seen)
    }

    /// Who decides.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> usize {
        usize::from(self.to_move)
    }

    /// How many play.
    #[inline]
    #[must_use]
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// The open card.
    #[inline]
    #[must_use]
    pub fn card(&self) -> u8 {
        self.card
    }

    /// The coins on it.
    #[inline]
    #[must_use]
    pub fn on_card(&self) -> u8 {
        self.on_card
    }

    /// The coins of a player.
    #[inline]
    #[must_use]
    pub fn coins(&self, player: usize) -> u8 {
        self.coins[player]
    }

    /// The cards of a player.
    #[inline]
    #[must_use]
    pub fn held(&self, player: usize) -> u64 {
        self.held[player]
    }

    /// What the open card would add to the sum of a player's cards.
    #[inline]
    #[must_use]
    pub fn adds(&self, player: usize) -> i32 {
        self.adds[player].into()
    }

    /// Whether whoever decides has no coin, and so no choice.
    #[inline]
    #[must_use]
    pub fn is_forced(&self) -> bool {
        self.coins[self.to_move()] == 0
    }

    /// A player's penalty as things stand.
    #[inline]
    #[must_use]
    pub fn penalty(&self, player: usize) -> i32 {
        let mut costly = self.held[player] & !(self.held[player] << 1);
        let mut sum = 0;
        while costly != 0 {
            sum += costly.trailing_zeros() as i32;
            costly &= costly - 1;
        }
        sum - i32::from(self.coins[player])
    }

    /// What a player wants to be low: the penalty, and at a table of two also a little that the other's is
    /// high.
    #[inline]
    #[must_use]
    pub fn burden(&self, player: usize) -> f64 {
        let own = f64::from(self.penalty(player));
        if self.seats == 2 { own - SPITE * f64::from(self.penalty(1 - player)) } else { own }
    }

    /// A coin is put on the card; there must be one.
    #[inline]
    pub fn pass(&mut self) {
        let at = self.to_move();
        self.coins[at] -= 1;
        self.on_card += 1;
        self.to_move = if self.to_move + 1 == self.seats { 0 } else { self.to_move + 1 };
    }

    /// The last coin on the card goes back to whoever put it there, and they decide anew; there must be one.
    #[inline]
    pub(super) fn unpass(&mut self) {
        self.to_move = if self.to_move == 0 { self.seats - 1 } else { self.to_move - 1 };
        self.coins[usize::from(self.to_move)] += 1;
        self.on_card -= 1;
    }

    /// The card and its coins are taken; who took it decides next.
    #[inline]
    pub fn take(&mut self) {
        let at = self.to_move();
        self.held[at] |= 1 << self.card;
        self.coins[at] += self.on_card;
        self.on_card = 0;
    }

    /// The next card is open.
    #[inline]
    pub fn turn_up(&mut self, card: u8) {
        self.card = card;
        // Also for seats that are empty: a loop of a fixed length is the quicker one.
        for player in 0..SEATS {
            let near = self.held[player] >> (card - 1);
            // Three places: the card below, this one, the card above. A card whose lower neighbour is held is
            // free.
            let own = if near & 1 == 0 { card as i8 } else { 0 };
            let above = if near & 4 == 0 { 0 } else { card as i8 + 1 };
            self.adds[player] = own - above;
        }
    }

    /// Plays to the end, where these cards are turned up after the open one and everyone has these prices.
    #[inline]
    pub fn play_out(&mut self, pile: &[u8], prices: &[Prices; SEATS]) {
        let seats = self.seats();
        for left in (0..=pile.len()).rev() {
            let part = Prices::part(left);
            let (mut at, mut on_card) = (self.to_move(), self.on_card);
            while !prices[at].pays(part, self.coins[at], self.adds[at] - on_card as i8) {
                self.coins[at] -= 1;
                on_card += 1;
                at = if at + 1 == seats { 0 } else { at + 1 };
            }
            (self.to_move, self.on_card) = (at as u8, on_card);
            self.take();
            if left > 0 {
                self.turn_up(pile[pile.len() - left]);
            }
        }
    }

    /// Cards that nobody holds and that are not open.
    #[must_use]
    pub fn unseen(&self) -> u64 {
        self.held.iter().fold(ALL & !(1 << self.card), |rest, held| rest & !held)
    }
}

impl Unseen {
    /// What may come in this position.
    #[must_use]
    pub fn of(position: &SearchPosition) -> Self {
        let mut unseen = Self { cards: [0; (HIGHEST - LOWEST + 1) as usize], count: 0, left: 0 };
        let mut rest = position.unseen();
        while rest != 0 {
            unseen.cards[unseen.count] = rest.trailing_zeros() as u8;
            unseen.count += 1;
            rest &= rest - 1;
        }
        let out = usize::from(HIGHEST - LOWEST) + 1 - ROUNDS;
        unseen.left = unseen.count.saturating_sub(out);
        unseen
    }

    /// How many cards will be turned up.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// Another world: the cards that are turned up in it, in order.
    #[inline]
    pub fn draw(&mut self, chance: &mut Chance) -> &[u8] {
        chance.shuffle_first(&mut self.cards[..self.count], self.left);
        &self.cards[..self.left]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_thanks::prices::FITTED;
    use croupier_games::no_thanks::{Decision, NoThanks, NoThanksOptions};
    use croupier_games::{Game, Seed};

    #[test]
    fn what_a_card_would_add_is_what_the_rules_say() {
        for number in 0..400 {
            let seats = 2 + number as usize % 4;
            let mut game = NoThanks::deal(seats, &NoThanksOptions {}, Seed::plain(number)).unwrap();
            let mut chance = Chance::new(Seed::plain(number).child(1));
            while let Some(seat) = game.turn().next() {
                let (view, position) = (game.view(seat), SearchPosition::seen(game.view(seat)).unwrap());
                let adds = view.penalty_when_taken() - view.penalty();
                assert_eq!(position.adds(seat.index()) - i32::from(position.on_card()), adds);
                assert_eq!(
                    (position.to_move(), position.penalty(seat.index())),
                    (seat.index(), view.penalty())
                );
                let decision = if chance.one_in(3) { Decision::Take } else { Decision::Pass };
                game.play(seat, decision).unwrap();
            }
        }
    }

    #[test]
    fn a_game_played_out_ends_with_the_penalties_of_the_rules() {
        for number in 0..200 {
            let seats = 2 + number as usize % 4;
            let game = NoThanks::deal(seats, &NoThanksOptions {}, Seed::plain(number)).unwrap();
            let mut position = SearchPosition::seen(game.view(Seat(0))).unwrap();
            let mut unseen = Unseen::of(&position);
            assert_eq!(unseen.left(), ROUNDS - 1);
            let pile = unseen.draw(&mut Chance::new(Seed::plain(number))).to_vec();
            let mut cards = vec![position.card()];
            cards.extend(&pile);
            let mut rules = NoThanks::with_pile(seats, cards.try_into().unwrap());
            let prices = [FITTED[seats - 2]; SEATS];
            while let Some(seat) = rules.turn().next() {
                let now = SearchPosition::seen(rules.view(seat)).unwrap();
                let left = Unseen::of(&now).left();
                let takes = prices[seat.index()].takes(&now, left);
                rules.play(seat, if takes { Decision::Take } else { Decision::Pass }).unwrap();
            }
            position.play_out(&pile, &prices);
            let penalties: Vec<i32> = Seat::all(seats).map(|seat| rules.penalty(seat)).collect();
            assert_eq!(
                (0..seats).map(|player| position.penalty(player)).collect::<Vec<_>>(),
                penalties,
                "{number}"
            );
        }
    }
}
