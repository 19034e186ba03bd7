//! What is rare in Hearts: hands of points on the first trick, voids, a moon under way, the end of a deal.

use croupier_games::cards::{Card, CardSet};
use croupier_games::hearts::{HEARTS, Hearts, HeartsOptions, POINT_CARDS, QUEEN_OF_SPADES};
use croupier_games::{Chance, Game, Seat, Seed};

use super::{Rare, Reach, forced};

/// Most of the points, taken by one seat while nobody else has any.
const MOON_UNDER_WAY: u32 = 14;

pub(super) static RARE: &[Rare<Hearts>] = &[
    Rare::met("a forced card", forced::<Hearts>),
    Rare {
        name: "a hand of point cards alone on the first trick",
        holds: points_alone,
        reach: Reach::LayOut(lay_out_points),
    },
    Rare::met("no card of the suit led on the first trick", void_at_first),
    Rare::met("no card of the suit led, with the queen of spades", void_with_the_queen),
    Rare::met("a lead with hearts alone, none played yet", hearts_alone),
    Rare::met("a moon under way, the bot's own", |game, seat| {
        game.view(seat).points(seat) >= MOON_UNDER_WAY && others(game, seat) == 0
    }),
    Rare::met("a moon under way, another's", |game, seat| {
        let view = game.view(seat);
        view.points(seat) == 0
            && Seat::all(view.seats())
                .any(|other| view.points(other) >= MOON_UNDER_WAY && others(game, other) == 0)
    }),
    Rare::met("the last card of a deal", |game, seat| game.view(seat).hand().len() == 1),
    Rare {
        name: "a game that goes on beyond its target, since two are lowest",
        holds: beyond_target,
        reach: Reach::LayOut(lay_out_beyond_target),
    },
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

fn void_at_first(game: &Hearts, seat: Seat) -> bool {
    game.view(seat).earlier().is_empty() && is_void(game, seat)
}

fn void_with_the_queen(game: &Hearts, seat: Seat) -> bool {
    game.view(seat).hand().contains(QUEEN_OF_SPADES) && is_void(game, seat)
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

/// A deal in which one seat has 13 of the 14 point cards, up to that seat's first card.
fn lay_out_points(seed: Seed) -> Option<(Hearts, Seat)> {
    let mut chance = Chance::new(seed);
    let mut points: Vec<Card> = POINT_CARDS.collect();
    chance.shuffle(&mut points);
    let spare = points.pop()?;
    let mut cards: Vec<Card> = CardSet::FULL.without(POINT_CARDS).collect();
    cards.push(spare);
    chance.shuffle(&mut cards);
    let bot = Seat(chance.below(4) as u8);
    let at = bot.index() * points.len();
    cards.splice(at..at, points);
    let game = up_to(bot, &cards, &[0; 4], &mut chance)?;
    points_alone(&game, bot).then_some((game, bot))
}

/// Any deal after which somebody has the target and two share the lowest score, up to the bot's first card.
fn lay_out_beyond_target(seed: Seed) -> Option<(Hearts, Seat)> {
    let mut chance = Chance::new(seed);
    let mut cards = Card::deck();
    chance.shuffle(&mut cards);
    let mut scores = [40, 40, 104, 76];
    chance.shuffle(&mut scores);
    let bot = Seat(chance.below(4) as u8);
    let game = up_to(bot, &cards, &scores, &mut chance)?;
    beyond_target(&game, bot).then_some((game, bot))
}

/// A deal of these cards, played by anyone up to this seat's first card.
fn up_to(seat: Seat, cards: &[Card], scores: &[u32], chance: &mut Chance) -> Option<Hearts> {
    let mut game =
        Hearts::with_cards(&HeartsOptions::default(), scores, cards.try_into().ok()?, chance.seed()).ok()?;
    while game.turn().next()? != seat {
        let next = game.turn().next()?;
        let card = game.any(next, chance);
        game.play(next, card).ok()?;
    }
    Some(game)
}
