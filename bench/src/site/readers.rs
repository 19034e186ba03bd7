//! Many readers of one page: each waits for its turn, asks, and notes how long the answer took.
//!
//! All are on one thread, so that they take as little as they can of the processors that the site runs on,
//! too. A request's time begins when it was due, so that whoever is kept waiting with asking has waited.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::LocalSet;

use super::client::Client;
use super::{Failed, words};

/// Who reads, and how often.
#[derive(Debug, Clone, Copy)]
pub(super) struct Load {
    /// So many kept connections.
    pub(super) clients: usize,
    /// So many requests in all.
    pub(super) requests: usize,
    /// So many a second, all together; 0 for as many as are answered.
    pub(super) rate: usize,
}

/// What they saw.
#[derive(Debug, Clone)]
pub(super) struct ReadTimes {
    /// Requests answered a second.
    pub(super) rate: f64,
    times: Vec<Duration>,
}

impl ReadTimes {
    /// The time, in milliseconds, below which this share of answers lie.
    pub(super) fn at(&self, share: f64) -> f64 {
        self.times[((self.times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3
    }
}

/// Reads the pages that `path` names, by the number of the request.
pub(super) fn read(
    address: SocketAddr,
    load: Load,
    path: impl Fn(usize) -> String + Copy + 'static,
) -> Result<ReadTimes, Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(words)?;
    let shared = std::rc::Rc::new((Cell::new(0), RefCell::new(Vec::with_capacity(load.requests))));
    let set = LocalSet::new();
    let took = set.block_on(&runtime, async {
        let mut clients = Vec::with_capacity(load.clients);
        for _ in 0..load.clients {
            clients.push(Client::call(address).await?);
        }
        let begun = Instant::now();
        let reading: Vec<_> = clients
            .into_iter()
            .map(|mut client| {
                let shared = std::rc::Rc::clone(&shared);
                tokio::task::spawn_local(async move {
                    let (next, times) = &*shared;
                    loop {
                        let number = next.replace(next.get() + 1);
                        if number >= load.requests {
                            return Ok::<(), Failed>(());
                        }
                        let asked = due(begun, load, number).await;
                        let path = path(number);
                        let answer = client.get(&path).await?;
                        if answer.status != 200 {
                            return Err(format!("{path}: {}", answer.status));
                        }
                        times.borrow_mut().push(asked.elapsed());
                    }
                })
            })
            .collect();
        for reader in reading {
            reader.await.map_err(words)??;
        }
        Ok::<_, Failed>(begun.elapsed())
    })?;
    let mut times = shared.1.take();
    times.sort_unstable();
    Ok(ReadTimes { rate: times.len() as f64 / took.as_secs_f64(), times })
}

/// Waits until a request is due, and gives that moment.
async fn due(begun: Instant, load: Load, number: usize) -> Instant {
    if load.rate == 0 {
        return Instant::now();
    }
    let due = begun + Duration::from_secs_f64(number as f64 / load.rate as f64);
    tokio::time::sleep_until(due.into()).await;
    due
}
