//! A budget is overrun by one deal played or solved at most: measured in steps, where the last deals are
//! solved.

use croupier_games::hearts::Hearts;
use croupier_games::{Chance, Game, Seed};

use super::Flagship;
use super::card_bits::first;
use super::last_tricks::solve;
use super::prospects::Prospects;
use super::search_position::SearchPosition;
use super::tree::{CARDS_A_STEP, SOLVED, STRIDE};
use super::worlds::Worlds;
use crate::budget::Budget;
use crate::choose::{Choose, Random};

const STEPS: u64 = 300;

/// A game of four where the seat to move has four cards, the others have three, and all deals are solved.
fn late(seed: u64) -> Hearts {
    let mut chance = Chance::new(Seed::plain(seed));
    let mut game = Hearts::deal(4, &Default::default(), Seed::plain(2026).child(seed)).unwrap();
    for _ in 0..52 - SOLVED {
        let seat = game.turn().next().unwrap();
        let card = Choose::<Hearts>::choose(&mut Random, game.view(seat), &mut chance);
        game.play(seat, card).unwrap();
    }
    game
}

/// The most steps that a card takes to be solved, in many deals that fit.
fn longest(game: &Hearts) -> u64 {
    let view = game.view(game.turn().next().unwrap());
    let (mut worlds, mut prospects) = (Worlds::default(), Prospects::default());
    worlds.look(view);
    prospects.look(view);
    let mut chance = Chance::new(Seed::plain(1));
    let mut most = 0;
    for _ in 0..100 {
        let deal = SearchPosition::<4>::seen(view, worlds.draw(&mut chance));
        let mut cards = deal.distinct(deal.legal());
        while cards != 0 {
            let mut after = deal;
            after.play(first(cards));
            most = most.max(1 + solve(&after, &prospects).cards / CARDS_A_STEP);
            cards &= cards - 1;
        }
    }
    most
}

#[test]
fn a_budget_is_overrun_by_one_solved_deal_at_most() {
    let mut spent = 0;
    for seed in 0..60 {
        let game = late(seed);
        let view = game.view(game.turn().next().unwrap());
        if view.legal_cards().len() < 3 {
            continue;
        }
        let mut flagship = Flagship::from(Budget::Steps(STEPS));
        flagship.choose(view, &mut Chance::new(Seed::plain(2)));
        let over = flagship.steps().saturating_sub(STEPS);
        assert!(over <= STRIDE + longest(&game), "seed {seed}: {over} steps too many");
        spent += u64::from(flagship.steps() >= STEPS);
    }
    assert!(spent > 5, "only {spent} budgets were spent");
}
