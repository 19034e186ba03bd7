//! Some games of a final: each with new instances of its bots, which remember nothing.

use croupier_arena::plan::Limits;
use croupier_arena::{Bot, CannotPlay};
use croupier_games::{Game, Visitor, with_game};
use croupier_record::EntrantId;
use croupier_session::{BatchTask, SessionError, play_batch};

use super::game::{bot_of, limits_of};
use super::{OVERLOADED, Undone, Worker};
use crate::jobs::{FinalTask, SeatedEntry};
use crate::store::contests;
use crate::store::finals::{self, FinalBatch};

/// Plays a batch.
pub(super) fn run(worker: &Worker, task: &FinalTask) -> Result<FinalBatch, Undone> {
    let context = &worker.context;
    let gone = || Undone::Trouble(format!("there is no final {}", task.of));
    let played = context.runtime.block_on(finals::get(&context.store, task.of))?.ok_or_else(gone)?;
    let contest =
        context.runtime.block_on(contests::get(&context.store, played.contest))?.ok_or_else(gone)?;
    let limits = limits_of(&contest)?;
    let games = BatchTask {
        header: &played.header,
        games: task.first as u64..(task.first + task.count) as u64,
        limits: &limits,
        runtimes: worker.bots.runtimes(),
        core: worker.core,
    };
    let block = play_batch(&games, &context.stop, |entrant: EntrantId| {
        let seated = &played.field[entrant.index()];
        let bot = with_game(&contest.game, FindBot { worker, seated, limits: &limits });
        bot.map_err(|error| Undone::Trouble(error.to_string()))?
    })?;
    Ok(FinalBatch { of: task.of, first: task.first, count: task.count, plain: block.plain })
}

impl From<SessionError> for Undone {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Interrupted => Self::Stopped,
            SessionError::Play(CannotPlay::Overloaded(_)) => Self::Trouble(OVERLOADED.to_owned()),
            error => Self::Trouble(error.to_string()),
        }
    }
}

/// The bot behind a seat, for whichever game.
struct FindBot<'a> {
    worker: &'a Worker,
    seated: &'a SeatedEntry,
    limits: &'a Limits,
}

impl Visitor for FindBot<'_> {
    type Output = Result<Bot, Undone>;

    fn visit<G: Game>(self) -> Self::Output {
        bot_of::<G>(self.worker, self.seated, self.limits).map(|named| named.bot)
    }
}
