//! Single moves of Last Card. Its deck cannot be shrunk, so nothing is solved here: a move is worth what it
//! brings on average where everyone then plays on by the same simple ways, over worlds that the player has
//! not seen.

use croupier_bots::exact::{Goal, Ranking};
use croupier_games::last_card::{LastCard, LastCardMove};
use croupier_games::{Chance, Game, Seat, Seed};

use super::{Asked, Given, mover, play_until, player, strongest};

/// Worlds in which moves are weighed: first all of them, then the best of those and the one that was chosen.
const WORLDS: u64 = 100;

/// What these moves bring on average.
fn worth(
    game: &LastCard,
    seat: Seat,
    moves: &[LastCardMove],
    luck: Seed,
    policy: &mut Asked<LastCard>,
) -> Vec<(LastCardMove, f64)> {
    let mut worth: Vec<_> = moves.iter().map(|&mv| (mv, 0.0)).collect();
    for number in 0..WORLDS {
        let world = LastCard::imagine(game.view(seat), &mut Chance::new(luck.child(number)));
        for (mv, sum) in &mut worth {
            let mut game = world.clone();
            game.play(seat, *mv).unwrap();
            play_until(&mut game, policy, |_| false);
            *sum += Ranking.worth(&game, seat) / WORLDS as f64;
        }
    }
    worth
}

#[test]
fn few_points_of_last_card_are_given_away_by_a_move() {
    let (mut strongest, mut policy) = (strongest::<LastCard>(1000), player::<LastCard>("minmax"));
    let mut given = Given::default();
    for deal in 0..20_u64 {
        let mut game = LastCard::deal(4, &Default::default(), Seed::plain(deal)).unwrap();
        let turns = 4 + deal as u16;
        let late = |game: &LastCard| {
            let view = game.view(mover(game));
            view.turns() >= turns && (2..=5).contains(&view.hand().len()) && view.playable().len() > 1
        };
        if !play_until(&mut game, &mut policy, late) {
            continue;
        }
        let (seat, luck) = (mover(&game), Seed::plain(deal).child(1));
        let chosen = strongest.anew().choose(game.view(seat));
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        let first = worth(&game, seat, &legal, luck.child(1), &mut policy);
        let best =
            first.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best }).unwrap().0;
        let two = if best == chosen { vec![chosen] } else { vec![chosen, best] };
        let again = worth(&game, seat, &two, luck.child(2), &mut policy);
        // The chosen move may turn out to be the better one: luck falls on both sides, and is not cut off on
        // one.
        given.weigh(again[0].1, again.last().unwrap().1, &first);
    }
    given.hold("Last Card, two to five cards in hand, points", 0.6);
}
