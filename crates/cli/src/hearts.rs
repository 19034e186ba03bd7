//! `croupier hearts BOT BOT [BOT BOT]`: games of Hearts at one table.

use croupier_games::Game;
use croupier_games::hearts::{Hearts, HeartsOptions};

use crate::args::HeartsArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::stop::Stop;
use crate::{quick, show};

pub(crate) fn run(args: &HeartsArgs, stop: &Stop) -> Result<(), Failure> {
    let sitting = args.bots.len();
    if !Hearts::ABOUT.seats.contains(&sitting) {
        return Err(Failure::BadInput(format!(
            "Hearts has exactly 2 or 4 bots at a table; {sitting} were named"
        )));
    }
    let contest = quick::contest::<Hearts>(HeartsOptions::default(), &args.bots, &args.common, stop)?;
    let outcome = contest.play(stop, Progress::new(args.common.quiet || args.common.json))?;
    show::outcome(&Hearts::ABOUT, &outcome, &args.common, None)
}
