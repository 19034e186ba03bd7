//! What holds for everyone on the site: quotas of uploads, returns of earlier bots, and whom
//! visitors may play against.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Form, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use croupier_games::{About, list};

use crate::accounts::visitor::Visitor;
use crate::broadcast::SiteEvent;
use crate::error::Wrong;
use crate::pages::{Forms, Frame, Page, page};
use crate::practice::opponents;
use crate::rules::{LONGEST_MS, Rules};
use crate::site::Site;

/// So the list of a game begins in the form.
const OF_GAME: &str = "practice-";

#[derive(Template)]
#[template(path = "organise/rules.html")]
struct RulesPage {
    frame: Frame,
    rules: Rules,
    longest_ms: u32,
    games: Vec<GameLine>,
    wrong: Option<String>,
}

struct GameLine {
    name: &'static str,
    title: &'static str,
    /// Whom visitors may play against, with commas between.
    listed: String,
    /// All that could be listed.
    all: String,
}

/// What the form sends: a list for each game, whatever games there are.
pub(in crate::pages) type Fields = BTreeMap<String, String>;

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/organise/rules", get(rules).post(change))
}

async fn rules(State(site): State<Arc<Site>>, visitor: Visitor) -> Page {
    let rules = Rules::clone(&site.rules());
    show(&site, &visitor, rules, None)
}

fn show(site: &Site, visitor: &Visitor, rules: Rules, wrong: Option<String>) -> Page {
    visitor.organiser()?;
    let names = |game: &str, rules: &Rules| {
        let all = opponents(game, rules).unwrap_or_default();
        all.into_iter().map(|opponent| opponent.name).collect::<Vec<_>>().join(", ")
    };
    let line = |about: &About| GameLine {
        name: about.name,
        title: about.title,
        listed: rules
            .practice
            .get(about.name)
            .map_or_else(|| names(about.name, &rules), |list| list.join(", ")),
        all: names(about.name, &Rules::default()),
    };
    let games = list::ALL.iter().map(line).collect();
    let frame = Frame::new(site, visitor, "Rules of the site");
    page(site, visitor, &RulesPage { frame, rules, longest_ms: LONGEST_MS, games, wrong }, Forms::None)
}

async fn change(State(site): State<Arc<Site>>, visitor: Visitor, Form(fields): Form<Fields>) -> Page {
    visitor.organiser()?;
    visitor.check_form(&site, fields.get("token").map_or("", String::as_str))?;
    let rules = read(&fields)?;
    if let Err(error) = rules.check() {
        return show(&site, &visitor, rules, Some(error.to_string()));
    }
    let mut write = site.store.write().await?;
    rules.store(&mut write).await?;
    site.events.commit(write, SiteEvent::Rules).await?;
    site.set_rules(rules);
    Ok(Redirect::to("/organise/rules").into_response())
}

pub(in crate::pages) fn read(fields: &Fields) -> Result<Rules, Wrong> {
    let number = |key: &str| {
        let text = fields.get(key).map_or("", |text| text.trim());
        text.parse::<u32>().map_err(|_| Wrong::Bad(format!("{key} is no whole number: {text:?}")))
    };
    let listed = |text: &String| {
        text.split(',').map(str::trim).filter(|spec| !spec.is_empty()).map(str::to_owned).collect()
    };
    let of_game =
        |(key, text): (&String, &String)| Some((key.strip_prefix(OF_GAME)?.to_owned(), listed(text)));
    Ok(Rules {
        uploads_a_day: number("uploads_a_day")?,
        kept_mb: number("kept_mb")?,
        returns_a_day: number("returns_a_day")?,
        practice_ms: number("practice_ms")?,
        practice: fields.iter().filter_map(of_game).collect(),
    })
}
