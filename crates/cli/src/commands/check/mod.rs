//! `croupier check BOT [--game GAME]`: the conformance suite for a bot of any language.
//!
//! What is tried stands in the crate `check`; here the bot is found, and what comes of it is shown.

mod shown;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use croupier_arena::naming::game::NoGame;
use croupier_arena::naming::{NamedBot, or_all};
use croupier_arena::plan::Limits;
use croupier_check::{Amount, Task, Trouble, check_bot};
use croupier_games::list;
use croupier_hosts::{Runtimes, usable_cores};
use croupier_record::{BOT_LOGS, Origin};
use croupier_session::{BotSearch, find_bots};

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::packages::in_words;
use crate::sight::results;
use shown::CheckProgress;

pub(crate) fn run(args: &CheckArgs, stop: &AtomicBool) -> Result<(), Failure> {
    if args.games == Some(0) {
        return Err(Failure::BadInput("0 games are asked for; at least 1 can be played".to_owned()));
    }
    let runtimes = Runtimes::new(args.sandbox).with_python_in(args.cell);
    let runtimes = runtimes.with_packages(args.packages.read()?);
    let game = match &args.game {
        Some(game) => game.clone(),
        None => match search(args, &runtimes, &Limits::default())?.finder().game_of(&args.bot) {
            Ok(game) => game,
            Err(NoGame::Broken(why)) => return Err(shown::unloadable(args, &why)),
            Err(error) => return Err(Failure::BadInput(error.to_string())),
        },
    };
    let sound = check(args, &game, &runtimes, stop)?;
    if sound { Ok(()) } else { Err(Failure::NotSound) }
}

/// Checks a bot of this game, and says whether it is sound.
fn check(args: &CheckArgs, game: &str, runtimes: &Runtimes, stop: &AtomicBool) -> Result<bool, Failure> {
    let about = list::about(game)?;
    let limits: Limits = as_said("--limits", args.limits.as_deref())?;
    let bot = named_bot(args, game, runtimes, &limits)?;
    let task = Task {
        game,
        bot: &bot,
        options: args.options.as_deref().unwrap_or("{}"),
        limits: &limits,
        runtimes,
        logs: args.out.as_deref().map(|folder| folder.join(BOT_LOGS)),
        core: usable_cores().first().copied(),
        amount: args.games.map_or(Amount::Usual, Amount::Games),
        seed: Origin::given(args.seed).seed(),
        out: args.out.as_deref(),
        stop,
    };
    let packages = in_words(runtimes);
    // Nothing is said of a check that cannot begin.
    let mut begun: Option<CheckProgress<'_>> = None;
    let report = check_bot(task, &mut |told| {
        begun.get_or_insert_with(|| CheckProgress::new(args, &bot.name, about, &packages)).told(&told);
    });
    let report = match (report, &mut begun) {
        (Err(Trouble::Options(error)), _) => Err(unread("--options", args.options.as_deref(), &error)),
        (Err(Trouble::Setup(error)), _) => Err(Failure::BadInput(format!("--options: {error}"))),
        (Err(trouble), Some(shown)) => Err(shown.broken_off(trouble)),
        (report, _) => report.map_err(Failure::from),
    }?;
    begun.get_or_insert_with(|| CheckProgress::new(args, &bot.name, about, &packages)).end(&report);
    Ok(report.is_sound())
}

/// The one bot that is named.
fn named_bot(
    args: &CheckArgs,
    game: &str,
    runtimes: &Runtimes,
    limits: &Limits,
) -> Result<NamedBot, Failure> {
    let spec = &args.bot;
    let mut bots = find_bots(game, &[spec], search(args, runtimes, limits)?)?;
    if bots.len() > 1 {
        let names: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
        let what = format!(
            "{spec} holds several bots; name one of them as in {spec}#{}{}: {}",
            names[0],
            or_all(spec, names[0]),
            names.join(", ")
        );
        return Err(Failure::BadInput(what));
    }
    bots.pop().ok_or_else(|| Failure::BadInput(format!("{spec} holds no bot")))
}

/// Where the bot is looked for, and what it gets.
fn search<'a>(
    args: &CheckArgs,
    runtimes: &'a Runtimes,
    limits: &'a Limits,
) -> Result<BotSearch<'a>, Failure> {
    let sight = args.files.sight(&[&args.bot], results(args.out.as_deref()))?;
    Ok(BotSearch { sight, ..BotSearch::new(Path::new("."), runtimes, limits) })
}

/// What an option says in JSON; nothing said is nothing but the usual.
pub(crate) fn as_said<T: serde::de::DeserializeOwned>(
    option: &str,
    said: Option<&str>,
) -> Result<T, Failure> {
    serde_json::from_str(said.unwrap_or("{}")).map_err(|error| unread(option, said, &error))
}

fn unread(option: &str, said: Option<&str>, error: &serde_json::Error) -> Failure {
    Failure::BadInput(format!("{option} {}: {error}", said.unwrap_or("{}")))
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Interrupted => Self::Interrupted,
            Trouble::Record(error) => error.into(),
            Trouble::Cell(none) => Self::BadInput(none.to_string()),
            other => Self::Trouble(other.into()),
        }
    }
}
