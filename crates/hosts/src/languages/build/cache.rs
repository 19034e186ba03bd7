//! What was compiled before, by content, in the user's cache folder. Where there is none, or it cannot be
//! written, everything is compiled anew: a cache may fail without a word.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::scratch::Scratch;

/// A folder of compiled programs.
#[derive(Debug)]
pub(in crate::languages) struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// That of a language, below `XDG_CACHE_HOME`, or below `.cache` in the user's home.
    pub(in crate::languages) fn of_this_user(word: &str) -> Self {
        let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")));
        Self { folder: home.map(|home| home.join("croupier").join(word)) }
    }

    /// What was kept by this key.
    pub(in crate::languages) fn get(&self, key: &str) -> Option<Vec<u8>> {
        fs::read(self.folder.as_ref()?.join(key)).ok().filter(|made| !made.is_empty())
    }

    /// Keeps something; whoever reads at the same time sees all of it or nothing.
    pub(in crate::languages) fn put(&self, key: &str, made: &[u8]) {
        if let Some(folder) = &self.folder {
            // A cache that cannot be written must not stop a tournament.
            let _ = write(folder, key, made);
        }
    }

    /// Lays the files that were kept by this key into a folder; false where nothing was kept.
    pub(in crate::languages) fn get_folder(&self, key: &str, to: &Path) -> bool {
        let from = self.folder.as_ref().map(|folder| folder.join(key));
        from.is_some_and(|from| from.is_dir() && copy_made(&from, to).is_ok())
    }

    /// Keeps what the compiler has made in a folder.
    pub(in crate::languages) fn put_folder(&self, key: &str, from: &Path) {
        if let Some(folder) = &self.folder {
            let _ = keep(folder, key, from);
        }
    }
}

fn write(folder: &Path, key: &str, made: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(made)?;
    file.persist(folder.join(key)).map(drop).map_err(|error| error.error)
}

fn keep(folder: &Path, key: &str, from: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let beside = Scratch::new_in(folder, "keep")?;
    copy_made(from, beside.path())?;
    // Where another run was first, the name is taken, by the same files.
    fs::rename(beside.path(), folder.join(key))
}

/// Copies what the compiler made, and no sources: it takes what is younger than the source it belongs to.
pub(in crate::languages) fn copy_made(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_made(&path, &target)?;
        } else if path.extension().is_some_and(|end| end == "o" || end == "hi") {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}
