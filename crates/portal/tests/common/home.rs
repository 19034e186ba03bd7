//! Where a test's store is kept: in a folder or at a server. What is claimed of one holds of the other.

use croupier_portal::store::Store;
use tempfile::TempDir;

use super::postgres::Server;

/// Where a store is kept; it goes with this.
pub(crate) enum Home {
    /// SQLite's.
    Folder(TempDir),
    /// PostgreSQL's.
    Server(Server),
}

/// Makes a new one.
pub(crate) type NewHome = fn() -> Home;

impl Home {
    pub(crate) fn folder() -> Self {
        Self::Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn server() -> Self {
        Self::Server(Server::start())
    }

    /// Opens the store that is kept here.
    pub(crate) async fn open(&self) -> Store {
        match self {
            Self::Folder(folder) => Store::open(folder.path()).await.unwrap(),
            Self::Server(server) => Store::connect(&server.url().parse().unwrap()).await.unwrap(),
        }
    }
}

/// Claims that are held on both, as tests.
macro_rules! on_both {
    ($($claim:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $claim() { super::$claim($crate::common::home::Home::folder); })*
        }
        mod postgres {
            $(#[test] fn $claim() { super::$claim($crate::common::home::Home::server); })*
        }
    };
    (async $($claim:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $claim() {
                tokio::runtime::Runtime::new().unwrap().block_on(super::$claim($crate::common::home::Home::folder));
            })*
        }
        mod postgres {
            $(#[test] fn $claim() {
                tokio::runtime::Runtime::new().unwrap().block_on(super::$claim($crate::common::home::Home::server));
            })*
        }
    };
}
pub(crate) use on_both;
