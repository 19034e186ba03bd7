//! What schedules promise, design by design.

use std::collections::BTreeMap;

use super::*;
use croupier_games::Game;
use croupier_games::no_thanks::NoThanks;

fn about(seating: Seating, seats: &'static [usize], fewest_bots: usize) -> About {
    About { seating, seats, fewest_bots, ..NoThanks::ABOUT }
}

/// A schedule of a design for No Thanks! with tables of this size.
fn designed(design: Design, bots: usize, seats: usize) -> Schedule {
    Schedule::designed(&NoThanks::ABOUT, bots, Some(seats), design, Seed::plain(1)).unwrap()
}

fn numbers(fixture: &Fixture) -> Vec<u16> {
    fixture.seats.iter().map(|entrant| entrant.0).collect()
}

#[test]
fn a_draw_has_no_repeats_and_seats_everyone_equally_often() {
    let schedule = Schedule::new(&NoThanks::ABOUT, 7, None, Seed::plain(1)).unwrap();
    let mut sat = [[0_u32; 7]; 5];
    for number in 0..7000 {
        let mut seats = numbers(&schedule.fixture(number));
        for (seat, &bot) in seats.iter().enumerate() {
            sat[seat][usize::from(bot)] += 1;
        }
        seats.sort_unstable();
        seats.dedup();
        assert_eq!(seats.len(), 5);
    }
    // 1,000 expected for each bot in each seat; five standard deviations are 146.
    assert!(sat.iter().flatten().all(|&n| n.abs_diff(1000) < 146), "{sat:?}");
}

#[test]
fn a_lone_bot_fills_the_table_with_its_copies() {
    let lone = about(Seating::DrawnWithCopies, &[4], 1);
    let schedule = Schedule::new(&lone, 1, None, Seed::plain(1)).unwrap();
    let mut seats = numbers(&schedule.fixture(0));
    seats.sort_unstable();
    assert_eq!((schedule.copies(), seats), (4, vec![0, 1, 2, 3]));
}

#[test]
fn three_bots_at_a_table_for_four_take_turns_sitting_twice() {
    let four = about(Seating::DrawnWithCopies, &[4], 1);
    let schedule = Schedule::new(&four, 3, None, Seed::plain(1)).unwrap();
    let mut second = [0; 3];
    for number in 0..300 {
        let seats = numbers(&schedule.fixture(number));
        assert!((0..3).all(|bot| seats.contains(&bot)));
        let copy = seats.iter().find(|&&entrant| entrant >= 3).unwrap();
        second[usize::from(copy - 3)] += 1;
    }
    assert!(second.iter().all(|&n| n > 70), "{second:?}");
}

#[test]
fn a_round_robin_meets_every_pair_both_ways_round() {
    let pairs = |seating| Schedule::new(&about(seating, &[2], 2), 4, None, Seed::plain(1)).unwrap();
    let schedule = pairs(Seating::PairsBothWays);
    assert_eq!((schedule.games(13), pairs(Seating::Pairs).games(13)), (24, 18));
    let mut met: Vec<Vec<u16>> = (0..12).map(|number| numbers(&schedule.fixture(number))).collect();
    met.sort();
    met.dedup();
    assert_eq!(met.len(), 12);
    assert_eq!(schedule.fixture(12).seats, schedule.fixture(0).seats);
}

#[test]
fn hearts_with_three_bots_is_played_two_by_two() {
    let hearts = about(Seating::Drawn, &[2, 4], 2);
    assert_eq!(Schedule::new(&hearts, 3, None, Seed::plain(1)).unwrap().seats(), 2);
    assert_eq!(Schedule::new(&hearts, 9, None, Seed::plain(1)).unwrap().seats(), 4);
    assert_eq!(Schedule::new(&hearts, 9, Some(2), Seed::plain(1)).unwrap().seats(), 2);
}

#[test]
fn a_field_that_cannot_be_seated_is_refused_with_the_reason() {
    let say = |bots, players| {
        Schedule::new(&NoThanks::ABOUT, bots, players, Seed::plain(1)).unwrap_err().to_string()
    };
    assert_eq!(say(1, None), "No Thanks! needs at least 2 bots; 1 bot is entered");
    assert_eq!(say(3, Some(5)), "a table for 5 needs 5 bots; 3 are entered");
    assert_eq!(say(3, Some(7)), "No Thanks! is played by 2 or 3 or 4 or 5, not by 7");
}

/// How often every bot sat in every seat, and how often every two bots sat in every two seats.
fn counts(schedule: &Schedule, games: u64) -> (BTreeMap<(usize, u16), u64>, BTreeMap<[usize; 4], u64>) {
    let (mut sat, mut met) = (BTreeMap::new(), BTreeMap::new());
    for number in 0..games {
        let table = numbers(&schedule.fixture(number));
        for (seat, &bot) in table.iter().enumerate() {
            *sat.entry((seat, bot)).or_default() += 1;
            for (other_seat, &other) in table.iter().enumerate().filter(|&(at, _)| at != seat) {
                *met.entry([seat, other_seat, usize::from(bot), usize::from(other)]).or_default() += 1;
            }
        }
    }
    (sat, met)
}

/// Meetings of every two bots, whatever their seats.
fn meetings(met: &BTreeMap<[usize; 4], u64>) -> BTreeMap<[usize; 2], u64> {
    let mut pairs = BTreeMap::new();
    for (&[_, _, bot, other], &count) in met {
        *pairs.entry([bot, other]).or_default() += count;
    }
    pairs
}

fn all_equal<K>(counts: &BTreeMap<K, u64>) -> bool {
    let mut values = counts.values();
    let first = values.next();
    values.all(|count| Some(count) == first)
}

#[test]
fn balanced_seats_every_two_bots_in_every_two_seats_equally_often_where_numbers_allow() {
    for (bots, seats) in [(5, 5), (7, 5), (11, 4), (25, 5), (9, 3), (35, 5)] {
        let schedule = designed(Design::Balanced, bots, seats);
        let (sat, met) = counts(&schedule, (bots * (bots - 1)) as u64);
        assert!(all_equal(&sat) && all_equal(&met), "{bots} bots, {seats} seats: {met:?}");
        assert_eq!(met.len(), bots * (bots - 1) * seats * (seats - 1), "{bots} bots, {seats} seats");
    }
}

#[test]
fn balanced_round_robins_meet_every_ordered_pair_once_in_a_cycle() {
    for bots in 2..12 {
        let schedule = designed(Design::Balanced, bots, 2);
        let (_, met) = counts(&schedule, (bots * (bots - 1)) as u64);
        assert!(all_equal(&met) && met.len() == 2 * bots * (bots - 1), "{bots} bots: {met:?}");
    }
}

#[test]
fn balanced_seats_everyone_equally_often_after_every_round_and_meets_nearly_equally_often() {
    for (bots, seats) in [(6, 5), (8, 5), (10, 4), (12, 5), (20, 4), (30, 4), (100, 4)] {
        let schedule = designed(Design::Balanced, bots, seats);
        let (sat, _) = counts(&schedule, 3 * bots as u64);
        assert!(all_equal(&sat) && sat.len() == bots * seats, "{bots} bots, {seats} seats");
        let (_, met) = counts(&schedule, (bots * (bots - 1)) as u64);
        let pairs = meetings(&met);
        let (low, high) = (pairs.values().min().unwrap(), pairs.values().max().unwrap());
        assert!(pairs.len() == bots * (bots - 1), "{bots} bots, {seats} seats: someone never met");
        assert!(4 * (high - low) <= *high, "{bots} bots, {seats} seats: from {low} to {high}");
    }
}

#[test]
fn balanced_seats_all_arrangements_of_a_field_in_the_long_run() {
    // Five bots have 120 arrangements; a cycle has 20 of them, and who sits after whom matters.
    let schedule = designed(Design::Balanced, 5, 5);
    let mut seen: BTreeMap<Vec<u16>, u64> = BTreeMap::new();
    (0..12_000).for_each(|game| *seen.entry(numbers(&schedule.fixture(game))).or_default() += 1);
    // 100 expected of each, drawn by cycles; five standard deviations of 600 draws of one in six are 46.
    assert!(seen.len() == 120 && seen.values().all(|count| count.abs_diff(100) < 46), "{seen:?}");
}

#[test]
fn balanced_asks_for_whole_rounds() {
    let schedule = designed(Design::Balanced, 7, 5);
    assert_eq!((schedule.games(1), schedule.games(100), schedule.games_per_deal().get()), (7, 105, 1));
}

#[test]
fn balanced_copies_bots_where_seats_are_left() {
    let four = about(Seating::DrawnWithCopies, &[4], 1);
    let schedule = Schedule::designed(&four, 3, None, Design::Balanced, Seed::plain(1)).unwrap();
    let (sat, _) = counts(&schedule, 300);
    for bot in 0..3 {
        let games: u64 = sat.iter().filter(|((_, entrant), _)| entrant % 3 == bot).map(|(_, n)| n).sum();
        assert_eq!(games, 400);
    }
}

#[test]
fn pairs_play_every_deal_twice_with_two_bots_in_each_others_seats() {
    let schedule = designed(Design::Pairs, 7, 5);
    assert_eq!((schedule.games(9), schedule.games_per_deal().get()), (10, 2));
    for deal in 0..200 {
        let (one, other) = (schedule.fixture(2 * deal), schedule.fixture(2 * deal + 1));
        assert_eq!((one.deal, other.deal), (deal, deal));
        let moved: Vec<usize> = (0..5).filter(|&seat| one.seats[seat] != other.seats[seat]).collect();
        let [a, b] = moved[..] else { panic!("{moved:?} moved in deal {deal}") };
        assert_eq!((one.seats[a], one.seats[b]), (other.seats[b], other.seats[a]));
    }
}

#[test]
fn substitutes_take_one_seat_in_turn_while_everyone_else_stays() {
    let schedule = designed(Design::Substitute, 8, 5);
    assert_eq!((schedule.games(9), schedule.games_per_deal().get()), (12, 4));
    let mut tested = [0; 5];
    for deal in 0..500 {
        let set: Vec<Vec<u16>> = (0..4).map(|game| numbers(&schedule.fixture(4 * deal + game))).collect();
        let seat = (0..5).find(|&seat| set[0][seat] != set[1][seat]).unwrap();
        tested[seat] += 1;
        assert!(set.iter().all(|table| (0..5).all(|at| at == seat || table[at] == set[0][at])));
        let mut everyone: Vec<u16> = set.iter().map(|table| table[seat]).collect();
        everyone.extend((0..5).filter(|&at| at != seat).map(|at| set[0][at]));
        everyone.sort_unstable();
        assert_eq!(everyone, (0..8).collect::<Vec<_>>());
    }
    assert!(tested.iter().all(|&times| times > 60), "{tested:?}");
}

#[test]
fn substitutes_need_a_bot_that_is_away() {
    let error =
        Schedule::designed(&NoThanks::ABOUT, 5, None, Design::Substitute, Seed::plain(1)).unwrap_err();
    assert!(error.to_string().starts_with("the design substitute needs a bot more than seats"), "{error}");
}

#[test]
fn rotations_seat_everyone_of_a_table_in_every_seat() {
    let schedule = designed(Design::Rotate, 7, 4);
    assert_eq!((schedule.games(9), schedule.games_per_deal().get()), (12, 4));
    for deal in 0..100 {
        let set: Vec<Vec<u16>> = (0..4).map(|game| numbers(&schedule.fixture(4 * deal + game))).collect();
        for game in 0..4 {
            assert!((0..4).all(|seat| set[game][(seat + game) % 4] == set[0][seat]));
        }
    }
}

#[test]
fn a_comparison_seats_both_alike() {
    let two = |design| Schedule::versus(&NoThanks::ABOUT, 8, Some(5), design, Seed::plain(1)).unwrap();
    let schedule = two(Design::Substitute);
    assert_eq!(schedule.games_per_deal().get(), 2);
    for deal in 0..200 {
        let (mut one, other) = (schedule.fixture(2 * deal).seats, schedule.fixture(2 * deal + 1).seats);
        let seat = one.iter().position(|&bot| bot == EntrantId(0)).unwrap();
        one[seat] = EntrantId(1);
        assert_eq!(one, other);
        assert!(one.iter().filter(|bot| bot.0 >= 2).count() == 4);
    }
    for design in [Design::Pairs, Design::Rotate] {
        let (sat, _) = counts(&two(design), 5000);
        assert!((0..5).all(|seat| sat[&(seat, 0)] == sat[&(seat, 1)]), "{design}");
    }
}

#[test]
fn a_comparison_without_enough_opponents_is_refused_with_the_reason() {
    let error =
        Schedule::versus(&NoThanks::ABOUT, 4, Some(5), Design::Substitute, Seed::plain(1)).unwrap_err();
    assert_eq!(error.to_string(), "a table for 5 needs 5 bots; 4 are entered");
    let error =
        Schedule::versus(&NoThanks::ABOUT, 5, Some(5), Design::Substitute, Seed::plain(1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a table for 5 needs 4 opponents of the two that are compared; there are 3"
    );
}

#[test]
fn designs_go_by_their_names() {
    assert!(Design::ALL.iter().all(|design| design.name().parse() == Ok(*design)));
    let error = "fair".parse::<Design>().unwrap_err().to_string();
    assert_eq!(error, "\"fair\" is no design; there are random, balanced, pairs, substitute, rotate");
}

#[test]
fn a_table_is_drawn_from_those_who_are_left_and_no_other_draw_changes() {
    let schedule = Schedule::new(&NoThanks::ABOUT, 7, Some(3), Seed::plain(1)).unwrap();
    let out = [EntrantId(0), EntrantId(4)];
    let mut sat = [0_u32; 7];
    for number in 0..5000 {
        let luck = Lucks::of(Seed::plain(1)).game(number, number);
        let seats = numbers(&schedule.fixture_without(number, &luck, &out));
        seats.iter().for_each(|&bot| sat[usize::from(bot)] += 1);
        assert_eq!(schedule.fixture_without(number, &luck, &[]), schedule.fixture(number));
    }
    assert_eq!((sat[0], sat[4]), (0, 0));
    // 3,000 expected for each that is left; five standard deviations are 175.
    assert!([1, 2, 3, 5, 6].iter().all(|&bot: &usize| sat[bot].abs_diff(3000) < 175), "{sat:?}");
}

#[test]
fn designs_that_need_everyone_keep_their_tables() {
    for design in [Design::Balanced, Design::Pairs, Design::Substitute, Design::Rotate] {
        let schedule = designed(design, 6, 3);
        for number in 0..60 {
            let luck = Lucks::of(Seed::plain(1)).game(number, schedule.deal(number));
            let without = schedule.fixture_without(number, &luck, &[EntrantId(2)]);
            assert_eq!(without, schedule.fixture(number), "{design}");
        }
    }
}

#[test]
fn too_few_are_left_when_no_table_can_be_filled() {
    let schedule = designed(Design::Random, 4, 3);
    assert_eq!(schedule.too_few(&[EntrantId(1)]), None);
    let few = schedule.too_few(&[EntrantId(1), EntrantId(2)]).unwrap();
    assert_eq!(few.to_string(), "2 bots are left, and 3 sit at a table");
}
