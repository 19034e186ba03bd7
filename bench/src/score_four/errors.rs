//! How often each rung throws a won or drawn position away, on the frozen set of solved positions.

use croupier_bots::score_four::SOLVED;

use super::play::{after, asked, seated};

/// What is measured where no names are given.
const USUAL: [&str; 7] =
    ["basic", "one-ply", "minmax", "advanced", "flagship@1ms", "flagship@10ms", "flagship@100ms"];
/// The set in parts, by the number of beads.
const PARTS: [(usize, usize); 3] = [(28, 36), (37, 42), (43, 48)];

/// Prints a row for each name: the share of positions thrown away, by the number of beads and in all.
pub(super) fn measure(names: &[String]) -> Result<(), String> {
    let names = if names.is_empty() { USUAL.map(str::to_owned).to_vec() } else { names.to_vec() };
    let heads = PARTS.map(|(from, to)| format!("{from}–{to} beads"));
    println!("| player | {} | all | of {} |", heads.join(" | "), SOLVED.lines().count());
    println!("| --- | --- | --- | --- | --- | --- |");
    for name in names {
        row(&name)?;
    }
    Ok(())
}

fn row(name: &str) -> Result<(), String> {
    let mut player = seated(name)?;
    // Thrown away and seen, in each part and in all.
    let mut counts = [[0_u32; 2]; PARTS.len() + 1];
    for line in SOLVED.lines() {
        let mut words = line.split(' ');
        let (pegs, keeping) = (words.next().unwrap_or_default(), words.nth(1).unwrap_or_default());
        let game = after(pegs).ok_or_else(|| format!("the rules refuse {pegs}"))?;
        let cell =
            asked(player.as_mut(), &game).ok_or_else(|| format!("{name} does not answer in {pegs}"))?;
        let peg = char::from_digit(cell.trailing_zeros() % 16, 16).unwrap_or_default();
        let part = PARTS.iter().position(|&(from, to)| (from..=to).contains(&pegs.len()));
        for at in part.into_iter().chain([PARTS.len()]) {
            counts[at][0] += u32::from(!keeping.contains(peg));
            counts[at][1] += 1;
        }
    }
    let shares = counts.map(|[thrown, seen]| format!("{:.1} %", 100.0 * f64::from(thrown) / f64::from(seen)));
    println!("| {name} | {} | {} |", shares.join(" | "), counts[PARTS.len()][0]);
    Ok(())
}
