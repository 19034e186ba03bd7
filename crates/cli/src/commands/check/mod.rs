//! `croupier check BOT [--game GAME]`: the conformance suite for a bot of any language.
//!
//! What is tried stands in the crate `check`; here the bot is found, and what comes of it is shown.

mod shown;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use croupier_arena::naming::NamedBot;
use croupier_arena::naming_game::NoGame;
use croupier_arena::plan::Limits;
use croupier_check::{Amount, Seatings, Setting, Trouble};
use croupier_games::{Game, Seed, Visitor, with_game};
use croupier_hosts::{Runtimes, usable_cores};
use croupier_record::{Instances, Origin};
use croupier_session::{Search, find_bots};

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::outside::outside;
use crate::sight::results;
use shown::Shown;

pub(crate) fn run(args: &CheckArgs, stop: &AtomicBool) -> Result<(), Failure> {
    if args.games == Some(0) {
        return Err(Failure::BadInput("0 games are asked for; at least 1 can be played".to_owned()));
    }
    let runtimes = Runtimes::new(args.sandbox).with_python_in(args.cell);
    let game = match &args.game {
        Some(game) => game.clone(),
        None => match search(args, &runtimes, &Limits::default())?.finder().game_of(&args.bot) {
            Ok(game) => game,
            Err(NoGame::Broken(why)) => return Err(shown::unloadable(args, &why)),
            Err(error) => return Err(Failure::BadInput(error.to_string())),
        },
    };
    let sound = with_game(&game, Check { args, runtimes: &runtimes, stop })??;
    if sound { Ok(()) } else { Err(Failure::NotSound) }
}

struct Check<'a> {
    args: &'a CheckArgs,
    runtimes: &'a Runtimes,
    stop: &'a AtomicBool,
}

impl Visitor for Check<'_> {
    type Output = Result<bool, Failure>;

    fn visit<G: Game>(self) -> Result<bool, Failure> {
        let args = self.args;
        let limits: Limits = as_said("--limits", args.limits.as_deref())?;
        let bot = self.bot::<G>(&limits)?;
        let outside = outside::<G>(
            std::slice::from_ref(&bot.bot),
            self.runtimes,
            &limits,
            Instances::default(),
            args.out.as_deref(),
        )?;
        let options = options::<G>(args)?;
        let core = usable_cores().first().copied();
        let seatings = Seatings::<G>::new(&bot, &options, outside.as_ref(), core);
        let subject = seatings.subject();
        let setting = Setting {
            options: &options,
            amount: args.games.map_or(Amount::Usual, Amount::Games),
            seed: Origin::given(args.seed).seed(),
            out: args.out.as_deref(),
            per_move: limits.per_move(G::ABOUT.name),
            stop: self.stop,
            now: &Instant::now,
        };
        let mut shown = Shown::new(args, &bot.name, &G::ABOUT);
        let report = croupier_check::check(&subject, &setting, &mut |told| shown.told(&told));
        let report = report.map_err(|trouble| shown.broken_off(trouble))?;
        shown.end(&report);
        Ok(report.is_sound())
    }
}

impl Check<'_> {
    /// The one bot that is named.
    fn bot<G: Game>(&self, limits: &Limits) -> Result<NamedBot, Failure> {
        let spec = &self.args.bot;
        let mut bots = find_bots(G::ABOUT.name, &[spec], search(self.args, self.runtimes, limits)?)?;
        if bots.len() > 1 {
            let names: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
            let what = format!(
                "{spec} holds several bots; name one of them as in {spec}#{}: {}",
                names[0],
                names.join(", ")
            );
            return Err(Failure::BadInput(what));
        }
        bots.pop().ok_or_else(|| Failure::BadInput(format!("{spec} holds no bot")))
    }
}

/// Where the bot is looked for, and what it gets.
fn search<'a>(args: &CheckArgs, runtimes: &'a Runtimes, limits: &'a Limits) -> Result<Search<'a>, Failure> {
    let sight = args.files.sight(&[&args.bot], results(args.out.as_deref()))?;
    Ok(Search { sight, ..Search::new(Path::new("."), runtimes, limits) })
}

/// The options of the game that are asked for, where it can be dealt with them.
fn options<G: Game>(args: &CheckArgs) -> Result<G::Options, Failure> {
    let options: G::Options = as_said("--options", args.options.as_deref())?;
    // A size of table that these options do not allow is passed over by the check; one is needed.
    let mut refused = None;
    for &seats in G::ABOUT.seats {
        match G::deal(seats, &options, Seed::plain(args.seed)) {
            Ok(_) => return Ok(options),
            Err(error) => refused = Some(Failure::BadInput(format!("--options: {error}"))),
        }
    }
    refused.map_or(Ok(options), Err)
}

/// What an option says in JSON; nothing said is nothing but the usual.
pub(crate) fn as_said<T: serde::de::DeserializeOwned>(
    option: &str,
    said: Option<&str>,
) -> Result<T, Failure> {
    let said = said.unwrap_or("{}");
    serde_json::from_str(said).map_err(|error| Failure::BadInput(format!("{option} {said}: {error}")))
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Interrupted => Self::Interrupted,
            Trouble::Record(error) => error.into(),
            other => Self::Trouble(other.into()),
        }
    }
}
