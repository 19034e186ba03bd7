//! Sending a bot: a file, an archive or a url.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::multipart::{Multipart, MultipartError};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use croupier_hosts::{CellKind, languages};

use crate::accounts::visitor::Visitor;
use crate::error::Wrong;
use crate::limits::rate_limit::UPLOADS;
use crate::pages::{Forms, Frame, Page, page};
use crate::site::Site;
use crate::uploads::kind::URL;
use crate::uploads::receive::{MOST_BYTES, Sent, receive};

/// What a form may have beside its file.
const FORM_BYTES: usize = 64 << 10;

#[derive(Template)]
#[template(path = "upload.html")]
struct UploadPage {
    frame: Frame,
    name: String,
    title: String,
    kinds: Vec<&'static str>,
    urls: bool,
    most: usize,
    /// The packages that bots have, language by language, and the list that brings them at home.
    packages: Vec<(&'static str, String)>,
    list: String,
    /// Whether Python bots run inside WebAssembly.
    inside: bool,
    wrong: Option<String>,
}

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/c/{contest}/upload", get(form).post(upload))
        .layer(DefaultBodyLimit::max(MOST_BYTES + FORM_BYTES))
}

async fn form(State(site): State<Arc<Site>>, visitor: Visitor, Path(name): Path<String>) -> Page {
    if visitor.account.is_none() {
        return Ok(Redirect::to("/sign-in").into_response());
    }
    show(&site, &visitor, &name, None)
}

fn show(site: &Site, visitor: &Visitor, name: &str, wrong: Option<String>) -> Page {
    let standing = site.standings.named(name).ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?;
    let contest = &standing.contest;
    let template = UploadPage {
        frame: Frame::new(site, visitor, format!("Send a bot: {}", contest.title)),
        name: contest.name.clone(),
        title: contest.title.clone(),
        kinds: languages::ALL
            .iter()
            .filter(|one| contest.takes(one.word) && site.offered.has(one.word))
            .map(|one| one.title)
            .collect(),
        urls: contest.takes(URL),
        most: MOST_BYTES >> 20,
        packages: site.allowed.for_contest(contest),
        list: site.allowed.list().to_owned(),
        inside: contest.takes(languages::python().word) && site.config.cell == CellKind::Wasm,
        wrong,
    };
    page(site, visitor, &template, Forms::None)
}

async fn upload(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Path(name): Path<String>,
    mut parts: Multipart,
) -> Page {
    let account = visitor.signed_in()?;
    let form = read(&mut parts).await?;
    visitor.check_form(&site, &form.token)?;
    if !site.rate_limits.take(&format!("upload {}", account.id), UPLOADS) {
        return Err(Wrong::TooMany);
    }
    let standing = site.standings.named(&name).ok_or_else(|| Wrong::NotFound(format!("contest {name}")))?;
    let Some(sent) = form.sent else {
        return show(&site, &visitor, &name, Some("choose a file, or write a url".to_owned()));
    };
    let received =
        receive(site.desk(), &standing.contest, account.id, sent, &site.rules(), &site.offered).await;
    match received.map_err(Wrong::from) {
        Ok(id) => {
            site.work.wake();
            Ok(Redirect::to(&format!("/uploads/{id}")).into_response())
        }
        Err(Wrong::Bad(wrong)) => show(&site, &visitor, &name, Some(wrong)),
        Err(other) => Err(other),
    }
}

/// What a form for uploads holds.
#[derive(Debug, Default)]
pub(crate) struct UploadForm {
    /// The form's token; empty where there is none.
    pub(crate) token: String,
    /// What is sent.
    pub(crate) sent: Option<Sent>,
}

/// Reads a form with a file or a url.
pub(crate) async fn read(parts: &mut Multipart) -> Result<UploadForm, Wrong> {
    let mut form = UploadForm::default();
    while let Some(part) = parts.next_field().await.map_err(|error| unread(&error))? {
        match part.name() {
            Some("token") => form.token = part.text().await.map_err(|error| unread(&error))?,
            Some("url") => {
                let url = part.text().await.map_err(|error| unread(&error))?;
                if !url.trim().is_empty() {
                    form.sent = Some(Sent::Url(url));
                }
            }
            Some("file") => {
                let name = part.file_name().unwrap_or_default().to_owned();
                let bytes = part.bytes().await.map_err(|error| unread(&error))?;
                if !name.is_empty() {
                    form.sent = Some(Sent::File { name, bytes: bytes.to_vec() });
                }
            }
            _ => {}
        }
    }
    Ok(form)
}

fn unread(error: &MultipartError) -> Wrong {
    if error.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
        return Wrong::TooLarge(format!("the file is larger than {} MiB", MOST_BYTES >> 20));
    }
    Wrong::Bad(format!("the form cannot be read: {}", error.body_text()))
}
