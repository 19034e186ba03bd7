//! Lists the sources of our kits that the binary carries, so that a new file there needs no line here.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A kit's name in the code, its folder below `languages`, which folders in it belong to it (`**`: and all below), and
/// how its files end.
const KITS: [(&str, &str, &[&str], &[&str]); 4] = [
    ("PYTHON", "python", &["croupier", "compat"], &["py"]),
    ("JAVA", "java/src", &["**"], &["java"]),
    ("HASKELL", "haskell", &["", "Hearts", "Croupier"], &["hs"]),
    ("WASM_IN_C", "wasm/inside", &[""], &["c", "h"]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let languages = fs::canonicalize(Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../languages"))?;
    let mut code = String::new();
    for (kit, base, folders, endings) in KITS {
        let base = languages.join(base);
        let mut files = Vec::new();
        for folder in folders {
            match folder.strip_suffix("**") {
                Some(above) => gather(&base.join(above), true, &mut files)?,
                None => gather(&base.join(folder), false, &mut files)?,
            }
        }
        files.retain(|file| file.extension().is_some_and(|end| endings.iter().any(|ending| end == *ending)));
        files.sort();
        if kit == "WASM_IN_C" {
            writeln!(code, "#[cfg(feature = \"wasm\")]")?;
        }
        writeln!(code, "pub(crate) const {kit}: &[Source] = &[")?;
        for file in files {
            let name = file.strip_prefix(&base)?.to_str().ok_or("a name is no text")?.replace('\\', "/");
            writeln!(code, "    ({name:?}, include_bytes!({file:?})),")?;
        }
        writeln!(code, "];")?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("sources.rs"), code)?;
    Ok(())
}

/// All files of a folder, and of those below it where `deep`.
fn gather(folder: &Path, deep: bool, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true if deep => gather(&path, true, files)?,
            true => {}
            false => files.push(path),
        }
    }
    Ok(())
}
