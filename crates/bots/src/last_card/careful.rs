//! How a careful player judges a play: by what it leaves in the hand, and by what it does to the neighbours.
//!
//! It sees its hand and how many cards the others hold, not what they are. Everyone in a rollout plays like this, so
//! it has to be quick: what all plays of a turn have in common is left out, and only the differences are added up.

use croupier_games::cards::{CardSet, Suit};
use croupier_games::last_card::{ACE, FIVE, JACK, TEN, TWO};

use super::plays::each_sensible;
use super::position::{Play, Position};

/// Weights of the judgement, in hundredths of a turn; found by playing millions of games.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights {
    /// A point in the hand, by the fewest cards that another player holds: one, two, three, more.
    pub(super) point: [i32; 4],
    /// A value still to shed.
    pub(super) value: i32,
    /// What less it weighs where it is a two, five, ten or jack, which are of use.
    pub(super) keep: [i32; 4],
    /// The aces, as a value to shed.
    pub(super) ace: i32,
    /// A card yet unseen.
    pub(super) unseen: i32,
    /// A drawn card more, where the hand could end.
    pub(super) spoilt: i32,
    /// The two cards of an empty hand without the call.
    pub(super) no_call: i32,
    /// Nothing left that would fit if nobody played in between.
    pub(super) stuck: i32,
    /// A card left that would fit.
    pub(super) fit: i32,
    /// A suit among what is left.
    pub(super) suit: i32,
    /// Cards that can go in one play.
    pub(super) exit: i32,
    /// One of them fits.
    pub(super) exit_fits: i32,
    /// Each of them beyond the first.
    pub(super) exit_wide: i32,
    /// Such cards and an ace.
    pub(super) ace_exit: i32,
    /// Two values, and no ace.
    pub(super) near: i32,
    /// A card to draw for the next player, for each card they are short of six: by twos, by fives.
    pub(super) two: i32,
    /// See `two`.
    pub(super) five: i32,
    /// A missed turn of the next player, for each card they are short of six.
    pub(super) ten: i32,
    /// A turned direction, for each card the next player is shorter of six than the one before.
    pub(super) jack: i32,
    /// What a two, five, ten and jack gain where the next player has called, and an ace, and a new suit.
    pub(super) alarm: [i32; 6],
    /// Another turn at once, by three tens.
    pub(super) again: i32,
}

pub(super) const WEIGHTS: Weights = Weights {
    point: [49, 12, 6, -2],
    value: 119,
    keep: [10, 61, 5, -8],
    ace: 81,
    unseen: 200,
    spoilt: 0,
    no_call: 100,
    stuck: 63,
    fit: 7,
    suit: 26,
    exit: 200,
    exit_fits: 15,
    exit_wide: 0,
    ace_exit: 2,
    near: 0,
    two: 0,
    five: 3,
    ten: 5,
    jack: 10,
    alarm: [0, 0, 0, 0, 0, 5],
    again: 0,
};

/// What is the same for all plays of a turn.
struct Turn<'a> {
    weights: &'a Weights,
    hand: CardSet,
    /// Values in the hand but aces.
    values: u32,
    point: i32,
    /// How many cards the next player and the one before are short of six.
    short: [i32; 2],
    /// The next player may end.
    alarm: bool,
}

/// The play with the lightest burden, with the call where it may help.
#[inline]
pub(super) fn choose(position: &Position, weights: &Weights) -> Play {
    let seat = usize::from(position.to_move);
    let hand = position.hand();
    let may_end = position.called[seat];
    let turn = Turn::new(position, weights);
    let mut best = (turn.pass(position), Play::PASS);
    each_sensible(position, |play| {
        let burden = turn.burden(play, may_end, position.suit);
        if burden < best.0 {
            best = (burden, play);
        }
    });
    let play = best.1;
    Play { calls: calls(position, play, hand.without(play.cards)), ..play }
}

/// How much heavier the burden of a play is than the lightest one, for someone with this hand.
#[inline]
pub(super) fn regret(position: &Position, play: Play) -> i32 {
    let turn = Turn::new(position, &WEIGHTS);
    let may_end = position.called[usize::from(position.to_move)];
    let mut best = turn.pass(position);
    each_sensible(position, |other| best = best.min(turn.burden(other, may_end, position.suit)));
    turn.burden(play, may_end, position.suit).saturating_sub(best).max(0)
}

/// Whether to call: where what is left can go in one play, or may with the card that a pass draws, while calls are free.
#[inline]
pub(super) fn calls(position: &Position, play: Play, left: CardSet) -> bool {
    let is_free = position.calls[usize::from(position.to_move)] % 10 != 9;
    can_end(left) && (!play.cards.is_empty() || (is_free && position.punishment <= 1 && left.len() < 4))
}

impl<'a> Turn<'a> {
    #[inline]
    fn new(position: &Position, weights: &'a Weights) -> Self {
        let hand = position.hand();
        let next = position.seat_after(1);
        let sizes = [1, 2, 3].map(|places| position.hands[position.seat_after(places)].len());
        let smallest = sizes[0].min(sizes[1]).min(sizes[2]).clamp(1, 4);
        let short = |size: usize| (6 - size as i32).max(0);
        Self {
            weights,
            hand,
            values: (ranks(hand) >> 1).count_ones(),
            point: weights.point[smallest - 1],
            short: [short(sizes[0]), short(sizes[2])],
            alarm: position.called[next],
        }
    }

    /// What a pass leaves, compared with the hand.
    #[inline]
    fn pass(&self, position: &Position) -> i32 {
        let draws = i32::from(position.punishment.max(1));
        let aces = !self.hand.and(CardSet::of_rank(ACE)).is_empty();
        let fits = in_suit(self.hand, position.suit);
        let spoilt = if self.values == 1 && !aces { self.weights.spoilt } else { 0 };
        let suits = suits(self.hand) * self.weights.suit;
        draws * self.weights.unseen + spoilt + self.shape(self.values, self.hand, aces, fits) - suits
    }

    /// What a play leaves, compared with the hand.
    #[inline]
    fn burden(&self, play: Play, may_end: bool, suit_before: Suit) -> i32 {
        let w = self.weights;
        let left = self.hand.without(play.cards);
        if left.is_empty() {
            return if may_end { i32::MIN } else { w.no_call };
        }
        let rank = play.first.rank();
        let count = play.cards.len() as i32;
        let same = left.and(CardSet::of_rank(rank));
        let goes = same.is_empty();
        let cost = match rank {
            ACE => 5,
            TWO | FIVE => 2,
            _ => 1,
        };
        let mut burden = -cost * count * self.point;
        let mut values = self.values;
        if goes {
            burden -= match rank {
                ACE => w.ace,
                TWO => w.value - w.keep[0],
                FIVE => w.value - w.keep[1],
                TEN => w.value - w.keep[2],
                JACK => w.value - w.keep[3],
                _ => w.value,
            };
            values -= u32::from(rank != ACE);
        }
        let aces = !left.and(CardSet::of_rank(ACE)).is_empty();
        let fits = in_suit(left, play.suit) + if goes || rank == ACE { 0 } else { same.len() as i32 };
        if self.alarm && play.suit as u8 != suit_before as u8 {
            burden -= w.alarm[5];
        }
        burden + self.shape(values, left, aces, fits) - suits(left) * w.suit - self.trouble(rank, count)
    }

    /// How well what is left goes together.
    #[inline]
    fn shape(&self, values: u32, left: CardSet, aces: bool, fits: i32) -> i32 {
        let w = self.weights;
        let stuck = if fits == 0 && !aces { w.stuck } else { 0 };
        let fit = fits.min(3) * w.fit;
        let exit = match (values, aces) {
            (1, false) => {
                w.exit + w.exit_wide * (left.len() as i32 - 1) + if fits > 0 { w.exit_fits } else { 0 }
            }
            (1, true) => w.ace_exit,
            (2, false) => w.near,
            _ => 0,
        };
        stuck - fit - exit
    }

    /// What the cards do to the neighbours, the more the fewer cards they hold.
    #[inline]
    fn trouble(&self, rank: u8, count: i32) -> i32 {
        let w = self.weights;
        let alarm = |kind: usize| if self.alarm { w.alarm[kind] } else { 0 };
        match rank {
            ACE => alarm(4),
            TWO => self.short[0] * 2 * count * w.two + alarm(0),
            FIVE => self.short[0] * 5 * count * w.five + alarm(1),
            TEN if count == 3 => w.again,
            TEN => self.short[0] * w.ten + alarm(2),
            JACK if count % 2 == 1 => (self.short[0] - self.short[1]) * w.jack + alarm(3),
            _ => 0,
        }
    }
}

/// The ranks among some cards, bit n for rank n.
#[inline]
pub(super) fn ranks(cards: CardSet) -> u32 {
    let bits = cards.bits();
    (((bits | bits >> 13) | (bits >> 26 | bits >> 39)) & 0x1fff) as u32
}

/// Whether these cards could be the last play: all of one value, but not aces.
#[inline]
pub(super) fn can_end(left: CardSet) -> bool {
    let ranks = ranks(left);
    ranks > 1 && ranks & (ranks - 1) == 0
}

/// How many cards but aces are of a suit.
#[inline]
fn in_suit(cards: CardSet, suit: Suit) -> i32 {
    ((cards.bits() >> (suit as u8 * 13)) as u32 & 0x1ffe).count_ones() as i32
}

/// How many suits there are among some cards.
#[inline]
fn suits(cards: CardSet) -> i32 {
    let has = |suit: Suit| i32::from(!cards.and(CardSet::of_suit(suit)).is_empty());
    has(Suit::Spades) + has(Suit::Clubs) + has(Suit::Diamonds) + has(Suit::Hearts)
}
