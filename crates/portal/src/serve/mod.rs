//! The site from start to end: what is opened in which order, who is started, and how all of it stops.

mod background;
mod ears;
pub(crate) mod startup;
mod together;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use croupier_hosts::Runtimes;
use croupier_hosts::http::Web;
use croupier_hosts::languages::Missing;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Builder;

use crate::allowed::Allowed;
use crate::connections;
use crate::contests::NotMade;
use crate::error::Wrong;
use crate::limits::slots::Slots;
use crate::pages;
use crate::site::{Config, Site};
use crate::store::{Presence, StoreError};
use crate::tournament::renewal::renew;
use background::Background;
use startup::{first_organiser, join, lock, locked_up, not_used, open};
use together::Together;

/// Threads that answer readers.
const WEB_THREADS: usize = 2;
/// So many connections may wait to be taken.
const BACKLOG: u32 = 4096;
/// How long requests in hand may take when the site ends.
const LAST_REQUESTS: Duration = Duration::from_secs(2);
/// How soon a site that is to end begins to.
const STOP_SEEN: Duration = Duration::from_millis(50);

/// Why a site does not start, or ended.
#[derive(Debug, thiserror::Error)]
pub enum NoSite {
    /// The folder is in use.
    #[error("another site is running on {0}")]
    InUse(String),
    /// The database is somebody's alone.
    #[error("{0} is in the hands of a program that needs it alone, such as `croupier move-store`")]
    Alone(String),
    /// The address cannot be had.
    #[error("cannot listen on {address}: {error}; --listen takes another address, and port 0 any free one")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// Bots cannot be locked up as the operator wants it.
    #[error("{0}; `--sandbox best` starts a site for a trial all the same")]
    NoCell(String),
    /// Python bots cannot run where the operator wants it.
    #[error("{0}; without `--cell wasm`, Python bots run in processes")]
    NoPython(#[from] Missing),
    /// The packages that bots may use are not there.
    #[error("{0}")]
    NoPackages(Missing),
    /// The data cannot be used.
    #[error("{folder} cannot be the folder of a site: {what}; --data takes a folder that can be written to")]
    Data {
        /// Where.
        folder: String,
        /// What is wrong.
        what: String,
    },
    /// The server cannot be used.
    #[error(
        "{server} cannot be the store of a site: {what}; --store takes a database that can be written to"
    )]
    Server {
        /// Where, without the password.
        server: String,
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
    let runtime = Builder::new_multi_thread()
        .worker_threads(WEB_THREADS)
        .thread_name("web")
        .enable_all()
        .build()
        .map_err(|error| NoSite::Trouble(error.to_string()))?;
    // An address that cannot be had is told before anything is written.
    let listener = runtime
        .block_on(async { listen(config.listen) })
        .map_err(|error| NoSite::Listen { address: config.listen, error })?;
    let address = listener.local_addr().map_err(|error| NoSite::Trouble(error.to_string()))?;
    std::fs::create_dir_all(&config.data).map_err(|error| not_used(&config.data, &error))?;
    let _lock = lock(&config.data)?;
    let presence = config.store.as_ref().map(|server| runtime.block_on(join(server))).transpose()?;
    // A bot behind a url is called from here: unless the operator says so, it must not lead to what
    // only this machine can reach.
    let web = Web::default().reaching(config.reach);
    let runtimes = Runtimes::new(config.sandbox).with_web(web).with_python_in(config.cell);
    let runtimes = Arc::new(runtimes.with_packages(config.packages.clone()));
    let warning = locked_up(&runtimes, config)?;
    runtimes.python_ready()?;
    let allowed = Allowed::of(&runtimes).map_err(NoSite::NoPackages)?;
    let number = presence.as_ref().map(Presence::number);
    let site = runtime.block_on(open(config, &runtimes, allowed, warning, number))?;
    let together = match (&config.store, presence) {
        (Some(server), Some(presence)) => Some(runtime.block_on(Together::begin(&site, server, presence))?),
        _ => None,
    };
    // A new link takes the place of the one before: where there are several processes, one makes it.
    let organiser = match &together {
        Some(together) if !together.does_once() => None,
        _ => runtime.block_on(first_organiser(&site))?,
    };
    let background = Background::start(&site, &runtimes, together, &runtime, stop)?;
    let _renewing = runtime.spawn(renew(Arc::clone(&site)));
    ready(&Served { address, organiser, warning: site.warning.clone() });
    runtime.block_on(answer(listener, &site, stop));
    background.stop(&runtime);
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

async fn answer(listener: TcpListener, site: &Arc<Site>, stop: &Arc<AtomicBool>) {
    let limits = site.config.limits.clone().that_fit();
    // A proxy in front is one address for all.
    let own = if site.config.trust_proxy { limits.connections } else { limits.connections_an_address };
    let places = Slots::new(limits.connections, own);
    let (router, closing) = (pages::router(site), site.closing.subscribe());
    let stopped = async {
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(STOP_SEEN).await;
        }
        site.closing.send_replace(true);
    };
    tokio::join!(stopped, connections::serve(listener, router, &limits, places, closing, LAST_REQUESTS));
}

/// A site in this folder that nobody serves: for tests that ask its routes.
#[cfg(test)]
pub(crate) async fn site_for_tests(folder: &std::path::Path) -> Arc<Site> {
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        data: folder.to_owned(),
        store: None,
        demo: false,
        sandbox: Default::default(),
        cell: Default::default(),
        packages: None,
        workers: 0,
        sign_up: None,
        admit: Vec::new(),
        behind_tls: false,
        trust_proxy: false,
        reach: Default::default(),
        limits: Default::default(),
        clock: Default::default(),
    };
    open(&config, &Arc::new(Runtimes::new(config.sandbox)), Allowed::default(), None, None).await.unwrap()
}
