//! A bot's files on their way to another machine: all that it sees, in bytes that are known by their
//! hash.
//!
//! ```text
//! CROUPACK  version (1 byte)  then packed: for each file, in the order of names:
//! length of its name (4)  its name  whether it may be executed (1)  its length (8)  its bytes
//! ```
//!
//! Bytes come from anywhere: whatever they are, they are unpacked into the folder that was given, or
//! refused.

mod files;

use std::io::{self, Read};

pub use files::{BotFiles, PackedFile};

/// What all such bytes begin with.
const MAGIC: &[u8; 9] = b"CROUPACK\x01";
/// What is packed once and sent often is packed well.
const PACKING_LEVEL: i32 = 9;
/// As many files are shown to a bot at most, and as many bytes of them.
const MOST_FILES: usize = 10_000;
const MOST_BYTES: u64 = 512 << 20;
/// No name of a file is longer, with its folders.
const LONGEST_NAME: usize = 4096;

/// Bytes that are no bot's files, or files that cannot be laid out.
#[derive(Debug, thiserror::Error)]
pub enum BadPack {
    /// They begin otherwise.
    #[error("these bytes are no files of a bot, or those of another version of this program")]
    NoSuch,
    /// They end early, or say something that cannot be.
    #[error("the files of a bot are damaged")]
    Damaged,
    /// A name that leads out of the folder, or that a file has twice.
    #[error("the files of a bot have a name that is none: {0:?}")]
    Name(String),
    /// More than a bot may see.
    #[error("the files of a bot are too many: at most {MOST_FILES} and {} MB are taken", MOST_BYTES >> 20)]
    TooMuch,
    /// They cannot be read or written.
    #[error("the files of a bot: {0}")]
    Io(#[from] io::Error),
}

impl BotFiles {
    /// In bytes: the same files give the same bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BadPack> {
        let mut plain = Vec::new();
        for file in &self.files {
            plain.extend_from_slice(&(file.name.len() as u32).to_le_bytes());
            plain.extend_from_slice(file.name.as_bytes());
            plain.push(u8::from(file.is_program));
            plain.extend_from_slice(&(file.bytes.len() as u64).to_le_bytes());
            plain.extend_from_slice(&file.bytes);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(zstd::bulk::compress(&plain, PACKING_LEVEL)?);
        Ok(bytes)
    }

    /// Of bytes, wherever they come from.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadPack> {
        let packed = bytes.strip_prefix(MAGIC).ok_or(BadPack::NoSuch)?;
        let unpacked = zstd::stream::read::Decoder::new(packed).map_err(|_| BadPack::Damaged)?;
        let mut plain = Vec::new();
        // One byte more than may be: whoever sends more is found out before it takes memory.
        let names = (MOST_FILES * (LONGEST_NAME + 13)) as u64;
        let read = unpacked.take(MOST_BYTES + names + 1).read_to_end(&mut plain);
        read.map_err(|_| BadPack::Damaged)?;
        let (mut files, mut rest, mut total) = (Vec::new(), plain.as_slice(), 0_u64);
        while !rest.is_empty() {
            let file = take_file(&mut rest).ok_or(BadPack::Damaged)?;
            total = total.saturating_add(file.bytes.len() as u64);
            if files.len() >= MOST_FILES || total > MOST_BYTES {
                return Err(BadPack::TooMuch);
            }
            files.push(file);
        }
        Self::of(files)
    }
}

fn take_file(rest: &mut &[u8]) -> Option<PackedFile> {
    let length = u32::from_le_bytes(*take_array::<4>(rest)?) as usize;
    let name = take(rest, length).filter(|name| name.len() <= LONGEST_NAME)?;
    let name = std::str::from_utf8(name).ok()?.to_owned();
    let is_program = match take_array::<1>(rest)? {
        [0] => false,
        [1] => true,
        _ => return None,
    };
    let length = usize::try_from(u64::from_le_bytes(*take_array::<8>(rest)?)).ok()?;
    Some(PackedFile { name, is_program, bytes: take(rest, length)?.to_vec() })
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(taken)
}

fn take_array<'a, const N: usize>(rest: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (taken, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(taken)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // Tests may.
mod tests {
    use std::fs;

    use super::*;

    fn file(name: &str, is_program: bool, bytes: &[u8]) -> PackedFile {
        PackedFile { name: name.to_owned(), is_program, bytes: bytes.to_vec() }
    }

    #[test]
    fn files_come_back_with_their_folders_and_what_may_be_executed() {
        let files = vec![file("bot", true, b"#!/bin/sh"), file("lib/deep/weights", false, &[7; 100_000])];
        let packed = BotFiles::of(files).unwrap().to_bytes().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let read = BotFiles::from_bytes(&packed).unwrap();
        read.lay_out(folder.path()).unwrap();
        assert_eq!(BotFiles::read(folder.path()).unwrap().to_bytes().unwrap(), packed);
        assert_eq!(fs::read(folder.path().join("lib/deep/weights")).unwrap(), [7; 100_000]);
    }

    #[test]
    fn the_same_files_are_the_same_bytes_in_whatever_order() {
        let (one, other) = (file("a", false, b"x"), file("b/c", false, b"y"));
        let packed = |files| BotFiles::of(files).unwrap().to_bytes().unwrap();
        assert_eq!(packed(vec![one.clone(), other.clone()]), packed(vec![other, one]));
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        for name in ["../x", "/etc/x", "a/../../x", "", "a//b", "a/./b", "x\0y", "a\\b"] {
            assert!(matches!(BotFiles::of(vec![file(name, false, b"")]), Err(BadPack::Name(_))), "{name:?}");
        }
        let twice = vec![file("a", false, b""), file("a", false, b"")];
        assert!(matches!(BotFiles::of(twice), Err(BadPack::Name(_))));
        // A file that is a folder, too, would be written through whatever lies there.
        let both = vec![file("a", false, b""), file("a/b", false, b"")];
        assert!(matches!(BotFiles::of(both), Err(BadPack::Name(_))));
    }

    #[test]
    fn whatever_bytes_come_they_are_read_or_refused() {
        let packed = BotFiles::of(vec![file("a", false, b"xyz"), file("b", true, b"")]).unwrap();
        let packed = packed.to_bytes().unwrap();
        for length in 0..packed.len() {
            assert!(BotFiles::from_bytes(&packed[..length]).is_err(), "{length}");
        }
        for at in 0..packed.len() {
            for bit in 0..8 {
                let mut changed = packed.clone();
                changed[at] ^= 1 << bit;
                let _ = BotFiles::from_bytes(&changed);
            }
        }
    }

    #[test]
    fn what_unpacks_to_more_than_a_bot_may_see_is_refused() {
        let many = (0..=MOST_FILES).map(|number| file(&number.to_string(), false, b""));
        let packed = BotFiles { files: many.collect() }.to_bytes().unwrap();
        assert!(matches!(BotFiles::from_bytes(&packed), Err(BadPack::TooMuch)));
    }
}
