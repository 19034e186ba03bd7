//! `croupier jujitsu BOT BOT [N…]`: a practice match told as it goes, or many with `--games`.

use croupier_games::Game;
use croupier_games::jujitsu::{Jujitsu, JujitsuOptions};

use crate::args::JujitsuArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::say::say;
use crate::stop::Stop;
use crate::{quick, show};

pub(crate) fn run(args: &JujitsuArgs, stop: &Stop) -> Result<(), Failure> {
    let mut options = JujitsuOptions::default();
    if !args.rounds.is_empty() {
        options.rounds.clone_from(&args.rounds);
    }
    let bots = [args.one.clone(), args.other.clone()];
    let mut contest = quick::contest::<Jujitsu>(options, &bots, &args.common, stop)?;
    contest.tell = args.common.games.is_none() && !args.common.json;
    contest.games = args.common.games.or(Some(1));
    let outcome = contest.play(stop, Progress::new(args.common.quiet || args.common.json))?;
    if let [match_told] = outcome.stories.as_slice() {
        say(match_told);
        return show::remarks(&outcome, &args.common, None);
    }
    show::outcome(&Jujitsu::ABOUT, &outcome, &args.common, None)
}
