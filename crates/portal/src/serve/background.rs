//! Who works on a site beside the web: workers, and who draws games; started and dismissed together.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use croupier_arena::SharedUrls;
use croupier_hosts::Runtimes;
use croupier_hosts::cell::Sandbox;
use tokio::runtime::{Handle, Runtime};

use super::ears;
use super::together::Together;
use crate::jobs::Jobs;
use crate::serve::NoSite;
use crate::site::Site;
use crate::store::ServerUrl;
use crate::tournament::matchmaker::Matchmaker;
use crate::wakeup::Wakeup;
use crate::worker::{self, WorkerContext};

/// The workers, and who draws games.
pub(crate) struct Background {
    threads: Vec<thread::JoinHandle<()>>,
    /// Ends last: what workers hand back is handed back by a process that is there.
    together: Option<thread::JoinHandle<Together>>,
    wakeups: [Wakeup; 2],
    stop: Arc<AtomicBool>,
}

impl Background {
    /// Starts them; a process without workers only shows, and draws games where others play them, or has them
    /// played elsewhere.
    pub(crate) fn start(
        site: &Arc<Site>,
        runtimes: &Arc<Runtimes>,
        together: Option<Together>,
        runtime: &Runtime,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, NoSite> {
        let trouble = |error: io::Error| NoSite::Trouble(error.to_string());
        let (work, done) = (site.work.clone(), Wakeup::default());
        let wakeups = [work, done.clone()];
        let mut started =
            Self { threads: Vec::new(), together: None, wakeups: wakeups.clone(), stop: Arc::clone(stop) };
        let has_workers = site.config.workers > 0;
        if has_workers || site.config.store.is_some() {
            let context = context(site, runtimes, runtime.handle(), &wakeups, stop);
            started.threads = worker::start(&Arc::new(context), site.config.workers).map_err(trouble)?;
        }
        if has_workers {
            started.threads.push(try_languages(site, runtimes, stop).map_err(trouble)?);
        }
        let (handle, stop) = (runtime.handle().clone(), Arc::clone(stop));
        let drawing = thread::Builder::new().name("matchmaker".to_owned());
        match (together, &site.config.store) {
            (Some(mut together), Some(server)) => {
                runtime.spawn(ears::listen(Arc::clone(site), server.clone(), done.clone()));
                let goes_round = move || {
                    rounds(&done, &stop, || handle.block_on(together.round()));
                    together
                };
                started.together = Some(drawing.spawn(goes_round).map_err(trouble)?);
            }
            _ if has_workers => {
                let (store, queue) = (site.store.clone(), Arc::clone(&site.queue));
                let mut matchmaker = Matchmaker::new(store, queue, site.config.clock.clone());
                let site = Arc::clone(site);
                let draws = move || rounds(&done, &stop, || handle.block_on(draw(&mut matchmaker, &site)));
                started.threads.push(drawing.spawn(draws).map_err(trouble)?);
            }
            _ => {}
        }
        Ok(started)
    }

    /// Jobs in hand are broken off and handed back: they are done again by others, or after the next start.
    pub(crate) fn stop(self, runtime: &Runtime) {
        self.stop.store(true, Ordering::Relaxed);
        for wakeup in &self.wakeups {
            wakeup.wake();
        }
        for thread in self.threads {
            if thread.join().is_err() {
                tracing::error!("a background thread panicked");
            }
        }
        let Some(together) = self.together else { return };
        match together.join() {
            Ok(together) => {
                if let Err(error) = runtime.block_on(together.leave()) {
                    tracing::warn!(%error, "the other processes find out for themselves that this one ended");
                }
            }
            Err(_) => tracing::error!("a background thread panicked"),
        }
    }
}

fn context(
    site: &Arc<Site>,
    runtimes: &Arc<Runtimes>,
    runtime: &Handle,
    [work, done]: &[Wakeup; 2],
    stop: &Arc<AtomicBool>,
) -> WorkerContext {
    let (store, queue, events) = (site.store.clone(), Arc::clone(&site.queue), site.events.clone());
    WorkerContext {
        store: store.clone(),
        runtime: runtime.clone(),
        jobs: Jobs::new(store, queue, events.clone(), runtime.clone()),
        place: site.place.clone(),
        contents: site.contents.clone(),
        runtimes: Arc::clone(runtimes),
        events,
        work: work.clone(),
        done: done.clone(),
        urls: SharedUrls::default(),
        scratch: site.config.data.join("scratch"),
        stop: Arc::clone(stop),
        server: site.config.store.as_ref().map(ServerUrl::for_queue),
        elsewhere: Arc::clone(&site.elsewhere),
        behind_walls: site.config.sandbox == Sandbox::Require,
    }
}

/// Finds out which languages work here, while the first readers come.
fn try_languages(
    site: &Arc<Site>,
    runtimes: &Arc<Runtimes>,
    stop: &Arc<AtomicBool>,
) -> io::Result<thread::JoinHandle<()>> {
    let (offered, runtimes, stop) = (site.offered.clone(), Arc::clone(runtimes), Arc::clone(stop));
    thread::Builder::new().name("languages".to_owned()).spawn(move || {
        worker::lower_priority();
        offered.try_all(&runtimes, &stop);
    })
}

/// Goes round whenever a result is in, and as soon as the last round said.
fn rounds(done: &Wakeup, stop: &AtomicBool, mut round: impl FnMut() -> Duration) {
    worker::lower_priority();
    while !stop.load(Ordering::Relaxed) {
        let seen = done.count();
        let again = round();
        done.wait(seen, again);
    }
}

/// Draws games for the workers of this process, which is the only one.
async fn draw(matchmaker: &mut Matchmaker, site: &Site) -> Duration {
    match matchmaker.fill(site.config.workers).await {
        Ok((put, again)) => {
            if put > 0 {
                site.work.wake();
            }
            again
        }
        Err(error) => {
            tracing::error!(%error, "no games can be drawn");
            Duration::from_secs(1)
        }
    }
}
