//! Players of the house on a ladder: an organiser adds any of them; whoever is there is taken out
//! like everyone else.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Form, Path, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::post;
use serde::Deserialize;

use super::{contest, named};
use crate::accounts::visitor::Visitor;
use crate::broadcast::SiteEvent;
use crate::contests::{NotMade, check};
use crate::error::Wrong;
use crate::pages::Page;
use crate::site::Site;
use crate::store::ladder;

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct HouseForm {
    token: String,
    player: String,
}

impl HouseForm {
    /// The player as it stands on a ladder.
    pub(in crate::pages) fn spec(&self) -> String {
        let player = self.player.trim();
        if player.starts_with("house:") { player.to_owned() } else { format!("house:{player}") }
    }
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/organise/c/{contest}/house", post(add))
}

async fn add(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(name): Path<String>,
    Form(form): Form<HouseForm>,
) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, &form.token)?;
    let standing = named(&site, &name)?;
    let player = form.spec();
    match check(&standing.contest, std::slice::from_ref(&player)) {
        Ok(()) => {}
        Err(NotMade::Bad(why)) => return contest::show(&site, &visitor, &name, Some(why)),
        Err(other) => return Err(Wrong::Trouble(other.to_string())),
    }
    let mut write = site.store.write().await?;
    ladder::enter_house(&mut write, standing.contest.id, &player).await?;
    site.events.commit(write, SiteEvent::Contest(standing.contest.id)).await?;
    site.standings.renew_one(&site.store, standing.contest.id).await?;
    site.work.wake();
    Ok(Redirect::to(&format!("/organise/c/{name}")).into_response())
}
