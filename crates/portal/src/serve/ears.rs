//! What the other processes of a site did is heard here: live pages move, workers wake up, ladders
//! and rules are read again.

use std::sync::Arc;
use std::time::Duration;

use crate::broadcast::SiteEvent;
use crate::site::Site;
use crate::store::job_table::WORK;
use crate::store::{Notices, ServerUrl};
use crate::wakeup::Wakeup;

/// Where nothing can be heard, it is tried again after so long.
const AGAIN: Duration = Duration::from_secs(1);

/// Listens for as long as the site runs; `done` is rung when a result is in.
pub(super) async fn listen(site: Arc<Site>, server: ServerUrl, done: Wakeup) {
    let mut trouble = false;
    loop {
        match Notices::open(&server).await {
            Ok(mut notices) => {
                if std::mem::take(&mut trouble) {
                    tracing::info!("the other processes of this site are heard again");
                }
                // What was said before is not said again.
                hear(&site, &done, SiteEvent::All).await;
                site.events.send(SiteEvent::All);
                site.work.wake();
                let error = loop {
                    match notices.next().await {
                        Ok(word) if word == WORK => site.work.wake(),
                        Ok(word) => {
                            if let Some(event) = site.events.heard(&word) {
                                hear(&site, &done, event).await;
                                site.events.send(event);
                            }
                        }
                        Err(error) => break error,
                    }
                };
                tracing::warn!(%error, "the other processes of this site are not heard");
            }
            Err(error) if !trouble => {
                tracing::warn!(%error, "the other processes of this site are not heard");
            }
            Err(_) => {}
        }
        trouble = true;
        tokio::time::sleep(AGAIN).await;
    }
}

/// What this process has to do about something that happened elsewhere.
async fn hear(site: &Site, done: &Wakeup, event: SiteEvent) {
    if matches!(event, SiteEvent::Rules | SiteEvent::All)
        && let Err(error) = site.read_rules().await
    {
        tracing::error!(%error, "the rules of the site cannot be read again");
    }
    if matches!(event, SiteEvent::Game(_) | SiteEvent::Upload(_) | SiteEvent::Final(_) | SiteEvent::All) {
        done.wake();
    }
}
