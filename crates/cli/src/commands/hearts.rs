//! `croupier hearts BOT BOT [BOT BOT]`: games of Hearts at one table.

use croupier_games::Game;
use croupier_games::hearts::Hearts;

use crate::args::HeartsArgs;
use crate::failure::Failure;
use crate::output::{Progress, outcome};
use crate::play::{Publish, play, prepare};
use crate::setup::setup_with;
use crate::stop::Stop;

pub(crate) fn run(args: &HeartsArgs, stop: &Stop) -> Result<(), Failure> {
    let common = &args.playing.common;
    let sitting = args.bots.len();
    if !Hearts::ABOUT.seats.contains(&sitting) {
        return Err(Failure::BadInput(format!(
            "Hearts has exactly 2 or 4 bots at a table; {sitting} were named"
        )));
    }
    let setup = setup_with(Hearts::ABOUT.name, &args.bots, &args.playing, stop)?;
    let session = prepare(setup, common.is_silent())?;
    let progress = Progress::new(common.is_silent());
    let outcome = play(&session, stop, progress, Publish::Nothing)?;
    outcome::show(&Hearts::ABOUT, &outcome, common, None)
}
