//! Archives: a zip is unpacked in memory, with every name and size looked at before anything is written.
//!
//! Refused are names that lead out of their folder, absolute names, links and anything else that is
//! no plain file, and archives that unpack to more than they may. Zip only: jars and what every
//! system makes with a click. What systems add by themselves (`__MACOSX`, files that begin with a
//! dot) is passed over, and a folder that everything lies in is taken off.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::NotTaken;
use super::kind::{UploadKind, end_of};

/// An archive has at most so many files.
const MOST_FILES: usize = 500;
/// Together they are at most so large.
const MOST_BYTES: u64 = 64 << 20;
/// A name has at most so many parts, each at most so long.
const DEEPEST: usize = 8;
const LONGEST_PART: usize = 100;
/// Files of these names, without their end, are the bot where an archive has several.
const MAINS: [&str; 3] = ["bot", "player", "main"];

/// What an archive holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unpacked {
    /// Its files, by their names, each a relative path of plain parts.
    pub files: Vec<(String, Vec<u8>)>,
    /// The one that is the bot.
    pub main: String,
    /// The kind of the bot.
    pub kind: UploadKind,
}

/// Unpacks an archive.
pub fn unpack(bytes: &[u8]) -> Result<Unpacked, NotTaken> {
    let damaged =
        |error: &dyn std::fmt::Display| NotTaken::because(format!("the archive cannot be read: {error}"));
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    if archive.len() > MOST_FILES {
        return Err(NotTaken::because(format!("the archive has more than {MOST_FILES} files")));
    }
    let (mut files, mut left): (Vec<(String, Vec<u8>)>, u64) = (Vec::new(), MOST_BYTES);
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).map_err(|error| damaged(&error))?;
        if file.is_dir() {
            continue;
        }
        let name = file.name().map_err(|error| damaged(&error))?;
        if is_added_by_a_system(&name) {
            continue;
        }
        let name = plain_name(&name)?;
        if file.is_symlink() || file.unix_mode().is_some_and(|mode| mode & 0o170_000 & !0o100_000 != 0) {
            return Err(NotTaken::because(format!("{name} in the archive is no plain file")));
        }
        if files.iter().any(|(other, _)| *other == name) {
            return Err(NotTaken::because(format!("{name} is twice in the archive")));
        }
        // The size that stands in the archive is a claim; what is read is counted.
        let mut content = Vec::new();
        let read = (&mut file).take(left + 1).read_to_end(&mut content).map_err(|error| damaged(&error))?;
        if read as u64 > left {
            return Err(NotTaken::because(format!(
                "the archive unpacks to more than {} MiB",
                MOST_BYTES >> 20
            )));
        }
        left -= read as u64;
        files.push((name, content));
    }
    take_off_top(&mut files);
    let (main, kind) = main_of(&files)?;
    Ok(Unpacked { files, main, kind })
}

/// Whether nobody put this file there: what one system keeps beside every file, and what is not shown.
fn is_added_by_a_system(name: &str) -> bool {
    let parts: Vec<&str> = name.split('/').collect();
    // The way up, and what begins at the root, are refused by their names.
    let leads_out = parts.iter().any(|part| matches!(*part, "" | "." | ".."));
    !leads_out && (parts[0] == "__MACOSX" || parts.iter().any(|part| part.starts_with('.')))
}

/// Takes off the folder that everything lies in, where there is one: that is how a folder is packed with a
/// click.
fn take_off_top(files: &mut [(String, Vec<u8>)]) {
    let top = |name: &str| name.split_once('/').map(|(top, _)| format!("{top}/"));
    let Some(top) = files.first().and_then(|(name, _)| top(name)) else { return };
    if files.iter().all(|(name, _)| name.starts_with(&top)) {
        files.iter_mut().for_each(|(name, _)| _ = name.drain(..top.len()));
    }
}

/// A name of plain parts, or why it is none.
fn plain_name(name: &str) -> Result<String, NotTaken> {
    let bad = || {
        NotTaken::because(format!(
            "{name:?} in the archive is no plain relative name; names of letters a to z, digits, blanks and \
             the signs . _ - + are, of up to {LONGEST_PART} signs and up to {DEEPEST} parts"
        ))
    };
    let plain = |part: &&str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.len() <= LONGEST_PART
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "._-+ ".contains(c))
    };
    let parts: Vec<&str> = name.split('/').collect();
    if parts.len() > DEEPEST || !parts.iter().all(plain) {
        return Err(bad());
    }
    Ok(parts.join("/"))
}

/// The file that is the bot: the only one on top that could be, one that says how a folder is built, the one
/// called bot, player or main, or the only one that says that it plays.
fn main_of(files: &[(String, Vec<u8>)]) -> Result<(String, UploadKind), NotTaken> {
    let on_top = files.iter().filter(|(name, _)| !name.contains('/'));
    let bots: Vec<(&String, UploadKind)> = on_top
        .filter_map(|(name, bytes)| UploadKind::of(name, bytes).ok().map(|kind| (name, kind)))
        .collect();
    let called = |name: &str| {
        let stem = name.strip_suffix(&format!(".{}", end_of(name))).unwrap_or(name).to_lowercase();
        MAINS.contains(&stem.as_str())
    };
    let chosen = match bots.as_slice() {
        [one] => Some(*one),
        // What says how the whole is built is the bot, whatever lies beside it.
        several => several
            .iter()
            .copied()
            .find(|(_, kind)| kind.is_manifest())
            .or_else(|| several.iter().copied().find(|(name, _)| called(name)))
            .or_else(|| only_player(files, several)),
    };
    chosen.map(|(name, kind)| (name.clone(), kind)).ok_or_else(|| {
        NotTaken::because(
            "no file on top of the archive is the bot; call it bot.py, Player.hs, main.py or the like",
        )
    })
}

/// The only one of these that has the words of a bot, where its language has some.
fn only_player<'a>(
    files: &[(String, Vec<u8>)],
    several: &[(&'a String, UploadKind)],
) -> Option<(&'a String, UploadKind)> {
    let bytes = |name: &String| files.iter().find(|(other, _)| other == name).map(|(_, bytes)| bytes);
    let mut players =
        several.iter().copied().filter(|(name, kind)| bytes(name).is_some_and(|bytes| kind.plays(bytes)));
    players.next().filter(|_| players.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn refused(files: &[(&str, &[u8])]) -> String {
        unpack(&zipped(files)).unwrap_err().0
    }

    #[test]
    fn the_bot_of_an_archive_is_found() {
        let one = unpack(&zipped(&[("mine.py", b"x = 1"), ("data/openings.txt", b"1")])).unwrap();
        assert_eq!((one.main.as_str(), one.kind.language.word, one.files.len()), ("mine.py", "python", 2));
        let named = unpack(&zipped(&[("helper.py", b""), ("Player.py", b"")])).unwrap();
        assert_eq!(named.main, "Player.py");
        assert!(refused(&[("a.py", b""), ("b.py", b"")]).starts_with("no file on top"));
        let (board, ai) =
            (&b"package team; class Board {}"[..], &b"package team; class Ai implements Player {}"[..]);
        let playing = unpack(&zipped(&[("Board.java", board), ("Ai.java", ai)])).unwrap();
        assert_eq!(playing.main, "Ai.java");
    }

    #[test]
    fn names_that_lead_out_are_refused() {
        for name in [
            "../bot.py",
            "/etc/bot.py",
            "a/../../bot.py",
            "a//bot.py",
            "C:\\bot.py",
            ".a/../bot.py",
            "/.a/bot.py",
        ] {
            assert!(refused(&[(name, b"")]).contains("no plain relative name"), "{name}");
        }
    }

    #[test]
    fn a_folder_that_was_packed_with_a_click_is_taken_as_what_is_in_it() {
        let packed = [
            ("mine/bot.py", &b"x = 1"[..]),
            ("mine/data/openings.txt", b"1"),
            ("mine/.git/config", b"of a system"),
            ("mine/.DS_Store", b"of a system"),
            ("__MACOSX/mine/._bot.py", b"of a system"),
        ];
        let taken = unpack(&zipped(&packed)).unwrap();
        let names: Vec<&str> = taken.files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!((taken.main.as_str(), names), ("bot.py", vec!["bot.py", "data/openings.txt"]));
        let beside = unpack(&zipped(&[("bot.py", b""), ("mine/bot.py", b"")])).unwrap();
        assert_eq!((beside.main.as_str(), beside.files.len()), ("bot.py", 2), "not everything lies in it");
    }

    #[test]
    fn a_name_that_is_refused_is_told_which_signs_are_allowed() {
        let said = refused(&[("bot (1).py", b"")]);
        assert!(
            said.contains("\"bot (1).py\"") && said.contains("blanks and the signs . _ - + are"),
            "{said}"
        );
    }

    #[test]
    fn links_are_refused() {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        writer.add_symlink("bot.py", "/etc/passwd", SimpleFileOptions::default()).unwrap();
        let bytes = writer.finish().unwrap().into_inner();
        assert!(unpack(&bytes).unwrap_err().0.contains("no plain file"));
    }

    #[test]
    fn a_bomb_is_refused_by_what_it_unpacks_to() {
        let zeros = vec![0; (MOST_BYTES + 1) as usize];
        let bomb = zipped(&[("bot.py", &zeros)]);
        assert!(bomb.len() < 100_000, "{}", bomb.len());
        assert!(unpack(&bomb).unwrap_err().0.contains("more than 64 MiB"));
    }
}
