//! What is opened before a site can serve: its folder, its lock, the cell of its bots, its memory.
//! Starts nobody.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::{Arc, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use croupier_hosts::Runtimes;
use croupier_hosts::cell::Sandbox;
use tokio::sync::watch;

use crate::accounts::password::Passwords;
use crate::accounts::secrets;
use crate::accounts::sign::{self, INVITATION_MS};
use crate::allowed::Allowed;
use crate::broadcast::Broadcast;
use crate::broadcast::SiteEvent;
use crate::jobs::Queue;
use crate::limits::fair_queue::FairQueue;
use crate::limits::guess_limits::GuessLimits;
use crate::limits::rate_limit::RateLimits;
use crate::limits::slots::Slots;
use crate::offered::Offered;
use crate::pages::Shared;
use crate::practice::Tables;
use crate::rules::Rules;
use crate::serve::NoSite;
use crate::site::{Config, SignUp, Site};
use crate::store::accounts::Link;
use crate::store::job_table::JobTable;
use crate::store::{Alone, Presence, ServerUrl, Store, StoreError, accounts, admissions, now, settings};
use crate::tournament::standing::Standings;
use crate::uploads::cleaning::{clean_all, sweep};
use crate::uploads::content_store::ContentStore;
use crate::wakeup::Wakeup;
use crate::{demo, worker};

/// A site that was killed while it started a bot leaves the lock to that child for a moment.
const LOCK_LINGERS: Duration = Duration::from_secs(5);
/// How often it is looked at.
const LOCK_LOOK: Duration = Duration::from_millis(20);

/// So many archives of games are sent at once, and so many of them to one address.
const ARCHIVES: usize = 64;
const ARCHIVES_AN_ADDRESS: usize = 32;

/// So many strangers at once wait before their password is looked at, and so many more for that.
const SLOWED: usize = 8;
const SLOWED_WAITING: usize = 400;

/// One site per folder: two would hand out the same jobs.
pub(crate) fn lock(data: &Path) -> Result<File, NoSite> {
    let path = data.join("lock");
    let file = File::create(&path).map_err(|error| not_used(data, &error))?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_LINGERS => {
                thread::sleep(LOCK_LOOK);
            }
            Err(TryLockError::WouldBlock) => return Err(NoSite::InUse(data.display().to_string())),
            Err(TryLockError::Error(error)) => return Err(not_used(data, &error)),
        }
    }
}

/// Finds the cell. The thread that does has the workers' priority, and so has every bot that is
/// started in it.
pub(crate) fn locked_up(runtimes: &Arc<Runtimes>, config: &Config) -> Result<Option<String>, NoSite> {
    let finding = Arc::clone(runtimes);
    let found = thread::spawn(move || {
        worker::lower_priority();
        finding.cell().map(|cell| {
            let missing: Vec<String> =
                cell.protection().missing().map(|missing| missing.guard.to_string()).collect();
            missing
        })
    });
    let found = found.join().map_err(|_| NoSite::Trouble("looking for a cell panicked".to_owned()))?;
    match (found, config.sandbox) {
        (Ok(_), Sandbox::Require) => Ok(None),
        (Ok(missing), _) if missing.is_empty() => Ok(None),
        (Ok(missing), _) => Ok(Some(format!(
            "Bots are not fully locked up on this machine ({}): do not let strangers upload.",
            missing.join(", ")
        ))),
        (Err(why), _) => Err(NoSite::NoCell(why.to_string())),
    }
}

/// Opens all that a site remembers, for a process of this number where there may be several.
pub(crate) async fn open(
    config: &Config,
    runtimes: &Arc<Runtimes>,
    allowed: Allowed,
    warning: Option<String>,
    process: Option<i32>,
) -> Result<Arc<Site>, NoSite> {
    let store =
        Store::of_site(&config.data, config.store.as_ref()).await.map_err(|error| match &config.store {
            None => not_used(&config.data, &error),
            Some(server) => not_reached(server, &error),
        })?;
    let contents = ContentStore::of_site(&config.data, &store);
    let contents = contents.map_err(|error| not_used(&config.data, &error))?;
    let events = Broadcast::default();
    let scratch = config.data.join("scratch");
    let _ = std::fs::remove_dir_all(&scratch);
    std::fs::create_dir_all(&scratch).map_err(|error| not_used(&config.data, &error))?;
    sweep(&store, &contents).await?;
    let queue = match process {
        Some(number) => JobTable::new(store.clone()).of_process(number.into()),
        None => {
            // At a server, the process that does so for all does it.
            clean_all(&store, &contents).await?;
            release(&JobTable::new(store.clone())).await?
        }
    };
    let mut write = store.write().await?;
    for admission in &config.admit {
        admissions::admit(&mut write, admission, now() + INVITATION_MS).await?;
    }
    write.commit().await?;
    if config.demo {
        demo::prepare(&store).await?;
    }
    let site = Site {
        key: key(&store).await?,
        passwords: Passwords::new()?,
        sign_up: RwLock::new(sign_up(&store, &events, config).await?),
        rules: RwLock::new(Arc::new(Rules::read(&store).await?)),
        config: config.clone(),
        standings: Standings::default(),
        offered: Offered::default(),
        events,
        work: Wakeup::default(),
        tables: Tables::default(),
        rate_limits: RateLimits::default(),
        guess_limits: GuessLimits::of(&store),
        reads: RateLimits::default(),
        live: Slots::new(config.limits.live, config.limits.live_an_address),
        slowed: FairQueue::new(SLOWED, SLOWED_WAITING),
        archives: Slots::new(ARCHIVES, ARCHIVES_AN_ADDRESS),
        closing: watch::Sender::new(false),
        shared: Shared::default(),
        contents,
        queue: Arc::new(queue),
        elsewhere: Arc::default(),
        place: process.map(|_| process_name()),
        store,
        allowed,
        runtimes: Arc::clone(runtimes),
        warning,
    };
    site.standings.renew(&site.store).await?;
    Ok(Arc::new(site))
}

/// Gives back what was in hand when the site of a folder ended: its workers are its own threads.
async fn release(table: &JobTable) -> Result<JobTable, StoreError> {
    let released = table.release().await?;
    if released > 0 {
        tracing::info!(released, "jobs that were interrupted are done again");
    }
    Ok(table.clone())
}

/// What people call this process: its machine, and its number there.
fn process_name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let machine = machine.unwrap_or_else(|_| "a machine".to_owned());
    format!("{}:{}", machine.trim(), std::process::id())
}

/// Says that this process serves a database, as any number may.
pub(crate) async fn join(server: &ServerUrl) -> Result<Presence, NoSite> {
    let begun = Instant::now();
    loop {
        let number = i32::try_from(secrets::number() >> 1).unwrap_or(i32::MAX);
        let joined = Presence::begin(server, number).await.map_err(|error| not_reached(server, &error))?;
        match joined {
            Some(presence) => return Ok(presence),
            None if begun.elapsed() >= LOCK_LINGERS => return Err(NoSite::Alone(server.to_string())),
            None => tokio::time::sleep(LOCK_LOOK).await,
        }
    }
}

/// Takes the database of a server alone.
pub(crate) async fn claim(server: &ServerUrl) -> Result<Alone, NoSite> {
    let begun = Instant::now();
    loop {
        let claimed = server.alone().await.map_err(|error| not_reached(server, &error))?;
        // The server takes a moment to see that a site was killed.
        match claimed {
            Some(alone) => return Ok(alone),
            None if begun.elapsed() >= LOCK_LINGERS => return Err(NoSite::InUse(server.to_string())),
            None => tokio::time::sleep(LOCK_LOOK).await,
        }
    }
}

/// The server does not give a database, for this reason.
pub(crate) fn not_reached(server: &ServerUrl, error: &StoreError) -> NoSite {
    NoSite::Server { server: server.to_string(), what: error.to_string() }
}

/// Who may sign up: as the operator says, or as it was chosen last.
async fn sign_up(store: &Store, events: &Broadcast, config: &Config) -> Result<SignUp, NoSite> {
    if let Some(said) = config.sign_up {
        let mut write = store.write().await?;
        settings::set(&mut write, settings::SIGN_UP, said.word()).await?;
        events.commit(write, SiteEvent::Rules).await?;
        return Ok(said);
    }
    let chosen = settings::get(store, settings::SIGN_UP).await?;
    Ok(chosen.and_then(|word| word.parse().ok()).unwrap_or_default())
}

/// What form tokens are made with: drawn once, so that forms survive a restart and go to any process.
async fn key(store: &Store) -> Result<[u8; 32], NoSite> {
    let mut write = store.write().await?;
    let word = settings::once(&mut write, "form-key", &secrets::word()).await?;
    write.commit().await?;
    Ok(*blake3::hash(word.as_bytes()).as_bytes())
}

/// The one-time path that makes the first organiser, while there is none.
pub(crate) async fn first_organiser(site: &Site) -> Result<Option<String>, NoSite> {
    if accounts::has_organiser(&site.store).await? {
        return Ok(None);
    }
    let word = sign::make_link(site, Link::Organiser).await?;
    Ok(Some(format!("/link/{word}")))
}

/// The folder cannot be a site's, for this reason.
pub(crate) fn not_used(data: &Path, error: &dyn std::fmt::Display) -> NoSite {
    NoSite::Data { folder: data.display().to_string(), what: error.to_string() }
}
