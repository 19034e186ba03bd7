//! The journal beside a record: what it keeps, what a killed run leaves of it, and what is no end.

#![allow(clippy::unwrap_used)] // A test may.

use std::fs;
use std::num::NonZeroU64;
use std::path::PathBuf;

use croupier_record::{
    Block, Design, Entrant, EntrantId, FORMAT, Fixture, Header, Instances, Journal, Origin, RecordError,
    RecordReader, RecordWriter, TimeSheet, TimedGame, Until, game_times,
};
use tempfile::TempDir;

fn header(seed: u64) -> Header {
    Header {
        format: FORMAT,
        croupier: "0.1.0".into(),
        game: "no-thanks".into(),
        game_version: 1,
        options: serde_json::json!({}),
        generator: "xoshiro256++/1".into(),
        origin: Origin::first(seed),
        seats: 2,
        games: 8,
        games_per_deal: NonZeroU64::MIN,
        design: Design::default(),
        until: Until::default(),
        tolerance: 0.0,
        lanes: 1,
        instances: Instances::default(),
        limits: None,
        packages: None,
        openings: 0,
        entrants: ["a", "b"].map(|name| Entrant { name: name.into(), ..Entrant::default() }).into(),
        left_out: Vec::new(),
        game_files: false,
    }
}

fn fixture(number: u64) -> Fixture {
    Fixture { number, deal: number, seats: [EntrantId(0), EntrantId(1)].into_iter().collect() }
}

fn events(number: u64) -> Vec<u8> {
    vec![2, 0, number as u8 * 2]
}

fn times(number: u64) -> TimedGame {
    TimedGame { seats: game_times(&[number, 10 * number]), answers: vec![Some(number), Some(10 * number)] }
}

fn block(games: std::ops::Range<u64>) -> (Block, TimeSheet) {
    let (mut block, mut sheet) = (Block::new(games.start), TimeSheet::default());
    for number in games {
        block.push(&fixture(number), &events(number));
        sheet.push_timed(2, &times(number).seats, &times(number).answers);
    }
    block.pack().unwrap();
    (block, sheet)
}

fn keep(journal: &Journal, games: std::ops::Range<u64>) {
    for number in games {
        journal.keep(&fixture(number), &events(number), Some(&times(number)), None);
    }
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn file(&self, end: &str) -> PathBuf {
        self.0.path().join("record").with_extension(end)
    }

    fn begin(&self) -> (RecordWriter, Journal) {
        RecordWriter::with_journal(&self.file("croupier"), &header(7)).unwrap()
    }

    fn reader(&self) -> RecordReader {
        let mut reader = RecordReader::open(&self.file("croupier")).unwrap();
        while reader.next_block().unwrap().is_some() {}
        reader
    }

    fn journal(&self) -> Result<Journal, RecordError> {
        Journal::go_on(&self.reader())
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn games_of_an_open_block_are_there_for_the_run_that_goes_on() {
    let folder = Folder::new();
    let (_, journal) = folder.begin();
    keep(&journal, 0..3);
    keep(&journal, 4..5);
    journal.close(0).unwrap();
    let again = folder.journal().unwrap();
    assert_eq!((again.games_from(0), again.games_from(3)), (4, 1));
    let game = again.game(4).unwrap();
    assert_eq!((game.number, &game.seats, game.events), (4, &fixture(4).seats, events(4)));
    assert_eq!(game.times, Some(times(4)));
    assert_eq!(again.game(3), None);
}

#[test]
fn what_is_in_the_record_leaves_the_journal_and_an_empty_one_leaves_the_folder() {
    let folder = Folder::new();
    let (writer, journal) = folder.begin();
    keep(&journal, 0..8);
    journal.flush().unwrap();
    assert_eq!(folder.names(), ["record.croupier", "record.journal"]);
    journal.handed_on(6).unwrap();
    assert_eq!((journal.games_from(0), journal.game(5)), (2, None));
    journal.close(8).unwrap();
    writer.finish(Some(8)).unwrap();
    assert_eq!(folder.names(), ["record.croupier"]);
}

#[test]
fn a_journal_does_not_grow_with_the_number_of_games() {
    let folder = Folder::new();
    let (_, journal) = folder.begin();
    let long = vec![7; 1000];
    for number in 0..20_000 {
        journal.keep(&fixture(number), &long, None, None);
        journal.flush().unwrap();
        journal.handed_on(number.saturating_sub(10)).unwrap();
    }
    let size = fs::metadata(folder.file("journal")).unwrap().len();
    assert!(size < 1 << 21, "{size} bytes");
    drop(journal);
    assert_eq!(folder.journal().unwrap().games_from(19_989), 11);
}

#[test]
fn a_torn_journal_keeps_every_whole_game() {
    let folder = Folder::new();
    let (_, journal) = folder.begin();
    keep(&journal, 0..3);
    journal.flush().unwrap();
    let whole = fs::read(folder.file("journal")).unwrap();
    drop(journal);
    let one = (whole.len() - 16) / 3;
    for length in 0..=whole.len() {
        fs::write(folder.file("journal"), &whole[..length]).unwrap();
        let journal = folder.journal().unwrap();
        let games = length.saturating_sub(16) / one;
        assert_eq!(journal.games_from(0), games as u64, "{length} bytes");
        // What comes next stands behind whole entries.
        keep(&journal, 5..6);
        journal.flush().unwrap();
        drop(journal);
        assert_eq!(folder.journal().unwrap().games_from(0), games as u64 + 1, "{length} bytes");
    }
}

#[test]
fn a_damaged_journal_and_one_of_another_record_are_told_and_left_alone() {
    let folder = Folder::new();
    let (_, journal) = folder.begin();
    keep(&journal, 0..3);
    journal.flush().unwrap();
    drop(journal);
    let path = folder.file("journal");
    let mut bytes = fs::read(&path).unwrap();
    bytes[20] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let error = folder.journal().unwrap_err();
    assert!(matches!(error, RecordError::DamagedJournal { byte: 16, .. }), "{error}");
    bytes[20] ^= 1;
    bytes[10] ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(folder.journal(), Err(RecordError::OtherJournal(_))));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn times_of_a_killed_run_come_back_from_beside_the_record_and_from_the_journal() {
    let folder = Folder::new();
    let whole = {
        let (mut writer, _) = folder.begin();
        for games in [0..3, 3..6, 6..8] {
            let (block, sheet) = block(games);
            writer.block(&block).unwrap();
            writer.times(&sheet).unwrap();
        }
        writer.finish(Some(8)).unwrap();
        fs::read(folder.file("croupier")).unwrap()
    };
    fs::remove_file(folder.file("croupier")).unwrap();
    let (mut writer, journal) = folder.begin();
    let ((first, sheet), (second, _)) = (block(0..3), block(3..6));
    writer.block(&first).unwrap();
    writer.times(&sheet).unwrap();
    journal.handed_on(3).unwrap();
    keep(&journal, 3..6);
    journal.flush().unwrap();
    // Killed after its second block, before the times of that.
    writer.block(&second).unwrap();
    drop((writer, journal));
    let reader = folder.reader();
    let journal = Journal::go_on(&reader).unwrap();
    let mut writer = RecordWriter::go_on(reader, &journal).unwrap();
    let (last, sheet) = block(6..8);
    writer.block(&last).unwrap();
    writer.times(&sheet).unwrap();
    journal.close(8).unwrap();
    writer.finish(Some(8)).unwrap();
    assert!(fs::read(folder.file("croupier")).unwrap() == whole);
    assert_eq!(folder.names(), ["record.croupier"]);
}

#[test]
fn times_of_an_earlier_tournament_are_not_taken_for_those_of_a_new_one() {
    let folder = Folder::new();
    let (mut writer, _) = folder.begin();
    let (first, sheet) = block(0..3);
    writer.block(&first).unwrap();
    writer.times(&sheet).unwrap();
    drop(writer);
    fs::remove_file(folder.file("croupier")).unwrap();
    let (mut writer, _) = folder.begin();
    writer.block(&first).unwrap();
    drop(writer);
    let reader = folder.reader();
    let journal = Journal::go_on(&reader).unwrap();
    RecordWriter::go_on(reader, &journal).unwrap().finish(None).unwrap();
    assert!(RecordReader::open(&folder.file("croupier")).unwrap().times().unwrap().1.is_empty());
}

#[test]
fn files_beside_a_record_that_cannot_be_read_are_told_and_nothing_is_touched() {
    for end in ["journal", "times"] {
        let folder = Folder::new();
        let (mut writer, journal) = folder.begin();
        writer.block(&block(0..3).0).unwrap();
        drop((writer, journal));
        // Half a block, which whoever goes on would cut off.
        let mut bytes = fs::read(folder.file("croupier")).unwrap();
        bytes.extend([1; 20]);
        fs::write(folder.file("croupier"), &bytes).unwrap();
        // A folder can be opened, and not be read.
        fs::create_dir(folder.file(end)).unwrap();
        let reader = folder.reader();
        let gone_on = Journal::go_on(&reader).and_then(|journal| RecordWriter::go_on(reader, &journal));
        let Err(RecordError::Unreadable { path, byte: 0, .. }) = gone_on else { panic!("{gone_on:?}") };
        assert_eq!(path, folder.file(end));
        assert!(fs::read(folder.file("croupier")).unwrap() == bytes);
        assert!(folder.file(end).is_dir());
    }
}

#[test]
fn a_journal_lets_no_game_go_while_its_record_is_not_on_the_disk() {
    let folder = Folder::new();
    let (_, journal) = folder.begin();
    keep(&journal, 0..3);
    journal.flush().unwrap();
    let kept = fs::read(folder.file("journal")).unwrap();
    fs::remove_file(folder.file("croupier")).unwrap();
    assert!(journal.close(u64::MAX).is_err());
    assert!(fs::read(folder.file("journal")).unwrap() == kept);
}
