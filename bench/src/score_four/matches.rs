//! Two players against each other from balanced openings, each opening with both seatings.
//!
//! Deterministic players would play the same game again and again from the empty board; from openings by luck
//! no two pairs are alike, and what is unfair in an opening is unfair to both.

use croupier_games::score_four::ScoreFour;
use croupier_games::{Chance, Game, Seed};
use croupier_record::Player;
use croupier_stats::Running;

use super::play::{asked, balanced_opening, drop_at, judge, seated};

/// The quantile of a 95 % interval.
const NORMAL: f64 = 1.96;
/// Beads of an opening.
const BEADS: u32 = 6;

/// Prints what the first player makes of a game, 1 for a win and ½ for a draw, with its 95 % interval.
pub(super) fn measure(words: &[String]) -> Result<(), String> {
    let [one, other, pairs] = words else { return Err("match takes ONE OTHER PAIRS".to_owned()) };
    let pairs: u64 = pairs.parse().map_err(|_| format!("\"{pairs}\" is no number of pairs"))?;
    let mut players = [seated(one)?, seated(other)?];
    let mut chance = Chance::new(Seed::plain(2026));
    let mut search = judge();
    let (mut points, mut counts) = (Running::default(), [0_u32; 3]);
    for number in 1..=pairs {
        let opening = balanced_opening(BEADS, &mut chance, &mut search);
        let pair = [0, 1].map(|first| played(&opening, &mut players, first));
        for made in pair {
            counts[(2.0 - 2.0 * made) as usize % 3] += 1;
        }
        points.push((pair[0] + pair[1]) / 2.0);
        if number.is_multiple_of(50) {
            eprintln!("{one} – {other}: {number} of {pairs} pairs, {:.3}", points.mean());
        }
    }
    let half = NORMAL * (points.variance() / pairs as f64).sqrt();
    let [won, drawn, lost] = counts;
    println!("| {one} | {other} | {pairs} | {:.3} ± {half:.3} | {won}–{drawn}–{lost} |", points.mean());
    Ok(())
}

/// The points of the first player from an opening in which `first` of the two is to move.
fn played(opening: &ScoreFour, players: &mut [Box<dyn Player<ScoreFour>>; 2], first: usize) -> f64 {
    let mut game = opening.clone();
    let mut mover = first;
    let seat = opening.turn().next();
    while let Some(cell) = asked(players[mover].as_mut(), &game) {
        drop_at(&mut game, cell);
        mover = 1 - mover;
    }
    let points = seat.map_or(0.0, |seat| game.scores()[seat.index()]);
    if first == 0 { points } else { 1.0 - points }
}
