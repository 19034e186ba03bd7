//! The Python files that a bot in WebAssembly may import: those that are laid out for it. They are read here
//! and handed in as text.

use std::fs;
use std::path::PathBuf;

/// No source is longer.
const LONGEST: u64 = 4 << 20;

/// Where a bot's imports are looked for.
#[derive(Debug, Clone)]
pub(super) struct ImportableFiles {
    folder: PathBuf,
}

impl ImportableFiles {
    /// Those of a folder that holds nothing that the bot may not see.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder }
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
        names.iter().find_map(|name| self.read(name))
    }

    fn read(&self, name: &str) -> Option<(String, String)> {
        let path = self.folder.join(name);
        if fs::metadata(&path).ok()?.len() > LONGEST {
            return None;
        }
        Some((name.to_owned(), fs::read_to_string(path).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_laid_out_is_found_and_no_name_leads_elsewhere() {
        let folder = tempfile::TempDir::new().unwrap();
        let home = folder.path().canonicalize().unwrap();
        fs::create_dir(home.join("inner")).unwrap();
        for (file, text) in [("helper.py", "A"), ("inner/__init__.py", "C")] {
            fs::write(home.join(file), text).unwrap();
        }
        let importable = ImportableFiles::new(home);
        assert_eq!(importable.find("helper"), Some(("helper.py".into(), "A".into())));
        assert_eq!(importable.find("inner"), Some(("inner/__init__.py".into(), "C".into())));
        for name in ["missing", "..helper", "/etc/passwd", "inner.", ""] {
            assert_eq!(importable.find(name), None, "{name}");
        }
    }
}
