//! The site from start to end: what is opened in which order, who is started, and how all of it stops.

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use croupier_hosts::Kits;
use croupier_hosts::cell::Sandbox;
use croupier_hosts::http::{Reach, Web};
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::watch;

use crate::accounts::password::Passwords;
use crate::accounts::sign;
use crate::contests::NotMade;
use crate::error::Wrong;
use crate::gate::Gate;
use crate::jobs::StoredJobs;
use crate::news::{Bell, Event, News};
use crate::pages::Shared;
use crate::practice::Tables;
use crate::reception::{self, Places};
use crate::site::{Config, Site};
use crate::store::accounts::Link;
use crate::store::{Store, StoreError, accounts, jobs, settings};
use crate::tournament::matchmaker::Matchmaker;
use crate::tournament::standing::Standings;
use crate::uploads::shelf::Shelf;
use crate::worker::{self, Workshop};
use crate::{demo, pages, secrets};

/// Threads that answer readers.
const WEB_THREADS: usize = 2;
/// So many connections may wait to be taken.
const BACKLOG: u32 = 4096;
/// How long requests in hand may take when the site ends.
const LAST_REQUESTS: Duration = Duration::from_secs(2);
/// How soon a site that is to end begins to.
const STOP_SEEN: Duration = Duration::from_millis(50);
/// Where nothing is heard for so long, ladders are looked at all the same.
const LOOKED_AGAIN: Duration = Duration::from_secs(5);
/// Ladders are made anew no more often than this.
const RENEWED: Duration = Duration::from_millis(250);

/// Why a site does not start, or ended.
#[derive(Debug, thiserror::Error)]
pub enum NoSite {
    /// The folder is in use.
    #[error("another site is running on {0}")]
    InUse(String),
    /// The address cannot be had.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// Bots cannot be locked up as the operator wants it.
    #[error("{0}; `--sandbox best` starts a site for a trial all the same")]
    NoCell(String),
    /// The data cannot be used.
    #[error("{folder}: {what}")]
    Data {
        /// Where.
        folder: String,
        /// What is wrong.
        what: String,
    },
    /// The contests of the demonstration cannot be made.
    #[error(transparent)]
    Demo(#[from] NotMade),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something else.
    #[error("{0}")]
    Trouble(String),
}

impl From<Wrong> for NoSite {
    fn from(wrong: Wrong) -> Self {
        match wrong {
            Wrong::Trouble(what) => Self::Trouble(what),
            other => Self::Trouble(other.to_string()),
        }
    }
}

/// A site that is ready.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    /// Where it listens.
    pub address: SocketAddr,
    /// The one-time path that makes the first organiser, while there is none.
    pub organiser: Option<String>,
    /// What every page says where bots are not fully locked up.
    pub warning: Option<String>,
}

/// Serves until `stop` is set; `ready` is called once, when pages can be read.
pub fn serve(config: &Config, stop: &Arc<AtomicBool>, ready: impl FnOnce(&Served)) -> Result<(), NoSite> {
    std::fs::create_dir_all(&config.data).map_err(|error| data(config, &error))?;
    let _lock = lock(config)?;
    // A bot behind a url is called from here: it must not lead to what only this machine can reach.
    let web = Web::default().reaching(Reach::PublicOnly);
    let kits = Arc::new(Kits::new(config.sandbox).with_web(web));
    let warning = locked_up(&kits, config)?;
    let runtime = Builder::new_multi_thread()
        .worker_threads(WEB_THREADS)
        .thread_name("web")
        .enable_all()
        .build()
        .map_err(|error| NoSite::Trouble(error.to_string()))?;
    let site = runtime.block_on(open(config, warning))?;
    let organiser = runtime.block_on(first_organiser(&site))?;
    let listener = runtime
        .block_on(async { listen(config.listen) })
        .map_err(|error| NoSite::Listen { address: config.listen, error })?;
    let address = listener.local_addr().map_err(|error| NoSite::Trouble(error.to_string()))?;
    let staff = Staff::start(&site, &kits, &runtime, stop)?;
    let _renewing = runtime.spawn(renew(Arc::clone(&site)));
    ready(&Served { address, organiser, warning: site.warning.clone() });
    runtime.block_on(answer(listener, &site, stop));
    staff.dismiss();
    runtime.block_on(site.store.close());
    runtime.shutdown_timeout(LAST_REQUESTS);
    Ok(())
}

/// Listens with room for a class that arrives at once.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// One site per folder: two would hand out the same jobs.
fn lock(config: &Config) -> Result<File, NoSite> {
    let path = config.data.join("lock");
    let file = File::create(&path).map_err(|error| data(config, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(NoSite::InUse(config.data.display().to_string())),
        Err(std::fs::TryLockError::Error(error)) => Err(data(config, &error)),
    }
}

/// Finds the cell. The thread that does has the workers' priority, and so has every bot that is started in it.
fn locked_up(kits: &Arc<Kits>, config: &Config) -> Result<Option<String>, NoSite> {
    let finding = Arc::clone(kits);
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
        (Err(why), _) => Err(NoSite::NoCell(why)),
    }
}

async fn open(config: &Config, warning: Option<String>) -> Result<Arc<Site>, NoSite> {
    let store = Store::open(&config.data).await?;
    let shelf = Shelf::open(&config.data).map_err(|error| data(config, &error))?;
    let scratch = config.data.join("scratch");
    let _ = std::fs::remove_dir_all(&scratch);
    std::fs::create_dir_all(&scratch).map_err(|error| data(config, &error))?;
    let mut write = store.write().await?;
    let released = jobs::release_all(&mut write).await?;
    for word in &config.admit {
        accounts::admit(&mut write, word).await?;
    }
    write.commit().await.map_err(StoreError::from)?;
    if released > 0 {
        tracing::info!(released, "jobs that were interrupted are done again");
    }
    if config.demo {
        demo::prepare(&store).await?;
    }
    let site = Site {
        key: key(&store).await?,
        passwords: Passwords::new()?,
        config: config.clone(),
        standings: Standings::default(),
        news: News::default(),
        work: Bell::default(),
        tables: Tables::default(),
        gate: Gate::default(),
        reads: Gate::default(),
        live: Places::new(config.limits.live, config.limits.live_an_address),
        closing: watch::Sender::new(false),
        shared: Shared::default(),
        shelf,
        store,
        warning,
    };
    site.standings.renew(&site.store).await?;
    Ok(Arc::new(site))
}

/// What form tokens are made with: drawn once, so that forms survive a restart.
async fn key(store: &Store) -> Result<[u8; 32], NoSite> {
    let word = match settings::get(store, "form-key").await? {
        Some(word) => word,
        None => {
            let word = secrets::word();
            let mut write = store.write().await?;
            settings::set(&mut write, "form-key", &word).await?;
            write.commit().await.map_err(StoreError::from)?;
            word
        }
    };
    Ok(*blake3::hash(word.as_bytes()).as_bytes())
}

async fn first_organiser(site: &Site) -> Result<Option<String>, NoSite> {
    if accounts::has_organiser(&site.store).await? {
        return Ok(None);
    }
    let word = sign::make_link(site, Link::Organiser).await?;
    Ok(Some(format!("/link/{word}")))
}

/// The workers and the matchmaker.
struct Staff {
    threads: Vec<thread::JoinHandle<()>>,
    bells: [Bell; 2],
    stop: Arc<AtomicBool>,
}

impl Staff {
    fn start(
        site: &Arc<Site>,
        kits: &Arc<Kits>,
        runtime: &Runtime,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, NoSite> {
        let (work, done) = (site.work.clone(), Bell::default());
        let mut threads = Vec::new();
        if site.config.workers > 0 {
            let workshop = Arc::new(Workshop {
                store: site.store.clone(),
                runtime: runtime.handle().clone(),
                jobs: Arc::new(StoredJobs::new(site.store.clone(), runtime.handle().clone())),
                shelf: site.shelf.clone(),
                kits: Arc::clone(kits),
                news: site.news.clone(),
                work: work.clone(),
                done: done.clone(),
                scratch: site.config.data.join("scratch"),
                stop: Arc::clone(stop),
            });
            let trouble = |error: io::Error| NoSite::Trouble(error.to_string());
            threads = worker::start(&workshop, site.config.workers).map_err(trouble)?;
            let matchmaker = Matchmaker::new(site.store.clone(), site.config.workers);
            let (handle, bells, stop) =
                (runtime.handle().clone(), [work.clone(), done.clone()], Arc::clone(stop));
            let thread = thread::Builder::new().name("matchmaker".to_owned());
            threads
                .push(thread.spawn(move || match_up(matchmaker, &handle, &bells, &stop)).map_err(trouble)?);
        }
        Ok(Self { threads, bells: [work, done], stop: Arc::clone(stop) })
    }

    /// Games in hand are broken off, and are played again after the next start.
    fn dismiss(self) {
        self.stop.store(true, Ordering::Relaxed);
        for bell in &self.bells {
            bell.ring();
        }
        for thread in self.threads {
            if thread.join().is_err() {
                tracing::error!("a thread of the staff panicked");
            }
        }
    }
}

fn match_up(mut matchmaker: Matchmaker, runtime: &Handle, [work, done]: &[Bell; 2], stop: &AtomicBool) {
    worker::lower_priority();
    while !stop.load(Ordering::Relaxed) {
        let heard = done.heard();
        let again = match runtime.block_on(matchmaker.fill()) {
            Ok((put, again)) => {
                if put > 0 {
                    work.ring();
                }
                again
            }
            Err(error) => {
                tracing::error!(%error, "no games can be drawn");
                Duration::from_secs(1)
            }
        };
        done.wait(heard, again);
    }
}

/// Makes ladders anew when results have come.
async fn renew(site: Arc<Site>) {
    let mut news = site.news.listen();
    loop {
        let mut changed: Vec<i64> = Vec::new();
        let Ok(heard) = tokio::time::timeout(LOOKED_AGAIN, news.recv()).await else {
            // Another program may have made a contest: `croupier contest` does.
            if let Err(error) = site.standings.renew(&site.store).await {
                tracing::error!(%error, "the ladders cannot be made anew");
            }
            continue;
        };
        let all = match heard {
            Ok(Event::Game(contest)) => {
                changed.push(contest);
                false
            }
            Ok(Event::Upload(_)) | Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => true,
            Ok(Event::Ladder(_) | Event::Final(_)) => continue,
            Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
        };
        let mut all = all;
        tokio::time::sleep(RENEWED).await;
        while let Ok(event) = news.try_recv() {
            match event {
                Event::Game(contest) if !changed.contains(&contest) => changed.push(contest),
                Event::Upload(_) => all = true,
                _ => {}
            }
        }
        let begun = std::time::Instant::now();
        if let Err(error) = renewed(&site, all, &changed).await {
            tracing::error!(%error, "the ladders cannot be made anew");
        }
        // A long ladder is made anew less often: at most a tenth of the time goes into it.
        tokio::time::sleep(begun.elapsed() * 9).await;
    }
}

async fn renewed(site: &Site, all: bool, changed: &[i64]) -> Result<(), StoreError> {
    if all {
        site.standings.renew_changed(&site.store).await?;
    }
    for &contest in changed {
        if !all {
            site.standings.renew_played(&site.store, contest).await?;
        }
        site.news.tell(Event::Ladder(contest));
    }
    Ok(())
}

async fn answer(listener: TcpListener, site: &Arc<Site>, stop: &Arc<AtomicBool>) {
    let limits = site.config.limits.clone().that_fit();
    // A proxy in front is one address for all.
    let own = if site.config.trust_proxy { limits.connections } else { limits.connections_an_address };
    let places = Places::new(limits.connections, own);
    let (router, closing) = (pages::router(site), site.closing.subscribe());
    let stopped = async {
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(STOP_SEEN).await;
        }
        site.closing.send_replace(true);
    };
    tokio::join!(stopped, reception::receive(listener, router, &limits, places, closing, LAST_REQUESTS));
}

fn data(config: &Config, error: &io::Error) -> NoSite {
    NoSite::Data { folder: config.data.display().to_string(), what: error.to_string() }
}
