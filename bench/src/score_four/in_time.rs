//! How well the flagship keeps its budget: the wall time of every move of its games against itself.
//!
//! On a machine with neighbours a move also waits for a processor, which no player can help; the time that it worked
//! itself stands beside.

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

/// Prints a row for each name: moves, the share within the allowance, and how long the slowest took.
pub(super) fn measure(names: &[String]) -> Result<(), String> {
    let names = if names.is_empty() { USUAL.map(str::to_owned).to_vec() } else { names.to_vec() };
    println!("| player | moves | within {ALLOWED} times its budget | 99.9 % within | slowest | most work |");
    println!("| --- | --- | --- | --- | --- | --- |");
    names.iter().try_for_each(|name| row(name))
}

fn row(name: &str) -> Result<(), String> {
    let budget = name.split_once('@').and_then(|(_, budget)| Budget::parse(budget));
    let Some(Budget::Time(budget)) = budget else {
        return Err(format!("\"{name}\" has no budget of time; flagship@10ms has"));
    };
    let mut player = seated(name)?;
    let mut chance = Chance::new(Seed(3));
    let begun = Instant::now();
    let (mut times, mut most_work): (Vec<Duration>, Duration) = (Vec::new(), Duration::ZERO);
    while begun.elapsed() < SPAN {
        let mut game = new_game();
        while let Some(seen) = position(&game) {
            let cell = if seen.count() < OPENING {
                any_candidate(&seen, &mut chance)
            } else {
                let (asked_at, worked) = (Instant::now(), clock::processor_time());
                let cell = asked(player.as_mut(), &game).unwrap_or_default();
                times.push(asked_at.elapsed());
                most_work = most_work.max(clock::processor_time() - worked);
                cell
            };
            drop_at(&mut game, cell);
        }
    }
    times.sort_unstable();
    let within = times.partition_point(|&time| time <= budget.mul_f64(ALLOWED));
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let share = 100.0 * within as f64 / times.len() as f64;
    let [slow, slowest, work] = [at(0.999), at(1.0), most_work.as_secs_f64() * 1e3];
    let moves = times.len();
    println!("| {name} | {moves} | {share:.2} % | {slow:.2} ms | {slowest:.2} ms | {work:.2} ms |");
    Ok(())
}
