//! Each player that gives marks beats the one below it: measured over games that never change.

use croupier_games::hearts::Hearts;
use croupier_games::{Chance, Game, Seat, Seed};

use super::{Advanced, MinMax};
use crate::choose::{Choose, Random};

/// How many of these games the even seats win, all of them with the one mind against the other in the odd
/// seats.
fn wins(one: &mut dyn Choose<Hearts>, other: &mut dyn Choose<Hearts>, seats: usize, games: u64) -> f64 {
    let mut wins = 0.0;
    for number in 0..games {
        let mut game = Hearts::deal(seats, &Default::default(), Seed::plain(2026).child(number)).unwrap();
        let mut chance = Chance::new(Seed::plain(7).child(number));
        while let Some(seat) = game.turn().next() {
            let view = game.view(seat);
            let even = seat.0 % 2 == 0;
            let card = if even { one.choose(view, &mut chance) } else { other.choose(view, &mut chance) };
            game.play(seat, card).unwrap();
        }
        wins += Seat::all(seats).step_by(2).map(|seat| game.winners().share(seat)).sum::<f64>();
    }
    wins
}

#[test]
fn minmax_beats_basic_two_times_in_three() {
    for seats in [2, 4] {
        let wins = wins(&mut MinMax, &mut Random, seats, 90);
        assert!(wins > 58.0, "{wins} of 90 at a table of {seats}");
    }
}

#[test]
fn advanced_beats_minmax_more_often_than_luck_would() {
    // Half would be luck, and five is the standard deviation of a hundred.
    for seats in [2, 4] {
        let wins = wins(&mut Advanced, &mut MinMax, seats, 100);
        assert!(wins > 58.0, "{wins} of 100 at a table of {seats}");
    }
}

#[test]
fn the_same_luck_gives_the_same_card() {
    let game = Hearts::deal(4, &Default::default(), Seed::plain(5)).unwrap();
    let view = game.view(game.turn().next().unwrap());
    let card = |seed| Advanced.choose(view, &mut Chance::new(Seed::plain(seed)));
    assert_eq!(card(3), card(3));
}
