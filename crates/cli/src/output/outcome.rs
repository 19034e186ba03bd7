//! How an outcome is shown: a table for people, JSON for programs.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use croupier_arena::Ended;
use croupier_games::About;
use croupier_report::{cross_table, outcome_json, standings_table, sure_note};
use croupier_session::Outcome;

use super::progress::Progress;
use super::say::{note, say, say_json, say_line};
use crate::args::Common;
use crate::commands::ratings::rated;
use crate::failure::Failure;

/// What a terminal is taken to be wide where it does not say.
const USUAL_WIDTH: usize = 80;
/// No table is wider in a terminal.
const WIDEST: usize = 99;

/// Prints the standings, where the logs are, and how to go on after an interruption.
pub(crate) fn show(
    about: &About,
    outcome: &Outcome,
    common: &Common,
    again: Option<&str>,
) -> Result<(), Failure> {
    if common.json {
        return json(about, outcome);
    }
    say(standings_table(about, &outcome.header, &outcome.standings, width()));
    if !common.quiet {
        say(sure_note(&outcome.standings));
    }
    let cross = cross_table(&outcome.header, &outcome.standings, &outcome.tally);
    if !cross.is_empty() && outcome.header.entrants.len() > 2 {
        say(format_args!("\n{cross}"));
    }
    remarks(outcome, common, again)
}

/// The lines below a table.
pub(crate) fn remarks(outcome: &Outcome, common: &Common, again: Option<&str>) -> Result<(), Failure> {
    if !common.quiet {
        let games = outcome.standings.games;
        let word = if games == 1 { "game" } else { "games" };
        say_line(format_args!("\n{games} {word}, {}", outcome.header.origin));
        if let Some(reason) = &outcome.reason {
            say_line(capital(&reason.to_string()));
        }
        if let Some(out) = &outcome.out {
            say_line(format_args!("Logs and record are in {}", shown(out)));
            say_line(format_args!("croupier report {} makes a page of them", shown(out)));
        }
    }
    stopped(outcome, again)
}

/// Up to so many games, the JSON of a run that wrote a record has ratings; `croupier ratings` takes
/// any number.
const GAMES_RATED: u64 = 100_000;

/// The outcome as JSON, with ratings where a record was written.
pub(crate) fn json(about: &About, outcome: &Outcome) -> Result<(), Failure> {
    let out = outcome.out.as_ref().map(|out| shown(out));
    let mut json = outcome_json(about, &outcome.header, &outcome.standings, out);
    json.complete = outcome.ended == Ended::Complete;
    json.stopped = outcome.reason.as_ref().map(ToString::to_string);
    let record = outcome.out.as_ref().filter(|_| outcome.ended == Ended::Complete);
    let record = record.filter(|_| outcome.header.games <= GAMES_RATED);
    // The games are safe by now: a record that cannot be rated is no reason to lose the standings.
    let rated = record.and_then(|out| rated(out, &AtomicBool::new(false), Progress::Silent).ok());
    json.ratings = rated.as_ref().map(|rated| rated.ratings().json());
    let text = serde_json::to_string_pretty(&json).map_err(|error| Failure::Trouble(error.into()))?;
    say_json(&text);
    stopped(outcome, None)
}

fn stopped(outcome: &Outcome, again: Option<&str>) -> Result<(), Failure> {
    if outcome.ended == Ended::Complete {
        return Ok(());
    }
    let kept = match outcome.kept {
        0 => String::new(),
        kept => format!("; {kept} more finished and kept"),
    };
    note(format_args!(
        "croupier: stopped after {} of {} games{kept}",
        outcome.standings.games, outcome.header.games
    ));
    if let Some(again) = again {
        note(format_args!("croupier: {again}"));
    }
    Err(Failure::Interrupted)
}

/// A sentence's beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Tables are cut to a terminal's width, and to what an eye can follow; files and pipes get all columns.
pub(crate) fn width() -> usize {
    if !std::io::stdout().is_terminal() {
        return usize::MAX;
    }
    let width = terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| usize::from(width.0));
    width.min(WIDEST)
}
