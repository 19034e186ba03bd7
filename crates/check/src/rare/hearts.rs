//! What is rare in Hearts: hands of points on the first trick, voids, a moon under way, the end of a deal.

use croupier_games::cards::{Card, CardSet, Suit};
use croupier_games::hearts::{HEARTS, Hearts, HeartsOptions, POINT_CARDS, QUEEN_OF_SPADES};
use croupier_games::{Chance, Game, Seat, Seed};

use super::{Rare, forced};

const ACE_OF_HEARTS: Card = Card::new(Suit::Hearts, 12);
/// The cards of a hand with four at the table.
const HAND: usize = 13;
/// Most of the points, taken by one seat while nobody else has any.
const MOON_UNDER_WAY: u32 = 14;

pub(super) static RARE: &[Rare<Hearts>] = &[
    Rare::met("a forced card", 1, forced::<Hearts>),
    Rare::laid_out(
        "a hand of point cards alone on the first trick",
        3_500_000_000,
        points_alone,
        lay_out_points,
    ),
    Rare::laid_out(
        "no card of the suit led on the first trick, with the queen of spades",
        21,
        |game, seat| void_at_first(game, seat) && holds_queen(game, seat),
        |options, seed| lay_out_void(options, seed, QUEEN_OF_SPADES),
    ),
    Rare::laid_out(
        "no card of the suit led on the first trick, with hearts and without the queen",
        11,
        |game, seat| void_at_first(game, seat) && !holds_queen(game, seat),
        |options, seed| lay_out_void(options, seed, ACE_OF_HEARTS),
    ),
    Rare::met("no card of the suit led, with the queen of spades", 1, void_with_the_queen),
    Rare::met("a lead with hearts alone, none played yet", 4, hearts_alone),
    Rare::met("a moon under way, the bot's own", 1, |game, seat| {
        game.view(seat).points(seat) >= MOON_UNDER_WAY && others(game, seat) == 0
    }),
    Rare::met("a moon under way, another's", 1, |game, seat| {
        let view = game.view(seat);
        view.points(seat) == 0
            && Seat::all(view.seats())
                .any(|other| view.points(other) >= MOON_UNDER_WAY && others(game, other) == 0)
    }),
    Rare::met("the last card of a deal", 1, |game, seat| game.view(seat).hand().len() == 1),
    Rare::laid_out(
        "a game that goes on beyond its target, since two are lowest",
        50,
        beyond_target,
        lay_out_beyond_target,
    ),
];

fn others(game: &Hearts, seat: Seat) -> u32 {
    let view = game.view(seat);
    Seat::all(view.seats()).filter(|&other| other != seat).map(|other| view.points(other)).sum()
}

fn is_void(game: &Hearts, seat: Seat) -> bool {
    let view = game.view(seat);
    view.led().is_some_and(|suit| view.hand().and(CardSet::of_suit(suit)).is_empty())
}

fn points_alone(game: &Hearts, seat: Seat) -> bool {
    let view = game.view(seat);
    view.earlier().is_empty() && view.hand().without(POINT_CARDS).is_empty()
}

/// A point card is at hand, and so is another that has to be played in its place.
fn void_at_first(game: &Hearts, seat: Seat) -> bool {
    let view = game.view(seat);
    let hand = view.hand();
    let tempts = !hand.and(POINT_CARDS).is_empty() && !hand.without(POINT_CARDS).is_empty();
    view.earlier().is_empty() && is_void(game, seat) && tempts
}

fn holds_queen(game: &Hearts, seat: Seat) -> bool {
    game.view(seat).hand().contains(QUEEN_OF_SPADES)
}

fn void_with_the_queen(game: &Hearts, seat: Seat) -> bool {
    holds_queen(game, seat) && is_void(game, seat)
}

fn hearts_alone(game: &Hearts, seat: Seat) -> bool {
    let view = game.view(seat);
    view.led().is_none()
        && !view.hearts_broken()
        && view.hand().without(HEARTS).is_empty()
        && view.hand().len() > 1
}

fn beyond_target(game: &Hearts, seat: Seat) -> bool {
    let view = game.view(seat);
    Seat::all(view.seats()).any(|other| view.score(other) >= view.target())
}

/// A deal in which one seat has 13 of the 14 point cards.
fn lay_out_points(options: &HeartsOptions, seed: Seed) -> Option<(Hearts, Seat)> {
    let mut chance = Chance::new(seed);
    let mut points: Vec<Card> = POINT_CARDS.collect();
    chance.shuffle(&mut points);
    points.pop()?;
    with_hand(options, points, &mut chance)
}

/// A deal in which one seat has no club, this card, and hearts: the two of clubs is led, and all of them
/// tempt.
fn lay_out_void(options: &HeartsOptions, seed: Seed, tempting: Card) -> Option<(Hearts, Seat)> {
    let mut chance = Chance::new(seed);
    let mut draw = |from: CardSet, count: usize| {
        let mut cards: Vec<Card> = from.collect();
        chance.shuffle(&mut cards);
        cards.truncate(count);
        cards
    };
    let other = |suit| CardSet::of_suit(suit).without(POINT_CARDS);
    let mut hand = vec![tempting];
    hand.extend(draw(HEARTS.without(hand.iter().copied().collect()), 5));
    hand.extend(draw(other(Suit::Diamonds).or(other(Suit::Spades)), HAND - hand.len()));
    with_hand(options, hand, &mut chance)
}

/// A deal for four with this hand for one of them, in any order; the rest as luck has it.
fn with_hand(options: &HeartsOptions, mut hand: Vec<Card>, chance: &mut Chance) -> Option<(Hearts, Seat)> {
    let mut cards: Vec<Card> = CardSet::FULL.without(hand.iter().copied().collect()).collect();
    chance.shuffle(&mut cards);
    chance.shuffle(&mut hand);
    let bot = Seat(chance.below(4) as u8);
    let at = bot.index() * HAND;
    cards.splice(at..at, hand);
    let game = Hearts::with_cards(options, &[0; 4], cards.try_into().ok()?, chance.seed()).ok()?;
    Some((game, bot))
}

/// Any deal after which somebody has the target and two share the lowest score.
fn lay_out_beyond_target(options: &HeartsOptions, seed: Seed) -> Option<(Hearts, Seat)> {
    let mut chance = Chance::new(seed);
    let mut cards = Card::deck();
    chance.shuffle(&mut cards);
    let target = options.target;
    let mut scores = [target * 2 / 5, target * 2 / 5, target + 4, target * 3 / 4];
    chance.shuffle(&mut scores);
    let bot = Seat(chance.below(4) as u8);
    let game = Hearts::with_cards(options, &scores, cards.as_slice().try_into().ok()?, chance.seed()).ok()?;
    Some((game, bot))
}
