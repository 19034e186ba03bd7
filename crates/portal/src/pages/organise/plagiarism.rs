//! Uploads that are alike, for the talk about plagiarism.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;

use super::named;
use crate::accounts::visitor::Visitor;
use crate::pages::{Forms, Frame, Page, page};
use crate::plagiarism::similar_pairs;
use crate::site::Site;
use crate::store::overview::{self, SentUpload};
use crate::uploads::content_store::ContentStore;

/// So many pairs are shown.
const MOST: usize = 200;

#[derive(Template)]
#[template(path = "organise/plagiarism.html")]
struct PlagiarismPage {
    frame: Frame,
    title: String,
    name: String,
    compared: usize,
    pairs: Vec<PairLine>,
}

struct PairLine {
    one: (String, i64),
    other: (String, i64),
    share: String,
    shared: usize,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new().route("/organise/c/{contest}/alike", get(show))
}

async fn show(State(site): State<Arc<Site>>, visitor: Visitor, Path(name): Path<String>) -> Page {
    visitor.organiser()?;
    let contest = named(&site, &name)?.contest.clone();
    let sent = newest(overview::sent(&site.store, contest.id).await?);
    for line in sent.iter().filter(|line| !line.hash.is_empty()) {
        site.contents.fetched(&line.hash).await?;
    }
    let contents = site.contents.clone();
    let compare = move || Ok::<_, Infallible>(compare(&contents, &sent));
    let (compared, pairs) = site.shared.packed(visitor.address, compare).await?;
    let frame = Frame::new(&site, &visitor, format!("Alike in {}", contest.title));
    page(&site, &visitor, &PlagiarismPage { frame, title: contest.title, name, compared, pairs }, Forms::None)
}

/// The newest upload of everyone: nobody is compared with themselves.
fn newest(sent: Vec<SentUpload>) -> Vec<SentUpload> {
    let mut by_name: HashMap<String, SentUpload> = HashMap::new();
    for line in sent {
        by_name.insert(line.name.clone(), line);
    }
    let mut newest: Vec<SentUpload> = by_name.into_values().collect();
    newest.sort_by_key(|line| line.upload);
    newest
}

fn compare(contents: &ContentStore, sent: &[SentUpload]) -> (usize, Vec<PairLine>) {
    // Only programs that can be read are compared; a jar or a module is not text.
    let readable: Vec<(&SentUpload, String)> = sent
        .iter()
        .filter(|line| !line.hash.is_empty())
        .filter_map(|line| {
            Some((line, std::fs::read_to_string(contents.folder_of(&line.hash).join(&line.main)).ok()?))
        })
        .collect();
    let texts: Vec<&str> = readable.iter().map(|(_, text)| text.as_str()).collect();
    let starters: Vec<&str> = crate::handbook::starters().collect();
    let of = |at: usize| (readable[at].0.name.clone(), readable[at].0.upload);
    let pairs = similar_pairs(&texts, &starters).into_iter().take(MOST).map(|pair| PairLine {
        one: of(pair.pair.0),
        other: of(pair.pair.1),
        share: format!("{:.0} %", pair.share * 100.0),
        shared: pair.shared,
    });
    (texts.len(), pairs.collect())
}
