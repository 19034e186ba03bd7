//! The packages that bots may use, as the command line or a plan names their list.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use croupier_hosts::packages::{PackageLanguage, PackageList};
use croupier_hosts::{CellKind, Runtimes};

use crate::failure::Failure;

/// The list of packages, on the command line.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct PackagesArgs {
    /// The list of packages that bots may use, such as packages.toml; `croupier packages FILE` installs them
    #[arg(long, value_name = "FILE")]
    pub(crate) packages: Option<PathBuf>,
}

impl PackagesArgs {
    /// The list, read.
    pub(crate) fn read(&self) -> Result<Option<Arc<PackageList>>, Failure> {
        self.packages.as_deref().map(read_list).transpose()
    }
}

/// A list of packages.
pub(crate) fn read_list(file: &Path) -> Result<Arc<PackageList>, Failure> {
    PackageList::read(file).map(Arc::new).map_err(|error| Failure::BadInput(error.to_string()))
}

/// What bots of each language have, in a line each; what is listed and not installed is told so.
pub(crate) fn in_words(runtimes: &Runtimes) -> Vec<String> {
    let listed =
        |language: &PackageLanguage| runtimes.packages().is_some_and(|list| !list.of(*language).is_empty());
    let inside = runtimes.python_runs_in() == CellKind::Wasm;
    let line = |language: PackageLanguage| match runtimes.packages_of(language) {
        _ if inside && language == PackageLanguage::Python => {
            "Python: none, since packages are not available in WebAssembly".to_owned()
        }
        Ok(packages) => {
            let names: Vec<String> = packages.iter().map(ToString::to_string).collect();
            format!("{}: {}", language.title(), names.join(", "))
        }
        Err(missing) => format!("{}: {missing}", language.title()),
    };
    PackageLanguage::ALL.into_iter().filter(listed).map(line).collect()
}
