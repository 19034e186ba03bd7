//! What a seat can expect from a position that is not played on: points, guessed from how far everyone is from the end.
//!
//! It sees all hands, since it is asked about imagined worlds only.

use croupier_games::cards::CardSet;
use croupier_games::last_card::{ACE, FIVE, JACK, SEATS, TEN, TWO, hand_value};

use super::careful::{ranks, suits};
use super::position::Position;
use super::value_table::TABLE;

/// Ways a hand can stand.
const CLASSES: usize = 18;
/// Ways the others can threaten.
const THREATS: usize = 12;

// Where the numbers of each kind begin.
/// A hand that stands so, under such a threat.
const STANDING: usize = 0;
/// A point in the hand, under such a threat.
const POINTS: usize = STANDING + CLASSES * THREATS;
/// An ace in the hand, under such a threat.
const ACES: usize = POINTS + THREATS;
/// Another who has called, by how many turns away, with or without a card that fits.
const ENDS: usize = ACES + THREATS;
/// The own turn, by how many turns away, with or without a card that fits.
const TURN: usize = ENDS + 8;
/// A card of a punishment that cannot be answered: of another, the own.
const PUNISHED: usize = TURN + 8;
/// A call that was made since the last ten.
const CALLS: usize = PUNISHED + 2;
/// So many suits in the hand: far from the end, near it.
const SUITS: usize = CALLS + 1;
/// Cards beyond the first of their value, in a hand of two or three values.
const SPARE: usize = SUITS + 8;
/// A two, five, ten or jack in the hand: far from the end, near it.
const KEPT: usize = SPARE + 4;
/// A card that others hold.
const OTHERS: usize = KEPT + 8;
/// How many numbers there are.
pub const FEATURES: usize = OTHERS + 1;

/// The points that a seat can expect.
#[inline]
pub(super) fn value(position: &Position, seat: usize) -> f32 {
    let mut sum = 0.0;
    features(position, seat, |place, amount| sum += TABLE[place] * amount);
    sum
}

/// Calls back with the place and the amount of every number that counts for a seat.
#[inline]
pub(super) fn features(position: &Position, seat: usize, mut each: impl FnMut(usize, f32)) {
    let fitting = position.fitting();
    let threat = threat(position, seat, fitting, &mut each);
    let hand = position.hands[seat];
    let fits = !hand.and(fitting).is_empty();
    let away = away(position, seat);
    each(STANDING + class(hand, position.called[seat], fits) * THREATS + threat, 1.0);
    each(POINTS + threat, hand_value(hand) as f32);
    each(ACES + threat, hand.and(CardSet::of_rank(ACE)).len() as f32);
    each(TURN + away * 2 + usize::from(fits), 1.0);
    if position.punishment > 0 && position.hand().and(fitting).is_empty() {
        each(PUNISHED + usize::from(away == 0), f32::from(position.punishment));
    }
    each(CALLS, f32::from(position.calls[seat] % 10));
    make_up(hand, &mut each);
}

/// How many turns away a seat is, in the direction of play.
#[inline]
fn away(position: &Position, seat: usize) -> usize {
    (usize::from(position.step) * (SEATS + seat - usize::from(position.to_move))) & 3
}

/// How a hand stands, from about to end to far away.
#[inline]
fn class(hand: CardSet, called: bool, fits: bool) -> usize {
    let ranks = ranks(hand);
    let values = (ranks >> 1).count_ones() as usize;
    let ace = usize::from(ranks & 1 == 1);
    match (values, ace) {
        (1, 0) if called => (hand.len().min(3) - 1) * 2 + usize::from(fits),
        (1, 0) => 6,
        (0 | 1, _) => 7,
        (2 | 3, _) => 8 + (values - 2) * 2 + ace,
        _ => 12 + (values + ace - 4).min(5),
    }
}

/// How the others threaten a seat; those who have called count one by one.
#[inline]
fn threat(position: &Position, seat: usize, fitting: CardSet, each: &mut impl FnMut(usize, f32)) -> usize {
    let (mut ends, mut near, mut close, mut cards) = (0, 0, 0, 0);
    for other in (0..SEATS).filter(|&other| other != seat) {
        let hand = position.hands[other];
        let fits = !hand.and(fitting).is_empty();
        cards += hand.len();
        match class(hand, position.called[other], fits) {
            0..=5 => {
                ends += 1;
                each(ENDS + away(position, other) * 2 + usize::from(fits), 1.0);
            }
            6..=9 => near += 1,
            10..=13 => close += 1,
            _ => {}
        }
    }
    each(OTHERS, cards as f32);
    match (ends, near, close) {
        (0, 0, close) => close,
        (0, 1, close) => 4 + close.min(1),
        (0, _, _) => 6,
        (1, 0, close) => 7 + close.min(1),
        (1, _, _) => 9,
        (2, _, _) => 10,
        _ => 11,
    }
}

/// What a hand is made of.
#[inline]
fn make_up(hand: CardSet, each: &mut impl FnMut(usize, f32)) {
    let ranks = ranks(hand);
    let values = (ranks >> 1).count_ones();
    let near = usize::from(values <= 2);
    each(SUITS + near * 4 + (suits(hand).max(1) - 1) as usize, 1.0);
    if values == 2 || values == 3 {
        let spare = hand.without(CardSet::of_rank(ACE)).len() - values as usize;
        each(SPARE + spare.min(3), 1.0);
    }
    for (place, rank) in [TWO, FIVE, TEN, JACK].into_iter().enumerate() {
        if ranks >> rank & 1 == 1 {
            each(KEPT + near * 4 + place, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::careful::choose;
    use super::super::worlds::Worlds;
    use super::*;
    use croupier_games::last_card::LastCard;
    use croupier_games::{Chance, Game, Seat, Seed};

    /// Guesses of all seats' points at every third turn of games between careful players, beside what they came to.
    fn guesses(games: u64) -> Vec<(f32, f32)> {
        let mut all = Vec::new();
        for seed in 0..games {
            let game = LastCard::deal(SEATS, &Default::default(), Seed(seed)).unwrap();
            let mut chance = Chance::new(Seed(seed).child(1));
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
