//! A check whose game is known by its name: the game's type is chosen here, so that nobody above is
//! generic.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use croupier_arena::Outside;
use croupier_arena::naming::NamedBot;
use croupier_arena::plan::Limits;
use croupier_games::{Game, Seed, Visitor, with_game};
use croupier_hosts::Runtimes;
use croupier_record::Instances;

use crate::run::{Amount, Report, Setting, check};
use crate::seatings::Seatings;
use crate::stage::CheckEvent;
use crate::subject::Trouble;

/// What is checked, and how.
#[derive(Debug)]
pub struct Task<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// Whoever is checked.
    pub bot: &'a NamedBot,
    /// The game's options, as JSON.
    pub options: &'a str,
    /// What the bot may use.
    pub limits: &'a Limits,
    /// What bots outside this process are started with.
    pub runtimes: &'a Runtimes,
    /// The folder for the bot's logs; without one, only last words are kept.
    pub logs: Option<PathBuf>,
    /// The processor that a process shares with its table.
    pub core: Option<usize>,
    /// How much is played at each size of table.
    pub amount: Amount,
    /// What all luck grows from.
    pub seed: Seed,
    /// Where records are written; nowhere, where nothing is said.
    pub out: Option<&'a Path>,
    /// Set to end the check early.
    pub stop: &'a AtomicBool,
}

/// Runs all stages; `told` hears of each as it begins and ends. What cannot be checked is refused
/// before.
pub fn check_bot(task: Task<'_>, told: &mut dyn FnMut(CheckEvent<'_>)) -> Result<Report, Trouble> {
    with_game(task.game, Check { task, told })?
}

struct Check<'a, 'b> {
    task: Task<'a>,
    told: &'b mut dyn FnMut(CheckEvent<'_>),
}

impl Visitor for Check<'_, '_> {
    type Output = Result<Report, Trouble>;

    fn visit<G: Game>(self) -> Self::Output {
        let Task { bot, limits, runtimes, logs, core, amount, seed, out, stop, .. } = self.task;
        let bots = std::slice::from_ref(&bot.bot);
        let outside = Outside::of::<G>(bots, runtimes, limits, Instances::default(), logs)?;
        let options = &options::<G>(self.task.options, seed)?;
        let seatings = Seatings::<G>::new(bot, options, outside.as_ref(), core);
        let per_move = limits.per_move(G::ABOUT.name);
        let setting = Setting { options, amount, seed, out, per_move, stop, now: &Instant::now };
        check(&seatings.subject(), &setting, self.told)
    }
}

/// The game's options, where it can be dealt with them.
fn options<G: Game>(json: &str, seed: Seed) -> Result<G::Options, Trouble> {
    let options: G::Options = serde_json::from_str(json).map_err(Trouble::Options)?;
    // A size of table that these options do not allow is passed over by the check; one is needed.
    let mut refused = None;
    for &seats in G::ABOUT.seats {
        match G::deal(seats, &options, seed) {
            Ok(_) => return Ok(options),
            Err(error) => refused = Some(Trouble::Setup(error)),
        }
    }
    refused.map_or(Ok(options), Err)
}
