//! `croupier score-four BOT BOT…`: a round robin of Score Four.

use croupier_games::Game;
use croupier_games::score_four::ScoreFour;

use crate::args::ScoreFourArgs;
use crate::failure::Failure;
use crate::output::{Progress, outcome};
use crate::play::{Publish, play, prepare};
use crate::setup::setup_with;
use crate::stop::Stop;

pub(crate) fn run(args: &ScoreFourArgs, stop: &Stop) -> Result<(), Failure> {
    let common = &args.playing.common;
    let setup = setup_with(ScoreFour::ABOUT.name, &args.bots, &args.playing, stop)?;
    let session = prepare(setup, common.is_silent())?;
    let progress = Progress::new(common.is_silent());
    let outcome = play(&session, stop, progress, Publish::Nothing)?;
    outcome::show(&ScoreFour::ABOUT, &outcome, common, None)
}
