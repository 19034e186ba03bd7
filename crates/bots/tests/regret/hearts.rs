//! The last tricks of Hearts: between two all cards are known; with four, against players whose ways are
//! known.

use croupier_bots::exact::{Goal, Open, best_answers, worlds};
use croupier_games::hearts::Hearts;
use croupier_games::{Chance, Game, Seat, Seed, Turn};

use super::{Given, mover, play_until, player, strongest};

/// One deal: what it costs the others on average, less what it costs oneself.
struct Deal(u32);

impl Goal<Hearts> for Deal {
    fn is_over(&self, game: &Hearts) -> bool {
        game.turn() == Turn::Over || game.view(Seat(0)).deal() != self.0
    }

    fn worth(&self, game: &Hearts, seat: Seat) -> f64 {
        let scores = game.scores();
        let others = scores.iter().sum::<f64>() - scores[seat.index()];
        others / (scores.len() - 1) as f64 - scores[seat.index()]
    }
}

/// First deals of games in which everyone has so many cards left, and someone has to lead or follow.
fn positions(seats: usize, cards: usize) -> impl Iterator<Item = Hearts> {
    let mut policy = player::<Hearts>("minmax");
    (0..200).filter_map(move |deal| {
        let mut game = Hearts::deal(seats, &Default::default(), Seed::plain(deal)).unwrap();
        // In one deal the leader is asked, in the next whoever plays after.
        let late = |game: &Hearts| {
            let view = game.view(mover(game));
            view.hand().len() <= cards && view.trick().cards().len() as u64 == deal % seats as u64
        };
        let reached = play_until(&mut game, &mut policy, late) && game.view(Seat(0)).deal() == 1;
        reached.then_some(game)
    })
}

#[test]
fn few_points_of_hearts_are_given_away_in_the_last_five_tricks_of_two() {
    let mut strongest = strongest::<Hearts>(5000);
    let mut given = Given::default();
    for game in positions(2, 5) {
        if given.is_enough() {
            break;
        }
        let worth = Open::new(Deal(1)).moves(std::slice::from_ref(&game));
        given.add(strongest.anew().choose(game.view(mover(&game))), &worth);
    }
    given.hold("Hearts, 2 players, five tricks left, points", 1.0);
}

#[test]
fn few_points_of_hearts_are_given_away_in_the_last_three_tricks_of_four() {
    let (mut strongest, mut policy) = (strongest::<Hearts>(5000), player::<Hearts>("minmax"));
    let mut given = Given::default();
    for (number, game) in positions(4, 3).enumerate() {
        if given.is_enough() {
            break;
        }
        let (seat, mut chance) = (mover(&game), Chance::new(Seed::plain(number as u64)));
        let view = game.view(seat);
        let fitting = worlds::<Hearts>(view, &Deal(1), 2000, &mut chance).unwrap();
        let worth = best_answers(&fitting, seat, &Deal(1), &mut |view| policy.choose(view));
        given.add(strongest.anew().choose(view), &worth);
    }
    given.hold("Hearts, 4 players, three tricks left, points", 0.5);
}
