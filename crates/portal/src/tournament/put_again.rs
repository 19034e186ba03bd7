//! A job that was given up is put into the queue once more, at an organiser's wish, and leaves the
//! list in the same write.
//!
//! A game is dealt anew: its day may be over by now, and then everyone knows the cards that it had.

use croupier_record::Secret;

use crate::accounts::secrets;
use crate::broadcast::{Broadcast, SiteEvent};
use crate::error::Wrong;
use crate::jobs::{GameTask, GivenUp, NewJob, Queue, SeatedEntry, Task};
use crate::site::Clock;
use crate::store::{Store, StoreError, Write, contests, days, finals, ladder, now, reruns, uploads};

/// Why a job is not put again; it stays in the list.
#[derive(Debug, thiserror::Error)]
pub enum NotAgain {
    /// It is not in the list: somebody has put it again or dismissed it.
    #[error("there is no job {0} among those that were given up; somebody put it again or dismissed it")]
    NotThere(i64),
    /// What it belongs to has gone on without it.
    #[error("{0}")]
    TooLate(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<NotAgain> for Wrong {
    fn from(error: NotAgain) -> Self {
        match error {
            NotAgain::NotThere(_) | NotAgain::TooLate(_) => Self::Bad(error.to_string()),
            NotAgain::Store(error) => error.into(),
        }
    }
}

/// Puts a job again that was given up; gives its number in the queue.
pub async fn put_again(
    store: &Store,
    queue: &dyn Queue,
    events: &Broadcast,
    clock: &Clock,
    id: i64,
) -> Result<i64, NotAgain> {
    let mut write = store.write().await?;
    let found = queue.take_given_up(&mut write, id).await?.ok_or(NotAgain::NotThere(id))?;
    let GivenUp { class, owner, contest, task, .. } = found;
    let task = match task {
        Task::Check { upload } => check(store, &mut write, upload).await?,
        Task::Game(game) => Task::Game(dealt_anew(store, &mut write, clock, game).await?),
        Task::Final(task) => {
            let played = finals::get(store, task.of).await?;
            if played.is_none_or(|played| played.ended.is_some()) {
                return Err(NotAgain::TooLate(format!("final {} has ended without these games", task.of)));
            }
            Task::Final(task)
        }
        Task::Rerun(task) => {
            if !reruns::wait_again(&mut write, task.rerun).await? {
                let why = format!("game {} waits to be played again already", task.of);
                return Err(NotAgain::TooLate(why));
            }
            Task::Rerun(task)
        }
    };
    let upload = task.upload();
    let put = queue.put(&mut write, &NewJob { class, owner, contest, task }).await?;
    match upload {
        Some(upload) => events.commit(write, SiteEvent::Upload(upload)).await?,
        None => write.commit().await?,
    }
    Ok(put)
}

async fn check(store: &Store, write: &mut Write, upload: i64) -> Result<Task, NotAgain> {
    let found = uploads::get(store, upload).await?;
    if found.is_none_or(|found| found.gone) {
        return Err(NotAgain::TooLate(format!("the files of upload {upload} were removed")));
    }
    uploads::wait_again(write, upload).await?;
    Ok(Task::Check { upload })
}

/// The same table with new luck, and with the uploads that play now: a rating belongs to what plays.
async fn dealt_anew(
    store: &Store,
    write: &mut Write,
    clock: &Clock,
    game: GameTask,
) -> Result<GameTask, NotAgain> {
    let contest = contests::get(store, game.contest).await?;
    let contest = contest.filter(|contest| contest.is_played(now()));
    let closed = || NotAgain::TooLate("no games are begun in its contest now".to_owned());
    let contest = contest.ok_or_else(closed)?.id;
    let mut seats = Vec::with_capacity(game.seats.len());
    for seat in game.seats {
        let entry = ladder::seen_by(write, seat.entry).await?.filter(|entry| entry.out_of.is_none());
        let out = || NotAgain::TooLate(format!("{} is off the ladder", seat.name));
        let entry = entry.ok_or_else(out)?;
        seats.push(SeatedEntry {
            entry: entry.id,
            name: entry.name,
            house: entry.house,
            upload: entry.upload,
        });
    }
    let day = days::begin(write, clock.now(), Secret::drawn(secrets::key())).await?;
    // The folder may be a copy whose next deals were dealt elsewhere, and nothing was drawn from it yet.
    days::skip(write, secrets::number()).await?;
    Ok(GameTask { contest, origin: days::deal(write, day).await?, seats })
}
