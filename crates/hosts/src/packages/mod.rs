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

use crate::languages::{self, Language};

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
        self.language().map_or("", |language| language.word)
    }

    /// How it is called to people.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.language().map_or("", |language| language.title)
    }

    /// Whose packages they are. The table of languages says so, and has each once.
    fn language(self) -> Option<&'static Language> {
        languages::ALL.iter().find(|language| language.packages == Some(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_bring_packages_is_that_of_one_language() {
        for packages in PackageLanguage::ALL {
            let whose = languages::ALL.iter().filter(|language| language.packages == Some(packages));
            assert_eq!(whose.count(), 1, "{packages:?}");
        }
    }
}
