//! How many nodes a second the searches of Score Four make on one core.
//!
//! A node is a position that was made by a bead and looked at: for a win, for what is forced and for what it
//! looks like. Nodes of pursuits (forcing bead and forced answer together) count as one.

use croupier_bots::Budget;
use croupier_bots::score_four::{Position, Search, Solver, Zeal};
use croupier_games::{Chance, Seed};

use super::play::{any_candidate, drop_at, new_game, position};
use crate::clock;

/// Positions looked at for each row.
const POSITIONS: u32 = 60;

/// Prints a table of searches and budgets.
pub(super) fn measure() {
    println!("| search | nodes per move | M nodes/s | mean depth |");
    println!("| --- | --- | --- | --- |");
    for (name, zeal) in [("plain", Zeal::Plain), ("pursuing", Zeal::Pursuing)] {
        for nodes in [10_000, 100_000, 1_000_000] {
            row(name, zeal, nodes);
        }
    }
    solver_row();
}

/// Positions of 4 to 33 beads without anything forced, by luck.
fn positions() -> Vec<Position> {
    let mut chance = Chance::new(Seed::plain(1));
    let mut all = Vec::new();
    while all.len() < POSITIONS as usize {
        let beads = 4 + all.len() as u32 % 30;
        let mut game = new_game();
        while let Some(seen) = position(&game).filter(|seen| seen.count() < beads) {
            drop_at(&mut game, any_candidate(&seen, &mut chance));
        }
        all.extend(position(&game).filter(|seen| seen.winning() | seen.threatened() == 0));
    }
    all
}

fn row(name: &str, zeal: Zeal, nodes: u64) {
    let mut search = Search::new(nodes as usize, zeal);
    let (mut seen, mut depth) = (0, 0);
    let took = clock::time(|| {
        for position in positions() {
            let found = search.best(&position, Budget::Steps(nodes).start(0), 64);
            seen += found.nodes;
            depth += found.depth;
        }
    });
    let speed = seen as f64 / took.as_secs_f64() / 1e6;
    println!("| {name} | {nodes} | {speed:.1} | {:.1} |", f64::from(depth) / f64::from(POSITIONS));
}

/// The solver, by its steps, from positions that it does not finish.
fn solver_row() {
    const STEPS: u64 = 2_000_000;
    let mut solver = Solver::new(1 << 20);
    let mut used = 0;
    let took = clock::time(|| {
        for position in positions().iter().take(10) {
            used += if solver.outcome(position, STEPS).is_none() { STEPS } else { 0 };
        }
    });
    println!("| solver | {STEPS} | {:.1} | |", used as f64 / took.as_secs_f64() / 1e6);
}
