//! A bot's files, copied to a folder that is called by what is in it: the same bot has the same path in every
//! run, which tells nothing of the machine, and nothing of another bot lies near it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::NotStaged;
use super::gathered::Gathered;

/// A bot as it is laid out. The folder goes with the last that uses it, in this run and in others.
#[derive(Debug)]
pub struct Staged {
    folder: PathBuf,
    main: PathBuf,
    notes: Vec<String>,
    /// Held as long as the folder is needed.
    lease: Option<Lease>,
    /// Where the usual place cannot be had, one that is called by chance.
    _passing: Option<tempfile::TempDir>,
}

impl Staged {
    /// The folder that holds the bot's files and nothing else.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The bot's file in it.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        self.folder.join(&self.main)
    }

    /// The bot's file, as seen from the folder.
    #[must_use]
    pub fn name(&self) -> &Path {
        &self.main
    }

    /// What was asked for and is not shown, for the bot's log.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if let Some(lease) = self.lease.take() {
            lease.end(&self.folder);
        }
    }
}

/// Copies what was gathered.
pub(super) fn lay_out(shown: Gathered, main: PathBuf) -> Result<Staged, NotStaged> {
    let (folder, lease, passing) = match place() {
        Some(place) => {
            let folder = place.join(hash(&shown)?);
            (folder.clone(), Some(Lease::begin(&place, &folder, &shown)?), None)
        }
        None => {
            let passing = tempfile::Builder::new().prefix("croupier-bot-").tempdir()?;
            let folder = passing.path().canonicalize()?.join("files");
            copy(&shown, &folder)?;
            open_to_all(passing.path(), 0o755)?;
            (folder, None, Some(passing))
        }
    };
    Ok(Staged { folder, main, notes: shown.notes, lease, _passing: passing })
}

/// A name for these files under these names.
fn hash(shown: &Gathered) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    for (inside, real) in &shown.files {
        hasher.update(inside.as_os_str().as_encoded_bytes()).update(&[0, u8::from(is_executable(real)?)]);
        let mut contents = blake3::Hasher::new();
        contents.update_reader(File::open(real)?)?;
        hasher.update(contents.finalize().as_bytes());
    }
    Ok(hasher.finalize().to_hex()[..32].to_owned())
}

fn copy(shown: &Gathered, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (inside, real) in &shown.files {
        let to = folder.join(inside);
        fs::create_dir_all(to.parent().unwrap_or(folder))?;
        fs::copy(real, &to)?;
        open_to_all(&to, if is_executable(real)? { 0o755 } else { 0o644 })?;
        // Bots may be another user, who has to get through all folders above.
        for above in to.ancestors().skip(1).take_while(|above| above.starts_with(folder)) {
            open_to_all(above, 0o755)?;
        }
    }
    open_to_all(folder, 0o755)
}

/// The folder that holds those of all bots of this user. Where somebody else could have made it, it is not
/// used.
#[cfg(unix)]
fn place() -> Option<PathBuf> {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};
    let user = rustix::process::geteuid().as_raw();
    let place = std::env::temp_dir().canonicalize().ok()?.join(format!("croupier-bots-{user}"));
    // It may be there already.
    let _ = fs::DirBuilder::new().mode(0o711).create(&place);
    let about = fs::symlink_metadata(&place).ok()?;
    (about.is_dir() && about.uid() == user && about.mode() & 0o022 == 0).then_some(place)
}

#[cfg(not(unix))]
fn place() -> Option<PathBuf> {
    None
}

/// A use of a folder: locks on folders say who uses which, so that what killed runs left behind is seen and
/// removed.
#[derive(Debug)]
struct Lease {
    place: PathBuf,
    lock: Arc<File>,
}

/// The folders that this process uses, for an end in a hurry, when nothing is dropped.
static MINE: Mutex<Vec<(PathBuf, Arc<File>)>> = Mutex::new(Vec::new());

fn mine() -> MutexGuard<'static, Vec<(PathBuf, Arc<File>)>> {
    MINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all folders of this process that no other uses: for an end in a hurry.
pub(crate) fn remove_all() {
    let mine = std::mem::take(&mut *mine());
    // All are given up before one is looked at: a folder may be used twice.
    mine.iter().for_each(|(_, lock)| _ = lock.unlock());
    mine.iter().for_each(|(folder, _)| remove_unused(folder));
}

impl Lease {
    /// Takes a folder into use, made anew where nobody uses it.
    fn begin(place: &Path, folder: &Path, shown: &Gathered) -> io::Result<Self> {
        let turn = File::open(place)?;
        turn.lock()?;
        sweep(place);
        if !folder.is_dir() {
            // Made beside its place and renamed: whoever is killed here leaves nothing that is taken for
            // whole.
            let half = folder.with_extension("half");
            copy(shown, &half)?;
            fs::rename(&half, folder)?;
        }
        let lock = Arc::new(File::open(folder)?);
        lock.lock_shared()?;
        mine().push((folder.to_owned(), Arc::clone(&lock)));
        Ok(Self { place: place.to_owned(), lock })
    }

    fn end(self, folder: &Path) {
        mine().retain(|(_, lock)| !Arc::ptr_eq(lock, &self.lock));
        // Whatever fails here is done by the next sweep.
        let Ok(turn) = File::open(&self.place) else { return };
        if turn.lock().is_ok() {
            drop(self.lock);
            remove_unused(folder);
        }
    }
}

/// Removes what nobody uses.
fn sweep(place: &Path) {
    let entries = fs::read_dir(place).into_iter().flatten().filter_map(Result::ok);
    entries.for_each(|entry| remove_unused(&entry.path()));
}

fn remove_unused(folder: &Path) {
    if File::open(folder).is_ok_and(|lock| lock.try_lock().is_ok()) {
        let _ = fs::remove_dir_all(folder);
    }
}

#[cfg(unix)]
fn is_executable(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(fs::metadata(path)?.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> io::Result<bool> {
    Ok(false)
}

#[cfg(unix)]
fn open_to_all(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn open_to_all(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}
