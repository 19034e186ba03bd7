//! What certainty costs in processor time: folding a game into the tally, and the standings after a million
//! games.

use croupier_games::no_thanks::{Decision, NoThanks};
use croupier_games::{Chance, Game, Seed};
use croupier_record::{EntrantId, Fixture, Missteps};
use croupier_stats::{Tally, standings};

use crate::clock::{processor_time, time};

const GAMES: u64 = 1_000_000;
const SEATS: usize = 5;
/// Different games that take turns; playing them is no part of what is measured.
const PLAYED: u64 = 256;

/// Prints a row for each size of field.
pub(crate) fn measure() {
    println!("| bots | a game into the tally, ns | standings after 1,000,000 games, ms |");
    println!("| --- | --- | --- |");
    let played: Vec<NoThanks> = (0..PLAYED).filter_map(random_game).collect();
    for bots in [5, 20, 60, 200, 300, 1000, 10_000] {
        let fixtures: Vec<Fixture> = (0..8 * PLAYED).map(|number| fixture(number, bots)).collect();
        let mut tally = Tally::new(&NoThanks::ABOUT, bots);
        let folded = time(|| {
            for number in 0..GAMES as usize {
                let mut fixture = fixtures[number % fixtures.len()].clone();
                fixture.deal = number as u64;
                tally.add(&fixture, &played[number % played.len()], &Missteps::default());
            }
        });
        let begun = processor_time();
        let table = standings(&NoThanks::ABOUT, &tally);
        let stood = processor_time() - begun;
        assert_eq!((table.lines.len(), table.games), (bots, GAMES));
        println!(
            "| {bots} | {:.0} | {:.1} |",
            folded.as_nanos() as f64 / GAMES as f64,
            stood.as_secs_f64() * 1000.0
        );
    }
}

fn fixture(number: u64, bots: usize) -> Fixture {
    let mut chance = Chance::new(Seed::plain(number));
    let mut seats: Vec<u16> = Vec::new();
    while seats.len() < SEATS {
        let bot = chance.below(bots) as u16;
        if !seats.contains(&bot) {
            seats.push(bot);
        }
    }
    Fixture { number, deal: number, seats: seats.into_iter().map(EntrantId).collect() }
}

fn random_game(number: u64) -> Option<NoThanks> {
    let mut chance = Chance::new(Seed::plain(number));
    let mut game = NoThanks::deal(SEATS, &Default::default(), Seed::plain(number)).ok()?;
    while let Some(seat) = game.turn().next() {
        let decision = if chance.one_in(4) { Decision::Take } else { Decision::Pass };
        game.play(seat, decision).ok()?;
    }
    Some(game)
}
