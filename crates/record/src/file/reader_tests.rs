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
fn a_file_beside_a_record_that_cannot_be_read_is_never_a_shorter_one() {
    let disk = FailingDisk { bytes: Cursor::new(vec![7; 40]), broken_at: 33 };
    let error = super::super::read_all(Path::new("logs/record.journal"), disk).unwrap_err();
    let wanted = "logs/record.journal: it cannot be read at byte 33: the disk is broken";
    assert_eq!(error.to_string(), wanted);
}

#[test]
fn a_kind_that_was_changed_swallows_no_games() {
    let (bytes, begins) = record();
    for (n, at) in begins[..2].iter().enumerate() {
        for kind in (0..=u8::MAX).filter(|&kind| kind != GAMES) {
            let mut changed = bytes.clone();
            changed[*at] = kind;
            let read = RecordReader::in_memory(named(), &changed).and_then(all);
            let Err(RecordError::Damaged { byte, first, .. }) = read else { panic!("{kind}: {read:?}") };
            assert_eq!((byte, first), (*at as u64, 3 * n as u64), "kind {kind}");
        }
    }
}

#[test]
fn nothing_may_follow_the_times() {
    let (bytes, begins) = record();
    let times =
        super::super::whole::times_section(0, &TimeSheet::from_bytes(vec![1; 12], Detail::Seats)).unwrap();
    let ended = [&bytes[..], &times].concat();
    assert_eq!(RecordReader::in_memory(named(), &ended).and_then(all).unwrap(), 6);
    // Times in the middle: the games behind them would be cut off.
    let split = [&bytes[..begins[1]], &times, &bytes[begins[1]..]].concat();
    let read = RecordReader::in_memory(named(), &split).and_then(all);
    assert!(matches!(read, Err(RecordError::Damaged { .. })), "{read:?}");
    let read = RecordReader::in_memory(named(), &split).and_then(|mut reader| reader.times());
    assert!(matches!(read, Err(RecordError::Damaged { .. })), "{read:?}");
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

/// A record of every kind of section, and where its head ends.
fn of_every_kind(detail: Detail) -> (Vec<u8>, usize) {
    let (bytes, begins) = record();
    let part = Block { plain: br#"{"game":4,"lane":0,"otherwise":[]}"#.to_vec(), ..Block::new(4) };
    let part = super::super::packed(part, PART).unwrap();
    let mut sheet = TimeSheet::default();
    for game in 0..6 {
        let mut times = crate::times::GameTimes::default();
        times[..2].copy_from_slice(&[70_000 + game, game]);
        sheet.push_timed(2, &times, &[Some(70_000), None, Some(game)]);
    }
    if detail == Detail::Seats {
        // As older versions wrote it.
        let mut bytes = Vec::new();
        sheet.games(2).for_each(|times| times[..2].iter().for_each(|&n| crate::varint::write(&mut bytes, n)));
        sheet = TimeSheet::from_bytes(bytes, detail);
    }
    let times = super::super::whole::times_section(0, &sheet).unwrap();
    let bytes = [&bytes[..begins[1]], &part, &bytes[begins[1]..], &times].concat();
    (bytes, begins[0])
}

/// The games and times of a record that is complete.
fn complete(bytes: &[u8]) -> Option<(u64, TimeSheet)> {
    let mut reader = RecordReader::in_memory(named(), bytes).ok()?;
    while reader.next_block().ok()?.is_some() {}
    let (_, times) = reader.times().ok()?;
    reader.complete.then_some((reader.next_game, times)).filter(|(_, times)| !times.is_empty())
}

#[test]
fn a_bit_that_was_changed_anywhere_behind_the_head_is_noticed() {
    for detail in [Detail::Seats, Detail::Answers] {
        let (bytes, begin) = of_every_kind(detail);
        let (_, times) = complete(&bytes).unwrap();
        let answers = if detail == Detail::Seats { 0 } else { 3 };
        assert!(times.timed_games(2).all(|game| game.answers.len() == answers));
        for bit in begin * 8..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let back = bytes.len() - bit / 8;
            assert_eq!(complete(&changed), None, "bit {} of byte {back} from the end", bit % 8);
        }
    }
}

#[test]
fn a_bit_that_was_changed_in_the_mark_that_all_games_are_in_is_noticed_where_no_times_follow_too() {
    let (bytes, begins) = record();
    for bit in begins[2] * 8..bytes.len() * 8 {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        let read = RecordReader::in_memory(named(), &changed).and_then(all);
        assert!(read.is_err(), "bit {} of byte {} of the mark", bit % 8, bit / 8 - begins[2]);
    }
}

#[test]
fn no_game_and_no_second_mark_follows_the_mark_that_all_games_are_in() {
    let (bytes, begins) = record();
    let read = |bytes: &[u8]| RecordReader::in_memory(named(), bytes).and_then(all).ok();
    assert_eq!(read(&bytes), Some(6));
    assert_eq!(read(&[&bytes[..], &bytes[begins[2]..]].concat()), None);
    let early = Block::new(3).head(COMPLETE);
    assert_eq!(read(&[&bytes[..begins[1]], &early, &bytes[begins[1]..]].concat()), None);
}

/// What is read of a record whose first block has a head with these lengths, and five bytes behind it.
fn with_lengths(plain: u32, packed: u32) -> Result<u64, RecordError> {
    let (bytes, begins) = record();
    let mut cut = bytes[..begins[0] + BLOCK_HEAD + 5].to_vec();
    cut[begins[0] + 13..begins[0] + 17].copy_from_slice(&plain.to_le_bytes());
    cut[begins[0] + 17..begins[0] + 21].copy_from_slice(&packed.to_le_bytes());
    RecordReader::in_memory(named(), &cut).and_then(all)
}

#[test]
fn the_largest_block_may_be_cut_off_and_no_block_is_larger() {
    assert_eq!(with_lengths(LARGEST_BLOCK, 6).unwrap(), 0);
    assert_eq!(with_lengths(9, LARGEST_BLOCK).unwrap(), 0);
    for (plain, packed) in [(LARGEST_BLOCK + 1, 6), (9, LARGEST_BLOCK + 1)] {
        let read = with_lengths(plain, packed);
        assert!(matches!(read, Err(RecordError::Damaged { first: 0, .. })), "{read:?}");
    }
}

#[test]
fn games_of_another_tournament_are_ended_by_its_number_or_by_their_own() {
    let (bytes, begins) = record();
    let mut later = bytes[..begins[2]].to_vec();
    // Games 100 to 105 in place of 0 to 5.
    for (n, begin) in begins[..2].iter().enumerate() {
        later[begin + 1..begin + 9].copy_from_slice(&(100 + 3 * n as u64).to_le_bytes());
    }
    for games in [0, 3, 5, 6, 7, 100, 105, 106, 107] {
        let ended = [&later[..], &Block::new(games).head(COMPLETE)].concat();
        let read = RecordReader::in_memory(named(), &ended).and_then(all);
        assert_eq!(read.ok(), [6, 106].contains(&games).then_some(106), "{games} games");
    }
}

#[test]
fn whoever_was_put_out_was_so_in_the_game_that_its_section_names_and_in_no_earlier_block() {
    let (bytes, begins) = record();
    let read = |first: u64, game: u64| {
        let plain = format!(r#"{{"entrant":1,"game":{game},"border":6,"why":"slow"}}"#).into_bytes();
        let out = super::super::packed(Block { plain, ..Block::new(first) }, OUT).unwrap();
        let bytes = [&bytes[..begins[1]], &out, &bytes[begins[1]..]].concat();
        RecordReader::in_memory(named(), &bytes).and_then(all).is_ok()
    };
    assert!(read(3, 3) && read(5, 5));
    assert!(!read(4, 5) && !read(5, 4), "another game than the section says");
    assert!(!read(2, 2) && !read(0, 0), "a game of the block before");
}

#[test]
fn where_a_block_begins_is_known_behind_those_that_are_passed_over() {
    let (mut bytes, begins) = record();
    bytes[begins[1] + BLOCK_HEAD] ^= 1;
    let mut reader = RecordReader::in_memory(named(), &bytes).unwrap();
    let Err(RecordError::Damaged { byte, first, .. }) = reader.block_with(4) else { panic!("it is damaged") };
    assert_eq!((byte, first), (begins[1] as u64, 3));
}

#[test]
fn no_game_is_missing_between_two_blocks_and_no_times_behind_them() {
    let (bytes, begins) = record();
    let is_read = |bytes: &[u8]| RecordReader::in_memory(named(), bytes).and_then(all).is_ok();
    for (first, follows) in [(2, false), (3, true), (4, false)] {
        let mut changed = bytes[..begins[2]].to_vec();
        changed[begins[1] + 1] = first;
        assert_eq!(is_read(&changed), follows, "a block that begins with game {first}");
    }
    for games in 5..=7 {
        let sheet = TimeSheet::from_bytes(vec![1; 2 * games], Detail::Seats);
        let times = super::super::whole::times_section(0, &sheet).unwrap();
        assert_eq!(is_read(&[&bytes[..], &times].concat()), games == 6, "times of {games} games");
    }
}
