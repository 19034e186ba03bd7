//! What the players of Score Four are measured with: speed, errors against the exact solver, matches, time
//! kept.
//!
//! `croupier-bench score-four PART`; what is random here comes from fixed seeds, and all but speed and time
//! are counted in steps of the searches, so that every table can be made again on any machine.

mod book;
mod errors;
mod exact;
mod fit;
mod in_time;
mod matches;
mod play;
mod speed;

use std::process::ExitCode;

/// The parts, each with what stands behind its name.
const PARTS: &str = "speed, errors [NAME…], match ONE OTHER PAIRS, in-time [NAME…]; book and exact make the \
                     opening book and the set of solved positions, fit the worths of looks";

/// Measures one part, by the words behind `score-four`; words that mean nothing end it with code 2.
pub(crate) fn measure(words: &[String]) -> ExitCode {
    match part(words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("croupier-bench: {why}");
            ExitCode::from(2)
        }
    }
}

fn part(words: &[String]) -> Result<(), String> {
    let (part, rest) = words.split_first().ok_or_else(|| format!("score-four needs a part: {PARTS}"))?;
    match part.as_str() {
        "speed" => speed::measure(),
        "book" => book::make(),
        "fit" => fit::measure(),
        "exact" => return exact::make(rest),
        "errors" => return errors::measure(rest),
        "match" => return matches::measure(rest),
        "in-time" => return in_time::measure(rest),
        other => return Err(format!("\"{other}\" is no part of score-four; there are {PARTS}")),
    }
    Ok(())
}
