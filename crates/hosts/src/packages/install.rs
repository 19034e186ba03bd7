//! Brings the packages of a list: each language's once, beside their place and renamed, so that nobody ever
//! sees half of them. What is there already is left as it is. Two that install at the same time wait for each
//! other.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::store::{all_packages, available};
use super::tools::Tools;
use super::{AvailablePackage, PackageLanguage, PackageList, Uninstalled, copied};
use crate::scratch::Scratch;

/// Packages that are there.
#[derive(Debug)]
pub struct Installed {
    /// Whose.
    pub language: PackageLanguage,
    /// Where.
    pub folder: PathBuf,
    /// Whether they are new.
    pub is_new: bool,
    /// All of them, with those that they need themselves.
    pub packages: Vec<AvailablePackage>,
}

/// Sees that all packages of a language are there; `begin` is called where something has to be brought.
pub fn install(
    list: &PackageList,
    language: PackageLanguage,
    begin: impl FnOnce(),
) -> Result<Installed, Uninstalled> {
    let tools = Tools::find(language).map_err(|why| Uninstalled::Missing { language, why })?;
    let all = all_packages().ok_or(Uninstalled::NoFolder)?;
    let place = list.place(language, tools.version()).ok_or(Uninstalled::NoFolder)?;
    let failed = |error| Uninstalled::Folder { path: all.clone(), error };
    let told =
        |is_new| Installed { language, packages: available(language, &place), folder: place.clone(), is_new };
    if place.is_dir() {
        return Ok(told(false));
    }
    fs::create_dir_all(&all).map_err(failed)?;
    let lock = File::create(place.with_extension("lock")).map_err(failed)?;
    lock.lock().map_err(failed)?;
    // Whoever held the lock may have brought them.
    if place.is_dir() {
        return Ok(told(false));
    }
    begin();
    let fresh = Scratch::new_in(&all, "packages").map_err(failed)?;
    tools.bring(list.of(language), fresh.path())?;
    copied::read_only(fresh.path()).map_err(failed)?;
    fs::rename(fresh.path(), &place).map_err(failed)?;
    let _ = fs::remove_file(place.with_extension("lock"));
    Ok(told(true))
}

/// Why a folder or a file cannot be laid there.
pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> Uninstalled + '_ {
    move |error| Uninstalled::Folder { path: path.to_owned(), error }
}
