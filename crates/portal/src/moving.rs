//! A site's memory goes from a folder to a server, or back, while no site runs on either.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::serve::NoSite;
use crate::serve::startup::{claim, lock, not_reached, not_used};
use crate::store::{Moved, NoServerUrl, NotMoved, ServerUrl, Store, move_store};

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
        let (source, target) = (open(from).await?, open(to).await?);
        let moved = move_store(&source, &target, told).await;
        source.close().await;
        target.close().await;
        moved.map_err(|why| NoMove::NotMoved { to: to.clone(), why })
    })
}

/// What keeps sites away while it is held.
enum Claim {
    Folder { _lock: std::fs::File },
    Server { _site: Option<crate::store::Alone> },
}

impl Claim {
    async fn of(place: &StorePlace) -> Result<Self, NoSite> {
        match place {
            StorePlace::Folder(folder) => {
                std::fs::create_dir_all(folder).map_err(|error| not_used(folder, &error))?;
                Ok(Self::Folder { _lock: lock(folder)? })
            }
            StorePlace::Server(server) => Ok(Self::Server { _site: claim(Some(server)).await? }),
        }
    }
}

async fn open(place: &StorePlace) -> Result<Store, NoSite> {
    match place {
        StorePlace::Folder(folder) => Store::open(folder).await.map_err(|error| not_used(folder, &error)),
        StorePlace::Server(server) => {
            Store::connect(server).await.map_err(|error| not_reached(server, &error))
        }
    }
}
