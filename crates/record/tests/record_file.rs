//! The file of a record: written, read, cut off, damaged, gone on with.

#![allow(clippy::unwrap_used)] // A test may.

use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use croupier_record::{
    Block, Design, Difference, Entrant, EntrantId, FORMAT, Fixture, Header, Instances, Journal, LeftOut,
    Origin, Otherwise, Out, Part, RecordError, RecordReader, RecordWriter, TimeSheet, Until, game_times,
    games_in, record_path, whole_record, with_other_events,
};
use tempfile::TempDir;

fn header() -> Header {
    let entrant = |name: &str| Entrant {
        name: name.into(),
        bot: format!("house:{name}"),
        hash: "00".into(),
        runs_in: None,
        team: None,
    };
    Header {
        format: FORMAT,
        croupier: "0.1.0".into(),
        game: "no-thanks".into(),
        game_version: 1,
        options: serde_json::json!({}),
        generator: "xoshiro256++/1".into(),
        origin: Origin::first(7),
        seats: 2,
        games: 6,
        games_per_deal: NonZeroU64::MIN,
        design: Design::default(),
        until: Until::default(),
        tolerance: 0.0,
        lanes: 1,
        instances: Instances::default(),
        limits: None,
        packages: None,
        openings: 0,
        entrants: vec![entrant("one"), entrant("other")],
        left_out: Vec::new(),
        game_files: false,
    }
}

fn block(first: u64, count: u64) -> Block {
    let mut block = Block::new(first);
    for number in first..first + count {
        let fixture =
            Fixture { number, deal: number, seats: [EntrantId(0), EntrantId(1)].into_iter().collect() };
        block.push(&fixture, &[2, 0, number as u8 * 2]);
    }
    block.pack().unwrap();
    block
}

fn written(dir: &TempDir, blocks: &[Block], complete: Option<u64>) -> PathBuf {
    let path = dir.path().join("record.croupier");
    let mut writer = RecordWriter::create(&path, &header()).unwrap();
    blocks.iter().for_each(|block| writer.block(block).unwrap());
    writer.finish(complete).unwrap();
    path
}

/// Goes on with a record whose blocks are read.
fn gone_on_with(reader: RecordReader) -> RecordWriter {
    let journal = Journal::go_on(&reader).unwrap();
    RecordWriter::go_on(reader, &journal).unwrap()
}

fn read(path: &Path) -> (Vec<Block>, bool) {
    let mut reader = RecordReader::open(path).unwrap();
    let mut blocks = Vec::new();
    while let Some(block) = reader.next_block().unwrap() {
        blocks.push(block);
    }
    (blocks, reader.is_complete())
}

#[test]
fn consecutive_games_share_a_deal_as_the_head_says() {
    let two = NonZeroU64::new(2).unwrap();
    let deals = |per_deal| -> Vec<u64> {
        games_in(4, 2, per_deal, &block(4, 4).plain).map(|game| game.fixture.deal).collect()
    };
    assert_eq!((deals(NonZeroU64::MIN), deals(two)), (vec![4, 5, 6, 7], vec![2, 2, 3, 3]));
}

#[test]
fn a_head_from_before_deals_were_shared_has_a_deal_for_each_game() {
    let mut head = serde_json::to_value(header()).unwrap();
    for later in ["games_per_deal", "design", "until", "tolerance"] {
        head.as_object_mut().unwrap().remove(later).unwrap();
    }
    assert_eq!(serde_json::from_value::<Header>(head).unwrap(), header());
}

#[test]
fn a_record_comes_back_as_it_was_written() {
    let dir = TempDir::new().unwrap();
    let blocks = [block(0, 4), block(4, 2)];
    let path = written(&dir, &blocks, Some(6));
    assert_eq!(read(&path), (blocks.to_vec(), true));
    assert_eq!(RecordReader::open(&path).unwrap().header(), &header());
    let games: Vec<_> = games_in(4, 2, NonZeroU64::MIN, &blocks[1].plain)
        .map(|game| (game.fixture.number, game.events[2]))
        .collect();
    assert_eq!(games, [(4, 8), (5, 10)]);
}

fn part(game: u64, entrant: u16) -> Part {
    let first = Difference { game: 1, turn: 3, recorded: "\"take\"".into(), now: "\"pass\"".into() };
    Part { game, lane: 0, otherwise: vec![Otherwise { entrant: EntrantId(entrant), first }] }
}

#[test]
fn a_part_stands_with_the_block_that_it_begins_in_and_goes_with_it() {
    let dir = TempDir::new().unwrap();
    let mut second = block(4, 2);
    second.parts = vec![part(4, 0), part(5, 1)];
    let blocks = [block(0, 4), second];
    let path = written(&dir, &blocks, Some(6));
    assert_eq!(read(&path), (blocks.to_vec(), true));
    let told = blocks[1].parts[0].told(&header()).to_string();
    let words = "one answered otherwise when it was asked its earlier games again (game 1, turn 3: the \
                 record has \"take\", now there is \"pass\"); a new part of the record begins with game 4";
    assert_eq!(told, words);
    let bytes = fs::read(&path).unwrap();
    let other = with_other_events(&bytes, |_, game| Some(game.events.to_vec())).unwrap();
    assert!(other == bytes, "who hands it on hands its parts on, too");
    // Cut off behind its parts, the block is gone, and whoever goes on says anew what begins there.
    fs::write(&path, &bytes[..bytes.len() - 29 - 2]).unwrap();
    let mut reader = RecordReader::open(&path).unwrap();
    while reader.next_block().unwrap().is_some() {}
    let mut writer = gone_on_with(reader);
    writer.block(&block(4, 2)).unwrap();
    writer.finish(Some(6)).unwrap();
    assert_eq!(read(&path), (vec![block(0, 4), block(4, 2)], true));
}

#[test]
fn a_part_that_cannot_be_is_damage() {
    for wrong in [part(6, 0), part(3, 0), part(4, 2), Part { lane: 1, ..part(4, 0) }] {
        let dir = TempDir::new().unwrap();
        let mut second = block(4, 2);
        second.parts = vec![wrong];
        let path = written(&dir, &[block(0, 4), second], None);
        let mut reader = RecordReader::open(&path).unwrap();
        assert!(reader.next_block().unwrap().is_some());
        assert!(matches!(reader.next_block(), Err(RecordError::Damaged { first: 4, .. })));
    }
}

fn out(game: u64, border: u64, entrant: u16) -> Out {
    Out { entrant: EntrantId(entrant), game, border, why: "ended 4 times".to_owned() }
}

#[test]
fn who_was_put_out_is_known_from_its_block_on_however_that_is_come_by() {
    let dir = TempDir::new().unwrap();
    let mut blocks = [block(0, 4), block(4, 2), block(6, 2)];
    blocks[1].outs = vec![out(5, 8, 1)];
    blocks[2].outs = vec![out(5, 8, 1), out(7, 10, 0)];
    let path = written(&dir, &blocks, Some(8));
    assert_eq!(read(&path), (blocks.to_vec(), true));
    let last = RecordReader::open(&path).unwrap().block_with(7).unwrap().unwrap();
    assert_eq!(last.outs, blocks[2].outs, "blocks that are passed over tell it, too");
    let bytes = fs::read(&path).unwrap();
    let other = with_other_events(&bytes, |_, game| Some(game.events.to_vec())).unwrap();
    assert!(other == bytes);
    // All sit at every table: what follows the game in which one was put out counts for nobody.
    let counted =
        |block: &Block| block.counted(&header()).map(|game| game.fixture.number).collect::<Vec<_>>();
    assert_eq!(blocks.each_ref().map(counted), [vec![0, 1, 2, 3], vec![4, 5], vec![]]);
}

#[test]
fn an_out_that_cannot_be_is_damage() {
    for wrong in [out(6, 9, 0), out(4, 5, 0), out(4, 8, 2)] {
        let dir = TempDir::new().unwrap();
        let mut second = block(4, 2);
        second.outs = vec![wrong];
        let path = written(&dir, &[block(0, 4), second], None);
        let mut reader = RecordReader::open(&path).unwrap();
        assert!(reader.next_block().unwrap().is_some());
        assert!(matches!(reader.next_block(), Err(RecordError::Damaged { first: 4, .. })));
    }
}

#[test]
fn a_record_in_memory_reads_as_its_file_does() {
    let dir = TempDir::new().unwrap();
    let blocks = [block(0, 4), block(4, 2)];
    let bytes = std::fs::read(written(&dir, &blocks, Some(6))).unwrap();
    let name = Path::new("game 7");
    let mut reader = RecordReader::in_memory(name, &bytes).unwrap();
    assert_eq!(reader.header(), &header());
    assert_eq!(reader.block_with(5).unwrap().map(|block| block.first), Some(4));
    assert!(reader.next_block().unwrap().is_none() && reader.is_complete());
    let foreign = RecordReader::in_memory(name, b"no record");
    assert!(matches!(foreign, Err(RecordError::NotARecord(what)) if what == name));
}

#[test]
fn one_game_is_found_without_reading_the_others() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, &[block(0, 4), block(4, 2)], Some(6));
    let found = |game| RecordReader::open(&path).unwrap().block_with(game).unwrap().map(|block| block.first);
    assert_eq!((found(3), found(5), found(6)), (Some(0), Some(4), None));
}

#[test]
fn the_folder_of_a_record_stands_for_the_record() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, &[], None);
    assert_eq!(record_path(dir.path()), path);
    assert_eq!(record_path(&path), path);
}

#[test]
fn a_record_that_was_cut_off_keeps_its_whole_blocks_and_can_be_gone_on_with() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, &[block(0, 4), block(4, 2)], Some(6));
    let whole = fs::read(&path).unwrap();
    for cut in [1, 30, 40] {
        fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        let mut reader = RecordReader::open(&path).unwrap();
        let mut next = 0;
        while let Some(block) = reader.next_block().unwrap() {
            next = block.first + u64::from(block.count);
        }
        assert!(!reader.is_complete());
        let mut writer = gone_on_with(reader);
        if next == 4 {
            writer.block(&block(4, 2)).unwrap();
        }
        writer.finish(Some(6)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole, "cut by {cut}");
    }
}

#[test]
fn whoever_goes_on_before_all_is_read_cuts_no_game_off() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, &[block(0, 4), block(4, 2)], Some(6));
    let whole = fs::read(&path).unwrap();
    for read in 0..=2 {
        let mut reader = RecordReader::open(&path).unwrap();
        (0..read).for_each(|_| assert!(reader.next_block().unwrap().is_some()));
        gone_on_with(reader).finish(Some(6)).unwrap();
        assert!(fs::read(&path).unwrap() == whole, "{read} blocks were read");
    }
}

#[test]
fn a_damaged_record_is_not_gone_on_with_and_stays_as_it_is() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, &[block(0, 4), block(4, 2)], Some(6));
    let mut bytes = fs::read(&path).unwrap();
    let last_packed_byte = bytes.len() - 30;
    bytes[last_packed_byte] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let reader = RecordReader::open(&path).unwrap();
    let journal = Journal::go_on(&reader).unwrap();
    let refused = RecordWriter::go_on(reader, &journal);
    assert!(matches!(refused, Err(RecordError::Damaged { first: 4, .. })), "{refused:?}");
    assert!(fs::read(&path).unwrap() == bytes);
}

#[test]
fn a_record_in_one_piece_is_the_file_that_a_run_writes() {
    let mut second = block(4, 2);
    second.parts = vec![part(5, 1)];
    let blocks = [block(0, 4), second];
    for timed in [0, 6] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("record.croupier");
        let mut times = TimeSheet::default();
        (0..timed).for_each(|game| times.push(2, &std::array::from_fn(|seat| game + seat as u64)));
        let mut writer = RecordWriter::create(&path, &header()).unwrap();
        writer.block(&blocks[0]).unwrap();
        writer.times(&times).unwrap();
        writer.block(&blocks[1]).unwrap();
        writer.finish(Some(6)).unwrap();
        assert!(fs::read(&path).unwrap() == whole_record(&header(), &blocks, &times).unwrap());
    }
}

#[test]
fn times_stand_behind_the_games_and_survive_an_interruption() {
    let dir = TempDir::new().unwrap();
    let plain = fs::read(written(&dir, &[block(0, 4), block(4, 2)], Some(6))).unwrap();
    let timed = TempDir::new().unwrap();
    let path = timed.path().join("record.croupier");
    let sheet = |games: u64| {
        let mut sheet = TimeSheet::default();
        (0..games).for_each(|game| sheet.push(2, &game_times(&[game, 100 * game])));
        sheet
    };
    let mut writer = RecordWriter::create(&path, &header()).unwrap();
    writer.block(&block(0, 4)).unwrap();
    writer.times(&sheet(4)).unwrap();
    writer.finish(None).unwrap();
    let mut reader = RecordReader::open(&path).unwrap();
    while reader.next_block().unwrap().is_some() {}
    let mut writer = gone_on_with(reader);
    writer.block(&block(4, 2)).unwrap();
    writer.times(&sheet(2)).unwrap();
    writer.finish(Some(6)).unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(bytes[..plain.len()], plain);
    let (first, times) = RecordReader::open(&path).unwrap().times().unwrap();
    assert_eq!(first, 0);
    assert_eq!(times.games(2).map(|times| times[1]).collect::<Vec<_>>(), [0, 100, 200, 300, 0, 100]);
    assert_eq!(fs::read_dir(timed.path()).unwrap().count(), 1, "the waiting file is gone");
}

#[test]
fn changed_bytes_are_found() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, &[block(0, 4), block(4, 2)], Some(6));
    let mut bytes = fs::read(&path).unwrap();
    let last_packed_byte = bytes.len() - 30;
    bytes[last_packed_byte] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let mut reader = RecordReader::open(&path).unwrap();
    assert!(reader.next_block().unwrap().is_some());
    assert!(matches!(reader.next_block(), Err(RecordError::Damaged { first: 4, .. })));
}

#[test]
fn other_files_and_other_formats_are_told_apart() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("x");
    fs::write(&path, "no record at all").unwrap();
    assert!(matches!(RecordReader::open(&path), Err(RecordError::NotARecord(_))));
    let newer = Header { format: 99, ..header() };
    fs::remove_file(&path).unwrap();
    RecordWriter::create(&path, &newer).unwrap();
    let error = RecordReader::open(&path).unwrap_err();
    assert!(
        error.to_string().ends_with("a record of format 99; this program reads formats 1 to 2"),
        "{error}"
    );
}

#[test]
fn a_record_never_overwrites_a_file() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, &[block(0, 4)], None);
    let before = fs::read(&path).unwrap();
    assert!(RecordWriter::create(&path, &header()).is_err());
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn who_was_left_out_stands_in_the_head_and_gives_no_orders_to_a_terminal() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("record");
    let words = |text: &str| text.to_owned();
    let left_out = LeftOut { bot: words("a.py"), name: words("A"), why: words("\u{1b}[2J gone") };
    let header = Header { left_out: vec![left_out.clone()], ..header() };
    RecordWriter::create(&path, &header).unwrap().finish(None).unwrap();
    let read = RecordReader::open(&path).unwrap().header().left_out.clone();
    assert_eq!(read, [LeftOut { why: words("\\x1b[2J gone"), ..left_out }]);
}
