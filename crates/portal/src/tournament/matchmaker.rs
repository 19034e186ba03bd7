//! The matchmaker: keeps a few games waiting for the workers, never many, so that the queue cannot
//! grow and whoever enters is drawn soon.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_games::{Chance, Seed};
use croupier_record::{Day, Secret};

use super::draw::{Candidate, opponents_on_entering, table};
use super::finale::{self, Folds};
use crate::accounts::secrets;
use crate::jobs::{Class, GameTask, NewJob, Queue, SeatedEntry, Task};
use crate::site::Clock;
use crate::store::contests::Contest;
use crate::store::ladder::{Entry, GAMES_ON_ENTERING};
use crate::store::{Store, Stored, contests, days, finals, ladder, now};

/// Among players of the house alone games are begun no quicker than this: they show a living site,
/// and no more.
const HOUSE_ALONE: Duration = Duration::from_secs(1);
/// Games that wait, for each worker.
const WAITING_PER_WORKER: i64 = 2;

/// Draws tables.
#[derive(Debug)]
pub struct Matchmaker {
    store: Store,
    queue: Arc<dyn Queue>,
    workers: i64,
    chance: Chance,
    /// What says which day it is.
    clock: Clock,
    /// Days begun by this matchmaker: the newest.
    day: Option<Day>,
    /// When the last game of a contest was put, for contests that are held back.
    last: HashMap<i64, Instant>,
    /// The ladders as they were read, with the games put since: a long one is not read again for every game.
    ladders: HashMap<i64, Ladder>,
    /// What the games of running finals come to so far.
    finals: Folds,
}

/// A ladder that was read.
#[derive(Debug)]
struct Ladder {
    entries: Vec<Entry>,
    read: Instant,
    took: Duration,
}

impl Matchmaker {
    /// For this store and queue.
    pub fn new(store: Store, queue: Arc<dyn Queue>, clock: Clock) -> Self {
        Self {
            store,
            queue,
            workers: 0,
            chance: Chance::new(Seed::keyed(secrets::key())),
            clock,
            day: None,
            last: HashMap::new(),
            ladders: HashMap::new(),
            finals: Folds::default(),
        }
    }

    /// Fills the queue up for so many workers; gives the number of games put, and how soon to look
    /// again at the latest.
    pub async fn fill(&mut self, workers: usize) -> Stored<(usize, Duration)> {
        self.workers = workers as i64;
        self.begin_day().await?;
        let mut put = self.fill_finals().await?;
        let mut again = HOUSE_ALONE;
        let played: Vec<Contest> = contests::all(&self.store).await?;
        for contest in played.into_iter().filter(|contest| contest.is_played(now())) {
            let (games, soon) = self.fill_contest(&contest).await?;
            put += games;
            again = again.min(soon);
        }
        Ok((put, again))
    }

    /// Draws the secret of a day that begins, so that its hash is out before its first deal.
    async fn begin_day(&mut self) -> Stored<Day> {
        let (moment, first) = (self.clock.now(), self.day.is_none());
        if let Some(day) = self.day.filter(|day| Day::of(moment) <= *day) {
            return Ok(day);
        }
        let mut write = self.store.write().await?;
        let day = days::begin(&mut write, moment, Secret::drawn(secrets::key())).await?;
        if first {
            days::skip(&mut write, secrets::number()).await?;
        }
        write.commit().await?;
        self.day = Some(day);
        Ok(day)
    }

    /// Finals are looked at, and their next batches put.
    async fn fill_finals(&mut self) -> Stored<usize> {
        let mut put = 0;
        let running = finals::running(&self.store).await?;
        self.finals.keep(&running);
        for played in running {
            let waiting = self.queue.count(Class::Final).await?;
            let room = (self.workers * WAITING_PER_WORKER - waiting).max(0);
            put += finale::go_on(&self.store, &*self.queue, &mut self.finals, &played, room).await?;
        }
        Ok(put)
    }

    async fn fill_contest(&mut self, contest: &Contest) -> Stored<(usize, Duration)> {
        let waiting = self.queue.games(contest.id).await?;
        let full = self.workers * WAITING_PER_WORKER;
        let room = |class| (full - waiting.iter().filter(|(of, _)| *of == class).count() as i64).max(0);
        let room = Room { entering: room(Class::Entering), ladder: room(Class::Ladder) };
        if room.entering + room.ladder == 0 {
            return Ok((0, HOUSE_ALONE));
        }
        let mut ladder = self.ladder(contest.id).await?;
        let seated = waiting.iter().flat_map(|(_, game)| &game.seats).map(|seat| seat.entry).collect();
        let filled = self.fill_from(contest, &mut Hall { playing: &mut ladder.entries, seated }, room).await;
        self.ladders.insert(contest.id, ladder);
        filled
    }

    /// The ladder of a contest, read again when that costs a twentieth of the time at most.
    async fn ladder(&mut self, contest: i64) -> Stored<Ladder> {
        if let Some(known) =
            self.ladders.remove(&contest).filter(|known| known.read.elapsed() < known.took * 20)
        {
            return Ok(known);
        }
        let begun = Instant::now();
        let mut entries = ladder::of_contest(&self.store, contest).await?;
        entries.retain(|entry| entry.out_of.is_none());
        Ok(Ladder { entries, read: Instant::now(), took: begun.elapsed() })
    }

    async fn fill_from(
        &mut self,
        contest: &Contest,
        hall: &mut Hall<'_>,
        room: Room,
    ) -> Stored<(usize, Duration)> {
        let mut put = self.put_on_entering(contest, hall, room.entering).await?;
        let mut soon = HOUSE_ALONE;
        for _ in 0..room.ladder {
            soon = self.left_to_wait(contest, hall.playing);
            if !soon.is_zero() {
                break;
            }
            if !self.put_of_ladder(contest, hall).await? {
                // Who is at a table comes back with a result, and that rings.
                soon = HOUSE_ALONE;
                break;
            }
            put += 1;
        }
        Ok((put, soon.max(Duration::from_millis(20))))
    }

    /// How long the next game of the ladder has to wait.
    fn left_to_wait(&self, contest: &Contest, playing: &[Entry]) -> Duration {
        let house_alone = playing.iter().all(|entry| entry.house.is_some());
        let a_minute = Duration::from_secs(60) / contest.games_a_minute.clamp(1, 60_000) as u32;
        let pace = if house_alone { HOUSE_ALONE.max(a_minute) } else { a_minute };
        self.last.get(&contest.id).map_or(Duration::ZERO, |last| pace.saturating_sub(last.elapsed()))
    }

    /// Games that are owed on entering: whoever came first is served first.
    async fn put_on_entering(&mut self, contest: &Contest, hall: &mut Hall<'_>, room: i64) -> Stored<usize> {
        let mut put = 0;
        while put < room {
            let owed = hall.playing.iter().filter(|entry| entry.owed > 0);
            let Some(newcomer) = owed.min_by_key(|entry| (entry.entered, entry.id)) else { break };
            let (id, nth) = (newcomer.id, (GAMES_ON_ENTERING - newcomer.owed).max(0) as usize);
            let mut others = hall.candidates();
            others.retain(|candidate| candidate.entry != id);
            let drawn = opponents_on_entering(&others, contest.seats as usize, nth, &mut self.chance);
            let Some(mut drawn) = drawn else { break };
            drawn.push(id);
            self.put(contest, hall, drawn, Some(id)).await?;
            put += 1;
        }
        Ok(put as usize)
    }

    async fn put_of_ladder(&mut self, contest: &Contest, hall: &mut Hall<'_>) -> Stored<bool> {
        let Some(drawn) = table(&hall.candidates(), contest.seats as usize, &mut self.chance) else {
            return Ok(false);
        };
        self.put(contest, hall, drawn, None).await?;
        self.last.insert(contest.id, Instant::now());
        Ok(true)
    }

    async fn put(
        &mut self,
        contest: &Contest,
        hall: &mut Hall<'_>,
        mut drawn: Vec<i64>,
        owed_to: Option<i64>,
    ) -> Stored<()> {
        self.chance.shuffle(&mut drawn);
        let mut seats = Vec::with_capacity(drawn.len());
        for id in drawn {
            let Some(entry) = hall.playing.iter_mut().find(|entry| entry.id == id) else { continue };
            seats.push(SeatedEntry {
                entry: entry.id,
                name: entry.name.clone(),
                house: entry.house.clone(),
                upload: entry.upload,
            });
            // What is put counts for the next draw already.
            entry.games += 1;
            entry.owed -= i64::from(owed_to == Some(id));
            hall.seated.insert(id);
        }
        let day = self.begin_day().await?;
        let (class, owner) = match owed_to {
            Some(newcomer) => (Class::Entering, format!("newcomer {newcomer}")),
            None => (Class::Ladder, format!("contest {}", contest.id)),
        };
        let mut write = self.store.write().await?;
        // Every game has luck of its own: whoever reads the record of one learns nothing of another.
        let origin = days::deal(&mut write, day).await?;
        let task = Task::Game(GameTask { contest: contest.id, origin, seats });
        self.queue.put(&mut write, &NewJob { class, owner, contest: contest.id, task }).await?;
        if let Some(entry) = owed_to {
            ladder::pay(&mut write, entry).await?;
        }
        write.commit().await?;
        Ok(())
    }
}

/// How many more games may wait.
#[derive(Debug, Clone, Copy)]
struct Room {
    entering: i64,
    ladder: i64,
}

/// Those who play in a contest, and who of them sit at a table: in a game that waits or is being played.
struct Hall<'a> {
    playing: &'a mut [Entry],
    seated: HashSet<i64>,
}

impl Hall<'_> {
    fn candidates(&self) -> Vec<Candidate> {
        let candidate = |entry: &Entry| Candidate {
            entry: entry.id,
            games: entry.games,
            rating: entry.rating,
            house: entry.house.is_some(),
            seated: self.seated.contains(&entry.id),
        };
        self.playing.iter().map(candidate).collect()
    }
}
