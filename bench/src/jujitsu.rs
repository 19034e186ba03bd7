//! How the worths of Jujitsu's estimate were made: `croupier-bench jujitsu fit [RESTS]` prints them, level by
//! level.

use std::process::ExitCode;

use croupier_bots::jujitsu::fit;

/// As many rests of each level as `worths.rs` was made from.
const RESTS: usize = 10_000;

/// Does what the words behind `jujitsu` ask for; words that mean nothing end it with code 2.
pub(crate) fn measure(words: &[String]) -> ExitCode {
    let rests = match words {
        [part] if part == "fit" => Some(RESTS),
        [part, rests] if part == "fit" => rests.parse().ok().filter(|&rests| rests >= 10),
        _ => None,
    };
    let Some(rests) = rests else {
        eprintln!("croupier-bench: jujitsu has one part: fit [RESTS], with at least 10 rests");
        return ExitCode::from(2);
    };
    fit::levels(rests, &mut |level| {
        eprintln!("{} cards: worth {:.2}, off by {:.3}", level.held, level.size, level.miss);
        let worths: Vec<String> = level.worths.iter().map(|worth| format!("{worth:.4}")).collect();
        println!("    [{}],", worths.join(", "));
    });
    ExitCode::SUCCESS
}
