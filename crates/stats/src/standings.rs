//! The order of the entrants.

use std::cmp::Ordering;

use croupier_games::{About, Better};
use croupier_record::EntrantId;

use crate::tally::{EntrantTally, Tally};

/// Everyone, the best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    /// One line per entrant.
    pub lines: Vec<Line>,
    /// Games played in all.
    pub games: u64,
}

/// One entrant's place.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// From 1; entrants that cannot be told apart by any ranking figure share a rank.
    pub rank: usize,
    /// Who.
    pub entrant: EntrantId,
    /// Its sums.
    pub tally: EntrantTally,
}

/// Ranks everyone by the game's own order; whoever has not played stands last.
#[must_use]
pub fn standings(about: &About, tally: &Tally) -> Standings {
    let mut lines: Vec<Line> = tally
        .entrants()
        .iter()
        .enumerate()
        .map(|(number, entrant)| Line { rank: 0, entrant: EntrantId(number as u16), tally: entrant.clone() })
        .collect();
    lines.sort_by(|one, other| order(about, &one.tally, &other.tally).then(one.entrant.cmp(&other.entrant)));
    for at in 0..lines.len() {
        let shared = at > 0 && order(about, &lines[at - 1].tally, &lines[at].tally).is_eq();
        lines[at].rank = if shared { lines[at - 1].rank } else { at + 1 };
    }
    Standings { lines, games: tally.games() }
}

fn order(about: &About, one: &EntrantTally, other: &EntrantTally) -> Ordering {
    let played = (other.games > 0).cmp(&(one.games > 0));
    let by_figure = about.ranking.iter().map(|rank| {
        let mean = |tally: &EntrantTally| tally.mean(rank.figure).unwrap_or(0.0);
        match rank.better {
            Better::Low => mean(one).total_cmp(&mean(other)),
            Better::High => mean(other).total_cmp(&mean(one)),
        }
    });
    by_figure.fold(played, Ordering::then)
}
