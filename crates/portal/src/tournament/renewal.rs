//! Ladders are made anew when results have come, and not more often than readers can tell.

use std::sync::Arc;
use std::time::Duration;

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
        let mut changed: Vec<i64> = Vec::new();
        let Ok(heard) = tokio::time::timeout(LOOKED_AGAIN, events.recv()).await else {
            // Another program may have made a contest: `croupier contest` does.
            if let Err(error) = site.standings.renew(&site.store).await {
                tracing::error!(%error, "the ladders cannot be made anew");
            }
            continue;
        };
        let all = match heard {
            Ok(SiteEvent::Game(contest)) => {
                changed.push(contest);
                false
            }
            Ok(SiteEvent::Upload(_)) | Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => true,
            Ok(SiteEvent::Ladder(_) | SiteEvent::Final(_)) => continue,
            Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
        };
        let mut all = all;
        tokio::time::sleep(RENEWED).await;
        while let Ok(event) = events.try_recv() {
            match event {
                SiteEvent::Game(contest) if !changed.contains(&contest) => changed.push(contest),
                SiteEvent::Upload(_) => all = true,
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
        site.events.send(SiteEvent::Ladder(contest));
    }
    Ok(())
}
