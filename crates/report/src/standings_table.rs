//! The standings as a table for a terminal.

use croupier_games::About;
use croupier_record::{Design, Header};
use croupier_stats::{EntrantTally, Standings, StandingsLine, Tally};

use crate::columns::{Align, Columns, cut};
use crate::how_sure::{Digits, certainty_columns};

/// Rank, bot, games, mean, how sure it is, faults, time and the game's own figures, no wider than `width`
/// characters.
///
/// Where the columns do not all fit, the last ones are left out; the logs have them all.
#[must_use]
pub fn standings_table(about: &About, header: &Header, standings: &Standings, width: usize) -> String {
    let main = about.ranking[0].figure;
    let digits = Digits::of(standings);
    let lines = &standings.lines;
    let cells = |cell: &dyn Fn(&StandingsLine) -> String| lines.iter().map(cell).collect::<Vec<_>>();
    let mut columns = vec![
        ("#".to_owned(), Align::Right, cells(&|line| line.rank.to_string())),
        ("bot".to_owned(), Align::Left, cells(&|line| header.entrants[line.entrant.index()].name.clone())),
        ("games".to_owned(), Align::Right, cells(&|line| line.tally.games.to_string())),
        (
            format!("mean {}", about.figures[main].name),
            Align::Right,
            cells(&|line| line.tally.mean(main).map_or_else(|| "-".to_owned(), |mean| digits.plain(mean))),
        ),
    ];
    if header.entrants.iter().any(|entrant| entrant.team.is_some()) {
        let team =
            |line: &StandingsLine| header.entrants[line.entrant.index()].team.clone().unwrap_or_default();
        columns.insert(2, ("team".to_owned(), Align::Left, cells(&team)));
    }
    columns.extend(certainty_columns(standings, digits));
    if lines.iter().any(|line| line.tally.illegal + line.tally.faults > 0) {
        let faults = cells(&|line| (line.tally.illegal + line.tally.faults).to_string());
        columns.push(("faults".to_owned(), Align::Right, faults));
    }
    if lines.iter().any(|line| line.tally.thought.games > 0) {
        let time = cells(&|line| figure_text(line.tally.thought.ms_per_game()));
        columns.push(("ms per game".to_owned(), Align::Right, time));
    }
    for figure in (0..about.figures.len()).filter(|&figure| figure != main) {
        let values = cells(&|line| figure_text(line.tally.mean(figure)));
        columns.push((about.figures[figure].name.to_owned(), Align::Right, values));
    }
    left_out_lines(header)
        + &laid_out(&columns, width)
        + &Faults { header, standings }.to_string()
        + &below(about, header, standings)
}

/// The lines above a table: who was entered and does not play; nothing where everybody does.
pub(crate) fn left_out_lines(header: &Header) -> String {
    let mut lines: String = header.left_out.iter().map(|bot| format!("Left out: {bot}\n")).collect();
    if !lines.is_empty() {
        lines.push('\n');
    }
    lines
}

/// The lines below a table: who was put out, and how many games count for nobody; nothing where everybody is
/// ranked.
pub(crate) fn below(about: &About, header: &Header, standings: &Standings) -> String {
    let lines: String =
        out_lines(about, header, standings).into_iter().map(|line| format!("{line}\n")).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// Who was put out and is not ranked, a sentence each; then what became of the games.
pub(crate) fn out_lines(about: &About, header: &Header, standings: &Standings) -> Vec<String> {
    let main = about.ranking[0].figure;
    let told = |line: &StandingsLine| {
        let out = line.tally.out.as_ref()?;
        let (name, games) = (&header.entrants[line.entrant.index()].name, line.tally.games);
        let word = if games == 1 { "game" } else { "games" };
        let mean = figure_text(line.tally.mean(main));
        Some(format!(
            "{name}: disqualified in game {}: {}; not ranked, after {games} {word} with a mean {} of {mean}",
            out.game, out.why, about.figures[main].name
        ))
    };
    let mut lines: Vec<String> = standings.out.iter().filter_map(told).collect();
    if standings.uncounted > 0 {
        let games = standings.uncounted;
        let word = if games == 1 { "game counts" } else { "games count" };
        let kept = match header.design {
            Design::Random => "",
            _ => "; what is left of the design stays as even as it was among the others",
        };
        lines.push(format!("{games} {word} for nobody, with a bot at the table that was out{kept}"));
    }
    lines
}

/// The columns side by side, as many as fit.
pub(crate) fn laid_out(columns: &[(String, Align, Vec<String>)], width: usize) -> String {
    let headings: Vec<(&str, Align)> =
        columns.iter().map(|(name, align, _)| (name.as_str(), *align)).collect();
    let height = columns.first().map_or(0, |(_, _, cells)| cells.len());
    let mut rows: Vec<Vec<String>> =
        (0..height).map(|at| columns.iter().map(|(_, _, cells)| cells[at].clone()).collect()).collect();
    let mut columns = Columns::narrow(&headings);
    columns.fit(&rows);
    let excess = columns.excess(width);
    if excess > 0 {
        cut_names(&headings, &mut rows, excess);
        columns = Columns::narrow(&headings);
        columns.fit(&rows);
    }
    let fitting = columns.that_fit(width);
    rows.iter_mut().for_each(|row| row.truncate(fitting));
    Columns::narrow(&headings[..fitting]).table(&rows)
}

/// No table for people is wider, if names can be cut.
pub(crate) const WIDEST: usize = 99;
/// No name is cut shorter than this.
const SHORTEST_NAME: usize = 20;

/// Cuts long names by so many characters, so that fewer columns are left out.
fn cut_names(headings: &[(&str, Align)], rows: &mut [Vec<String>], excess: usize) {
    for (column, _) in headings.iter().enumerate().filter(|(_, (_, align))| *align == Align::Left) {
        let longest = rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let most = longest.saturating_sub(excess).max(SHORTEST_NAME);
        rows.iter_mut().for_each(|row| row[column] = cut(&row[column], most));
    }
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
        for line in self.standings.lines.iter().chain(&self.standings.out) {
            let (name, tally) = (&self.header.entrants[line.entrant.index()].name, &line.tally);
            if let Some(first) = &tally.first {
                lines.push(format!(
                    "{name}: {}; the first in game {}: {}",
                    counts(tally),
                    first.game,
                    first.what
                ));
            }
            if let (Some(out), None) = (&tally.disqualified, &tally.out) {
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
        let mut row = vec![number.clone(), cut(&header.entrants[one.index()].name, SHORTEST_NAME)];
        for &other in &order {
            let Some((games, points)) = tally.against(one, other) else { return String::new() };
            row.push(if games == 0 { "·".to_owned() } else { format!("{points}") });
        }
        rows.push(row);
    }
    Columns::new(&headings).table(&rows)
}
