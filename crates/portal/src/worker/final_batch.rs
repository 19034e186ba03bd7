//! Some games of a final: each with new instances of its bots, which remember nothing.

use croupier_record::EntrantId;
use croupier_session::{BatchTask, play_batch};

use super::game::{bot_of, limits_of};
use super::{Undone, Worker};
use crate::jobs::FinalTask;
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
        out: &played.out_at(task.first),
        limits: &limits,
        runtimes: worker.bots.runtimes(),
        core: worker.core,
        urls: &context.urls,
    };
    let block = play_batch(&games, &worker.stop, |entrant: EntrantId| {
        let seated = &played.field[entrant.index()];
        bot_of(worker, &contest.game, seated, &limits).map(|named| named.bot)
    })?;
    Ok(FinalBatch { of: task.of, first: task.first, count: task.count, plain: block.plain })
}
