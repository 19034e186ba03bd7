//! The rules of Psychological Jujitsu as claims, and the small matches that the other files test with.

use super::*;
use crate::game::Move;

/// A match whose first round draws the victory cards in this order.
pub(super) fn stacked(rounds: &[u8], pile: &[u8]) -> Jujitsu {
    let mut game = dealt(rounds, 1);
    assert_eq!(pile.len(), usize::from(game.cards));
    game.pile[..pile.len()].copy_from_slice(pile);
    game
}

pub(super) fn dealt(rounds: &[u8], seed: u64) -> Jujitsu {
    Jujitsu::deal(2, &JujitsuOptions { rounds: rounds.to_vec() }, Seed::plain(seed)).unwrap()
}

/// Both seats bid, turn after turn.
pub(super) fn bid(game: &mut Jujitsu, turns: &[[i32; 2]]) {
    for [first, second] in turns {
        game.play(Seat(0), Bid(*first)).unwrap();
        game.play(Seat(1), Bid(*second)).unwrap();
    }
}

/// Plays on with random bids, one in eight of them missing, and calls `see` before each and at the end.
pub(super) fn play_out(game: &mut Jujitsu, seed: u64, mut see: impl FnMut(&Jujitsu)) {
    let mut chance = Chance::new(Seed::plain(seed));
    while let Turn::Waiting(seats) = game.turn() {
        see(game);
        let seat = seats.into_iter().nth(chance.below(seats.len())).unwrap();
        if chance.one_in(8) {
            assert_eq!(game.refuse(seat, None), Refusal::Played);
        } else {
            game.play(seat, game.any(seat, &mut chance)).unwrap();
        }
    }
    see(game);
}

#[test]
fn the_higher_bid_wins_the_victory_card() {
    let mut game = stacked(&[3], &[2, 3, 1]);
    bid(&mut game, &[[1, 2], [3, 1]]);
    assert_eq!(game.points, [3, 2]);
    assert_eq!(game.scores().as_slice(), [3.0, 2.0]);
}

#[test]
fn on_a_tie_the_lot_stays_and_goes_to_the_next_winner() {
    let mut game = stacked(&[4], &[4, 1, 3, 2]);
    bid(&mut game, &[[1, 1], [2, 2]]);
    assert_eq!((game.points, game.lot()), ([0, 0], &[4, 1, 3][..]));
    bid(&mut game, &[[3, 4]]);
    assert_eq!((game.points, game.lot()), ([0, 8], &[2][..]));
}

#[test]
fn a_lot_not_won_at_the_end_of_a_round_is_lost() {
    let mut game = stacked(&[3, 3], &[1, 2, 3]);
    bid(&mut game, &[[3, 1], [2, 2], [1, 3]]);
    assert_eq!(game.points, [1, 5]);
    let mut game = stacked(&[3, 3], &[1, 2, 3]);
    bid(&mut game, &[[3, 1], [1, 3], [2, 2]]);
    assert_eq!((game.points, game.round), ([1, 2], 1));
    let first = game.pile[0];
    bid(&mut game, &[[2, 1]]);
    assert_eq!(game.points, [1 + u32::from(first), 2]);
}

#[test]
fn the_last_lot_stays_on_the_table_if_nobody_wins_it() {
    let mut game = stacked(&[3], &[3, 1, 2]);
    bid(&mut game, &[[1, 2], [3, 3], [2, 1]]);
    assert_eq!((game.turn(), game.lot()), (Turn::Over, &[][..]));
    let mut game = stacked(&[3], &[3, 1, 2]);
    bid(&mut game, &[[1, 2], [2, 1], [3, 3]]);
    assert_eq!((game.turn(), game.lot()), (Turn::Over, &[2][..]));
    let mut game = stacked(&[3], &[3, 1, 2]);
    bid(&mut game, &[[1, 1], [2, 2], [3, 3]]);
    assert_eq!((game.points, game.lot()), ([0, 0], &[3, 1, 2][..]));
}

#[test]
fn every_round_has_its_own_number_of_cards_and_a_turn_for_each() {
    let mut game = dealt(&[4, 5, 10, 10], 3);
    let mut turns = [0; 4];
    while !game.is_over() {
        turns[usize::from(game.round)] += 1;
        assert_eq!(game.hands.map(Cards::len), [usize::from(game.turns_left()); 2]);
        let high = i32::from(game.hands[0].highest().unwrap());
        let low = i32::from(game.hands[1].lowest().unwrap());
        bid(&mut game, &[[high, low]]);
    }
    assert_eq!(turns, [4, 5, 10, 10]);
}

#[test]
fn points_add_up_over_the_rounds_with_91_to_win_in_a_round_of_13() {
    let mut game = dealt(&[13, 13, 13], 8);
    for _ in 0..3 {
        // The one who bids 13 against 1, 12 against 2 … gets what the other does not; 7 against 7 only waits.
        let turns: Vec<[i32; 2]> = (1..=13).map(|card| [card, 14 - card]).collect();
        bid(&mut game, &turns);
    }
    assert_eq!((game.turn(), game.points[0] + game.points[1]), (Turn::Over, 273));
}

#[test]
fn both_owe_a_bid_until_one_has_bid_and_then_the_other() {
    let mut game = dealt(&[5], 1);
    for first in [Seat(0), Seat(1)] {
        let second = Seat(1 - first.0);
        assert_eq!(game.turn(), Turn::Waiting(Seats::only(Seat(0)).with(Seat(1))));
        game.play(first, game.any(first, &mut Chance::new(Seed::plain(1)))).unwrap();
        assert_eq!(game.turn(), Turn::of(second));
        game.play(second, game.any(second, &mut Chance::new(Seed::plain(2)))).unwrap();
    }
}

#[test]
fn who_bids_first_makes_no_difference() {
    let (mut one, mut two) = (dealt(&[3], 1), dealt(&[3], 1));
    one.play(Seat(0), Bid(3)).unwrap();
    one.refuse(Seat(1), None);
    two.refuse(Seat(1), None);
    two.play(Seat(0), Bid(3)).unwrap();
    assert_eq!(one, two);
}

#[test]
fn what_is_not_legal_is_refused_and_changes_nothing() {
    let numbers = (-70..140).chain([i32::MIN, i32::MAX, 256 + 3, 1 << 16]);
    let bids: Vec<Bid> = numbers.map(Bid).chain((0..300).filter_map(Bid::from_code)).collect();
    play_out(&mut dealt(&[5, 3], 6), 7, |game| {
        for seat in [0, 1, 2, 7, 8, 9, 255].map(Seat) {
            for &bid in &bids {
                let mut after = game.clone();
                let owed = seat.0 < 2 && game.turn().awaits(seat);
                match after.play(seat, bid) {
                    Ok(()) => assert!(owed && game.hands[seat.index()].numbered(bid.0).is_some()),
                    Err(error) => {
                        assert_eq!(&after, game, "{seat:?} {bid:?}");
                        let breach = Illegal::Breach(Breach::NotInHand(bid.0));
                        assert_eq!(error, if owed { breach } else { Illegal::NotToMove });
                    }
                }
            }
        }
    });
}

#[test]
fn a_bid_cannot_be_taken_back() {
    let mut game = dealt(&[5], 1);
    game.play(Seat(1), Bid(2)).unwrap();
    assert_eq!(game.play(Seat(1), Bid(3)), Err(Illegal::NotToMove));
}

#[test]
fn a_card_is_spent_whoever_wins_and_comes_back_in_the_next_round() {
    let mut game = dealt(&[3, 3], 1);
    bid(&mut game, &[[1, 3]]);
    assert_eq!(game.play(Seat(0), Bid(1)), Err(Illegal::Breach(Breach::NotInHand(1))));
    assert_eq!(game.play(Seat(1), Bid(3)), Err(Illegal::Breach(Breach::NotInHand(3))));
    bid(&mut game, &[[2, 2], [3, 1], [1, 3]]);
}

#[test]
fn a_missing_bid_plays_every_card_of_the_hand_equally_often() {
    let mut seen = [0_u32; 6];
    for n in 0..8000 {
        let mut game = dealt(&[5], n);
        bid(&mut game, &[[4, 4]]);
        game.refuse(Seat(1), None);
        game.play(Seat(0), Bid(1)).unwrap();
        seen[usize::from(game.past()[1].bid(Seat(1)))] += 1;
    }
    // 2,000 expected; five standard deviations are 194.
    assert!([1, 2, 3, 5].iter().all(|&card: &usize| seen[card].abs_diff(2000) < 194), "{seen:?}");
    assert_eq!(seen[4], 0);
}

#[test]
fn random_bids_of_both_seats_and_of_all_turns_are_drawn_apart() {
    let mut game = dealt(&[60, 60], 5);
    let mut drawn = Vec::new();
    for _ in 0..60 {
        drawn.push([0, 1].map(|seat| game.random_bid(Seat(seat)).unwrap()));
        let low = i32::from(game.hands[0].lowest().unwrap());
        bid(&mut game, &[[low, low]]);
    }
    drawn.push([0, 1].map(|seat| game.random_bid(Seat(seat)).unwrap()));
    assert!(drawn.iter().filter(|[one, two]| one == two).count() < 15, "{drawn:?}");
    assert_ne!(drawn[0], drawn[60]);
}

#[test]
fn refusals_never_change_the_piles() {
    let (mut one, mut two) = (dealt(&[7, 9, 5], 11), dealt(&[7, 9, 5], 11));
    let mut piles = [Vec::new(), Vec::new()];
    play_out(&mut one, 1, |game| piles[0].push((game.round, game.pile().to_vec())));
    while let Some(seat) = two.turn().next() {
        piles[1].push((two.round, two.pile().to_vec()));
        two.refuse(seat, None);
    }
    piles.iter_mut().for_each(Vec::dedup);
    assert_eq!(piles[0], piles[1]);
    assert_eq!(piles[0].len(), 3);
}

#[test]
fn every_victory_card_comes_first_and_last_equally_often_in_every_round() {
    let mut seen = [[0_u32; 5]; 4];
    for n in 0..10_000 {
        let mut game = dealt(&[5, 5], n);
        for round in 0..2 {
            seen[round * 2][usize::from(game.pile()[0]) - 1] += 1;
            seen[round * 2 + 1][usize::from(game.pile()[4]) - 1] += 1;
            bid(&mut game, &[[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]]);
        }
    }
    // 2,000 expected; five standard deviations are 200.
    assert!(seen.iter().flatten().all(|&n| n.abs_diff(2000) < 200), "{seen:?}");
}

#[test]
fn the_piles_and_random_bids_of_a_seed_never_change() {
    let mut game = dealt(&[5, 5], 2026);
    let mut piles = Vec::new();
    for _ in 0..2 {
        piles.push((game.pile().to_vec(), [0, 1].map(|seat| game.random_bid(Seat(seat)).unwrap())));
        bid(&mut game, &[[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]]);
    }
    // Records of version 1 hold no cards: they need these to be replayed.
    assert_eq!(piles, [(vec![1, 5, 3, 4, 2], [3, 1]), (vec![4, 5, 3, 1, 2], [4, 2])]);
}

#[test]
fn each_victory_card_is_won_once_or_lost() {
    for seed in 0..200 {
        let mut game = dealt(&[3, 8, 5], seed);
        let mut lost = [0; 3];
        play_out(&mut game, seed, |game| {
            // After the last turn of a round its lot is the tail of ties in the round before.
            let round = usize::from(game.round);
            if game.turn == 0 && round > 0 {
                lost[round - 1] = unclaimed(game.past());
            } else if game.is_over() {
                lost[round] = unclaimed(game.past());
                assert_eq!(
                    lost[round],
                    game.lot().iter().map(|&card| u32::from(card)).sum::<u32>(),
                    "seed {seed}"
                );
            }
        });
        assert_eq!(game.points.iter().chain(&lost).sum::<u32>(), 6 + 36 + 15, "seed {seed}");
    }
}

fn unclaimed(turns: &[PastTurn]) -> u32 {
    turns.iter().rev().take_while(|turn| turn.winner().is_none()).map(|turn| u32::from(turn.drawn())).sum()
}

#[test]
fn the_longest_match_can_be_played() {
    let mut game = dealt(&[MOST_CARDS; MOST_ROUNDS], 1);
    let mut seen = 0;
    play_out(&mut game, 2, |_| seen += 1);
    assert_eq!(seen, 2 * 60 * 100 + 1);
    let mut tied = dealt(&[MOST_CARDS; MOST_ROUNDS], 1);
    while !tied.is_over() {
        let low = i32::from(tied.hands[0].lowest().unwrap());
        bid(&mut tied, &[[low, low]]);
    }
    assert_eq!((tied.ties, tied.points), (6000, [0, 0]));
}

#[test]
fn what_cannot_be_played_is_not_dealt() {
    let short = JujitsuOptions { rounds: vec![13, 2] };
    assert!(Jujitsu::deal(2, &short, Seed::plain(1)).unwrap_err().to_string().contains("3 to 60"));
    let three = Jujitsu::deal(3, &JujitsuOptions::default(), Seed::plain(1)).unwrap_err();
    assert_eq!(three.to_string(), "Psychological Jujitsu is played by 2, not by 3");
    // Practice may be shorter than what counts.
    assert!(Jujitsu::deal(2, &JujitsuOptions { rounds: vec![3] }, Seed::plain(1)).is_ok());
}

#[test]
fn a_win_is_worth_1_match_point_and_a_draw_half_of_one() {
    let figures =
        |game: &Jujitsu| [0, 1].map(|seat| game.figures(Seat(seat)).into_iter().flatten().collect());
    let mut game = stacked(&[3], &[3, 2, 1]);
    bid(&mut game, &[[3, 1], [2, 2]]);
    game.refuse(Seat(1), None);
    game.play(Seat(0), Bid(1)).unwrap();
    // 3 to 3: the lot of 2 and 1 went to the second seat, whose last card chance played.
    assert_eq!(figures(&game), [vec![0.5, 0.0, 3.0, 1.0, 0.0], vec![0.5, 0.0, 3.0, 1.0, 1.0]]);
    game.points = [5, 1];
    let [first, second]: [Vec<f64>; 2] = figures(&game);
    assert_eq!((&first[..3], &second[..3]), (&[1.0, 4.0, 5.0][..], &[0.0, -4.0, 1.0][..]));
    assert_eq!(first.len(), Jujitsu::ABOUT.figures.len());
}
