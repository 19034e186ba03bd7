//! `croupier score-four BOT BOT…`: a round robin of Score Four.

use croupier_games::Game;
use croupier_games::score_four::ScoreFour;
use croupier_session::Session;

use crate::args::ScoreFourArgs;
use crate::failure::Failure;
use crate::output::{Progress, outcome};
use crate::play::{Publish, play};
use crate::setup::setup_with;
use crate::stop::Stop;

pub(crate) fn run(args: &ScoreFourArgs, stop: &Stop) -> Result<(), Failure> {
    let session = Session::prepare(setup_with(
        ScoreFour::ABOUT.name,
        &args.bots,
        args.options.as_deref(),
        &args.common,
        stop,
    )?)?;
    let progress = Progress::new(args.common.quiet || args.common.json);
    let outcome = play(&session, stop, progress, Publish::Nothing)?;
    outcome::show(&ScoreFour::ABOUT, &outcome, &args.common, None)
}
