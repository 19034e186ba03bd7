//! The bench: bots that were found, compiled and named once and sit ready to be seated again.
//!
//! Whoever sits here has a copy of its files on the disk and a descriptor that holds it, so there is room for a course and not
//! for everything that it ever sent.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use croupier_arena::Bot;
use croupier_arena::naming::{BadBot, Finder, NamedBot, house_bot};
use croupier_arena::naming_files::Sight;
use croupier_arena::plan::Limits;
use croupier_games::Game;
use croupier_hosts::Kits;
use croupier_hosts::bot_files::FolderOf;
use croupier_hosts::cell::Limits as CellLimits;

use crate::store::uploads::Upload;
use crate::uploads::shelf::Shelf;

/// So many bots are kept ready; then whoever was not asked for longest goes.
const ROOM: usize = 256;
/// So many of one author in one contest: the one that plays, and the one that is checked or sits in a final.
const OF_ONE: usize = 2;

/// What a bot is made with: its upload, and the memory in MB and milliseconds of loading that it may use. An organiser
/// may change these two between games.
type Place = (i64, u64, u64);

/// A bot that is ready.
struct Ready {
    place: Place,
    /// Its contest and account.
    whose: (i64, i64),
    bot: NamedBot,
}

/// Finds bots, and remembers them.
pub struct Bench {
    kits: Arc<Kits>,
    shelf: Shelf,
    /// In the order in which they were last asked for.
    ready: Mutex<Vec<Ready>>,
}

impl Bench {
    /// An empty bench.
    #[must_use]
    pub fn new(kits: Arc<Kits>, shelf: Shelf) -> Self {
        Self { kits, shelf, ready: Mutex::default() }
    }

    /// What runs bots.
    #[must_use]
    pub fn kits(&self) -> &Kits {
        &self.kits
    }

    /// A player of the house, named as in `house:<name>`.
    pub fn house<G: Game>(&self, name: &str) -> Result<NamedBot, BadBot> {
        house_bot::<G>(name.strip_prefix("house:").unwrap_or(name))
    }

    /// The bot of an upload: what it is made of never changes, so it is looked for once under the same limits.
    pub fn upload<G: Game>(&self, upload: &Upload, limits: &Limits) -> Result<NamedBot, BadBot> {
        let place = (upload.id, limits.memory_mb, limits.load_ms);
        if let Some(bot) = asked_for(&mut self.lock(), place) {
            return Ok(bot);
        }
        let bot = self.find::<G>(upload, limits)?;
        if !matches!(bot.bot, Bot::Broken(_) | Bot::Uncompiled { .. }) {
            let new = Ready { place, whose: (upload.contest, upload.account), bot: bot.clone() };
            let gone = sit_down(&mut self.lock(), new);
            // Its files go with it, which nobody has to wait for.
            drop(gone);
        }
        Ok(bot)
    }

    fn find<G: Game>(&self, upload: &Upload, limits: &Limits) -> Result<NamedBot, BadBot> {
        let folder = self.shelf.folder_of(&upload.hash);
        let base = if upload.url.is_some() { Path::new(".") } else { &folder };
        let finder = Finder {
            base,
            search: Vec::new(),
            entered: Vec::new(),
            // Everything in it was uploaded together.
            sight: Sight { folder: FolderOf::ThisBot, ..Sight::default() },
            kits: &self.kits,
            limits: CellLimits { memory: limits.memory_mb << 20, ..CellLimits::default() },
            loading: Duration::from_millis(limits.load_ms),
        };
        let spec = upload.url.as_deref().unwrap_or(&upload.main);
        let mut bots = finder.find::<G>(spec)?;
        if bots.len() > 1 {
            let names: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
            let why = format!("it holds several bots: {}; leave one in it", names.join(", "));
            return Ok(NamedBot { bot: Bot::Broken(why), ..bots.remove(0) });
        }
        bots.pop().ok_or_else(|| BadBot::Missing(upload.file_name.clone()))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Ready>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bot in this place, where it is ready.
fn asked_for(ready: &mut Vec<Ready>, place: Place) -> Option<NamedBot> {
    let at = ready.iter().position(|ready| ready.place == place)?;
    let found = ready.remove(at);
    let bot = found.bot.clone();
    ready.push(found);
    Some(bot)
}

/// Puts a bot on the bench; who has to go for it, the author's own first.
fn sit_down(ready: &mut Vec<Ready>, new: Ready) -> Option<Ready> {
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
    use croupier_games::no_thanks::NoThanks;

    fn ready(upload: i64, account: i64) -> Ready {
        let bot = house_bot::<NoThanks>("random").unwrap();
        Ready { place: (upload, 512, 10_000), whose: (1, account), bot }
    }

    fn uploads(bench: &[Ready]) -> Vec<i64> {
        bench.iter().map(|ready| ready.place.0).collect()
    }

    #[test]
    fn an_author_who_sends_all_day_has_two_bots_on_the_bench() {
        let mut bench = Vec::new();
        assert!(sit_down(&mut bench, ready(1, 7)).is_none());
        for upload in 2..100 {
            sit_down(&mut bench, ready(upload, 8));
            // The one that plays is asked for between checks, and stays.
            assert!(asked_for(&mut bench, (2, 512, 10_000)).is_some());
        }
        assert_eq!(uploads(&bench), [1, 99, 2]);
        assert!(asked_for(&mut bench, (50, 512, 10_000)).is_none());
    }

    #[test]
    fn a_full_bench_gives_up_who_was_not_asked_for_longest() {
        let mut bench = Vec::new();
        (0..ROOM as i64).for_each(|upload| assert!(sit_down(&mut bench, ready(upload, upload)).is_none()));
        assert!(asked_for(&mut bench, (0, 512, 10_000)).is_some());
        let gone = sit_down(&mut bench, ready(9_999, 9_999)).unwrap();
        assert_eq!((gone.place.0, bench.len()), (1, ROOM));
    }
}
