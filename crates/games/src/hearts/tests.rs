//! Whole games: dealing on, the end, forfeits and figures.

use super::testing::{after, set};
use super::*;
use crate::game::Move;

const END: usize = usize::MAX;

fn with_scores(seats: usize, scores: BySeat) -> Hearts {
    Hearts { scores, ..after(seats, Seed::plain(1), 0) }
}

#[test]
fn only_two_or_four_can_play() {
    let deal = |seats| Hearts::deal(seats, &HeartsOptions::default(), Seed::plain(1));
    assert!(deal(2).is_ok() && deal(4).is_ok());
    assert_eq!(deal(3).unwrap_err().to_string(), "Hearts is played by 2 or 4, not by 3");
}

#[test]
fn a_target_of_nothing_and_one_that_nobody_lives_to_see_are_refused() {
    for target in [0, 10_001, u32::MAX] {
        let why = Hearts::deal(4, &HeartsOptions { target }, Seed::plain(1)).unwrap_err().to_string();
        assert!(why.ends_with(&format!("a target of 1 to 10000 points, not {target}")), "{why}");
    }
}

#[test]
fn options_have_defaults_and_no_unknown_keys() {
    let read = serde_json::from_str::<HeartsOptions>;
    assert_eq!(read("{}").unwrap(), HeartsOptions { target: 100 });
    assert_eq!(read("{\"target\":50}").unwrap().target, 50);
    assert!(read("{\"tarket\":50}").is_err());
}

#[test]
fn a_game_goes_on_until_somebody_has_the_target() {
    assert!(!with_scores(4, [99, 3, 40, 50]).is_decided());
    assert!(with_scores(4, [100, 3, 40, 50]).is_decided());
}

#[test]
fn a_game_goes_on_while_two_share_the_lowest_score() {
    assert!(!with_scores(4, [120, 40, 40, 50]).is_decided());
    assert!(!with_scores(2, [104, 104, 0, 0]).is_decided());
    assert!(with_scores(2, [104, 130, 0, 0]).is_decided());
}

#[test]
fn a_finished_game_has_one_winner_and_all_its_points_are_accounted_for() {
    for seats in [2, 4] {
        for seed in 0..20 {
            let game = after(seats, Seed::plain(seed), END);
            assert_eq!((game.turn(), game.winners().count()), (Turn::Over, 1));
            let total: u32 = Seat::all(seats).map(|seat| game.score(seat)).sum();
            let moons: u32 = game.tallies.iter().map(|tally| tally.moons).sum();
            assert_eq!(total, ALL_POINTS * (game.deals() + moons * (seats as u32 - 2)));
            let tricks: u32 = game.tallies.iter().map(|tally| tally.tricks).sum();
            assert_eq!(tricks as usize, DECK / seats * game.deals() as usize);
        }
    }
}

#[test]
fn a_deal_is_booked_and_the_next_one_dealt_from_its_own_seed() {
    let mut game = after(4, Seed::plain(7), 0);
    let taken = [set("SQ H2"), HEARTS.without(set("H2")), CardSet::EMPTY, CardSet::EMPTY];
    for (seat, cards) in Seat::all(4).zip(taken) {
        game.deal = game.deal.clone().after_taking(seat, cards);
    }
    game.settle();
    assert_eq!(game.scores().as_slice(), [14.0, 12.0, 0.0, 0.0]);
    assert_eq!((game.tallies[0].queens, game.tallies[0].hearts, game.tallies[1].hearts), (1, 1, 12));
    assert_eq!((game.number, &game.deal), (2, &Deal::shuffled(4, Seed::plain(7).child(2))));
}

#[test]
fn a_moon_is_counted_for_who_shot_it() {
    let mut game = after(2, Seed::plain(7), 0);
    game.deal = game.deal.clone().after_taking(Seat(1), POINT_CARDS);
    game.settle();
    assert_eq!(game.scores().as_slice(), [26.0, 0.0]);
    assert_eq!((game.tallies[0].moons, game.tallies[1].moons), (0, 1));
}

#[test]
fn a_refused_card_changes_nothing_whoever_plays_it() {
    let mut refused = 0;
    let mut forfeited = after(4, Seed::plain(3), 9);
    forfeited.refuse(forfeited.deal.to_move(), None);
    let cases = [(4, 0), (4, 3), (4, 50), (2, 20), (4, 300), (4, END)];
    for game in cases.map(|(seats, count)| after(seats, Seed::plain(3), count)).into_iter().chain([forfeited])
    {
        for seat in (0..=255).map(Seat) {
            for card in (0..52).filter_map(HeartsCard::from_code) {
                let mut tried = game.clone();
                let legal =
                    game.turn().next() == Some(seat) && game.view(seat).legal_cards().contains(card.0);
                assert_eq!(tried.play(seat, card).is_ok(), legal);
                assert_eq!(tried == game, !legal);
                refused += u32::from(!legal);
            }
        }
    }
    assert!(refused > 50_000);
}

#[test]
fn a_card_out_of_turn_is_told_so() {
    let mut game = after(4, Seed::plain(3), 0);
    let (turn, card) = (game.deal.to_move(), HeartsCard(TWO_OF_CLUBS));
    assert_eq!(game.play(Seat(turn.0 ^ 1), card), Err(Illegal::NotToMove));
    assert_eq!(game.play(turn, HeartsCard(QUEEN_OF_SPADES)), Err(Illegal::Breach(Breach::Lead)));
    assert_eq!(game.play(turn, card), Ok(()));
}

fn forfeit(scores: BySeat, seats: usize) -> (Hearts, Seat) {
    let mut game = with_scores(seats, scores);
    let offender = game.deal.to_move();
    assert_eq!(game.refuse(offender, None), Refusal::Forfeited);
    assert_eq!(game.turn(), Turn::Over);
    (game, offender)
}

#[test]
fn a_forfeit_puts_the_offender_last_and_leaves_the_other_scores() {
    let (game, offender) = forfeit([10, 20, 30, 40], 4);
    for seat in Seat::all(4) {
        let expected = if seat == offender { 100 } else { [10, 20, 30, 40][seat.index()] };
        assert_eq!(game.score(seat), expected);
        assert_eq!(game.figures(seat)[7], Some(f64::from(u8::from(seat == offender))));
    }
}

#[test]
fn a_forfeit_beyond_the_target_is_still_last() {
    let (game, offender) = forfeit([120, 120, 0, 0], 2);
    assert_eq!(game.score(offender), 121);
    assert_eq!(game.figures(offender)[0], Some(0.0));
}

#[test]
fn a_tie_for_first_after_a_forfeit_shares_the_win() {
    let (game, offender) = forfeit([0; MOST], 4);
    for seat in Seat::all(4) {
        let won = if seat == offender { 0.0 } else { 1.0 / 3.0 };
        assert_eq!(game.figures(seat)[0], Some(won));
    }
}

#[test]
fn there_is_one_figure_for_each_that_is_announced() {
    let game = after(4, Seed::plain(1), END);
    let figures = game.figures(Seat(0));
    assert_eq!(figures.len(), Hearts::ABOUT.figures.len());
    assert_eq!(figures[2], Some(f64::from(game.number)));
    let won: f64 = Seat::all(4).filter_map(|seat| game.figures(seat)[0]).sum();
    assert!((won - 1.0).abs() < 1e-9);
}

#[test]
fn a_deal_from_elsewhere_needs_every_card_once() {
    let options = HeartsOptions::default();
    let mut deck = Card::deck();
    assert!(Hearts::with_cards(&options, &[0, 0], deck, Seed::plain(1)).is_ok());
    deck[0] = deck[1];
    assert!(Hearts::with_cards(&options, &[0, 0], deck, Seed::plain(1)).is_err());
}
