//! Who gets which part of a tournament's luck: all derivations, in one place.
//!
//! Each game *n* of the second generator has 64 bytes of a keyed BLAKE3: one half for the cards of deal *n*,
//! one for who sits where in it and for players of the house. What a player outside this process is given is
//! a hash of its own, made of game and seat: it tells nothing of a deal, nor of anyone else's luck, and not
//! that a deal is repeated.
//!
//! The first generator's derivations stand beside them, so that old records and their tournaments stay what
//! they were.
//!
//! `secret.rs` is what all luck of a tournament begins with, `origin.rs` what its record says of that, and
//! `beacon.rs` the round of a public beacon that it may depend on, too. `given.rs` is the luck of one game
//! for whoever plays it and is to know no more.

mod beacon;
mod given;
mod origin;
mod secret;

use std::sync::Arc;

use croupier_games::{MAX_SEATS, Pairs, Seat, Seed};

use crate::fixture::Fixture;

pub use beacon::{BadBeacon, BadHex, Beacon, Chain, Hex, Round, UnknownChain};
pub use given::{LuckFor, TellsAll};
pub use origin::{LuckSource, NotItsLuck, Origin, Published};
pub use secret::{Commitment, Entries, NotHex, Secret};

/// Where no tournament is about, players take their luck from children with these numbers; the rules use the
/// low ones.
const PLAYERS: u64 = 1 << 32;
/// Children of the tournament from this number on are for players outside this process.
const OUTSIDE: u64 = 1 << 63;
/// Numbers of such children for each game.
const OUTSIDE_OF_GAME: u64 = 16;
const _: () = assert!(MAX_SEATS as u64 <= OUTSIDE_OF_GAME);
/// The child of the tournament that tables are laid out from.
const SEATING: u64 = u64::MAX;

/// The strands of a deal's second half: first two for its table, then one for each seat.
const TABLE: u64 = 0;
const BESIDE: u64 = 1;
const HOUSE: u64 = 2;

/// The luck of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Luck {
    /// What the rules deal from.
    deal: Seed,
    /// What players of the house and the deal's table grow from: the same in all games of a deal.
    house: Seed,
    outside: OutsideLuck,
}

/// What players outside this process get their luck from.
#[derive(Debug, Clone, PartialEq, Eq)]
enum OutsideLuck {
    /// They are given children of this, from this number on, seat by seat.
    Children(Seed, u64),
    /// What they were given by whoever knows that, seat by seat.
    Given(Arc<[Seed]>),
}

/// The luck of many games of a tournament, quicker than one by one.
#[derive(Debug, Clone)]
pub struct Lucks {
    tournament: Seed,
    pairs: Pairs,
}

impl Lucks {
    /// Of all games of a tournament.
    #[must_use]
    pub fn of(tournament: Seed) -> Self {
        Self { tournament, pairs: tournament.pairs() }
    }

    /// Of one of its games.
    #[inline]
    #[must_use]
    pub fn game(&mut self, number: u64, deal: u64) -> Luck {
        let [cards, house] = self.pairs.get(deal);
        let (seed, first) = match self.tournament.is_plain() {
            true => (self.tournament.child(number), PLAYERS),
            false => (self.tournament, OUTSIDE.wrapping_add(number.wrapping_mul(OUTSIDE_OF_GAME))),
        };
        Luck { deal: cards, house, outside: OutsideLuck::Children(seed, first) }
    }
}

impl Luck {
    /// The luck of a tournament's game.
    #[must_use]
    pub fn of(tournament: Seed, fixture: &Fixture) -> Self {
        Lucks::of(tournament).game(fixture.number, fixture.deal)
    }

    /// All the luck of the rules.
    #[inline]
    #[must_use]
    pub fn deal(&self) -> Seed {
        self.deal
    }

    /// For a player of the house, who keeps nothing: the same in all games of a deal.
    #[inline]
    #[must_use]
    pub fn house(&self, seat: Seat) -> Seed {
        match self.house.is_plain() {
            true => self.house.child(PLAYERS + u64::from(seat.0)),
            false => self.house.strand(HOUSE + u64::from(seat.0)),
        }
    }

    /// For a player who might remember, or is not of this house: it differs from game to game also where a
    /// deal is repeated, so that no bot can tell by it that it has seen the deal before.
    #[inline]
    #[must_use]
    pub fn outside(&self, seat: Seat) -> Seed {
        match &self.outside {
            OutsideLuck::Children(seed, first) => seed.child(first.wrapping_add(u64::from(seat.0))),
            OutsideLuck::Given(seeds) => match seeds.get(seat.index()) {
                Some(seed) => *seed,
                // Nobody asks for what was not given; were it asked for, it would tell nothing of the cards.
                None => self.house.child(PLAYERS + u64::from(seat.0)),
            },
        }
    }

    /// What a deal's table is drawn from; the first generator's tables grow from [`seating`] alone.
    #[inline]
    #[must_use]
    pub fn table(&self) -> Option<Seed> {
        (!self.house.is_plain()).then(|| self.house.strand(TABLE))
    }

    /// What is drawn beside a table: who is compared, where a design says so.
    #[inline]
    #[must_use]
    pub fn beside_table(&self) -> Option<Seed> {
        (!self.house.is_plain()).then(|| self.house.strand(BESIDE))
    }
}

impl From<Seed> for Luck {
    /// A game whose deal is played once, and belongs to no tournament.
    fn from(seed: Seed) -> Self {
        // A strand of the deal's own seed would be part of the stream that deals.
        let house = if seed.is_plain() { seed } else { seed.child(PLAYERS - 1) };
        Self { deal: seed, house, outside: OutsideLuck::Children(seed, PLAYERS) }
    }
}

/// The seed that a deal of a tournament grows from: all the luck of the rules.
#[must_use]
pub fn seed_of_deal(tournament: Seed, deal: u64) -> Seed {
    let [cards, _] = tournament.pair(deal);
    cards
}

/// What the tables of a tournament are laid out from.
#[must_use]
pub fn seating(tournament: Seed) -> Seed {
    tournament.child(SEATING)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYED: Seed = Seed::keyed([5; 32]);

    #[test]
    fn the_first_generators_derivations_are_what_they_were() {
        let seed = Seed::plain(2026);
        let luck = Lucks::of(seed).game(9, 4);
        assert_eq!(luck.deal(), seed.child(4));
        assert_eq!(seed_of_deal(seed, 4), seed.child(4));
        assert_eq!(luck.house(Seat(2)), seed.child(4).child((1 << 32) + 2));
        assert_eq!(luck.outside(Seat(2)), seed.child(9).child((1 << 32) + 2));
        assert_eq!(seating(seed), seed.child(u64::MAX));
        assert_eq!((luck.table(), luck.beside_table()), (None, None));
    }

    #[test]
    fn only_the_house_has_the_same_luck_again_when_a_deal_is_repeated() {
        let [one, other] = [8, 9].map(|number| Lucks::of(KEYED).game(number, 4));
        assert_eq!(one.deal(), other.deal());
        assert_eq!(one.house(Seat(1)), other.house(Seat(1)));
        assert_ne!(one.outside(Seat(1)), other.outside(Seat(1)));
    }

    #[test]
    fn nothing_is_given_out_twice() {
        let mut all = std::collections::HashSet::new();
        let (mut lucks, mut given) = (Lucks::of(KEYED), 1);
        all.insert(seating(KEYED));
        for number in 0..200 {
            let luck = lucks.game(number, number);
            let seats = || Seat::all(MAX_SEATS);
            let alone = Luck::from(KEYED.child(number));
            let parts = [Some(luck.deal()), luck.table(), luck.beside_table(), Some(alone.deal())];
            let players = seats().flat_map(|seat| [luck.house(seat), luck.outside(seat)]);
            let alone = seats().flat_map(|seat| [alone.house(seat), alone.outside(seat)]);
            for seed in parts.into_iter().flatten().chain(players).chain(alone) {
                all.insert(seed);
                given += 1;
            }
        }
        assert_eq!(all.len(), given);
    }
}
