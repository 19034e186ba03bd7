//! Ladders are made anew when results have come, and not more often than readers can tell.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::error::{RecvError, TryRecvError};

use crate::broadcast::SiteEvent;
use crate::site::Site;
use crate::store::StoreError;

/// Where nothing is heard for so long, ladders are looked at all the same.
const LOOKED_AGAIN: Duration = Duration::from_secs(5);
/// Ladders are made anew no more often than this.
const RENEWED: Duration = Duration::from_millis(250);

/// Makes ladders anew when results have come.
pub(crate) async fn renew(site: Arc<Site>) {
    let mut events = site.events.subscribe();
    loop {
        let mut changes = Changes::default();
        let Ok(heard) = tokio::time::timeout(LOOKED_AGAIN, events.recv()).await else {
            // Another program may have made a contest: `croupier contest` does.
            if let Err(error) = site.standings.renew(&site.store).await {
                tracing::error!(%error, "the ladders cannot be made anew");
            }
            continue;
        };
        match heard {
            Ok(event) => changes.add(event),
            Err(RecvError::Lagged(_)) => changes.add(SiteEvent::All),
            Err(RecvError::Closed) => return,
        }
        if changes.is_empty() {
            continue;
        }
        tokio::time::sleep(RENEWED).await;
        loop {
            match events.try_recv() {
                Ok(event) => changes.add(event),
                Err(TryRecvError::Lagged(_)) => changes.add(SiteEvent::All),
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
        let begun = std::time::Instant::now();
        if let Err(error) = renewed(&site, changes).await {
            tracing::error!(%error, "the ladders cannot be made anew");
        }
        // A long ladder is made anew less often: at most a tenth of the time goes into it.
        tokio::time::sleep(begun.elapsed() * 9).await;
    }
}

/// What is to be made anew.
#[derive(Debug, Default, PartialEq, Eq)]
struct Changes {
    /// Everything, from the first line on.
    all: bool,
    /// Whoever came to any ladder.
    newcomers: bool,
    /// Whoever played, in these contests.
    played: Vec<i64>,
    /// These contests, from the first line on.
    whole: Vec<i64>,
}

impl Changes {
    fn add(&mut self, event: SiteEvent) {
        let note = |list: &mut Vec<i64>, contest| {
            if !list.contains(&contest) {
                list.push(contest);
            }
        };
        match event {
            SiteEvent::All => self.all = true,
            SiteEvent::Upload(_) => self.newcomers = true,
            SiteEvent::Game(contest) => note(&mut self.played, contest),
            SiteEvent::Contest(contest) => note(&mut self.whole, contest),
            SiteEvent::Ladder(_) | SiteEvent::Final(_) | SiteEvent::Rules => {}
        }
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

async fn renewed(site: &Site, changes: Changes) -> Result<(), StoreError> {
    if changes.all || !changes.whole.is_empty() {
        // A game may be another one now.
        site.shared.another_edition();
    }
    if changes.all {
        site.standings.renew(&site.store).await?;
        for standing in site.standings.all().iter() {
            site.events.send(SiteEvent::Ladder(standing.contest.id));
        }
        return Ok(());
    }
    for &contest in &changes.whole {
        site.standings.renew_one(&site.store, contest).await?;
    }
    if changes.newcomers {
        site.standings.renew_changed(&site.store).await?;
    }
    for &contest in changes.played.iter().filter(|contest| !changes.whole.contains(contest)) {
        if !changes.newcomers {
            site.standings.renew_played(&site.store, contest).await?;
        }
        site.events.send(SiteEvent::Ladder(contest));
    }
    for &contest in &changes.whole {
        site.events.send(SiteEvent::Ladder(contest));
    }
    Ok(())
}
