//! The jars that a jar names in its manifest's `Class-Path`, and those that they name. Jars are only read.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};

use super::gathered::{Gathered, walk};
use super::guard::Guard;
use super::{NotStaged, is_plain};

/// A longer manifest is not read on.
pub(super) const LONGEST_MANIFEST: u64 = 256 << 10;
const MANIFEST: &str = "META-INF/MANIFEST.MF";

/// Shows what a bot's jar names, from its own folder.
pub(super) fn follow(
    file: &Path,
    folder: &Path,
    guard: &Guard,
    shown: &mut Gathered,
) -> Result<(), NotStaged> {
    let mut unread = vec![file.to_owned()];
    while let Some(jar) = unread.pop() {
        if jar.extension().is_none_or(|end| end != "jar") {
            continue;
        }
        let beside = jar.parent().unwrap_or(folder).to_owned();
        for name in named_by(&jar) {
            let Ok(real) = beside.join(&name).canonicalize() else { continue };
            let why = match guard.refuses(&real) {
                Some(reason) => reason.words(),
                None if !real.starts_with(folder) || real == folder => "it does not lie in the bot's folder",
                None => "",
            };
            if !why.is_empty() {
                let named = name.display();
                shown.note(format!("{named}, which this jar names, is not shown to it: {why}"));
                continue;
            }
            let inside = real.strip_prefix(folder).unwrap_or(&real).to_owned();
            if real.is_dir() {
                walk(&real, &inside, &real, guard, shown)?;
            } else if !shown.shows(&real) {
                shown.add(inside, &real)?;
                unread.push(real);
            }
        }
    }
    Ok(())
}

fn named_by(jar: &Path) -> Vec<PathBuf> {
    let text = File::open(jar).ok().and_then(manifest);
    text.map(|text| class_path(&text)).unwrap_or_default()
}

/// The manifest in a jar's bytes.
pub(super) fn manifest(jar: impl Read + Seek) -> Option<String> {
    let mut archive = zip::ZipArchive::new(jar).ok()?;
    let entry = archive.by_name(MANIFEST).ok()?;
    let mut bytes = Vec::new();
    entry.take(LONGEST_MANIFEST).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The files of a manifest's class path that lie below it. A line that begins with a space goes on with the
/// last.
pub(super) fn class_path(manifest: &str) -> Vec<PathBuf> {
    let whole = manifest.replace("\r\n", "\n").replace("\n ", "");
    let value = whole.lines().find_map(|line| line.strip_prefix("Class-Path:")).unwrap_or_default();
    let paths = value.split_whitespace().map(PathBuf::from);
    paths.filter(|path| path.components().all(is_plain)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_path_is_read_over_its_lines() {
        let manifest =
            "Manifest-Version: 1.0\r\nClass-Path: lib/a.jar li\r\n b/b.jar ../c.jar /d.jar\r\nX: y\r\n";
        assert_eq!(class_path(manifest), [PathBuf::from("lib/a.jar"), PathBuf::from("lib/b.jar")]);
        assert!(class_path("no manifest").is_empty());
    }
}
