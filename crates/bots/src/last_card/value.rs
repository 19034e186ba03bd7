//! What a seat can expect from a position that is not played on: points, guessed by a small net of weights
//! from how near everyone is to the end and whose turn it is.
//!
//! It sees all hands, since it is asked about imagined worlds only. Sums are added up in one order, so that a
//! guess is the same on every machine.

use croupier_games::cards::CardSet;
use croupier_games::last_card::{ACE, FIVE, JACK, SEATS, TEN, TWO, hand_value};

use super::careful::{can_end, ranks, suits};
use super::position::Position;
use super::value_table::{BIAS, OUT, OUT_BIAS, WEIGHTS};

/// What is counted of every hand.
const OF_A_HAND: usize = 17;
/// Who is to move, by places from the seat in the direction of play.
const MOVER: usize = SEATS * OF_A_HAND;
/// What who is to move will draw, since nothing answers the punishment; by the same places.
const DRAWS: usize = MOVER + SEATS;
/// A punishment that may be answered.
const PUNISHMENT: usize = DRAWS + SEATS;
/// The own calls since the last ten.
const CALLS: usize = PUNISHMENT + 1;
/// How many numbers a position is made into.
pub const INPUTS: usize = CALLS + 1;
/// How many sums are made of them.
pub const SUMS: usize = 24;

/// The points that a seat can expect.
#[inline]
pub(super) fn value(position: &Position, seat: usize) -> f32 {
    let inputs = inputs(position, seat);
    let mut sums = BIAS;
    for (&input, weights) in inputs.iter().zip(&WEIGHTS) {
        // More than half of them are nothing.
        if input != 0.0 {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
    }
    let points = sums.iter().zip(&OUT).fold(OUT_BIAS, |points, (sum, weight)| points + sum.max(0.0) * weight);
    // Nothing is better than to have won.
    points.max(0.0)
}

/// A position as a seat would be told of it that sees all hands: numbers of about the size of one.
#[inline]
pub(super) fn inputs(position: &Position, seat: usize) -> [f32; INPUTS] {
    let mut inputs = [0.0; INPUTS];
    let fitting = position.fitting();
    let (hands, rest) = inputs.split_at_mut(MOVER);
    for (places, counts) in hands.chunks_exact_mut(OF_A_HAND).enumerate() {
        let other = (seat + usize::from(position.step) * places) & 3;
        count(position, other, fitting, counts);
    }
    let mover = (usize::from(position.step) * (SEATS + usize::from(position.to_move) - seat)) & 3;
    rest[mover] = 1.0;
    let punishment = f32::from(position.punishment) / 5.0;
    if position.hand().and(fitting).is_empty() {
        rest[DRAWS - MOVER + mover] = punishment;
    } else {
        rest[PUNISHMENT - MOVER] = punishment;
    }
    rest[CALLS - MOVER] = f32::from(position.calls[seat] % 10) / 10.0;
    inputs
}

/// What is counted of a hand.
#[inline]
fn count(position: &Position, seat: usize, fitting: CardSet, counts: &mut [f32]) {
    let hand = position.hands[seat];
    let ranks = ranks(hand);
    let (values, ace) = ((ranks >> 1).count_ones(), ranks & 1 == 1);
    let fits = hand.and(fitting).len();
    let (called, ends) = (position.called[seat], can_end(hand));
    let holds = |rank: u8| (ranks >> rank & 1) as f32;
    let is = |condition: bool| f32::from(u8::from(condition));
    counts[0] = hand.len().min(16) as f32 / 8.0;
    counts[1] = values as f32 / 5.0;
    counts[2] = is(ends);
    counts[3] = is(called);
    counts[4] = is(called && ends);
    counts[5] = is(called && ends && fits > 0);
    counts[6] = fits.min(3) as f32 / 3.0;
    counts[7] = is(fits == 0);
    counts[8] = hand.and(CardSet::of_rank(ACE)).len() as f32;
    counts[9] = hand_value(hand) as f32 / 10.0;
    counts[10] = suits(hand) as f32 / 4.0;
    counts[11] = holds(TWO);
    counts[12] = holds(FIVE);
    counts[13] = holds(TEN);
    counts[14] = holds(JACK);
    counts[15] = is(values == 2 && !ace);
    counts[16] = is(values == 1 && ace);
}

#[cfg(test)]
mod tests {
    use super::super::careful::choose;
    use super::super::worlds::Worlds;
    use super::*;
    use croupier_games::last_card::LastCard;
    use croupier_games::{Chance, Game, Seat, Seed};

    /// Guesses of all seats' points at every third turn of games between careful players, beside what they
    /// came to.
    fn guesses(games: u64) -> Vec<(f32, f32)> {
        let mut all = Vec::new();
        for seed in 0..games {
            let game = LastCard::deal(SEATS, &Default::default(), Seed::plain(seed)).unwrap();
            let mut chance = Chance::new(Seed::plain(seed).child(1));
            let worlds = Worlds::of(&game.view(Seat(0)));
            let mut world = worlds.place();
            worlds.deal(&mut world, &mut chance);
            let mut position = world.position;
            let mut drawing = world.drawing(&mut chance);
            let begun = all.len();
            while position.stands == super::super::position::Stands::Open {
                if position.turns % 3 == 2 {
                    all.extend((0..SEATS).map(|seat| (value(&position, seat), seat as f32)));
                }
                position.play(choose(&position), &mut drawing);
            }
            all[begun..].iter_mut().for_each(|guess| guess.1 = position.points(guess.1 as usize) as f32);
        }
        all
    }

    #[test]
    fn guesses_come_true_on_average_in_every_fifth_of_them() {
        let mut guesses = guesses(1500);
        guesses.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mean = |part: &[(f32, f32)], of: fn(&(f32, f32)) -> f32| {
            part.iter().map(of).sum::<f32>() / part.len() as f32
        };
        let fifths: Vec<[f32; 2]> = guesses
            .chunks(guesses.len().div_ceil(5))
            .map(|part| [mean(part, |guess| guess.0), mean(part, |guess| guess.1)])
            .collect();
        for [guessed, came] in &fifths {
            assert!((guessed - came).abs() < 0.5, "{fifths:?}");
        }
        assert!(fifths[4][1] > fifths[0][1] + 2.0, "{fifths:?}");
    }
}
