//! Numbers in a file that can be trusted: a head of one line, the numbers, and a hash of both.
//!
//! A file is written beside its place and moved there when it is whole. What the numbers mean
//! stands in the head, and is no matter here.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The bytes of the hash at the end.
const HASH: usize = 32;
/// So many bytes are hashed and written at once.
const CHUNK: usize = 1 << 16;

/// Writes a file; whoever reads at the same time sees all of it or none. The head has no newline.
pub(crate) fn write(path: &Path, head: &str, values: impl Iterator<Item = f64>) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    let mut hasher = blake3::Hasher::new();
    let mut chunk = format!("{head}\n").into_bytes();
    let mut put = |chunk: &mut Vec<u8>| {
        hasher.update(chunk);
        file.write_all(chunk)?;
        chunk.clear();
        io::Result::Ok(())
    };
    for value in values {
        chunk.extend_from_slice(&value.to_le_bytes());
        if chunk.len() >= CHUNK {
            put(&mut chunk)?;
        }
    }
    put(&mut chunk)?;
    file.write_all(hasher.finalize().as_bytes())?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// The head of a file and its values; `None` if it is not there or damaged.
pub(crate) fn read(path: &Path) -> Option<(String, Vec<f64>)> {
    let bytes = fs::read(path).ok()?;
    let (body, hash) = bytes.split_at_checked(bytes.len().checked_sub(HASH)?)?;
    if blake3::hash(body).as_bytes() != hash {
        return None;
    }
    let end = body.iter().position(|&byte| byte == b'\n')?;
    let head = str::from_utf8(&body[..end]).ok()?.to_owned();
    let (values, []) = body[end + 1..].as_chunks::<8>() else { return None };
    Some((head, values.iter().map(|&value| f64::from_le_bytes(value)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_comes_back_and_what_was_damaged_does_not() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("deep/er");
        let values = [1.5, -0.0, f64::MAX];
        write(&path, "three numbers", values.into_iter()).unwrap();
        assert_eq!(read(&path), Some(("three numbers".to_owned(), values.to_vec())));
        let whole = fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[20] ^= 1;
        for damaged in [&flipped[..], &whole[..whole.len() - 8], b"", b"short"] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(read(&path), None, "{} bytes", damaged.len());
        }
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
    }
}
