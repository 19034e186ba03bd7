//! The matchmaker: keeps a few games waiting for the workers, never many, so that the queue cannot grow and whoever
//! enters is drawn soon.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use croupier_games::{Chance, Seed};

use super::draw::{Candidate, opponents_on_entering, table};
use crate::jobs::{Class, GameTask, NewJob, Seated, Task};
use crate::secrets;
use crate::store::contests::Contest;
use crate::store::ladder::{Entry, GAMES_ON_ENTERING};
use crate::store::{Store, Stored, contests, jobs, ladder, now};

/// Among players of the house alone games are begun no quicker than this: they show a living site, and no more.
const HOUSE_ALONE: Duration = Duration::from_secs(1);
/// Games that wait, for each worker.
const WAITING_PER_WORKER: i64 = 2;

/// Draws tables.
#[derive(Debug)]
pub struct Matchmaker {
    store: Store,
    workers: i64,
    chance: Chance,
    /// When the last game of a contest was put, for contests that are held back.
    last: HashMap<i64, Instant>,
}

impl Matchmaker {
    /// For so many workers.
    pub fn new(store: Store, workers: usize) -> Self {
        let chance = Chance::new(Seed(secrets::number()));
        Self { store, workers: workers as i64, chance, last: HashMap::new() }
    }

    /// Fills the queue up; gives the number of games put, and how soon to look again at the latest.
    pub async fn fill(&mut self) -> Stored<(usize, Duration)> {
        let mut put = 0;
        let mut again = HOUSE_ALONE;
        let played: Vec<Contest> = contests::all(&self.store).await?;
        for contest in played.into_iter().filter(|contest| contest.is_played(now())) {
            let (games, soon) = self.fill_contest(&contest).await?;
            put += games;
            again = again.min(soon);
        }
        Ok((put, again))
    }

    async fn fill_contest(&mut self, contest: &Contest) -> Stored<(usize, Duration)> {
        let class = |class| jobs::count(&self.store, class, Some(contest.id));
        let waiting = class(Class::Entering).await? + class(Class::Ladder).await?;
        let room = (self.workers * WAITING_PER_WORKER - waiting).max(0);
        if room == 0 {
            return Ok((0, HOUSE_ALONE));
        }
        let entries = ladder::of_contest(&self.store, contest.id).await?;
        let playing: Vec<&Entry> = entries.iter().filter(|entry| entry.out_of.is_none()).collect();
        let mut put = self.put_on_entering(contest, &playing, room).await?;
        let mut soon = HOUSE_ALONE;
        while (put as i64) < room {
            soon = self.left_to_wait(contest, &playing);
            if !soon.is_zero() || !self.put_of_ladder(contest, &playing).await? {
                break;
            }
            put += 1;
        }
        Ok((put, soon.max(Duration::from_millis(20))))
    }

    /// How long the next game of the ladder has to wait.
    fn left_to_wait(&self, contest: &Contest, playing: &[&Entry]) -> Duration {
        let house_alone = playing.iter().all(|entry| entry.house.is_some());
        let a_minute = Duration::from_secs(60) / contest.games_a_minute.clamp(1, 60_000) as u32;
        let pace = if house_alone { HOUSE_ALONE.max(a_minute) } else { a_minute };
        self.last.get(&contest.id).map_or(Duration::ZERO, |last| pace.saturating_sub(last.elapsed()))
    }

    /// Games that are owed on entering: whoever came first is served first.
    async fn put_on_entering(&mut self, contest: &Contest, playing: &[&Entry], room: i64) -> Stored<usize> {
        let mut owed: Vec<&Entry> = playing.iter().copied().filter(|entry| entry.owed > 0).collect();
        owed.sort_by_key(|entry| (entry.entered, entry.id));
        let mut put = 0;
        for newcomer in owed {
            let others: Vec<Candidate> = playing
                .iter()
                .filter(|entry| entry.id != newcomer.id)
                .map(|entry| candidate(entry))
                .collect();
            for nth in GAMES_ON_ENTERING - newcomer.owed..GAMES_ON_ENTERING {
                if put >= room {
                    return Ok(put as usize);
                }
                let seats = contest.seats as usize;
                let drawn = opponents_on_entering(&others, seats, nth as usize, &mut self.chance);
                let Some(mut drawn) = drawn else { break };
                drawn.push(newcomer.id);
                self.put(contest, playing, drawn, Class::Entering, Some(newcomer.id)).await?;
                put += 1;
            }
        }
        Ok(put as usize)
    }

    async fn put_of_ladder(&mut self, contest: &Contest, playing: &[&Entry]) -> Stored<bool> {
        let candidates: Vec<Candidate> = playing.iter().map(|entry| candidate(entry)).collect();
        let Some(drawn) = table(&candidates, contest.seats as usize, &mut self.chance) else {
            return Ok(false);
        };
        self.put(contest, playing, drawn, Class::Ladder, None).await?;
        self.last.insert(contest.id, Instant::now());
        Ok(true)
    }

    async fn put(
        &mut self,
        contest: &Contest,
        playing: &[&Entry],
        mut drawn: Vec<i64>,
        class: Class,
        owed_to: Option<i64>,
    ) -> Stored<()> {
        self.chance.shuffle(&mut drawn);
        let seats = drawn.iter().filter_map(|id| playing.iter().find(|entry| entry.id == *id));
        let seats = seats.map(|entry| Seated {
            entry: entry.id,
            name: entry.name.clone(),
            house: entry.house.clone(),
            upload: entry.upload,
        });
        // Seeds are kept short enough to be typed and to be stored with a sign.
        let seed = (self.chance.bits() % 1_000_000_000_000) as i64;
        let task = Task::Game(GameTask { contest: contest.id, seed, seats: seats.collect() });
        let owner = format!("contest {}", contest.id);
        let mut write = self.store.write().await?;
        jobs::put(&mut write, &NewJob { class, owner, contest: contest.id, task }).await?;
        if let Some(entry) = owed_to {
            ladder::pay(&mut write, entry).await?;
        }
        write.commit().await?;
        Ok(())
    }
}

fn candidate(entry: &Entry) -> Candidate {
    Candidate { entry: entry.id, games: entry.games, rating: entry.rating }
}
