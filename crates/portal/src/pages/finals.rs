//! Final tournaments of a contest: how they stand, their records, and for organisers the form that
//! starts one.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Form, Path, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use croupier_hosts::Runtimes;
use croupier_record::{Block, Design, Secret, TimeSheet, UnknownDesign, UnknownEnd, Until, whole_record};
use croupier_session::record_bytes::UnreadableRecord;
use serde::Deserialize;

use super::attachment::{RECORD, attachment};
use super::{Forms, Frame, Page, page, words};
use crate::accounts::reader::Reader;
use crate::accounts::secrets;
use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::jobs::SeatedEntry;
use crate::limits::rate_limit::ARCHIVES;
use crate::limits::slots::network_of;
use crate::site::Site;
use crate::store::finals::{self, Final};
use crate::store::ladder::{self, Entry};
use crate::store::now;
use crate::store::uploads::{self, Upload};
use crate::tournament::finale::{NotPlanned, UploadedBot, Wish, WishedLuck, plan, refused};

#[derive(Template)]
#[template(path = "finals.html")]
struct FinalsPage {
    frame: Frame,
    name: String,
    title: String,
    finals: Vec<FinalLine>,
    designs: Vec<&'static str>,
    wrong: Option<String>,
}

struct FinalLine {
    id: i64,
    design: String,
    until: String,
    luck: String,
    commitment: Option<String>,
    field: usize,
    begun: String,
    planned: u64,
    done: i64,
    reason: Option<String>,
    standings: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(in crate::pages) struct StartForm {
    token: String,
    design: String,
    until: String,
    #[serde(default)]
    tolerance: String,
    games: String,
    #[serde(default)]
    seed: String,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/c/{contest}/finals", get(list).post(start))
        .route("/finals/{id}/record", get(record))
}

async fn list(State(site): State<Arc<Site>>, visitor: Visitor, Path(name): Path<String>) -> Page {
    show(&site, &visitor, &name, None).await
}

async fn show(site: &Site, visitor: &Visitor, name: &str, wrong: Option<String>) -> Page {
    let standing = site.standings.named(name).ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?;
    let mut shown = Vec::new();
    for played in finals::of_contest(&site.store, standing.contest.id).await? {
        let done = match played.games {
            Some(games) => games,
            None => finals::unbroken(&site.store, &played).await?,
        };
        shown.push(line(played, done));
    }
    let template = FinalsPage {
        frame: Frame::new(site, visitor, format!("Finals of {}", standing.contest.title)),
        name: standing.contest.name.clone(),
        title: standing.contest.title.clone(),
        finals: shown,
        designs: Design::ALL.iter().map(|design| design.name()).collect(),
        wrong,
    };
    page(site, visitor, &template, Forms::None)
}

fn line(played: Final, done: i64) -> FinalLine {
    FinalLine {
        id: played.id,
        design: played.header.design.to_string(),
        until: played.header.until.name().to_owned(),
        luck: match played.header.origin.number() {
            // Who knows the number knows all cards.
            Some(_) if played.ended.is_none() => "a given seed".to_owned(),
            _ => played.header.origin.to_string(),
        },
        commitment: played.header.origin.commitment().map(String::from),
        field: played.field.len(),
        begun: words::ago(played.begun, now()),
        planned: played.header.games,
        done,
        reason: played.reason,
        standings: played.standings,
    }
}

async fn start(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(name): Path<String>,
    Form(form): Form<StartForm>,
) -> Page {
    visitor.check_form(&site, &form.token)?;
    visitor.organiser()?;
    let standing = site.standings.named(&name).ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?;
    let entries = ladder::of_contest(&site.store, standing.contest.id).await?;
    let uploads = found(&site, &entries).await?;
    let (contest, runtimes) = (standing.contest.clone(), Arc::clone(&site.runtimes));
    // A seed is stretched slowly: not on a thread that others wait for.
    let planned = tokio::task::spawn_blocking(move || {
        let uploaded = |upload: i64| uploads.get(&upload).map(|upload| told(upload, &runtimes));
        let uploaded = |upload: i64| uploaded(upload).unwrap_or_default();
        wish(&form).and_then(|wish| Ok(plan(&contest, &entries, &uploaded, runtimes.packages(), wish)?))
    });
    let planned = planned.await.map_err(|error| Wrong::Trouble(error.to_string()))?;
    let (header, field) = match planned {
        Ok(planned) => planned,
        Err(wrong) => return show(&site, &visitor, &name, Some(wrong.to_string())).await,
    };
    if let Some(wrong) = refused(&site.store, header.design, &field).await? {
        return show(&site, &visitor, &name, Some(wrong.to_string())).await;
    }
    let mut write = site.store.write().await?;
    finals::add(&mut write, standing.contest.id, &header, &field).await?;
    write.commit().await?;
    Ok(Redirect::to(&format!("/c/{name}/finals")).into_response())
}

/// The uploads of these entries.
async fn found(site: &Site, entries: &[Entry]) -> Result<HashMap<i64, Upload>, Wrong> {
    let mut uploads = HashMap::new();
    for upload in entries.iter().filter_map(|entry| entry.upload) {
        if let Some(found) = uploads::get(&site.store, upload).await? {
            uploads.insert(upload, found);
        }
    }
    Ok(uploads)
}

/// What a head tells of an upload.
fn told(upload: &Upload, runtimes: &Runtimes) -> UploadedBot {
    match &upload.url {
        Some(url) => UploadedBot { hash: url.clone(), runs_in: None },
        None => UploadedBot { hash: upload.hash.clone(), runs_in: runtimes.runs_in(&upload.kind) },
    }
}

/// Why no final can be played as the form says.
#[derive(Debug, thiserror::Error)]
pub(in crate::pages) enum BadWish {
    #[error(transparent)]
    Design(#[from] UnknownDesign),
    #[error(transparent)]
    Until(#[from] UnknownEnd),
    #[error("{what} is no whole number: {text:?}")]
    NoNumber { what: &'static str, text: String },
    #[error("the tolerance is no number: {0:?}")]
    Tolerance(String),
    #[error(transparent)]
    NotPlanned(#[from] NotPlanned),
}

/// What the form asks for, or what is wrong with it.
pub(in crate::pages) fn wish(form: &StartForm) -> Result<Wish, BadWish> {
    let number = |what: &'static str, text: &str| {
        text.trim().parse::<u64>().map_err(|_| BadWish::NoNumber { what, text: text.to_owned() })
    };
    let tolerance = form.tolerance.trim();
    Ok(Wish {
        design: form.design.parse::<Design>()?,
        until: form.until.parse::<Until>()?,
        tolerance: match tolerance {
            "" => 0.0,
            text => text.parse().map_err(|_| BadWish::Tolerance(text.to_owned()))?,
        },
        games: number("games", &form.games)?,
        luck: match form.seed.trim() {
            "" => WishedLuck::Drawn(Secret::drawn(secrets::key())),
            text => WishedLuck::Seed(number("the seed", text)?),
        },
    })
}

/// The record of a final that has ended, as whoever asks may read it.
async fn record(State(site): State<Arc<Site>>, reader: Reader, Path(id): Path<i64>) -> Page {
    if !site.rate_limits.take(&format!("archive {}", network_of(reader.address)), ARCHIVES) {
        return Err(Wrong::TooMany);
    }
    let missing = || Wrong::NotFound(format!("final {id} that has ended"));
    let played =
        finals::get(&site.store, id).await?.filter(|played| played.ended.is_some()).ok_or_else(missing)?;
    let games = played.games.unwrap_or(0);
    let batches = finals::batches(&site.store, id, games).await?;
    let entries = ladder::of_contest(&site.store, played.contest).await?;
    let owner = |seated: &SeatedEntry| entries.iter().find(|entry| entry.id == seated.entry)?.account;
    let sees = reader.sees(played.field.iter().map(owner));
    let written = move || -> Result<Vec<u8>, UnreadableRecord> {
        let outs = played.outs.unwrap_or_default();
        let packed = |batch: finals::FinalBatch| {
            let mut block = batch.block(&outs);
            block.pack().map(|()| block)
        };
        let blocks = batches.into_iter().map(packed).collect::<Result<Vec<Block>, _>>()?;
        let whole = whole_record(&played.header, &blocks, &TimeSheet::default())?;
        sees.in_record(&played.header.game, whole)
    };
    let bytes = site.shared.packed(reader.address, written).await?;
    attachment(&format!("final-{id}.croupier"), RECORD, bytes)
}
