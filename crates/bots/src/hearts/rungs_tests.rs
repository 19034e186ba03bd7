//! The flagship beats the players below it, with budgets that are steps: the same on every machine.

use croupier_games::hearts::Hearts;
use croupier_games::{Chance, Game, Seat, Seed};

use super::{Advanced, Careful, Flagship};
use crate::budget::Budget;
use crate::choose::Choose;

/// The share of these games that the one mind wins, each deal with both in every other seat.
fn share(one: &mut dyn Choose<Hearts>, other: &mut dyn Choose<Hearts>, seats: usize, games: u64) -> f64 {
    let mut wins = 0.0;
    for number in 0..games {
        let mut game = Hearts::deal(seats, &Default::default(), Seed::plain(2027).child(number / 2)).unwrap();
        let mut chance = Chance::new(Seed::plain(9).child(number));
        let is_one = |seat: Seat| u64::from(seat.0) % 2 == number % 2;
        while let Some(seat) = game.turn().next() {
            let view = game.view(seat);
            let card =
                if is_one(seat) { one.choose(view, &mut chance) } else { other.choose(view, &mut chance) };
            game.play(seat, card).unwrap();
        }
        wins +=
            Seat::all(seats).filter(|&seat| is_one(seat)).map(|seat| game.winners().share(seat)).sum::<f64>();
    }
    wins / games as f64
}

#[test]
fn the_flagship_of_two_beats_advanced_with_a_budget_of_a_thousand_steps() {
    let mut flagship = Flagship::from(Budget::Steps(1000));
    let share = share(&mut flagship, &mut Advanced, 2, 30);
    // Half would be luck, with a standard deviation of a tenth.
    assert!(share > 0.75, "{share}");
}

#[test]
fn the_flagship_of_four_beats_careful_with_a_budget_of_two_hundred_deals() {
    let mut flagship = Flagship::from(Budget::Steps(200));
    let share = share(&mut flagship, &mut Careful, 4, 60);
    // Half would be luck, with a standard deviation of a fifteenth; against advanced it takes hundreds of
    // games to tell.
    assert!(share > 0.62, "{share}");
}

#[test]
fn the_flagship_forgets_what_it_thought_before() {
    for seats in [2, 4] {
        forgets(seats);
    }
}

fn forgets(seats: usize) {
    let mut game = Hearts::deal(seats, &Default::default(), Seed::plain(5)).unwrap();
    let mut old = Flagship::from(Budget::Steps(500));
    for _ in 0..40 {
        let seat = game.turn().next().unwrap();
        let card = old.choose(game.view(seat), &mut Chance::new(Seed::plain(1)));
        let mut new = Flagship::from(Budget::Steps(500));
        assert_eq!(new.choose(game.view(seat), &mut Chance::new(Seed::plain(1))), card);
        game.play(seat, card).unwrap();
    }
}
