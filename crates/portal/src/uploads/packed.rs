//! The files of an upload as one piece: a zip archive that is the same for the same files.

use std::io::{self, Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipArchive, ZipWriter};

/// Files of an upload, and which of them is a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Files {
    /// By their names.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// The one that is started itself, where there is one.
    pub(crate) program: Option<String>,
}

/// The mode of a program, and of everything else.
pub(super) const PROGRAM: u32 = 0o755;
pub(super) const PLAIN: u32 = 0o644;

impl Files {
    /// Packs them.
    pub(crate) fn pack(&self) -> io::Result<Vec<u8>> {
        let mut sorted: Vec<&(String, Vec<u8>)> = self.files.iter().collect();
        sorted.sort();
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in sorted {
            let mode = if self.program.as_ref() == Some(name) { PROGRAM } else { PLAIN };
            let options = SimpleFileOptions::default()
                .last_modified_time(DateTime::default())
                .unix_permissions(mode)
                .large_file(false);
            zip.start_file(name.as_str(), options).map_err(io::Error::other)?;
            zip.write_all(content)?;
        }
        Ok(zip.finish().map_err(io::Error::other)?.into_inner())
    }

    /// Unpacks them. They were looked at when they came; whoever unpacks compares their hash.
    pub(crate) fn unpack(packed: &[u8]) -> io::Result<Self> {
        let mut zip = ZipArchive::new(Cursor::new(packed)).map_err(io::Error::other)?;
        let mut unpacked = Self { files: Vec::with_capacity(zip.len()), program: None };
        for at in 0..zip.len() {
            let mut file = zip.by_index(at).map_err(io::Error::other)?;
            let name = file.name().map_err(io::Error::other)?.to_string();
            let mut content = Vec::new();
            file.read_to_end(&mut content)?;
            if file.unix_mode().is_some_and(|mode| mode & 0o777 == PROGRAM) {
                unpacked.program = Some(name.clone());
            }
            unpacked.files.push((name, content));
        }
        Ok(unpacked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out_as_it_was_and_the_same_files_are_the_same_piece() {
        let file = |name: &str, content: &[u8]| (name.to_owned(), content.to_vec());
        let files = vec![file("bot", b"\x7fELF\0"), file("data/b.txt", b""), file("data/a.txt", b"a")];
        let some = Files { files: files.clone(), program: Some("bot".to_owned()) };
        let turned = Files { files: files.into_iter().rev().collect(), ..some.clone() };
        let packed = some.pack().unwrap();
        assert_eq!(packed, turned.pack().unwrap());
        let mut back = Files::unpack(&packed).unwrap();
        let mut expected = some;
        back.files.sort();
        expected.files.sort();
        assert_eq!(back, expected);
        assert!(Files::unpack(&packed[..packed.len() / 2]).is_err());
    }
}
