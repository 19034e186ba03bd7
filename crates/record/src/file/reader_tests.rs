//! A disk that fails, and lengths that were changed: neither is the end of a record.

use std::io::SeekFrom;

use super::*;
use crate::fixture::{EntrantId, Fixture};

/// Bytes that cannot be read from some place on.
struct FailingDisk {
    bytes: Cursor<Vec<u8>>,
    broken_at: u64,
}

impl Read for FailingDisk {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.broken_at.saturating_sub(self.bytes.position());
        if left == 0 {
            return Err(io::Error::other("the disk is broken"));
        }
        let room = buffer.len().min(left as usize);
        self.bytes.read(&mut buffer[..room])
    }
}

impl Seek for FailingDisk {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

const HEAD: &str = r#"{"format":1,"croupier":"0.1.0","game":"no-thanks","game_version":1,"options":{},"generator":"xoshiro256++/1",
    "seed":7,"seats":2,"games":6,"lanes":1,"entrants":[{"name":"a","bot":"a","hash":""},{"name":"b","bot":"b","hash":""}],"game_files":false}"#;

/// A record of two blocks and the mark that all games are in, and where each of them begins.
fn record() -> (Vec<u8>, [usize; 3]) {
    let mut bytes = [&MAGIC[..], &(HEAD.len() as u32).to_le_bytes(), HEAD.as_bytes()].concat();
    let mut begins = [0; 3];
    for (n, begin) in begins.iter_mut().enumerate() {
        *begin = bytes.len();
        let mut block = Block::new(3 * n as u64);
        if n == 2 {
            bytes.extend(block.head(COMPLETE));
            continue;
        }
        for number in 0..3 {
            let seats = [EntrantId(0), EntrantId(1)].into_iter().collect();
            block.push(&Fixture { number, deal: number, seats }, &[number as u8; 40]);
        }
        block.pack().unwrap();
        bytes.extend(block.head(GAMES));
        bytes.extend(&block.packed);
    }
    (bytes, begins)
}

fn all<R: Read + Seek>(mut reader: RecordReader<R>) -> Result<u64, RecordError> {
    while reader.next_block()?.is_some() {}
    Ok(reader.next_game)
}

fn named() -> &'static Path {
    Path::new("logs/record.croupier")
}

#[test]
fn a_disk_that_fails_is_never_the_end_of_a_record() {
    let (bytes, begins) = record();
    for broken_at in 0..bytes.len() as u64 {
        let disk = FailingDisk { bytes: Cursor::new(bytes.clone()), broken_at };
        let error = RecordReader::read(named(), disk).and_then(all).unwrap_err();
        let RecordError::Unreadable { byte, .. } = &error else { panic!("{broken_at}: {error}") };
        if broken_at >= begins[0] as u64 {
            assert_eq!(*byte, broken_at);
            let said = error.to_string();
            let wanted =
                format!("logs/record.croupier: it cannot be read at byte {byte}: the disk is broken");
            assert_eq!(said, wanted);
        }
    }
    let disk = FailingDisk { broken_at: bytes.len() as u64 + 1, bytes: Cursor::new(bytes) };
    assert_eq!(RecordReader::read(named(), disk).and_then(all).unwrap(), 6);
}

#[test]
fn a_disk_that_fails_behind_what_is_passed_over_is_told_too() {
    let (bytes, begins) = record();
    let disk = FailingDisk { bytes: Cursor::new(bytes), broken_at: begins[1] as u64 + 5 };
    let mut reader = RecordReader::read(named(), disk).unwrap();
    assert!(matches!(reader.times(), Err(RecordError::Unreadable { .. })));
}

#[test]
fn a_length_that_was_changed_swallows_no_games() {
    let (mut bytes, begins) = record();
    let whole = bytes.clone();
    // The lengths of the first block: its packed bytes would reach far behind the file.
    bytes[begins[0] + 19] = 0x10;
    let damaged = RecordReader::in_memory(named(), &bytes).and_then(all);
    assert!(matches!(damaged, Err(RecordError::Damaged { first: 0, .. })), "{damaged:?}");
    // Whatever was cut off at the end is an end.
    for length in begins[1]..whole.len() {
        let read = RecordReader::in_memory(named(), &whole[..length]).and_then(all).unwrap();
        assert_eq!(read, if length < begins[2] { 3 } else { 6 }, "{length} bytes");
    }
}
