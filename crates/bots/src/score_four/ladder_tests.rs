//! Each rung of Score Four beats the one below it, and more steps beat fewer: measured over games that never
//! change.
//!
//! Games begin with beads by luck, each opening with both seatings: players that draw no luck would otherwise
//! play one game again and again, and a hundred copies of a game prove no more than one.

use croupier_games::score_four::{Location, ScoreFour};
use croupier_games::{Chance, Game, Seat, Seed};
use croupier_record::{Ask, Player};

use super::position::Position;
use super::testing::any_of;
use crate::house;

/// So many of its own standard errors count as clear.
const CLEAR: f64 = 3.0;
/// Beads of an opening.
const OPENING: u32 = 6;

type BoxedPlayer = Box<dyn Player<ScoreFour>>;

/// By how many of its own standard errors one player makes more than half of the points, over so many pairs
/// of games.
fn ahead(one: &str, other: &str, pairs: u64) -> f64 {
    let seat = |name: &str| house::seat::<ScoreFour>(&house::find::<ScoreFour>(name).unwrap()).unwrap();
    let mut players = [seat(one), seat(other)];
    let leads: Vec<f64> =
        (0..pairs).map(|number| lead(&mut players, Seed::plain(2026).child(number))).collect();
    let mean = leads.iter().sum::<f64>() / pairs as f64;
    let spread = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (pairs - 1) as f64;
    mean / (spread / pairs as f64).sqrt().max(1e-9)
}

/// What the first player makes of an opening in both seats, more than half.
fn lead(players: &mut [BoxedPlayer; 2], seed: Seed) -> f64 {
    let opening = opening(&mut Chance::new(seed));
    [0, 1].map(|white| points(opening.clone(), players, white)).iter().sum::<f64>() / 2.0 - 0.5
}

/// A game with a few beads by luck in which nobody can win at once.
fn opening(chance: &mut Chance) -> ScoreFour {
    loop {
        let mut game = ScoreFour::deal(2, &Default::default(), Seed::plain(0)).unwrap();
        loop {
            let seat = game.turn().next().unwrap();
            let position = Position::of(game.view(seat).board(), game.view(seat).colour());
            if position.winning() | position.threatened() != 0 {
                break;
            }
            if position.count() == OPENING {
                return game;
            }
            let peg = any_of(position.playable(), chance).trailing_zeros() % 16;
            game.play(seat, Location::ALL[peg as usize]).unwrap();
        }
    }
}

/// The points of the first player, where `white` of the two sits in seat 0.
fn points(mut game: ScoreFour, players: &mut [BoxedPlayer; 2], white: usize) -> f64 {
    while let Some(seat) = game.turn().next() {
        let ask = Ask { number: 0, view: game.view(seat), refused: None, memory: None };
        let at = players[(white + seat.index()) % 2].answer(ask).unwrap().mv;
        game.play(seat, at).unwrap();
    }
    game.scores()[Seat(white as u8).index()]
}

#[test]
fn each_rung_beats_the_one_below() {
    for (one, other, pairs) in [
        ("minmax", "basic", 10),
        ("minmax", "one-ply", 20),
        ("advanced", "minmax", 30),
        ("flagship@16000", "advanced", 40),
    ] {
        let lead = ahead(one, other, pairs);
        assert!(lead > CLEAR, "{one} is ahead of {other} by {lead:.1} standard errors");
    }
}

#[test]
fn the_flagship_is_stronger_with_ten_times_the_steps() {
    let lead = ahead("flagship@20000", "flagship@2000", 30);
    assert!(lead > CLEAR, "ten times the steps are ahead by {lead:.1} standard errors");
}
