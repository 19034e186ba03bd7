//! The flagship beside plain exhaustive searches that cut nothing off: small ends of deals, whose every line
//! is played.

use croupier_games::hearts::{Hearts, HeartsCard};
use croupier_games::{Chance, Game, Seat, Seed};

use super::Flagship;
use super::card_bits::{Cards, HEARTS, QUEEN, bits_of, card};
use super::duel::canon::Canon;
use super::duel::{Duel, Root};
use super::last_tricks::solve;
use super::prospects::Prospects;
use super::search_position::{ALL_POINTS, SearchPosition};
use super::worlds::Worlds;
use crate::budget::Budget;
use crate::choose::Choose;

/// A game in which so many cards are left to each hand of the deal in play, after random cards.
fn late(seats: usize, seed: u64, left: usize) -> Hearts {
    let mut chance = Chance::new(Seed::plain(seed));
    let mut game = Hearts::deal(seats, &Default::default(), Seed::plain(2026).child(seed)).unwrap();
    while game.view(Seat(0)).hand().len() > left {
        let seat = game.turn().next().unwrap();
        let card = game.any(seat, &mut chance);
        game.play(seat, card).unwrap();
    }
    game
}

fn each(cards: Cards) -> impl Iterator<Item = Cards> {
    (0..64).map(|place| 1 << place).filter(move |card| cards & card != 0)
}

/// What the deal adds to the second seat less what it adds to the first, when both play as well as can be.
fn plain(deal: &SearchPosition<2>) -> i32 {
    if deal.place == 0 && deal.hand() == 0 {
        return i32::from(deal.added()[1]) - i32::from(deal.added()[0]);
    }
    let values = each(deal.legal()).map(|card| {
        let mut after = *deal;
        after.play(card);
        plain(&after)
    });
    if deal.mover() == 0 { values.max().unwrap() } else { values.min().unwrap() }
}

/// The end of a deal with cards drawn at random, and points taken by one or by both.
fn drawn(chance: &mut Chance, each: usize) -> SearchPosition<2> {
    let mut deck: Vec<Cards> = (0..64_u32).filter(|place| place & 15 < 13).map(|place| 1 << place).collect();
    chance.shuffle(&mut deck);
    // Half of the deals have the queen of spades and many hearts, so that the moon is near.
    if chance.one_in(2) {
        deck.sort_by_key(|&card| (card & HEARTS == 0 && card != QUEEN, card.reverse_bits() % 97));
    }
    let mut cards = deck[..2 * each].to_vec();
    chance.shuffle(&mut cards);
    let hands = [cards[..each].iter().sum(), cards[each..].iter().sum()];
    let live: Cards = hands[0] | hands[1];
    let rest = (live & HEARTS).count_ones() as u8 + if live & QUEEN == 0 { 0 } else { 13 };
    let taken = ALL_POINTS - rest;
    let first = [taken, 0, taken / 2][chance.below(3)];
    let broken = live & HEARTS != HEARTS && !chance.one_in(4);
    SearchPosition::between(hands, [first, taken - first], live & QUEEN, broken)
}

/// What the flagship's search makes of a deal before a lead, for the leader.
fn searched(deal: &SearchPosition<2>) -> i32 {
    let canon = Canon::of(deal);
    let spending = Budget::Usual.start(u64::MAX);
    let found = Duel::default().best(&canon, Root::Lead, canon.leads(), spending);
    let gained = i32::from(deal.points[1]) - i32::from(deal.points[0]);
    found.value + gained
}

#[test]
fn the_search_of_two_finds_the_value_of_an_exhaustive_one_with_moons() {
    let mut chance = Chance::new(Seed::plain(8));
    let mut moons = 0;
    for number in 0..400 {
        let deal = drawn(&mut chance, 2 + number % 4);
        let value = plain(&deal);
        assert_eq!(searched(&deal), value, "deal {number}: {deal:?}");
        moons += i32::from(value.abs() == 26);
    }
    assert!(moons > 40, "{moons} moons among them");
}

#[test]
fn deals_of_one_canonical_form_are_worth_the_same() {
    let mut chance = Chance::new(Seed::plain(9));
    for _ in 0..300 {
        let deal = drawn(&mut chance, 4);
        let canon = Canon::of(&deal);
        let form = canon.position();
        let gained = |deal: &SearchPosition<2>| i32::from(deal.points[1]) - i32::from(deal.points[0]);
        assert_eq!(plain(&form) - gained(&form), plain(&deal) - gained(&deal), "{deal:?}");
        assert_eq!(Canon::of(&form).key(), canon.key());
    }
}

#[test]
fn the_flagship_regrets_no_card_in_the_last_five_tricks_of_two() {
    for seed in 0..60 {
        let mut game = late(2, seed, 5);
        while !game.view(Seat(0)).hand().is_empty() && game.view(Seat(0)).deal() == 1 {
            let mover = game.turn().next().unwrap();
            let hands = [Seat(0), Seat(1)].map(|seat| bits_of(game.view(seat).hand()));
            let deal = SearchPosition::<2>::seen(game.view(mover), hands);
            let mut flagship = Flagship::from(Budget::Usual);
            let HeartsCard(choice) = flagship.choose(game.view(mover), &mut Chance::new(Seed::plain(1)));
            let mut after = deal;
            after.play(each(deal.hand()).find(|&bit| card(bit) == choice).unwrap());
            assert_eq!(plain(&after), plain(&deal), "seed {seed}, {choice:?} in {deal:?}");
            game.play(mover, HeartsCard(choice)).unwrap();
        }
    }
}

#[test]
fn the_flagship_regrets_no_card_in_the_last_tricks_of_four_where_the_hands_are_known() {
    let (mut worlds, mut prospects, mut known) = (Worlds::default(), Prospects::default(), 0);
    for seed in 0..400 {
        let mut game = late(4, seed, 3);
        while game.view(Seat(0)).deal() == 1 {
            let mover = game.turn().next().unwrap();
            let view = game.view(mover);
            worlds.look(view);
            prospects.look(view);
            let mut flagship = Flagship::from(Budget::Steps(200));
            let choice = flagship.choose(view, &mut Chance::new(Seed::plain(1)));
            if worlds.ways() == 1 && view.legal_cards().len() > 1 {
                known += 1;
                let deal = SearchPosition::<4>::seen(view, worlds.draw(&mut Chance::new(Seed::plain(1))));
                let mut after = deal;
                after.play(each(deal.hand()).find(|&bit| card(bit) == choice.0).unwrap());
                let [best, made] = [&deal, &after].map(|deal| solve(deal, &prospects).shares[mover.index()]);
                assert_eq!(made, best, "seed {seed}, {choice:?} in {deal:?}");
            }
            game.play(mover, choice).unwrap();
        }
    }
    assert!(known > 20, "{known} cards with known hands");
}
