//! Rollouts of No Thanks! as the house's searches play them, beside the bare loop's games.

use std::hint::black_box;
use std::time::Duration;

use croupier_bots::no_thanks::prices::FITTED;
use croupier_bots::no_thanks::search_position::{SEATS, SearchPosition, Unseen};
use croupier_games::{Chance, Seed};

use crate::{bare, clock};

const ROUNDS: usize = 7;
const GAMES: u64 = 200_000;

/// Prints games a second of both, by processor time, and their ratio.
pub(crate) fn measure() {
    let mut chance = Chance::new(Seed::plain(7));
    let mut seconds: [Vec<f64>; 2] = Default::default();
    for _ in 0..ROUNDS {
        let bare = clock::time(|| {
            (0..GAMES).for_each(|_| {
                black_box(bare::no_thanks::play(&mut chance));
            });
        });
        let ours = clock::time(|| rollouts(&mut chance));
        for (list, time) in seconds.iter_mut().zip([bare, ours]) {
            list.push(per_game(time));
        }
    }
    let [bare, ours] = seconds.map(crate::median);
    println!("| game | bare, M games/s | rollouts from the first card, M/s | ratio |");
    println!("| --- | --- | --- | --- |");
    println!("| No Thanks! for 5 | {:.2} | {:.2} | {:.2} |", 1e-6 / bare, 1e-6 / ours, bare / ours);
}

fn per_game(time: Duration) -> f64 {
    time.as_secs_f64() / GAMES as f64
}

/// Whole games by the fitted prices, each in a world of its own.
fn rollouts(chance: &mut Chance) {
    let first = SearchPosition::new(SEATS, 20);
    let mut unseen = Unseen::of(&first);
    let prices = [FITTED[SEATS - 2]; SEATS];
    for _ in 0..GAMES {
        let mut position = first;
        position.play_out(unseen.draw(chance), &prices);
        black_box(position.penalty(0));
    }
}
