//! What an attacker tries with the numbers that it is sent. Each attack is seen to succeed on luck that is
//! weak.

use std::collections::HashSet;

use croupier_games::{Seat, Seed};
use croupier_record::{LuckSource, Lucks, Origin, Secret};

/// Bits of its luck that a bot is given.
pub(crate) const BITS: u32 = 53;
const SEATS: u8 = 3;

/// Everything in a message that may be luck: long numbers in text, and eight bytes in a row wherever they
/// stand.
pub(crate) fn numbers(message: &[u8]) -> HashSet<u64> {
    const SMALLEST: u64 = 1 << 36;
    let is_luck = |number: &u64| (SMALLEST..1 << BITS).contains(number);
    let text = message.split(|byte| !byte.is_ascii_digit());
    let decimal = text.filter_map(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
    let binary = message.array_windows().map(|bytes| u64::from_le_bytes(*bytes));
    decimal.chain(binary).filter(is_luck).collect()
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

/// The seeds of tournaments that would give a bot one of these numbers in this game, in whatever seat.
fn candidates(given: &HashSet<u64>, game: u64) -> impl Iterator<Item = u64> {
    given.iter().flat_map(move |given| {
        (0..u64::from(SEATS) << (u64::BITS - BITS)).map(move |rest| {
            let (seat, hidden) = (rest % u64::from(SEATS), rest / u64::from(SEATS));
            let own = given << (u64::BITS - BITS) | hidden;
            parent(parent(own, (1 << 32) + seat), game)
        })
    })
}

/// The seed that fits the first game and another: the attack that foretold every card. Where it works, two
/// games are enough; it tries some more.
pub(crate) fn turned_back(given: &[HashSet<u64>]) -> Option<u64> {
    const TRIED: usize = 30;
    let first: HashSet<u64> = candidates(&given[0], 0).collect();
    let mut others = (1..).zip(&given[1..]).take(TRIED);
    others.find_map(|(game, given)| candidates(given, game).find(|seed| first.contains(seed)))
}

/// Whether a guess of the whole tournament gives numbers that were sent: how any guess is confirmed.
pub(crate) fn fits(guess: Seed, given: &[HashSet<u64>]) -> bool {
    let mut lucks = Lucks::of(guess);
    (0..).zip(given).take(4).all(|(game, given)| {
        let luck = lucks.game(game, game);
        Seat::all(usize::from(SEATS)).any(|seat| given.contains(&luck.outside(seat).number(BITS)))
    })
}

/// What can be tried in no time for a number that somebody may have chosen: all but stretching it.
pub(crate) fn quick_guesses(number: u64) -> [Seed; 5] {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    let hashed = *blake3::hash(&number.to_le_bytes()).as_bytes();
    let of_secret = |bits| Origin::from(LuckSource::Given { number, secret: Secret::drawn(bits) }).seed();
    [Seed::plain(number), Seed::keyed(bytes), Seed::keyed(hashed), of_secret(bytes), of_secret(hashed)]
}

/// The length of the shortest linear register that gives these bits (Berlekamp and Massey). Generators whose
/// state is found by solving linear equations have one no longer than that state.
pub(crate) fn linear_complexity(bits: &[bool]) -> usize {
    let (mut register, mut before) = (vec![false; bits.len() + 1], vec![false; bits.len() + 1]);
    (register[0], before[0]) = (true, true);
    let (mut length, mut since) = (0, 1);
    for at in 0..bits.len() {
        let wrong = (0..=length).fold(false, |sum, back| sum ^ (register[back] && bits[at - back]));
        if wrong {
            let kept = register.clone();
            for n in since..register.len() {
                register[n] ^= before[n - since];
            }
            if 2 * length <= at {
                (length, before, since) = (at + 1 - length, kept, 0);
            }
        }
        since += 1;
    }
    length
}

/// By how many standard deviations two rows of bits agree more, or less, often than chance.
pub(crate) fn agreement(one: impl Iterator<Item = bool>, other: impl Iterator<Item = bool>) -> f64 {
    let (mut same, mut all) = (0.0, 0.0);
    for (one, other) in one.zip(other) {
        same += f64::from(u8::from(one == other));
        all += 1.0;
    }
    ((same - all / 2.0) / (all / 4.0_f64).sqrt()).abs()
}

#[test]
fn a_generator_that_is_linear_is_found_out_by_its_bits() {
    // The state of xoshiro256 moves by shifts and exclusive ors alone; its lowest bit is here shown as it is.
    let mut state = [3_u64, 141, 59, 26];
    let next = |state: &mut [u64; 4]| {
        let shifted = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= shifted;
        state[3] = state[3].rotate_left(45);
        state[0] & 1 == 1
    };
    let bits: Vec<bool> = (0..1000).map(|_| next(&mut state)).collect();
    assert_eq!(linear_complexity(&bits), 256);
}

#[test]
fn luck_is_found_in_text_and_in_bytes_wherever_it_stands() {
    let own: u64 = 4_503_599_627_370_497;
    assert_eq!(
        numbers(format!("POST / HTTP/1.1\nX-Seed: {own}\n\n{{\"bid\": 13}}").as_bytes()),
        [own].into()
    );
    assert!(numbers(&[b"odd".as_slice(), &own.to_le_bytes(), b"."].concat()).contains(&own));
    assert!(numbers(b"{\"bid\": 13, \"game\": 999}").is_empty());
}
