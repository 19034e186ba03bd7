//! The ways a game can be played, each slower than the one before: what the ratios compare.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use croupier_arena::naming::house_bot;
use croupier_arena::{Bot, CannotPlay, Crew, OpenGames, Outs, Schedule, Table, Tournament};
use croupier_bots::{Housed, Random};
use croupier_games::{Chance, Game, Seed};
use croupier_record::{Lucks, Player, seed_of_deal};

/// For playouts, as searches imagine them.
const SEED: Seed = Seed::plain(2026);
/// For games that could count.
const KEY: Seed = Seed::keyed([26; 32]);

/// Random games through the public trait.
pub(crate) fn rollouts<G: Game>(seats: usize, options: &G::Options, games: u64) {
    let mut chance = Chance::new(SEED);
    for number in 0..games {
        let Ok(mut game) = G::deal(seats, options, seed_of_deal(SEED, number)) else { return };
        while let Some(seat) = game.turn().next() {
            let mv = game.any(seat, &mut chance);
            // Drawn from the legal moves, so it cannot be refused.
            let _ = game.play(seat, mv);
        }
        black_box(game.scores());
    }
}

/// The same games at a table, with boxed random players.
pub(crate) fn tables<G: Game>(seats: usize, options: &G::Options, games: u64) {
    let players = |_| -> Box<dyn Player<G>> { Box::new(Housed::new(Random)) };
    let mut crew = Crew::<G>::new((0..seats).map(players).collect(), names(seats));
    let Ok(schedule) = Schedule::new(&G::ABOUT, seats, Some(seats), KEY) else { return };
    let mut table = Table::default();
    let fixture = schedule.fixture(0);
    let mut lucks = Lucks::of(KEY);
    for number in 0..games {
        let luck = lucks.game(number, number);
        let Ok(game) = G::deal(seats, options, luck.deal()) else { return };
        black_box(table.play(game, luck, &fixture, &mut crew).scores());
    }
}

/// A whole tournament of random players on one thread, with statistics and packed record.
pub(crate) fn tournament<G: Game>(seats: usize, options: &G::Options, games: u64) {
    let bots = random_bots::<G>(seats);
    let Ok(schedule) = Schedule::new(&G::ABOUT, seats, Some(seats), KEY) else { return };
    let tournament = Tournament::<G> {
        options,
        seed: KEY,
        games,
        openings: 0,
        schedule: &schedule,
        bots: &bots,
        names: &names(seats),
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
    let played = tournament.run(0, &AtomicBool::new(false), |batch| {
        black_box(batch);
        Ok::<(), CannotPlay>(())
    });
    debug_assert!(played.is_ok());
}

fn names(seats: usize) -> Vec<String> {
    (0..seats).map(|seat| format!("random {seat}")).collect()
}

fn random_bots<G: Game>(seats: usize) -> Vec<Bot> {
    let random = house_bot::<G>("random");
    random.into_iter().flat_map(|named| std::iter::repeat_n(named.bot, seats)).collect()
}

/// The number of move sequences as long as there are lists for moves, through the public trait, all of them
/// played.
pub(crate) fn perft<G: Game>(game: &G, moves: &mut [Vec<G::Move>]) -> u64 {
    let Some((list, rest)) = moves.split_first_mut() else { return 0 };
    let Some(seat) = game.turn().next() else { return 0 };
    game.legal(seat, list);
    let mut count = 0;
    for &mv in list.iter() {
        let mut after = game.clone();
        let _ = after.play(seat, mv);
        // The last position counts for nothing, but it must be made.
        black_box(&after);
        count += if rest.is_empty() { 1 } else { perft(&after, rest) };
    }
    count
}
