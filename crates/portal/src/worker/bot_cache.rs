//! The bot cache: bots that were found, compiled and named once and are ready to be seated again.
//!
//! A cached bot has a copy of its files on the disk and a descriptor that holds it, so there is room
//! for a course and not for everything that it ever sent.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use croupier_arena::Bot;
use croupier_arena::naming::files::Visibility;
use croupier_arena::naming::{BadBot, NamedBot, or_all};
use croupier_arena::plan::Limits;
use croupier_hosts::Runtimes;
use croupier_hosts::bot_files::FolderOf;
use croupier_session::{BotSearch, NotFound, find_bots};
use croupier_worker::{PackedBot, WorkerError};

use crate::store::uploads::Upload;
use crate::uploads::content_store::ContentStore;

/// So many bots are kept ready; then whoever was not asked for longest goes.
const ROOM: usize = 256;
/// Of files as they are sent so many bytes are kept, with those of the last one in any case.
const PACKED_BYTES: usize = 64 << 20;
/// So many of one author in one contest: the one that plays, and the one that is checked or sits in a final.
const OF_ONE: usize = 2;

/// What a bot is made with: its upload, and the memory in MB and milliseconds of loading that it
/// may use. An organiser may change these two between games.
type Key = (i64, u64, u64);

/// A bot that is ready.
struct Ready {
    key: Key,
    /// Its contest and account.
    whose: (i64, i64),
    bot: NamedBot,
}

/// Finds bots, and remembers them.
pub struct BotCache {
    runtimes: Arc<Runtimes>,
    contents: ContentStore,
    /// In the order in which they were last asked for.
    ready: Mutex<Vec<Ready>>,
    /// Uploads as they are sent, in the same order.
    packed: Mutex<Vec<(i64, Arc<PackedBot>)>>,
}

impl BotCache {
    /// An empty cache.
    #[must_use]
    pub fn new(runtimes: Arc<Runtimes>, contents: ContentStore) -> Self {
        Self { runtimes, contents, ready: Mutex::default(), packed: Mutex::default() }
    }

    /// What runs bots.
    #[must_use]
    pub fn runtimes(&self) -> &Runtimes {
        &self.runtimes
    }

    /// The bot of an upload: what it is made of never changes, so it is looked for once under the
    /// same limits.
    pub fn upload(&self, game: &str, upload: &Upload, limits: &Limits) -> Result<NamedBot, NotFound> {
        let key = (upload.id, limits.memory_mb, limits.load_ms);
        if let Some(bot) = look_up(&mut self.lock(), key) {
            return Ok(bot);
        }
        let bot = self.find(game, upload, limits)?;
        if !matches!(bot.bot, Bot::Broken(_) | Bot::Uncompiled { .. }) {
            let new = Ready { key, whose: (upload.contest, upload.account), bot: bot.clone() };
            let gone = insert(&mut self.lock(), new);
            // Its files go with it, which nobody has to wait for.
            drop(gone);
        }
        Ok(bot)
    }

    /// The files of an upload as they are sent to workers elsewhere.
    pub fn packed(&self, upload: &Upload, limits: &Limits) -> Result<Arc<PackedBot>, WorkerError> {
        let mut packed = self.packed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = packed.iter().position(|(other, _)| *other == upload.id) {
            let found = packed.remove(at);
            packed.push(found.clone());
            return Ok(found.1);
        }
        let folder = self.contents.folder_of(&upload.hash);
        let found =
            PackedBot::find(&upload.main, self.search(&folder, limits), self.runtimes.python_runs_in())?;
        packed.push((upload.id, Arc::new(found)));
        let mut bytes: usize = packed.iter().map(|(_, bot)| bot.size()).sum();
        while packed.len() > 1 && (bytes > PACKED_BYTES || packed.len() > ROOM) {
            bytes -= packed.remove(0).1.size();
        }
        packed.last().map(|(_, bot)| Arc::clone(bot)).ok_or_else(|| WorkerError::NoFiles(upload.main.clone()))
    }

    fn search<'a>(&'a self, base: &'a Path, limits: &'a Limits) -> BotSearch<'a> {
        // Everything in it was uploaded together.
        let sight = Visibility { folder: FolderOf::ThisBot, ..Visibility::default() };
        BotSearch { sight, ..BotSearch::new(base, &self.runtimes, limits) }
    }

    fn find(&self, game: &str, upload: &Upload, limits: &Limits) -> Result<NamedBot, NotFound> {
        let folder = self.contents.folder_of(&upload.hash);
        let base = if upload.url.is_some() { Path::new(".") } else { &folder };
        let search = self.search(base, limits);
        let spec = upload.url.as_ref().unwrap_or(&upload.main);
        let mut bots = find_bots(game, &[spec], search)?;
        if bots.len() > 1 {
            let names: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
            let or_all = or_all(spec, names[0]);
            let why = format!("it holds several bots: {}; leave one in it{or_all}", names.join(", "));
            return Ok(NamedBot { bot: Bot::Broken(why), ..bots.remove(0) });
        }
        bots.pop().ok_or_else(|| NotFound::Bot {
            spec: spec.clone(),
            error: BadBot::Missing(upload.file_name.clone()),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Ready>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bot with this key, where it is ready.
fn look_up(ready: &mut Vec<Ready>, key: Key) -> Option<NamedBot> {
    let at = ready.iter().position(|ready| ready.key == key)?;
    let found = ready.remove(at);
    let bot = found.bot.clone();
    ready.push(found);
    Some(bot)
}

/// Puts a bot into the cache; who has to go for it, the author's own first.
fn insert(ready: &mut Vec<Ready>, new: Ready) -> Option<Ready> {
    let of_one = |other: &Ready| other.whose == new.whose;
    let gone = match ready.iter().filter(|other| of_one(other)).count() {
        own if own >= OF_ONE => ready.iter().position(of_one),
        _ if ready.len() >= ROOM => Some(0),
        _ => None,
    };
    let gone = gone.map(|at| ready.remove(at));
    ready.push(new);
    gone
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_session::find_house_bot;

    fn ready(upload: i64, account: i64) -> Ready {
        let bot = find_house_bot("no-thanks", "random").unwrap();
        Ready { key: (upload, 512, 10_000), whose: (1, account), bot }
    }

    fn uploads(cache: &[Ready]) -> Vec<i64> {
        cache.iter().map(|ready| ready.key.0).collect()
    }

    #[test]
    fn an_author_who_sends_all_day_has_two_bots_in_the_cache() {
        let mut cache = Vec::new();
        assert!(insert(&mut cache, ready(1, 7)).is_none());
        for upload in 2..100 {
            insert(&mut cache, ready(upload, 8));
            // The one that plays is asked for between checks, and stays.
            assert!(look_up(&mut cache, (2, 512, 10_000)).is_some());
        }
        assert_eq!(uploads(&cache), [1, 99, 2]);
        assert!(look_up(&mut cache, (50, 512, 10_000)).is_none());
    }

    #[test]
    fn a_full_cache_gives_up_who_was_not_asked_for_longest() {
        let mut cache = Vec::new();
        (0..ROOM as i64).for_each(|upload| assert!(insert(&mut cache, ready(upload, upload)).is_none()));
        assert!(look_up(&mut cache, (0, 512, 10_000)).is_some());
        let gone = insert(&mut cache, ready(9_999, 9_999)).unwrap();
        assert_eq!((gone.key.0, cache.len()), (1, ROOM));
    }
}
