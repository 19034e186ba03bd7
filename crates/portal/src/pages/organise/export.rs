//! What an organiser takes away: results and marks as tables, and all uploads that play in one archive.

use std::io::{self, Cursor, Write};
use std::path::Path as FilePath;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use croupier_report::export::CsvTable;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::named;
use crate::accounts::visitor::Visitor;
use crate::pages::attachment::{ZIP, attachment};
use crate::pages::{Page, download, words};
use crate::site::Site;
use crate::store::overview::{self, SentUpload};
use crate::store::records::Whose;
use crate::uploads::content_store::ContentStore;

pub(super) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/organise/c/{contest}/results.csv", get(results))
        .route("/organise/c/{contest}/marks.csv", get(marks))
        .route("/organise/c/{contest}/uploads.zip", get(archive))
        .route("/organise/c/{contest}/games.zip", get(games))
}

async fn results(State(site): State<Arc<Site>>, visitor: Visitor, Path(name): Path<String>) -> Page {
    visitor.organiser()?;
    let standing = named(&site, &name)?;
    let head = [
        "rank",
        "best rank",
        "worst rank",
        "name",
        "house",
        "rating",
        "low",
        "high",
        "games",
        "won",
        "with faults",
        "out",
        "provisional",
    ];
    let mut csv = CsvTable::default();
    csv.row(head);
    for row in &standing.rows {
        let entry = &row.entry;
        csv.row([
            row.rank.to_string(),
            row.ranks.0.to_string(),
            row.ranks.1.to_string(),
            entry.name.clone(),
            if entry.house.is_some() { "yes" } else { "no" }.to_owned(),
            words::rating(entry.rating),
            words::rating(row.interval.0),
            words::rating(row.interval.1),
            entry.games.to_string(),
            words::score(entry.wins),
            entry.faults.to_string(),
            entry.out_of.clone().unwrap_or_default(),
            if entry.is_provisional() { "yes" } else { "no" }.to_owned(),
        ]);
    }
    attachment(&format!("{name}-results.csv"), "text/csv; charset=utf-8", csv.done())
}

/// The marks: one line for every upload, so that the best, the first or the last can be counted.
async fn marks(State(site): State<Arc<Site>>, visitor: Visitor, Path(name): Path<String>) -> Page {
    visitor.organiser()?;
    let contest = named(&site, &name)?.contest.id;
    let sent = overview::sent(&site.store, contest).await?;
    let mut csv = CsvTable::default();
    csv.row(["upload", "name", "file", "received (unix ms)", "state", "plays", "marks"]);
    for line in sent {
        csv.row([
            line.upload.to_string(),
            line.name,
            line.file_name,
            line.received.to_string(),
            line.state,
            if line.plays { "yes" } else { "no" }.to_owned(),
            line.marks.unwrap_or_default(),
        ]);
    }
    attachment(&format!("{name}-marks.csv"), "text/csv; charset=utf-8", csv.done())
}

/// All uploads that play, each in a folder named after its author, with whatever else the author
/// sent along: a report, say.
async fn archive(State(site): State<Arc<Site>>, visitor: Visitor, Path(name): Path<String>) -> Page {
    visitor.organiser()?;
    let contest = named(&site, &name)?.contest.id;
    let sent = overview::sent(&site.store, contest).await?;
    for line in sent.iter().filter(|line| line.plays && !line.hash.is_empty()) {
        site.contents.fetched(&line.hash).await?;
    }
    let contents = site.contents.clone();
    let pack = move || pack(&contents, &sent);
    attachment(&format!("{name}-uploads.zip"), ZIP, site.shared.packed(visitor.address, pack).await?)
}

/// The records of all games of a contest.
async fn games(State(site): State<Arc<Site>>, visitor: Visitor, Path(name): Path<String>) -> Page {
    visitor.organiser()?;
    let contest = &named(&site, &name)?.contest;
    let games = download::GamesArchive {
        whose: Whose::Contest(contest.id),
        private: download::Private::All,
        game: contest.game.clone(),
    };
    download::archive(&site, visitor.address, &format!("{name}-games.zip"), games)
}

fn pack(contents: &ContentStore, sent: &[SentUpload]) -> io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for line in sent.iter().filter(|line| line.plays && !line.hash.is_empty()) {
        let folder = format!("{}-{}", plain(&line.name), line.upload);
        add(&mut zip, &contents.folder_of(&line.hash), &folder)?;
    }
    Ok(zip.finish().map_err(io::Error::other)?.into_inner())
}

fn add(zip: &mut ZipWriter<Cursor<Vec<u8>>>, from: &FilePath, folder: &str) -> io::Result<()> {
    let mut entries: Vec<_> = std::fs::read_dir(from)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            add(zip, &entry.path(), &name)?;
        } else if entry.file_type()?.is_file() {
            zip.start_file(name, SimpleFileOptions::default()).map_err(io::Error::other)?;
            zip.write_all(&std::fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

/// A name as a folder's name.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '_' }).collect()
}
