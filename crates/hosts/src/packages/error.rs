//! What can be wrong with a list of packages, and with bringing them.

use std::io;
use std::path::PathBuf;

use super::PackageLanguage;
use crate::languages::Missing;

/// A list of packages that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BadList {
    /// Its file cannot be read.
    #[error("{file}: {error}", file = file.display())]
    File {
        /// The list.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is no such list.
    #[error("{file}, line {line}: {what}", file = file.display())]
    Text {
        /// The list.
        file: PathBuf,
        /// Where, from 1.
        line: usize,
        /// What is wrong there, and what would be accepted.
        what: String,
    },
}

/// Why packages are not installed.
#[derive(Debug, thiserror::Error)]
pub enum Uninstalled {
    /// What installs them is not there.
    #[error("packages for {language} cannot be installed: {why}", language = language.title())]
    Missing {
        /// Whose packages they are.
        language: PackageLanguage,
        /// What is missing.
        why: Missing,
    },
    /// There is no such package, or no such version of it.
    #[error("{language} has no package {package}: {said}", language = language.title())]
    NoSuchPackage {
        /// Whose packages they are.
        language: PackageLanguage,
        /// As it is listed.
        package: String,
        /// What the installer said.
        said: String,
    },
    /// The registry cannot be reached.
    #[error(
        "packages for {language} cannot be fetched, since their registry does not answer: {said}; files that \
         lie beside the list need none",
        language = language.title()
    )]
    NoNetwork {
        /// Whose packages they are.
        language: PackageLanguage,
        /// What the installer said.
        said: String,
    },
    /// The installer failed in another way.
    #[error("{what} cannot be installed for {language}: {said}", language = language.title())]
    Failed {
        /// Whose packages they are.
        language: PackageLanguage,
        /// The packages.
        what: String,
        /// What the installer said.
        said: String,
    },
    /// There is nowhere to keep them.
    #[error("there is no folder to keep packages in; CROUPIER_PACKAGES names one, with its whole path")]
    NoFolder,
    /// They cannot be kept.
    #[error("{path}: {error}", path = path.display())]
    Folder {
        /// Where.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl Uninstalled {
    /// Whether the list is to blame, and not this machine or the network.
    #[must_use]
    pub fn is_bad_input(&self) -> bool {
        matches!(self, Self::NoSuchPackage { .. })
    }
}
