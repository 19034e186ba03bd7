//! What was uploaded, kept by its content, in one folder each. A folder that is there is whole and on
//! the disk.
//!
//! Where a server keeps the site's memory, it keeps what was uploaded, too, since other processes
//! need it; then the folder has what was needed here.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

use super::packed::{Files, PLAIN, PROGRAM};
use crate::store::{Store, StoreError, Stored, bots};

/// Where uploads are kept.
#[derive(Debug, Clone)]
pub struct ContentStore {
    folder: PathBuf,
    /// Where folders are put together before they are moved, on the same disk.
    making: PathBuf,
    /// Held by whoever puts something here until it is stored, and by whoever removes something alone.
    arriving: Arc<RwLock<()>>,
    /// Where everything is, if that is not the folder.
    server: Option<Store>,
}

impl ContentStore {
    /// A store below the site's folder; what an interrupted upload left half done is removed.
    pub fn open(data: &Path) -> io::Result<Self> {
        Self::at(data, "bots", None)
    }

    /// A store whose site has its memory in `store`: below this folder where that is its own, and
    /// otherwise behind the server, with what is needed here in a folder that is no site's.
    pub fn of_site(data: &Path, store: &Store) -> io::Result<Self> {
        if store.is_shared() { Self::at(data, "bots-fetched", Some(store.clone())) } else { Self::open(data) }
    }

    fn at(data: &Path, folder: &str, server: Option<Store>) -> io::Result<Self> {
        let making = data.join(format!("{folder}-arriving"));
        let contents = Self { folder: data.join(folder), making, arriving: Arc::default(), server };
        let _ = fs::remove_dir_all(&contents.making);
        fs::create_dir_all(&contents.folder)?;
        fs::create_dir_all(&contents.making)?;
        Ok(contents)
    }

    /// Whether a server has everything: then what arrives belongs to the write of its row.
    pub(crate) fn is_shared(&self) -> bool {
        self.server.is_some()
    }

    /// The folder of a hash, brought here from the server where it is not; `None` where it is gone.
    pub(crate) async fn fetched(&self, hash: &str) -> Stored<Option<PathBuf>> {
        let folder = self.folder_of(hash);
        if folder.is_dir() {
            return Ok(Some(folder));
        }
        let Some(store) = &self.server else { return Ok(None) };
        let Some(packed) = bots::get(store, hash).await? else { return Ok(None) };
        let (here, wanted) = (self.clone(), hash.to_owned());
        let kept = tokio::task::spawn_blocking(move || here.unpacked(&packed, &wanted)).await;
        let kept = kept.map_err(io::Error::other).flatten();
        kept.map(|()| Some(folder.clone())).map_err(|error| StoreError::File { path: folder, error })
    }

    /// Keeps what was packed, where it is what its hash says.
    pub(crate) fn unpacked(&self, packed: &[u8], hash: &str) -> io::Result<()> {
        let Files { files, program } = Files::unpack(packed)?;
        if hash_of(&files) != hash {
            return Err(io::Error::other("what the server has is not what was uploaded"));
        }
        self.put(&files, program.as_deref()).map(|_| ())
    }

    /// The files of a hash that is here, packed.
    pub(crate) fn packed(&self, hash: &str) -> io::Result<Vec<u8>> {
        let files = read(&self.folder_of(hash))?;
        if hash_of(&files.files) != hash {
            return Err(io::Error::other("the files are not what was uploaded"));
        }
        files.pack()
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
            open_to_all(&path, if program == Some(name) { PROGRAM } else { PLAIN })?;
            file.sync_all()?;
        }
        open_to_all(making.path(), PROGRAM)?;
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

/// The files of a folder, which were looked at when they came.
fn read(folder: &Path) -> io::Result<Files> {
    let mut read = Files { files: Vec::new(), program: None };
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                folders.push((entry.path(), format!("{name}/")));
                continue;
            }
            if is_program(&entry.metadata()?) {
                read.program = Some(name.clone());
            }
            read.files.push((name, fs::read(entry.path())?));
        }
    }
    Ok(read)
}

#[cfg(unix)]
fn is_program(file: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.permissions().mode() & 0o777 == PROGRAM
}

#[cfg(not(unix))]
fn is_program(_: &fs::Metadata) -> bool {
    false
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
    fn what_is_packed_is_kept_elsewhere_as_it_was_and_nothing_else_is() {
        let (data, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (contents, elsewhere) =
            (ContentStore::open(data.path()).unwrap(), ContentStore::open(other.path()).unwrap());
        let files = vec![("bot".to_owned(), b"\x7fELF".to_vec()), ("data/a.txt".to_owned(), b"a".to_vec())];
        let hash = contents.put(&files, Some("bot")).unwrap();
        let packed = contents.packed(&hash).unwrap();
        elsewhere.unpacked(&packed, &hash).unwrap();
        assert_eq!(read(&elsewhere.folder_of(&hash)).unwrap().program.as_deref(), Some("bot"));
        assert_eq!(elsewhere.packed(&hash).unwrap(), packed);
        let wrong = hash.replace(&hash[..1], if hash.starts_with('0') { "1" } else { "0" });
        assert!(elsewhere.unpacked(&packed, &wrong).is_err() && !elsewhere.folder_of(&wrong).exists());
        fs::write(contents.folder_of(&hash).join("data/a.txt"), b"b").unwrap();
        assert!(contents.packed(&hash).is_err(), "somebody wrote into it");
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
