//! What a journal keeps, what it lets go, and what it refuses; and the files and records beside it.

use std::fs;

use super::super::{Block, record_path, whole_record, with_other_events};
use super::*;
use crate::fixture::EntrantId;
use crate::head::header::Header;
use crate::replay::games_in;
use crate::times::TimeSheet;

const PLANNED: &str = r#"{"format":1,"croupier":"","game":"no-thanks","game_version":1,"options":{},
    "generator":"xoshiro256++/1","seed":7,"seats":2,"games":6,"lanes":1,"game_files":false,
    "entrants":[{"name":"a","bot":"a","hash":""},{"name":"b","bot":"b","hash":""}]}"#;

fn header() -> Header {
    serde_json::from_str(PLANNED).unwrap()
}

fn fixture(number: u64) -> Fixture {
    Fixture { number, deal: number, seats: [EntrantId(0), EntrantId(1)].into_iter().collect() }
}

/// A record without games in a folder of its own, and its journal.
fn begun() -> (tempfile::TempDir, PathBuf, Journal) {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("record.croupier");
    fs::write(&record, whole_record(&header(), &[], &TimeSheet::default()).unwrap()).unwrap();
    let head = RecordReader::open(&record).unwrap().head_hash;
    let journal = Journal::begin(&record, head).unwrap();
    (folder, record, journal)
}

fn gone_on(record: &Path) -> Result<Journal, RecordError> {
    Journal::go_on(&RecordReader::open(record).unwrap())
}

fn keep(journal: &Journal, games: &[(u64, &[u8])]) {
    for (number, events) in games {
        journal.keep(&fixture(*number), events, None, None);
    }
    journal.flush().unwrap();
}

fn events_of(journal: &Journal, number: u64) -> Option<Vec<u8>> {
    journal.game(number).map(|game| game.events)
}

#[test]
fn games_that_were_kept_are_there_in_a_run_that_goes_on() {
    let (_folder, record, journal) = begun();
    keep(&journal, &[(3, b"abc")]);
    keep(&journal, &[(5, b"de")]);
    for journal in [journal, gone_on(&record).unwrap()] {
        assert_eq!((journal.games_from(0), journal.games_from(4), journal.games_from(6)), (2, 1, 0));
        assert_eq!(events_of(&journal, 3).as_deref(), Some(&b"abc"[..]));
        assert_eq!(events_of(&journal, 5).as_deref(), Some(&b"de"[..]));
        assert_eq!(events_of(&journal, 4), None);
    }
}

#[test]
fn a_new_tournament_takes_no_games_of_an_earlier_one() {
    let (_folder, record, journal) = begun();
    keep(&journal, &[(3, b"abc")]);
    Journal::begin(&record, [0; 8]).unwrap();
    assert_eq!(gone_on(&record).unwrap().games_from(0), 0);
}

#[test]
fn games_that_are_in_the_record_are_let_go_and_the_file_goes_with_the_last() {
    let (_folder, record, journal) = begun();
    keep(&journal, &[(3, b"abc"), (5, b"de")]);
    journal.handed_on(4).unwrap();
    assert_eq!((journal.games_from(0), events_of(&journal, 3)), (1, None));
    let file = record.with_extension("journal");
    journal.close(4).unwrap();
    assert!(file.exists());
    journal.close(6).unwrap();
    assert!(!file.exists());
}

#[test]
fn nothing_is_written_before_there_is_a_game() {
    let (_folder, record, journal) = begun();
    journal.flush().unwrap();
    assert!(!record.with_extension("journal").exists());
}

#[test]
fn a_large_file_is_written_anew_when_most_of_it_is_in_the_record() {
    let (_folder, record, journal) = begun();
    let events = vec![7; 300_000];
    (0..5).for_each(|number| keep(&journal, &[(number, &events)]));
    let length = || fs::metadata(record.with_extension("journal")).unwrap().len();
    let all = length();
    assert!(all > 1_500_000, "{all}");
    journal.handed_on(1).unwrap();
    assert_eq!(length(), all, "a fifth of it is not worth it");
    journal.handed_on(4).unwrap();
    assert!(length() < 301_000, "{}", length());
    assert_eq!(events_of(&gone_on(&record).unwrap(), 4), Some(events));
}

#[test]
fn a_small_file_is_left_as_it_is() {
    let (_folder, record, journal) = begun();
    keep(&journal, &[(0, b"abc"), (1, b"de")]);
    let before = fs::read(record.with_extension("journal")).unwrap();
    journal.handed_on(2).unwrap();
    assert_eq!(fs::read(record.with_extension("journal")).unwrap(), before);
}

#[test]
fn the_journal_of_another_record_is_refused_and_so_is_one_that_was_changed() {
    let (_folder, record, journal) = begun();
    keep(&journal, &[(3, b"abc"), (5, b"de")]);
    let file = record.with_extension("journal");
    let bytes = fs::read(&file).unwrap();
    let with = |at: usize| {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        fs::write(&file, changed).unwrap();
        gone_on(&record).unwrap_err()
    };
    for at in 0..HEAD {
        let error = with(at);
        assert!(matches!(error, RecordError::OtherJournal(_)) && error.is_bad_input(), "{at}: {error}");
    }
    let second = HEAD + written(&fixture(3), b"abc", None, None).len();
    for (at, begins) in [(second - 1, HEAD), (bytes.len() - 1, second)] {
        let error = with(at);
        assert!(!error.is_bad_input(), "{error}");
        let RecordError::DamagedJournal { byte, .. } = error else { panic!("{at}: {error}") };
        assert_eq!(byte, begins as u64);
    }
}

#[test]
fn what_a_killed_run_left_half_is_no_game_and_no_damage() {
    let (_folder, record, journal) = begun();
    keep(&journal, &[(3, b"abc"), (5, b"de")]);
    let file = record.with_extension("journal");
    let bytes = fs::read(&file).unwrap();
    let second = HEAD + written(&fixture(3), b"abc", None, None).len();
    for length in 0..bytes.len() {
        fs::write(&file, &bytes[..length]).unwrap();
        let whole = u64::from(length >= second);
        assert_eq!(gone_on(&record).unwrap().games_from(0), whole, "{length} bytes");
    }
}

#[test]
fn a_record_is_named_by_its_folder_or_by_itself() {
    let (folder, record, _) = begun();
    assert_eq!(record_path(folder.path()), record);
    assert_eq!(record_path(&record), record);
}

#[test]
fn a_file_beside_a_record_is_read_whole_or_is_missing_or_is_an_error() {
    let (folder, record, _) = begun();
    assert_eq!(read_beside(&record).unwrap(), Some(fs::read(&record).unwrap()));
    assert_eq!(read_beside(&folder.path().join("none")).unwrap(), None);
    // What lies below a file is not just missing.
    assert!(matches!(read_beside(&record.join("below")), Err(RecordError::Io { .. })));
}

/// A record of two games, with something behind them.
fn of_two_games() -> Vec<u8> {
    let mut block = Block::new(0);
    block.push(&fixture(0), b"first");
    block.push(&fixture(1), b"second");
    block.pack().unwrap();
    whole_record(&header(), &[block], &TimeSheet::default()).unwrap()
}

#[test]
fn a_record_with_its_own_events_is_the_same_byte_for_byte() {
    let bytes = of_two_games();
    let same = with_other_events(&bytes, |_, game| Some(game.events.to_vec())).unwrap();
    assert_eq!(same, bytes);
}

#[test]
fn a_record_with_other_events_has_them_and_is_still_complete() {
    let shorter = |_: &Header, game: &crate::GameBytes<'_>| Some(game.events[1..].to_vec());
    let bytes = with_other_events(&of_two_games(), shorter).unwrap();
    let mut reader = RecordReader::in_memory(Path::new("it"), &bytes).unwrap();
    let block = reader.next_block().unwrap().unwrap();
    let header = header();
    let games = games_in(0, header.seats, header.games_per_deal, &block.plain);
    let events: Vec<&[u8]> = games.map(|game| game.events).collect();
    assert_eq!(events, [&b"irst"[..], b"econd"]);
    assert!(reader.next_block().unwrap().is_none() && reader.is_complete());
}

#[test]
fn a_record_whose_events_cannot_be_rewritten_is_damaged() {
    let none = with_other_events(&of_two_games(), |_, _| None);
    assert!(matches!(none, Err(RecordError::Damaged { first: 0, .. })), "{none:?}");
}

#[test]
fn a_journal_begins_with_its_name_and_the_head_that_it_belongs_to() {
    let (_folder, record, journal) = begun();
    keep(&journal, &[(3, b"abc")]);
    let bytes = fs::read(record.with_extension("journal")).unwrap();
    let head = RecordReader::open(&record).unwrap().head_hash;
    assert_eq!(bytes[..16], [&b"CROUGAME"[..], &head].concat());
}

#[test]
fn games_that_come_quickly_are_written_together_and_others_at_once() {
    let (_folder, record, journal) = begun();
    let file = record.with_extension("journal");
    // Nothing was written for no time at all.
    journal.lock().written = Instant::now() + Duration::from_secs(3600);
    journal.keep(&fixture(3), b"abc", None, None);
    assert!(!file.exists());
    journal.lock().written = Instant::now().checked_sub(TOGETHER).unwrap();
    journal.keep(&fixture(5), b"de", None, None);
    assert_eq!(gone_on(&record).unwrap().games_from(0), 2);
}

#[test]
fn a_file_is_written_anew_only_where_it_is_larger_than_large() {
    for (size, is_anew) in [(LARGE, false), (LARGE + 1, true)] {
        let (_folder, record, journal) = begun();
        keep(&journal, &[(0, b"abc"), (1, b"de")]);
        let before = fs::read(record.with_extension("journal")).unwrap();
        journal.lock().size = size;
        journal.handed_on(1).unwrap();
        assert_eq!(fs::read(record.with_extension("journal")).unwrap() != before, is_anew, "{size}");
    }
}
