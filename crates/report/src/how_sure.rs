//! How sure an order is, in columns and in words.
//!
//! Knows nothing of how the numbers came about: it writes what the standings hold.

use croupier_games::About;
use croupier_record::Header;
use croupier_stats::{Estimate, Standings, StandingsLine};

use crate::columns::Align;
use crate::standings_table::{WIDEST, laid_out};

/// The block below a table whose own form is fixed: mean, interval, difference to the one above, ranks,
/// groups. Empty where there is nothing to compare.
#[must_use]
pub fn how_sure(about: &About, header: &Header, standings: &Standings) -> String {
    let digits = Digits::of(standings);
    let certain = certainty_columns(standings, digits);
    if certain.is_empty() {
        return String::new();
    }
    let name = |line: &StandingsLine| {
        let name = &header.entrants[line.entrant.index()].name;
        // As in the original's table above it.
        name.strip_prefix("house:").unwrap_or(name).to_owned()
    };
    let mean =
        |line: &StandingsLine| line.mean.map_or_else(|| "-".to_owned(), |mean| digits.plain(mean.mean));
    let cells =
        |cell: &dyn Fn(&StandingsLine) -> String| standings.lines.iter().map(cell).collect::<Vec<_>>();
    let mut columns = vec![
        ("bot".to_owned(), Align::Left, cells(&name)),
        (format!("mean {}", about.main_figure().name), Align::Right, cells(&mean)),
    ];
    columns.extend(certain);
    format!("How sure is this order?\n{}{}", laid_out(&columns, WIDEST), sure_note(standings))
}

/// One line that says what the columns mean; empty where they are not there.
#[must_use]
pub fn sure_note(standings: &Standings) -> String {
    if !is_compared(standings) {
        return String::new();
    }
    let deals = standings.lines.iter().filter_map(|line| line.mean).map(|mean| mean.samples).max();
    let pairs = if standings.paired { "" } else { "So many bots are compared as if no two shared a deal.\n" };
    format!(
        "± is 95 %, from up to {} deals; bots that share a letter are not told apart.\n{pairs}",
        deals.unwrap_or(0)
    )
}

/// ±, difference to the one above, ranks and groups; no columns where fewer than two can be compared.
pub(crate) fn certainty_columns(standings: &Standings, digits: Digits) -> Vec<(String, Align, Vec<String>)> {
    if !is_compared(standings) {
        return Vec::new();
    }
    let cells =
        |cell: &dyn Fn(&StandingsLine) -> String| standings.lines.iter().map(cell).collect::<Vec<_>>();
    let reach = |line: &StandingsLine| line.mean.map_or_else(String::new, |mean| digits.reach(&mean));
    let above = |line: &StandingsLine| line.above.map_or_else(String::new, |above| digits.difference(&above));
    vec![
        ("±".to_owned(), Align::Right, cells(&reach)),
        ("difference to above".to_owned(), Align::Right, cells(&above)),
        ("ranks".to_owned(), Align::Right, cells(&ranks)),
        ("group".to_owned(), Align::Left, cells(&|line| line.group.clone())),
    ]
}

fn is_compared(standings: &Standings) -> bool {
    standings.lines.iter().filter(|line| line.is_compared()).count() > 1
}

fn ranks(line: &StandingsLine) -> String {
    match (line.ranks.start(), line.ranks.end()) {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}-{last}"),
    }
}

/// How many decimals a table needs: two, or more where its intervals are narrower than that shows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Digits(usize);

impl Digits {
    pub(crate) fn of(standings: &Standings) -> Self {
        let reaches = standings.lines.iter().filter_map(|line| line.mean).map(|mean| mean.reach());
        let widest = reaches.filter(|reach| reach.is_finite()).fold(0.0, f64::max);
        Self(if widest > 0.0 { (1.0 - widest.log10()).ceil().clamp(2.0, 4.0) as usize } else { 2 })
    }

    pub(crate) fn plain(self, value: f64) -> String {
        format!("{value:.0$}", self.0)
    }

    fn reach(self, estimate: &Estimate) -> String {
        if estimate.reach().is_finite() { self.plain(estimate.reach()) } else { "?".to_owned() }
    }

    fn difference(self, estimate: &Estimate) -> String {
        format!("{:+.2$} ±{}", estimate.mean, self.reach(estimate), self.0)
    }
}
