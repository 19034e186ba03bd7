//! What a seat can expect from a position that is not played on: points, guessed from how far everyone is from the end.
//!
//! It sees all hands, since it is asked about imagined worlds only.

use croupier_games::cards::CardSet;
use croupier_games::last_card::{ACE, SEATS, hand_value};

use super::careful::ranks;
use super::position::Position;
use super::value_table::TABLE;

/// Ways a hand can stand.
pub(super) const CLASSES: usize = 18;
/// Ways the others can threaten.
pub(super) const THREATS: usize = 12;
/// Everything there is a number for.
pub(super) const FEATURES: usize = CLASSES * THREATS + 2 * THREATS + 8 + 8 + 2 + 1;

/// The points that a seat can expect.
#[inline]
pub(super) fn value(position: &Position, seat: usize) -> f32 {
    let mut sum = 0.0;
    features(position, seat, |place, amount| sum += TABLE[place] * amount);
    sum
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

/// Calls back with the place and the amount of everything that counts.
#[inline]
pub(super) fn features(position: &Position, seat: usize, mut each: impl FnMut(usize, f32)) {
    let fitting = position.fitting();
    let mut ends = 0;
    let mut near = 0;
    let mut close = 0;
    const ENDS_AT: usize = CLASSES * THREATS + 2 * THREATS;
    for other in (0..SEATS).filter(|&other| other != seat) {
        let hand = position.hands[other];
        let fits = !hand.and(fitting).is_empty();
        let class = class(hand, position.called[other], fits);
        match class {
            0..=5 => {
                ends += 1;
                let distance = (usize::from(position.step) * (4 + other - usize::from(position.to_move))) & 3;
                each(ENDS_AT + distance * 2 + usize::from(fits), 1.0);
            }
            6..=9 => near += 1,
            10..=13 => close += 1,
            _ => {}
        }
    }
    let threat = match (ends, near, close) {
        (0, 0, n) => n,
        (0, 1, n) => 4 + n.min(1),
        (0, _, _) => 6,
        (1, 0, n) => 7 + n.min(1),
        (1, _, _) => 9,
        (2, _, _) => 10,
        _ => 11,
    };
    let hand = position.hands[seat];
    let fits = !hand.and(fitting).is_empty();
    let own = class(hand, position.called[seat], fits);
    each(own * THREATS + threat, 1.0);
    each(CLASSES * THREATS + threat, hand_value(hand) as f32);
    each(CLASSES * THREATS + THREATS + threat, hand.and(CardSet::of_rank(ACE)).len() as f32);
    let distance = (usize::from(position.step) * (4 + seat - usize::from(position.to_move))) & 3;
    each(ENDS_AT + 8 + distance * 2 + usize::from(fits), 1.0);
    if position.punishment > 0 {
        let answers = !position.hand().and(fitting).is_empty();
        if !answers {
            each(ENDS_AT + 16 + usize::from(distance == 0), f32::from(position.punishment));
        }
    }
    each(ENDS_AT + 18, f32::from(position.calls[seat] % 10));
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
