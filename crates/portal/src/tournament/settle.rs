//! What a result changes, all of it in one transaction: a game the ratings of its seats, a check who plays.

use croupier_record::EntrantId;
use croupier_stats::{Ladder, Placing, Rung};

use super::path;
use crate::jobs::Task;
use crate::store::entering::{self, Entrance};
use crate::store::games::{NewGame, SeatRow};
use crate::store::ladder::{self, Entry};
use crate::store::uploads::{self, Checked};
use crate::store::{StoreError, Stored, Write, accounts, games, reruns};

/// A game ended: it is stored, and its seats are rated in the order of completion. Gives its number.
pub async fn game(write: &mut Write, game: &NewGame) -> Stored<i64> {
    let mut entries = Vec::with_capacity(game.seats.len());
    for seat in &game.seats {
        let gone = || StoreError::Unreadable(format!("there is no entry {}", seat.entry));
        entries.push(ladder::seen_by(write, seat.entry).await?.ok_or_else(gone)?);
    }
    let finishes: Vec<Finish> = game.seats.iter().map(Finish::of).collect();
    rate(&mut entries, &finishes);
    for entry in &entries {
        ladder::update(write, entry).await?;
    }
    let ratings: Vec<f64> = entries.iter().map(|entry| entry.rating).collect();
    games::add(write, game, &ratings).await
}

/// How a seat came out of a game, as far as ratings and counts go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Finish {
    /// Its place, from 1.
    pub(super) place: i64,
    /// Whether it did something wrong.
    pub(super) faulty: bool,
}

impl Finish {
    fn of(seat: &SeatRow) -> Self {
        Self { place: seat.place, faulty: seat.faults > 0 }
    }
}

/// What a game changes for those who played it; `entries` and `seats` go together.
pub(super) fn rate(entries: &mut [Entry], seats: &[Finish]) {
    let rungs: Vec<Rung> =
        entries.iter().map(|entry| Rung { rating: entry.rating, uncertainty: entry.uncertainty }).collect();
    let mut placing = Placing::default();
    let mut order: Vec<usize> = (0..seats.len()).collect();
    order.sort_by_key(|&at| seats[at].place);
    placing.places.extend(order.iter().map(|&at| (EntrantId(at as u16), seats[at].place as usize)));
    let mut rated = Ladder::from_rungs(&rungs);
    rated.add(&placing);
    let winners = seats.iter().filter(|seat| seat.place == 1).count().max(1);
    for (at, (entry, seat)) in entries.iter_mut().zip(seats).enumerate() {
        let rung = rated.of(EntrantId(at as u16));
        (entry.rating, entry.uncertainty) = (rung.rating, rung.uncertainty);
        entry.games += 1;
        entry.played += 1;
        entry.faults += i64::from(seat.faulty);
        if seat.place == 1 {
            entry.wins += 1.0 / winners as f64;
        }
        path::note(&mut entry.path, &mut entry.stride, entry.games, entry.rating);
    }
}

/// A check ended: a sound upload plays from now on, unless a newer one does or too many came back
/// today; one that plays and failed when it was checked again does not any more.
pub async fn check(write: &mut Write, checked: &Checked, returns_a_day: u32) -> Stored<()> {
    if !checked.sound {
        uploads::end_check(write, checked).await?;
        return entering::take_off(write, checked.upload).await;
    }
    let Some((contest, account)) = uploads::whose(write, checked.upload).await? else { return Ok(()) };
    let playing = ladder::current(write, contest, account).await?;
    let entrance = entering::entrance(write, contest, account, checked.upload).await?;
    if let Entrance::Return(today) = entrance
        && today >= i64::from(returns_a_day)
    {
        let detail = format!("passed; it does not play, since {}", too_many_returns(returns_a_day));
        return uploads::end_check(write, &Checked { detail, ..checked.clone() }).await;
    }
    uploads::end_check(write, checked).await?;
    if playing.is_some_and(|playing| playing > checked.upload) {
        return Ok(());
    }
    let name = accounts::name_of(write, account).await?;
    entering::enter(write, contest, account, &name, checked.upload).await?;
    Ok(())
}

/// Why an earlier bot does not come back.
pub(crate) fn too_many_returns(a_day: u32) -> String {
    format!("earlier bots come back {a_day} times a day at most")
}

/// A job was given up, and not because of a bot: whoever waits for what comes of it is told. Nobody
/// waits for a game, and none was played: it counts for nobody, and whoever plays plays on.
pub async fn given_up(write: &mut Write, task: &Task, why: &str) -> Stored<()> {
    match task {
        Task::Check { upload } => {
            let checked = Checked {
                upload: *upload,
                sound: false,
                detail: format!("the check broke off three times, and not because of the bot: {why}"),
                bot: String::new(),
                compiler: None,
                marks: None,
            };
            uploads::end_check(write, &checked).await
        }
        Task::Rerun(task) => reruns::give_up(write, task.rerun, why).await,
        Task::Game(_) | Task::Final(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::ladder::{FIRST_RATING, FIRST_UNCERTAINTY};

    fn newcomer(id: i64) -> Entry {
        Entry {
            id,
            contest: 1,
            account: None,
            house: None,
            name: id.to_string(),
            upload: None,
            entered: 0,
            rating: FIRST_RATING,
            uncertainty: FIRST_UNCERTAINTY,
            games: 0,
            wins: 0.0,
            faults: 0,
            owed: 0,
            path: Vec::new(),
            stride: 1,
            out_of: None,
            content: String::new(),
            played: 0,
        }
    }

    #[test]
    fn the_rating_rises_for_whoever_wins_and_a_shared_win_is_shared() {
        let mut entries: Vec<Entry> = (1..=4).map(newcomer).collect();
        let seats = [4, 1, 1, 3].map(|place| Finish { place, faulty: false });
        rate(&mut entries, &seats);
        let ratings: Vec<f64> = entries.iter().map(|entry| entry.rating).collect();
        assert!(ratings[1] > FIRST_RATING && ratings[0] < FIRST_RATING, "{ratings:?}");
        assert!((ratings[1] - ratings[2]).abs() < 1e-9 && ratings[3] > ratings[0], "{ratings:?}");
        assert!(entries.iter().all(|entry| entry.uncertainty < FIRST_UNCERTAINTY));
        assert_eq!(entries.iter().map(|entry| entry.wins).collect::<Vec<_>>(), [0.0, 0.5, 0.5, 0.0]);
    }
}
