//! The search of Last Card's flagship: its rollouts beside the games of a bare engine, and whether it keeps
//! its budget.
//!
//! A rollout is a play, eight or sixteen turns of careful players and a guess; a bare game goes from the deal
//! to the end, and all its moves are random.

use std::hint::black_box;
use std::time::{Duration, Instant};

use croupier_bots::last_card::{Careful, Flagship};
use croupier_bots::{Budget, Choose};
use croupier_games::last_card::{LastCard, LastCardOptions};
use croupier_games::{Chance, Game, Seat, Seed};

use crate::{ROUNDS, bare, calibrate, clock, median};

/// The work of the flagship for a move while its speed is measured.
const STEPS: u64 = 5000;
/// Games in a round of that.
const GAMES: u64 = 4;
/// Moves looked at for each budget.
const MOVES: usize = 1000;

/// Prints both tables.
pub(crate) fn measure() {
    let mut chance = Chance::new(Seed::plain(7));
    let mut bare_loop = |count: u64| {
        (0..count).for_each(|_| {
            black_box(bare::last_card::play(&mut chance));
        });
    };
    let count = calibrate(&mut bare_loop);
    let mut seconds: [Vec<f64>; 2] = Default::default();
    for round in 0..ROUNDS as u64 {
        seconds[0].push(clock::time(|| bare_loop(count)).as_secs_f64() / count as f64);
        seconds[1].push(per_rollout(round));
    }
    let [bare, rollout] = seconds.map(median);
    println!("| bare games, M/s | rollouts of the flagship, M/s | ratio |\n| --- | --- | --- |");
    println!("| {:.2} | {:.2} | {:.2} |", 1e-6 / bare, 1e-6 / rollout, bare / rollout);
    println!(
        "\n| budget | moves that thought | within 1.2 times, by the wall | by the processor | longest on the \
         wall |"
    );
    println!("| --- | --- | --- | --- | --- |");
    [1, 10].into_iter().for_each(budget_kept);
}

/// The seconds that a rollout of the flagship takes, with the dealing of its worlds.
fn per_rollout(round: u64) -> f64 {
    let mut mind = Flagship::from(Budget::Steps(STEPS));
    let mut spent = Duration::ZERO;
    for game in 0..GAMES {
        play(&mut mind, Seed::plain(round).child(game), |_, processor| spent += processor);
    }
    spent.as_secs_f64() / mind.rollouts() as f64
}

/// One row: how the flagship keeps a budget of so many milliseconds.
fn budget_kept(ms: u64) {
    let budget = Duration::from_millis(ms);
    let limit = budget.mul_f64(1.2);
    let mut mind = Flagship::from(Budget::Time(budget));
    let mut times: Vec<[Duration; 2]> = Vec::new();
    for game in 0.. {
        // A move without a choice takes no time, and would prove nothing.
        play(&mut mind, Seed::plain(99).child(game), |wall, processor| {
            times.extend((wall * 2 > budget).then_some([wall, processor]));
        });
        if times.len() >= MOVES {
            break;
        }
    }
    let within = |clock: usize| {
        let kept = times.iter().filter(|time| time[clock] <= limit).count();
        format!("{:.2} %", kept as f64 / times.len() as f64 * 100.0)
    };
    let longest = times.iter().map(|time| time[0]).max().unwrap_or_default().as_secs_f64() * 1000.0;
    println!("| {ms} ms | {} | {} | {} | {longest:.1} ms |", times.len(), within(0), within(1));
}

/// The flagship plays a game against three careful players; tells what each of its moves took.
fn play(mind: &mut Flagship, seed: Seed, mut took: impl FnMut(Duration, Duration)) {
    let Ok(mut game) = LastCard::deal(4, &LastCardOptions::default(), seed) else { return };
    let mut chance = Chance::new(seed.child(1));
    mind.begin();
    while let Some(seat) = game.turn().next() {
        let view = game.view(seat);
        let mv = if seat == Seat(0) {
            let (wall, processor) = (Instant::now(), clock::processor_time());
            let mv = mind.choose(view, &mut chance);
            took(wall.elapsed(), clock::processor_time() - processor);
            mv
        } else {
            Careful.choose(view, &mut chance)
        };
        if game.play(seat, mv).is_err() {
            return;
        }
    }
}
