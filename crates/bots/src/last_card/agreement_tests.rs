//! The position for rollouts and the plays worth a thought agree with the rules, move for move.

use croupier_games::cards::{Card, CardSet};
use croupier_games::last_card::{End, LastCard, LastCardMove, SEATS};
use croupier_games::{Chance, Game, Seat, Seed};

use super::plays::{each_sensible, each_thinkable};
use super::position::{Draw, Play, Position, Stands};
use super::worlds::Worlds;

/// Draws the cards that the real game drew, in its order.
struct CardScript(Vec<Card>);

impl Draw for CardScript {
    fn draw(&mut self, deck: CardSet) -> Card {
        let card = self.0.remove(0);
        assert!(deck.contains(card));
        card
    }
}

/// The position of a real game, with all that is hidden.
pub(super) fn seen_through(game: &LastCard) -> Position {
    let view = game.view(game.view(Seat(0)).to_move());
    let mut position = *Worlds::of(&view).open();
    position.hands = std::array::from_fn(|seat| game.view(Seat(seat as u8)).hand());
    let held = position.hands.into_iter().fold(position.played, CardSet::or);
    position.deck = CardSet::FULL.without(held);
    position.stands = match view.end() {
        None => Stands::Open,
        Some(End::Won(_)) => Stands::Won,
        Some(End::OutOfTurns) => Stands::OutOfTurns,
    };
    position
}

/// A legal move as a play.
pub(super) fn play_of(mv: LastCardMove) -> Play {
    let Some((&first, &last)) = mv.cards().first().zip(mv.cards().last()) else {
        return Play { calls: mv.calls(), ..Play::PASS };
    };
    let play = Play::of(mv.cards().iter().copied().collect(), first, last);
    Play { suit: mv.suit().unwrap_or(play.suit), calls: mv.calls(), ..play }
}

/// What the seat drew between two positions of a real game.
fn drawn(before: &LastCard, after: &LastCard, seat: Seat, mv: LastCardMove) -> Vec<Card> {
    let kept = before.view(seat).hand().without(mv.cards().iter().copied().collect());
    after.view(seat).hand_in_order()[kept.len()..].to_vec()
}

/// Looks at the positions of random games.
fn through_games(seeds: std::ops::Range<u64>, mut look: impl FnMut(&LastCard, Seat)) {
    for seed in seeds {
        let mut game = LastCard::deal(SEATS, &Default::default(), Seed::plain(seed)).unwrap();
        let mut chance = Chance::new(Seed::plain(seed).child(1));
        while let Some(seat) = game.turn().next() {
            look(&game, seat);
            game.play(seat, game.any(seat, &mut chance)).unwrap();
        }
    }
}

#[test]
fn every_legal_move_leads_to_the_position_that_the_rules_lead_to() {
    let mut moves = Vec::new();
    let mut tried = 0;
    through_games(0..150, |game, seat| {
        game.legal(seat, &mut moves);
        for &mv in &moves {
            let mut after = game.clone();
            after.play(seat, mv).unwrap();
            let mut position = seen_through(game);
            let mut script = CardScript(drawn(game, &after, seat, mv));
            position.play(play_of(mv), &mut script);
            assert_eq!(script.0, [], "{mv:?}");
            let mut expected = seen_through(&after);
            // Once it is over nobody is to move, and what a finishing card would have done is not carried
            // out.
            if expected.stands != Stands::Open {
                expected.to_move = position.to_move;
            }
            assert_eq!(position, expected, "{mv:?}");
            for seat in Seat::all(SEATS) {
                assert_eq!(position.points(seat.index()), after.points(seat));
            }
            tried += 1;
        }
    });
    assert!(tried > 50_000, "{tried}");
}

#[test]
fn every_play_worth_a_thought_is_legal_and_none_that_differs_is_forgotten() {
    let mut moves = Vec::new();
    through_games(200..300, |game, seat| {
        game.legal(seat, &mut moves);
        let position = seen_through(game);
        let mut thinkable: Vec<Play> = Vec::new();
        each_thinkable(&position, |play| thinkable.push(play));
        each_sensible(&position, |play| assert!(game.clone().play(seat, play.to_move()).is_ok(), "{play:?}"));
        for play in &thinkable {
            assert!(game.clone().play(seat, play.to_move()).is_ok(), "{play:?}");
            assert_eq!(play_of(play.to_move()), *play);
        }
        for &mv in &moves {
            let play = play_of(mv);
            let same =
                |other: &Play| (other.cards, other.last, other.suit) == (play.cards, play.last, play.suit);
            // Which ace ends on top of several is all the same.
            let aces = |other: &Play| (other.cards, other.suit) == (play.cards, play.suit);
            let is_ace = play.first.rank() == 0;
            assert!(thinkable.iter().any(|other| same(other) || is_ace && aces(other)), "{mv:?}");
        }
    });
}
