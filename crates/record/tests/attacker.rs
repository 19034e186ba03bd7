//! The attacker: a bot that keeps every number it is given as luck of its own, and wants to know the cards.
//!
//! The first generator's children can be turned back to their parent, and a bot was given 53 of the 64 bits:
//! trying the other eleven in two games gave the tournament's seed, and with it every card. The same attack,
//! with the same numbers of a thousand games, is run on both generators here.

#![allow(clippy::unwrap_used)] // A test may.

use std::collections::HashSet;

use croupier_games::no_thanks::NoThanks;
use croupier_games::{Game, Seat, Seed};
use croupier_record::{Entrant, LuckSource, Lucks, Origin, Secret, seed_of_deal};

/// Bits of its luck that a bot is given.
const BITS: u32 = 53;
/// The seat that the attacker has in all games.
const SEAT: Seat = Seat(1);
const GAMES: u64 = 1000;

/// All that a bot is given as luck of its own: `start.seed` of every game.
fn given_in_all_games(tournament: Seed) -> Vec<u64> {
    let mut lucks = Lucks::of(tournament);
    (0..GAMES).map(|number| lucks.game(number, number).outside(SEAT).number(BITS)).collect()
}

/// The finaliser of SplitMix64, backwards.
fn unscramble(mut x: u64) -> u64 {
    let undo = |x: u64, shift: u32| x ^ (x >> shift) ^ (x >> (2 * shift));
    x = undo(x, 31).wrapping_mul(0x3196_42b2_d24d_8ec3);
    x = undo(x, 27).wrapping_mul(0x96de_1b17_3f11_9089);
    undo(x, 30)
}

/// The seed of which this is the child with this number.
fn parent(child: u64, number: u64) -> u64 {
    let salted = unscramble(unscramble(child).wrapping_sub(number));
    salted ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The tournaments' seeds that would give a bot this number in this game.
fn candidates(given: u64, game: u64) -> impl Iterator<Item = u64> {
    (0..1 << (u64::BITS - BITS)).map(move |hidden| {
        let own = given << (u64::BITS - BITS) | hidden;
        parent(parent(own, (1 << 32) + u64::from(SEAT.0)), game)
    })
}

/// The seed that fits the first game and any of the others.
fn turned_back(given: &[u64]) -> Option<u64> {
    let first: HashSet<u64> = candidates(given[0], 0).collect();
    (1..)
        .zip(&given[1..])
        .find_map(|(game, &given)| candidates(given, game).find(|seed| first.contains(seed)))
}

#[test]
fn the_first_generators_luck_is_turned_back_and_every_card_foretold() {
    let tournament = Seed::plain(931_577_002);
    let seed = turned_back(&given_in_all_games(tournament)).unwrap();
    let deal = |seed, number| NoThanks::deal(5, &Default::default(), seed_of_deal(seed, number)).unwrap();
    assert!((0..GAMES).all(|number| deal(Seed::plain(seed), number) == deal(tournament, number)));
}

#[test]
fn the_second_generators_luck_is_not() {
    let entrants = [Entrant::default()];
    let secret = Secret::drawn(*blake3::hash(b"nobody chose this").as_bytes());
    for origin in [Origin::given(5), Origin::drawn(secret, &entrants)] {
        assert_eq!(turned_back(&given_in_all_games(origin.seed())), None);
    }
}

#[test]
fn a_guess_that_is_wrong_in_one_bit_of_the_secret_looks_like_any_other() {
    let bits = *blake3::hash(b"all but one bit is known").as_bytes();
    let given = |bits| {
        let source = LuckSource::Given { number: 0, secret: Secret::drawn(bits) };
        given_in_all_games(Origin::from(source).seed())
    };
    let truth = given(bits);
    for bit in (0..256).step_by(5) {
        let mut guess = bits;
        guess[bit / 8] ^= 1 << (bit % 8);
        // Half of the bits of each number agree, as they do with any number: five standard deviations are
        // 0.012.
        let agree: u32 =
            truth.iter().zip(given(guess)).map(|(one, other)| BITS - (one ^ other).count_ones()).sum();
        let share = f64::from(agree) / (f64::from(BITS) * GAMES as f64);
        assert!((share - 0.5).abs() < 0.012, "bit {bit}: {share}");
    }
}

#[test]
fn what_a_bot_is_given_does_not_depend_on_the_deal_of_its_game() {
    let tournament = Origin::given(5).seed();
    let mut lucks = Lucks::of(tournament);
    for number in 0..100 {
        let [one, other] = [number, number / 3].map(|deal| lucks.game(number, deal));
        assert_eq!(one.outside(SEAT), other.outside(SEAT));
    }
}
