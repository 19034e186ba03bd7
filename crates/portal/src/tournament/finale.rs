//! Final, closed tournaments, with the designs and the stopping of `croupier run`.
//!
//! A final is planned like any tournament: a fixture is a function of seed and number, so its games
//! can be played in any order by any worker. Games are put batch by batch; whether all is decided
//! is looked at borders of batches, in order, so that it ends after the same game whoever played.

use std::collections::HashMap;

use croupier_arena::BadField;
use croupier_games::{About, list};
use croupier_record::{Block, Design, Entrant, Header, Instances, Origin, Secret, Until};
use croupier_report::{standings_table, sure_note};
use croupier_session::{Fold, Layout, Looks, SessionError, check_compared, read_options};

use crate::jobs::{Class, FinalTask, NewJob, SeatedEntry, Task};
use crate::store::contests::Contest;
use crate::store::finals::{self, Final, FinalBatch, FinalResult};
use crate::store::ladder::Entry;
use crate::store::{Store, StoreError, Stored, jobs, uploads};

/// Games in a batch, at least; a deal that is played several times stays in one.
const BATCH: u64 = 16;
/// The most games of a final.
const MOST_GAMES: u64 = 1_000_000;
/// The standings are written so wide.
const WIDTH: usize = 110;

/// What an organiser asks of a final.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wish {
    /// How games are laid out.
    pub design: Design,
    /// When it stops.
    pub until: Until,
    /// A difference that does not matter.
    pub tolerance: f64,
    /// At most so many games.
    pub games: u64,
    /// What all luck grows from.
    pub luck: WishedLuck,
}

/// Where a final's luck comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WishedLuck {
    /// A number that the organiser gave, who knows all cards then.
    Seed(u64),
    /// A secret that nobody chose; deals depend on who plays, too.
    Drawn(Secret),
}

/// Why there is no such final.
#[derive(Debug, thiserror::Error)]
pub enum NotPlanned {
    /// More games than a site plays.
    #[error("{0} games are asked for; 1 to {MOST_GAMES} can be played")]
    Games(u64),
    /// The entries do not make a field.
    #[error(transparent)]
    Field(#[from] BadField),
    /// They do not fill a table.
    #[error("{bots} are too few for a table of {seats}")]
    TooFew {
        /// How many there are.
        bots: usize,
        /// How many sit at a table.
        seats: usize,
    },
    /// Anything else that no tournament can be.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// The plan of a final among these entries; `hash` tells what an upload is made of.
pub fn plan(
    contest: &Contest,
    entries: &[Entry],
    hash: &dyn Fn(i64) -> String,
    wish: Wish,
) -> Result<(Header, Vec<SeatedEntry>), NotPlanned> {
    let playing = entries.iter().filter(|entry| entry.out_of.is_none());
    let field: Vec<SeatedEntry> = playing
        .filter(|entry| entry.house.is_some() || entry.upload.is_some())
        .map(|entry| SeatedEntry {
            entry: entry.id,
            name: entry.name.clone(),
            house: entry.house.clone(),
            upload: entry.upload,
        })
        .collect();
    if !(1..=MOST_GAMES).contains(&wish.games) {
        return Err(NotPlanned::Games(wish.games));
    }
    if wish.until == Until::Decided {
        check_compared(field.len())?;
    }
    let entrant = |seated: &SeatedEntry| Entrant {
        name: seated.name.clone(),
        bot: seated.house.clone().unwrap_or_else(|| format!("upload {}", seated.upload.unwrap_or(0))),
        hash: seated.upload.map(hash).or_else(|| seated.house.clone()).unwrap_or_default(),
        ..Entrant::default()
    };
    let entrants: Vec<Entrant> = field.iter().map(entrant).collect();
    let origin = match wish.luck {
        WishedLuck::Seed(number) => Origin::given(number),
        WishedLuck::Drawn(secret) => Origin::drawn(secret, &entrants),
    };
    let layout = Layout {
        players: usize::try_from(contest.seats).ok(),
        games: wish.games,
        design: wish.design,
        until: wish.until,
        tolerance: wish.tolerance,
        ..Layout::of(list::about(&contest.game).map_err(SessionError::from)?)
    };
    let schedule = layout.schedule(field.len(), origin.seed())?;
    if schedule.copies() > 1 {
        return Err(NotPlanned::TooFew { bots: field.len(), seats: schedule.seats() });
    }
    let options = read_options(&contest.game, &contest.options)?;
    let header = Header {
        instances: Instances::Game,
        limits: serde_json::from_str(&contest.limits).ok(),
        ..layout.header(&schedule, options, origin, entrants)?
    };
    Ok((header, field))
}

/// Why this field cannot play such a design, where it cannot: its games are played by new processes
/// each, but nothing here makes a bot behind a url forget a deal that it meets again.
pub async fn refused(store: &Store, design: Design, field: &[SeatedEntry]) -> Stored<Option<String>> {
    if !design.repeats_deals() {
        return Ok(None);
    }
    for seated in field {
        let Some(upload) = seated.upload else { continue };
        if uploads::get(store, upload).await?.is_some_and(|upload| upload.url.is_some()) {
            return Ok(Some(format!(
                "the design {design} deals the same cards again, and {} is behind a url, where nothing can \
                 make it forget them; take the design balanced or random",
                seated.name
            )));
        }
    }
    Ok(None)
}

/// What the games of running finals come to, as far as they were looked at: a look takes in the
/// batches that are new, and after a restart all of them, one after the other.
#[derive(Debug, Default)]
pub struct Folds(HashMap<i64, Known>);

/// How far a final was taken in.
#[derive(Debug)]
struct Known {
    fold: Fold,
    /// Whether its games are enough.
    decided: bool,
}

impl Known {
    fn new(header: &Header) -> Result<Self, SessionError> {
        let fold = Fold::new(header, header.entrants.len(), Looks::of(header.until))?;
        Ok(Self { fold, decided: false })
    }

    /// Takes in the next batch, unless those before it were enough.
    fn add(&mut self, batch: FinalBatch) -> Result<(), SessionError> {
        if !self.decided {
            let mut block = Block::new(batch.first as u64);
            (block.plain, block.count) = (batch.plain, batch.count as u32);
            self.fold.add(&block)?;
            self.decided = self.fold.is_decided();
        }
        Ok(())
    }

    /// What the games say, where they are enough.
    fn ended(&self, header: &Header, about: &About) -> Option<FinalResult> {
        let games = self.fold.games();
        if !self.decided && games < header.games {
            return None;
        }
        let found = self.fold.standings();
        let table = standings_table(about, header, &found, WIDTH);
        let standings = format!("{table}\n{}", sure_note(&found));
        let reason = self.fold.reason(croupier_arena::Ended::Complete).to_string();
        Some(FinalResult { games: games as i64, reason, standings })
    }
}

impl Folds {
    /// Takes in the batches of a final up to this game, and says how it ended, where it did.
    async fn look(&mut self, store: &Store, played: &Final, up_to: i64) -> Stored<Option<FinalResult>> {
        let unreadable =
            |error: &dyn std::fmt::Display| StoreError::Unreadable(format!("final {}: {error}", played.id));
        let mut known = match self.0.remove(&played.id) {
            Some(known) => known,
            None => Known::new(&played.header).map_err(|error| unreadable(&error))?,
        };
        while !known.decided && (known.fold.games() as i64) < up_to {
            let Some(batch) = finals::batch(store, played.id, known.fold.games() as i64).await? else {
                break;
            };
            // Replaying takes the processor: not on a thread that others wait for.
            let added = tokio::task::spawn_blocking(move || known.add(batch).map(|()| known));
            let added = added.await.map_err(|error| unreadable(&error))?;
            known = added.map_err(|error| unreadable(&error))?;
        }
        let about = list::about(&played.header.game).map_err(|error| unreadable(&error))?;
        let ended = known.ended(&played.header, about);
        if ended.is_none() {
            self.0.insert(played.id, known);
        }
        Ok(ended)
    }

    /// Forgets finals that are not played any more.
    pub(super) fn keep(&mut self, running: &[Final]) {
        self.0.retain(|id, _| running.iter().any(|played| played.id == *id));
    }
}

/// Looks at a final, and puts its next batches where there is room for them; gives how many were
/// put.
pub(super) async fn go_on(store: &Store, folds: &mut Folds, played: &Final, room: i64) -> Stored<usize> {
    let unbroken = finals::unbroken(store, played).await?;
    if unbroken > played.looked {
        let ended = folds.look(store, played, unbroken).await?;
        let mut write = store.write().await?;
        finals::set_looked(&mut write, played.id, unbroken).await?;
        if let Some(ended) = &ended {
            finals::end(&mut write, played.id, ended).await?;
        }
        write.commit().await?;
        if ended.is_some() {
            return Ok(0);
        }
    }
    put(store, played, room).await
}

async fn put(store: &Store, played: &Final, room: i64) -> Stored<usize> {
    let deal = played.header.games_per_deal.get();
    let size = BATCH.div_ceil(deal) * deal;
    let (mut next, all) = (played.put as u64, played.header.games);
    let mut count = 0;
    while (count as i64) < room && next < all {
        let games = size.min(all - next);
        let task = Task::Final(FinalTask { of: played.id, first: next as i64, count: games as i64 });
        let job =
            NewJob { class: Class::Final, owner: finals::owner(played.id), contest: played.contest, task };
        let mut write = store.write().await?;
        jobs::put(&mut write, &job).await?;
        next += games;
        finals::set_put(&mut write, played.id, next as i64).await?;
        write.commit().await?;
        count += 1;
    }
    Ok(count)
}
