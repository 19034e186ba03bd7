//! A report is made of any record that can be read, and a damaged one is refused: nothing panics on the way.

#![allow(clippy::unwrap_used)] // A test may.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use croupier_games::{Chance, Game, MAX_SEATS, Seed, Visitor, with_game};
use croupier_record::{Block, GameTimes, Header, RecordReader, Until, games_in, replay, shown};
use croupier_report::digest::{Digest, digest_of};
use croupier_report::export::{
    csv_rows, game_columns, game_rows, json_rows, move_columns, move_rows, standing_columns, standing_rows,
};
use croupier_report::sections::{ReportInput, ToldGame, games_to_tell, report};
use croupier_report::{
    LogFolder, Ratings, fuel_lines, html, markdown, outcome_json, picture, standings_table, story,
};
use croupier_stats::{Cross, Ladder, Matched, Placing, Results, standings};

#[path = "../../../tests/damage/mod.rs"]
mod damage;

use damage::{Parts, damaged, samples};

/// All that is made of a record, one after the other; the words of the first thing that cannot be.
fn read(bytes: &[u8]) -> Result<String, String> {
    let name = Path::new("a record");
    let words = |error: &dyn std::error::Error| error.to_string();
    let open = || RecordReader::in_memory(name, bytes).map_err(|error| words(&error));
    let (_, sheet) = open()?.times().map_err(|error| words(&error))?;
    let mut reader = open()?;
    let header = reader.header().clone();
    let mut blocks = Vec::new();
    while let Some(block) = reader.next_block().map_err(|error| words(&error))? {
        blocks.push(block);
    }
    let times: Vec<GameTimes> = sheet.games(header.seats).collect();
    with_game(&header.game, Everything { header: &header, blocks: &blocks, times: &times })
        .map_err(|error| words(&error))?
}

struct Everything<'a> {
    header: &'a Header,
    blocks: &'a [Block],
    times: &'a [GameTimes],
}

impl Visitor for Everything<'_> {
    type Output = Result<String, String>;

    fn visit<G: Game>(self) -> Result<String, String> {
        let Self { header, blocks, times } = self;
        let options: G::Options =
            serde_json::from_value(header.options.clone()).map_err(|error| error.to_string())?;
        // What plays the games again stops at the first that does not fit; what shows them is tried on all.
        let stories = blocks.iter().map(|block| told::<G>(block, header, &options)).collect::<String>();
        let rates = rates::<G>(header, blocks, &options);
        let mut digest = Digest::new(&G::ABOUT, header.entrants.len());
        for block in blocks {
            digest.merge(&digest_of::<G>(block, header, &options, times).map_err(|error| error.to_string())?);
        }
        let standings = standings(&G::ABOUT, &digest.tally);
        let mut told = Vec::new();
        for (number, why) in games_to_tell(&digest, header) {
            let game = blocks.iter().find_map(|block| {
                games_in(block.first, header.seats, header.games_per_deal, &block.plain)
                    .find(|game| game.fixture.number == number)
            });
            let game = game.ok_or("a game that is to be told is not there")?;
            told.push(ToldGame::tell::<G>(&game, header, &options, why).map_err(|error| error.to_string())?);
        }
        let input = ReportInput {
            about: &G::ABOUT,
            header,
            digest: &digest,
            standings: &standings,
            complete: true,
            told: &told,
        };
        let made = report(&input);
        let columns = standing_columns(&G::ABOUT);
        let rows = standing_rows(&G::ABOUT, header, &standings);
        let json = serde_json::to_string(&outcome_json(&G::ABOUT, header, &standings, None)).unwrap();
        Ok([
            stories,
            rates?,
            html(&made),
            markdown(&made),
            standings_table(&G::ABOUT, header, &standings, 80),
            String::from_utf8(csv_rows(&columns, &rows)).unwrap(),
            shown::json(&json).into_owned(),
        ]
        .concat())
    }
}

/// The stories and tables of the games of a block that can be told.
fn told<G: Game>(block: &Block, header: &Header, options: &G::Options) -> String {
    let mut out = String::new();
    for game in games_in(block.first, header.seats, header.games_per_deal, &block.plain) {
        out += &story::<G>(&game, header, options).map(|(story, ..)| story).unwrap_or_default();
        out += &fuel_lines::<G>(&game, header, options).unwrap_or_default();
        out += &picture::film::<G>(&game, header, options, None).unwrap_or_default();
    }
    let games = game_rows::<G>(block, header, options, &[[u64::MAX; MAX_SEATS]; 2]).unwrap_or_default();
    out += &String::from_utf8(json_rows(&game_columns(&G::ABOUT), &games, true)).unwrap();
    let moves = move_rows::<G>(block, header, options, &[vec![None, Some(u64::MAX)]]).unwrap_or_default();
    out += &String::from_utf8(csv_rows(&move_columns(), &moves)).unwrap();
    let nowhere = Path::new("nowhere");
    let _ = LogFolder::comparing(nowhere, &G::ABOUT, header).games::<G>(block, options);
    out
}

/// The ratings, as `croupier ratings` makes them, and what is decided.
fn rates<G: Game>(header: &Header, blocks: &[Block], options: &G::Options) -> Result<String, String> {
    let bots = header.entrants.len();
    let (mut results, mut ladder, mut cross) = (Results::new(bots), Ladder::new(bots), Cross::default());
    let mut matched = (header.until == Until::Decided).then(|| Matched::new(&G::ABOUT, header));
    let mut games = 0;
    for block in blocks {
        for game in games_in(block.first, header.seats, header.games_per_deal, &block.plain) {
            let (end, _) =
                replay::<G>(&game, options, header.seed(), |_| {}).map_err(|error| error.to_string())?;
            let placing = Placing::of(&game.fixture, &end);
            results.add(game.fixture.deal, &placing);
            cross.add(game.fixture.deal, &placing);
            ladder.add(&placing);
            if let Some(matched) = &mut matched {
                matched.add(&game.fixture, &end);
            }
            games += 1;
        }
    }
    let (published, cross) = (results.ratings(), cross.finished());
    let ratings = Ratings { header, published: &published, ladder: &ladder, cross: &cross, games };
    Ok(ratings.table(80) + &shown::json(&serde_json::to_string(&ratings.json()).unwrap()))
}

#[test]
fn everything_is_made_of_whole_records() {
    for bytes in samples() {
        let all = read(&bytes).unwrap();
        assert!(all.contains("house:random#1") && all.contains("</html>"));
    }
}

#[test]
fn whatever_a_damaged_record_says_nothing_panics() {
    let records = samples();
    let mut refused = 0;
    for seed in 0..600 {
        let bytes = damaged(&mut Chance::new(Seed::plain(1_000_000 + seed)), &records);
        match catch_unwind(AssertUnwindSafe(|| read(&bytes))) {
            Ok(result) => refused += u64::from(result.is_err()),
            Err(_) => panic!("seed {seed}"),
        }
    }
    assert!((200..580).contains(&refused), "{refused} of 600 refused: is the damage real?");
}

/// The first record of a game, with this done to it.
fn spoilt(game: &str, spoil: impl FnOnce(&mut Parts)) -> Result<String, String> {
    let mut parts =
        samples().iter().map(|bytes| Parts::of(bytes)).find(|parts| parts.head["game"] == game).unwrap();
    spoil(&mut parts);
    read(&parts.bytes())
}

#[test]
fn times_without_measure_are_added_without_overflow() {
    let most = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
    // Of each game what both seats thought, and that no answer has a time of its own.
    let game = [&most[..], &most, &[0]].concat();
    spoilt("no-thanks", |parts| parts.sections[3].plain = game.repeat(6)).unwrap();
}

#[test]
fn a_name_in_a_record_gives_no_orders_wherever_it_is_shown() {
    let all = spoilt("hearts", |parts| {
        parts.head["entrants"][0]["name"] = "\u{1b}[2J\u{202e}\u{9b}31m".into();
        parts.head["entrants"][1]["bot"] = "\u{1b}]0;mine\u{7}\u{9b}".into();
    })
    .unwrap();
    assert!(all.contains("\\x1b[2J\\u{202e}\\x9b31m"));
    let raw = ['\u{1b}', '\u{202e}', '\u{9b}', '\u{7}'];
    let at = all.find(raw).map(|at| all[at..].chars().take(60).collect::<String>());
    assert_eq!(at, None);
}
