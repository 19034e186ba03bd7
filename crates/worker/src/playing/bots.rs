//! Bots that were fetched, built and named once, and are ready to be seated: for as long as there is
//! room for them. What compilers made is kept on the disk besides, by its content.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use croupier_arena::Bot;
use croupier_arena::naming::NamedBot;
use croupier_arena::naming::files::Visibility;
use croupier_hosts::bot_files::FolderOf;
use croupier_hosts::{CellKind, Runtimes, Scratch};
use croupier_queue::Hash;
use croupier_session::{BotSearch, RunSpec, find_bots};

use super::job::Undone;
use super::runs::Fetching;
use crate::pack::BotFiles;
use crate::sheet::SentBot;

/// So many files are kept ready; then whoever was not asked for longest goes.
const ROOM: usize = 256;

/// What bots are made with.
#[derive(Debug, Clone, PartialEq)]
struct Key {
    sent: SentBot,
    game: String,
    python_in: CellKind,
    packages: Option<String>,
    memory_mb: u64,
    load_ms: u64,
}

/// All bots of a file, and where it lies.
struct Ready {
    bots: Vec<NamedBot>,
    /// Some languages read it again when a bot is started.
    _folder: Scratch,
}

/// Finds bots, and remembers them.
#[derive(Default)]
pub(super) struct Bots {
    /// In the order in which they were last asked for.
    ready: Mutex<Vec<(Key, Arc<Ready>)>>,
}

impl Bots {
    /// All bots of the file that was sent.
    pub(super) fn found(
        &self,
        fetching: &Fetching<'_>,
        (spec, runtimes): (&RunSpec, &Arc<Runtimes>),
        sent: &SentBot,
    ) -> Result<Vec<NamedBot>, Undone> {
        let key = Key {
            sent: sent.clone(),
            game: spec.game.clone(),
            python_in: spec.python_in,
            packages: spec.packages.clone(),
            memory_mb: spec.limits.memory_mb,
            load_ms: spec.limits.load_ms,
        };
        if let Some(ready) = look_up(&mut self.lock(), &key) {
            return Ok(ready.bots.clone());
        }
        let hash: Hash = sent.contents.parse().map_err(|error| failed(&error))?;
        let Fetching { context, job, stop } = *fetching;
        let content = context.until_answered(stop, || context.worker.content(job.lease, hash))?;
        let files =
            BotFiles::from_bytes(&content.held().ok_or(Undone::Lost)?).map_err(|error| failed(&error))?;
        let folder = Scratch::new("sent").map_err(|error| failed(&error))?;
        let place = folder.path().join("bot");
        fs::create_dir(&place).map_err(|error| failed(&error))?;
        files.lay_out(&place).map_err(|error| failed(&error))?;
        let bots = find(spec, runtimes, &place, &sent.name())?;
        let mut ready = self.lock();
        if ready.len() >= ROOM {
            ready.remove(0);
        }
        ready.push((key, Arc::new(Ready { bots: bots.clone(), _folder: folder })));
        Ok(bots)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Key, Arc<Ready>)>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn look_up(ready: &mut Vec<(Key, Arc<Ready>)>, key: &Key) -> Option<Arc<Ready>> {
    let at = ready.iter().position(|(other, _)| other == key)?;
    let found = ready.remove(at);
    let bots = Arc::clone(&found.1);
    ready.push(found);
    Some(bots)
}

/// The bots of a name, built where they have to be; one that does not load is none.
fn find(spec: &RunSpec, runtimes: &Runtimes, base: &Path, name: &str) -> Result<Vec<NamedBot>, Undone> {
    // Everything in the folder was sent together.
    let sight = Visibility { folder: FolderOf::ThisBot, ..Visibility::default() };
    let search = BotSearch { sight, ..BotSearch::new(base, runtimes, &spec.limits) };
    let bots = find_bots(&spec.game, &[&name.to_owned()], search).map_err(|error| failed(&error))?;
    for bot in &bots {
        if let Bot::Broken(why) | Bot::Uncompiled { why, .. } = &bot.bot {
            return Err(Undone::Failed(format!("{name}: {why}")));
        }
    }
    Ok(bots)
}

/// The bot of a url.
pub(super) fn behind_url(spec: &RunSpec, runtimes: &Runtimes, url: &str) -> Result<NamedBot, Undone> {
    let search = BotSearch::new(Path::new("."), runtimes, &spec.limits);
    let mut bots = find_bots(&spec.game, &[&url.to_owned()], search).map_err(|error| failed(&error))?;
    bots.pop().ok_or_else(|| Undone::Failed(format!("{url} is no bot")))
}

fn failed(error: &dyn std::fmt::Display) -> Undone {
    Undone::Failed(error.to_string())
}
