//! How well the flagship keeps its budget: the wall time of every move of its games against itself.
//!
//! On a machine with neighbours a move also waits for a processor, which no player can help: what the system
//! says of that is taken off in the columns to the right, which come near to what an idle machine would show.

use std::time::{Duration, Instant};

use croupier_bots::Budget;
use croupier_games::{Chance, Seed};

use super::play::{any_candidate, asked, drop_at, new_game, position, seated};
use crate::clock;

/// A budget counts as kept up to so much more.
const ALLOWED: f64 = 1.2;
/// What is measured where no names are given, and for how long each.
const USUAL: [&str; 3] = ["flagship@1ms", "flagship@10ms", "flagship@100ms"];
const SPAN: Duration = Duration::from_secs(20);
/// A game begins with so many beads by luck.
const OPENING: u32 = 4;

/// Prints a row for each name: moves, the share within the allowance and how long the slowest took; then the
/// same without the time in which others had the processor.
pub(super) fn measure(names: &[String]) -> Result<(), String> {
    let names = if names.is_empty() { USUAL.map(str::to_owned).to_vec() } else { names.to_vec() };
    println!(
        "| player | moves | within {ALLOWED} times its budget | 99.9 % within | slowest | without waiting: \
         within | 99.9 % within | slowest |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    names.iter().try_for_each(|name| row(name))
}

fn row(name: &str) -> Result<(), String> {
    let budget = name.split_once('@').and_then(|(_, budget)| Budget::parse(budget));
    let Some(Budget::Time(budget)) = budget else {
        return Err(format!("\"{name}\" has no budget of time; flagship@10ms has"));
    };
    let (walls, works) = times_of(name)?;
    let [wall, work] = [walls, works].map(|times| told(times, budget.mul_f64(ALLOWED)));
    println!("| {name} | {} | {} | {} |", wall.0, wall.1, work.1);
    Ok(())
}

/// How long each move took by the clock on the wall, and how long without waiting for a processor.
fn times_of(name: &str) -> Result<(Vec<Duration>, Vec<Duration>), String> {
    let mut player = seated(name)?;
    let mut chance = Chance::new(Seed::plain(3));
    let begun = Instant::now();
    let (mut walls, mut works) = (Vec::new(), Vec::new());
    while begun.elapsed() < SPAN {
        let mut game = new_game();
        while let Some(seen) = position(&game) {
            let cell = if seen.count() < OPENING {
                any_candidate(&seen, &mut chance)
            } else {
                let waited = clock::waited();
                let asked_at = Instant::now();
                let cell = asked(player.as_mut(), &game).unwrap_or_default();
                let wall = asked_at.elapsed();
                walls.push(wall);
                works.push(wall.saturating_sub(clock::waited() - waited));
                cell
            };
            drop_at(&mut game, cell);
        }
    }
    Ok((walls, works))
}

/// How many times there are, and as columns: the share within a limit, what 99.9 % are within, and the
/// slowest.
fn told(mut times: Vec<Duration>, limit: Duration) -> (usize, String) {
    times.sort_unstable();
    let share = 100.0 * times.partition_point(|&time| time <= limit) as f64 / times.len() as f64;
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    (times.len(), format!("{share:.2} % | {:.2} ms | {:.2} ms", at(0.999), at(1.0)))
}
