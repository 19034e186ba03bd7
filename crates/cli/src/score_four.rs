//! `croupier score-four BOT BOT…`: a round robin of Score Four.

use croupier_games::Game;
use croupier_games::score_four::{ScoreFour, ScoreFourOptions};

use crate::args::ScoreFourArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::stop::Stop;
use crate::{quick, show};

pub(crate) fn run(args: &ScoreFourArgs, stop: &Stop) -> Result<(), Failure> {
    let contest = quick::contest::<ScoreFour>(ScoreFourOptions::default(), &args.bots, &args.common, stop)?;
    let outcome = contest.play(stop, Progress::new(args.common.quiet || args.common.json))?;
    show::outcome(&ScoreFour::ABOUT, &outcome, &args.common, None)
}
