//! Hearts.
//!
//! Two or four players get all 52 cards; none are passed. Whoever holds the two of clubs leads it. The suit
//! led must be followed by those who have it, the highest card of that suit takes the trick, and its taker
//! leads the next. Each heart taken costs a point and the queen of spades 13, so tricks are mostly to be
//! avoided; but who takes all 26 points scores nothing and everyone else 26. No point card goes into the
//! first trick, and no heart is led before one was played in an earlier trick, unless the hand leaves no
//! choice. Deals go on until someone has the target of 100 points and one player alone has the lowest score:
//! that player wins. Hidden are the others' hands; all cards played are remembered and shown. A refused or
//! missing card forfeits the game: the offender is last, and the others stand as their scores of the finished
//! deals say.

mod bytes;
mod card;
mod compact;
mod deal;
mod hidden;
mod imagine;
mod rules;
mod shown;
mod story;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod trick;
mod view;
mod ways;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::about::{About, Better, Figure, Figures, Rank, Scores, Seating, scores_of};
use crate::cards::{Card, CardSet};
use crate::chance::Chance;
use crate::game::{BadSetup, Game, Illegal, Refusal};
use crate::seats::{Seat, Seats, Turn};
use crate::seed::Seed;
use crate::story::Moment;
use deal::{BySeat, DECK, Deal, MOST};

pub use card::{HeartsCard, NoCard, SuitLetter};
pub use rules::{
    ALL_POINTS, Breach, HEARTS, POINT_CARDS, QUEEN_OF_SPADES, TWO_OF_CLUBS, judge, left_possible,
    legal_cards, points,
};
pub use shown::{ShownHand, ShownPlay};
pub use trick::Trick;
pub use view::HeartsView;
pub use ways::ways_to_choose;

/// A position of Hearts.
#[derive(Debug, Clone, PartialEq)]
pub struct Hearts {
    target: u32,
    /// The number of the deal in play, from 1; it is also the number of its seed.
    number: u32,
    seed: Seed,
    end: Option<End>,
    scores: BySeat,
    tallies: [Tally; MOST],
    deal: Deal,
}

/// The highest target: a game has an end that somebody lives to see, also where a record sets the number.
const MOST_POINTS: u32 = 10_000;

/// What an organiser may set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HeartsOptions {
    /// The score that ends the game once somebody has it, from 1 to 10,000; 100 where it is not set.
    #[schemars(range(min = 1, max = 10_000))]
    pub target: u32,
}

impl Default for HeartsOptions {
    fn default() -> Self {
        Self { target: 100 }
    }
}

/// How a game came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The target was reached and one player was lowest.
    Played,
    /// This seat's card was refused or missing.
    Forfeit(Seat),
}

/// What a seat did in the finished deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Tally {
    tricks: u32,
    hearts: u32,
    queens: u32,
    moons: u32,
}

impl Game for Hearts {
    const ABOUT: About = About {
        name: "hearts",
        title: "Hearts",
        tagline: "avoid hearts and the queen of spades, or take them all",
        version: 1,
        seats: &[2, 4],
        fewest_bots: 2,
        hidden: true,
        seating: Seating::Drawn,
        figures: &[
            Figure {
                name: "won",
                meaning: "games won; a lowest score shared after a forfeit shares the win",
            },
            Figure { name: "score", meaning: "score at the end; a forfeit is set to the target or above" },
            Figure { name: "deals", meaning: "deals played to their end" },
            Figure { name: "tricks", meaning: "tricks taken in finished deals" },
            Figure { name: "hearts", meaning: "hearts taken in finished deals" },
            Figure { name: "queens", meaning: "queens of spades taken in finished deals" },
            Figure { name: "moons", meaning: "deals in which all 26 points were taken" },
            Figure { name: "forfeits", meaning: "games lost by an illegal or missing card" },
        ],
        ranking: &[Rank { figure: 0, better: Better::High }, Rank { figure: 1, better: Better::Low }],
    };

    type Options = HeartsOptions;
    type Move = HeartsCard;
    type Breach = Breach;
    type View<'a> = HeartsView<'a>;

    fn deal(seats: usize, options: &HeartsOptions, seed: Seed) -> Result<Self, BadSetup> {
        Self::ABOUT.check_seats(seats)?;
        if !(1..=MOST_POINTS).contains(&options.target) {
            return Err(BadSetup(format!(
                "a game of Hearts needs a target of 1 to {MOST_POINTS} points, not {}",
                options.target
            )));
        }
        Ok(Self::start(options.target, seed, BySeat::default(), Deal::shuffled(seats, seed.child(1))))
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.end.is_some() { Turn::Over } else { Turn::of(self.deal.to_move()) }
    }

    #[inline]
    fn view(&self, seat: Seat) -> HeartsView<'_> {
        HeartsView::new(self, seat)
    }

    #[inline]
    fn play(&mut self, seat: Seat, HeartsCard(card): HeartsCard) -> Result<(), Illegal<Breach>> {
        if self.end.is_some() || seat != self.deal.to_move() {
            return Err(Illegal::NotToMove);
        }
        let (hand, led, earlier) = (self.deal.hand(seat), self.deal.led(), self.deal.earlier());
        // Asking for all legal cards is quicker than judging one, which has to find the first rule broken.
        if !legal_cards(hand, led, earlier).contains(card) {
            return judge(card, hand, led, earlier).map_err(Illegal::Breach);
        }
        self.deal.lay(card);
        if self.deal.is_done() {
            self.settle();
        }
        Ok(())
    }

    fn refuse(&mut self, seat: Seat, _: Option<HeartsCard>) -> Refusal {
        debug_assert!(self.turn().awaits(seat));
        let highest = self.scores.iter().copied().max().unwrap_or(0);
        // Without this a bot that forfeits its first deals would have the lowest mean score of all.
        self.scores[seat.index()] = self.target.max(highest.saturating_add(1));
        self.end = Some(End::Forfeit(seat));
        Refusal::Forfeited
    }

    fn imagine(view: HeartsView<'_>, chance: &mut Chance) -> Self {
        view.imagine(chance)
    }

    fn scores(&self) -> Scores {
        scores_of(self.seats(), |seat| f64::from(self.score(seat)))
    }

    fn winners(&self) -> Seats {
        let lowest = Seat::all(self.seats()).map(|seat| self.score(seat)).min();
        Seat::all(self.seats()).filter(|&seat| Some(self.score(seat)) == lowest).collect()
    }

    fn figures(&self, seat: Seat) -> Figures {
        let won = self.winners().share(seat);
        let Tally { tricks, hearts, queens, moons } = self.tallies[seat.index()];
        let forfeits = u32::from(self.end == Some(End::Forfeit(seat)));
        let counts = [self.score(seat), self.deals(), tricks, hearts, queens, moons, forfeits];
        [won].into_iter().chain(counts.map(f64::from)).map(Some).collect()
    }

    fn tell(moment: &Moment<'_, Self>, names: &[&str], out: &mut String) {
        story::tell(moment, names, out);
    }
}

impl Hearts {
    /// The position before a deal of these 52 different cards, the first seat's first, with these scores so
    /// far.
    ///
    /// For replaying deals from elsewhere; a dealt game takes all its cards from the seed, and so do the
    /// deals that follow this one.
    pub fn with_cards(
        options: &HeartsOptions,
        scores: &[u32],
        cards: [Card; DECK],
        seed: Seed,
    ) -> Result<Self, BadSetup> {
        let mut game = Self::deal(scores.len(), options, seed)?;
        if cards.into_iter().collect::<CardSet>().len() != DECK {
            return Err(BadSetup("a deal of Hearts has all 52 cards, each once".to_owned()));
        }
        game.scores[..scores.len()].copy_from_slice(scores);
        game.deal = Deal::of(scores.len(), cards);
        Ok(game)
    }

    fn start(target: u32, seed: Seed, scores: BySeat, deal: Deal) -> Self {
        Self { target, number: 1, seed, end: None, scores, tallies: [Tally::default(); MOST], deal }
    }

    #[inline]
    fn seats(&self) -> usize {
        self.deal.seats()
    }

    fn score(&self, seat: Seat) -> u32 {
        self.scores[seat.index()]
    }

    /// How many deals were played to their end.
    fn deals(&self) -> u32 {
        if self.deal.is_done() { self.number } else { self.number - 1 }
    }

    /// Books a finished deal, and ends the game or deals anew.
    fn settle(&mut self) {
        let added = self.deal.scores();
        let moon = self.deal.moon();
        for seat in Seat::all(self.seats()) {
            self.scores[seat.index()] += added[seat.index()];
            self.book(seat, moon);
        }
        if self.is_decided() {
            self.end = Some(End::Played);
        } else {
            self.number += 1;
            self.deal = Deal::shuffled(self.seats(), self.seed.child(u64::from(self.number)));
        }
    }

    fn book(&mut self, seat: Seat, moon: Option<Seat>) {
        let taken = self.deal.taken(seat);
        let tally = &mut self.tallies[seat.index()];
        tally.tricks += (taken.len() / self.deal.seats()) as u32;
        tally.hearts += taken.and(HEARTS).len() as u32;
        tally.queens += u32::from(taken.contains(QUEEN_OF_SPADES));
        tally.moons += u32::from(moon == Some(seat));
    }

    /// Rule 6: somebody has the target, and one player alone has the lowest score.
    fn is_decided(&self) -> bool {
        self.scores.iter().any(|&score| score >= self.target) && self.winners().len() == 1
    }
}
