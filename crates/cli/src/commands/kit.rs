//! `croupier kit LANGUAGE [DIR]`: what an author of bots needs at home, written from this binary alone.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use croupier_hosts::JavaHost;
use croupier_hosts::languages::{self, Language};

use crate::args::KitArgs;
use crate::failure::Failure;
use crate::output::say_line;

/// What the classes of the kit for Java are called, compiled.
const JAR: &str = "croupier.jar";

/// A file of a kit: where it goes, and what is in it.
type KitFile = (PathBuf, Vec<u8>);

pub(crate) fn run(args: &KitArgs) -> Result<(), Failure> {
    let language = languages::named(&args.language).ok_or_else(|| {
        let words = languages::words().join(", ");
        Failure::BadInput(format!("{:?} is no language; {words} are", args.language))
    })?;
    let folder = args.dir.clone().unwrap_or_else(|| PathBuf::from(format!("croupier-{}", language.word)));
    let mut files = carried(language);
    let without = compiled(language, &mut files).err();
    untouched(&folder, &files)?;
    for (name, bytes) in &files {
        write(&folder.join(name), bytes).map_err(|error| trouble(&folder.join(name), &error))?;
    }
    let count = files.len();
    say_line(format_args!("{count} files for bots in {} are in {}", language.title, folder.display()));
    if let Some(why) = without {
        say_line(format_args!("{JAR} is not among them: {why}"));
    }
    Ok(())
}

/// What the binary carries of a language: its kit, the page to read, and a bot to begin with for every game.
fn carried(language: &Language) -> Vec<KitFile> {
    let kit = &language.kit;
    let sources = kit.sources.iter().map(|(name, bytes)| (Path::new(kit.folder).join(name), bytes.to_vec()));
    let beside = kit.beside.iter().map(|(name, bytes)| (PathBuf::from(name), bytes.to_vec()));
    let templates = language.templates.iter().map(|template| {
        (Path::new("examples").join(template.game).join(template.file), template.bytes.to_vec())
    });
    sources.chain(beside).chain(templates).collect()
}

/// Adds what authors compile against, where the language has such a thing; why not, where it cannot be made
/// here.
fn compiled(language: &Language, files: &mut Vec<KitFile>) -> Result<(), String> {
    if language.word == "java" {
        let host = JavaHost::find().map_err(|missing| missing.to_string())?;
        let jar = fs::read(host.kit()).map_err(|error| error.to_string())?;
        files.push((PathBuf::from(JAR), jar));
    }
    Ok(())
}

/// Whatever lies there already and is another file stays as it is.
fn untouched(folder: &Path, files: &[KitFile]) -> Result<(), Failure> {
    let is_other = |(name, bytes): &&KitFile| {
        let path = folder.join(name);
        path.exists() && fs::read(&path).ok().as_ref() != Some(bytes)
    };
    match files.iter().find(is_other) {
        None => Ok(()),
        Some((name, _)) => Err(Failure::BadInput(format!(
            "{} is there already and is another file; name a folder that is new",
            folder.join(name).display()
        ))),
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, bytes)
}

fn trouble(path: &Path, error: &io::Error) -> Failure {
    Failure::Trouble(anyhow::anyhow!("{}: {error}", path.display()))
}
