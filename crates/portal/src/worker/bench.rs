//! The bench: bots that were found, compiled and named once and sit ready to be seated again.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
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

/// So many bots are kept ready; then the bench is cleared.
const ROOM: usize = 1024;

/// What a bot is made with: its upload, and the memory in MB and milliseconds of loading that it may use. An organiser
/// may change these two between games.
type Place = (i64, u64, u64);

/// Finds bots, and remembers them.
pub struct Bench {
    kits: Arc<Kits>,
    shelf: Shelf,
    ready: Mutex<HashMap<Place, NamedBot>>,
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
        if let Some(bot) = self.lock().get(&place) {
            return Ok(bot.clone());
        }
        let bot = self.find::<G>(upload, limits)?;
        if !matches!(bot.bot, Bot::Broken(_) | Bot::Uncompiled { .. }) {
            let mut ready = self.lock();
            if ready.len() >= ROOM {
                ready.clear();
            }
            ready.insert(place, bot.clone());
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

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Place, NamedBot>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
