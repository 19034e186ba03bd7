//! `croupier kit LANGUAGE [DIR]`: what an author of bots needs at home, written from this binary alone.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use croupier_hosts::languages::{self, Language};

use crate::args::KitArgs;
use crate::failure::Failure;
use crate::output::say_line;

/// A file of a kit: where it goes, and what is in it.
type KitFile = (PathBuf, Vec<u8>);

pub(crate) fn run(args: &KitArgs) -> Result<(), Failure> {
    let language = languages::named(&args.language).ok_or_else(|| {
        let words = languages::words().join(", ");
        Failure::BadInput(format!("{:?} is no language; {words} are", args.language))
    })?;
    let folder = args.dir.clone().unwrap_or_else(|| PathBuf::from(format!("croupier-{}", language.word)));
    let mut files = carried(language);
    let mut without = None;
    if let Some(compiled) = &language.kit.compiled {
        match (compiled.make)() {
            Ok(bytes) => files.push((PathBuf::from(compiled.name), bytes)),
            Err(missing) => without = Some((compiled.name, missing)),
        }
    }
    untouched(&folder, &files)?;
    for (name, bytes) in &files {
        write(&folder.join(name), bytes).map_err(|error| trouble(&folder.join(name), &error))?;
    }
    let count = files.len();
    say_line(format_args!("{count} files for bots in {} are in {}", language.title, folder.display()));
    if let Some((name, missing)) = without {
        say_line(format_args!("{name} is not among them: {missing}"));
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
