//! Our classes in Java, compiled where bots can read them and kept for the next run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Jdk;
use crate::languages::Missing;
use crate::languages::build::files::open_to_all;
use crate::scratch::Scratch;
use crate::sources;
use crate::tool::{MAKING, output_within};

const JAR: &str = "croupier.jar";
const ARCHIVE: &str = "croupier.jsa";
const WARM_UP: &str = "croupier.host.WarmUp";

/// A folder with the compiled classes.
#[derive(Debug)]
pub(super) struct Kit {
    folder: PathBuf,
    archive: bool,
    /// Where nothing can be kept, the folder goes with this.
    _passing: Option<Scratch>,
}

impl Kit {
    /// The kit for a JDK: the one that was kept, or a new one.
    pub(super) fn of(jdk: &Jdk) -> Result<Self, Missing> {
        let words = |error: io::Error| trouble("unpacked", error.to_string());
        let name = format!("java-{}", hash(jdk));
        let kept = cache().map(|cache| cache.join(&name));
        if let Some(folder) = kept.as_ref().filter(|folder| folder.join(JAR).is_file()) {
            return Ok(Self::at(folder));
        }
        // Compiled beside its place and renamed, so that nobody ever sees half of it.
        let beside = kept.as_deref().and_then(Path::parent).filter(|cache| fs::create_dir_all(cache).is_ok());
        let fresh = beside.and_then(|cache| folder_in(cache).ok());
        let fresh = fresh.map_or_else(|| folder_in(&std::env::temp_dir()), Ok).map_err(words)?;
        compile(jdk, fresh.path())?;
        if let (Some(_), Some(folder)) = (beside, &kept)
            && (fs::rename(fresh.path(), folder).is_ok() || folder.join(JAR).is_file())
        {
            // Only now: the archive remembers where its jar lies.
            archive_classes(jdk, folder);
            return Ok(Self::at(folder));
        }
        Ok(Self { folder: fresh.path().to_owned(), archive: false, _passing: Some(fresh) })
    }

    fn at(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), archive: folder.join(ARCHIVE).is_file(), _passing: None }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn jar(&self) -> PathBuf {
        self.folder.join(JAR)
    }

    pub(super) fn archive(&self) -> Option<PathBuf> {
        self.archive.then(|| self.folder.join(ARCHIVE))
    }
}

/// Where compiled things are kept: for everyone where root plays, since bots are other users then; else the
/// user's own.
pub(crate) fn cache() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    #[cfg(unix)]
    if rustix::process::geteuid().is_root() {
        return Some(PathBuf::from("/var/cache/croupier"));
    }
    let own = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    own.map(|cache| cache.join("croupier"))
}

/// Of all that the compiled classes depend on.
fn hash(jdk: &Jdk) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [jdk.home.as_os_str().as_encoded_bytes(), jdk.version.as_bytes()] {
        hasher.update(part).update(b"\n");
    }
    for (name, text) in sources::JAVA {
        hasher.update(name.as_bytes()).update(b"\n").update(text);
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

fn folder_in(parent: &Path) -> io::Result<Scratch> {
    let folder = Scratch::new_in(parent, "java")?;
    open_to_all(folder.path())?;
    Ok(folder)
}

/// Writes the sources into the folder, compiles them and packs them.
fn compile(jdk: &Jdk, folder: &Path) -> Result<(), Missing> {
    let (javac, jar) = (jdk.tool("javac")?, jdk.tool("jar")?);
    let words = |error: io::Error| trouble("compiled", error.to_string());
    let (src, classes) = (folder.join("src"), folder.join("classes"));
    let mut files = Vec::new();
    for (name, text) in sources::JAVA {
        let path = src.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&src)).map_err(words)?;
        fs::write(&path, text).map_err(words)?;
        files.push(path);
    }
    run(Command::new(javac)
        // Texts put together by plain code: the JVM's own way costs its first use ten milliseconds.
        .args(["-XDstringConcat=inline", "-J-XX:TieredStopAtLevel=1", "-nowarn", "-encoding", "UTF-8", "-d"])
        .arg(&classes)
        .args(files))?;
    run(Command::new(jar)
        .args(["-J-XX:TieredStopAtLevel=1", "--create", "--file"])
        .arg(folder.join(JAR))
        .arg("-C")
        .args([&classes, Path::new(".")]))?;
    fs::remove_dir_all(classes).map_err(words)
}

/// Lets a JVM write down the classes it loads, so that the next ones start in half the time. It is a matter
/// of speed alone: where it does not work, there is none.
fn archive_classes(jdk: &Jdk, folder: &Path) {
    let passing = folder.join(format!("{ARCHIVE}-{}", std::process::id()));
    let mut flag = std::ffi::OsString::from("-XX:ArchiveClassesAtExit=");
    flag.push(&passing);
    let mut command = Command::new(jdk.java());
    command.args(jdk.flags()).arg(flag).arg("-cp").arg(folder.join(JAR)).arg(WARM_UP);
    if run(&mut command).is_ok() {
        // A kit without an archive is whole; the next run is as slow as this one.
        let _ = fs::rename(&passing, folder.join(ARCHIVE));
    }
}

fn run(command: &mut Command) -> Result<(), Missing> {
    let output = output_within(command, MAKING).map_err(|error| trouble("compiled", error.to_string()))?;
    if output.status.success() {
        return Ok(());
    }
    Err(trouble("compiled", String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}

fn trouble(how: &str, why: String) -> Missing {
    Missing::Own { what: format!("the Java host cannot be {how}"), why }
}
