//! An upload comes in: looked at, kept by content, stored and queued. When this returns, nothing can lose it.

use croupier_hosts::languages;
use croupier_record::Day;

use super::NotTaken;
use super::archive::unpack;
use super::cleaning::clean;
use super::content_store::ContentStore;
use super::kind::{ARCHIVE, URL, UploadKind, end_of};
use crate::broadcast::{Broadcast, SiteEvent};
use crate::jobs::{Class, NewJob, Queue, Task};
use crate::offered::Offered;
use crate::rules::Rules;
use crate::store::contests::Contest;
use crate::store::uploads::NewUpload;
use crate::store::{Store, StoreError, Write, bots, now, uploads};

/// A file is at most so large.
pub const MOST_BYTES: usize = 16 << 20;
/// A name is shown up to here.
const LONGEST_NAME: usize = 120;
/// So many uploads of one account may wait for their check in one contest.
const MOST_WAITING: i64 = 20;

/// What somebody sent.
#[derive(Debug, Clone)]
pub enum Sent {
    /// A file or an archive.
    File {
        /// What its author calls it.
        name: String,
        /// What is in it.
        bytes: Vec<u8>,
    },
    /// The address of a bot that runs elsewhere.
    Url(String),
}

/// Why an upload could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum NotReceived {
    /// It is not what it should be.
    #[error(transparent)]
    NotTaken(#[from] NotTaken),
    /// Something here went wrong.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file could not be written.
    #[error("the upload cannot be kept: {0}")]
    NotKept(#[from] std::io::Error),
}

/// Where uploads are received.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Desk<'a> {
    /// Where they are stored.
    pub(crate) store: &'a Store,
    /// Where their checks are put.
    pub(crate) queue: &'a dyn Queue,
    /// Where their files are kept.
    pub(crate) contents: &'a ContentStore,
    /// Where it is told.
    pub(crate) events: &'a Broadcast,
}

/// Takes an upload, and gives its number.
pub(crate) async fn receive(
    desk: Desk<'_>,
    contest: &Contest,
    account: i64,
    sent: Sent,
    rules: &Rules,
    offered: &Offered,
) -> Result<i64, NotReceived> {
    let Desk { store, contents, .. } = desk;
    if !contest.takes_uploads(now()) {
        return Err(NotTaken::because(format!("{} takes no uploads now", contest.title)).into());
    }
    if uploads::waiting(store, contest.id, account).await? >= MOST_WAITING {
        let why = format!(
            "{MOST_WAITING} uploads of yours wait for their check already; send more when they are done"
        );
        return Err(NotTaken::because(why).into());
    }
    // Looked at before anything is unpacked, and once more where nobody can come in between.
    within_a_day(&mut store.write().await?, account, rules).await?;
    let arriving = contents.arrival().await;
    let new = match sent {
        Sent::File { name, bytes } => kept(contents, contest, account, (name, bytes), offered).await?,
        Sent::Url(url) => Arrived { new: called(contest, account, &url)?, packed: None },
    };
    let stored = add(desk, &new, rules).await;
    drop(arriving);
    if stored.is_err() {
        clean(store, contents, &new.new.hash).await?;
    }
    stored
}

/// An upload that was looked at.
struct Arrived {
    new: NewUpload,
    /// Its files, where a server is to have them.
    packed: Option<Vec<u8>>,
}

/// Stores an upload that is within its author's quota, with its check.
async fn add(desk: Desk<'_>, arrived: &Arrived, rules: &Rules) -> Result<i64, NotReceived> {
    let Arrived { new, packed } = arrived;
    let mut write = desk.store.write().await?;
    within_a_day(&mut write, new.account, rules).await?;
    let most = i64::from(rules.kept_mb) << 20;
    if new.kept + uploads::kept_beside(&mut write, new.account, &new.hash).await? > most {
        let why = format!(
            "your uploads may take {} MB together, and with this one they would take more; ask \
             your organiser",
            rules.kept_mb
        );
        return Err(NotTaken::because(why).into());
    }
    let upload = uploads::add(&mut write, new).await?;
    if let Some(packed) = packed {
        bots::put(&mut write, &new.hash, packed).await?;
    }
    let owner = format!("account {}", new.account);
    let task = Task::Check { upload };
    let job = NewJob { class: Class::Check, owner, contest: new.contest, task };
    desk.queue.put(&mut write, &job).await?;
    desk.events.commit(write, SiteEvent::Upload(upload)).await?;
    desk.store.settle().await?;
    Ok(upload)
}

/// Says no to whoever sent too many today.
async fn within_a_day(write: &mut Write, account: i64, rules: &Rules) -> Result<(), NotReceived> {
    let sent = uploads::sent_since(write, account, now() - Day::MS).await?;
    if sent < i64::from(rules.uploads_a_day) {
        return Ok(());
    }
    let why = format!("{} uploads a day are taken of everyone; send this one tomorrow", rules.uploads_a_day);
    Err(NotTaken::because(why).into())
}

async fn kept(
    contents: &ContentStore,
    contest: &Contest,
    account: i64,
    (name, bytes): (String, Vec<u8>),
    offered: &Offered,
) -> Result<Arrived, NotReceived> {
    if bytes.is_empty() {
        return Err(NotTaken::because("the file is empty").into());
    }
    if bytes.len() > MOST_BYTES {
        return Err(NotTaken::because(format!("the file is larger than {} MiB", MOST_BYTES >> 20)).into());
    }
    let size = bytes.len() as i64;
    let shown: String = name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    let (contents, contest_takes, offered) = (contents.clone(), contest.clone(), offered.clone());
    let kept = tokio::task::spawn_blocking(move || -> Result<_, NotReceived> {
        let (files, main, kind) = looked_at(&name, bytes)?;
        if !contest_takes.takes(kind.language.word) {
            let why = format!("{} takes no bots in {}", contest_takes.title, kind.language.title);
            return Err(NotTaken::because(why).into());
        }
        if !offered.has(kind.language.word) {
            let title = kind.language.title;
            let why = format!("this site cannot run bots in {title} now; its organiser finds in its log why");
            return Err(NotTaken::because(why).into());
        }
        let program = (kind.language.word == languages::program().0.word).then_some(main.as_str());
        let size: usize = files.iter().map(|(_, content)| content.len()).sum();
        let hash = contents.put(&files, program)?;
        let packed = contents.is_shared().then(|| contents.packed(&hash)).transpose()?;
        Ok((hash, packed, main, kind, size as i64))
    });
    let (hash, packed, main, kind, unpacked) = kept.await.map_err(std::io::Error::other)??;
    let new = NewUpload {
        contest: contest.id,
        account,
        file_name: shown,
        hash,
        main,
        kind: kind.language.word.to_owned(),
        url: None,
        bytes: size,
        kept: unpacked,
    };
    Ok(Arrived { new, packed })
}

/// The files to keep, which of them is the bot, and its kind.
pub(crate) type LookedAt = (Vec<(String, Vec<u8>)>, String, UploadKind);

pub(crate) fn looked_at(name: &str, bytes: Vec<u8>) -> Result<LookedAt, NotTaken> {
    if end_of(name) == ARCHIVE {
        let unpacked = unpack(&bytes)?;
        return Ok((unpacked.files, unpacked.main, unpacked.kind));
    }
    let kind = UploadKind::of(name, &bytes)?;
    let main = kind.file_for(&bytes);
    Ok((vec![(main.clone(), bytes)], main, kind))
}

fn called(contest: &Contest, account: i64, url: &str) -> Result<NewUpload, NotTaken> {
    let (address, secret) = croupier_hosts::http::Url::parse(url.trim())
        .map_err(|why| NotTaken::because(format!("this is no url of a bot: {why}")))?;
    if secret.is_some() {
        return Err(NotTaken::because(
            "a url with a password in it is not taken: it would be stored and shown",
        ));
    }
    if !contest.takes(URL) {
        return Err(NotTaken::because(format!("{} takes no bots behind urls", contest.title)));
    }
    Ok(NewUpload {
        contest: contest.id,
        account,
        file_name: address.to_string(),
        hash: String::new(),
        main: String::new(),
        kind: URL.to_owned(),
        url: Some(address.to_string()),
        bytes: 0,
        kept: 0,
    })
}
