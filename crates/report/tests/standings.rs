//! Standings as a terminal of 80 columns shows them, with all that stands beside a mean.

#![allow(clippy::unwrap_used)] // A test may.

use std::num::NonZeroU64;

use croupier_games::no_thanks::{Decision, NoThanks};
use croupier_games::{Chance, Game, Seat, Seed};
use croupier_record::{
    Design, Entrant, EntrantId, FORMAT, Fault, FaultKind, Fixture, Header, Instances, LeftOut, Missteps,
    Origin, Until, game_times,
};
use croupier_report::{averages, how_sure, outcome_json, standings_table, sure_note};
use croupier_stats::{Standings, Tally, standings};

const NAMES: [&str; 4] = ["house:threshold", "students/riser", "takes-more", "out"];

fn header() -> Header {
    let entrant = |name: &str| Entrant { name: name.into(), bot: name.into(), ..Entrant::default() };
    Header {
        format: FORMAT,
        croupier: String::new(),
        game: NoThanks::ABOUT.name.into(),
        game_version: 1,
        options: serde_json::Value::Null,
        generator: String::new(),
        origin: Origin::first(4),
        seats: 3,
        games: 80,
        games_per_deal: NonZeroU64::MIN,
        design: Design::default(),
        until: Until::default(),
        tolerance: 0.0,
        lanes: 1,
        instances: Instances::default(),
        limits: None,
        packages: None,
        openings: 0,
        entrants: NAMES.map(entrant).into(),
        left_out: Vec::new(),
        game_files: false,
    }
}

/// Eighty games of three; bot 2 takes one card of three, the others one of four; bot 3 is put out in its
/// first.
fn played() -> Standings {
    let mut tally = Tally::new(&NoThanks::ABOUT, NAMES.len());
    let mut chance = Chance::new(Seed::plain(4));
    for number in 0..80 {
        let last = if number == 0 { 3 } else { 1 };
        let seats = [0, 2, last].map(EntrantId);
        let mut game = NoThanks::deal(3, &Default::default(), Seed::plain(number)).unwrap();
        while let Some(seat) = game.turn().next() {
            let takes = chance.below(if seats[seat.index()] == EntrantId(2) { 3 } else { 4 }) == 0;
            game.play(seat, if takes { Decision::Take } else { Decision::Pass }).unwrap();
        }
        let mut missteps = Missteps::default();
        if number % 20 == 0 {
            missteps.illegal(Seat(2), "no coins left");
        }
        if number == 0 {
            missteps.fault(Seat(2), &Fault::new(FaultKind::Disqualified, "it used up its time"));
        }
        let fixture = Fixture { number, deal: number, seats: seats.into_iter().collect() };
        tally.add(&fixture, &game, &missteps);
        tally.add_times(&fixture, &game_times(&[100, 2_000, 300]));
    }
    standings(&NoThanks::ABOUT, &tally)
}

#[test]
fn a_terminal_of_80_columns_shows_means_intervals_differences_ranks_groups_and_faults() {
    let table = standings_table(&NoThanks::ABOUT, &header(), &played(), 80);
    assert_golden(&table, include_str!("standings.txt"));
    assert!(table.lines().take(6).all(|line| line.chars().count() <= 80), "{table}");
}

#[test]
fn long_names_are_cut_in_the_middle_before_a_column_is_left_out() {
    let mut header = header();
    for entrant in &mut header.entrants {
        entrant.name = format!("{}{}", "a-name-without-an-end-".repeat(5), entrant.name);
    }
    let standings = played();
    for table in [
        standings_table(&NoThanks::ABOUT, &header, &standings, 99),
        how_sure(&NoThanks::ABOUT, &header, &standings),
    ] {
        let rows: Vec<&str> =
            table.lines().filter(|line| line.contains("a-name") && !line.contains(": ")).collect();
        assert_eq!(rows.len(), header.entrants.len(), "{table}");
        assert!(rows.iter().all(|row| row.contains('…') && row.chars().count() < 100), "{table}");
        assert!(
            rows.iter().any(|row| row.contains("threshold ")),
            "the end of a name tells bots apart: {table}"
        );
    }
}

#[test]
fn the_block_below_an_originals_table_says_how_sure_its_order_is() {
    let (header, standings) = (header(), played());
    let block = how_sure(&NoThanks::ABOUT, &header, &standings);
    assert!(block.starts_with("How sure is this order?\n"), "{block}");
    assert!(block.ends_with(&sure_note(&standings)), "{block}");
    assert!(block.lines().all(|line| line.chars().count() <= 80), "{block}");
}

#[test]
fn json_holds_intervals_ranks_groups_and_times_and_null_where_nothing_is_known() {
    let (header, standings) = (header(), played());
    let json = serde_json::to_value(outcome_json(&NoThanks::ABOUT, &header, &standings, None)).unwrap();
    let lines = json["standings"].as_array().unwrap();
    let named = |name: &str| lines.iter().find(|line| line["name"] == name).unwrap();
    let (first, out) = (named("house:threshold"), named("out"));
    let interval = first["interval"].as_array().unwrap();
    assert!(interval[0].as_f64() < first["mean"].as_f64() && first["mean"].as_f64() < interval[1].as_f64());
    assert_eq!(named("students/riser")["samples"], 79);
    assert_eq!((&lines[0]["above"], &lines[1]["above"]["samples"]), (&().into(), &79.into()));
    assert_eq!((&first["samples"], &first["ms_per_game"]), (&80.into(), &0.1.into()));
    // One game is no sample: no interval, no group, and the rank it has.
    assert_eq!((&out["name"], &out["interval"], &out["group"]), (&"out".into(), &().into(), &"".into()));
    assert_eq!(out["ranks"], serde_json::json!([4, 4]));
}

#[test]
fn a_single_game_has_no_columns_about_certainty() {
    let mut tally = Tally::new(&NoThanks::ABOUT, 2);
    let game = NoThanks::deal(2, &Default::default(), Seed::plain(1)).unwrap();
    let fixture = Fixture { number: 0, deal: 0, seats: [0, 1].map(EntrantId).into_iter().collect() };
    tally.add(&fixture, &game, &Missteps::default());
    let standings = standings(&NoThanks::ABOUT, &tally);
    let table = standings_table(&NoThanks::ABOUT, &header(), &standings, 80);
    assert!(!table.contains('±') && !table.contains("group"), "{table}");
    assert_eq!(sure_note(&standings), "");
}

/// `UPDATE=1` writes the file anew.
fn assert_golden(found: &str, golden: &str) {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/standings.txt"), found).unwrap();
        return;
    }
    assert_eq!(found, golden, "\n{found}");
}

#[test]
fn who_was_left_out_is_told_above_the_table() {
    let left_out = LeftOut { bot: "mine.py".into(), name: "mine.py".into(), why: "SyntaxError".into() };
    let header = Header { left_out: vec![left_out], ..header() };
    let above = "Left out: mine.py does not load: SyntaxError\n\n";
    for table in [
        standings_table(&NoThanks::ABOUT, &header, &played(), 80),
        averages(&NoThanks::ABOUT, &header, &played()),
    ] {
        assert!(table.starts_with(above), "{table}");
    }
    let json = serde_json::to_value(outcome_json(&NoThanks::ABOUT, &header, &played(), None)).unwrap();
    assert_eq!(json["left_out"][0]["why"], "SyntaxError");
}
