//! Jars for tests: sources compiled with the kit that this binary carries.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use croupier_hosts::JavaHost;
use tempfile::TempDir;

/// The jar that bots are compiled against.
fn kit() -> &'static Path {
    static KIT: OnceLock<PathBuf> = OnceLock::new();
    KIT.get_or_init(|| JavaHost::find().unwrap_or_else(|why| panic!("{why}")).kit())
}

/// An example bot's source.
pub(crate) fn example(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    fs::read_to_string(root.join(path)).unwrap()
}

/// Compiles sources, each with its file's name, and packs them; a main class may be named.
pub(crate) fn jar(file: &Path, sources: &[(&str, &str)], main: Option<&str>) {
    packed(file, sources, main, |_| {});
}

/// The same, as if a Java that is not out yet had compiled it, but for a main class.
pub(crate) fn jar_of_java_99(file: &Path, sources: &[(&str, &str)], main: Option<&str>) {
    packed(file, sources, main, |classes| raise(classes, main));
}

/// Raises the version in class files.
fn raise(classes: &Path, but_for: Option<&str>) {
    for entry in fs::read_dir(classes).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            raise(&entry, but_for);
        } else if entry.file_stem().and_then(|name| name.to_str()) != but_for {
            let mut bytes = fs::read(&entry).unwrap();
            bytes[6..8].copy_from_slice(&(44_u16 + 99).to_be_bytes());
            fs::write(&entry, bytes).unwrap();
        }
    }
}

fn packed(file: &Path, sources: &[(&str, &str)], main: Option<&str>, change: impl Fn(&Path)) {
    let folder = TempDir::new().unwrap();
    let classes = folder.path().join("classes");
    let mut compiler = Command::new("javac");
    compiler.args(["-J-XX:TieredStopAtLevel=1", "-nowarn", "-cp"]).arg(kit()).arg("-d").arg(&classes);
    for (number, (name, text)) in sources.iter().enumerate() {
        let source = folder.path().join(number.to_string()).join(name);
        fs::create_dir_all(source.parent().unwrap()).unwrap();
        fs::write(&source, text).unwrap();
        compiler.arg(source);
    }
    run(&mut compiler);
    change(&classes);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let mut packer = Command::new("jar");
    packer.args(["-J-XX:TieredStopAtLevel=1", "--create", "--file"]).arg(file);
    packer.args(main.into_iter().flat_map(|main| ["--main-class", main]));
    run(packer.arg("-C").arg(&classes).arg("."));
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
