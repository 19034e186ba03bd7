//! A game is asked for once more: who sat where, with which upload, luck and options is read from
//! what was stored of it.

use croupier_session::record_bytes;

use crate::error::Wrong;
use crate::jobs::{Class, GameTask, NewJob, RerunTask, SeatedEntry, Task};
use crate::site::Site;
use crate::store::{folds, games, reruns};

/// Puts a rerun of a game into the queue, in an organiser's name.
pub(crate) async fn ask(site: &Site, game: i64, organiser: i64) -> Result<(), Wrong> {
    let missing = || Wrong::NotFound(format!("game {game}"));
    let found = games::get(&site.store, game).await?.ok_or_else(missing)?;
    if reruns::of_game(&site.store, game).await?.iter().any(|rerun| rerun.ended.is_none()) {
        return Err(Wrong::Bad(format!("game {game} waits to be played again already")));
    }
    let bytes = games::record(&site.store, game).await?.ok_or_else(missing)?;
    let head = record_bytes::head(&bytes).map_err(|error| Wrong::Trouble(error.to_string()))?;
    let sat = folds::sat(&site.store, game).await?;
    // Names are those of the record: bots are told them.
    let seats = sat.into_iter().zip(&head.entrants).map(|(sat, entrant)| SeatedEntry {
        entry: sat.entry,
        name: entrant.name.clone(),
        house: sat.house,
        upload: sat.upload,
    });
    let seats = seats.collect();
    let task = GameTask { contest: found.contest, origin: head.origin, seats };
    let mut write = site.store.write().await?;
    let rerun = reruns::ask(&mut write, game, organiser).await?;
    let options = head.options.to_string();
    let task = Task::Rerun(RerunTask { rerun, of: game, game: task, options });
    let owner = format!("game {game} again");
    let job = NewJob { class: Class::Entering, owner, contest: found.contest, task };
    site.queue.put(&mut write, &job).await?;
    write.commit().await?;
    site.work.wake();
    Ok(())
}
