//! What pages share: pieces that are the same for every reader, and the names behind the numbers of entries.

use std::collections::HashMap;
use std::error::Error;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use croupier_session::record_bytes::TurnView;

use crate::error::Wrong;
use crate::limits::fair_queue::FairQueue;
use crate::pages::games::{GameLines, GameStory};
use crate::single_flight_cache::SingleFlightCache;
use crate::site::Site;
use crate::store::contests::Contest;
use crate::store::games::{GameRow, Wanted};
use crate::store::ladder::{self, Entry};
use crate::tournament::standing::Standing;

/// Lists say how long ago a game ended, so they are made anew also where nothing happens.
const LISTS_LAST: Duration = Duration::from_secs(1);
/// So many lists are kept: the contests', and those of players who are looked at.
const LISTS: usize = 256;
/// A finished game changes only where an organiser lets it count as played again, which is a new edition.
const GAMES_LAST: Duration = Duration::from_secs(600);
/// So many turns of games are kept, which is a few megabytes.
const TURNS: usize = 256;
/// So many games are told or drawn at the same time; more would only get into each other's way.
const AT_ONCE: usize = 2;
/// So many more may wait.
const WAITING: usize = 2_000;
/// So many large things are packed or compared at the same time, and so many wait.
const PACKED_AT_ONCE: usize = 1;
const PACKING_WAITING: usize = 20;

/// Pieces of pages that many readers ask for at once.
#[derive(Debug)]
pub(crate) struct Shared {
    /// Lists of the newest games.
    pub(in crate::pages) newest: SingleFlightCache<Wanted, GameLines>,
    /// Games, told and drawn.
    pub(in crate::pages) told: SingleFlightCache<(i64, TurnView), Arc<GameStory>>,
    drawing: FairQueue,
    packing: FairQueue,
    edition: AtomicU64,
}

impl Default for Shared {
    fn default() -> Self {
        Self {
            newest: SingleFlightCache::new(LISTS_LAST, LISTS),
            told: SingleFlightCache::new(GAMES_LAST, TURNS),
            drawing: FairQueue::new(AT_ONCE, WAITING),
            packing: FairQueue::new(PACKED_AT_ONCE, PACKING_WAITING),
            edition: AtomicU64::new(0),
        }
    }
}

impl Shared {
    /// How often a finished game took another's place.
    pub(in crate::pages) fn edition(&self) -> u64 {
        self.edition.load(Ordering::Relaxed)
    }

    /// A finished game is another one now: whatever was told of it is told anew.
    pub(crate) fn another_edition(&self) {
        self.edition.fetch_add(1, Ordering::Relaxed);
    }

    /// Does what takes a while beside the threads that answer readers.
    pub(in crate::pages) async fn aside<T: Send + 'static, E: Error + Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, Wrong> {
        self.drawing.work(address, work).await?.map_err(|error| Wrong::Trouble(error.to_string()))
    }

    /// Does what takes long: in a line of its own, so that no page waits behind it.
    pub(in crate::pages) async fn packed<T: Send + 'static, E: Error + Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, Wrong> {
        self.packing.work(address, work).await?.map_err(|error| Wrong::Trouble(error.to_string()))
    }
}

/// Who is behind the numbers of entries: the ladders know nearly all.
#[derive(Debug)]
pub(crate) struct Names {
    standings: Arc<Vec<Arc<Standing>>>,
    /// Who came so lately that no ladder shows them yet.
    newcomers: HashMap<i64, Entry>,
}

impl Names {
    /// Everyone who sat in these games.
    pub(crate) async fn of(site: &Site, games: &[GameRow]) -> Result<Self, Wrong> {
        let mut names = Self { standings: site.standings.all(), newcomers: HashMap::new() };
        for game in games {
            for seat in &game.seats {
                if names.entry(game.contest, seat.entry).is_none()
                    && let Some(entry) = ladder::get(&site.store, seat.entry).await?
                {
                    names.newcomers.insert(entry.id, entry);
                }
            }
        }
        Ok(names)
    }

    /// The contest of this number.
    pub(crate) fn contest(&self, id: i64) -> Option<&Contest> {
        self.standing(id).map(|standing| &standing.contest)
    }

    /// The entry of this number, which is on the ladder of this contest.
    pub(crate) fn entry(&self, contest: i64, id: i64) -> Option<&Entry> {
        let row = self.standing(contest).and_then(|standing| standing.of_entry(id));
        row.map(|row| &row.entry).or_else(|| self.newcomers.get(&id))
    }

    fn standing(&self, contest: i64) -> Option<&Standing> {
        self.standings.iter().find(|standing| standing.contest.id == contest).map(Arc::as_ref)
    }
}
