//! What was uploaded, kept by its content, in one folder each. A folder that is there is whole and on
//! the disk.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

/// Where uploads are kept.
#[derive(Debug, Clone)]
pub struct ContentStore {
    folder: PathBuf,
    /// Where folders are put together before they are moved, on the same disk.
    making: PathBuf,
    /// Held by whoever puts something here until it is stored, and by whoever removes something alone.
    arriving: Arc<RwLock<()>>,
}

impl ContentStore {
    /// A store below the site's folder; what an interrupted upload left half done is removed.
    pub fn open(data: &Path) -> io::Result<Self> {
        let contents =
            Self { folder: data.join("bots"), making: data.join("bots-arriving"), arriving: Arc::default() };
        let _ = fs::remove_dir_all(&contents.making);
        fs::create_dir_all(&contents.folder)?;
        fs::create_dir_all(&contents.making)?;
        Ok(contents)
    }

    /// Keeps files and gives their hash; when this returns, a power cut cannot take them. Files that are
    /// there already are left as they are.
    pub fn put(&self, files: &[(String, Vec<u8>)], program: Option<&str>) -> io::Result<String> {
        let hash = hash_of(files);
        let place = self.folder.join(&hash);
        if place.is_dir() {
            return Ok(hash);
        }
        let making = tempfile::Builder::new().prefix(&hash[..8]).tempdir_in(&self.making)?;
        for (name, content) in files {
            let path = making.path().join(name);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut file = File::create_new(&path)?;
            file.write_all(content)?;
            open_to_all(&path, if program == Some(name) { 0o755 } else { 0o644 })?;
            file.sync_all()?;
        }
        open_to_all(making.path(), 0o755)?;
        File::open(making.path())?.sync_all()?;
        match fs::rename(making.path(), &place) {
            Ok(()) => {}
            // Somebody uploaded the same at the same time.
            Err(_) if place.is_dir() => {}
            Err(error) => return Err(error),
        }
        File::open(&self.folder)?.sync_all()?;
        Ok(hash)
    }

    /// Nothing is removed while somebody has this: what is put here is needed before a row says so.
    pub async fn arrival(&self) -> OwnedRwLockReadGuard<()> {
        Arc::clone(&self.arriving).read_owned().await
    }

    /// Nothing arrives while somebody has this.
    pub(super) async fn nobody_arrives(&self) -> OwnedRwLockWriteGuard<()> {
        Arc::clone(&self.arriving).write_owned().await
    }

    /// The folder of a hash.
    #[must_use]
    pub fn folder_of(&self, hash: &str) -> PathBuf {
        debug_assert!(hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
        self.folder.join(hash)
    }

    /// The folder that holds all of them.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// A hash of names and contents, whatever their order.
fn hash_of(files: &[(String, Vec<u8>)]) -> String {
    let mut sorted: Vec<&(String, Vec<u8>)> = files.iter().collect();
    sorted.sort();
    let mut hasher = blake3::Hasher::new();
    for (name, content) in sorted {
        hasher.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
        hasher.update(&(content.len() as u64).to_le_bytes()).update(content);
    }
    hasher.finalize().to_hex().to_string()
}

/// Bots run as another user where that is possible: they must be able to read their own files.
#[cfg(unix)]
fn open_to_all(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn open_to_all(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_content_is_kept_once_and_is_whole() {
        let data = tempfile::tempdir().unwrap();
        let contents = ContentStore::open(data.path()).unwrap();
        let files = vec![("bot.py".to_owned(), b"x = 1".to_vec()), ("data/a.txt".to_owned(), b"a".to_vec())];
        let hash = contents.put(&files, None).unwrap();
        let mut turned = files.clone();
        turned.reverse();
        assert_eq!(contents.put(&turned, None).unwrap(), hash);
        assert_eq!(fs::read(contents.folder_of(&hash).join("data/a.txt")).unwrap(), b"a");
        assert_eq!(fs::read_dir(data.path().join("bots")).unwrap().count(), 1);
        assert_ne!(contents.put(&files[..1], None).unwrap(), hash);
    }

    #[test]
    fn what_was_left_half_done_is_gone_after_a_start() {
        let data = tempfile::tempdir().unwrap();
        ContentStore::open(data.path()).unwrap();
        fs::create_dir_all(data.path().join("bots-arriving/half")).unwrap();
        ContentStore::open(data.path()).unwrap();
        assert_eq!(fs::read_dir(data.path().join("bots-arriving")).unwrap().count(), 0);
    }
}
