//! Lists the sources of our kits that the binary carries, so that a new file there, or a new language, needs
//! no line here.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// How sources end: what else lies in a kit's folder is for people.
const ENDINGS: [&str; 8] = ["c", "h", "hs", "java", "js", "mjs", "py", "rs"];
/// What lies in a kit's folder and is not carried.
const ASIDE: [&str; 2] = ["examples", "tests"];

fn main() -> Result<(), Box<dyn Error>> {
    let languages = fs::canonicalize(Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../languages"))?;
    println!("cargo::rerun-if-changed={}", languages.display());
    let mut code = String::new();
    for folder in folders(&languages)? {
        let name = folder.file_name().and_then(|name| name.to_str()).ok_or("a name is no text")?;
        // Modules for WebAssembly have no kit; Python inside it has a part in C.
        let (kit, base) = match name {
            "wasm" => ("WASM_IN_C".to_owned(), folder.join("inside")),
            name => {
                (name.to_uppercase(), if folder.join("src").is_dir() { folder.join("src") } else { folder })
            }
        };
        if kit == "WASM_IN_C" {
            writeln!(code, "#[cfg(feature = \"wasm\")]")?;
        }
        list(&mut code, &kit, &base)?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("sources.rs"), code)?;
    Ok(())
}

/// Writes the list of a kit's sources, in the order of their names; nothing where a language has none.
fn list(code: &mut String, kit: &str, base: &Path) -> Result<(), Box<dyn Error>> {
    let mut files = Vec::new();
    gather(base, &mut files)?;
    files.retain(|file| file.extension().is_some_and(|end| ENDINGS.iter().any(|ending| end == *ending)));
    files.sort();
    if files.is_empty() {
        return Ok(());
    }
    writeln!(code, "pub(crate) const {kit}: &[KitSource] = &[")?;
    for file in files {
        let name = file.strip_prefix(base)?.to_str().ok_or("a name is no text")?.replace('\\', "/");
        writeln!(code, "    ({name:?}, include_bytes!({file:?})),")?;
    }
    writeln!(code, "];")?;
    Ok(())
}

/// All files of a folder and of those below it.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true if ASIDE.iter().any(|aside| path.ends_with(aside)) => {}
            true => gather(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

fn folders(above: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries = fs::read_dir(above)?.collect::<Result<Vec<_>, _>>()?;
    let mut folders: Vec<PathBuf> =
        entries.iter().map(fs::DirEntry::path).filter(|path| path.is_dir()).collect();
    folders.sort();
    Ok(folders)
}
