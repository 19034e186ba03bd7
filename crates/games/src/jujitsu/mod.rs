//! Psychological Jujitsu
//!
//! A match is a list of rounds, each given by its number of cards N. In a round both players hold the bidding
//! cards 1 to N, and the victory cards 1 to N lie shuffled in a pile. Each turn the top victory card goes
//! into the lot, and the one after it is shown but stays on the pile. Both choose a bidding card at the same
//! time: the higher one wins every card in the lot, worth its number in points, and on a tie the lot stays
//! and grows. Bids are spent whoever wins, so a round has N turns; what is in the lot after the last is lost.
//! Points add up over the rounds, and the most points win the match. Hidden are the bids of the turn, and
//! even whether the other has bid; the order of the pile below the card that is shown; and the rounds to
//! come. Hands are open, since they follow from the bids before. A missing bid, or one that is not in the
//! hand, is replaced by a random card of the hand.

mod bid;
mod bytes;
mod cards;
mod compact;
mod options;
mod past;
mod shown;
mod story;
mod view;

use crate::about::{About, Better, Figure, Figures, Rank, Scores, Seating, scores_of};
use crate::chance::{Chance, shuffle_any};
use crate::game::{BadSetup, Game, Illegal, Refusal};
use crate::seats::{Seat, Seats, Turn};
use crate::seed::Seed;
use crate::story::Moment;

pub use bid::{Bid, Breach};
pub use cards::Cards;
pub use options::{
    FEWEST_CARDS, FEWEST_CARDS_COMPETITIVE, FEWEST_ROUNDS_COMPETITIVE, JujitsuOptions, MOST_CARDS,
    MOST_ROUNDS,
};
pub use past::PastTurn;
pub use shown::{ShownMatch, ShownTurn};
pub use view::JujitsuView;

/// It is a duel.
const SEATS: usize = 2;

/// The most turns of a round: one per card.
const MOST_TURNS: usize = MOST_CARDS as usize;

/// The child of the game's seed that random bids grow from; the numbers below it are the rounds' piles.
const REFUSALS: u64 = MOST_ROUNDS as u64;

/// A position of Psychological Jujitsu.
///
/// Plain arrays, although most rounds fill little of them: copying one is quicker than counting what is in
/// it.
#[derive(Debug, Clone, PartialEq)]
pub struct Jujitsu {
    seed: Seed,
    hands: [Cards; SEATS],
    points: [u32; SEATS],
    /// The first bid of this turn; the second one ends it.
    face_down: Option<FaceDown>,
    /// The round, from 0; it stays at the last one when the match is over.
    round: u8,
    /// How many cards this round has.
    cards: u8,
    /// The turn of the round, from 0; it reaches `cards` only when the match is over.
    turn: u8,
    /// The last round of the match, from 0.
    last_round: u8,
    /// What the cards are worth that ties before this turn left in the lot.
    carried: u16,
    ties: u16,
    random_bids: [u16; SEATS],
    /// This round's victory cards in the order drawn; what comes after them is not in play.
    pile: [u8; MOST_TURNS],
    /// This round's turns; from the present one on, what is left of the rounds before.
    past: [PastTurn; MOST_TURNS],
    rounds: [u8; MOST_ROUNDS],
}

/// A bid that nobody has seen yet.
#[derive(Debug, Clone, Copy, PartialEq)]
struct FaceDown {
    seat: Seat,
    card: u8,
    /// The seat, if chance chose its card.
    random: Seats,
}

impl Game for Jujitsu {
    const ABOUT: About = About {
        name: "jujitsu",
        title: "Psychological Jujitsu",
        tagline: "bid at the same time; the higher card wins the lot",
        version: 1,
        seats: &[SEATS],
        fewest_bots: 2,
        hidden: true,
        seating: Seating::Pairs,
        figures: &[
            Figure { name: "match points", meaning: "1 for a match won, ½ for a draw" },
            Figure { name: "difference", meaning: "points won, minus the opponent's" },
            Figure { name: "points", meaning: "points won, all rounds together" },
            Figure { name: "ties", meaning: "turns in which both bid the same" },
            Figure { name: "random bids", meaning: "bids that were missing or refused, and drawn at random" },
        ],
        ranking: &[Rank { figure: 0, better: Better::High }, Rank { figure: 1, better: Better::High }],
    };

    type Options = JujitsuOptions;
    type Move = Bid;
    type Breach = Breach;
    type View<'a> = JujitsuView<'a>;

    #[inline]
    fn deal(seats: usize, options: &JujitsuOptions, seed: Seed) -> Result<Self, BadSetup> {
        Self::ABOUT.check_seats(seats)?;
        options.practice()?;
        let mut rounds = [0; MOST_ROUNDS];
        rounds[..options.rounds.len()].copy_from_slice(&options.rounds);
        let cards = rounds[0];
        Ok(Self {
            seed,
            hands: [Cards::up_to(cards); SEATS],
            points: [0; SEATS],
            face_down: None,
            round: 0,
            cards,
            turn: 0,
            last_round: options.rounds.len() as u8 - 1,
            carried: 0,
            ties: 0,
            random_bids: [0; SEATS],
            pile: shuffled(cards, seed.child(0)),
            past: [PastTurn::default(); MOST_TURNS],
            rounds,
        })
    }

    fn check_competitive(options: &JujitsuOptions) -> Result<(), BadSetup> {
        options.competitive()
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() {
            return Turn::Over;
        }
        match self.face_down {
            None => Turn::Waiting(Seats::only(Seat(0)).with(Seat(1))),
            Some(first) => Turn::of(Seat(1 - first.seat.0)),
        }
    }

    #[inline]
    fn view(&self, seat: Seat) -> JujitsuView<'_> {
        JujitsuView::new(self, seat)
    }

    // Asked for by name here and below: a playout spends a tenth more time if these stay calls.
    #[inline(always)]
    fn play(&mut self, seat: Seat, bid: Bid) -> Result<(), Illegal<Breach>> {
        if !self.awaits(seat) {
            return Err(Illegal::NotToMove);
        }
        let held = self.hands[seat.index()].numbered(bid.0);
        let card = held.ok_or(Illegal::Breach(Breach::NotInHand(bid.0)))?;
        self.lay(FaceDown { seat, card, random: Seats::NONE });
        Ok(())
    }

    fn refuse(&mut self, seat: Seat, _: Option<Bid>) -> Refusal {
        debug_assert!(self.awaits(seat));
        if let Some(card) = self.random_bid(seat) {
            self.lay(FaceDown { seat, card, random: Seats::only(seat) });
        }
        Refusal::Played
    }

    fn imagine(view: JujitsuView<'_>, chance: &mut Chance) -> Self {
        view.imagine(chance)
    }

    #[inline]
    fn scores(&self) -> Scores {
        scores_of(SEATS, |seat| f64::from(self.points[seat.index()]))
    }

    fn winners(&self) -> Seats {
        Seat::all(SEATS).filter(|seat| self.points[seat.index()] >= self.points[1 - seat.index()]).collect()
    }

    fn figures(&self, seat: Seat) -> Figures {
        let (own, other) = (self.points[seat.index()], self.points[1 - seat.index()]);
        let match_points = self.winners().share(seat);
        let difference = f64::from(own) - f64::from(other);
        let counts = [own, self.ties.into(), self.random_bids[seat.index()].into()].map(f64::from);
        [match_points, difference].into_iter().chain(counts).map(Some).collect()
    }

    fn tell(moment: &Moment<'_, Self>, names: &[&str], out: &mut String) {
        story::tell(moment, names, out);
    }
}

/// The victory cards of a round, shuffled, and after them the cards that are not in play.
#[inline]
fn shuffled(cards: u8, seed: Seed) -> [u8; MOST_TURNS] {
    let mut pile = std::array::from_fn(|n| n as u8 + 1);
    shuffle_any(&mut pile[..usize::from(cards)], seed);
    pile
}

impl Jujitsu {
    /// A match in whose first round the victory cards are drawn in this order, as far as they are that
    /// round's; the rounds after it are dealt from one seed.
    ///
    /// For going through every deal; a dealt match takes its piles from its seed.
    ///
    /// # Panics
    /// If such a match cannot be played.
    #[must_use]
    pub fn with_pile(options: &JujitsuOptions, pile: &[u8]) -> Self {
        let dealt = Self::deal(SEATS, options, Seed::plain(0));
        let Ok(mut game) = dealt else { panic!("a match of {:?} cannot be played", options.rounds) };
        let cards: Cards = pile.iter().copied().collect();
        assert!(cards == Cards::up_to(game.cards) && pile.len() == cards.len(), "{pile:?} is no pile");
        game.pile[..pile.len()].copy_from_slice(pile);
        game
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.turns_left() == 0
    }

    /// How many turns this round still has, the present one included; as many cards are in each hand.
    #[inline]
    fn turns_left(&self) -> u8 {
        self.cards - self.turn
    }

    #[inline]
    fn awaits(&self, seat: Seat) -> bool {
        seat.index() < SEATS && self.face_down.is_none_or(|first| first.seat != seat) && !self.is_over()
    }

    /// The card that is played for a seat without a legal bid.
    ///
    /// Its luck belongs to this bid alone: neither the piles nor the other seat's bids ever change by it.
    fn random_bid(&self, seat: Seat) -> Option<u8> {
        let bid = u64::from(self.round) << 16 | u64::from(self.turn) << 8 | u64::from(seat.0);
        self.hands[seat.index()].pick(&mut Chance::new(self.seed.child(REFUSALS).child(bid)))
    }

    /// Lays a bid face down, or ends the turn by it.
    #[inline(always)]
    fn lay(&mut self, bid: FaceDown) {
        let Some(first) = self.face_down else {
            self.face_down = Some(bid);
            return;
        };
        let bids = if bid.seat.0 == 0 { [bid.card, first.card] } else { [first.card, bid.card] };
        self.show(bids, bid.random.fold(first.random, Seats::with));
    }

    /// Shows both bids, gives the lot to the winner and goes on to the next turn.
    #[inline(always)]
    fn show(&mut self, bids: [u8; SEATS], random: Seats) {
        let at = usize::from(self.turn);
        let drawn = self.pile[at];
        self.past[at] = PastTurn { drawn, bids, random };
        self.hands[0].remove(bids[0]);
        self.hands[1].remove(bids[1]);
        self.give_lot(drawn, bids);
        // Counted now and not before, so that no count tells of a bid that is still face down.
        for seat in random {
            self.random_bids[seat.index()] += 1;
        }
        self.face_down = None;
        self.turn += 1;
        if self.is_over() && self.round < self.last_round {
            self.start_round(self.round + 1);
        }
    }

    /// Without branches: who wins cannot be guessed, and a wrong guess costs more than these sums.
    #[inline(always)]
    fn give_lot(&mut self, drawn: u8, [first, second]: [u8; SEATS]) {
        let lot = self.carried + u16::from(drawn);
        self.points[0] += u32::from(lot) * u32::from(first > second);
        self.points[1] += u32::from(lot) * u32::from(second > first);
        self.carried = lot * u16::from(first == second);
        self.ties += u16::from(first == second);
    }

    /// Deals the cards of a round, the luck of which depends on nothing that was played before.
    #[inline(never)]
    fn start_round(&mut self, round: u8) {
        self.round = round;
        self.cards = self.rounds[usize::from(round)];
        self.turn = 0;
        self.carried = 0;
        self.hands = [Cards::up_to(self.cards); SEATS];
        self.pile = shuffled(self.cards, self.seed.child(u64::from(round)));
    }

    /// The rounds of the match, each as its number of cards.
    #[inline]
    fn rounds(&self) -> &[u8] {
        &self.rounds[..=usize::from(self.last_round)]
    }

    /// This round's victory cards in the order drawn.
    #[inline]
    fn pile(&self) -> &[u8] {
        &self.pile[..usize::from(self.cards)]
    }

    /// The victory cards that are bid for, in the order drawn; at the end, those that nobody won.
    fn lot(&self) -> &[u8] {
        let drawn = (self.turn + 1).min(self.cards);
        let begins = past::lot_begins(&self.past[..usize::from(self.turn)]);
        &self.pile[begins..usize::from(drawn)]
    }

    /// This round's turns; before its first one is played, those of the round before.
    fn past(&self) -> &[PastTurn] {
        let played = match (self.turn, self.round) {
            (0, 1..) => self.rounds[usize::from(self.round) - 1],
            (turn, _) => turn,
        };
        &self.past[..usize::from(played)]
    }
}

#[cfg(test)]
mod tests;
