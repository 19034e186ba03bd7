//! Who works on a site beside the web: workers and the matchmaker, started and dismissed together.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use croupier_hosts::Runtimes;
use tokio::runtime::{Handle, Runtime};

use crate::jobs::Jobs;
use crate::serve::NoSite;
use crate::site::Site;
use crate::tournament::matchmaker::Matchmaker;
use crate::wakeup::Wakeup;
use crate::worker::{self, WorkerContext};

/// The workers and the matchmaker.
pub(crate) struct Background {
    threads: Vec<thread::JoinHandle<()>>,
    wakeups: [Wakeup; 2],
    stop: Arc<AtomicBool>,
}

impl Background {
    /// Starts them; a site without workers only shows.
    pub(crate) fn start(
        site: &Arc<Site>,
        runtimes: &Arc<Runtimes>,
        runtime: &Runtime,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, NoSite> {
        let (work, done) = (site.work.clone(), Wakeup::default());
        let mut threads = Vec::new();
        if site.config.workers > 0 {
            let context = Arc::new(WorkerContext {
                store: site.store.clone(),
                runtime: runtime.handle().clone(),
                jobs: Jobs::new(site.store.clone(), Arc::clone(&site.queue), runtime.handle().clone()),
                contents: site.contents.clone(),
                runtimes: Arc::clone(runtimes),
                events: site.events.clone(),
                work: work.clone(),
                done: done.clone(),
                scratch: site.config.data.join("scratch"),
                stop: Arc::clone(stop),
            });
            let trouble = |error: io::Error| NoSite::Trouble(error.to_string());
            threads = worker::start(&context, site.config.workers).map_err(trouble)?;
            let (store, queue) = (site.store.clone(), Arc::clone(&site.queue));
            let matchmaker = Matchmaker::new(store, queue, site.config.workers, site.config.clock.clone());
            let (handle, wakeups, stop) =
                (runtime.handle().clone(), [work.clone(), done.clone()], Arc::clone(stop));
            threads.push(try_languages(site, runtimes, &stop).map_err(trouble)?);
            let thread = thread::Builder::new().name("matchmaker".to_owned());
            threads
                .push(thread.spawn(move || match_up(matchmaker, &handle, &wakeups, &stop)).map_err(trouble)?);
        }
        Ok(Self { threads, wakeups: [work, done], stop: Arc::clone(stop) })
    }

    /// Games in hand are broken off, and are played again after the next start.
    pub(crate) fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        for wakeup in &self.wakeups {
            wakeup.wake();
        }
        for thread in self.threads {
            if thread.join().is_err() {
                tracing::error!("a background thread panicked");
            }
        }
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

fn match_up(mut matchmaker: Matchmaker, runtime: &Handle, [work, done]: &[Wakeup; 2], stop: &AtomicBool) {
    worker::lower_priority();
    while !stop.load(Ordering::Relaxed) {
        let seen = done.count();
        let again = match runtime.block_on(matchmaker.fill()) {
            Ok((put, again)) => {
                if put > 0 {
                    work.wake();
                }
                again
            }
            Err(error) => {
                tracing::error!(%error, "no games can be drawn");
                Duration::from_secs(1)
            }
        };
        done.wait(seen, again);
    }
}
