//! `croupier no-thanks [GAMES [BOT…]]`: the competition as the original ran it.

use croupier_games::Game;
use croupier_games::no_thanks::NoThanks;
use croupier_report::{averages, how_sure};

use crate::args::NoThanksArgs;
use crate::failure::Failure;
use crate::output::{Progress, outcome, say};
use crate::play::{Publish, play, prepare};
use crate::setup::setup_with;
use crate::stop::Stop;

const BEGINNERS: [&str; 5] = ["RandomPlayer", "LowerPenalty", "CutOff14", "TakeSmall", "CoinsDependent"];
/// The module of the beginners goes by both names in the original.
const BEGINNER_MODULES: [&str; 2] = ["NoThanksBeginners", "Take5Beginners"];
const USAGE: &str = "usage: croupier no-thanks [GAMES [BOT...]]";

pub(crate) fn run(args: &NoThanksArgs, stop: &Stop) -> Result<(), Failure> {
    let common = &args.playing.common;
    let (games, bots) = words(&args.words)?;
    let bots = if bots.is_empty() { vec![BEGINNER_MODULES[0].to_owned()] } else { bots };
    let bots: Vec<String> = bots.iter().flat_map(|bot| beginners(bot)).collect();
    let mut setup = setup_with(NoThanks::ABOUT.name, &bots, &args.playing, stop)?;
    setup.layout.games = common.games.or(games).unwrap_or(setup.layout.games);
    let session = prepare(setup, common.is_silent())?;
    let progress = Progress::dots(common.is_silent());
    let outcome = play(&session, stop, progress, Publish::Nothing)?;
    if common.json {
        return outcome::json(&NoThanks::ABOUT, &outcome);
    }
    say(averages(&NoThanks::ABOUT, &outcome.header, &outcome.standings));
    let sure = how_sure(&NoThanks::ABOUT, &outcome.header, &outcome.standings);
    if !common.quiet && !sure.is_empty() {
        say(format_args!("\n{sure}"));
    }
    outcome::remarks(&outcome, common, None)
}

/// The number of games and the bots; a first word that is no number is refused, as the original
/// did.
fn words(words: &[String]) -> Result<(Option<u64>, Vec<String>), Failure> {
    let Some((games, bots)) = words.split_first() else { return Ok((None, Vec::new())) };
    let count = games
        .parse()
        .map_err(|_| Failure::BadInput(format!("\"{games}\" is not a number of games; {USAGE}")))?;
    Ok((Some(count), bots.to_vec()))
}

/// The players of the house that stand for the original's module of beginners, or the name itself.
fn beginners(name: &str) -> Vec<String> {
    let (module, class) = name.split_once('.').map_or((name, None), |(module, class)| (module, Some(class)));
    if !BEGINNER_MODULES.contains(&module) {
        return vec![name.to_owned()];
    }
    match class {
        None | Some("py") => BEGINNERS.iter().map(|beginner| format!("house:{beginner}")).collect(),
        Some(class) => vec![format!("house:{class}")],
    }
}
