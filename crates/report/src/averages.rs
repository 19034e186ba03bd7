//! The table of the original No Thanks! competition: name, games, average, best first.

use std::fmt::Write;

use croupier_games::About;
use croupier_record::Header;
use croupier_stats::Standings;

use crate::standings_table::{Faults, below, left_out_lines};

/// The original's own table; above it one line per bot that was left out, below it one per faulty bot.
#[must_use]
pub fn averages(about: &About, header: &Header, standings: &Standings) -> String {
    let mut out = left_out_lines(header);
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{:20} {:>7} {:>8}", "NAME", "GAMES", "AVERAGE");
    for line in &standings.lines {
        let name = &header.entrants[line.entrant.index()].name;
        let name = name.strip_prefix("house:").unwrap_or(name);
        let mean = line.tally.mean(about.ranking[0].figure).unwrap_or(0.0);
        let _ = writeln!(out, "{name:20} {:7} {mean:8.3}", line.tally.games);
    }
    out + &Faults { header, standings }.to_string() + &below(about, header, standings)
}
