//! `croupier jujitsu BOT BOT [N…]`: a practice match told as it goes, or many with `--games`.

mod exploit_asked;
pub(crate) mod exploitability;
mod hashed_file;
mod layers;
pub(crate) mod solve;
pub(crate) mod solved;
mod solving;

use std::ops::ControlFlow;

use croupier_games::Game;
use croupier_games::jujitsu::Jujitsu;
use croupier_session::{Event, stories};
use serde_json::json;

use crate::args::JujitsuArgs;
use crate::failure::Failure;
use crate::output::{Progress, outcome, say};
use crate::play::{Publish, play_until, prepare};
use crate::setup::setup_with;
use crate::stop::Stop;

pub(crate) fn run(args: &JujitsuArgs, stop: &Stop) -> Result<(), Failure> {
    let common = &args.playing.common;
    let bots = [args.one.clone(), args.other.clone()];
    let mut setup = setup_with(Jujitsu::ABOUT.name, &bots, &args.playing, stop)?;
    if !args.rounds.is_empty() {
        setup.options["rounds"] = json!(args.rounds);
    }
    setup.layout.games = common.games.unwrap_or(1);
    let session = prepare(setup, common.is_silent())?;
    let (progress, mut told) = (Progress::new(common.is_silent()), Ok(Vec::new()));
    let is_told = common.games.is_none() && !common.json;
    let outcome = play_until(&session, stop, progress, Publish::Nothing, &mut |event| {
        if let (true, Event::Batch { block, .. }) = (is_told, event) {
            told = stories(session.header(), block);
        }
        ControlFlow::Continue(())
    })?;
    if let [match_told] = told?.as_slice() {
        say(match_told);
        return outcome::remarks(&outcome, common, None);
    }
    outcome::show(&Jujitsu::ABOUT, &outcome, common, None)
}
