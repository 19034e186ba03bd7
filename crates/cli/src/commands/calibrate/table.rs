//! A calibration as people and programs read it.

use croupier_arena::MoveTimes;
use croupier_games::About;
use croupier_report::{Align, Columns};
use croupier_stats::{Bounds, Rating};
use serde_json::{Value, json};

use super::bout::BoutResult;
use super::settings::{Settings, time_of};

/// The share of moves whose slowest is told.
const NEARLY_ALL: f64 = 0.999;

/// What was found at one size of table.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) seats: usize,
    pub(super) rows: Vec<Row>,
    /// Names of the rungs and their strengths, the strongest first.
    pub(super) strengths: Vec<(String, Rating)>,
}

/// One rung against the one below.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) rung: String,
    pub(super) below: String,
    pub(super) played: BoutResult,
    pub(super) won: f64,
}

/// How tables are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    Text,
    Markdown,
}

impl Found {
    /// Both tables of this size of table.
    pub(super) fn text(&self, about: &About, layout: Layout) -> String {
        let title = format!(
            "{}, {} players: how far each rung is ahead of the one below, in {} a game",
            about.title,
            self.seats,
            about.main_figure().name
        );
        let rows: Vec<Vec<String>> = self.rows.iter().map(Row::cells).collect();
        let strengths: Vec<Vec<String>> = self.strengths.iter().map(strength_cells).collect();
        let tables = [laid_out(&BOUTS, &rows, layout), laid_out(&STRENGTHS, &strengths, layout)];
        match layout {
            Layout::Text => format!("{title}\n\n{}", tables.join("\n")),
            Layout::Markdown => format!("### {title}\n\n{}", tables.join("\n")),
        }
    }

    fn json(&self) -> Value {
        let strengths = self.strengths.iter().map(|(name, rating)| {
            json!({
                "rung": name,
                "strength": rating.rating,
                "interval": rating.interval.map(|(low, high)| [low, high]),
            })
        });
        json!({
            "players": self.seats,
            "bouts": self.rows.iter().map(Row::json).collect::<Vec<_>>(),
            "strengths": strengths.collect::<Vec<_>>(),
        })
    }
}

const BOUTS: [(&str, Align); 10] = [
    ("rung", Align::Left),
    ("over", Align::Left),
    ("games", Align::Right),
    ("ahead", Align::Right),
    ("95 % interval", Align::Right),
    ("won %", Align::Right),
    ("decided", Align::Left),
    ("moves timed", Align::Right),
    ("99.9 % within", Align::Right),
    ("kept %", Align::Right),
];

const STRENGTHS: [(&str, Align); 3] =
    [("rung", Align::Left), ("strength", Align::Right), ("95 % interval", Align::Right)];

impl Row {
    fn cells(&self) -> Vec<String> {
        let Bounds { mean, low, high, .. } = self.played.bounds;
        // Shares of a game are small numbers, penalties are not.
        let places = if high - low < 5.0 { 3 } else { 1 };
        let interval =
            if low.is_finite() { format!("{low:.places$} to {high:.places$}") } else { "?".to_owned() };
        let mut cells = vec![
            self.rung.clone(),
            self.below.clone(),
            self.played.games.to_string(),
            format!("{mean:.places$}"),
            interval,
            format!("{:.1}", 100.0 * self.won),
            self.verdict().to_owned(),
        ];
        cells.extend(self.time_cells());
        cells
    }

    /// Times are told where a time was promised; the rest would be another number in every run.
    fn time_cells(&self) -> [String; 3] {
        if time_of(&self.rung).is_none() {
            return ["-", "-", "-"].map(str::to_owned);
        }
        let times = &self.played.times;
        let slow = times.quantile(NEARLY_ALL) as f64 / 1000.0;
        [times.moves.to_string(), format!("{slow:.2} ms"), format!("{:.2}", 100.0 * times.kept())]
    }

    fn verdict(&self) -> &'static str {
        match &self.played.bounds {
            bounds if bounds.is_above() => "yes",
            bounds if bounds.is_below() => "worse",
            _ => "open",
        }
    }

    fn json(&self) -> Value {
        let Bounds { mean, low, high, samples } = self.played.bounds;
        let MoveTimes { moves, longest, .. } = self.played.times;
        let verdict = match self.verdict() {
            "yes" => "better",
            other => other,
        };
        json!({
            "rung": self.rung,
            "below": self.below,
            "games": self.played.games,
            "deals": samples,
            "advantage": mean,
            "low": low,
            "high": high,
            "won": self.won,
            "verdict": verdict,
            "missteps": self.played.missteps,
            "clock": {
                "moves": moves,
                "micros_999": self.played.times.quantile(NEARLY_ALL),
                "micros_longest": longest,
                "kept": time_of(&self.rung).map(|_| self.played.times.kept()),
            },
        })
    }
}

/// Everything for programs.
pub(super) fn as_json(settings: &Settings, about: &About, found: &[Found], interrupted: bool) -> Value {
    json!({
        "game": settings.game,
        "figure": about.main_figure().name,
        "budgets": settings.budgets,
        "games": settings.games,
        "seed": settings.seed,
        "interrupted": interrupted,
        "tables": found.iter().map(Found::json).collect::<Vec<_>>(),
    })
}

fn strength_cells((name, rating): &(String, Rating)) -> Vec<String> {
    let interval = match rating.interval {
        Some((low, high)) => format!("{low:.0} to {high:.0}"),
        None => "?".to_owned(),
    };
    vec![name.clone(), format!("{:.0}", rating.rating), interval]
}

fn laid_out(headings: &[(&str, Align)], rows: &[Vec<String>], layout: Layout) -> String {
    if layout == Layout::Text {
        return Columns::new(headings).table(rows);
    }
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let names: Vec<String> = headings.iter().map(|(name, _)| (*name).to_owned()).collect();
    let rule = |align: &Align| if *align == Align::Right { "---:" } else { "---" };
    let rules: Vec<String> = headings.iter().map(|(_, align)| rule(align).to_owned()).collect();
    line(&names) + &line(&rules) + &rows.iter().map(|row| line(row)).collect::<String>()
}
