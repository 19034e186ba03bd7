//! Tables on which everyone sits in every seat, and meets everyone, equally often.
//!
//! Tables come in rounds of as many games as there are bots: a *base* names a bot for every seat, and the
//! other games of the round count all of them on by one, so that in every round everyone sits once in every
//! seat. Two seats meet at the distance of their numbers in the base; rounds differ in their base, and a
//! cycle is even when every distance comes equally often. Multiples of 0, 1, 2, … do that exactly wherever
//! the number of bots has no prime factor below the number of seats: then every two bots sit in every two
//! seats equally often. For other numbers bases are chosen one by one, each the most even of many; meetings
//! of two bots then differ by two in twelve at most for all fields that were tried.

use arrayvec::ArrayVec;
use croupier_games::{Chance, MAX_SEATS, Seed};
use croupier_record::EntrantId;

use super::TableSeats;

/// Rounds in a cycle where bases are chosen, at most: more would be remembered for nothing.
const MOST_CHOSEN: usize = 128;
/// Bases that are tried for each round.
const TRIED: usize = 256;

/// Rounds of a shuffle.
const SHUFFLES: u64 = 24;

type Base = ArrayVec<u16, MAX_SEATS>;

/// Balanced tables.
#[derive(Debug, Clone)]
pub(super) struct Balanced {
    seed: Seed,
    bots: usize,
    bases: Vec<Base>,
}

impl Balanced {
    /// Tables for so many bots with so many seats.
    pub(super) fn new(bots: usize, seats: usize, seed: Seed) -> Self {
        let mut chance = Chance::new(seed);
        let mut bases = if seats <= lowest_factor(bots) {
            multiples(bots, seats)
        } else {
            chosen(bots, seats, &mut chance)
        };
        chance.shuffle(&mut bases);
        Self { seed, bots, bases }
    }

    /// Games in a round: after each, everyone has sat equally often in every seat.
    pub(super) fn round(&self) -> u64 {
        self.bots as u64
    }

    /// Who sits where; entrant `copy * bots + bot` is the bot's copy, where there are fewer bots than seats.
    pub(super) fn table(&self, deal: u64) -> TableSeats {
        let bots = self.bots;
        let (round, rounds) = (deal / self.round(), self.bases.len() as u64);
        let base = &self.bases[(round % rounds) as usize];
        // Every cycle gives the numbers to other bots, so that no two cycles seat the same tables.
        let (on, cycle) = ((deal % self.round()) as usize, self.seed.child(round / rounds));
        let mut table = TableSeats::new();
        for &number in base {
            let bot = shuffled((usize::from(number) + on) % bots, bots, cycle) as u16;
            let copy =
                table.iter().filter(|sitting| usize::from(sitting.0) % bots == usize::from(bot)).count();
            table.push(EntrantId((copy * bots) as u16 + bot));
        }
        table
    }
}

/// Where a number goes when all below a bound are shuffled, without shuffling the others (the swap-or-not
/// shuffle of Hoang, Morris and Rogaway).
fn shuffled(number: usize, bound: usize, seed: Seed) -> usize {
    // Everyone sees who sits where, and hashes for every seat would take longer than the game: the cycle's
    // key is of the strong generator, its rounds are of the quick one.
    let seed = Seed::plain(seed.number(u64::BITS));
    (0..SHUFFLES).fold(number, |number, round| {
        let key = seed.child(round);
        let partner = ((key.number(u64::BITS) >> 32) as usize % bound + bound - number) % bound;
        // Both partners ask the higher of them whether they change places.
        let swap = key.child(number.max(partner) as u64).number(u64::BITS) & 1 == 1;
        if swap { partner } else { number }
    })
}

/// The lowest factor of a number above 1; for 1, where there is none, 1.
fn lowest_factor(number: usize) -> usize {
    (2..number)
        .take_while(|factor| factor * factor <= number)
        .find(|factor| number.is_multiple_of(*factor))
        .unwrap_or(number)
}

/// The bases 0, r, 2r, … for every r: over all of them, any two seats are every distance apart exactly once.
fn multiples(bots: usize, seats: usize) -> Vec<Base> {
    let base = |step: usize| (0..seats).map(|seat| (seat * step % bots) as u16).collect();
    if bots == 1 { vec![base(0)] } else { (1..bots).map(base).collect() }
}

/// Bases chosen one by one, each so that distances stay as even as they can.
fn chosen(bots: usize, seats: usize, chance: &mut Chance) -> Vec<Base> {
    let rounds = (bots - 1).clamp(1, MOST_CHOSEN);
    let mut met = Met::new(bots, seats);
    let mut numbers: Vec<u16> = (0..bots as u16).collect();
    let mut bases = Vec::with_capacity(rounds);
    while bases.len() < rounds {
        let mut candidates = (0..TRIED).map(|_| drawn(&mut numbers, seats, chance));
        let Some(first) = candidates.next() else { break };
        let best = candidates.fold((met.cost(&first), first), |best, base| {
            let cost = met.cost(&base);
            if cost < best.0 { (cost, base) } else { best }
        });
        met.add(&best.1);
        bases.push(best.1);
    }
    bases
}

/// A base at random; where there are fewer bots than seats, everyone sits before anyone sits again.
fn drawn(numbers: &mut [u16], seats: usize, chance: &mut Chance) -> Base {
    let mut base = Base::new();
    while base.len() < seats {
        let wanted = (seats - base.len()).min(numbers.len());
        chance.shuffle_first(numbers, wanted);
        base.extend(numbers[..wanted].iter().copied());
    }
    chance.shuffle(&mut base);
    base
}

/// How often distances came so far.
struct Met {
    bots: usize,
    seats: usize,
    /// At this distance, in any two seats.
    anywhere: Vec<u64>,
    /// At this distance, in these two seats.
    in_seats: Vec<u64>,
}

impl Met {
    fn new(bots: usize, seats: usize) -> Self {
        Self { bots, seats, anywhere: vec![0; bots], in_seats: vec![0; bots * seats * seats] }
    }

    /// All distances of a base, each with the place of its two seats.
    fn distances(&self, base: &Base) -> impl Iterator<Item = (usize, usize)> {
        let (bots, seats) = (self.bots, self.seats);
        let base = base.clone();
        (0..seats * seats).filter(move |place| place / seats != place % seats).map(move |place| {
            let (one, other) = (usize::from(base[place / seats]), usize::from(base[place % seats]));
            ((one + bots - other) % bots, place * bots + (one + bots - other) % bots)
        })
    }

    /// What a base would add to the unevenness: first of meetings at all, then of meetings seat by seat.
    fn cost(&self, base: &Base) -> (u64, u64) {
        // Distances within one base come on top of one another.
        let mut own: ArrayVec<usize, { MAX_SEATS * MAX_SEATS }> = ArrayVec::new();
        let mut cost = (0, 0);
        for (distance, place) in self.distances(base) {
            let again = own.iter().filter(|&&earlier| earlier == distance).count() as u64;
            cost = (cost.0 + self.anywhere[distance] + again, cost.1 + self.in_seats[place]);
            own.push(distance);
        }
        cost
    }

    fn add(&mut self, base: &Base) {
        for (distance, place) in self.distances(base).collect::<ArrayVec<_, { MAX_SEATS * MAX_SEATS }>>() {
            self.anywhere[distance] += 1;
            self.in_seats[place] += 1;
        }
    }
}
