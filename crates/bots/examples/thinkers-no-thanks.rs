//! Counts how often players that search take a card, by purse and cost, for `no_thanks/rivals.rs`:
//! `cargo run --release -p croupier-bots --example thinkers-no-thanks`.
//!
//! Half of the games are among players of the one kind, half of the other, at tables of five.

#![allow(clippy::print_stdout)] // It prints what goes into the source.

use croupier_bots::house;
use croupier_bots::no_thanks::search_position::SEATS;
use croupier_games::no_thanks::{Decision, NoThanks, NoThanksOptions};
use croupier_games::{Game, Seat, Seed};
use croupier_record::{Ask, EntrantId, Notice, Player};

const GAMES: u64 = 400;
const KINDS: [&str; 2] = ["advanced", "flagship@400"];
/// Up to so many coins, or more.
const PURSES: [u8; 3] = [2, 5, 10];
/// Up to so many points, or more.
const COSTS: [i32; 7] = [-12, -6, -1, 4, 9, 14, 20];

/// How often someone was asked, and how often they took.
type Counts = [[[u32; 2]; COSTS.len() + 1]; PURSES.len() + 1];

fn main() {
    let mut counts = Counts::default();
    for kind in KINDS {
        let seated = || house::find::<NoThanks>(kind).and_then(|house| house::seat::<NoThanks>(&house));
        let Some(mut players) = (0..SEATS).map(|_| seated()).collect::<Option<Vec<_>>>() else { return };
        for number in 0..GAMES {
            if watched(&mut players, Seed::plain(77).child(number), &mut counts).is_none() {
                return;
            }
        }
    }
    for purse in counts {
        let percent = purse.map(|[asked, took]| (100.0 * f64::from(took) / f64::from(asked.max(1))).round());
        println!("    {percent:?},");
    }
}

/// Plays a game and counts what was decided where there was a choice.
fn watched(players: &mut [Box<dyn Player<NoThanks>>], seed: Seed, counts: &mut Counts) -> Option<()> {
    let mut game = NoThanks::deal(players.len(), &NoThanksOptions {}, seed).ok()?;
    let (names, entrants) = (vec!["player"; players.len()], vec![EntrantId(0); players.len()]);
    for (seat, player) in Seat::all(players.len()).zip(players.iter_mut()) {
        let (view, seed) = (game.view(seat), seed.child(9 + u64::from(seat.0)));
        player.notice(&Notice::Start { view, seed, game: 0, names: &names, entrants: &entrants }).ok()?;
    }
    while let Some(seat) = game.turn().next() {
        let view = game.view(seat);
        let mv = players[seat.index()].answer(Ask { number: 0, view, refused: None, memory: None }).ok()?.mv;
        let (coins, cost) = (view.coins(seat), view.penalty_when_taken() - view.penalty());
        if coins > 0 {
            let purse = PURSES.iter().filter(|&&most| coins > most).count();
            let cell = &mut counts[purse][COSTS.iter().filter(|&&most| cost > most).count()];
            cell[0] += 1;
            cell[1] += u32::from(mv == Decision::Take);
        }
        game.play(seat, mv).ok()?;
    }
    Some(())
}
