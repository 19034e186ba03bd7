//! The Python files that a bot in WebAssembly may import: those beside it and in the search folders, except the bots of
//! others. They are read here and handed in as text.

use std::fs;
use std::path::{Path, PathBuf};

/// No source is longer.
const LONGEST: u64 = 4 << 20;

/// Where a bot's imports are looked for.
#[derive(Debug, Clone)]
pub(super) struct Neighbours {
    folders: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
}

impl Neighbours {
    pub(super) fn new(file: &Path, search: &[PathBuf], hidden: &[PathBuf]) -> Self {
        let beside = file.parent().map(Path::to_owned);
        let folders = beside.into_iter().chain(search.iter().cloned()).collect();
        Self { folders, hidden: hidden.to_vec() }
    }

    /// The file's name and text of a module, by its dotted name.
    pub(super) fn find(&self, name: &str) -> Option<(String, String)> {
        let parts: Vec<&str> = name.split('.').collect();
        let plain = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !parts.iter().all(plain) {
            return None;
        }
        let module = parts.join("/");
        let names = [format!("{module}.py"), format!("{module}/__init__.py")];
        self.folders.iter().find_map(|folder| names.iter().find_map(|name| self.read(folder, name)))
    }

    fn read(&self, folder: &Path, name: &str) -> Option<(String, String)> {
        let path = folder.join(name).canonicalize().ok()?;
        // A link that leads out of the folder would be a way to any file of the machine.
        let inside = path.starts_with(folder) && !self.hidden.contains(&path);
        if !inside || fs::metadata(&path).ok()?.len() > LONGEST {
            return None;
        }
        Some((name.to_owned(), fs::read_to_string(path).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beside_a_bot_is_found_and_what_is_hidden_is_not() {
        let folder = tempfile::TempDir::new().unwrap();
        let home = folder.path().canonicalize().unwrap();
        fs::create_dir(home.join("inner")).unwrap();
        for (file, text) in [("helper.py", "A"), ("rival.py", "B"), ("inner/__init__.py", "C")] {
            fs::write(home.join(file), text).unwrap();
        }
        let neighbours = Neighbours::new(&home.join("bot.py"), &[], &[home.join("rival.py")]);
        assert_eq!(neighbours.find("helper"), Some(("helper.py".into(), "A".into())));
        assert_eq!(neighbours.find("inner"), Some(("inner/__init__.py".into(), "C".into())));
        for name in ["rival", "missing", "..helper", "/etc/passwd", "inner.", ""] {
            assert_eq!(neighbours.find(name), None, "{name}");
        }
    }
}
