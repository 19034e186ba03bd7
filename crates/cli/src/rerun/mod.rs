//! `croupier rerun RECORD [GAME]`: plays a recorded tournament or game again, and says whether it is the same; or goes
//! on from a turn, with the same bots or others.
//!
//! Who sits where is taken from the record, and blocks are played in the lanes that they were played in.

mod args;
mod field;
mod game;
mod tournament;

use std::sync::atomic::AtomicBool;

use croupier_games::{Game, Visitor, with_game};
use croupier_hosts::Kits;

use crate::failure::Failure;
use crate::recorded::Recorded;

pub(crate) use args::RerunArgs;

pub(crate) fn run(args: &RerunArgs, stop: &AtomicBool) -> Result<(), Failure> {
    let recorded = Recorded::open(&args.record)?;
    let game = recorded.header.game.clone();
    let kits = Kits::new(args.sandbox);
    with_game(&game, Rerun { recorded: &recorded, args, kits: &kits, stop })?
}

/// What is to be played again.
struct Rerun<'a> {
    recorded: &'a Recorded,
    args: &'a RerunArgs,
    kits: &'a Kits,
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
        eprintln!("croupier: {name} has changed since the record was made");
    }
}
