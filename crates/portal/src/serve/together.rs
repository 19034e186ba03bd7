//! A site of several processes at one server: each says that it is there, and one of them does what
//! is to be done once (it draws games, begins days, ends finals, gives back what the dead held, and
//! cleans). When that one ends, the next one that looks takes over.
//!
//! Whoever takes over fences the one before off: a write of a process that does not know yet that
//! it was followed is refused by the database.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::site::Site;
use crate::store::{Here, Presence, ServerUrl, Store, StoreError, Stored, guesses, processes};
use crate::tournament::matchmaker::Matchmaker;
use crate::uploads::cleaning;

/// How often it is looked who is there.
const LOOK: Duration = Duration::from_secs(1);
/// A process that is not there for so long is gone: a server that was started again has to be found
/// again by everybody.
const GRACE: Duration = Duration::from_secs(4);
/// How often old guesses are forgotten.
const TIDIED: Duration = Duration::from_secs(600);

/// Why a process cannot say that it serves.
const ALONE: &str =
    "somebody has the database alone, or a connection of this process that broke is still open";

/// This process among those that serve a database.
pub(super) struct Together {
    site: Arc<Site>,
    server: ServerUrl,
    number: i32,
    /// What the server knows of this process; nothing while it is out of reach.
    presence: Option<Presence>,
    looked: Option<Instant>,
    /// What is to be done once, where this process does it.
    once: Option<Once>,
}

/// What one process does for all.
struct Once {
    /// Takes no writes any more once another process has taken over.
    store: Store,
    matchmaker: Matchmaker,
    /// The workers of all processes.
    workers: usize,
    /// Processes that are not there, with when that was seen first.
    absent: HashMap<i64, Instant>,
    tidied: Instant,
}

impl Together {
    /// A process that has said that it is there; it is known to the others when this returns.
    pub(super) async fn begin(site: &Arc<Site>, server: &ServerUrl, presence: Presence) -> Stored<Self> {
        let number = presence.number();
        let mut together = Self {
            site: Arc::clone(site),
            server: server.clone(),
            number,
            presence: Some(presence),
            looked: None,
            once: None,
        };
        together.enter().await?;
        together.look(Duration::ZERO).await?;
        Ok(together)
    }

    /// Looks around where that is due, and does what is to be done once where that is this process's.
    /// Gives how soon to come again at the latest.
    pub(super) async fn round(&mut self) -> Duration {
        if self.looked.is_none_or(|looked| looked.elapsed() >= LOOK)
            && let Err(error) = self.look(GRACE).await
        {
            tracing::warn!(%error, "the other processes of this site cannot be seen");
        }
        let elsewhere = self.site.elsewhere.load(Ordering::Relaxed);
        let Some(once) = self.once.as_mut().filter(|once| once.workers + elsewhere > 0) else { return LOOK };
        match once.matchmaker.fill(once.workers + elsewhere).await {
            Ok((put, again)) => {
                if put > 0 {
                    self.site.work.wake();
                }
                again.min(LOOK)
            }
            Err(error) => {
                if matches!(error, StoreError::Followed) {
                    self.once = None;
                }
                tracing::error!(%error, "no games can be drawn");
                LOOK
            }
        }
    }

    /// Whether this process does what is to be done once.
    pub(super) fn does_once(&self) -> bool {
        self.once.is_some()
    }

    /// The process serves no more: its place and what it held are free at once.
    pub(super) async fn leave(self) -> Stored<()> {
        let mut write = self.site.store.write().await?;
        processes::leave(&mut write, self.number.into()).await?;
        write.commit().await?;
        self.site.queue.release().await.map(|_| ())
    }

    async fn enter(&self) -> Stored<()> {
        let mut write = self.site.store.write().await?;
        let workers = self.site.config.workers as i64;
        processes::enter(
            &mut write,
            self.number.into(),
            self.site.place.as_deref().unwrap_or_default(),
            workers,
        )
        .await?;
        write.commit().await
    }

    /// Looks who is there. Whoever is not there for `grace` is forgotten.
    async fn look(&mut self, grace: Duration) -> Stored<()> {
        self.looked = Some(Instant::now());
        let here = match self.seen().await {
            Ok(here) => here,
            Err(error) => {
                // Out of reach, it may have been followed, and it is found out when it is back.
                (self.presence, self.once) = (None, None);
                return Err(error);
            }
        };
        if here.does_once && self.once.is_none() {
            self.once = Some(self.take_over().await?);
        }
        if let Some(once) = &mut self.once {
            once.look(&self.site, &here, grace).await?;
        }
        Ok(())
    }

    async fn seen(&mut self) -> Stored<Here> {
        if self.presence.is_none() {
            let presence = Presence::begin(&self.server, self.number).await?;
            self.presence = Some(presence.ok_or_else(|| StoreError::Unreadable(ALONE.to_owned()))?);
            self.enter().await?;
        }
        match &mut self.presence {
            Some(presence) => presence.look().await,
            None => Err(StoreError::Unreadable(ALONE.to_owned())),
        }
    }

    async fn take_over(&self) -> Stored<Once> {
        let site = &self.site;
        let store = processes::take_over(&site.store).await?;
        tracing::info!("this process draws the games of the site");
        release(site).await?;
        cleaning::clean_all(&store, &site.contents).await?;
        let matchmaker = Matchmaker::new(store.clone(), Arc::clone(&site.queue), site.config.clock.clone());
        Ok(Once { store, matchmaker, workers: 0, absent: HashMap::new(), tidied: Instant::now() })
    }
}

impl Once {
    async fn look(&mut self, site: &Site, here: &Here, grace: Duration) -> Stored<()> {
        let known = processes::all(&self.store).await?;
        let is_here = |number: &i64| here.processes.contains(number);
        self.absent.retain(|number, _| !is_here(number));
        let mut gone = Vec::new();
        for process in known.iter().filter(|process| !is_here(&process.number)) {
            if self.absent.entry(process.number).or_insert_with(Instant::now).elapsed() >= grace {
                gone.push(process);
            }
        }
        let here = known.iter().filter(|process| is_here(&process.number));
        self.workers = here.map(|process| usize::try_from(process.workers).unwrap_or(0)).sum();
        if !gone.is_empty() {
            let mut write = self.store.write().await?;
            for process in &gone {
                tracing::info!(process = %process.name, "a process of this site is gone");
                processes::leave(&mut write, process.number).await?;
            }
            write.commit().await?;
            release(site).await?;
        }
        if self.tidied.elapsed() >= TIDIED {
            self.tidied = Instant::now();
            guesses::forget(&self.store).await?;
        }
        Ok(())
    }
}

/// What was in the hands of processes that are gone is done again.
pub(super) async fn release(site: &Site) -> Stored<()> {
    let released = site.queue.release().await?;
    if released > 0 {
        tracing::info!(released, "jobs that were interrupted are done again");
        site.work.wake();
    }
    Ok(())
}
