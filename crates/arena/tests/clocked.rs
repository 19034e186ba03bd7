//! Players of the house whose moves are timed: nothing of ours works beside them.

#![allow(clippy::unwrap_used)] // A test may.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use croupier_arena::naming::house_bot;
use croupier_arena::{Bot, CannotPlay, MoveClock, OpenGames, Outs, Schedule, Tournament};
use croupier_games::score_four::ScoreFour;
use croupier_games::{Game, Seed};

const SEED: Seed = Seed::plain(2026);
/// Games between two looks.
const LOOK: u64 = 16;

/// How many moves the clock has seen when each batch of a tournament of so many batches is handed on.
fn moves_seen(batches: u64) -> Vec<u64> {
    let clock = Arc::new(MoveClock::default());
    let Bot::House(house) = house_bot::<ScoreFour>("random").unwrap().bot else {
        panic!("it is of the house")
    };
    let bots = vec![Bot::Clocked { house, clock: Arc::clone(&clock) }; 2];
    let schedule = Schedule::new(&ScoreFour::ABOUT, bots.len(), None, SEED).unwrap().looked_at_every(LOOK);
    let tournament = Tournament::<ScoreFour> {
        options: &Default::default(),
        seed: SEED,
        games: LOOK * batches,
        openings: 0,
        schedule: &schedule,
        bots: &bots,
        names: &["one".to_owned(), "other".to_owned()],
        lanes: 1,
        outside: None,
        timed: false,
        threads: 1,
        journal: None,
        record: None,
        open: &OpenGames::default(),
        outs: &Outs::default(),
        urls: &Default::default(),
    };
    let mut seen = Vec::new();
    let ended = tournament.run(0, &AtomicBool::new(false), |_| {
        // Whoever would play ahead gets the chance to.
        (0..100).for_each(|_| std::thread::yield_now());
        seen.push(clock.times().moves);
        Ok::<(), CannotPlay>(())
    });
    assert!(ended.is_ok());
    seen
}

#[test]
fn no_move_is_thought_about_while_a_batch_is_handed_on() {
    let seen = moves_seen(20);
    assert_eq!(seen.len(), 20);
    for batches in 1..=8 {
        // In a tournament that ends there, nothing can have been played beyond.
        assert_eq!(seen[batches - 1], moves_seen(batches as u64)[batches - 1], "after {batches} batches");
    }
}
