//! `croupier rerun RECORD [GAME]`: plays a recorded tournament or game again, and says whether it is the same; or goes
//! on from a turn, with the same bots or others.
//!
//! Who sits where is taken from the record, and blocks are played in the lanes that they were played in.

mod args;
mod field;
mod game;
mod tournament;

use std::sync::atomic::AtomicBool;

use croupier_arena::plan::Limits;
use croupier_games::{Game, Visitor, with_game};
use croupier_hosts::{CellKind, Kits};

use crate::check::as_said;
use crate::failure::Failure;
use crate::recorded::Recorded;
use crate::say::note;

pub(crate) use args::RerunArgs;

pub(crate) fn run(args: &RerunArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let recorded = Recorded::open(&args.record)?;
    let game = recorded.header.game.clone();
    let runs_in = recorded.header.entrants.iter().filter_map(|entrant| entrant.runs_in.as_deref());
    let cell = args.cell.unwrap_or_else(|| CellKind::recorded(runs_in));
    let kits = Kits::new(args.sandbox).with_python_in(cell);
    let limits = limits(args, &recorded)?;
    with_game(&game, Rerun { recorded: &recorded, args, kits: &kits, limits: &limits, stop })?
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

/// What is to be played again.
struct Rerun<'a> {
    recorded: &'a Recorded,
    args: &'a RerunArgs,
    kits: &'a Kits,
    limits: &'a Limits,
    stop: &'a AtomicBool,
}

impl Visitor for Rerun<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self) -> Result<(), Failure> {
        let options = self.recorded.options::<G>()?;
        match self.args.game {
            Some(number) => game::again::<G>(&self, number, &options),
            None => tournament::again::<G>(&self, &options),
        }
    }
}

/// Bots that are not what they were, in a line for people.
fn tell_changed(changed: &[String]) {
    for name in changed {
        note(format_args!("croupier: {name} has changed since the record was made"));
    }
}
