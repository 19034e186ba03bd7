//! The standings as a table for a terminal.

use croupier_games::About;
use croupier_record::Header;
use croupier_stats::{EntrantTally, Standings, Tally};

use crate::columns::{Align, Columns};

/// Rank, bot, games, mean, the game's own figures and faults, no wider than `width` characters.
///
/// Where the figures do not all fit, the last ones are left out; the logs have them all.
#[must_use]
pub fn standings_table(about: &About, header: &Header, standings: &Standings, width: usize) -> String {
    let main = about.ranking[0].figure;
    let own: Vec<usize> = (0..about.figures.len()).filter(|&figure| figure != main).collect();
    let mean = format!("mean {}", about.figures[main].name);
    let mut headings =
        vec![("#", Align::Right), ("bot", Align::Left), ("games", Align::Right), (&mean, Align::Right)];
    let any_faults = standings.lines.iter().any(|line| line.tally.illegal + line.tally.faults > 0);
    if any_faults {
        headings.push(("faults", Align::Right));
    }
    headings.extend(own.iter().map(|&figure| (about.figures[figure].name, Align::Right)));
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in &standings.lines {
        let tally = &line.tally;
        let name = header.entrants[line.entrant.index()].name.clone();
        let mut row =
            vec![line.rank.to_string(), name, tally.games.to_string(), figure_text(tally.mean(main))];
        if any_faults {
            row.push((tally.illegal + tally.faults).to_string());
        }
        row.extend(own.iter().map(|&figure| figure_text(tally.mean(figure))));
        rows.push(row);
    }
    let mut columns = Columns::narrow(&headings);
    columns.fit(&rows);
    let fitting = columns.that_fit(width);
    let mut columns = Columns::narrow(&headings[..fitting]);
    rows.iter_mut().for_each(|row| row.truncate(fitting));
    columns.fit(&rows);
    columns.table(&rows) + &Faults { header, standings }.to_string()
}

/// A mean as it is printed: two decimals, or a dash where nothing was recorded.
pub(crate) fn figure_text(figure: Option<f64>) -> String {
    figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.2}"))
}

/// One line for every bot that went wrong, with its first misstep; nothing where none did.
#[derive(Debug)]
pub struct Faults<'a> {
    /// The names.
    pub header: &'a Header,
    /// The counts.
    pub standings: &'a Standings,
}

impl std::fmt::Display for Faults<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut lines = Vec::new();
        for line in &self.standings.lines {
            let (name, tally) = (&self.header.entrants[line.entrant.index()].name, &line.tally);
            if let Some(first) = &tally.first {
                lines.push(format!(
                    "{name}: {}; the first in game {}: {}",
                    counts(tally),
                    first.game,
                    first.what
                ));
            }
            if let Some(out) = &tally.disqualified {
                lines.push(format!("{name}: disqualified in game {}: {}", out.game, out.what));
            }
        }
        if !lines.is_empty() {
            writeln!(f)?;
        }
        lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

fn counts(tally: &EntrantTally) -> String {
    let count = |n: u64, one: &str, many: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let parts =
        [count(tally.illegal, "illegal move", "illegal moves"), count(tally.faults, "fault", "faults")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What everyone made against everyone, in the order of the standings; empty for games not played in pairs.
#[must_use]
pub fn cross_table(header: &Header, standings: &Standings, tally: &Tally) -> String {
    let order: Vec<_> = standings.lines.iter().map(|line| line.entrant).collect();
    let numbers: Vec<String> = (1..=order.len()).map(|n| n.to_string()).collect();
    let mut headings = vec![("#", Align::Right), ("against", Align::Left)];
    headings.extend(numbers.iter().map(|number| (number.as_str(), Align::Right)));
    let mut rows = Vec::new();
    for (&one, number) in order.iter().zip(&numbers) {
        let mut row = vec![number.clone(), header.entrants[one.index()].name.clone()];
        for &other in &order {
            let Some((games, points)) = tally.against(one, other) else { return String::new() };
            row.push(if games == 0 { "·".to_owned() } else { format!("{points}") });
        }
        rows.push(row);
    }
    Columns::new(&headings).table(&rows)
}
