//! Last Card
//!
//! Four players with seven cards each want to be rid of them; one card lies face up. A move is zero to four
//! cards of one value, the first of which matches the suit or the value of the last played card; zero cards
//! is a pass and draws one. An ace goes on anything and names the suit to match. Twos and fives punish: the
//! next player adds one of the same value or draws two or five cards for each that lies there. A ten makes
//! the next player miss a turn, a jack turns the direction, and several add up. Whoever empties the hand
//! wins, having called "last card" on the turn before; without the call two cards are drawn and play goes on,
//! and on an ace nobody may end. Cards left cost points (ace 5, two and five 2, others 1), and so do ten
//! calls. An illegal or missing move leaves the table as it is, and the player draws the punishment, or two
//! cards where there is none. Hidden are the deck and the other hands; what was played shows until it is
//! shuffled into a new deck.
//!
//! `breach.rs` says which moves are illegal, `turns.rs` what follows from the others, `view.rs` what a seat
//! sees.

mod breach;
mod bytes;
mod choices;
mod compact;
mod dealer;
mod imagine;
mod moves;
mod names;
mod pile;
mod story;
mod tally;
#[cfg(test)]
mod testing;
mod turns;
mod view;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::about::{About, Better, Figures, Rank, Scores, Seating, scores_of};
use crate::cards::{Card, CardSet, Suit};
use crate::chance::Chance;
use crate::game::{BadSetup, Game, Illegal, Refusal};
use crate::seats::{Seat, Seats, Turn};
use crate::seed::Seed;
use crate::story::Moment;
use dealer::Dealer;
use pile::Pile;

pub use breach::Breach;
pub use moves::{LastCardMove, MOST_CARDS};
pub use names::{ShownCard, ShownSuit, card_named};
pub use tally::{Tally, hand_value};
pub use view::{LastCardView, ShownPlayer, ShownTable};

/// The rank of an ace; the other ranks follow up to the king, 12.
pub const ACE: u8 = 0;
/// The rank of a two.
pub const TWO: u8 = 1;
/// The rank of a five.
pub const FIVE: u8 = 4;
/// The rank of a ten.
pub const TEN: u8 = 9;
/// The rank of a jack.
pub const JACK: u8 = 10;

/// How many play.
pub const SEATS: usize = 4;
/// How many cards everyone starts with.
pub const HAND: usize = 7;
/// The highest turn limit.
pub const MOST_TURNS: u32 = 10_000;

/// A position of Last Card.
#[derive(Debug, Clone, PartialEq)]
pub struct LastCard {
    hands: [CardSet; SEATS],
    deck: Pile,
    played: Pile,
    /// The suit to match: that of the last played card, or the one an ace named.
    suit: Suit,
    punishment: u32,
    to_move: Seat,
    direction: Direction,
    /// Whether the seat's own last turn was legal and called last card.
    called: [bool; SEATS],
    turns: u16,
    turn_limit: u16,
    end: Option<End>,
    /// When each card came into the hand that holds it, in draws: hands are sets, and show in this order.
    drawn_at: [u16; 52],
    draws: u16,
    tallies: [Tally; SEATS],
    dealer: Dealer,
}

/// What an organiser may set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LastCardOptions {
    /// After how many turns the game ends without a winner; from 1 to 10,000.
    #[schemars(range(min = 1, max = 10_000))]
    pub turn_limit: u32,
}

impl Default for LastCardOptions {
    fn default() -> Self {
        Self { turn_limit: 1000 }
    }
}

/// Which way the turn goes round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// From seat 0 to seat 1.
    Forward,
    /// From seat 1 to seat 0.
    Backward,
}

impl Direction {
    /// The seat so many places further on in this direction.
    #[inline]
    #[must_use]
    pub fn seat_after(self, seat: Seat, places: u8) -> Seat {
        let step = match self {
            Self::Forward => 1,
            // Three places on are one place back.
            Self::Backward => 3,
        };
        Seat((seat.0 + step * places) % SEATS as u8)
    }

    #[inline]
    fn reversed(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// This seat emptied its hand, having called.
    Won(#[schemars(with = "u8")] Seat),
    /// The turn limit was reached.
    OutOfTurns,
}

impl Game for LastCard {
    const ABOUT: About = About {
        name: "last-card",
        title: "Last Card",
        tagline: "match suit or value, and call before your last card",
        version: 1,
        seats: &[SEATS],
        fewest_bots: 1,
        hidden: true,
        seating: Seating::DrawnWithCopies,
        figures: tally::FIGURES,
        ranking: &[Rank { figure: tally::POINTS_TAKEN, better: Better::Low }],
    };

    type Options = LastCardOptions;
    type Move = LastCardMove;
    type Breach = Breach;
    type View<'a> = LastCardView<'a>;

    fn deal(seats: usize, options: &LastCardOptions, seed: Seed) -> Result<Self, BadSetup> {
        Self::ABOUT.check_seats(seats)?;
        let mut dealer = Dealer::new(seed);
        let mut deck = Pile::full();
        let mut draw = || dealer.draw(&mut deck).expect("52 cards are enough for 29");
        let hands: [[Card; HAND]; SEATS] = std::array::from_fn(|_| std::array::from_fn(|_| draw()));
        let face_up = draw();
        let mut game = Self::before_the_deal(face_up, checked_limit(options)?);
        for (seat, hand) in Seat::all(SEATS).zip(&hands) {
            hand.iter().for_each(|&card| game.give(seat, card));
        }
        Ok(Self { deck, dealer, ..game })
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.end.is_some() { Turn::Over } else { Turn::of(self.to_move) }
    }

    #[inline]
    fn view(&self, seat: Seat) -> LastCardView<'_> {
        LastCardView::new(self, seat)
    }

    #[inline]
    fn play(&mut self, seat: Seat, mv: LastCardMove) -> Result<(), Illegal<Breach>> {
        if self.end.is_some() || seat != self.to_move {
            return Err(Illegal::NotToMove);
        }
        let cards = self.check(mv).map_err(Illegal::Breach)?;
        self.carry_out(mv, cards);
        Ok(())
    }

    fn refuse(&mut self, seat: Seat, attempt: Option<LastCardMove>) -> Refusal {
        debug_assert!(self.turn().awaits(seat));
        if let Some(attempt) = attempt {
            self.count_call(seat, attempt);
        }
        self.penalise();
        Refusal::Played
    }

    fn imagine(view: LastCardView<'_>, chance: &mut Chance) -> Self {
        view.imagine(chance)
    }

    fn scores(&self) -> Scores {
        scores_of(SEATS, |seat| f64::from(self.points(seat)))
    }

    fn winners(&self) -> Seats {
        match self.end {
            Some(End::Won(seat)) => Seats::only(seat),
            _ => Seats::NONE,
        }
    }

    fn figures(&self, seat: Seat) -> Figures {
        let won = u16::from(self.end == Some(End::Won(seat)));
        self.tallies[seat.index()].figures(self.hands[seat.index()], won)
    }

    fn tell(moment: &Moment<'_, Self>, names: &[&str], out: &mut String) {
        story::tell(moment, names, out);
    }
}

fn checked_limit(options: &LastCardOptions) -> Result<u16, BadSetup> {
    match u16::try_from(options.turn_limit) {
        Ok(limit) if (1..=MOST_TURNS).contains(&options.turn_limit) => Ok(limit),
        _ => Err(BadSetup(format!("turn_limit is from 1 to {MOST_TURNS}, not {}", options.turn_limit))),
    }
}

impl LastCard {
    /// The position with these hands and this face-up card, everything else in the deck, and seat 0 to move.
    ///
    /// For exercises and for games from elsewhere; a dealt game takes its cards from the seed. `None` where a
    /// card would be in two places.
    #[must_use]
    pub fn with_hands(hands: [&[Card]; SEATS], face_up: Card, seed: Seed) -> Option<Self> {
        let mut game = Self::before_the_deal(face_up, LastCardOptions::default().turn_limit as u16);
        let mut left = CardSet::FULL.without(CardSet::only(face_up));
        for (seat, hand) in Seat::all(SEATS).zip(hands) {
            for &card in hand {
                if !left.contains(card) {
                    return None;
                }
                left.remove(card);
                game.give(seat, card);
            }
        }
        left.for_each(|card| game.deck.put(card));
        Some(Self { dealer: Dealer::new(seed), ..game })
    }

    /// Hand value and last card points together.
    #[must_use]
    pub fn points(&self, seat: Seat) -> u32 {
        hand_value(self.hands[seat.index()]) + self.tallies[seat.index()].last_card_points()
    }

    fn before_the_deal(face_up: Card, turn_limit: u16) -> Self {
        Self {
            hands: [CardSet::EMPTY; SEATS],
            deck: Pile::empty(),
            played: Pile::of(face_up),
            suit: face_up.suit(),
            punishment: 0,
            to_move: Seat(0),
            direction: Direction::Forward,
            called: [false; SEATS],
            turns: 0,
            turn_limit,
            end: None,
            drawn_at: [0; 52],
            draws: 0,
            tallies: [Tally::default(); SEATS],
            dealer: Dealer::new(Seed::plain(0)),
        }
    }

    /// Puts a card into a hand, as the last one drawn.
    #[inline]
    fn give(&mut self, seat: Seat, card: Card) {
        self.hands[seat.index()].insert(card);
        self.drawn_at[usize::from(card.number())] = self.draws;
        self.draws += 1;
    }
}

// A card is drawn again only after it was played: draws stay within their type.
const _: () = assert!(52 + MOST_CARDS * MOST_TURNS as usize <= u16::MAX as usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_has_seven_cards_one_lies_face_up_and_seat_0_starts() {
        let game = LastCard::deal(4, &LastCardOptions::default(), Seed::plain(1)).unwrap();
        assert_eq!(game.hands.map(CardSet::len), [7; 4]);
        assert_eq!((game.played.len(), game.deck.len()), (1, 23));
        assert_eq!(game.turn(), Turn::of(Seat(0)));
        let everywhere = game.deck.cards().iter().chain(game.played.cards()).copied();
        let all: CardSet = everywhere.chain(game.hands.into_iter().flatten()).collect();
        assert_eq!(all, CardSet::FULL);
    }

    #[test]
    fn a_face_up_card_has_no_effect_of_its_own() {
        for seed in 0..200 {
            let game = LastCard::deal(4, &LastCardOptions::default(), Seed::plain(seed)).unwrap();
            assert_eq!((game.punishment, game.direction), (0, Direction::Forward));
            assert_eq!((game.to_move, game.suit), (Seat(0), game.played.top().suit()));
        }
    }

    #[test]
    fn the_turn_limit_is_from_1_to_10000() {
        let deal = |turn_limit| LastCard::deal(4, &LastCardOptions { turn_limit }, Seed::plain(1));
        assert!(deal(1).is_ok() && deal(10_000).is_ok());
        for bad in [0, 10_001, u32::MAX] {
            let expected = format!("turn_limit is from 1 to 10000, not {bad}");
            assert_eq!(deal(bad).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn only_four_can_play() {
        let error = LastCard::deal(3, &LastCardOptions::default(), Seed::plain(1)).unwrap_err();
        assert_eq!(error.to_string(), "Last Card is played by 4, not by 3");
    }

    #[test]
    fn unknown_options_are_errors_and_missing_ones_have_defaults() {
        let read = serde_json::from_str::<LastCardOptions>;
        assert_eq!(read("{}").unwrap(), LastCardOptions { turn_limit: 1000 });
        assert_eq!(read(r#"{"turn_limit":5}"#).unwrap().turn_limit, 5);
        assert!(read(r#"{"turns":5}"#).unwrap_err().to_string().contains("unknown field `turns`"));
    }

    #[test]
    fn no_card_can_be_in_two_places() {
        let eight = card_named("8D").unwrap();
        assert!(LastCard::with_hands([&[], &[], &[], &[]], eight, Seed::plain(1)).is_some());
        assert!(LastCard::with_hands([&[eight], &[], &[], &[]], eight, Seed::plain(1)).is_none());
    }

    #[test]
    fn the_same_seed_deals_and_draws_the_same_cards() {
        let deal = || LastCard::deal(4, &LastCardOptions::default(), Seed::plain(77)).unwrap();
        let (mut one, mut two) = (deal(), deal());
        for seat in [0, 1, 2, 3, 0] {
            one.play(Seat(seat), LastCardMove::PASS).unwrap();
            two.play(Seat(seat), LastCardMove::PASS).unwrap();
        }
        assert_eq!(one, two);
        assert_ne!(one, LastCard::deal(4, &LastCardOptions::default(), Seed::plain(78)).unwrap());
    }
}
