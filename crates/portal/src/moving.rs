//! A site's memory goes from a folder to a server, or back, with all that was uploaded, while no site
//! runs on either.

use std::path::PathBuf;
use std::str::FromStr;
use std::{fmt, io};

use tempfile::TempDir;

use crate::serve::NoSite;
use crate::serve::startup::{claim, lock, not_reached, not_used};
use crate::store::{Alone, Moved, NoServerUrl, NotMoved, ServerUrl, Store, bots, move_store, uploads};
use crate::uploads::content_store::ContentStore;

/// Where a site's memory is.
#[derive(Debug, Clone)]
pub enum StorePlace {
    /// In the site's folder.
    Folder(PathBuf),
    /// At a server.
    Server(ServerUrl),
}

impl FromStr for StorePlace {
    type Err = NoServerUrl;

    fn from_str(text: &str) -> Result<Self, NoServerUrl> {
        if text.contains("://") { text.parse().map(Self::Server) } else { Ok(Self::Folder(text.into())) }
    }
}

impl fmt::Display for StorePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.display().fmt(f),
            Self::Server(server) => server.fmt(f),
        }
    }
}

/// Why a site's memory stays where it is.
#[derive(Debug, thiserror::Error)]
pub enum NoMove {
    /// There is nothing to move.
    #[error("there is no site in {0}")]
    NoSiteIn(StorePlace),
    /// One of the two cannot be had.
    #[error(transparent)]
    Place(#[from] NoSite),
    /// It does not go over.
    #[error("{to}: {why}")]
    NotMoved {
        /// Where to.
        to: StorePlace,
        /// Why not.
        why: NotMoved,
    },
}

/// Moves it; `told` hears of each table as it begins, with its rows. What is moved stays where it was, too.
pub fn move_site(
    from: &StorePlace,
    to: &StorePlace,
    told: &mut (dyn FnMut(&str, i64) + Send),
) -> Result<Moved, NoMove> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| NoSite::Trouble(error.to_string()))?;
    if let StorePlace::Folder(folder) = from
        && !folder.join("site.db").is_file()
    {
        return Err(NoMove::NoSiteIn(from.clone()));
    }
    runtime.block_on(async {
        // Nobody writes to either meanwhile.
        let _claims = [Claim::of(from).await?, Claim::of(to).await?];
        let (source, target) = (Opened::at(from).await?, Opened::at(to).await?);
        let moved = target.take(&source, told).await;
        source.store.close().await;
        target.store.close().await;
        moved.map_err(|why| NoMove::NotMoved { to: to.clone(), why })
    })
}

/// A site's memory that is open: what it knows, and what was uploaded.
struct Opened {
    store: Store,
    contents: ContentStore,
    /// Where uploads pass through, for a server.
    _passing: Option<TempDir>,
}

impl Opened {
    async fn at(place: &StorePlace) -> Result<Self, NoSite> {
        let (store, folder, passing) = match place {
            StorePlace::Folder(folder) => {
                let store = Store::open(folder).await.map_err(|error| not_used(folder, &error))?;
                (store, folder.clone(), None)
            }
            StorePlace::Server(server) => {
                let store = Store::connect(server).await.map_err(|error| not_reached(server, &error))?;
                let passing = tempfile::tempdir().map_err(|error| NoSite::Trouble(error.to_string()))?;
                (store, passing.path().to_owned(), Some(passing))
            }
        };
        let contents = ContentStore::of_site(&folder, &store).map_err(|error| not_used(&folder, &error))?;
        Ok(Self { contents, store, _passing: passing })
    }

    /// Takes all of another one.
    async fn take(&self, from: &Self, told: &mut (dyn FnMut(&str, i64) + Send)) -> Result<Moved, NotMoved> {
        let (mut moved, mut write) = move_store(&from.store, &self.store, told).await?;
        let hashes = uploads::kept_hashes(&from.store).await?;
        let count = hashes.len() as i64;
        told("bots", count);
        for hash in hashes {
            let at = |error| NotMoved::Bot { hash: hash.clone(), error };
            let there = from.contents.fetched(&hash).await?;
            there.ok_or_else(|| at(io::Error::other("its files are not there")))?;
            let packed = from.contents.packed(&hash).map_err(at)?;
            let packed = match self.contents.is_shared() {
                false => packed,
                true => {
                    bots::put(&mut write, &hash, &packed).await?;
                    let back = bots::seen_by(&mut write, &hash).await?;
                    back.ok_or_else(|| at(io::Error::other("it was not kept")))?
                }
            };
            // For a server, this is how what was read back is compared.
            self.contents.unpacked(&packed, &hash).map_err(at)?;
        }
        write.commit().await?;
        moved.tables.push(("bots".to_owned(), count));
        Ok(moved)
    }
}

/// What keeps sites away while it is held.
enum Claim {
    Folder { _lock: std::fs::File },
    Server { _alone: Alone },
}

impl Claim {
    async fn of(place: &StorePlace) -> Result<Self, NoSite> {
        match place {
            StorePlace::Folder(folder) => {
                std::fs::create_dir_all(folder).map_err(|error| not_used(folder, &error))?;
                Ok(Self::Folder { _lock: lock(folder)? })
            }
            StorePlace::Server(server) => Ok(Self::Server { _alone: claim(server).await? }),
        }
    }
}
