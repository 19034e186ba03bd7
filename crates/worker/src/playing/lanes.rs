//! The lanes that a slot plays, with their bots, as long as jobs of them come.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_queue::{Leased, RunId};
use croupier_session::{LaneSetting, LaneWorker, SessionError};

use super::Context;
use super::runs::RunHere;

/// A lane of which no job came for so long is given up here, and its bots end: who takes it up has to
/// ask bots that remember all their games again.
const IDLE: Duration = Duration::from_secs(60);
/// As many lanes have their bots up at one slot.
const MOST: usize = 32;

/// Whose bots are up at a slot.
pub(super) struct Lanes {
    slot: usize,
    core: Option<usize>,
    logs: Option<PathBuf>,
    up: HashMap<Key, Up>,
}

/// A run, and the lane where it has some.
type Key = (RunId, Option<u32>);

struct Up {
    player: LaneWorker,
    used: Instant,
}

impl Lanes {
    pub(super) fn new(slot: usize, core: Option<usize>, logs: Option<PathBuf>) -> Self {
        Self { slot, core, logs, up: HashMap::new() }
    }

    /// Whoever plays a job's lane, taken out: what goes wrong with it is not put back. What bots print goes
    /// into the folder `prints`, where there is one.
    pub(super) fn take(
        &mut self,
        job: &Leased,
        run: &RunHere,
        prints: Option<&Path>,
    ) -> Result<LaneWorker, SessionError> {
        if let Some(up) = self.up.remove(&(job.run, job.lane)) {
            return Ok(up.player);
        }
        let lane = job.lane.unwrap_or(0);
        let logs = self.logs.as_ref().map(|folder| {
            let place = job.lane.map_or_else(|| format!("slot-{}", self.slot), |lane| format!("lane-{lane}"));
            folder.join(format!("run-{}", job.run.0)).join(place)
        });
        LaneWorker::seat(LaneSetting {
            run: Arc::clone(&run.spec),
            bots: run.bots.clone(),
            lane,
            runtimes: Arc::clone(&run.runtimes),
            core: self.core,
            logs: prints.map(Path::to_owned).or(logs),
        })
    }

    /// It can go on with the next job.
    pub(super) fn put_back(&mut self, job: &Leased, player: LaneWorker) {
        self.up.insert((job.run, job.lane), Up { player, used: Instant::now() });
    }

    /// Ends bots of lanes that nobody plays any more, and says that others may have them.
    pub(super) fn let_idle_go(&mut self, context: &Context) {
        let mut idle: Vec<Key> =
            self.up.iter().filter(|(_, up)| up.used.elapsed() >= IDLE).map(|(key, _)| *key).collect();
        if idle.is_empty() && self.up.len() > MOST {
            idle.extend(self.up.iter().min_by_key(|(_, up)| up.used).map(|(key, _)| *key));
        }
        for key in idle {
            self.up.remove(&key);
            if let (run, Some(lane)) = key {
                // Where the store does not answer it gives this worker's lanes up by itself.
                let _ = context.ask(context.worker.let_go(run, lane));
            }
        }
    }
}
