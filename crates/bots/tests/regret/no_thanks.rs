//! The last cards of No Thanks!: what is hidden is hidden from all.

use croupier_bots::exact::{Open, Ranking, worlds};
use croupier_games::no_thanks::{NoThanks, ROUNDS};
use croupier_games::{Chance, Game, Seed};

use super::{Given, mover, play_until, player, strongest};

const DEALS: u64 = 60;

/// What is given away with one card open and one hidden.
fn given_away(seats: usize) -> Given {
    let (mut flagship, mut policy) = (strongest::<NoThanks>(2000), player::<NoThanks>("minmax"));
    let mut given = Given::default();
    for deal in 0..DEALS {
        let mut game = NoThanks::deal(seats, &Default::default(), Seed::plain(deal)).unwrap();
        let open = ROUNDS as u8 - 1;
        let late = |game: &NoThanks| game.view(mover(game)).round() >= open;
        if !play_until(&mut game, &mut policy, late) {
            continue;
        }
        let view = game.view(mover(&game));
        let fitting = worlds::<NoThanks>(view, &Ranking, 1000, &mut Chance::new(Seed::plain(deal))).unwrap();
        let worth = Open::new(Ranking).moves(&fitting);
        given.add(flagship.anew().choose(view), &worth);
    }
    given
}

#[test]
fn little_penalty_is_given_away_at_the_last_cards_of_no_thanks() {
    given_away(2).hold("No Thanks!, 2 players, one card hidden, penalty", 0.5);
    given_away(5).hold("No Thanks!, 5 players, one card hidden, penalty", 0.5);
}
