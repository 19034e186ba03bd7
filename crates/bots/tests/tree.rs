//! The tree search finds what is known of small games, with steps that repeat.

#![allow(clippy::unwrap_used)] // A test may.

mod toys;

use croupier_bots::exact::{Open, Ranking};
use croupier_bots::{Budget, Random, TreeSearch};
use croupier_games::{Chance, Game, Seat, Seed, Turn};
use toys::{FaceDown, Kuhn, Pennies, Rules, ScoreThree, TURN, TicTacToe, Toy, ToyMove};

fn best<R: Rules>(game: &Toy<R>, seat: Seat, steps: u64, luck: u64) -> ToyMove {
    let mut search = TreeSearch::<Toy<R>, Random>::default();
    search.best(game.view(seat), Budget::Steps(steps).start(1), &mut Chance::new(Seed::plain(luck)))
}

#[test]
fn noughts_and_crosses_is_never_lost_to_perfect_or_random_play() {
    let mut open = Open::new(Ranking);
    for luck in 0..12 {
        let mut game = Toy(TicTacToe::default());
        let (own, mut chance) = (Seat((luck % 2) as u8), Chance::new(Seed::plain(luck)));
        while let Some(seat) = game.turn().next() {
            let mv = if seat == own {
                best(&game, seat, 4000, luck)
            } else if luck < 6 {
                let moves = open.moves(std::slice::from_ref(&game));
                let most = moves.iter().map(|mv| mv.1).fold(f64::MIN, f64::max);
                let good: Vec<ToyMove> = moves.iter().filter(|mv| mv.1 == most).map(|mv| mv.0).collect();
                good[chance.below(good.len())]
            } else {
                game.any(seat, &mut chance)
            };
            game.play(seat, mv).unwrap();
        }
        assert!(game.scores()[own.index()] >= 0.0, "luck {luck}: {game:?}");
    }
}

#[test]
fn score_four_of_three_by_three_by_three_is_played_nearly_perfectly() {
    let (mut moves, mut lost, mut at_random) = (0, 0.0, 0.0);
    for luck in 0..200 {
        let (mut game, mut chance) = (Toy(ScoreThree::default()), Chance::new(Seed::plain(luck)));
        let mut beads = 0;
        while beads < 13 && game.turn() != Turn::Over {
            let seat = game.turn().next().unwrap();
            game.play(seat, game.any(seat, &mut chance)).unwrap();
            beads += 1;
        }
        let Some(seat) = game.turn().next() else { continue };
        let worth = Open::new(Ranking).moves(std::slice::from_ref(&game));
        let most = worth.iter().map(|mv| mv.1).fold(f64::MIN, f64::max);
        if worth.iter().all(|mv| mv.1 == most) {
            continue;
        }
        let chosen = best(&game, seat, 3000, luck);
        moves += 1;
        lost += most - worth.iter().find(|mv| mv.0 == chosen).unwrap().1;
        at_random += worth.iter().map(|mv| most - mv.1).sum::<f64>() / worth.len() as f64;
        if moves == 12 {
            break;
        }
    }
    let (lost, at_random) = (lost / f64::from(moves), at_random / f64::from(moves));
    println!(
        "Score Three, thirteen beads lie: {moves} moves, {lost:.3} given away, {at_random:.3} at random"
    );
    assert!(moves == 12 && lost < 0.2 && at_random > 0.5, "{moves}, {lost}, {at_random}");
}

#[test]
fn hidden_cards_are_played_for_what_they_may_be() {
    for luck in 0..10 {
        for deal in Kuhn::deals() {
            let mut game = Toy(deal);
            game.play(Seat(0), ToyMove(1)).unwrap();
            // After a bet, the lowest card folds and the highest calls, whatever the other holds.
            match game.0.cards[1] {
                0 => assert_eq!(best(&game, Seat(1), 600, luck), ToyMove(0), "luck {luck}"),
                2 => assert_eq!(best(&game, Seat(1), 600, luck), ToyMove(1), "luck {luck}"),
                _ => {}
            }
        }
    }
}

#[test]
fn a_card_that_nobody_knows_is_turned_up_before_anything_is_bet_on_it() {
    for luck in 0..20 {
        let game = Toy::<FaceDown>::deal(2, &Default::default(), Seed::plain(luck)).unwrap();
        assert_eq!(best(&game, Seat(0), 2000, luck), ToyMove(TURN), "luck {luck}");
    }
}

#[test]
fn moves_at_the_same_time_are_mixed() {
    let game = Toy::<Pennies>::deal(2, &Default::default(), Seed::plain(1)).unwrap();
    for seat in [Seat(0), Seat(1)] {
        let heads = (0..60).filter(|&luck| best(&game, seat, 300, luck) == ToyMove(0)).count();
        assert!((10..=50).contains(&heads), "{heads} of 60 in seat {}", seat.0);
    }
}

#[test]
fn the_same_steps_and_luck_give_the_same_move_also_in_used_room() {
    let game = Toy(TicTacToe::default());
    let mut search = TreeSearch::<Toy<TicTacToe>, Random>::default();
    let mut once = |luck| {
        search.best(game.view(Seat(0)), Budget::Steps(50).start(1), &mut Chance::new(Seed::plain(luck)))
    };
    let first: Vec<ToyMove> = (0..20).map(&mut once).collect();
    assert_eq!(first, (0..20).map(&mut once).collect::<Vec<_>>());
    assert!(first.iter().any(|mv| *mv != first[0]));
}
