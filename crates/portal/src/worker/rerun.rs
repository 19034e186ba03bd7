//! A game once more: the same uploads in the same seats with the same luck and options, compared
//! with its record.

use croupier_session::record_bytes::{self, Compared};

use super::{Undone, Worker, game};
use crate::jobs::RerunTask;
use crate::store::contests::{self, Contest};
use crate::store::games;
use crate::store::reruns::Reran;

/// Plays it, and says whether it is the same.
pub(super) fn run(worker: &Worker, task: &RerunTask) -> Result<Reran, Undone> {
    let context = &worker.context;
    let gone = |what: &str| Undone::Trouble(format!("game {} has no {what}", task.of));
    let contest = context.runtime.block_on(contests::get(&context.store, task.game.contest))?;
    let contest = contest.ok_or_else(|| gone("contest"))?;
    let there = context.runtime.block_on(games::record(&context.store, task.of))?;
    let there = there.ok_or_else(|| gone("record"))?;
    let contest = Contest { options: task.options.clone(), ..contest };
    let played = game::play(worker, &task.game, &contest)?;
    let compared = record_bytes::compared(&contest.game, &there, &played.record);
    let (verdict, words) = match compared.map_err(|error| Undone::Trouble(error.to_string()))? {
        Compared::Same => ("same", "every byte of the game is the same".to_owned()),
        Compared::Alike => (
            "alike",
            "every move is the same; only what is said of a fault differs, such as a time".to_owned(),
        ),
        Compared::Differs(difference) => {
            let there = format!("turn {}: the record has {}", difference.turn, difference.recorded);
            ("differs", format!("{there}, now there is {}", difference.now))
        }
    };
    Ok(Reran { rerun: task.rerun, verdict, words, played })
}
