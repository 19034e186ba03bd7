//! Packages of bots: the list that an organiser allows, installed once, and shown to bots for reading.
//!
//! `list.rs` reads the one file that names them, `store.rs` knows where they are kept and what is there,
//! `install.rs` brings them. Nothing is ever installed while a tournament is played: where something is
//! missing, the one command that helps is told. Bots inside WebAssembly have no packages.

mod copied;
mod error;
mod install;
mod list;
mod pinned;
mod store;
mod tools;

pub use error::{BadList, Uninstalled};
pub use install::{Installed, install};
pub use list::{Entry, PackageList};
pub(crate) use store::available;
pub use store::{AvailablePackage, NotInstalled};

/// A language whose bots may have packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackageLanguage {
    /// What pip installs.
    Python,
    /// Jars.
    Java,
    /// What npm installs.
    JavaScript,
}

impl PackageLanguage {
    /// All of them, in the order of the list.
    pub const ALL: [Self; 3] = [Self::Python, Self::Java, Self::JavaScript];

    /// Its word in the list and among the languages.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::Java => "java",
            Self::JavaScript => "javascript",
        }
    }

    /// How it is called to people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Python => "Python",
            Self::Java => "Java",
            Self::JavaScript => "JavaScript",
        }
    }
}
