//! `croupier hearts BOT BOT [BOT BOT]`: games of Hearts at one table.

use croupier_games::Game;
use croupier_games::hearts::Hearts;
use croupier_session::Session;

use crate::args::HeartsArgs;
use crate::failure::Failure;
use crate::output::{Progress, outcome};
use crate::play::{Publish, play};
use crate::setup::setup_with;
use crate::stop::Stop;

pub(crate) fn run(args: &HeartsArgs, stop: &Stop) -> Result<(), Failure> {
    let sitting = args.bots.len();
    if !Hearts::ABOUT.seats.contains(&sitting) {
        return Err(Failure::BadInput(format!(
            "Hearts has exactly 2 or 4 bots at a table; {sitting} were named"
        )));
    }
    let session = Session::prepare(setup_with(
        Hearts::ABOUT.name,
        &args.bots,
        args.options.as_deref(),
        &args.common,
        stop,
    )?)?;
    let progress = Progress::new(args.common.quiet || args.common.json);
    let outcome = play(&session, stop, progress, Publish::Nothing)?;
    outcome::show(&Hearts::ABOUT, &outcome, &args.common, None)
}
