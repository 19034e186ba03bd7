//! `croupier rerun RECORD [GAME]`: plays a recorded tournament or game again, and says whether it
//! is the same; or goes on from a turn, with the same bots or others.
//!
//! Who sits where is taken from the record, and blocks are played in the lanes that they were
//! played in.

mod args;
mod field;
mod game;
mod tournament;

use croupier_arena::plan::Limits;
use croupier_hosts::packages::PackageList;
use croupier_hosts::{CellKind, Runtimes};
use croupier_session::Recorded;

use super::check::as_said;
use super::jujitsu::solved;
use crate::args::command_line;
use crate::failure::Failure;
use crate::output::note;
use crate::stop::Stop;
use field::{Field, Roster};

pub(crate) use args::RerunArgs;

pub(crate) fn run(args: &RerunArgs, stop: &Stop) -> Result<(), Failure> {
    let recorded = Recorded::open(&args.record)?;
    recorded.check_rules()?;
    let runs_in = recorded.header.entrants.iter().filter_map(|entrant| entrant.runs_in.as_deref());
    let cell = args.cell.unwrap_or_else(|| CellKind::recorded(runs_in));
    let runtimes = Runtimes::new(args.sandbox).with_python_in(cell).with_packages(args.packages.read()?);
    tell_of_packages(args, &recorded, &runtimes);
    let limits = limits(args, &recorded)?;
    let command = command_line();
    let roster =
        Roster { recorded: &recorded, args, command: &command, runtimes: &runtimes, limits: &limits };
    match args.game {
        Some(number) => game::again(&roster, number, stop),
        None => tournament::again(&roster, stop),
    }
}

/// Other packages than were recorded may well be another game.
fn tell_of_packages(args: &RerunArgs, recorded: &Recorded, runtimes: &Runtimes) {
    let (there, here) = (&recorded.header.packages, runtimes.packages().map(PackageList::hash));
    if *there == here || args.quiet || args.json {
        return;
    }
    note(match (there, here) {
        (Some(_), None) => "croupier: this record was played with packages; --packages FILE names their list",
        (None, _) => "croupier: this record was played without packages",
        _ => "croupier: this record was played with other packages than these",
    });
}

/// What bots may use: what is said now, or what was recorded.
fn limits(args: &RerunArgs, recorded: &Recorded) -> Result<Limits, Failure> {
    match (&args.limits, &recorded.header.limits) {
        (None, Some(kept)) => serde_json::from_value(kept.clone()).map_err(|error| {
            Failure::BadInput(format!("{}: its limits are unknown: {error}", recorded.path.display()))
        }),
        (said, _) => as_said("--limits", said.as_deref()),
    }
}

/// Tells of bots that are not what they were, and makes ready what players of the house will want.
fn prepare(roster: &Roster<'_>, field: &Field, stop: &Stop) -> Result<(), Failure> {
    for name in &field.changed {
        note(format_args!("croupier: {name} has changed since the record was made"));
    }
    let (header, quiet) = (&roster.recorded.header, roster.args.quiet || roster.args.json);
    solved::prepare_for(&header.game, &header.options, &field.bots, quiet, stop)
}
