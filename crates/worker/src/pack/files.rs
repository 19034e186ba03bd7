//! The files themselves: read from the folder in which a bot is laid out, and laid out elsewhere.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path};

use super::BadPack;

/// All files that a bot sees, in the order of their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotFiles {
    pub(super) files: Vec<PackedFile>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackedFile {
    /// Where it lies in the bot's folder.
    pub name: String,
    /// Whether it may be executed.
    pub is_program: bool,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl BotFiles {
    /// These files, if their names can be those of one folder.
    pub fn of(mut files: Vec<PackedFile>) -> Result<Self, BadPack> {
        files.sort();
        let names: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let is_above = |name: &str| name.match_indices('/').any(|(at, _)| names.contains(&name[..at]));
        let wrong = files.iter().find(|file| !is_name(&file.name) || is_above(&file.name));
        let twice = files.windows(2).find(|two| two[0].name == two[1].name).map(|two| &two[0]);
        match wrong.or(twice) {
            Some(file) => Err(BadPack::Name(file.name.clone())),
            None => Ok(Self { files }),
        }
    }

    /// All files of a folder that holds a bot's and nothing else.
    pub fn read(folder: &Path) -> Result<Self, BadPack> {
        let mut files = Vec::new();
        read_into(folder, "", &mut files)?;
        Self::of(files)
    }

    /// Lays them out in an empty folder, where bots that run as another user can read them.
    pub fn lay_out(&self, folder: &Path) -> Result<(), BadPack> {
        for file in &self.files {
            let path = folder.join(&file.name);
            let above = path.parent().unwrap_or(folder);
            fs::create_dir_all(above)?;
            fs::write(&path, &file.bytes)?;
            open_to_all(&path, if file.is_program { 0o755 } else { 0o644 })?;
            for above in above.ancestors().take_while(|above| above.starts_with(folder)) {
                open_to_all(above, 0o755)?;
            }
        }
        Ok(())
    }
}

/// A path of plain names, as it is written here and nowhere else.
fn is_name(name: &str) -> bool {
    let parts: Vec<Component<'_>> = Path::new(name).components().collect();
    let plain = |part: &Component<'_>| matches!(part, Component::Normal(_));
    let is_plain = !parts.is_empty() && parts.iter().all(plain);
    is_plain && !name.contains(['\0', '\\']) && name.split('/').count() == parts.len()
}

fn read_into(folder: &Path, inside: &str, files: &mut Vec<PackedFile>) -> Result<(), BadPack> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().ok_or_else(|| BadPack::Name(name.to_string_lossy().into_owned()))?;
        let name = format!("{inside}{name}");
        if entry.file_type()?.is_dir() {
            read_into(&entry.path(), &format!("{name}/"), files)?;
        } else {
            let (is_program, bytes) = (is_executable(&entry.path())?, fs::read(entry.path())?);
            files.push(PackedFile { name, is_program, bytes });
        }
    }
    Ok(())
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
