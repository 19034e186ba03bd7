//! What fuzzers call with any bytes that a visitor might send, and what the tests call with those
//! that fuzzers kept. Nothing here may panic, run on for ever, or fill memory.

use std::io::{Cursor, Write};

use croupier_games::list;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::pages::fuzzing_forms;
use crate::uploads::kind::UploadKind;
use crate::uploads::receive::looked_at;

/// What an upload can be called.
const NAMES: [&str; 8] =
    ["bot.zip", "bot.py", "Player.hs", "bot.jar", "bot.wasm", "bot", "../../.x", "a.b.ZIP"];
/// So many files are put into an archive that is made here; one more than a few tell nothing new.
const MOST_MADE: usize = 32;

/// A form of the site: the first byte chooses which, the second the game that it is about.
pub fn forms(bytes: &[u8]) {
    let [form, game, body @ ..] = bytes else { return };
    let game = list::ALL[usize::from(*game) % list::ALL.len()].name;
    fuzzing_forms::ALL[usize::from(*form) % fuzzing_forms::ALL.len()](body, game);
}

/// An upload: the first byte says how it is called, the others are in it. They are also read as a
/// list of files (a byte of mode, of the name's length, the name, two bytes of length, what is in
/// it), of which an archive is made: a fuzzer cannot find check sums, and would never see the
/// inside.
pub fn archive(bytes: &[u8]) {
    let Some((name, bytes)) = bytes.split_first() else { return };
    look(NAMES[usize::from(*name) % NAMES.len()], bytes.to_vec());
    if let Some(made) = made(bytes) {
        look(NAMES[0], made);
    }
}

/// What is taken can be kept: its names lead nowhere, none is there twice, and the bot is among its files.
fn look(name: &str, bytes: Vec<u8>) {
    let Ok((files, main, kind)) = looked_at(name, bytes) else { return };
    for (at, (name, _)) in files.iter().enumerate() {
        let plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', '\0']);
        assert!(name.split('/').all(plain), "{name:?} is no plain name");
        assert!(files[..at].iter().all(|(other, _)| other != name), "{name:?} is there twice");
    }
    let bot = files.iter().find(|(name, _)| *name == main).map(|(name, bytes)| UploadKind::of(name, bytes));
    assert_eq!(bot, Some(Ok(kind)), "{main:?} is the bot");
}

fn made(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut files = 0;
    while let [mode, name, after @ ..] = rest
        && files < MOST_MADE
    {
        let (name, after) = after.split_at_checked(usize::from(*name))?;
        let (length, after) = after.split_at_checked(2)?;
        let length = usize::from(u16::from_le_bytes([length[0], length[1]])).min(after.len());
        let (content, after) = after.split_at(length);
        // The upper bits are the kind of a file, the lowest whether it is packed.
        let packed = if mode & 1 == 1 { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let options = SimpleFileOptions::default()
            .compression_method(packed)
            .unix_permissions(u32::from(*mode >> 4) << 12 | 0o644);
        archive.start_file(String::from_utf8_lossy(name), options).ok()?;
        archive.write_all(content).ok()?;
        (rest, files) = (after, files + 1);
    }
    archive.finish().ok().map(Cursor::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// What fuzzers kept for a target, by name.
    fn corpus(target: &str) -> Vec<(String, Vec<u8>)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap());
        files
            .map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap()))
            .collect()
    }

    #[test]
    fn what_fuzzers_kept_is_read_or_refused() {
        for (target, read) in [("archive", archive as fn(&[u8])), ("forms", forms)] {
            let corpus = corpus(target);
            assert!(!corpus.is_empty(), "{target} has a corpus");
            corpus.iter().for_each(|(_, bytes)| read(bytes));
        }
    }

    #[test]
    fn an_archive_made_for_the_fuzzer_is_taken_with_its_bot() {
        let (_, bytes) = corpus("archive").into_iter().find(|(name, _)| name == "made").unwrap();
        let (files, main, kind) = looked_at("bot.zip", made(&bytes[1..]).unwrap()).unwrap();
        assert_eq!((files.len(), main.as_str(), kind.language.word), (2, "bot.py", "python"));
    }
}
