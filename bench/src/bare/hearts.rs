//! Hearts by hand: one deal for four, with random legal cards.

use croupier_games::Chance;
use croupier_games::cards::{Card, CardSet};
use croupier_games::hearts::{HEARTS, POINT_CARDS, TWO_OF_CLUBS, points};

const SEATS: usize = 4;
const HAND: usize = 52 / SEATS;

/// Shuffles, deals and plays one deal; gives back its scores, a byte per seat.
pub(crate) fn play(chance: &mut Chance) -> u64 {
    let mut deck = Card::deck();
    chance.shuffle(&mut deck);
    let mut hands = [CardSet::EMPTY; SEATS];
    let mut leader = 0;
    for (seat, cards) in deck.chunks_exact(HAND).enumerate() {
        hands[seat] = cards.iter().copied().collect();
        if hands[seat].contains(TWO_OF_CLUBS) {
            leader = seat;
        }
    }
    let mut taken = [CardSet::EMPTY; SEATS];
    let mut gone = CardSet::EMPTY;
    for _ in 0..HAND {
        let (taker, trick) = play_trick(&mut hands, leader, gone, chance);
        taken[taker] = taken[taker].or(trick);
        gone = gone.or(trick);
        leader = taker;
    }
    checksum(taken.map(points))
}

/// Who takes the trick, and its cards.
#[inline]
fn play_trick(
    hands: &mut [CardSet; SEATS],
    leader: usize,
    gone: CardSet,
    chance: &mut Chance,
) -> (usize, CardSet) {
    let legal = leads(hands[leader], gone);
    let lead = draw(&mut hands[leader], legal, chance);
    let suit = CardSet::of_suit(lead.suit());
    let (mut best, mut taker, mut trick) = (lead, leader, CardSet::only(lead));
    for place in 1..SEATS {
        let seat = (leader + place) % SEATS;
        let legal = follows(hands[seat], suit, gone);
        let card = draw(&mut hands[seat], legal, chance);
        trick.insert(card);
        if suit.contains(card) && card > best {
            (best, taker) = (card, seat);
        }
    }
    (taker, trick)
}

#[inline]
fn leads(hand: CardSet, gone: CardSet) -> CardSet {
    if gone.is_empty() {
        return CardSet::only(TWO_OF_CLUBS);
    }
    let plain = hand.without(HEARTS);
    if gone.and(HEARTS).is_empty() && !plain.is_empty() { plain } else { hand }
}

#[inline]
fn follows(hand: CardSet, suit: CardSet, gone: CardSet) -> CardSet {
    let following = hand.and(suit);
    if !following.is_empty() {
        return following;
    }
    let plain = hand.without(POINT_CARDS);
    if gone.is_empty() && !plain.is_empty() { plain } else { hand }
}

#[inline]
fn draw(hand: &mut CardSet, legal: CardSet, chance: &mut Chance) -> Card {
    let card = legal.pick(chance).unwrap_or(TWO_OF_CLUBS);
    hand.remove(card);
    card
}

/// The scores with the moon counted, a byte each.
fn checksum(points: [u32; SEATS]) -> u64 {
    let moon = points.contains(&26);
    points.iter().fold(0, |sum, &own| sum << 8 | u64::from(if moon { 26 - own } else { own }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_games::Seed;

    #[test]
    fn a_deal_gives_out_26_points_or_shoots_the_moon() {
        let mut chance = Chance::new(Seed::plain(1));
        for _ in 0..10_000 {
            let scores = play(&mut chance).to_be_bytes();
            let total: u32 = scores[4..].iter().map(|&score| u32::from(score)).sum();
            assert!(total == 26 || total == 78, "{scores:?}");
        }
    }
}
