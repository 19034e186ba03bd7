//! The solvers agree with what is known of small games, and with each other.

#![allow(clippy::unwrap_used)] // A test may.

mod toys;

use croupier_bots::exact::{Open, Ranking, Tree, best_answers, worlds};
use croupier_games::jujitsu::{Jujitsu, JujitsuOptions};
use croupier_games::{Chance, Game, Seat, Seed, View};
use toys::{BET, FaceDown, Kuhn, Pennies, Scissors, TAKE, TURN, TicTacToe, Toy, ToyMove};

fn kuhn() -> Vec<Toy<Kuhn>> {
    Kuhn::deals().into_iter().map(Toy).collect()
}

#[test]
fn kuhns_poker_costs_an_eighteenth_to_begin() {
    let tree = Tree::new(&kuhn(), &Ranking);
    assert_eq!(tree.known.len(), 12);
    let strategy = tree.equilibrium(2000);
    let value = tree.value(&strategy, &strategy);
    assert!((value + 1.0 / 18.0).abs() < 1e-3, "{value}");
    assert!(tree.exploitability(&strategy) < 1e-3);
    let random = tree.at_random();
    assert!(tree.exploitability(&random) > 0.4 && tree.value(&random, &random) > 0.1);
}

#[test]
fn moves_at_the_same_time_are_mixed_as_theory_says() {
    let deal = |seed| vec![Toy::<Pennies>::deal(2, &Default::default(), Seed::plain(seed)).unwrap()];
    let tree = Tree::new(&deal(1), &Ranking);
    let strategy = tree.equilibrium(4000);
    assert!((tree.value(&strategy, &strategy) - 0.2).abs() < 1e-2);
    // Heads two times in five cannot be beaten, heads always can.
    let often = |heads: f64| tree.strategy(|_, mv| if mv == 0 { heads } else { 1.0 - heads });
    assert!((tree.best_answer(Seat(1), &often(0.4)) + 0.2).abs() < 1e-12);
    assert!((tree.best_answer(Seat(1), &often(1.0)) - 1.0).abs() < 1e-12);
    let scissors = vec![Toy::<Scissors>::deal(2, &Default::default(), Seed::plain(1)).unwrap()];
    let tree = Tree::new(&scissors, &Ranking);
    assert!(tree.exploitability(&tree.at_random()) < 1e-12);
    assert!(tree.exploitability(&tree.equilibrium(100)) < 1e-2);
}

#[test]
fn noughts_and_crosses_is_a_draw_for_every_solver() {
    let start = vec![Toy(TicTacToe::default())];
    let mut open = Open::new(Ranking);
    assert_eq!(open.value(&start).as_slice(), [0.0, 0.0]);
    let moves = open.moves(&start);
    assert!(moves.len() == 9 && moves.iter().all(|(_, worth)| *worth == 0.0));
    // A corner is answered in the middle or not at all.
    let mut corner = start[0].clone();
    corner.play(Seat(0), ToyMove(0)).unwrap();
    let good: Vec<u8> = open.moves(&[corner.clone()]).iter().filter(|m| m.1 == 0.0).map(|m| m.0.0).collect();
    assert_eq!(good, [4]);
    let tree = Tree::new(&[corner], &Ranking);
    let strategy = tree.equilibrium(60);
    let value = tree.value(&strategy, &strategy);
    assert!(value.abs() < 0.05, "{value}");
}

#[test]
fn what_nobody_knows_is_worth_its_average_and_what_will_be_seen_can_be_waited_for() {
    let deal = Toy::<FaceDown>::deal(2, &Default::default(), Seed::plain(1)).unwrap();
    let found =
        worlds::<Toy<FaceDown>>(deal.view(Seat(0)), &Ranking, 9, &mut Chance::new(Seed::plain(1))).unwrap();
    assert_eq!(found.len(), 4);
    let moves = Open::new(Ranking).moves(&found);
    assert_eq!(moves, [(ToyMove(TAKE), 1.0), (ToyMove(TURN), 1.75), (ToyMove(BET), 1.0)]);
    let alone = best_answers(&found, Seat(0), &Ranking, &mut |_| unreachable!("nobody else moves"));
    assert_eq!(alone, moves);
}

#[test]
fn all_worlds_that_fit_a_view_are_found_once() {
    let deal = kuhn().remove(0);
    let found =
        worlds::<Toy<Kuhn>>(deal.view(Seat(0)), &Ranking, 10, &mut Chance::new(Seed::plain(1))).unwrap();
    assert_eq!(
        found.iter().map(|world| world.0.cards[1]).collect::<std::collections::BTreeSet<_>>().len(),
        2
    );
    assert_eq!(found.len(), 2);
    let options = JujitsuOptions { rounds: vec![5] };
    let game = Jujitsu::deal(2, &options, Seed::plain(3)).unwrap();
    let found =
        |most| worlds::<Jujitsu>(game.view(Seat(1)), &Ranking, most, &mut Chance::new(Seed::plain(2)));
    // Two of five victory cards are seen: six orders of the others.
    assert_eq!(found(9).unwrap().len(), 6);
    assert!(found(5).is_none());
}

#[test]
fn the_best_answer_to_a_known_player_is_the_same_by_both_solvers() {
    // Seat 1 calls and bets with everything; what seat 0 makes of a jack, a queen and a king against that.
    let bold = |view: toys::ToyView<'_, Kuhn>| {
        let mut legal = Vec::new();
        view.legal(&mut legal);
        legal[1]
    };
    let tree = Tree::new(&kuhn(), &Ranking);
    let strategy = tree.strategy(|_, mv| if mv == 1 { 1.0 } else { 0.0 });
    let mut sum = 0.0;
    for card in 0..3 {
        let fits: Vec<Toy<Kuhn>> = kuhn().into_iter().filter(|deal| deal.0.cards[0] == card).collect();
        let answers = best_answers(&fits, Seat(0), &Ranking, &mut { bold });
        sum += answers.iter().map(|(_, worth)| *worth).fold(f64::MIN, f64::max) / 3.0;
    }
    assert!((sum - tree.best_answer(Seat(0), &strategy)).abs() < 1e-12, "{sum}");
    assert!((sum - 1.0 / 3.0).abs() < 1e-12, "{sum}");
}

#[test]
fn jujitsu_with_three_cards_is_even_and_its_equilibrium_is_found() {
    let options = JujitsuOptions { rounds: vec![3] };
    let deals: Vec<Jujitsu> =
        (0..60).map(|seed| Jujitsu::deal(2, &options, Seed::plain(seed)).unwrap()).collect();
    // All orders of three cards come among sixty deals, each about as often.
    let tree = Tree::new(&deals, &Ranking);
    let strategy = tree.equilibrium(1000);
    assert!(tree.value(&strategy, &strategy).abs() < 1e-3);
    assert!(tree.exploitability(&strategy) < 2e-3, "{}", tree.exploitability(&strategy));
    assert!(tree.exploitability(&tree.at_random()) > 0.05);
}
