//! How a careful player judges a play: by what it leaves in the hand, and by what it does to the neighbours.
//!
//! It sees its hand and how many cards the others hold, not what they are. Everyone in a rollout plays like
//! this, so it has to be quick: what all plays of a turn have in common is left out, and only the differences
//! are added up.

use croupier_games::cards::{CardSet, Suit};
use croupier_games::last_card::{ACE, FIVE, JACK, TEN, TWO};

use super::plays::each_sensible;
use super::position::{Play, Position};

// Weights, found by climbing from those of `greedy` over some millions of games; the unit is a hundredth of a
// turn.
/// A point in the hand, by the fewest cards that another player holds: one, two, three, more. As long as
/// nobody is close to the end, points do not matter.
const POINT: [i32; 4] = [49, 12, 6, -2];
/// A value still to shed: it takes a turn.
const VALUE: i32 = 119;
/// What less it weighs where it is a two, a five, a ten or a jack: a five is the best thing to keep for
/// later.
const KEEP: [i32; 4] = [10, 61, 5, -8];
/// The aces, which always fit.
const ACES: i32 = 81;
/// A card yet unseen.
const UNSEEN: i32 = 200;
/// The two cards that an empty hand costs without the call.
const NO_CALL: i32 = 100;
/// Nothing left that would fit if nobody played in between.
const STUCK: i32 = 63;
/// A card left that would, up to three.
const FIT: i32 = 7;
/// A suit among what is left.
const SUIT: i32 = 26;
/// Cards left that can go in one play.
const EXIT: i32 = 200;
/// One of them would fit.
const EXIT_FITS: i32 = 15;
/// Such cards and an ace.
const EXIT_WITH_ACE: i32 = 2;
/// A card to draw for the next player by fives, for each card they are short of six.
const DRAW: i32 = 3;
/// A turn that the next player misses, for each card they are short of six.
const MISS: i32 = 5;
/// A turned direction, for each card the next player is shorter of six than the one before.
const TURN: i32 = 10;
/// Another suit, where the next player has called.
const NEW_SUIT: i32 = 5;

/// What is the same for all plays of a turn.
struct TurnFacts<'a> {
    position: &'a Position,
    hand: CardSet,
    /// Values in the hand but aces.
    values: u32,
    point: i32,
    /// How many cards the next player and the one before are short of six.
    short: [i32; 2],
}

/// The play with the lightest burden, with the call where it may help.
#[inline]
pub(super) fn choose(position: &Position) -> Play {
    let turn = TurnFacts::of(position);
    let mut best = (turn.pass(), Play::PASS);
    each_sensible(position, |play| {
        let burden = turn.burden(play);
        if burden < best.0 {
            best = (burden, play);
        }
    });
    let play = best.1;
    Play { calls: calls(position, play, turn.hand.without(play.cards)), ..play }
}

/// How much heavier the burden of a play is than the lightest one.
#[inline]
pub(super) fn regret(position: &Position, play: Play) -> i32 {
    let turn = TurnFacts::of(position);
    let mut best = turn.pass();
    each_sensible(position, |other| best = best.min(turn.burden(other)));
    turn.burden(play).saturating_sub(best).max(0)
}

/// Whether to call: where what is left can go in one play, or may with the card that a pass draws, while
/// calls are free.
#[inline]
pub(super) fn calls(position: &Position, play: Play, left: CardSet) -> bool {
    let is_free = position.calls[usize::from(position.to_move)] % 10 != 9;
    can_end(left) && (!play.cards.is_empty() || (is_free && position.punishment <= 1 && left.len() < 4))
}

impl<'a> TurnFacts<'a> {
    #[inline]
    fn of(position: &'a Position) -> Self {
        let hand = position.hand();
        let sizes = [1, 2, 3].map(|places| position.hands[position.seat_after(places)].len());
        let smallest = sizes[0].min(sizes[1]).min(sizes[2]).clamp(1, 4);
        let short = |size: usize| (6 - size as i32).max(0);
        Self {
            position,
            hand,
            values: (ranks(hand) >> 1).count_ones(),
            point: POINT[smallest - 1],
            short: [short(sizes[0]), short(sizes[2])],
        }
    }

    /// What a pass leaves, compared with the hand.
    #[inline]
    fn pass(&self) -> i32 {
        let draws = i32::from(self.position.punishment.max(1));
        let fits = in_suit(self.hand, self.position.suit);
        draws * UNSEEN + shape(self.values, self.hand, fits)
    }

    /// What a play leaves, compared with the hand.
    #[inline]
    fn burden(&self, play: Play) -> i32 {
        let left = self.hand.without(play.cards);
        if left.is_empty() {
            let may_end = self.position.called[usize::from(self.position.to_move)];
            return if may_end { i32::MIN } else { NO_CALL };
        }
        let rank = play.first.rank();
        let count = play.cards.len() as i32;
        let same = left.and(CardSet::of_rank(rank));
        let is_shed = same.is_empty();
        let fits = in_suit(left, play.suit) + if rank == ACE { 0 } else { same.len() as i32 };
        let values = self.values - u32::from(is_shed && rank != ACE);
        let shed = if is_shed { shed(rank) } else { 0 };
        shape(values, left, fits) - points(rank) * count * self.point - shed - self.trouble(play, rank, count)
    }

    /// What a play does to the neighbours, the more the fewer cards they hold.
    #[inline]
    fn trouble(&self, play: Play, rank: u8, count: i32) -> i32 {
        let alarm = self.position.called[self.position.seat_after(1)];
        let new_suit = if alarm && play.suit != self.position.suit { NEW_SUIT } else { 0 };
        let effect = match rank {
            FIVE => self.short[0] * 5 * count * DRAW,
            // After three tens the same player moves again.
            TEN if count != 3 => self.short[0] * MISS,
            JACK if count % 2 == 1 => (self.short[0] - self.short[1]) * TURN,
            _ => 0,
        };
        effect + new_suit
    }
}

/// What a card costs at the end.
#[inline]
fn points(rank: u8) -> i32 {
    match rank {
        ACE => 5,
        TWO | FIVE => 2,
        _ => 1,
    }
}

/// What is gained when the last card of a value has gone.
#[inline]
fn shed(rank: u8) -> i32 {
    match rank {
        ACE => ACES,
        TWO => VALUE - KEEP[0],
        FIVE => VALUE - KEEP[1],
        TEN => VALUE - KEEP[2],
        JACK => VALUE - KEEP[3],
        _ => VALUE,
    }
}

/// How well cards go together, of so many values but aces, of which so many would fit.
#[inline]
fn shape(values: u32, cards: CardSet, fits: i32) -> i32 {
    let has_ace = !cards.and(CardSet::of_rank(ACE)).is_empty();
    let stuck = if fits == 0 && !has_ace { STUCK } else { 0 };
    let exit = match (values, has_ace) {
        (1, false) => EXIT + if fits > 0 { EXIT_FITS } else { 0 },
        (1, true) => EXIT_WITH_ACE,
        _ => 0,
    };
    stuck - fits.min(3) * FIT - exit - suits(cards) * SUIT
}

/// The ranks among some cards, bit n for rank n.
#[inline]
pub(super) fn ranks(cards: CardSet) -> u32 {
    let bits = cards.bits();
    (((bits | bits >> 13) | (bits >> 26 | bits >> 39)) & 0x1fff) as u32
}

/// Whether these cards could be the last play: all of one value, but not aces.
#[inline]
pub(super) fn can_end(cards: CardSet) -> bool {
    let ranks = ranks(cards);
    ranks > 1 && ranks & (ranks - 1) == 0
}

/// How many cards but aces are of a suit.
#[inline]
fn in_suit(cards: CardSet, suit: Suit) -> i32 {
    // The ace is the lowest of the thirteen.
    ((cards.bits() >> (suit as u8 * 13)) as u32 & 0x1ffe).count_ones() as i32
}

/// How many suits there are among some cards.
#[inline]
pub(super) fn suits(cards: CardSet) -> i32 {
    let has = |suit: Suit| i32::from(!cards.and(CardSet::of_suit(suit)).is_empty());
    has(Suit::Spades) + has(Suit::Clubs) + has(Suit::Diamonds) + has(Suit::Hearts)
}

#[cfg(test)]
mod tests {
    use super::super::players::Careful;
    use super::super::tests::{cards, choice};

    #[test]
    fn careful_keeps_a_value_it_can_end_on_and_calls() {
        let mv = choice(Careful, "8S 3S 3H", "8D");
        assert_eq!((mv.cards(), mv.calls()), (&cards("8S")[..], true));
    }

    #[test]
    fn careful_plays_all_cards_of_a_value_together() {
        assert_eq!(choice(Careful, "8S 3S 8H KS", "8D").cards().len(), 2);
    }

    #[test]
    fn careful_names_the_suit_of_its_last_card() {
        let mv = choice(Careful, "AS 3H", "8D");
        assert_eq!((mv.cards(), mv.calls()), (&cards("AS")[..], true));
        assert_eq!(mv.suit(), Some(croupier_games::cards::Suit::Hearts));
    }

    #[test]
    fn careful_calls_with_a_pass_that_may_draw_a_second_card_of_its_last_value() {
        let mv = choice(Careful, "3S", "8D");
        assert_eq!((mv.cards().len(), mv.calls()), (0, true));
    }
}
