//! Games of Hearts that the original engine played: ours judges every card and scores every deal as it did.

use croupier_games::cards::{Card, CardSet};
use croupier_games::hearts::{Breach, Hearts, HeartsCard, HeartsOptions, judge};
use croupier_games::{Game, Seat, Seed, Turn};
use serde::Deserialize;
use std::collections::BTreeMap;

const TRACES: &str = include_str!("../../../tests/traces/hearts.jsonl");

#[derive(Deserialize)]
struct Trace {
    players: usize,
    deals: Vec<TracedDeal>,
    r#final: BTreeMap<String, u32>,
}

#[derive(Deserialize)]
struct TracedDeal {
    /// `"2C10"`: player 2, ten of clubs.
    tricks: Vec<Vec<String>>,
    checks: Vec<Check>,
    scores: BTreeMap<String, u32>,
}

#[derive(Deserialize)]
struct Check {
    trick: usize,
    played: Vec<HeartsCard>,
    hand: Vec<HeartsCard>,
    cards: String,
}

fn traces() -> Vec<Trace> {
    TRACES.lines().map(|line| serde_json::from_str(line).expect("a traced game")).collect()
}

/// A card with the seat in front, counted from 1 in the trace.
fn play(text: &str) -> (Seat, HeartsCard) {
    let (player, card) = text.split_at(1);
    let player: u8 = player.parse().expect("a player's number");
    (Seat(player - 1), card.parse().expect("a card"))
}

impl TracedDeal {
    fn plays(&self) -> impl Iterator<Item = (Seat, HeartsCard)> {
        self.tricks.iter().flatten().map(|text| play(text))
    }

    /// The cards seat by seat, each hand in the order it was played.
    fn dealt(&self, players: usize) -> [Card; 52] {
        let hands = Seat::all(players)
            .flat_map(|seat| self.plays().filter(move |&(who, _)| who == seat).map(|(_, card)| card.0));
        hands.collect::<Vec<_>>().try_into().expect("all 52 cards")
    }

    fn before(&self, trick: usize) -> CardSet {
        self.tricks[..trick - 1].iter().flatten().map(|text| play(text).1.0).collect()
    }
}

fn in_order(by_player: &BTreeMap<String, u32>) -> Vec<u32> {
    by_player.values().copied().collect()
}

fn letter(verdict: Result<(), Breach>) -> char {
    match verdict {
        Ok(()) => '.',
        Err(Breach::Lead) => 'L',
        Err(Breach::Bleed) => 'B',
        Err(Breach::Broken) => 'K',
        Err(Breach::Renege) => 'R',
        Err(Breach::NotHeld) => 'X',
    }
}

#[test]
fn every_card_is_judged_as_the_original_judged_it() {
    let mut judged = 0;
    for (number, trace) in traces().iter().enumerate() {
        for (deal, check) in trace.deals.iter().flat_map(|deal| deal.checks.iter().map(move |c| (deal, c))) {
            let hand: CardSet = check.hand.iter().map(|card| card.0).collect();
            let led = check.played.first().map(|card| card.0.suit());
            let earlier = deal.before(check.trick);
            let ours: String =
                Card::deck().iter().map(|&card| letter(judge(card, hand, led, earlier))).collect();
            assert_eq!(ours, check.cards, "game {number}, hand {:?}, trick {:?}", check.hand, check.played);
            judged += ours.len();
        }
    }
    assert_eq!(judged, 93_600);
}

#[test]
fn every_deal_replays_to_the_same_scores_and_every_game_to_the_same_end() {
    let traces = traces();
    let mut deals = 0;
    for (number, trace) in traces.iter().enumerate() {
        let mut scores = vec![0; trace.players];
        for (at, deal) in trace.deals.iter().enumerate() {
            let dealt = deal.dealt(trace.players);
            let mut game =
                Hearts::with_cards(&HeartsOptions::default(), &scores, dealt, Seed::plain(0)).unwrap();
            for (seat, card) in deal.plays() {
                assert_eq!(game.play(seat, card), Ok(()), "game {number}, deal {at}: {card} by {seat:?}");
            }
            for (score, added) in scores.iter_mut().zip(in_order(&deal.scores)) {
                *score += added;
            }
            let expected: Vec<f64> = scores.iter().copied().map(f64::from).collect();
            assert_eq!(game.scores().as_slice(), expected, "game {number}, deal {at}");
            let last = at + 1 == trace.deals.len();
            assert_eq!(game.turn() == Turn::Over, last, "game {number}, deal {at}");
            deals += 1;
        }
        assert_eq!(scores, in_order(&trace.r#final), "game {number}");
    }
    assert_eq!((traces.len(), deals), (20, 180));
}
