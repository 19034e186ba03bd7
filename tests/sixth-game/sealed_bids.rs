//! Sealed Bids, the sixth game of `scripts/sixth-game`: small, and with all that makes a game hard to host.
//!
//! Everyone has a purse that nobody else sees. Five lots come up one after the other, and everyone bids for
//! each at the same time, from nothing to all that is left. The highest bid takes the lot and is paid; if
//! several are the highest, nobody takes it and nobody pays. Then all bids are shown. Whoever has the lots of
//! most points wins. Hidden are the other purses, the lots to come and the bids for the open one. A bid that
//! is refused or missing is a bid of nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::about::{About, Better, Figure, Figures, MAX_SEATS, Rank, Scores, Seating, scores_of};
use crate::chance::Chance;
use crate::game::{BadSetup, Game, Illegal, Move, Refusal, View};
use crate::layout::{Field, Kind, Packer, size_of};
use crate::seats::{Seat, Seats, Turn};
use crate::seed::Seed;
use crate::story::{Moment, line};

/// How many lots come up.
pub const LOTS: usize = 5;
/// What is in the smallest purse.
pub const SMALLEST_PURSE: u8 = 4;
/// What is in the largest purse.
pub const LARGEST_PURSE: u8 = 12;
/// The points of the best lot.
pub const BEST_LOT: u8 = 9;

/// A position of Sealed Bids.
#[derive(Debug, Clone, PartialEq)]
pub struct SealedBids {
    seats: u8,
    /// What everyone began with.
    purses: [u8; MAX_SEATS],
    lots: [u8; LOTS],
    /// The lots that are given away.
    past: u8,
    /// By lot and seat. Those for the open lot are face down.
    bids: [[u8; MAX_SEATS]; LOTS],
    owing: Seats,
}

/// Sealed Bids has nothing to set.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SealedBidsOptions {}

/// So many coins, as a bare number in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Bid(pub u8);

/// The one rule that a bid can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{bid} coins are bid and {left} are left")]
pub struct Breach {
    bid: u8,
    left: u8,
}

impl Game for SealedBids {
    const ABOUT: About = About {
        name: "sealed-bids",
        title: "Sealed Bids",
        tagline: "bid for five lots out of a purse that nobody else sees",
        version: 1,
        seats: &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        fewest_bots: 2,
        hidden: true,
        seating: Seating::Drawn,
        figures: &[
            Figure { name: "points", meaning: "what the lots are worth that were taken" },
            Figure { name: "won", meaning: "games won; most points together share the win" },
            Figure { name: "coins", meaning: "coins left at the end" },
        ],
        ranking: &[Rank { figure: 0, better: Better::High }],
    };

    type Options = SealedBidsOptions;
    type Move = Bid;
    type Breach = Breach;
    type View<'a> = SealedBidsView<'a>;

    fn deal(seats: usize, _: &SealedBidsOptions, seed: Seed) -> Result<Self, BadSetup> {
        Self::ABOUT.check_seats(seats)?;
        let mut chance = Chance::new(seed);
        let mut purses = [0; MAX_SEATS];
        purses[..seats].fill_with(|| between(SMALLEST_PURSE, LARGEST_PURSE, &mut chance));
        Ok(Self {
            seats: seats as u8,
            purses,
            lots: std::array::from_fn(|_| between(1, BEST_LOT, &mut chance)),
            past: 0,
            bids: [[0; MAX_SEATS]; LOTS],
            owing: Seat::all(seats).collect(),
        })
    }

    fn turn(&self) -> Turn {
        if usize::from(self.past) == LOTS { Turn::Over } else { Turn::Waiting(self.owing) }
    }

    fn view(&self, seat: Seat) -> SealedBidsView<'_> {
        SealedBidsView { game: self, seat }
    }

    fn play(&mut self, seat: Seat, bid: Bid) -> Result<(), Illegal<Breach>> {
        if !self.turn().awaits(seat) {
            return Err(Illegal::NotToMove);
        }
        let left = self.left(seat);
        if bid.0 > left {
            return Err(Illegal::Breach(Breach { bid: bid.0, left }));
        }
        self.bids[usize::from(self.past)][seat.index()] = bid.0;
        self.owing = self.owing.filter(|&other| other != seat).collect();
        if self.owing.is_empty() {
            self.past += 1;
            self.owing = Seat::all(self.seats()).collect();
        }
        Ok(())
    }

    fn refuse(&mut self, seat: Seat, _: Option<Bid>) -> Refusal {
        let nothing = self.play(seat, Bid(0));
        debug_assert!(nothing.is_ok());
        Refusal::Played
    }

    fn imagine(view: SealedBidsView<'_>, chance: &mut Chance) -> Self {
        view.imagine(chance)
    }

    fn scores(&self) -> Scores {
        scores_of(self.seats(), |seat| f64::from(self.points(seat)))
    }

    fn winners(&self) -> Seats {
        let most = Seat::all(self.seats()).map(|seat| self.points(seat)).max();
        Seat::all(self.seats()).filter(|&seat| Some(self.points(seat)) == most).collect()
    }

    fn figures(&self, seat: Seat) -> Figures {
        let figures = [f64::from(self.points(seat)), self.winners().share(seat), f64::from(self.left(seat))];
        figures.into_iter().map(Some).collect()
    }

    fn tell(moment: &Moment<'_, Self>, names: &[&str], out: &mut String) {
        match *moment {
            Moment::Dealt(game) => {
                for (name, purse) in names.iter().zip(game.purses) {
                    line(out, format_args!("{name} has {purse} coins"));
                }
            }
            Moment::Played { before, after, seat, mv } => {
                line(out, format_args!("{} bids {}", names[seat.index()], mv.0));
                tell_lot(before, after, names, out);
            }
            Moment::Refused { before, after, seat, why, .. } => {
                line(out, format_args!("{} bids nothing: {why}", names[seat.index()]));
                tell_lot(before, after, names, out);
            }
            Moment::Ended(game) => {
                for (seat, name) in Seat::all(game.seats()).zip(names) {
                    let (points, left) = (game.points(seat), game.left(seat));
                    line(out, format_args!("{name}: {points} points, {left} coins left"));
                }
            }
        }
    }
}

/// Who took the lot, once all bids for it are in.
fn tell_lot(before: &SealedBids, after: &SealedBids, names: &[&str], out: &mut String) {
    if before.past < after.past {
        let lot = usize::from(before.past);
        let taker = after.taker(lot).map_or("nobody", |seat| names[seat.index()]);
        line(out, format_args!("The lot of {} goes to {taker}", after.lots[lot]));
    }
}

fn between(least: u8, most: u8, chance: &mut Chance) -> u8 {
    least + chance.below(usize::from(most - least) + 1) as u8
}

impl SealedBids {
    fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// The bids that are shown, lot by lot.
    fn shown_bids(&self) -> impl Iterator<Item = &[u8]> {
        self.bids[..usize::from(self.past)].iter().map(|bids| &bids[..self.seats()])
    }

    /// The lots that are shown: those that are given away, and the open one.
    fn shown_lots(&self) -> &[u8] {
        &self.lots[..LOTS.min(usize::from(self.past) + 1)]
    }

    /// Whose bid is higher than all others.
    fn taker(&self, lot: usize) -> Option<Seat> {
        let bids = &self.bids[lot][..self.seats()];
        let highest = bids.iter().max()?;
        let mut seats = Seat::all(self.seats()).filter(|seat| bids[seat.index()] == *highest);
        seats.next().filter(|_| seats.next().is_none())
    }

    /// The lots that a seat took.
    fn taken(&self, seat: Seat) -> impl Iterator<Item = usize> {
        (0..usize::from(self.past)).filter(move |&lot| self.taker(lot) == Some(seat))
    }

    fn points(&self, seat: Seat) -> u8 {
        self.taken(seat).map(|lot| self.lots[lot]).sum()
    }

    fn left(&self, seat: Seat) -> u8 {
        self.purses[seat.index()] - self.taken(seat).map(|lot| self.bids[lot][seat.index()]).sum::<u8>()
    }

    /// The smallest purse out of which a seat can have bid what it bid.
    fn least_purse(&self, seat: Seat) -> u8 {
        let (mut paid, mut least) = (0, SMALLEST_PURSE);
        for (lot, bids) in self.shown_bids().enumerate() {
            least = least.max(paid + bids[seat.index()]);
            paid += if self.taker(lot) == Some(seat) { bids[seat.index()] } else { 0 };
        }
        least
    }
}

impl Move for Bid {
    fn code(self) -> u64 {
        u64::from(self.0)
    }

    fn from_code(code: u64) -> Option<Self> {
        u8::try_from(code).ok().map(Self)
    }
}

/// A seat's view of Sealed Bids.
#[derive(Debug, Clone, Copy)]
pub struct SealedBidsView<'a> {
    game: &'a SealedBids,
    seat: Seat,
}

impl SealedBidsView<'_> {
    /// All that is shown as it is, nobody's bid for the open lot, and new luck for purses and lots.
    fn imagine(&self, chance: &mut Chance) -> SealedBids {
        let (mut game, past) = (self.game.clone(), usize::from(self.game.past));
        for seat in Seat::all(game.seats()).filter(|&seat| seat != self.seat) {
            game.purses[seat.index()] = between(game.least_purse(seat), LARGEST_PURSE, chance);
        }
        let shown = game.shown_lots().len();
        game.lots[shown..].fill_with(|| between(1, BEST_LOT, chance));
        game.bids[past..].fill([0; MAX_SEATS]);
        game.owing = Seat::all(game.seats()).collect();
        game
    }
}

const FIELDS: &[Field] = &[
    Field::one("seat", Kind::U8, "whose view it is"),
    Field::one("players", Kind::U8, "how many play"),
    Field::one("coins", Kind::U8, "coins left in the own purse"),
    Field::many("lots", Kind::U8, LOTS, "the lots so far, the open one last"),
    Field::many("bids", Kind::U8, LOTS * MAX_SEATS, "the bids so far, lot by lot, each by seat"),
];

impl View for SealedBidsView<'_> {
    type Move = Bid;
    type Shown = ShownBids;

    const FIELDS: &'static [Field] = FIELDS;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn legal(&self, moves: &mut Vec<Bid>) {
        moves.clear();
        moves.extend((0..=self.game.left(self.seat)).map(Bid));
    }

    fn lay(&self, room: &mut [u8]) -> usize {
        let mut pack = Packer::new::<{ size_of(FIELDS) }>(FIELDS, room);
        pack.u8("seat", self.seat.0);
        pack.u8("players", self.game.seats);
        pack.u8("coins", self.game.left(self.seat));
        pack.row("lots", self.game.shown_lots().iter().copied());
        pack.row("bids", self.game.shown_bids().flatten().copied());
        size_of(FIELDS)
    }

    fn any(&self, chance: &mut Chance) -> Bid {
        Bid(between(0, self.game.left(self.seat), chance))
    }
}

/// A view as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShownBids {
    /// Your seat.
    pub seat: u8,
    /// How many play.
    pub players: u8,
    /// Coins left in your purse.
    pub coins: u8,
    /// The lots so far, the open one last.
    pub lots: Vec<u8>,
    /// The bids for the lots that are given away, each by seat.
    pub bids: Vec<Vec<u8>>,
}

impl Serialize for SealedBidsView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shown = ShownBids {
            seat: self.seat.0,
            players: self.game.seats,
            coins: self.game.left(self.seat),
            lots: self.game.shown_lots().to_vec(),
            bids: self.game.shown_bids().map(<[u8]>::to_vec).collect(),
        };
        shown.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_bid_takes_the_lot_and_is_paid_unless_it_is_shared() {
        let mut game = SealedBids::deal(3, &SealedBidsOptions {}, Seed::plain(1)).unwrap();
        (game.purses, game.lots) = ([8; MAX_SEATS], [5; LOTS]);
        for (seat, bid) in [(0, 3), (2, 4), (1, 2), (1, 4), (0, 4), (2, 0)] {
            game.play(Seat(seat), Bid(bid)).unwrap();
        }
        assert_eq!(Seat::all(3).map(|seat| game.left(seat)).collect::<Vec<_>>(), [8, 8, 4]);
        assert_eq!(game.scores().as_slice(), [0.0, 0.0, 5.0]);
    }

    #[test]
    fn more_than_is_left_cannot_be_bid() {
        let mut game = SealedBids::deal(2, &SealedBidsOptions {}, Seed::plain(1)).unwrap();
        game.purses[0] = 6;
        let refused = game.play(Seat(0), Bid(7)).unwrap_err();
        assert_eq!(refused.to_string(), "7 coins are bid and 6 are left");
    }
}
